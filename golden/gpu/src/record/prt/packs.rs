//! Warps packed into partitions (IV.B): whole CTAs as long as there are lanes, or some warps of a CTA that has more threads than there are lanes.

use std::collections::VecDeque;

use heddle_kernel::execute::{Cta, IN_ORDER};
use heddle_kernel::launch::RunError;

use crate::system::cta_dispatch::{Ctas, GridContext};

/// A warp in a partition: its CTA's place among those that run, its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seat {
    pub cta: usize,
    pub warp: usize,
    /// Its threads.
    pub threads: u32,
}

/// CTAs that run, and the packs of warps that are still to start.
pub(super) struct Packs {
    left: Ctas,
    /// CTAs of a pack.
    together: usize,
    /// Warps of a pack, where a CTA is several.
    warps: usize,
    pub ctas: Vec<Option<Cta>>,
    waiting: VecDeque<Vec<Seat>>,
}

impl Packs {
    /// Of a grid, for so many partitions with so many lanes.
    pub fn of(ground: &GridContext, partitions: u32, lanes: u32) -> Packs {
        let threads = ground.grid.launch.block.iter().product::<u32>();
        let count = ground.grid.launch.grid.iter().map(|&side| u64::from(side)).product::<u64>();
        // no more than leaves something for each partition
        let together = u64::from(lanes / threads).min(count.div_ceil(partitions.into()));
        let (together, warps) = (together as usize, (lanes / ground.options.warp_size) as usize);
        Packs { left: Ctas::of(ground.grid), together, warps, ctas: vec![], waiting: VecDeque::new() }
    }

    /// The next pack to start.
    pub fn peek(&mut self, ground: &GridContext) -> Result<Option<&[Seat]>, RunError> {
        if self.waiting.is_empty() {
            let mut pack = Vec::new();
            for _ in 0..self.together.max(1) {
                let Some(place) = self.left.next() else { break };
                pack.extend(self.enter(ground.start(place, |_| IN_ORDER)?, ground.options.warp_size));
            }
            let size = if self.together == 0 { self.warps } else { pack.len().max(1) };
            self.waiting.extend(pack.chunks(size).map(<[Seat]>::to_vec));
        }
        Ok(self.waiting.front().map(Vec::as_slice))
    }
    pub fn next(&mut self) -> Vec<Seat> {
        self.waiting.pop_front().unwrap_or_default()
    }

    fn enter(&mut self, cta: Cta, warp_size: u32) -> impl Iterator<Item = Seat> + use<> {
        let at = self.ctas.iter().position(Option::is_none).unwrap_or(self.ctas.len());
        if at == self.ctas.len() {
            self.ctas.push(None);
        }
        let threads: Vec<u32> = cta.warps.iter().map(|warp| warp.alive().count_ones().min(warp_size)).collect();
        self.ctas[at] = Some(cta);
        threads.into_iter().enumerate().map(move |(warp, threads)| Seat { cta: at, warp, threads })
    }

    /// CTAs that have ended, and that nobody holds, make room.
    pub fn clear(&mut self, held: impl Fn(usize) -> bool) {
        for (at, place) in self.ctas.iter_mut().enumerate() {
            place.take_if(|cta| cta.done() && !held(at));
        }
    }
    /// Nothing runs, nothing is left.
    pub fn done(&self) -> bool {
        self.waiting.is_empty() && self.left.peek().is_none() && self.ctas.iter().all(Option::is_none)
    }
}
