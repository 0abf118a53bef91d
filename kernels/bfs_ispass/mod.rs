//! BFS-ISPASS: breadth-first search in a connected random graph.

use crate::graph::Graph;
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

fn graph(size: &Sizes) -> Graph {
    Graph::connected(size.count("n"), 11)
}

fn make(size: &Sizes, data: &mut Buffers) {
    let graph = graph(size);
    data.s32_mut("nodes").copy_from_slice(&graph.nodes());
    data.s32_mut("edges").copy_from_slice(&graph.edges);
    data.u8_mut("mask")[0] = 1;
    data.u8_mut("visited")[0] = 1;
    data.s32_mut("cost").fill(-1);
    data.s32_mut("cost")[0] = 0;
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let distances = graph(size).distances();
    let deepest = *distances.iter().max().expect("node 0 is there") as usize;
    assert_eq!(deepest + 1, size.count("levels"), "the last launch finds nothing");
    for (visited, &distance) in data.u8_mut("visited").iter_mut().zip(&distances) {
        *visited = distance as u8 + 1;
    }
    data.u8_mut("again")[..deepest].fill(1);
    data.s32_mut("cost").copy_from_slice(&distances);
    data.u8_mut("mask").fill(0);
}
