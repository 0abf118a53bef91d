//! Random instructions of a stream, each drawn from a few random words.

use heddle_contract::prt::{Config, In, SOURCES, kind, op};
use heddle_golden::prt::{Operand, Partition, Registers};

use heddle_testbench::entropy::Entropy;

/// A style of random instructions: rates of guards and errors, registers in use, and kinds of
/// operands.
#[derive(Debug, Clone, Default)]
pub struct Code {
    /// Chances in 256, an instruction: an operation that is not in the table; a register that is
    /// not owned; a guard; a register beside the one that the instruction before it writes.
    unmapped: u32,
    beyond: u32,
    guard: u32,
    beside: u32,
    /// The kind of registers that are written one after the other while nothing is read: as many
    /// become pending as there are.
    in_turn: Option<u8>,
    /// Registers that are in use: the fewer, the more they depend on each other.
    reach: u32,
    /// Whether the highest registers are in use, and not the lowest.
    high: bool,
    /// The kinds to choose from: of destinations, and of sources.
    written: [u8; 8],
    read: [u8; 8],
}

use kind::{DATA as D, MASK as M, META as T, NONE as N};

const KINDS: [[u8; 8]; 8] = [
    [D; 8],
    [D, D, D, D, D, M, T, N],
    [D, D, D, D, D, M, T, N],
    [D, D, M, M, T, T, N, N],
    [M, M, M, M, D, N, N, N],
    [T, T, T, T, D, M, N, N],
    [N, N, N, N, N, N, D, M],
    [N; 8],
];

impl Code {
    /// Draws a random style.
    pub fn draw(e: &mut Entropy) -> Self {
        Code {
            unmapped: e.pick(&[0, 0, 4, 64, 256]),
            beyond: e.pick(&[0, 0, 4, 32, 128, 256]),
            guard: e.pick(&[0, 32, 128, 256]),
            beside: e.pick(&[0, 0, 64, 256]),
            reach: e.pick(&[1, 2, 4, 16, 256, 256]),
            high: e.chance(128),
            in_turn: None,
            written: e.pick(&KINDS),
            read: e.pick(&KINDS),
        }
    }

    /// A style in which registers of a kind are written one after the other, and nothing is read.
    pub fn in_turn(kind: u8) -> Self {
        Code { in_turn: Some(kind), ..Code::default() }
    }

    /// Takes away the destination that stream `p` offers, if it would wait until it is pending no
    /// more.
    #[inline]
    pub fn go_on(&self, owner: &Partition, p: usize, pending: &Registers, i: &mut In) {
        let at = Operand { kind: i.fetch_dst_kind[p], register: i.fetch_dst[p] };
        if self.in_turn.is_some() && pending.has(owner.rename(at)) {
            i.fetch_dst_kind[p] = N;
        }
    }

    /// Returns a register of a kind in a partition's range, as far as the reach goes.
    #[inline]
    fn register(&self, owner: &Partition, kind: u8, byte: u32) -> u8 {
        let size = u32::from(owner.size[usize::from(kind)]);
        let low = (byte * size.min(self.reach)) >> 8;
        (if self.high { size.saturating_sub(1 + low) } else { low }) as u8
    }
}

