//! Control: the SIMT stack with its meeting points, calls and returns.

use super::code::{Body, Code};
use super::fault::{Cause, Halt};
use super::image::Image;
use super::rows::Lanes;
use super::warp::{Entry, Frame, State, Warp};

impl Warp {
    /// Ends entries that have met the others or have no threads, and functions that all their threads have left.
    #[inline(always)]
    pub(crate) fn settle(&mut self, image: &Image) {
        while self.top.pc == self.top.meets || self.top.mask == 0 {
            if self.pop(image) {
                return;
            }
        }
        if self.top.mask != self.alive {
            self.rally(image);
        }
    }

    /// Threads that came to a barrier without the others wait there as long as others of the same branch are still on their way: where one side of a branch leaves
    /// early, the meeting point is the end of the function, and a barrier in front of it is reached side by side. Those that stand at the same barrier go on together.
    fn rally(&mut self, image: &Image) {
        let barrier = |pc: u32| image.code.get(pc as usize).is_some_and(|next| matches!(next.code, Code::Barrier(_)));
        while barrier(self.top.pc) {
            let waiting = self.top;
            let others = self.frame.entries..self.stack.len();
            let sides = |entry: &Entry| entry.meets == waiting.meets && entry.mask & waiting.mask == 0;
            let Some(at) = others.rev().take_while(|&at| sides(&self.stack[at])).find(|&at| {
                let entry = &self.stack[at];
                entry.pc == waiting.pc || !barrier(entry.pc)
            }) else {
                return;
            };
            if self.stack[at].pc == waiting.pc {
                let joined = self.stack.remove(at);
                self.top.mask |= joined.mask & self.alive;
                continue;
            }
            self.top = std::mem::replace(&mut self.stack[at], waiting);
            self.top.mask &= self.alive;
            if self.top.mask == 0 {
                // they have left meanwhile
                self.top = self.stack.remove(at);
            }
        }
    }

    /// Ends the entry on top; true when it was the warp's last.
    fn pop(&mut self, image: &Image) -> bool {
        if self.stack.len() == self.frame.entries {
            let callee = self.frame;
            let Some(caller) = self.frames.pop() else {
                (self.alive, self.top.mask, self.state) = (0, 0, State::Done);
                return true;
            };
            self.frame = caller;
            self.deliver(image, &callee);
            self.flags.truncate(callee.flags);
            self.local.truncate(callee.local as usize);
        }
        match self.stack.pop() {
            Some(entry) => {
                self.top = entry;
                self.top.mask &= self.alive;
                false
            }
            None => {
                (self.alive, self.top.mask, self.state) = (0, 0, State::Done);
                true
            }
        }
    }

    /// Copies what a function returns into its caller's variables.
    fn deliver(&mut self, image: &Image, callee: &Frame) {
        let (Some(site), Some(body)) = (image.calls.get(callee.call as usize), image.body(callee.function)) else {
            return;
        };
        for (&result, &returned) in site.results.iter().zip(&body.returns) {
            self.pass((callee.local, returned), (self.frame.local, result), callee.mask & self.alive);
        }
    }

    /// Threads leave the kernel.
    pub(crate) fn exit(&mut self, mask: u32) {
        self.alive &= !mask;
        self.top.mask &= !mask;
    }

    /// Threads leave the function, and wait in its caller for the others.
    pub(crate) fn leave(&mut self, mask: u32) {
        if self.frames.is_empty() {
            return self.exit(mask);
        }
        self.top.mask &= !mask;
        for entry in self.stack.iter_mut().skip(self.frame.entries) {
            entry.mask &= !mask;
        }
    }

    /// Parts the threads on top: each side with its next instruction, the first goes first. They meet at `meets`.
    pub(crate) fn diverge(&mut self, sides: &[(u32, u32)], meets: u32) {
        // an entry that ends where the sides meet has nothing left to do, except a function's first, which closes it
        if meets != self.top.meets || self.stack.len() == self.frame.entries {
            self.stack.push(Entry { pc: meets, ..self.top });
        }
        for &(pc, mask) in sides.iter().rev() {
            if pc != meets {
                self.stack.push(Entry { pc, meets, mask });
            }
        }
        // at least the entry where they meet is there, here or below
        if let Some(top) = self.stack.pop() {
            self.top = top;
        }
    }

    /// A conditional branch: the taken side goes first.
    #[inline(always)]
    pub(crate) fn branch(&mut self, target: u32, taken: u32, meets: u32) {
        let (active, next) = (self.top.mask, self.top.pc + 1);
        if taken == active {
            self.top.pc = target;
        } else if taken == 0 || target == next {
            self.top.pc = next;
        } else {
            self.diverge(&[(target, taken), (next, active & !taken)], meets);
        }
    }

    /// A branch by table: those with the same target go together, the lowest thread's first; those whose guard is false go on.
    pub(crate) fn branch_indexed(&mut self, targets: &[u32; 32], mask: u32, meets: u32) {
        let (mut sides, mut count, mut left) = ([(0, 0); 33], 0, mask);
        while left != 0 {
            let target = targets[left.trailing_zeros() as usize & 31];
            let same = Lanes(left).filter(|&lane| targets[lane] == target).fold(0, |same, lane| same | 1 << lane);
            left &= !same;
            sides[count] = (target, same);
            count += 1;
        }
        let others = self.top.mask & !mask;
        if others != 0 {
            sides[count] = (self.top.pc + 1, others);
            count += 1;
        }
        match sides[..count] {
            [(pc, _)] => self.top.pc = pc,
            _ => self.diverge(&sides[..count], meets),
        }
    }

    /// Opens a function for some of the threads on top. Those that call another one execute the call again after it.
    pub(crate) fn call(
        &mut self,
        image: &Image,
        call: u32,
        function: u32,
        mask: u32,
        later: u32,
        limit: usize,
    ) -> Result<(), Halt> {
        if self.frames.len() >= limit {
            return Err(Halt::new(Cause::Depth(limit), mask.trailing_zeros()));
        }
        let body =
            image.body(function).ok_or_else(|| Halt::new(Cause::Malformed("a call of no function".into()), None))?;
        let caller = image.body(self.frame.function).map_or((0, 0, 0), |b: &Body| (b.rows, b.predicates, b.local));
        let next = self.top.pc + 1;
        let again = self.top.pc;
        if later != 0 {
            // the others' turn comes when this one is over; then all go on behind the call
            self.stack.push(Entry { pc: next, ..self.top });
            self.stack.push(Entry { pc: again, meets: next, mask: later });
        } else {
            self.stack.push(Entry { pc: next, ..self.top });
        }
        let below = self.frame;
        self.frames.push(below);
        self.frame = Frame {
            function,
            rows: below.rows + caller.0 as usize + 2,
            flags: below.flags + caller.1 as usize,
            local: below.local + caller.2,
            entries: self.stack.len(),
            mask,
            call,
        };
        self.open(body)?;
        if let Some(site) = image.calls.get(call as usize) {
            for (&argument, &parameter) in site.arguments.iter().zip(&body.parameters) {
                self.pass((below.local, argument), (self.frame.local, parameter), mask);
            }
        }
        Ok(())
    }
}
