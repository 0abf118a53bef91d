//! SPMV-WARP: a sparse matrix times a vector, in the order in which the threads of a warp of any size add.

use heddle_golden::Chance;

use crate::spmv::matrix::{self, Matrix};
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

fn make(size: &Sizes, data: &mut Buffers) {
    store(&matrix::mycielskian(11), size, data);
}

/// A matrix with its rows in the order that `order` says, and a warp a row: of its length, but 1 thread at least and `most` at most.
pub(crate) fn store(matrix: &Matrix, size: &Sizes, data: &mut Buffers) {
    let mut matrix = matrix.clone();
    if size["order"] != 0 {
        let mut chance = Chance(size["order"] as u64);
        for last in (1..matrix.len()).rev() {
            matrix.swap(last, chance.below(last as u32 + 1) as usize);
        }
    }
    matrix::store(&matrix, data, "rows", "columns");
    let most = size.count("most");
    let least = if size["masked"] == 0 { 1 } else { matrix.iter().map(Vec::len).max().unwrap_or(1).min(most) };
    let lengths = matrix.iter().map(|row| row.len().clamp(least, most) as i32);
    data.s32_mut("lengths").iter_mut().zip(lengths).for_each(|(held, length)| *held = length);
}

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
