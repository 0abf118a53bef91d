//! Tests of control-flow graphs, dominators and reconvergence points against naive definitions.

use crate::support::*;
use heddle_kernel::analysis::*;
use heddle_kernel::program::*;
use proptest::prelude::*;

/// Functions of branches, indexed branches, exits and nothing, all guarded now and then.
fn functions() -> impl Strategy<Value = Function> {
    let one = |n: u32| {
        let plain = prop_oneof![
            3 => Just(op(Op::Nothing, &[], &[])),
            4 => (0..=n).prop_map(branch),
            1 => prop::collection::vec(0..=n, 1..4)
                .prop_map(|targets| op(Op::BranchIndexed { targets, uniform: false }, &[], &[r(0)])),
            1 => prop_oneof![Just(Op::Exit), Just(Op::Return), Just(Op::Trap)].prop_map(|o| op(o, &[], &[])),
        ];
        (plain, any::<bool>()).prop_map(|(i, guard)| if guard { guarded(1, i) } else { i })
    };
    (1u32..24).prop_flat_map(move |n| {
        prop::collection::vec(one(n), n as usize).prop_map(|code| function(code, vec![Type::U32, Type::Pred]))
    })
}

/// Blocks that can be reached from one by a path that avoids another.
fn reachable(flow: &Flow, from: BlockId, avoiding: Option<BlockId>) -> Vec<bool> {
    let mut seen = vec![false; flow.blocks.len() + 1];
    let mut open = vec![from];
    while let Some(b) = open.pop() {
        if Some(b) == avoiding || std::mem::replace(&mut seen[b], true) || b == flow.exit() {
            continue;
        }
        open.extend(&flow.blocks[b].successors);
        if flow.endless.contains(&b) {
            open.push(flow.exit());
        }
    }
    seen
}

/// The nearest of the strict dominators: that which all others dominate.
fn nearest(candidates: Vec<BlockId>, dominates: impl Fn(BlockId, BlockId) -> bool) -> Option<BlockId> {
    candidates.iter().copied().find(|&d| candidates.iter().all(|&e| dominates(e, d)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn dominators_are_what_they_are_called(f in functions()) {
        let flow = Flow::of(&f);
        let (before, after) = (dominators(&flow), postdominators(&flow));
        let n = flow.blocks.len();
        let from_entry = reachable(&flow, 0, None);
        // d dominates b: without d, b is out of reach; d post-dominates b: without d, the exit is
        let dominates = |d: usize, b: usize| d == b || !reachable(&flow, 0, Some(d))[b];
        let ends = |d: usize, b: usize| d == b || !reachable(&flow, b, Some(d))[n];
        for b in 0..=n {
            let strict = |of: &dyn Fn(usize, usize) -> bool| (0..=n).filter(|&d| d != b && of(d, b)).collect::<Vec<_>>();
            let expected = if from_entry[b] { nearest(strict(&|d, b| from_entry[d] && dominates(d, b)), dominates) } else { None };
            prop_assert_eq!(before.immediate[b], expected, "dominator of {}", b);
            prop_assert_eq!(after.immediate[b], nearest(strict(&ends), ends), "post-dominator of {}", b);
            prop_assert!(b == n || reachable(&flow, b, None)[n], "{} does not reach the exit", b);
        }
    }

    #[test]
    fn blocks_are_maximal_and_edges_agree(f in functions()) {
        let flow = Flow::of(&f);
        for (b, block) in flow.blocks.iter().enumerate() {
            prop_assert!(flow.instructions(b).all(|i| flow.block(i as u32) == b));
            prop_assert!(block.successors.iter().all(|&s| s == flow.exit() || flow.blocks[s].predecessors.contains(&b)));
            prop_assert!(block.predecessors.iter().all(|&p| flow.blocks[p].successors.contains(&b)));
        }
        let order = flow.order();
        let reached = reachable(&flow, 0, None);
        prop_assert_eq!(order.len(), reached[..flow.blocks.len()].iter().filter(|&&r| r).count());
        prop_assert_eq!(order.first(), Some(&0));
    }
}

fn nothing() -> Instruction {
    op(Op::Nothing, &[], &[])
}

#[test]
fn an_if_and_its_else_meet_behind() {
    let code = vec![guarded(0, branch(3)), nothing(), branch(4), nothing(), nothing()];
    let f = function(code, vec![Type::Pred]);
    let meet = Reconvergence::of(&f, &Flow::of(&f));
    assert_eq!([0, 1, 2, 3, 4].map(|i| meet.at(i)), [Some(4), None, Some(4), None, None]);
}

#[test]
fn who_returns_early_does_not_wait_for_the_others_at_the_return() {
    let code = |last: Instruction| function(vec![guarded(0, branch(2)), nothing(), last, nothing()], vec![Type::Pred]);
    let meet = |f: &Function| Reconvergence::of(f, &Flow::of(f)).at(0);
    assert_eq!(meet(&code(op(Op::Return, &[], &[]))), Some(4));
    assert_eq!(meet(&code(guarded(0, op(Op::Return, &[], &[])))), Some(2));
    assert_eq!(meet(&code(nothing())), Some(2));
}

#[test]
fn threads_that_leave_a_loop_wait_behind_it() {
    let code = vec![nothing(), guarded(0, branch(0)), nothing()];
    let f = function(code, vec![Type::Pred]);
    assert_eq!(Reconvergence::of(&f, &Flow::of(&f)).at(1), Some(2));
}

#[test]
fn a_side_that_returns_meets_nobody() {
    let code = vec![guarded(0, branch(2)), op(Op::Return, &[], &[]), nothing()];
    let f = function(code, vec![Type::Pred]);
    assert_eq!(Reconvergence::of(&f, &Flow::of(&f)).at(0), Some(3));
    let code = vec![guarded(0, branch(3)), guarded(0, op(Op::Exit, &[], &[])), nothing(), nothing()];
    let f = function(code, vec![Type::Pred]);
    assert_eq!(Reconvergence::of(&f, &Flow::of(&f)).at(0), Some(4), "a guarded exit is a way out");
}

#[test]
fn an_endless_loop_has_a_graph() {
    // 0: into a loop of 1 and 2, or to 3
    let code = vec![guarded(0, branch(3)), nothing(), branch(1), nothing()];
    let f = function(code, vec![Type::Pred]);
    let flow = Flow::of(&f);
    assert_eq!(flow.endless, [1]);
    assert_eq!(Reconvergence::of(&f, &flow).at(0), Some(4));
    assert_eq!(Reconvergence::of(&f, &flow).at(2), Some(4));
}

#[test]
fn a_function_without_instructions_has_no_blocks() {
    let f = function(vec![], vec![]);
    let flow = Flow::of(&f);
    assert_eq!((flow.exit(), flow.order()), (0, vec![]));
    assert_eq!(postdominators(&flow).immediate, [None]);
}
