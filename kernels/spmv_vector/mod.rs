//! SPMV-VECTOR: product of a sparse matrix and a vector, in the order in which the threads of a
//! warp add.

use crate::spmv::matrix;
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

fn make(_: &Sizes, data: &mut Buffers) {
    matrix::store(&matrix::mycielskian(11), data, "graph_rows", "graph_columns");
    matrix::store(&matrix::lp22(0), data, "program_rows", "program_columns");
}

fn dot(values: &[f32], columns: &[i32], x: &[f32]) -> f32 {
    let mut sums = [0.0f32; 32];
    for (k, (value, &column)) in values.iter().zip(columns).enumerate() {
        sums[k % 32] = value.mul_add(x[column as usize], sums[k % 32]);
    }
    for half in [16, 8, 4, 2, 1] {
        for i in 0..half {
            sums[i] += sums[i + half];
        }
    }
    sums[0]
}

fn reference(_: &Sizes, data: &mut Buffers) {
    for [rows, columns, values, y] in [
        ["graph_rows", "graph_columns", "graph_values", "graph_y"],
        ["program_rows", "program_columns", "program_values", "program_y"],
    ] {
        let rows = matrix::rows(data, [rows, columns, values]);
        let dots: Vec<f32> = rows.into_iter().map(|(values, columns)| dot(values, columns, data.f32("x"))).collect();
        data.f32_mut(y).copy_from_slice(&dots);
    }
}
