//! DW: Haar wavelets, one level after the other. The result is the overall mean, then the details
//! from the coarsest level to the finest.

use crate::{Buffers, Host, Sizes};
use std::f32::consts::FRAC_1_SQRT_2;

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn haar(mut values: Vec<f32>) -> Vec<f32> {
    let mut out = values.clone();
    while values.len() > 1 {
        let details = values.chunks_exact(2).map(|pair| (pair[0] - pair[1]) * FRAC_1_SQRT_2);
        for (to, detail) in out[values.len() / 2..].iter_mut().zip(details) {
            *to = detail;
        }
        values = values.chunks_exact(2).map(|pair| (pair[0] + pair[1]) * FRAC_1_SQRT_2).collect();
    }
    out[0] = values[0];
    out
}

fn reference(_: &Sizes, data: &mut Buffers) {
    let (per_cta, out) = (data.f32("in").len() / data.f32("between").len(), haar(data.f32("in").to_vec()));
    let between: Vec<f32> = data.f32("in").chunks(per_cta).map(|part| haar(part.to_vec())[0]).collect();
    data.f32_mut("between").copy_from_slice(&between);
    data.f32_mut("out").copy_from_slice(&out);
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_step_has_one_detail() {
        let out = super::haar(vec![1.0, 1.0, 3.0, 3.0]);
        assert!([4.0f32, -2.0, 0.0, 0.0].iter().zip(out).all(|(a, b)| (a - b).abs() < 1e-6));
    }
}
