//! Control flow of a warp whose CTA decides where its threads go.

use std::iter::once;

use heddle_kernel::execute::{Divergence, Entry, Frame, Halt, Image, Options, Outcome, Warp};

/// The control state of a warp in step with its CTA, whose program counter it shares: calls,
/// barriers and threads that end.
///
/// `Outcome::Return` closes the function that was called last, for all threads of the warp.
#[derive(Debug, Clone, Default)]
pub struct InStep {
    /// Threads that have not ended, a bit each.
    live: u32,
    /// Live threads that wait at a barrier, a bit each.
    waiting: u32,
    callers: Vec<Frame>,
}

impl InStep {
    /// Whether threads of the warp wait at a barrier.
    pub fn waits(&self) -> bool {
        self.waiting != 0
    }
}

impl Divergence for InStep {
    fn start(&mut self, warp: &mut Warp, _: &Image) {
        *self = InStep { live: warp.alive(), ..InStep::default() };
    }
    fn next(&self) -> Option<(u32, u32)> {
        (self.live & !self.waiting != 0).then_some(self.position())
    }
    fn position(&self) -> (u32, u32) {
        (0, self.live & !self.waiting)
    }
    fn apply(
        &mut self,
        warp: &mut Warp,
        image: &Image,
        _: &Options,
        _: u32,
        _: u32,
        outcome: &Outcome,
    ) -> Result<(), Halt> {
        match outcome {
            Outcome::Call(call) => self.callers.push(warp.enter(image, call)?),
            Outcome::Return { .. } => {
                if let Some(caller) = self.callers.pop() {
                    warp.leave(image, caller);
                }
            }
            Outcome::Exit { threads } => {
                warp.end(*threads);
                self.live = warp.alive();
            }
            Outcome::Barrier(arrival) if arrival.waits => self.waiting |= arrival.threads,
            _ => {}
        }
        Ok(())
    }
    fn resume(&mut self, _: &mut Warp, _: &Image, threads: u32) {
        self.waiting &= !threads;
    }
    fn entries(&self) -> impl Iterator<Item = Entry> {
        let (pc, mask) = self.position();
        once(Entry { pc, reconverge_pc: pc, mask })
    }
    fn depth(&self) -> usize {
        1
    }
}
