//! The SIMT stack of a warp: entries of next instruction, reconvergence point and threads.

use super::super::Options;
use super::super::code::Code;
use super::super::fault::{Cause, Halt};
use super::super::frame::Frame;
use super::super::image::Image;
use super::super::outcome::{Call, Outcome, by_target};
use super::super::warp::Warp;
use super::{Divergence, Entry, Threads};

/// A function that has called another one, and the entries below its first one.
#[derive(Debug, Clone, Copy)]
struct Caller {
    frame: Frame,
    floor: usize,
}

/// The SIMT stack with reconvergence at immediate post-dominators; the taken side of a branch
/// executes first.
///
/// A function has its own part of the stack. All threads of a warp that have not ended must come to
/// a barrier together.
#[derive(Debug, Clone)]
pub struct WarpStack {
    top: Entry,
    stack: Vec<Entry>,
    /// The number of entries that belong to callers.
    floor: usize,
    callers: Vec<Caller>,
    /// Whether the threads on top wait at a barrier.
    waits: bool,
}

impl Default for WarpStack {
    fn default() -> WarpStack {
        let top = Entry { pc: 0, reconverge_pc: 0, mask: 0 };
        WarpStack { top, stack: vec![], floor: 0, callers: vec![], waits: false }
    }
}

impl Divergence for WarpStack {
    fn start(&mut self, warp: &mut Warp, image: &Image) {
        self.stack.clear();
        self.callers.clear();
        (self.floor, self.waits) = (0, false);
        self.enter(warp, image);
        self.settle(warp, image);
    }

    #[inline(always)]
    fn next(&self) -> Option<(u32, u32)> {
        (self.top.mask != 0 && !self.waits).then_some((self.top.pc, self.top.mask))
    }
    fn position(&self) -> (u32, u32) {
        (self.top.pc, self.top.mask)
    }

    #[inline(always)]
    fn apply(
        &mut self,
        warp: &mut Warp,
        image: &Image,
        options: &Options,
        pc: u32,
        _: u32,
        outcome: &Outcome,
    ) -> Result<(), Halt> {
        self.advance(warp, image, options, pc, outcome)
    }

    fn resume(&mut self, warp: &mut Warp, image: &Image, _: u32) {
        self.pass_barrier(warp, image);
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        std::iter::once(self.top).chain(self.stack.iter().rev().copied())
    }
    #[inline(always)]
    fn depth(&self) -> usize {
        self.stack.len() + 1
    }
}

impl WarpStack {
    /// Creates the stack of threads that are at one instruction of a kernel, until they reconverge
    /// with others.
    pub(crate) fn of(entry: Entry) -> WarpStack {
        WarpStack { top: entry, ..WarpStack::default() }
    }

    /// Moves the threads on top, which executed the instruction at `pc`, by its outcome.
    #[inline(always)]
    pub(crate) fn advance<T: Threads>(
        &mut self,
        warp: &mut T,
        image: &Image,
        options: &Options,
        pc: u32,
        outcome: &Outcome,
    ) -> Result<(), Halt> {
        match *outcome {
            Outcome::Next => self.top.pc = pc + 1,
            Outcome::Branch { target, taken, reconverge_pc } => self.branch(target, taken, reconverge_pc),
            // a copy, so that other outcomes need not lie in memory
            other => self.transfer(warp, image, options, &{ other })?,
        }
        if !self.waits {
            self.settle(warp, image);
        }
        Ok(())
    }

    /// Whether the threads on top wait at a barrier.
    pub(crate) fn waits(&self) -> bool {
        self.waits
    }
    /// Lets the threads on top continue, after their barrier has opened.
    pub(crate) fn pass_barrier<T: Threads>(&mut self, warp: &mut T, image: &Image) {
        self.waits = false;
        self.settle(warp, image);
    }

    /// Moves the threads on top, without those that have ended, to `pc`.
    pub(crate) fn jump<T: Threads>(&mut self, warp: &mut T, image: &Image, pc: u32) {
        self.top.pc = pc;
        self.top.mask &= warp.alive();
        self.settle(warp, image);
    }

    /// Moves the threads by any outcome but the next instruction and a branch.
    fn transfer<T: Threads>(
        &mut self,
        warp: &mut T,
        image: &Image,
        options: &Options,
        outcome: &Outcome,
    ) -> Result<(), Halt> {
        match *outcome {
            Outcome::Next | Outcome::Branch { .. } => {}
            Outcome::Indexed { threads, reconverge_pc } => {
                self.branch_indexed(warp.targets(), threads, reconverge_pc);
            }
            Outcome::Call(call) => self.call(warp, image, options, &call)?,
            Outcome::Repeat { threads } => {
                let next = self.top.pc + 1;
                self.stack.push(Entry { pc: next, ..self.top });
                self.top = Entry { pc: self.top.pc, reconverge_pc: next, mask: threads };
            }
            Outcome::Return { threads } if self.callers.is_empty() => self.exit(warp, threads),
            Outcome::Return { threads } => {
                // they wait in the caller for the others
                self.top.pc += 1;
                self.top.mask &= !threads;
                for entry in self.stack.iter_mut().skip(self.floor) {
                    entry.mask &= !threads;
                }
            }
            Outcome::Exit { threads } => self.exit(warp, threads),
            Outcome::Barrier(arrival) => {
                let missing = warp.alive() & !arrival.threads;
                if missing != 0 {
                    let cause = Cause::DivergentBarrier { barrier: arrival.barrier, missing: missing.count_ones() };
                    return Err(Halt::new(cause, arrival.threads.trailing_zeros()));
                }
                self.top.pc += 1;
                self.waits = arrival.waits;
            }
        }
        Ok(())
    }

