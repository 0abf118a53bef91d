//! Ends of a CTA's paths, calls of functions, and barriers that several paths reach together.

use heddle_contract::slp::MAX;
use heddle_kernel::execute::{Call, Outcome};
use heddle_kernel::launch::RunError;
use heddle_kernel::program::FunctionId;

use super::cta::Run;
use super::entry::{Entry, named, some, warps, without};
use super::path::Path;
use super::warps::Rows;
use crate::base::SimError;

/// The message for programs that are refused because threads of a path call several functions at
/// once.
pub const SEVERAL: &str =
    "threads of a path call several functions at once, and a CTA with one stack has one next instruction";

impl Run<'_, '_, '_> {
    /// Adds a path that has ended to the profile.
    pub fn over(&mut self, path: &Path) {
        self.profile.add(path);
        (self.visit)(path);
    }

    /// Ends a path whose threads have reconverged or ended; the path below continues if it waited
    /// for this one alone.
    pub fn end(&mut self, at: usize) -> Result<(), SimError> {
        let Entry { path, rows, parent, pc, .. } = self.stack.remove(at);
        self.over(&path);
        let Some(parent) = parent else {
            // behind the kernel's last instruction
            return self.exit(pc, &rows);
        };
        let Some(below) = self.stack.iter().position(|entry| entry.id == parent) else { return Ok(()) };
        self.stack[below].children -= 1;
        if self.stack[below].children > 0 {
            return Ok(());
        }
        let (calls, pc) = (self.stack[below].calls, self.stack[below].pc);
        let mut returned = false;
        for warp in 0..self.cta.warps.len() {
            // of all paths of a warp those in the function called last run first: the frame above
            // is that of this call
            if self.stack[below].rows[warp] != 0 && self.cta.calls(warp) > calls {
                let outcome = Outcome::Return { threads: self.stack[below].rows[warp] };
                self.apply(warp, pc, &outcome)?;
                returned = true;
            }
        }
        let alive: Rows = std::array::from_fn(|warp| self.cta.warps.get(warp).map_or(0, |it| it.alive()));
        let entry = &mut self.stack[below];
        let rows = std::array::from_fn(|warp| entry.rows[warp] & alive[warp]);
        if returned {
            entry.keep(rows, self.layouts)
        } else {
            entry.compact(rows, self.layouts)
        }
        Ok(())
    }

    /// Applies an outcome of calls, barriers and ends to a warp's threads.
    fn apply(&mut self, warp: usize, pc: u32, outcome: &Outcome) -> Result<(), SimError> {
        let threads = self.cta.alive(warp);
        Ok(self.ground.apply(&mut self.cta, warp, pc, threads, outcome)?)
    }

    /// Ends the threads of a path.
    fn exit(&mut self, pc: u32, gone: &Rows) -> Result<(), SimError> {
        for warp in warps(gone) {
            self.apply(warp, pc, &Outcome::Exit { threads: gone[warp] })?;
        }
        Ok(())
    }

    /// Makes threads of a path that are at a return or an exit leave the function, or end.
    pub fn leave(&mut self, at: usize, pc: u32) -> Result<(), SimError> {
        let calls = self.stack[at].calls;
        let returning = named(&self.outcomes, |outcome| match outcome {
            Outcome::Return { threads } if calls > 0 => *threads,
            _ => 0,
        });
        let ending = named(&self.outcomes, |outcome| match outcome {
            Outcome::Return { threads } if calls == 0 => *threads,
            Outcome::Exit { threads } => *threads,
            _ => 0,
        });
        self.exit(pc, &ending)?;
        // a returning thread waits in the caller for the others of this call, and is on no path of
        // the function any more
        for entry in self.stack.iter_mut().filter(|entry| calls > 0 && entry.calls == calls) {
            entry.keep(without(&entry.rows, &returning), self.layouts);
        }
        let entry = &mut self.stack[at];
        entry.keep(without(&entry.rows, &ending), self.layouts);
        Ok(())
    }

    /// Starts a path in a function for threads of a path, which continues behind the call when they
    /// have left the function.
    pub fn call(&mut self, at: usize, pc: u32, call: Call) -> Result<(), SimError> {
        let mut threads = [0; MAX];
        let outcomes = std::mem::take(&mut self.outcomes);
        for (warp, outcome) in &outcomes {
            let Outcome::Call(own) = outcome else { return self.refuse(pc, SEVERAL) };
            if own.function != call.function || own.later != 0 {
                return self.refuse(pc, SEVERAL);
            }
            threads[*warp] = own.threads;
            self.apply(*warp, pc, outcome)?;
        }
        let Entry { id, calls, whole, .. } = self.stack[at];
        if calls >= self.ground.options.depth {
            return self.refuse(pc, &format!("calls nest more than {calls} deep"));
        }
        let image = self.ground.image;
        let code = image.instructions(FunctionId(call.function));
        let warps = self.layouts.part(&threads, &whole);
        let Path { branch, kind, .. } = self.stack[at].path;
        let path = Path::new(branch, kind, threads, warps);
        self.stack[at].children = 1;
        let entry = Entry::new(self.next, Some(id), (code.start, code.end), path);
        self.stack.insert(at + 1, Entry { calls: calls + 1, first: true, private: true, whole, ..entry });
        self.next += 1;
        self.outcomes = outcomes;
        Ok(())
    }

    /// Passes the barriers at which all paths of the CTA that could run are waiting. Paths of one
    /// branch that wait before the same barrier join; then all paths arrive, the topmost first.
    pub fn pass_barrier(&mut self) -> Result<(), SimError> {
        self.join();
        let waiting: Vec<usize> = (0..self.stack.len()).rev().filter(|at| self.stack[*at].at_barrier).collect();
        for at in &waiting {
            let Entry { pc, rows, .. } = self.stack[*at];
            if !self.is_at_hand(&self.stack[*at]) {
                return self.refuse(pc, "a barrier in a function, which waits for threads outside of it");
            }
            self.execute(*at, pc)?;
            let outcomes = std::mem::take(&mut self.outcomes);
            let came = named(&outcomes, |outcome| match outcome {
                Outcome::Barrier(arrival) => arrival.threads,
                _ => 0,
            });
            if came != rows {
                return self.refuse(pc, "threads of a path pass a barrier by, for which its others wait");
            }
            self.stack[*at].at_barrier = false;
            for (warp, outcome) in &outcomes {
                self.apply(*warp, pc, outcome)?;
            }
            self.outcomes = outcomes;
        }
        let stuck = (0..self.cta.warps.len()).any(|warp| self.cta.control(warp).waits());
        if stuck && let Some(fault) = self.cta.stuck(self.ground.image) {
            return Err(RunError::Fault(fault).into());
        }
        if stuck || waiting.is_empty() {
            let pc = waiting.first().map_or(0, |at| self.stack[*at].pc - 1);
            return self.refuse(pc, "a barrier that waits for threads which cannot come to it: a CTA has one stack");
        }
        Ok(())
    }

    /// Joins siblings that wait before the same barrier to one path.
    fn join(&mut self) {
        let mut at = self.stack.len();
        while at > 0 {
            at -= 1;
            let Entry { pc, meets, parent, id, .. } = self.stack[at];
            let same = |it: &Entry| {
                it.id != id && it.at_barrier && (it.pc, it.meets, it.parent) == (pc, meets, parent) && parent.is_some()
            };
            if !self.stack[at].at_barrier {
                continue;
            }
            while let Some(other) = self.stack[..at].iter().position(same) {
                let joined = self.stack.remove(other);
                at -= 1;
                self.over(&joined.path);
                if let Some(below) = self.stack.iter_mut().find(|it| Some(it.id) == parent) {
                    below.children -= 1;
                }
                let entry = &mut self.stack[at];
                let rows = std::array::from_fn(|warp| entry.rows[warp] | joined.rows[warp]);
                entry.compact(rows, self.layouts);
            }
        }
        debug_assert!(self.stack.iter().all(|entry| some(&entry.rows) || !entry.at_barrier));
    }
}
