//! BFS: breadth-first search in a random graph.

use crate::graph::Graph;
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

fn graph(size: &Sizes) -> Graph {
    Graph::random(size.count("n"), 11)
}

fn make(size: &Sizes, data: &mut Buffers) {
    let graph = graph(size);
    data.s32_mut("nodes").copy_from_slice(&graph.nodes());
    data.s32_mut("edges")[..graph.edges.len()].copy_from_slice(&graph.edges);
    data.u8_mut("frontier")[0] = 1;
    data.u8_mut("visited")[0] = 1;
    data.s32_mut("cost").fill(-1);
    data.s32_mut("cost")[0] = 0;
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let distances = graph(size).distances();
    let deepest = *distances.iter().max().expect("node 0 is there") as usize;
    for (visited, &distance) in data.u8_mut("visited").iter_mut().zip(&distances) {
        *visited = u8::from(distance >= 0);
    }
    data.u8_mut("again")[..deepest].fill(1);
    data.s32_mut("cost").copy_from_slice(&distances);
    data.u8_mut("frontier").fill(0);
}
