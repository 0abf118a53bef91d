//! Control that is checked beside a program counter per thread, and control with planted faults.

use std::cell::Cell;

use heddle_kernel::execute::{Call, Cause, Divergence, Entry, Halt, Image, Options, Outcome, Warp};

fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |lane| mask >> lane & 1 == 1)
}

/// Where one thread stands by what the program says, whoever else is in its warp.
#[derive(Default, Clone)]
struct Thread {
    pc: u32,
    /// Where the functions that it is in return to, and their last instructions' successors, from
    /// the kernel on.
    calls: Vec<(u32, u32)>,
}

impl Thread {
    /// Whoever stands behind the last instruction of a function has left it, at once or when the
    /// others have.
    fn stands(&self, pc: u32) -> bool {
        let (mut at, mut calls) = (self.pc, &self.calls[..]);
        while at != pc {
            match calls.split_last() {
                Some((&(next, end), below)) if at == end && !below.is_empty() => (at, calls) = (next, below),
                _ => return false,
            }
        }
        true
    }
    /// It stands there, so it has left what it is behind.
    fn settle(&mut self, pc: u32) {
        while self.pc != pc
            && let Some((back, _)) = self.calls.pop()
        {
            self.pc = back;
        }
    }
}

/// Control, and beside it each thread on its own: a difference is a fault of the run.
#[derive(Default)]
pub struct Followed<D> {
    control: D,
    threads: Vec<Thread>,
    waiting: u32,
    /// Threads that the warp had, and those that an instruction ended.
    started: u32,
    ended: u32,
}

impl<D: Divergence> Followed<D> {
    fn check(&self, warp: &Warp) -> Result<(), Halt> {
        let wrong = |what: String| Err(Halt::new(Cause::Malformed(what), None));
        let entries: Vec<Entry> = self.control.entries().collect();
        if entries.len() != self.control.depth() {
            return wrong(format!("{} entries are {} deep", entries.len(), self.control.depth()));
        }
        for thread in lanes(warp.alive()) {
            let Some(owner) = entries.iter().find(|entry| entry.mask >> thread & 1 == 1) else {
                return wrong(format!("live thread {thread} stands nowhere"));
            };
            if !self.threads[thread].stands(owner.pc) {
                let pc = self.threads[thread].pc;
                return wrong(format!("thread {thread} stands at {}, where it came to {pc}", owner.pc));
            }
        }
        // whoever stands behind the kernel's last instruction may have ended
        let over = |thread: usize| self.threads[thread].stands(self.threads[thread].calls[0].1);
        let gone = self.started & !warp.alive();
        if gone & self.ended != self.ended || !lanes(gone & !self.ended).all(over) {
            return wrong(format!("{gone:#x} have ended, where {:#x} should", self.ended));
        }
        let Some((pc, next)) = self.control.next() else {
            let left = warp.alive() & !self.waiting;
            // threads that wait in a function keep those of its callers
            let held = self.waiting != 0 && lanes(left).all(|thread| self.threads[thread].calls.len() <= warp.calls());
            return if left == 0 || held { Ok(()) } else { wrong(format!("{left:#x} could go on")) };
        };
        if next == 0 || next & !warp.alive() != 0 || next & self.waiting != 0 {
            let (alive, waiting) = (warp.alive(), self.waiting);
            return wrong(format!("{next:#x} are next, where {alive:#x} live and {waiting:#x} wait"));
        }
        if (entries[0].pc, entries[0].mask & warp.alive()) != (pc, next) || self.control.position() != (pc, next) {
            return wrong(format!("{next:#x} at {pc} are next, but {:?} is the first entry", entries[0]));
        }
        Ok(())
    }

    fn follow(&mut self, warp: &Warp, image: &Image, pc: u32, threads: u32, outcome: &Outcome) -> Result<(), Halt> {
        for thread in lanes(threads) {
            if !self.threads[thread].stands(pc) {
                return Err(Halt::new(Cause::Malformed(format!("thread {thread} is not at {pc}")), None));
            }
            self.threads[thread].settle(pc);
            self.threads[thread].pc += 1;
        }
        let targets = *warp.targets();
        match *outcome {
            Outcome::Next => {}
            Outcome::Exit { threads } => self.ended |= threads,
            Outcome::Branch { target, taken, .. } => lanes(taken).for_each(|t| self.threads[t].pc = target),
            Outcome::Indexed { threads, .. } => lanes(threads).for_each(|t| self.threads[t].pc = targets[t]),
            Outcome::Repeat { threads } => lanes(threads).for_each(|t| self.threads[t].pc = pc),
            Outcome::Call(Call { function, threads, later, .. }) => {
                lanes(later).for_each(|t| self.threads[t].pc = pc);
                let code = image.instructions(heddle_kernel::program::FunctionId(function));
                for thread in lanes(threads) {
                    self.threads[thread].calls.push((pc + 1, code.end));
                    self.threads[thread].pc = code.start;
                }
            }
            Outcome::Return { threads } => {
                for thread in lanes(threads) {
                    match &mut self.threads[thread].calls {
                        calls if calls.len() == 1 => self.ended |= 1 << thread,
                        calls => self.threads[thread].pc = calls.pop().expect("there are two").0,
                    }
                }
            }
            Outcome::Barrier(arrival) if arrival.waits => self.waiting |= arrival.threads,
            Outcome::Barrier(_) => {}
        }
        Ok(())
    }
}