    /// Makes the top the first entry of the warp's function.
    fn enter<T: Threads>(&mut self, warp: &T, image: &Image) {
        let code = image.instructions(warp.function());
        self.top = Entry { pc: code.start, reconverge_pc: code.end, mask: warp.members() };
    }

    /// Ends entries that have reconverged or have no threads, and functions that all their threads
    /// have left.
    #[inline(always)]
    fn settle<T: Threads>(&mut self, warp: &mut T, image: &Image) {
        while self.top.pc == self.top.reconverge_pc || self.top.mask == 0 {
            if self.pop(warp, image) {
                return;
            }
        }
        if self.top.mask != warp.alive() {
            self.yield_at_barrier(warp.alive(), image);
        }
    }

    /// Lets other threads of the same branch execute before those that came to a barrier without
    /// them.
    ///
    /// Where one side of a branch returns or exits early, the reconvergence point is the end of the
    /// function, and a barrier in front of it is reached side by side. Threads that are at the same
    /// barrier continue together.
    fn yield_at_barrier(&mut self, alive: u32, image: &Image) {
        let barrier = |pc: u32| image.code.get(pc as usize).is_some_and(|next| matches!(next.code, Code::Barrier(_)));
        while barrier(self.top.pc) {
            let waiting = self.top;
            let others = self.floor..self.stack.len();
            let sides = |entry: &Entry| entry.reconverge_pc == waiting.reconverge_pc && entry.mask & waiting.mask == 0;
            let Some(at) = others.rev().take_while(|&at| sides(&self.stack[at])).find(|&at| {
                let entry = &self.stack[at];
                entry.pc == waiting.pc || !barrier(entry.pc)
            }) else {
                return;
            };
            if self.stack[at].pc == waiting.pc {
                let joined = self.stack.remove(at);
                self.top.mask |= joined.mask & alive;
                continue;
            }
            self.top = std::mem::replace(&mut self.stack[at], waiting);
            self.top.mask &= alive;
            if self.top.mask == 0 {
                // they have left meanwhile
                self.top = self.stack.remove(at);
            }
        }
    }

    /// Ends the entry on top; returns whether it was the warp's last.
    fn pop<T: Threads>(&mut self, warp: &mut T, image: &Image) -> bool {
        if self.stack.len() == self.floor {
            let Some(caller) = self.callers.pop() else {
                self.top.mask = 0;
                warp.finish();
                return true;
            };
            warp.leave(image, caller.frame);
            self.floor = caller.floor;
        }
        match self.stack.pop() {
            Some(entry) => {
                self.top = entry;
                self.top.mask &= warp.alive();
                false
            }
            None => {
                self.top.mask = 0;
                warp.finish();
                true
            }
        }
    }

    /// Ends threads of the kernel.
    fn exit<T: Threads>(&mut self, warp: &mut T, threads: u32) {
        self.top.pc += 1;
        self.top.mask &= !threads;
        warp.end(threads);
    }

    /// Splits the threads on top into sides, each with its next instruction; the first side
    /// executes first.
    fn diverge(&mut self, sides: &[(u32, u32)], reconverge_pc: u32) {
        // an entry that ends where the sides meet has nothing left to do, except a function's
        // first, which closes it
        if reconverge_pc != self.top.reconverge_pc || self.stack.len() == self.floor {
            self.stack.push(Entry { pc: reconverge_pc, ..self.top });
        }
        for &(pc, mask) in sides.iter().rev() {
            if pc != reconverge_pc {
                self.stack.push(Entry { pc, reconverge_pc, mask });
            }
        }
        // at least the entry where they meet is there, here or below
        if let Some(top) = self.stack.pop() {
            self.top = top;
        }
    }

    /// Executes a conditional branch: the taken side goes first.
    #[inline(always)]
    fn branch(&mut self, target: u32, taken: u32, reconverge_pc: u32) {
        let (active, next) = (self.top.mask, self.top.pc + 1);
        if taken == active {
            self.top.pc = target;
        } else if taken == 0 || target == next {
            self.top.pc = next;
        } else {
            self.diverge(&[(target, taken), (next, active & !taken)], reconverge_pc);
        }
    }

    /// Executes a branch by table: threads with the same target go together, the lowest thread's
    /// first; the others continue.
    fn branch_indexed(&mut self, targets: &[u32; 32], threads: u32, reconverge_pc: u32) {
        let (mut sides, mut count) = ([(0, 0); 33], 0);
        let others = self.top.mask & !threads;
        let others = (others != 0).then_some((self.top.pc + 1, others));
        for side in by_target(targets, threads).chain(others) {
            sides[count] = side;
            count += 1;
        }
        match sides[..count] {
            [(pc, _)] => self.top.pc = pc,
            _ => self.diverge(&sides[..count], reconverge_pc),
        }
    }

    /// Opens a function for some of the threads on top. Threads that call another one execute the
    /// call again after it.
    fn call<T: Threads>(&mut self, warp: &mut T, image: &Image, options: &Options, call: &Call) -> Result<(), Halt> {
        if self.callers.len() >= options.depth {
            return Err(Halt::new(Cause::Depth(options.depth), call.threads.trailing_zeros()));
        }
        let (again, next) = (self.top.pc, self.top.pc + 1);
        self.stack.push(Entry { pc: next, ..self.top });
        if call.later != 0 {
            // the others' turn comes when this one is over; then all go on behind the call
            self.stack.push(Entry { pc: again, reconverge_pc: next, mask: call.later });
        }
        let frame = warp.enter(image, call)?;
        self.callers.push(Caller { frame, floor: self.floor });
        self.floor = self.stack.len();
        self.enter(warp, image);
        Ok(())
    }
}
