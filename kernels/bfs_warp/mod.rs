//! BFS-WARP: breadth-first search in a graph whose nodes have from three to hundreds of neighbours.

use crate::graph::Graph;
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

fn graph(size: &Sizes) -> Graph {
    Graph::preferential(size.count("n"), 5)
}

fn make(size: &Sizes, data: &mut Buffers) {
    let graph = graph(size);
    data.s32_mut("first").copy_from_slice(&graph.rows);
    data.s32_mut("edges")[..graph.edges.len()].copy_from_slice(&graph.edges);
    let most = size["most"] as i32;
    let degrees = graph.rows.windows(2).map(|row| (row[1] - row[0]).clamp(1, most));
    data.s32_mut("degrees").iter_mut().zip(degrees).for_each(|(held, degree)| *held = degree);
    data.s32_mut("cost").fill(-1);
    data.s32_mut("cost")[0] = 0;
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let levels = size["levels"] as i32;
    // what lies beyond the last level is not found
    let costs = graph(size).distances().into_iter().map(|cost| if cost <= levels { cost } else { -1 });
    data.s32_mut("cost").iter_mut().zip(costs).for_each(|(held, cost)| *held = cost);
}
