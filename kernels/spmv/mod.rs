//! SPMV: product of a sparse matrix and a vector, row by row.

pub(crate) mod matrix;

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { matrix: matrix::mycielskian11, reference, ..Host::NONE };

pub(crate) fn reference(_: &Sizes, data: &mut Buffers) {
    let x = data.f32("x");
    let dot = |(values, columns): (&[f32], &[i32])| {
        values.iter().zip(columns).fold(0.0f32, |sum, (value, &column)| value.mul_add(x[column as usize], sum))
    };
    let y: Vec<f32> = matrix::rows(data, ["rows", "columns", "values"]).into_iter().map(dot).collect();
    data.f32_mut("y").copy_from_slice(&y);
}
