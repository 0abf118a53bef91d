//! The model of divergence with a program counter per thread; the threads at the lowest one execute
//! next.

use super::super::Options;
use super::super::fault::{Cause, Halt};
use super::super::frame::Frame;
use super::super::image::Image;
use super::super::outcome::{Arrival, Call, Outcome};
use super::super::rows::Lanes;
use super::super::warp::Warp;
use super::{Divergence, Entry};

/// A function that has called another one, and the threads in it.
#[derive(Debug, Clone, Copy)]
struct Caller {
    frame: Frame,
    /// The threads that are in the function or in its callees.
    members: u32,
    /// The number of the first instruction behind the function.
    end: u32,
    /// The instruction at which the threads of the call continue.
    return_pc: u32,
}

/// The divergence model with a program counter per thread: of the threads that can execute, those
/// at the lowest one do.
///
/// No reconvergence points are given: code is laid out so that threads mostly meet again. Threads
/// on the two sides of a branch may come to a barrier one after the other. A call opens a frame in
/// which its threads alone run until all of them have left it.
///
/// A scalar register holds one value for all threads, which relies on the order of
/// [`super::WarpStack`]: run images without scalar registers.
#[derive(Debug, Clone, Default)]
pub struct LowestPc {
    /// The program counters of the members, by lane.
    pcs: [u32; 32],
    /// The threads of the function that was called last, without those that have left it.
    members: u32,
    /// The threads that wait at a barrier, members or not.
    waiting: u32,
    /// The number of the first instruction behind the function.
    end: u32,
    callers: Vec<Caller>,
    /// The lowest program counter of members that do not wait, and the threads there.
    next: (u32, u32),
}

impl Divergence for LowestPc {
    fn start(&mut self, warp: &mut Warp, image: &Image) {
        self.callers.clear();
        self.waiting = 0;
        self.enter(warp, image);
        self.settle(warp, image);
    }

    fn next(&self) -> Option<(u32, u32)> {
        (self.next.1 != 0).then_some(self.next)
    }
    fn position(&self) -> (u32, u32) {
        if self.next.1 != 0 { self.next } else { self.lowest(self.members) }
    }

    fn apply(
        &mut self,
        warp: &mut Warp,
        image: &Image,
        options: &Options,
        pc: u32,
        threads: u32,
        outcome: &Outcome,
    ) -> Result<(), Halt> {
        self.go(threads, pc + 1);
        match *outcome {
            Outcome::Next => {}
            Outcome::Branch { target, taken, .. } => self.go(taken, target),
            Outcome::Indexed { threads, .. } => {
                Lanes(threads).for_each(|lane| self.pcs[lane] = warp.targets()[lane]);
            }
            Outcome::Call(call) => self.call(warp, image, options, pc, &call)?,
            Outcome::Repeat { threads } => self.go(threads, pc),
            Outcome::Return { threads } if self.callers.is_empty() => warp.end(threads),
            Outcome::Return { threads } => self.ret(threads),
            Outcome::Exit { threads } => warp.end(threads),
            Outcome::Barrier(arrival) => self.arrive(warp, &arrival)?,
        }
        self.settle(warp, image);
        Ok(())
    }

    fn resume(&mut self, warp: &mut Warp, image: &Image, threads: u32) {
        self.waiting &= !threads;
        self.settle(warp, image);
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        self.list(&mut entries, self.members & !self.waiting, self.end);
        self.list(&mut entries, self.members & self.waiting, self.end);
        let mut inside = self.members;
        for caller in self.callers.iter().rev() {
            let mask = caller.members & !inside;
            self.list(&mut entries, mask, caller.end);
            inside |= caller.members;
        }
        if entries.is_empty() {
            entries.push(Entry { pc: self.next.0, reconverge_pc: self.end, mask: 0 });
        }
        entries.into_iter()
    }
    fn depth(&self) -> usize {
        self.entries().count()
    }
}

impl LowestPc {
    fn go(&mut self, threads: u32, pc: u32) {
        Lanes(threads).for_each(|lane| self.pcs[lane] = pc);
    }

    /// Returns the lowest program counter of some threads, and those of them that are there.
    fn lowest(&self, threads: u32) -> (u32, u32) {
        let pc = Lanes(threads).map(|lane| self.pcs[lane]).min().unwrap_or(self.next.0);
        (pc, Lanes(threads).filter(|&lane| self.pcs[lane] == pc).fold(0, |mask, lane| mask | 1 << lane))
    }

    /// Lists some threads by their program counters, the lowest first.
    fn list(&self, entries: &mut Vec<Entry>, mut threads: u32, end: u32) {
        while threads != 0 {
            let (pc, mask) = self.lowest(threads);
            entries.push(Entry { pc, reconverge_pc: end, mask });
            threads &= !mask;
        }
    }

    /// Moves all threads of the warp's function to its first instruction.
    fn enter(&mut self, warp: &Warp, image: &Image) {
        let code = image.instructions(warp.function());
        self.members = warp.frame.mask;
        self.end = code.end;
        self.go(self.members, code.start);
    }

    /// Moves threads back to the caller, where they wait for the others of their call.
    fn ret(&mut self, threads: u32) {
        if let Some(&Caller { return_pc, .. }) = self.callers.last() {
            self.go(threads, return_pc);
            self.members &= !threads;
        }
    }

    /// Closes functions that all their threads have left, and finds the threads that execute next.
    fn settle(&mut self, warp: &mut Warp, image: &Image) {
        self.members &= warp.alive();
        self.waiting &= warp.alive();
        loop {
            // behind the last instruction
            let over = Lanes(self.members & !self.waiting).filter(|&lane| self.pcs[lane] == self.end);
            let over = over.fold(0, |mask, lane| mask | 1 << lane);
            match self.callers.is_empty() {
                true => warp.end(over),
                false => self.ret(over),
            }
            self.members &= warp.alive();
            if self.members != 0 {
                break;
            }
            let Some(caller) = self.callers.pop() else { break };
            warp.leave(image, caller.frame);
            (self.members, self.end) = (caller.members & warp.alive(), caller.end);
        }
        self.next = self.lowest(self.members & !self.waiting);
    }

    fn call(&mut self, warp: &mut Warp, image: &Image, options: &Options, pc: u32, call: &Call) -> Result<(), Halt> {
        if self.callers.len() >= options.depth {
            return Err(Halt::new(Cause::Depth(options.depth), call.threads.trailing_zeros()));
        }
        self.go(call.later, pc);
        let frame = warp.enter(image, call)?;
        self.callers.push(Caller { frame, members: self.members, end: self.end, return_pc: pc + 1 });
        self.enter(warp, image);
        Ok(())
    }

    /// Records that threads come to a barrier; others of their warp may come there later.
    fn arrive(&mut self, warp: &Warp, arrival: &Arrival) -> Result<(), Halt> {
        let first = arrival.threads.trailing_zeros();
        if let Some((other, waiting)) = warp.waits().filter(|&(other, _)| other != arrival.barrier) {
            let waiting = waiting.count_ones();
            return Err(Halt::new(Cause::OtherBarrier { barrier: arrival.barrier, other, waiting }, first));
        }
        let missing = warp.alive() & !arrival.threads;
        if arrival.expected.is_some() && missing != 0 {
            // it counts whole warps
            let cause = Cause::DivergentBarrier { barrier: arrival.barrier, missing: missing.count_ones() };
            return Err(Halt::new(cause, first));
        }
        if arrival.waits {
            self.waiting |= arrival.threads;
        }
        Ok(())
    }
}