/// Draws the instruction that stream `p` offers into `i`.
#[inline]
pub fn draw(cfg: &Config, code: &Code, owner: &Partition, p: usize, e: &mut Entropy, i: &mut In) {
    let (dice, numbers) = (e.word(), e.word());
    let written = (i.fetch_dst_kind[p], i.fetch_dst[p]);
    let byte = |word: u64, n: usize| (word >> (8 * n)) as u32 & 0xff;
    let row = op::TABLE[(byte(dice, 0) as usize * op::TABLE.len()) >> 8];
    i.fetch_op[p] = row.0;
    if byte(dice, 1) < code.unmapped {
        i.fetch_op[p] = byte(dice, 0) as u8 % (1 << op::BITS);
    }
    let guarded = byte(dice, 2) < code.guard && owner.size[usize::from(M)] != 0;
    i.fetch_guarded = i.fetch_guarded & !(1 << p) | u8::from(guarded) << p;
    i.fetch_guard[p] = code.register(owner, M, byte(numbers, 4));
    // of no kind: the number is noise; of a kind of which the partition has none: none
    let operand = |n: usize, kinds: &[u8; 8]| {
        let noise = byte(numbers, n);
        let kind = kinds[(dice >> (32 + 3 * n) & 7) as usize];
        let register = code.register(owner, kind, noise);
        match kind {
            N => (N, noise as u8 & mask(cfg)),
            _ if owner.size[usize::from(kind)] == 0 => (N, noise as u8 & mask(cfg)),
            _ => (kind, register),
        }
    };
    give(0, operand(0, &code.written), p, i);
    for n in 1..=SOURCES {
        give(n, operand(n, &code.read), p, i);
    }
    if let Some(kind) = code.in_turn {
        let size = owner.size[usize::from(kind)].max(1);
        give(0, (kind, ((u16::from(written.1) + 1) % size) as u8), p, i);
        (1..=SOURCES).for_each(|n| give(n, (N, 0), p, i));
        i.fetch_guarded &= !(1 << p);
    }
    i.fetch_imm[p] = (numbers >> 32) as u32 ^ dice as u32;
    if byte(dice, 3) < code.beside {
        beside(owner, written, byte(dice, 7), p, i);
    }
    if byte(dice, 6) < code.beyond {
        beyond(cfg, owner, p, e, i);
    }
}

/// Gives operand `n` of stream `p`'s instruction a kind and a register: of the destination (0), or
/// of a source (from 1 on).
#[inline]
fn give(n: usize, (kind, register): (u8, u8), p: usize, i: &mut In) {
    if n == 0 {
        (i.fetch_dst_kind[p], i.fetch_dst[p]) = (kind, register);
    } else {
        let at = p * SOURCES + n - 1;
        (i.fetch_src_kind[at], i.fetch_src[at]) = (kind, register);
    }
}

/// Mask of the register numbers that the port can carry.
fn mask(cfg: &Config) -> u8 {
    ((1u32 << cfg.register_bits()) - 1) as u8
}

/// Gives one operand the register that the instruction before writes, or one whose number differs
/// in a bit or two, for which it need not wait.
fn beside(owner: &Partition, (kind, register): (u8, u8), dice: u32, p: usize, i: &mut In) {
    let (bits, place) = (1 + 2 * (dice & 1), dice >> 1 & 7);
    let other = register ^ (bits << place >> 1) as u8;
    if kind == N || u16::from(other) >= owner.size[usize::from(kind)] {
        return;
    }
    match (dice >> 4) as usize % (SOURCES + 2) {
        n @ 0..=SOURCES => give(n, (kind, other), p, i),
        _ if kind == M => i.fetch_guard[p] = other,
        _ => {}
    }
}

/// Gives one operand another register: the last in the range, the first beyond it, or any.
fn beyond(cfg: &Config, owner: &Partition, p: usize, e: &mut Entropy, i: &mut In) {
    let dice = e.word() as u32;
    let kind = [D, M, T][(dice >> 8) as usize % 3];
    let size = owner.size[usize::from(kind)];
    let register = match dice & 7 {
        0 => size.saturating_sub(1),
        1..=4 => size,
        _ => (dice >> 16 & 0xff) as u16,
    };
    let register = register.min(255) as u8 & mask(cfg);
    match (dice >> 4) as usize % (SOURCES + 2) {
        n @ 0..=SOURCES => give(n, (kind, register), p, i),
        _ => {
            let size = owner.size[usize::from(M)];
            i.fetch_guarded |= 1 << p;
            i.fetch_guard[p] = if dice & 1 == 0 { size as u8 & mask(cfg) } else { register };
        }
    }
}
