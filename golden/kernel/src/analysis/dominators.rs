use super::{BlockId, Flow};
use petgraph::{algo::dominators::simple_fast, graph::DiGraph};

/// The immediate dominator of each block, or the immediate post-dominator. `None` for the root and
/// for blocks that cannot be reached: from the entry, or backwards from the exit (there are none of
/// the latter, see [`Flow::endless`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dominators {
    /// The immediate dominator of each block, the exit last.
    pub immediate: Vec<Option<BlockId>>,
}

impl Dominators {
    /// Whether each path from the root to `b` goes through `a`; a block dominates itself.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        std::iter::successors(Some(b), |&b| self.immediate[b]).any(|b| b == a)
    }
}

fn edges(flow: &Flow) -> impl Iterator<Item = (u32, u32)> + '_ {
    let ends = flow.endless.iter().map(|&b| (b as u32, flow.exit() as u32));
    let edge = |(b, block): (usize, &'_ super::Block)| {
        block.successors.iter().map(|&s| (b as u32, s as u32)).collect::<Vec<_>>()
    };
    flow.blocks.iter().enumerate().flat_map(edge).chain(ends)
}

fn immediate(flow: &Flow, root: BlockId, edges: impl Iterator<Item = (u32, u32)>) -> Dominators {
    let mut graph = DiGraph::<(), ()>::with_capacity(flow.blocks.len() + 1, 0);
    for _ in 0..=flow.blocks.len() {
        graph.add_node(());
    }
    for (a, b) in edges {
        graph.add_edge(a.into(), b.into(), ());
    }
    let found = simple_fast(&graph, (root as u32).into());
    let of = |b: usize| found.immediate_dominator((b as u32).into()).map(|d| d.index());
    Dominators { immediate: (0..=flow.blocks.len()).map(of).collect() }
}

/// Computes the immediate dominators of a control-flow graph, from the entry.
pub fn dominators(flow: &Flow) -> Dominators {
    immediate(flow, 0, edges(flow))
}

/// Computes the immediate post-dominators of a control-flow graph, backwards from the virtual exit.
pub fn postdominators(flow: &Flow) -> Dominators {
    immediate(flow, flow.exit(), edges(flow).map(|(a, b)| (b, a)))
}
