//! PF: the cheapest way down a grid, by dynamic programming.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let columns = sizes.count("columns");
    let mut costs = data.s32("even").to_vec();
    for row in data.s32("wall").chunks_exact(columns) {
        let cheapest = |x: usize| *costs[x.saturating_sub(1)..columns.min(x + 2)].iter().min().expect("a column");
        costs = row.iter().enumerate().map(|(x, cost)| cost + cheapest(x)).collect();
    }
    data.s32_mut("odd").copy_from_slice(&costs);
}
