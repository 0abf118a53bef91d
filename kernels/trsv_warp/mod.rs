//! TRSV-WARP: a batch of lower triangular systems, small ones mostly, by forward substitution.

use heddle_golden::Chance;

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

fn make(size: &Sizes, data: &mut Buffers) {
    let (mut chance, most) = (Chance(7), size["most"] as u32);
    let (mut matrix, mut vector) = (0, 0);
    for system in 0..size.count("systems") {
        // the least of two: small systems are more frequent
        let n = 1 + chance.below(most).min(chance.below(most));
        data.s32_mut("sizes")[system] = n as i32;
        data.s32_mut("matrices")[system] = matrix as i32;
        data.s32_mut("vectors")[system] = vector as i32;
        for row in 0..n {
            for column in 0..=row {
                let value = chance.below(1 << 16) as f32 / 65536.0 - 0.5;
                // a diagonal far from zero, so that unknowns stay small
                data.f32_mut("l")[(matrix + row * n + column) as usize] =
                    if column == row { 2.0 + value } else { value / n as f32 };
            }
        }
        matrix += n * n;
        vector += n;
    }
}

fn reference(_: &Sizes, data: &mut Buffers) {
    let mut x = data.f32("x").to_vec();
    let starts = data.s32("matrices").iter().zip(data.s32("vectors"));
    for (&n, (&matrix, &vector)) in data.s32("sizes").iter().zip(starts) {
        let (n, matrix, vector) = (n as usize, matrix as usize, vector as usize);
        let l = &data.f32("l")[matrix..];
        for row in 0..n {
            let products = (0..row).map(|column| l[row * n + column] * x[vector + column]);
            let rest = products.fold(data.f32("b")[vector + row], |rest, product| rest - product);
            x[vector + row] = rest / l[row * n + row];
        }
    }
    data.f32_mut("x").copy_from_slice(&x);
}
