//! SSSP: shortest paths in a random graph; on the host by Dijkstra's algorithm.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use heddle_kernel::launch::Rejection;

use crate::graph::Graph;
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, judge, ..Host::NONE };

fn graph(size: &Sizes) -> Graph {
    Graph::random(size.count("n"), 17)
}

fn weight(a: usize, b: usize) -> i32 {
    ((a ^ b) & 7) as i32 + 1
}

fn make(size: &Sizes, data: &mut Buffers) {
    let graph = graph(size);
    data.s32_mut("rows").copy_from_slice(&graph.rows);
    data.s32_mut("edges")[..graph.edges.len()].copy_from_slice(&graph.edges);
    data.s32_mut("distance").fill(-1);
    data.s32_mut("distance")[0] = 0;
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let graph = graph(size);
    let mut distance = vec![-1; size.count("n")];
    let mut open = BinaryHeap::from([(Reverse(0), 0usize)]);
    while let Some((Reverse(far), node)) = open.pop() {
        if distance[node] >= 0 {
            continue;
        }
        distance[node] = far;
        for &next in &graph.edges[graph.rows[node] as usize..graph.rows[node + 1] as usize] {
            open.push((Reverse(far + weight(node, next as usize)), next as usize));
        }
    }
    data.s32_mut("distance").copy_from_slice(&distance);
}

/// Checks the parents: every reached node but the first has a neighbour on a shortest path as its
/// parent; the others have none.
fn judge(size: &Sizes, _: &Buffers, data: &Buffers) -> Result<(), Rejection> {
    let graph = graph(size);
    let (distance, parents) = (data.s32("distance"), data.s32("parent"));
    for (node, &parent) in parents.iter().enumerate() {
        let right = match usize::try_from(parent) {
            Err(_) => parent == -1 && (node == 0 || distance[node] < 0),
            Ok(parent) if parent < distance.len() => {
                let neighbours = &graph.edges[graph.rows[parent] as usize..graph.rows[parent + 1] as usize];
                neighbours.contains(&(node as i32)) && distance[node] == distance[parent] + weight(parent, node)
            }
            Ok(_) => false,
        };
        if !right {
            let what = format!("parent[{node}] is {parent}, which is on no shortest path to it");
            return Err(Rejection(what));
        }
    }
    Ok(())
}
