//! DXTC: DXT1 texture compression, one block of 4 x 4 pixels after the other.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

type Colour = [f32; 3];

fn dot(a: Colour, b: Colour) -> f32 {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

/// s a + b
fn added(s: f32, a: Colour, b: Colour) -> Colour {
    std::array::from_fn(|k| s.mul_add(a[k], b[k]))
}

fn packed(c: Colour) -> u32 {
    let component = |k: usize, steps: f32| (c[k].clamp(0.0, 1.0) * steps).round_ties_even() as u32;
    component(0, 31.0) << 11 | component(1, 63.0) << 5 | component(2, 31.0)
}

fn unpacked(c: u32) -> Colour {
    [(c >> 11) as f32 / 31.0, (c >> 5 & 63) as f32 / 63.0, (c & 31) as f32 / 31.0]
}

/// All ways to cut 16 pixels into four runs: the begins of the second, third and fourth run. No run
/// has all pixels.
fn cuts() -> impl Iterator<Item = [u8; 3]> {
    let all = (0..=16).flat_map(|a| (a..=16).flat_map(move |b| (b..=16).map(move |c| [a, b, c])));
    all.filter(|&[a, b, c]| [a, b - a, c - b, 16 - c].iter().all(|&run| run < 16))
}

fn make(sizes: &Sizes, data: &mut Buffers) {
    let width = sizes.count("width") as u32;
    for (i, pixel) in (0..).zip(data.u32_mut("image")) {
        // two slopes and some noise
        let (x, y, noise) = (i % width, i / width, i.wrapping_mul(i | 1).wrapping_mul(2_654_435_761) >> 27);
        let colour = [x * 9 + noise, y * 11 + 2 * noise, (x + y) * 5 + noise];
        *pixel = (0..3).map(|k| (colour[k] & 255) << (8 * k)).sum();
    }
    let cuts: Vec<u8> = cuts().flatten().collect();
    data.u8_mut("cuts").copy_from_slice(&cuts);
}

/// The direction of the greatest spread of the colours, by powers of the covariance.
fn axis(colours: &[Colour; 16]) -> Colour {
    let mean = colours.iter().fold([0.0; 3], |mean, &colour| added(1.0 / 16.0, colour, mean));
    let mut covariance = [[0.0f32; 3]; 3];
    for &colour in colours {
        let d = added(-1.0, mean, colour);
        covariance.iter_mut().enumerate().for_each(|(k, row)| *row = added(d[k], d, *row));
    }
    let mut v = [1.0; 3];
    for _ in 0..8 {
        let next = covariance.map(|row| dot(row, v));
        let most = next.iter().fold(0.0f32, |most, x| most.max(x.abs()));
        if most == 0.0 {
            break;
        }
        v = next.map(|x| 1.0 / most * x);
    }
    v
}

/// The two colours with the least error for a cut; the error comes first, without the part that all
/// cuts have.
fn fitted(sorted: &[Colour; 16], cut: [u8; 3]) -> (f32, u32, u32) {
    let (mut aa, mut bb, mut ab, mut ax, mut bx) = (0.0f32, 0.0f32, 0.0f32, [0.0; 3], [0.0; 3]);
    for (i, &colour) in sorted.iter().enumerate() {
        let b = step(i, cut) as f32 * (1.0 / 3.0);
        let a = 1.0 - b;
        (aa, bb, ab) = (a.mul_add(a, aa), b.mul_add(b, bb), a.mul_add(b, ab));
        (ax, bx) = (added(a, colour, ax), added(b, colour, bx));
    }
    let factor = 1.0 / aa.mul_add(bb, -(ab * ab));
    let solved = |by: f32, x: Colour, y: Colour| packed(added(by, x, y.map(|y| -ab * y)).map(|c| factor * c));
    let (start, end) = (solved(bb, ax, bx), solved(aa, bx, ax));
    let (a, b) = (unpacked(start), unpacked(end));
    let mixed = ab.mul_add(dot(a, b), -(dot(a, ax) + dot(b, bx)));
    (2.0f32.mul_add(mixed, bb.mul_add(dot(b, b), aa * dot(a, a))), start, end)
}

fn step(place: usize, cut: [u8; 3]) -> usize {
    cut.iter().filter(|&&begin| place >= usize::from(begin)).count()
}

/// Compresses a block to two colours and the codes of the pixels.
fn compressed(pixels: [u32; 16]) -> [u32; 2] {
    let colours = pixels.map(|pixel| [0, 8, 16].map(|k| (pixel >> k & 255) as f32 / 255.0));
    let axis = axis(&colours);
    let mut order: [usize; 16] = std::array::from_fn(|i| i);
    order.sort_by(|&i, &j| dot(colours[i], axis).total_cmp(&dot(colours[j], axis)));
    let sorted = order.map(|i| colours[i]);
    let ways = cuts().map(|cut| (fitted(&sorted, cut), cut));
    let ((_, start, end), cut) = ways.min_by(|a, b| a.0.0.total_cmp(&b.0.0)).expect("a way");
    // the format numbers the ends 0 and 1, what lies between them 2 and 3, and wants the greater
    // colour first
    let codes = if start < end { [1, 3, 2, 0] } else { [0, 2, 3, 1] };
    let code = |(place, &pixel): (usize, &usize)| codes[step(place, cut)] << (2 * pixel);
    let steps = if start == end { 0 } else { order.iter().enumerate().map(code).sum() };
    [start.max(end) | start.min(end) << 16, steps]
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let width = sizes.count("width");
    let image = data.u32("image").to_vec();
    for (i, block) in data.u32_mut("blocks").chunks_exact_mut(2).enumerate() {
        let (x, y) = (i % (width / 4) * 4, i / (width / 4) * 4);
        block.copy_from_slice(&compressed(std::array::from_fn(|k| image[(y + k / 4) * width + x + k % 4])));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_greys_in_even_steps_come_back() {
        assert_eq!(cuts().count(), 965);
        let greys = [0, 85, 170, 255].map(|grey| grey * 0x10101);
        let [colours, steps] = compressed(std::array::from_fn(|i| greys[i * 7 % 4]));
        assert_eq!(colours, 0xffff);
        // white is 0, black 1, light grey 2, dark grey 3
        for i in 0..16 {
            assert_eq!(steps >> (2 * i) & 3, [1, 3, 2, 0][i * 7 % 4], "{i}");
        }
    }
}
