//! QSRDM: quasirandom numbers, by Niederreiter's sequence.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

const BITS: usize = 31;
/// The first irreducible polynomials over GF(2), the lowest coefficient in bit 0: x, 1 + x, 1 + x +
/// x^2.
const POLYNOMIALS: [u64; 3] = [0b10, 0b11, 0b111];

/// The direction numbers of a dimension (Bratley, Fox, Niederreiter, TOMS algorithm 738): row j of
/// the generator matrix is a window of a linear recurrence whose characteristic polynomial is a
/// power of the dimension's own.
fn directions(polynomial: u64) -> [u32; BITS] {
    let degree = polynomial.ilog2() as usize;
    let mut result = [0u32; BITS];
    let (mut power, mut sequence) = (vec![true], Vec::new());
    for row in 0..BITS {
        let window = row % degree;
        if window == 0 {
            let zeros = power.len() - 1;
            power = multiply(&power, polynomial);
            let order = power.len() - 1;
            sequence = vec![false; zeros];
            sequence.resize(order, true);
            while sequence.len() < BITS + degree {
                let tail = &sequence[sequence.len() - order..];
                let next = tail.iter().zip(&power).fold(false, |sum, (v, b)| sum ^ (v & b));
                sequence.push(next);
            }
        }
        for (column, word) in result.iter_mut().enumerate() {
            *word = *word << 1 | u32::from(sequence[column + window]);
        }
    }
    result
}

/// Multiplies two polynomials over GF(2), with coefficients from the lowest.
fn multiply(a: &[bool], b: u64) -> Vec<bool> {
    let degree = b.ilog2() as usize;
    let mut product = vec![false; a.len() + degree];
    for (i, &bit) in a.iter().enumerate() {
        (0..=degree).for_each(|k| product[i + k] ^= bit && b >> k & 1 == 1);
    }
    product
}

fn make(_: &Sizes, data: &mut Buffers) {
    let all: Vec<u32> = POLYNOMIALS.into_iter().flat_map(directions).collect();
    data.u32_mut("directions").copy_from_slice(&all);
}

/// Element `index` of a dimension's sequence, in units of 2^-31.
fn element(directions: &[u32], index: u32) -> u32 {
    (0..BITS).filter(|bit| index >> bit & 1 == 1).fold(0, |sum, bit| sum ^ directions[bit])
}

/// Moro's approximation of the inverse normal distribution in double precision, of the kernel's
/// probability.
fn inverse_normal(p: f32) -> f32 {
    let horner = |z: f64, c: &[f64]| c.iter().rev().fold(0.0, |sum, c| sum * z + c);
    let (p, y) = (f64::from(p), f64::from(p) - 0.5);
    if y.abs() < f64::from(0.42f32) {
        let above = horner(y * y, &[2.50662823884, -18.61500062529, 41.39119773534, -25.44106049637]);
        let below = horner(y * y, &[1.0, -8.4735109309, 23.08336743743, -21.06224101826, 3.13082909833]);
        return (y * above / below) as f32;
    }
    let tail = [
        0.337475482272615,
        0.976169019091719,
        0.160797971491821,
        2.76438810333863e-2,
        3.8405729373609e-3,
        3.951896511919e-4,
        3.21767881768e-5,
        2.888167364e-7,
        3.960315187e-7,
    ];
    let z = horner((-p.min(1.0 - p).ln()).ln(), &tail);
    z.copysign(y) as f32
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (n, seed) = (sizes.count("n"), sizes["seed"] as u32);
    let directions = data.u32("directions").to_vec();
    let points = data.f32_mut("points");
    for (dimension, directions) in directions.chunks_exact(BITS).enumerate() {
        for (i, point) in points[dimension * n..][..n].iter_mut().enumerate() {
            *point = (element(directions, seed + i as u32) + 1) as f32 / 2f32.powi(31);
        }
    }
    let distance = 1.0 / (n + 1) as f32;
    for (i, normal) in data.f32_mut("normals").iter_mut().enumerate() {
        *normal = inverse_normal((i + 1) as f32 * distance);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_dimension_is_van_der_corputs() {
        let first = directions(POLYNOMIALS[0]);
        (0..1000).for_each(|i: u32| assert_eq!(element(&first, i), i.reverse_bits() >> 1));
    }

    #[test]
    fn two_dimensions_are_a_net() {
        let [a, b] = [POLYNOMIALS[0], POLYNOMIALS[1]].map(directions);
        // of 64 points, each box of 2^-k by 2^-(6 - k) has one
        for k in 0..=6 {
            let mut boxes: Vec<(u32, u32)> =
                (0..64).map(|i| (element(&a, i) >> (31 - k), element(&b, i) >> (25 + k))).collect();
            boxes.sort_unstable();
            boxes.dedup();
            assert_eq!(boxes.len(), 64);
        }
    }

    #[test]
    fn known_quantiles() {
        for (p, z) in [(0.5, 0.0), (0.975, 1.959964), (0.025, -1.959964), (0.999, 3.0902323)] {
            assert!((inverse_normal(p) - z).abs() < 1e-4, "{p}: {}", inverse_normal(p));
        }
    }
}
