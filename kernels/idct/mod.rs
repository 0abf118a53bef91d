//! IDCT: H.264's inverse transforms (ITU-T H.264, 8.5.12 and 8.5.13).

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// The blocks of a size: edge, names of the coefficients and of the places, number of blocks in
/// each frame.
const KINDS: [(usize, &str, &str, [&str; 2]); 2] =
    [(4, "small", "small_places", ["small0", "small1"]), (8, "large", "large_places", ["large0", "large1"])];

/// Makes coded blocks in one half of each frame, spread as evenly as possible.
fn make(sizes: &Sizes, data: &mut Buffers) {
    let (width, half) = (sizes.count("width"), sizes.count("height") / 2);
    for (edge, _, places, counts) in KINDS {
        let (columns, all) = (width / edge, width / edge * (half / edge));
        let top = if edge == 4 { 0 } else { half };
        let mut next = data.u32_mut(places).iter_mut();
        for count in counts.map(|name| sizes.count(name)) {
            for (i, place) in next.by_ref().take(count).enumerate() {
                let at = i * all / count;
                *place = ((at % columns * edge) | ((top + at / columns * edge) << 16)) as u32;
            }
        }
    }
}

/// Transforms one dimension, by equations 8-338 to 8-345 of the standard and those of 8.5.13.
fn inverse(w: &mut [i32]) {
    match *w {
        [w0, w1, w2, w3] => {
            let (e, z) = ([w0 + w2, w0 - w2], [(w1 >> 1) - w3, w1 + (w3 >> 1)]);
            w.copy_from_slice(&[e[0] + z[1], e[1] + z[0], e[1] - z[0], e[0] - z[1]]);
        }
        [w0, w1, w2, w3, w4, w5, w6, w7] => {
            let mut even = [w0, w2, w4, w6];
            // the even half is the short transform
            inverse(&mut even);
            let a = [-w3 + w5 - w7 - (w7 >> 1), w1 + w7 - w3 - (w3 >> 1)];
            let b = [-w1 + w7 + w5 + (w5 >> 1), w3 + w5 + w1 + (w1 >> 1)];
            let odd = [b[1] - (a[0] >> 2), (a[1] >> 2) - b[0], a[1] + (b[0] >> 2), a[0] + (b[1] >> 2)];
            for i in 0..4 {
                (w[i], w[7 - i]) = (even[i] + odd[i], even[i] - odd[i]);
            }
        }
        _ => unreachable!("blocks are 4 or 8 wide"),
    }
}

/// Transforms the rows, then the columns.
fn inverse_block(edge: usize, block: &mut [i32]) {
    block.chunks_exact_mut(edge).for_each(inverse);
    for x in 0..edge {
        let mut column: Vec<i32> = block.iter().skip(x).step_by(edge).copied().collect();
        inverse(&mut column);
        block.iter_mut().skip(x).step_by(edge).zip(column).for_each(|(to, from)| *to = from);
    }
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (width, pixels) = (sizes.count("width"), sizes.count("width") * sizes.count("height"));
    let mut frame = data.u8("frame").to_vec();
    for (edge, coefficients, places, counts) in KINDS {
        let blocks = data.s16(coefficients).chunks_exact(edge * edge).zip(data.u32(places));
        for (number, (coefficients, place)) in blocks.enumerate() {
            let mut block: Vec<i32> = coefficients.iter().map(|&c| c.into()).collect();
            inverse_block(edge, &mut block);
            let start = if number < sizes.count(counts[0]) { 0 } else { pixels };
            let corner = start + (place >> 16) as usize * width + (place & 0xffff) as usize;
            for (i, residual) in block.iter().enumerate() {
                let pixel = &mut frame[corner + i / edge * width + i % edge];
                *pixel = (i32::from(*pixel) + ((residual + 32) >> 6)).clamp(0, 255) as u8;
            }
        }
    }
    data.u8_mut("frame").copy_from_slice(&frame);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where no bit is shifted out, the transforms are products with the standard's matrices.
    #[test]
    fn the_basis() {
        let unit = |edge: usize, k: usize| {
            let mut w = vec![0; edge];
            w[k] = 8;
            inverse(&mut w);
            w
        };
        assert_eq!([0, 1, 2, 3].map(|k| unit(4, k)), [[8, 8, 8, 8], [8, 4, -4, -8], [8, -8, -8, 8], [4, -8, 8, -4]]);
        assert_eq!(unit(8, 0), [8; 8]);
        assert_eq!(unit(8, 1), [12, 10, 6, 3, -3, -6, -10, -12]);
        assert_eq!(unit(8, 2), [8, 4, -4, -8, -8, -4, 4, 8]);
        assert_eq!(unit(8, 3), [10, -3, -12, -6, 6, 12, 3, -10]);
        assert_eq!(unit(8, 4), [8, -8, -8, 8, 8, -8, -8, 8]);
        assert_eq!(unit(8, 5), [6, -12, 3, 10, -10, -3, 12, -6]);
        assert_eq!(unit(8, 6), [4, -8, 8, -4, -4, 8, -8, 4]);
        assert_eq!(unit(8, 7), [3, -6, 10, -12, 12, -10, 6, -3]);
    }
}
