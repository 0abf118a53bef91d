//! SPMV-WARP: product of a sparse matrix and a vector, in the order in which the threads of a warp
//! of any size add.

use crate::spmv::matrix;
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { matrix: matrix::mycielskian11, reference, ..Host::NONE };

fn dot(values: &[f32], columns: &[i32], x: &[f32], threads: usize) -> f32 {
    let mut sums = vec![0.0f32; threads];
    for (k, (value, &column)) in values.iter().zip(columns).enumerate() {
        sums[k % threads] = value.mul_add(x[column as usize], sums[k % threads]);
    }
    let mut distance = 1;
    while distance < threads {
        // in ascending order: a thread reads what the other one had before
        for i in 0..threads - distance {
            sums[i] += sums[i + distance];
        }
        distance *= 2;
    }
    sums[0]
}

pub(crate) fn reference(_: &Sizes, data: &mut Buffers) {
    let rows = matrix::rows(data, ["rows", "columns", "values"]);
    let sized = rows.into_iter().zip(data.s32("lengths"));
    let y: Vec<f32> =
        sized.map(|((values, columns), &threads)| dot(values, columns, data.f32("x"), threads as usize)).collect();
    data.f32_mut("y").copy_from_slice(&y);
}
