//! MANDEL: the Mandelbrot set, one pixel after the other.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

/// The left and the top edge of the view, by frame, and the width of both views.
const VIEWS: [(f32, f32); 2] = [(-2.1, -1.2), (-2.099, -1.199)];
const EXTENT: f32 = 3.2;
/// The increments of red, green and blue per iteration.
const COLOURS: [u32; 3] = [3, 5, 11];

/// Iterations until the orbit of c leaves the circle of radius two; 0 if it does not within `most`.
fn turns(cx: f32, cy: f32, most: u32) -> u32 {
    let (mut x, mut y) = (0.0f32, 0.0f32);
    for turn in 1..most {
        if x * x + y * y >= 4.0 {
            return turn;
        }
        (x, y) = (x * x - y * y + cx, (x * y).mul_add(2.0, cy));
    }
    0
}

/// Returns red, green and blue of a pixel, in both frames.
pub(crate) fn colours(sizes: &Sizes, pixel: usize) -> [[u32; 3]; 2] {
    let (width, most) = (sizes.count("width"), sizes.count("turns") as u32);
    let scale = EXTENT / width as f32;
    let at = |from: f32, k: usize| (k as f32).mul_add(scale, from);
    let frames = VIEWS.map(|(left, top)| turns(at(left, pixel % width), at(top, pixel / width), most));
    frames.map(|turns| COLOURS.map(|colour| (turns * colour) & 255))
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    for (i, pixel) in data.u32_mut("image").iter_mut().enumerate() {
        let [first, second] = colours(sizes, i);
        *pixel = (0..3).map(|k| ((first[k] + second[k]) / 2) << (8 * k)).sum();
    }
    let sizes = sizes.count("width").div_ceil(16) * sizes.count("height").div_ceil(16) + sizes.count("blocks");
    data.u32_mut("taken")[..2].fill(sizes as u32);
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_set_and_its_outside() {
        assert_eq!(super::turns(0.0, 0.0, 50), 0);
        assert_eq!(super::turns(-1.0, 0.0, 50), 0);
        assert_eq!(super::turns(1.0, 0.0, 50), 3); // 0, 1, 2
    }
}
