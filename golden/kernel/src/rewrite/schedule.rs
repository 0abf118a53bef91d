//! Scheduling: the instructions of a block in an order in which fewer registers are live at once.
//!
//! A list scheduler from the block's end to its start: of the instructions whose successors all
//! have their places, it takes the one that leaves the fewest words live before it. Only blocks
//! that need more than the whole function has to need get another order, and of the orders that are
//! good enough the one that is nearest to the text's: a load stays as far ahead of its first use as
//! registers allow.

use super::Rules;
use super::body::{Body, peaks};
use super::depend::Dependences;
use crate::analysis::{Bits, Flow, Liveness, Places};
use crate::program::{Function, Instruction, Module, RegisterId};

/// The rule that chooses among the ready instructions.
#[derive(Debug, Clone, Copy)]
enum Choice {
    /// The instruction that leaves the fewest words live; of several, the last of the text.
    Fewest,
    /// The instruction that leaves the fewest words live; of several, the one that became ready
    /// last.
    FewestLatest,
    /// The last of the text that keeps within a number of words; if none does, the one that leaves
    /// the fewest.
    Within(u32),
}

/// A block to be scheduled.
struct Block<'a> {
    code: &'a [Instruction],
    dependences: Dependences,
    /// Words of each register.
    words: &'a [u32],
    /// The registers that are live behind the block.
    after: &'a Bits,
    /// The position of each instruction in the text.
    text: Vec<u32>,
    /// The registers in order, each with the instructions that read it.
    readers: Vec<(RegisterId, u32)>,
}

/// The number of words that each block should need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// As few words as the block can do with.
    Fewest,
    /// As few words as the most demanding block needs.
    Enough,
}

/// Reorders the blocks of a function that need more words than the aim allows.
pub(super) fn schedule(module: &Module, function: &Function, rules: &Rules, aim: Aim) -> Function {
    let flow = Flow::of(function);
    let liveness = Liveness::of(function, &flow);
    let before = peaks(function, &flow, &liveness);
    let words: Vec<u32> = function.registers.iter().map(|r| r.ty.words()).collect();
    let places = Places::of(module, function);
    let block = |b: usize| {
        let code = &function.code[flow.instructions(b)];
        let dependences = Dependences::of(code, &places, rules);
        Block { code, dependences, words: &words, after: &liveness.after[b], text: text(code), readers: readers(code) }
    };
    let blocks: Vec<Block> = (0..flow.blocks.len()).map(block).collect();
    let fewest: Vec<(u32, Vec<u32>)> =
        blocks.iter().zip(&before).map(|(block, &peak)| block.fewest(peak, rules.words)).collect();
    let enough = fewest.iter().map(|(peak, _)| *peak).max().unwrap_or(0).max(rules.words);
    let mut body = Body::of(function, &flow);
    for (b, (block, (peak, fewest))) in blocks.iter().zip(fewest).enumerate() {
        let limit = if aim == Aim::Fewest { peak.max(rules.words) } else { enough };
        let near = [u32::MAX, limit].map(|words| block.order(Choice::Within(words)));
        let order = near.into_iter().find(|(peak, _)| *peak <= limit).map_or(fewest, |(_, order)| order);
        body.blocks[b] = order.iter().map(|&i| block.code[i as usize].clone()).collect();
    }
    body.into_function(function, &flow)
}

/// Returns the position of each instruction in the text; an added instruction has that of the one
/// behind it.
fn text(code: &[Instruction]) -> Vec<u32> {
    let mut next = u32::MAX;
    let place = |i: &Instruction| {
        next = if i.stands_for > 0 { i.at.start } else { next };
        next
    };
    let mut places: Vec<u32> = code.iter().rev().map(place).collect();
    places.reverse();
    places
}

fn readers(code: &[Instruction]) -> Vec<(RegisterId, u32)> {
    let of = |(i, instruction): (usize, &Instruction)| {
        instruction.registers_read().map(|r| (r, i as u32)).collect::<Vec<_>>()
    };
    let mut readers: Vec<(RegisterId, u32)> = code.iter().enumerate().flat_map(of).collect();
    readers.sort_unstable();
    readers.dedup();
    readers
}

