//! BWC: warp-centric breadth-first search in a random graph.

use crate::graph::Graph;
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

fn graph(size: &Sizes) -> Graph {
    Graph::random(size.count("n"), 12)
}

fn make(size: &Sizes, data: &mut Buffers) {
    let graph = graph(size);
    data.s32_mut("rows").copy_from_slice(&graph.rows);
    data.s32_mut("edges")[..graph.edges.len()].copy_from_slice(&graph.edges);
    data.s32_mut("distances").fill(-1);
    data.s32_mut("distances")[0] = 0;
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let distances = graph(size).distances();
    let deepest = *distances.iter().max().expect("node 0 is there") as usize;
    data.s32_mut("again")[..deepest].fill(1);
    data.s32_mut("distances").copy_from_slice(&distances);
}
