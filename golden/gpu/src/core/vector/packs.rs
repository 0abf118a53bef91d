//! Packs on their way to partitions (SIMT-SIMD IV.B): those of a list of warps, or CTAs of a
//! regular grid as long as there are lanes.

use std::collections::VecDeque;

use heddle_kernel::execute::{Cta, IN_ORDER, LowestPc, Pack, Seat};

use super::packer::assigned;
use crate::base::{Ctas, GridContext, SimError};
use crate::config::spec::Assign;

/// CTAs, or warps with sizes of their own, that run on a core.
pub(super) type Running = Vec<Option<Cta<LowestPc>>>;

/// Work of a partition before it starts.
#[derive(Debug)]
pub(super) struct Prepared {
    /// Number of the pack.
    pub number: u32,
    pub pack: Pack,
    /// Whether all threads of the pack's CTAs are in it.
    pub whole: bool,
}

/// Source of the packs of a core.
#[derive(Debug)]
enum Source {
    /// Packs of a list by number: those of each stream, or those of whichever is free.
    Lists { packs: Vec<Vec<u32>>, streams: Vec<VecDeque<u32>>, shared: VecDeque<u32> },
    /// CTAs of a grid: a pack holds `together` of them. Where that is 0, a CTA has more threads
    /// than there are lanes, and is split into packs of `warps` warps.
    Grid { left: Ctas, together: usize, warps: usize, opened: u32 },
}

/// CTAs that run on a core, and the packs that are still to start.
#[derive(Debug)]
pub(super) struct Packs {
    source: Source,
    pub running: Running,
    waiting: VecDeque<Prepared>,
    /// Number of CTAs that have ended and were removed.
    pub ended: u64,
}

/// Number of a core, and of all cores.
#[derive(Debug, Clone, Copy)]
pub(super) struct Among {
    pub core: usize,
    pub cores: usize,
}

impl Packs {
    /// Creates a source of packs that is empty.
    pub fn none() -> Packs {
        Packs::of(Source::Lists { packs: vec![], streams: vec![], shared: VecDeque::new() })
    }

    fn of(source: Source) -> Packs {
        Packs { source, running: Running::new(), waiting: VecDeque::new(), ended: 0 }
    }

    /// Creates the packs of a list that one core gets.
    pub fn of_list(packs: Vec<Vec<u32>>, Among { core, cores }: Among, streams: usize, assign: Assign) -> Packs {
        let (mut each, mut shared) = (vec![VecDeque::new(); streams], VecDeque::new());
        for number in 0..packs.len() {
            let (to, stream) = assigned(number, cores, streams);
            if to == core {
                match assign {
                    Assign::Static => each[stream].push_back(number as u32),
                    Assign::Dynamic => shared.push_back(number as u32),
                }
            }
        }
        Packs::of(Source::Lists { packs, streams: each, shared })
    }

    /// Creates the packs of the CTAs of a regular grid that go to one core, given its number of
    /// streams and of lanes.
    pub fn of_grid(ground: &GridContext, Among { core, cores }: Among, streams: usize, lanes: u32) -> Packs {
        let threads = ground.grid.launch.block.iter().product::<u32>();
        let left = Ctas::of(ground.grid).share(core as u64, cores as u64);
        // no more than leaves something for each stream
        let together = u64::from(lanes / threads).min(left.left().div_ceil(streams as u64));
        let warps = (lanes / ground.options.warp_size) as usize;
        Packs::of(Source::Grid { left, together: together as usize, warps, opened: 0 })
    }

    /// Prepares the next pack of a stream; returns whether there is one.
    pub fn prepare(&mut self, ground: &GridContext, stream: usize) -> Result<bool, SimError> {
        if !self.waiting.is_empty() {
            return Ok(true);
        }
        let (number, places, piece, whole) = match &mut self.source {
            Source::Lists { packs, streams, shared } => {
                let own = streams.get_mut(stream).and_then(VecDeque::pop_front).or_else(|| shared.pop_front());
                let Some(number) = own else { return Ok(false) };
                let wids = packs[number as usize].iter().map(|&wid| [wid, 0, 0]).collect();
                (number, wids, usize::MAX, true)
            }
            Source::Grid { left, together, warps, opened } => {
                let places: Vec<[u32; 3]> = left.by_ref().take((*together).max(1)).collect();
                if places.is_empty() {
                    return Ok(false);
                }
                *opened += 1;
                (*opened - 1, places, if *together == 0 { *warps } else { usize::MAX }, *together != 0)
            }
        };
        let mut seats: Vec<Seat> = Vec::new();
        for place in places {
            seats.extend(self.enter(ground.start(place, |_| IN_ORDER)?));
        }
        for piece in seats.chunks(piece) {
            let mut pack = Pack::default();
            piece.iter().for_each(|seat| pack.seat(*seat));
            self.waiting.push_back(Prepared { number, pack, whole });
        }
        Ok(true)
    }

    /// Returns the pack that is prepared; `None` if none is.
    pub fn ready(&self) -> Option<&Prepared> {
        self.waiting.front()
    }
    /// Removes and returns the prepared pack, which starts.
    pub fn next(&mut self) -> Option<Prepared> {
        self.waiting.pop_front()
    }

    fn enter(&mut self, cta: Cta<LowestPc>) -> Vec<Seat> {
        let at = self.running.iter().position(Option::is_none).unwrap_or(self.running.len());
        if at == self.running.len() {
            self.running.push(None);
        }
        let seat = |(warp, threads): (usize, u32)| Seat { cta: at, warp, threads };
        let threads = cta.warps.iter().map(|warp| warp.alive().count_ones());
        let seats = threads.enumerate().map(seat).filter(|seat| seat.threads != 0).collect();
        self.running[at] = Some(cta);
        seats
    }

    /// Removes the CTAs of a pack that have ended, unless other packs hold warps of them; returns
    /// their places in the grid.
    pub fn clear(&mut self, pack: &Pack, held: impl Fn(usize) -> bool) -> Vec<[u32; 3]> {
        let mut ended = Vec::new();
        for seat in pack.seats() {
            if let Some(cta) = self.running[seat.cta].take_if(|cta| cta.done() && !held(seat.cta)) {
                ended.push(cta.id());
            }
        }
        self.ended += ended.len() as u64;
        ended
    }

    /// Whether no pack is left to start.
    pub fn is_empty(&self) -> bool {
        let left = match &self.source {
            Source::Lists { streams, shared, .. } => streams.iter().all(VecDeque::is_empty) && shared.is_empty(),
            Source::Grid { left, .. } => left.peek().is_none(),
        };
        left && self.waiting.is_empty()
    }
}