impl Block<'_> {
    /// Returns the words that an instruction, going backwards over it, makes live, less those that
    /// it ends.
    fn change(&self, i: u32, alive: &Bits) -> i32 {
        let instruction = &self.code[i as usize];
        let ends = |r: usize| instruction.guard.is_none() && instruction.registers_written().any(|w| w.0 as usize == r);
        let written = instruction.registers_written().map(|w| w.0 as usize);
        let ended: u32 =
            written.filter(|&w| instruction.guard.is_none() && alive.contains(w)).map(|w| self.words[w]).sum();
        let mut seen = [usize::MAX; 16];
        let mut begun = 0;
        for (n, r) in instruction.registers_read().map(|r| r.0 as usize).enumerate() {
            if !seen[..n.min(16)].contains(&r) && (!alive.contains(r) || ends(r)) {
                begun += self.words[r];
            }
            if let Some(place) = seen.get_mut(n) {
                *place = r;
            }
        }
        begun as i32 - ended as i32
    }

    /// Returns the order with the fewest live words among the tried ones and the present one, which
    /// needs `peak`; and its words.
    fn fewest(&self, peak: u32, enough: u32) -> (u32, Vec<u32>) {
        let here = (peak, (0..self.code.len() as u32).collect());
        if peak <= enough {
            return here;
        }
        let [a, b] = [Choice::Fewest, Choice::FewestLatest].map(|choice| self.order(choice));
        [here, a, b].into_iter().min_by_key(|(peak, _)| *peak).expect("there are three")
    }

    /// Returns the order that a rule gives, and the most words that are live in it.
    fn order(&self, choice: Choice) -> (u32, Vec<u32>) {
        let mut alive = self.after.clone();
        let mut count: u32 = alive.iter().map(|r| self.words[r]).sum();
        let mut peak = count;
        let mut open: Vec<usize> = self.dependences.after.iter().map(Vec::len).collect();
        let mut ready: Vec<u32> = (0..self.code.len() as u32).filter(|&i| open[i as usize] == 0).collect();
        let mut order = Vec::with_capacity(self.code.len());
        let mut changes: Vec<i32> = (0..self.code.len() as u32).map(|i| self.change(i, &alive)).collect();
        while !ready.is_empty() {
            let i = ready.remove(self.take(choice, &ready, &changes, count));
            let instruction = &self.code[i as usize];
            let written = instruction.registers_written().map(|w| w.0 as usize);
            let unread: u32 = written.filter(|&w| !alive.contains(w)).map(|w| self.words[w]).sum();
            peak = peak.max(count + unread);
            count = count.wrapping_add_signed(changes[i as usize]);
            if instruction.guard.is_none() {
                instruction.registers_written().for_each(|w| alive.remove(w.0 as usize));
            }
            instruction.registers_read().for_each(|r| alive.insert(r.0 as usize));
            peak = peak.max(count);
            order.push(i);
            // those that read or write what is alive now, or no longer, change something else
            for r in instruction.registers_read().chain(instruction.registers_written()) {
                let from = self.readers.partition_point(|&(reader, _)| reader < r);
                let readers = self.readers[from..].iter().take_while(|(reader, _)| *reader == r).map(|(_, i)| *i);
                readers.for_each(|i| changes[i as usize] = self.change(i, &alive));
            }
            for &b in &self.dependences.before[i as usize] {
                changes[b as usize] = self.change(b, &alive);
                open[b as usize] -= 1;
                if open[b as usize] == 0 {
                    ready.push(b);
                }
            }
        }
        order.reverse();
        (peak, order)
    }

    /// Returns the index of the ready instruction that comes next, going backwards.
    fn take(&self, choice: Choice, ready: &[u32], changes: &[i32], count: u32) -> usize {
        let left = |at: &usize| i64::from(count) + i64::from(changes[ready[*at] as usize]);
        let places = 0..ready.len();
        let last = |at: &usize| std::cmp::Reverse((self.text[ready[*at] as usize], ready[*at]));
        let fewest = |places: std::ops::Range<usize>| places.min_by_key(|at| (left(at), last(at)));
        let taken = match choice {
            Choice::Fewest => fewest(places),
            Choice::FewestLatest => places.min_by_key(|at| (left(at), std::cmp::Reverse(*at))),
            Choice::Within(limit) => {
                places.clone().filter(|at| left(at) <= i64::from(limit)).min_by_key(last).or(fewest(places))
            }
        };
        taken.expect("one is ready")
    }
}
