//! GAME1: filtered textures under a light map, one colour channel after the other.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

/// The four bytes of a filtered texel at a place in 256ths of a texel; the filter's resolution is a
/// 16th.
fn filtered(texture: &[u32], width: usize, [u, v]: [usize; 2]) -> [u32; 4] {
    let parts = |at: usize| [16 - at / 16 % 16, at / 16 % 16];
    [0, 8, 16, 24].map(|shift| {
        let mut sum = 0;
        for (row, down) in parts(v).into_iter().enumerate() {
            for (column, right) in parts(u).into_iter().enumerate() {
                let texel = texture[(v / 256 + row) * width + u / 256 + column];
                sum += (texel >> shift & 255) * (right * down) as u32;
            }
        }
        sum / 256
    })
}

/// The brightness of a light map between its points, by bilinear interpolation.
fn brightness(map: &[f32], width: usize, [u, v]: [usize; 2]) -> f32 {
    let between = |a: f32, b: f32, at: usize| (b - a).mul_add((at % 256) as f32 / 256.0, a);
    let row = |row: usize| {
        let left = row * width + u / 256;
        between(map[left], map[left + 1], u)
    };
    between(row(v / 256), row(v / 256 + 1), v)
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let width = sizes.count("width");
    let (lower, upper, light) = (data.u32("lower").to_vec(), data.u32("upper").to_vec(), data.f32("light").to_vec());
    for (at, pixel) in data.u32_mut("pixels").iter_mut().enumerate() {
        let (x, y) = (at % width, at / width);
        let below = filtered(&lower, width, [240 * x + 8 * y, 8 * x + 240 * y]);
        let above = filtered(&upper, width, [200 * x + 24 * y, 24 * x + 200 * y]);
        let shade = (brightness(&light, width / 4 + 32, [64 * x, 64 * y]) * 256.0) as u32;
        let share = above[3];
        let channel = |k: usize| (below[k] * (256 - share) + above[k] * share) / 256 * shade / 256;
        *pixel = (0..4).map(|k| channel(k) << (8 * k)).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_between_four_texels_has_their_mean() {
        let texture = [0x0000_0010, 0x0000_0030, 0x6400_0000, 0x0000_0000];
        assert_eq!(filtered(&[texture.as_slice(), &[0; 2]].concat(), 2, [128, 128]), [16, 0, 0, 25]);
        assert_eq!(filtered(&texture, 2, [0, 0]), [16, 0, 0, 0]);
        assert_eq!(brightness(&[0.0, 1.0, 0.0, 1.0], 2, [64, 128]), 0.25);
    }
}
