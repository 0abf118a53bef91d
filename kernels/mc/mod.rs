//! MC: H.264's motion compensation (ITU-T H.264, 8.4.2.2).

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Makes motion vectors: a third of the macroblocks moves as one, by whole samples; the others in
/// quarters, up to a dozen samples far.
fn make(_: &Sizes, data: &mut Buffers) {
    for (number, vectors) in (0u32..).zip(data.s16_mut("vectors").chunks_exact_mut(8)) {
        for (i, component) in (0u32..).zip(vectors) {
            let which = if number % 3 == 0 { i % 2 } else { i };
            let mixed = (number * 8 + which + 1).wrapping_mul(0x9e37_79b1);
            let moved = ((mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca6b) >> 16) as i16 % 97 - 48;
            *component = if number % 3 == 0 { moved & !3 } else { moved };
        }
    }
}

/// A plane of samples, whose border samples are repeated outside it.
struct Plane<'a> {
    samples: &'a [u8],
    width: i64,
}

impl Plane<'_> {
    fn at(&self, x: i64, y: i64) -> i32 {
        let height = self.samples.len() as i64 / self.width;
        self.samples[(y.clamp(0, height - 1) * self.width + x.clamp(0, self.width - 1)) as usize].into()
    }

    /// The sample at half positions: between two samples by six of them, in the middle of four by
    /// six such values before they are rounded.
    fn half(&self, x: i64, y: i64) -> i32 {
        let six = |value: &dyn Fn(i64) -> i32| -> i32 {
            [1, -5, 20, 20, -5, 1].into_iter().zip(-2..).map(|(weight, k)| weight * value(k)).sum()
        };
        let (at_x, at_y) = (x.div_euclid(2), y.div_euclid(2));
        let value = match (x.rem_euclid(2), y.rem_euclid(2)) {
            (0, 0) => self.at(at_x, at_y),
            (_, 0) => (six(&|k| self.at(at_x + k, at_y)) + 16) >> 5,
            (0, _) => (six(&|k| self.at(at_x, at_y + k)) + 16) >> 5,
            _ => (six(&|i| six(&|k| self.at(at_x + i, at_y + k))) + 512) >> 10,
        };
        value.clamp(0, 255)
    }

    /// The sample at quarter positions: the mean of the two half positions nearest; where both
    /// coordinates are odd, of those between two samples.
    fn quarter(&self, x: i64, y: i64) -> u8 {
        let (low, high) = ((x.div_euclid(2), y.div_euclid(2)), ((x + 1).div_euclid(2), (y + 1).div_euclid(2)));
        let both = x & y & 1 == 1;
        let upright = both && (low.0 + low.1) % 2 == 0;
        let (a, b) = if upright { ((low.0, high.1), (high.0, low.1)) } else { (low, high) };
        ((self.half(a.0, a.1) + self.half(b.0, b.1) + 1) >> 1) as u8
    }

    /// The sample at eighths, by bilinear interpolation.
    fn eighth(&self, x: i64, y: i64) -> u8 {
        let (fx, fy) = (x.rem_euclid(8) as i32, y.rem_euclid(8) as i32);
        let weighted = (0..4).map(|k| {
            let (right, below) = (k % 2, k / 2);
            let weight = if right == 1 { fx } else { 8 - fx } * if below == 1 { fy } else { 8 - fy };
            weight * self.at(x.div_euclid(8) + right, y.div_euclid(8) + below)
        });
        ((weighted.sum::<i32>() + 32) >> 6) as u8
    }
}

/// Predicts every sample of a plane with macroblocks of this edge; `sample` interpolates at a place
/// by a motion vector.
fn predict(columns: usize, edge: usize, vectors: &[i16], to: &mut [u8], sample: impl Fn(i64, i64, i64, i64) -> u8) {
    let width = columns * edge;
    for (i, out) in to.iter_mut().enumerate() {
        let (x, y) = (i % width, i / width);
        let quarter = (y / edge * columns + x / edge) * 4 + y % edge / (edge / 2) * 2 + x % edge / (edge / 2);
        *out = sample(x as i64, y as i64, vectors[2 * quarter].into(), vectors[2 * quarter + 1].into());
    }
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let columns = sizes.count("columns");
    let vectors = data.s16("vectors").to_vec();
    let samples = data.u8("luma").to_vec();
    let luma = Plane { samples: &samples, width: sizes["columns"] * 16 };
    predict(columns, 16, &vectors, data.u8_mut("predicted_luma"), |x, y, vx, vy| luma.quarter(4 * x + vx, 4 * y + vy));
    for (from, to) in [("u", "predicted_u"), ("v", "predicted_v")] {
        let samples = data.u8(from).to_vec();
        let plane = Plane { samples: &samples, width: sizes["columns"] * 8 };
        predict(columns, 8, &vectors, data.u8_mut(to), |x, y, vx, vy| plane.eighth(8 * x + vx, 8 * y + vy));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inside a plane that rises evenly, by 8 to the right and by 4 downwards, interpolation gives
    /// the slope, rounded up.
    #[test]
    fn a_slope() {
        let samples: Vec<u8> = (0..256).map(|i| (i % 16 * 8 + i / 16 * 4) as u8).collect();
        let plane = Plane { samples: &samples, width: 16 };
        for (x, y) in (0..256).map(|i| (24 + i % 16, 24 + i / 16)) {
            assert!((i64::from(plane.quarter(x, y)) - (2 * x + y)).abs() <= 1, "{x} {y}");
            assert_eq!(i64::from(plane.eighth(x, y)), (2 * x + y + 1) / 2);
        }
        assert_eq!([plane.half(9, 8), plane.half(8, 9), plane.half(9, 9)], [52, 50, 54]);
    }

    /// The positions of figure 8-4 of the standard whose neighbours are not on a line with them.
    #[test]
    fn diagonal_positions() {
        let samples: Vec<u8> = (0..400u32).map(|i| ((i * i * 7 + i * 31) >> 3) as u8).collect();
        let plane = Plane { samples: &samples, width: 20 };
        let (x, y) = (9, 8);
        let [b, h, m, s] = [(1, 0), (0, 1), (2, 1), (1, 2)].map(|(i, j)| plane.half(2 * x + i, 2 * y + j));
        for (i, j, p, q) in [(1, 1, b, h), (3, 1, b, m), (1, 3, h, s), (3, 3, s, m)] {
            assert_eq!(i32::from(plane.quarter(4 * x + i, 4 * y + j)), (p + q + 1) >> 1);
        }
    }
}
