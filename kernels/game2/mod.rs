//! GAME2: depth of field and haze, one colour channel after the other.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

/// Weights of five rows, which add up to 64, and of three columns, which add up to 4.
const DOWN: [u32; 5] = [4, 16, 24, 16, 4];
const ACROSS: [u32; 3] = [1, 2, 1];
const HAZE: [u32; 4] = [0xc0, 0xc8, 0xd8, 0xff];
const FOCUS: f32 = 0.375;

/// The four bytes of the texel in the middle of five rows of three, and the weighted sums of all
/// fifteen texels.
fn blurred(texel: impl Fn(usize, usize) -> u32) -> [[u32; 4]; 2] {
    let channel = |word: u32, k: usize| word >> (8 * k) & 255;
    let row = |i: usize, k: usize| (0..3).map(|j| ACROSS[j] * channel(texel(i, j), k)).sum::<u32>();
    let sum = |k: usize| (0..5).map(|i| DOWN[i] * row(i, k)).sum::<u32>() / 256;
    [[0, 1, 2, 3].map(|k| channel(texel(2, 1), k)), [0, 1, 2, 3].map(sum)]
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let width = sizes.count("width");
    let (picture, depths) = (data.u32("picture").to_vec(), data.f32("depths").to_vec());
    for (at, pixel) in data.u32_mut("pixels").iter_mut().enumerate() {
        let (x, y) = (at % width, at / width);
        let [sharp, blurred] = blurred(|i, j| picture[(y + i) * (width + 32) + x + j]);
        let (blur, haze) = ((depths[at] - FOCUS).abs() * 512.0, depths[at] * depths[at] * 128.0);
        let mixed = |a: u32, b: u32, share: u32| (a * (256 - share) + b * share) / 256;
        let channel = |k: usize| mixed(mixed(sharp[k], blurred[k], blur.min(256.0) as u32), HAZE[k], haze as u32);
        *pixel = (0..4).map(|k| channel(k) << (8 * k)).sum();
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_point_is_blurred_and_a_plain_picture_is_not() {
        let [sharp, blurred] = super::blurred(|i, j| if (i, j) == (2, 1) { 0x80 } else { 0 });
        assert_eq!((sharp, blurred), ([0x80, 0, 0, 0], [0x80 * 48 / 256, 0, 0, 0]));
        assert_eq!(super::blurred(|_, _| 0x0a_14_1e_ff), [[0xff, 0x1e, 0x14, 0x0a]; 2]);
    }
}
