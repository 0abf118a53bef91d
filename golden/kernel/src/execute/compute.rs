//! Operations on all lanes at once: a loop over the lanes around each operation on one lane, for
//! any machine and wide (see [`super::machine`]).

use std::ptr::NonNull;

use super::machine::wide;
use super::rows::{BITS, Lanes, Pair};
use crate::arithmetic::{Lane, Shape, Visitor, fast};
use crate::program::{Integer, Op};

/// An operation on all lanes: operands a, b, c, the lanes whose result matters, the result.
pub(crate) type Map = unsafe fn(&Pair, &Pair, &Pair, u32, &mut Pair);
/// A comparison of all lanes with operands a, b, c; returns one bit per lane.
pub(crate) type Test = unsafe fn(&Pair, &Pair, &Pair) -> u32;

/// A loop over the lanes, with the registers that its operands and its result occupy.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Loop {
    pub run: Run,
    pub reads: [Shape; 3],
    pub result: Shape,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Run {
    Map(Map),
    Test(Test),
}

/// Returns the loop for an operation, if it has one; `wide` on a machine that is.
pub(crate) fn of(op: &Op, wide: bool) -> Option<Loop> {
    let dear = dear(op);
    if wide { fast(op, Looping::<true> { dear }) } else { fast(op, Looping::<false> { dear }) }
}

/// Runs a loop that computes a value.
#[inline(always)]
pub(crate) fn map(run: Map, a: &Pair, b: &Pair, c: &Pair, mask: u32, d: &mut Pair) {
    // SAFETY: `Looping` gives the loop with target features only where the machine has them.
    unsafe { run(a, b, c, mask, d) }
}

/// Runs a loop that compares all lanes.
#[inline(always)]
pub(crate) fn test(run: Test, a: &Pair, b: &Pair, c: &Pair) -> u32 {
    // SAFETY: as above.
    unsafe { run(a, b, c) }
}

/// Whether an operation takes so long on one lane that lanes whose result does not matter are
/// skipped.
fn dear(op: &Op) -> bool {
    matches!(op, Op::Integer(Integer::Div | Integer::Rem, _) | Op::Approximate(..) | Op::Float(..))
}

/// Makes a loop of an operation on one lane, for any machine or wide.
struct Looping<const WIDE: bool> {
    dear: bool,
}

impl<const WIDE: bool> Visitor for Looping<WIDE> {
    type Out = Loop;
    const FUSES: bool = WIDE;
    fn visit<A: Lane, B: Lane, C: Lane, D: Lane>(
        self,
        operation: impl Fn(A, B, C) -> D + Copy + Send + Sync + 'static,
    ) -> Loop {
        self.make(operation)
    }
}

impl<const WIDE: bool> Looping<WIDE> {
    fn make<A: Lane, B: Lane, C: Lane, D: Lane, F: Fn(A, B, C) -> D + Copy>(self, _: F) -> Loop {
        let run = match (D::SHAPE, WIDE, self.dear) {
            (Shape::Predicate, true, _) => Run::Test(test_wide::<A, B, C, D, F>),
            (Shape::Predicate, ..) => Run::Test(test_lanes::<A, B, C, D, F>),
            (_, true, false) => Run::Map(map_wide::<A, B, C, D, F, false>),
            (_, true, true) => Run::Map(map_wide::<A, B, C, D, F, true>),
            (_, _, false) => Run::Map(map_lanes::<A, B, C, D, F, false>),
            (_, _, true) => Run::Map(map_lanes::<A, B, C, D, F, true>),
        };
        Loop { run, reads: [A::SHAPE, B::SHAPE, C::SHAPE], result: D::SHAPE }
    }
}

/// Returns the operation of a type without state.
#[inline(always)]
fn stateless<F: Copy>() -> F {
    const { assert!(size_of::<F>() == 0) };
    // SAFETY: a value of no size is read from nowhere; one was given to `Looping`, so that there is
    // one.
    unsafe { NonNull::<F>::dangling().read() }
}

#[inline(always)]
fn lane<L: Lane>(pair: &Pair, lane: usize) -> L {
    L::of(pair[0][lane], pair[1][lane])
}

#[inline(always)]
fn each<A: Lane, B: Lane, C: Lane, D: Lane, F: Fn(A, B, C) -> D + Copy>(
    [a, b, c]: [&Pair; 3],
    at: usize,
    d: &mut Pair,
) {
    let [low, high] = stateless::<F>()(lane(a, at), lane(b, at), lane(c, at)).words();
    d[0][at] = low;
    if matches!(D::SHAPE, Shape::Pair) {
        d[1][at] = high;
    }
}

#[inline(always)]
fn map_lanes<A: Lane, B: Lane, C: Lane, D: Lane, F: Fn(A, B, C) -> D + Copy, const DEAR: bool>(
    a: &Pair,
    b: &Pair,
    c: &Pair,
    mask: u32,
    d: &mut Pair,
) {
    let reads = [a, b, c];
    if DEAR && mask != u32::MAX {
        for at in Lanes(mask) {
            each::<A, B, C, D, F>(reads, at, d);
        }
    } else {
        for at in 0..32 {
            each::<A, B, C, D, F>(reads, at, d);
        }
    }
}

#[inline(always)]
fn test_lanes<A: Lane, B: Lane, C: Lane, D: Lane, F: Fn(A, B, C) -> D + Copy>(a: &Pair, b: &Pair, c: &Pair) -> u32 {
    let mut result = 0;
    for at in 0..32 {
        let [holds, _] = stateless::<F>()(lane(a, at), lane(b, at), lane(c, at)).words();
        result |= if holds != 0 { BITS[at] } else { 0 };
    }
    result
}

wide! {
    unsafe fn map_wide<A: Lane, B: Lane, C: Lane, D: Lane, F: Fn(A, B, C) -> D + Copy, const DEAR: bool>(
        a: &Pair,
        b: &Pair,
        c: &Pair,
        mask: u32,
        d: &mut Pair,
    ) {
        map_lanes::<A, B, C, D, F, DEAR>(a, b, c, mask, d);
    }

    unsafe fn test_wide<A: Lane, B: Lane, C: Lane, D: Lane, F: Fn(A, B, C) -> D + Copy>(
        a: &Pair,
        b: &Pair,
        c: &Pair,
    ) -> u32 {
        test_lanes::<A, B, C, D, F>(a, b, c)
    }
}