impl<D: Divergence> Divergence for Followed<D> {
    fn start(&mut self, warp: &mut Warp, image: &Image) {
        let code = image.instructions(warp.function());
        self.threads = vec![Thread { pc: code.start, calls: vec![(u32::MAX, code.end)] }; 32];
        (self.waiting, self.started, self.ended) = (0, warp.alive(), 0);
        self.control.start(warp, image);
    }
    fn next(&self) -> Option<(u32, u32)> {
        self.control.next()
    }
    fn position(&self) -> (u32, u32) {
        self.control.position()
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
        self.follow(warp, image, pc, threads, outcome)?;
        self.control.apply(warp, image, options, pc, threads, outcome)?;
        self.check(warp)
    }
    fn resume(&mut self, warp: &mut Warp, image: &Image, threads: u32) {
        self.waiting &= !threads;
        self.control.resume(warp, image, threads);
    }
    fn entries(&self) -> impl Iterator<Item = Entry> {
        self.control.entries()
    }
    fn depth(&self) -> usize {
        self.control.depth()
    }
}

/// A planted fault of control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// The else side is forgotten.
    NoElse,
    /// The sides are swapped.
    Swapped,
    /// Who returns ends.
    ReturnEnds,
    /// A barrier does not stop its threads.
    NoWait,
    /// All go to the first one's target.
    FirstTarget,
    /// All that are active end where some do.
    AllEnd,
}

/// All of them.
pub const FAULTS: [Wrong; 6] =
    [Wrong::NoElse, Wrong::Swapped, Wrong::ReturnEnds, Wrong::NoWait, Wrong::FirstTarget, Wrong::AllEnd];

thread_local! {
    /// The fault of a test's [`Broken`] control. A type for each fault would be an executor for
    /// each.
    pub static FAULT: Cell<Option<Wrong>> = const { Cell::new(None) };
}

/// Control with a planted fault.
#[derive(Default)]
pub struct Broken<D>(D);

impl<D: Divergence> Divergence for Broken<D> {
    fn start(&mut self, warp: &mut Warp, image: &Image) {
        self.0.start(warp, image);
    }
    fn next(&self) -> Option<(u32, u32)> {
        self.0.next()
    }
    fn position(&self) -> (u32, u32) {
        self.0.position()
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
        let (mut wrong, fault) = (*outcome, FAULT.get());
        let is = |planted: Wrong| fault == Some(planted);
        match &mut wrong {
            Outcome::Branch { taken, .. } if is(Wrong::Swapped) => *taken ^= threads,
            Outcome::Branch { taken, .. } if is(Wrong::NoElse) && *taken != 0 => {
                warp.end(threads & !*taken);
                *taken = threads;
            }
            Outcome::Return { threads } if is(Wrong::ReturnEnds) => wrong = Outcome::Exit { threads: *threads },
            Outcome::Barrier(arrival) if is(Wrong::NoWait) => arrival.waits = false,
            Outcome::Indexed { threads: some, reconverge_pc } if is(Wrong::FirstTarget) => {
                let target = warp.targets()[some.trailing_zeros() as usize];
                wrong = Outcome::Branch { target, taken: *some, reconverge_pc: *reconverge_pc };
            }
            Outcome::Exit { threads: some } if is(Wrong::AllEnd) && *some != 0 => *some = threads,
            _ => {}
        }
        self.0.apply(warp, image, options, pc, threads, &wrong)
    }
    fn resume(&mut self, warp: &mut Warp, image: &Image, threads: u32) {
        self.0.resume(warp, image, threads);
    }
    fn entries(&self) -> impl Iterator<Item = Entry> {
        self.0.entries()
    }
    fn depth(&self) -> usize {
        self.0.depth()
    }
}
