//! Instruction streams: the instruction that each offers, refusal, and the multiplexer's choice
//! (IV.B).

use heddle_contract::prt::op::{self, Class};
use heddle_contract::prt::{Config, In, SOURCES, kind, reason};

use super::State;
use super::buffer::Entry;
use super::registers::Operand;

/// Vector instructions by operation; `None` for an operation that is refused.
const LOOKUP: [Option<(u8, Class)>; 1 << op::BITS] = {
    let mut table = [None; 1 << op::BITS];
    let mut k = 0;
    while k < table.len() {
        table[k] = op::lookup(k as u8);
        k += 1;
    }
    table
};

/// The multiplexer's choice among the streams in a cycle.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Choice {
    /// Mask of the streams that are refused, and of those whose operation is not in the table.
    pub refuse: u8,
    pub unmapped: u8,
    /// Mask of the streams that are taken.
    pub take: u8,
    /// The last stream that has a turn, if one has.
    pub last: Option<u8>,
}

/// Returns destination, sources and guard of the instruction that stream `p` offers.
#[inline]
fn offered(p: usize, i: &In) -> [Operand; SOURCES + 2] {
    let source = |s: usize| Operand { kind: i.fetch_src_kind[p * SOURCES + s], register: i.fetch_src[p * SOURCES + s] };
    let guard = if i.fetch_guarded >> p & 1 == 1 { kind::MASK } else { kind::NONE };
    let dst = Operand { kind: i.fetch_dst_kind[p], register: i.fetch_dst[p] };
    [dst, source(0), source(1), source(2), Operand { kind: guard, register: i.fetch_guard[p] }]
}

/// Refuses streams, and gives as many turns as the multiplexer and the buffer can, in cyclic order;
/// what has one and is not refused is taken.
#[inline]
pub(super) fn choose(cfg: &Config, q: &State, i: &In) -> Choice {
    let mut choice = Choice::default();
    if i.fetch == 0 {
        return choice;
    }
    let mut left = i.fetch;
    while left != 0 {
        let p = left.trailing_zeros() as usize;
        left &= left - 1;
        if LOOKUP[usize::from(i.fetch_op[p]) % LOOKUP.len()].is_none() {
            choice.unmapped |= 1 << p;
        } else if !q.partitions.each[p].owns(&offered(p, i)) {
            choice.refuse |= 1 << p;
        }
    }
    choice.refuse |= choice.unmapped;
    let mut free = cfg.width.min(cfg.entries - u32::from(q.buffer.count));
    // whether a register is the partition's is known too late to give its turn to another
    let mut in_turn = i.fetch & !choice.unmapped;
    while in_turn != 0 && free != 0 {
        let chosen = first_from(in_turn, q.next);
        choice.take |= 1 << chosen & !choice.refuse;
        choice.last = Some(chosen);
        // those that are left come after it in cyclic order
        in_turn &= !(1 << chosen);
        free -= 1;
    }
    choice
}

/// Returns the first of some streams in cyclic order from `next` on.
#[inline]
pub(super) fn first_from(streams: u8, next: u8) -> u8 {
    let behind = streams >> next << next;
    (if behind != 0 { behind } else { streams }).trailing_zeros() as u8
}

impl Choice {
    /// Returns the reason for which stream `p` is refused.
    #[inline]
    pub fn reason(&self, p: usize) -> u8 {
        if self.unmapped >> p & 1 == 1 { reason::OPERATION } else { reason::REGISTER }
    }
}

/// Returns the entry that a stream's instruction becomes.
#[inline]
pub(super) fn translate(q: &State, p: u8, i: &In) -> Entry {
    let at = usize::from(p);
    let owner = &q.partitions.each[at];
    let (op, class) = LOOKUP[usize::from(i.fetch_op[at]) % LOOKUP.len()].expect("what is taken is in the table");
    let operands = offered(at, i).map(|operand| owner.rename(operand));
    Entry {
        partition: p,
        op,
        class,
        vl: owner.vl,
        latency: if class.is_simple() { 1 } else { owner.vl },
        operands,
        imm: i.fetch_imm[at],
        number: q.numbers[at],
    }
}
