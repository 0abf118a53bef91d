//! Random graphs, and breadth-first search with a queue.

use std::collections::{BTreeSet, VecDeque};

use heddle_golden::Chance;

/// A graph, as lists of the neighbours of each node.
pub(crate) struct Graph {
    /// The place of each node's first neighbour in `edges`; one element more than there are nodes.
    pub(crate) rows: Vec<i32>,
    /// The neighbours of all nodes, one node after the other.
    pub(crate) edges: Vec<i32>,
}

impl Graph {
    /// Creates a random graph of `n` nodes, with no more than `8 n` edges. Each node chooses two to
    /// four others, and they are neighbours both ways: six on average, as in Rodinia's graphs.
    pub(crate) fn random(n: usize, seed: u64) -> Graph {
        let mut chance = Chance(seed);
        let mut pairs = Vec::with_capacity(4 * n);
        for node in 0..n as u32 {
            for _ in 0..2 + chance.below(3) {
                pairs.push((node, chance.below(n as u32)));
            }
        }
        Graph::of(n, pairs)
    }

    /// Creates a random graph of `n` nodes in which a few have very many neighbours, with no more
    /// than `6 n` edges. Each node but the first chooses three of those before it, the more likely
    /// the more neighbours they have.
    pub(crate) fn preferential(n: usize, seed: u64) -> Graph {
        let mut chance = Chance(seed);
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(3 * n);
        for node in 1..n as u32 {
            for _ in 0..3 {
                // an end of an edge that exists already
                let (a, b) = match pairs.len() as u32 {
                    0 => (0, 0),
                    edges => pairs[chance.below(edges) as usize],
                };
                let other = if chance.below(2) == 0 { a } else { b };
                pairs.push((node, if other == node { 0 } else { other }));
            }
        }
        Graph::of(n, pairs)
    }

    /// Creates a connected random graph of `n` nodes and `3 n` edges, no two of which join the same
    /// nodes, as in the graph of 65536 nodes that comes with GPGPU-Sim's BFS: each node in a random
    /// order is joined with one before it, then random nodes are.
    pub(crate) fn connected(n: usize, seed: u64) -> Graph {
        let mut chance = Chance(seed);
        let mut order: Vec<u32> = (0..n as u32).collect();
        (1..n).rev().for_each(|last| order.swap(last, chance.below(last as u32 + 1) as usize));
        let mut joined = BTreeSet::new();
        let mut pairs = Vec::with_capacity(3 * n);
        while pairs.len() < 3 * n {
            let (a, b) = match pairs.len() + 1 {
                next if next < n => (order[next], order[chance.below(next as u32) as usize]),
                _ => (chance.below(n as u32), chance.below(n as u32)),
            };
            if a != b && joined.insert((a.min(b), a.max(b))) {
                pairs.push((a, b));
            }
        }
        Graph::of(n, pairs)
    }

    /// Creates the graph with these edges, each in both directions.
    fn of(n: usize, pairs: Vec<(u32, u32)>) -> Graph {
        let mut rows = vec![0; n + 1];
        for &(a, b) in &pairs {
            rows[a as usize + 1] += 1;
            rows[b as usize + 1] += 1;
        }
        for node in 0..n {
            rows[node + 1] += rows[node];
        }
        let mut free = rows.clone();
        let mut edges = vec![0; 2 * pairs.len()];
        let mut add = |from: u32, to: u32| {
            edges[free[from as usize] as usize] = to as i32;
            free[from as usize] += 1;
        };
        for (a, b) in pairs {
            add(a, b);
            add(b, a);
        }
        Graph { rows, edges }
    }

    /// Returns the place of the first neighbour of each node, and the number of its neighbours, one
    /// after the other, as breadth-first searches have them in memory.
    pub(crate) fn nodes(&self) -> Vec<i32> {
        self.rows.windows(2).flat_map(|row| [row[0], row[1] - row[0]]).collect()
    }

    /// Returns the neighbours of a node.
    pub(crate) fn neighbours(&self, node: usize) -> &[i32] {
        &self.edges[self.rows[node] as usize..self.rows[node + 1] as usize]
    }

    /// Returns the distance of each node from node 0; -1 for a node that cannot be reached.
    pub(crate) fn distances(&self) -> Vec<i32> {
        let mut distances = vec![-1; self.rows.len() - 1];
        distances[0] = 0;
        let mut queue = VecDeque::from([0]);
        while let Some(node) = queue.pop_front() {
            for &to in self.neighbours(node) {
                if distances[to as usize] < 0 {
                    distances[to as usize] = distances[node] + 1;
                    queue.push_back(to as usize);
                }
            }
        }
        distances
    }
}

#[test]
fn a_ring_with_a_chord() {
    // 0-1-2-3-4-5-0 and 0-3; 6 is alone
    let near = [vec![1, 5, 3], vec![0, 2], vec![1, 3], vec![2, 4, 0], vec![3, 5], vec![4, 0], vec![]];
    let mut graph = Graph { rows: vec![0], edges: vec![] };
    for near in &near {
        graph.edges.extend(near);
        graph.rows.push(graph.edges.len() as i32);
    }
    assert_eq!(graph.distances(), [0, 1, 2, 1, 2, 1, -1]);
}

#[test]
fn random_graphs_are_even_handed() {
    let graph = Graph::random(1000, 1);
    for node in 0..1000 {
        for &to in graph.neighbours(node) {
            assert!(graph.neighbours(to as usize).contains(&(node as i32)));
        }
    }
    assert!((5500..6500).contains(&graph.edges.len()));
    assert!(graph.distances().iter().max() > Some(&4));
}

#[test]
fn preferential_graphs_have_nodes_with_many_neighbours() {
    let graph = Graph::preferential(2000, 5);
    let degrees: Vec<usize> = (0..2000).map(|node| graph.neighbours(node).len()).collect();
    assert_eq!(degrees.iter().sum::<usize>(), 6 * 1999);
    assert!(degrees.iter().all(|&degree| degree >= 3));
    assert!(degrees.iter().filter(|&&degree| degree <= 6).count() > 1200 && degrees.iter().any(|&degree| degree > 100));
    assert!(graph.distances().iter().all(|&distance| distance >= 0));
}

#[test]
fn connected_graphs_have_the_degrees_of_the_known_one() {
    let graph = Graph::connected(65536, 11);
    assert!(graph.distances().iter().all(|&distance| distance >= 0));
    let degrees: Vec<usize> = (0..65536).map(|node| graph.neighbours(node).len()).collect();
    assert_eq!(degrees.iter().sum::<usize>(), 6 * 65536);
    // graph65536.txt of GPGPU-Sim's BFS: nodes of each degree, 1 to 12
    let known = [638, 2696, 6141, 9516, 11094, 10577, 8827, 6301, 4224, 2458, 1430, 817];
    for (degree, known) in (1..).zip(known) {
        let ours = degrees.iter().filter(|&&it| it == degree).count() as i64;
        assert!((ours - known).abs() < 5 * (known as f64).sqrt() as i64, "degree {degree}: {ours}, there {known}");
    }
}
