//! The control-flow state of warps whose threads are regrouped.

use super::super::Options;
use super::super::fault::Halt;
use super::super::image::Image;
use super::super::outcome::Outcome;
use super::super::warp::Warp;
use super::{Divergence, Entry};

/// The control-flow state of a warp whose threads execute together with those of other warps. Each
/// [`super::super::DynamicWarp`] has the program counters of its threads; this type has which of
/// the warp's threads wait at a barrier.
#[derive(Debug, Clone, Default)]
pub struct Regrouped {
    /// The threads that have not ended and do not wait.
    free: u32,
}

impl Divergence for Regrouped {
    fn start(&mut self, warp: &mut Warp, _: &Image) {
        self.free = warp.alive();
    }

    fn next(&self) -> Option<(u32, u32)> {
        (self.free != 0).then_some((0, self.free))
    }
    fn position(&self) -> (u32, u32) {
        (0, self.free)
    }

    fn apply(
        &mut self,
        warp: &mut Warp,
        _: &Image,
        _: &Options,
        _: u32,
        _: u32,
        outcome: &Outcome,
    ) -> Result<(), Halt> {
        match *outcome {
            Outcome::Return { threads } if warp.calls() == 0 => warp.end(threads),
            Outcome::Exit { threads } => warp.end(threads),
            Outcome::Barrier(arrival) if arrival.waits => self.free &= !arrival.threads,
            _ => {}
        }
        self.free &= warp.alive();
        Ok(())
    }

    fn resume(&mut self, warp: &mut Warp, _: &Image, threads: u32) {
        self.free |= threads & warp.alive();
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        std::iter::once(Entry { pc: 0, reconverge_pc: 0, mask: self.free })
    }
    fn depth(&self) -> usize {
        1
    }
}
