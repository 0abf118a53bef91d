//! BP: back propagation in a neural network.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

/// Number of inputs of a block.
const TILE: usize = 16;

fn reference(size: &Sizes, data: &mut Buffers) {
    forward(size, data);
    adjust(size, data, |last, delta, x| f64::from(0.3f32.mul_add(last, 0.3 * delta * x)));
}

/// Computes the hidden units' sums of each tile, as trees.
pub(crate) fn forward(size: &Sizes, data: &mut Buffers) {
    let (inputs, hidden) = (size.count("inputs"), size.count("hidden"));
    let input = data.f32("input").to_vec();

    let mut partial = vec![];
    let sums = data.f32_mut("sums");
    for tile in 0..inputs / TILE {
        let at = |row: usize, unit: usize| (1 + tile * TILE + row) * (hidden + 1) + 1 + unit;
        for unit in 0..hidden {
            let mut column: Vec<f32> = (0..TILE).map(|i| sums[at(i, unit)] * input[1 + tile * TILE + i]).collect();
            partial.push(tree(&mut column));
            (0..TILE).for_each(|i| sums[at(i, unit)] = column[i]);
        }
    }
    data.f32_mut("partial").copy_from_slice(&partial);
}

/// Adjusts all weights by `change` of a weight's last change, its unit's delta and its input.
pub(crate) fn adjust(size: &Sizes, data: &mut Buffers, change: impl Fn(f32, f32, f32) -> f64) {
    let hidden = size.count("hidden");
    let input = data.f32("input").to_vec();
    let delta = data.f32("delta").to_vec();
    for (row, &x) in input.iter().enumerate() {
        // the threshold is an input that is always one
        let x = if row == 0 { 1.0 } else { x };
        for (unit, &delta) in delta.iter().enumerate().skip(1) {
            let i = row * (hidden + 1) + unit;
            let change = change(data.f32("last")[i], delta, x);
            data.f32_mut("last")[i] = change as f32;
            // for singles that is a sum in single precision, too
            let weight = &mut data.f32_mut("weights")[i];
            *weight = (f64::from(*weight) + change) as f32;
        }
    }
}

/// Adds values as a tree, each half first; the sums of the halves stay in `values`.
fn tree(values: &mut [f32]) -> f32 {
    if values.len() > 1 {
        let (left, right) = values.split_at_mut(values.len() / 2);
        let sum = tree(left) + tree(right);
        values[0] = sum;
    }
    values[0]
}

#[test]
fn a_tree_keeps_the_sums_of_its_halves() {
    let mut values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
    assert_eq!(tree(&mut values), 36.0);
    assert_eq!(values, [36.0, 2.0, 7.0, 4.0, 26.0, 6.0, 15.0, 8.0]);
}
