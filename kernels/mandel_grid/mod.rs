//! MDBROT: the Mandelbrot set, with the colours of MANDEL; the second frame repaints edges alone.

use crate::mandel::colours;
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn packed(colours: [u32; 3]) -> u32 {
    colours[0] | (colours[1] << 8) | (colours[2] << 16)
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (width, height) = (sizes.count("width"), sizes.count("height"));
    let frames: Vec<_> = (0..width * height).map(|pixel| colours(sizes, pixel)).collect();
    for (pixel, &[first, second]) in frames.iter().enumerate() {
        let (x, y) = (pixel % width, pixel / width);
        let near = [
            (x > 0).then(|| pixel - 1),
            (x + 1 < width).then(|| pixel + 1),
            (y > 0).then(|| pixel - width),
            (y + 1 < height).then(|| pixel + width),
        ];
        let differs = |at: usize| first.iter().zip(frames[at][0]).any(|(a, b)| a.abs_diff(b) > 10);
        if near.into_iter().flatten().any(differs) {
            data.u32_mut("image")[pixel] = packed([0, 1, 2].map(|k: usize| (first[k] + second[k]) / 2 ));
        }
        data.u32_mut("first")[pixel] = packed(first);
    }
}
