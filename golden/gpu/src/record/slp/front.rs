//! The core's side of the unit: what waits to be launched, permuted and compacted, a thing of a kind a cycle, and whether what comes back is what it must be.

use std::collections::{BTreeMap, VecDeque};

use heddle_contract::slp::{Config, In, MAX, Out, Slp};
use heddle_golden::Device;
use heddle_golden::slp::permutation::exchange;

use super::path::{Block, Threads};
use crate::system::SimError;

/// Cycles that a compacted warp waits at most for a cycle in which no instruction issues (assumed: the table of warps has one port for both).
const WAIT: u32 = 3;

/// A warp to launch.
#[derive(Debug, Clone, Copy)]
pub struct Launching {
    /// Its CTA.
    pub cta: u64,
    pub warp: usize,
    pub slot: u8,
    pub threads: u32,
    pub plain: bool,
}

/// A mask to compact.
#[derive(Debug, Clone)]
pub struct Offer {
    pub cta: u64,
    /// The path that gets the warps.
    pub path: u64,
    pub tag: u8,
    /// The branch that it comes of: kernel, function, instruction.
    pub branch: (u32, u32, u32),
    pub threads: Threads,
    pub slots: [u8; MAX],
}

/// What came back.
#[derive(Debug, Clone)]
pub enum Event {
    Launched {
        cta: u64,
        warp: usize,
    },
    /// A warp of a path, perhaps its last one.
    Warp {
        cta: u64,
        path: u64,
        block: Block,
        last: bool,
    },
}

/// A mask that passes the reading port.
#[derive(Debug, Clone, Copy)]
struct Read {
    slot: u8,
    threads: u32,
    /// From lanes to threads.
    back: bool,
    /// The CTA's warp, of the mask that is gathered.
    row: Option<usize>,
}

/// A mask on its way through the compactor.
#[derive(Debug, Clone)]
struct Held {
    offer: Offer,
    lanes: Threads,
    /// Rows that have still to be permuted; warps that have still to leave, when they were counted.
    missing: usize,
    left: Option<u8>,
}

/// What crossed the ports, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Crossed {
    /// Warps launched.
    pub launched: u64,
    /// Masks permuted by the reading port.
    pub permuted: u64,
    /// Masks compacted, by tag.
    pub masks: [u64; 3],
    /// Those among them that took fewer warps than without compaction.
    pub fewer: u64,
    /// Those that left as they were.
    pub declined: u64,
    /// Cycles in which a warp was offered and not taken.
    pub stalled: u64,
}

/// The unit, and what waits for it.
pub struct Front<'d, D> {
    cfg: Config,
    unit: &'d mut D,
    o: Out,
    pub cycle: u64,
    launches: VecDeque<Launching>,
    reads: VecDeque<Read>,
    /// Masks whose rows are being permuted, the first one's first; and the one in the compactor.
    offers: VecDeque<Held>,
    inside: Option<Held>,
    /// By slot: launched in lanes, and the XOR mask once it was read.
    slots: [(Launched, Option<u8>); MAX],
    /// Whether compaction of a branch's mask paid when it was last counted (CAPRI, SLP 2.3).
    history: BTreeMap<((u32, u32, u32), u8), bool>,
    waited: u32,
    pub crossed: Crossed,
}

/// A launch mask in both orders.
#[derive(Debug, Clone, Copy, Default)]
struct Launched {
    threads: u32,
    lanes: u32,
    plain: bool,
}

impl<'d, D: Device<Slp>> Front<'d, D> {
    pub fn new(cfg: &Config, unit: &'d mut D) -> Self {
        Front {
            cfg: cfg.clone(),
            unit,
            o: Out::default(),
            cycle: 0,
            launches: VecDeque::new(),
            reads: VecDeque::new(),
            offers: VecDeque::new(),
            inside: None,
            slots: [(Launched::default(), None); MAX],
            history: BTreeMap::new(),
            waited: 0,
            crossed: Crossed::default(),
        }
    }

    pub fn unit(&self) -> &D {
        self.unit
    }
    pub fn launch(&mut self, launching: Launching) {
        self.launches.push_back(launching);
    }
    /// Threads of a warp go from lanes to thread order, as a vote or a shuffle wants them.
    pub fn exchange(&mut self, slot: u8, threads: u32) {
        self.reads.push_back(Read { slot, threads, back: true, row: None });
    }
    /// Nothing of a slot waits for the reading port.
    pub fn quiet(&self, slot: u8) -> bool {
        self.reads.iter().all(|read| read.slot != slot)
    }
    /// A mask of the whole CTA is permuted, row by row, and compacted.
    pub fn offer(&mut self, offer: Offer) {
        let rows = offer.threads.iter().enumerate().filter(|(_, threads)| **threads != 0);
        let reads = rows.map(|(w, mask)| Read { slot: offer.slots[w], threads: *mask, back: false, row: Some(w) });
        let before = self.reads.len();
        self.reads.extend(reads);
        let missing = self.reads.len() - before;
        self.offers.push_back(Held { offer, lanes: [0; MAX], missing, left: None });
    }
    /// Whether a warp is taken in the coming cycle, when some instruction could issue.
    pub fn takes(&mut self, busy: bool) -> bool {
        self.unit.peek(&mut self.o);
        let takes = self.o.warp_valid && (!busy || self.waited >= WAIT);
        self.waited = if self.o.warp_valid && !takes { self.waited + 1 } else { 0 };
        self.crossed.stalled += u64::from(self.waited != 0);
        takes
    }
    /// The SM is reset, before a grid.
    pub fn reset(&mut self) {
        self.unit.step(&In { reset: true, ..In::default() }, &mut self.o);
        self.slots = [(Launched::default(), None); MAX];
        self.cycle += 1;
    }

    fn wrong<T>(&self, what: String) -> Result<T, SimError> {
        Err(SimError::Wrong { cycle: self.cycle, what })
    }

    /// One cycle, after [`takes`](Self::takes).
    pub fn step(&mut self, takes: bool) -> Result<Vec<Event>, SimError> {
        let mut i = In { warp_ready: takes, ..In::default() };
        let launching = self.launches.pop_front();
        if let Some(Launching { warp, slot, threads, plain, .. }) = launching {
            (i.launch_valid, i.launch_slot, i.launch_warp) = (true, slot, warp as u8);
            (i.launch_threads, i.launch_plain) = (threads, plain);
        }
        let read = self.reads.pop_front();
        if let Some(Read { slot, threads, back, .. }) = read {
            let xor = if back { self.slots[usize::from(slot)].1.unwrap_or(0) } else { 0 };
            (i.read_valid, i.read_slot, i.read_threads) = (true, slot, exchange(threads, xor));
        }
        if let Some(held) = self.offers.front().filter(|held| held.missing == 0) {
            (i.accept_valid, i.accept_tag, i.accept_mask) = (true, held.offer.tag, held.lanes);
        }
        if self.o.counted_valid {
            i.decline = self.counted()?;
        }
        self.unit.step(&i, &mut self.o);
        let mut events = Vec::new();
        if takes {
            events.push(self.warp()?);
        }
        if let Some(launching) = launching {
            self.launched(launching)?;
            events.push(Event::Launched { cta: launching.cta, warp: launching.warp });
        }
        if let Some(read) = read {
            self.permuted(read, i.read_threads)?;
        }
        if i.accept_valid && self.o.accept_ready {
            if self.inside.is_some() {
                return self.wrong("a mask is accepted before the last one has left".into());
            }
            self.inside = self.offers.pop_front();
        }
        self.cycle += 1;
        Ok(events)
    }

    /// The mask inside is counted; whether it leaves as it is.
    fn counted(&mut self) -> Result<bool, SimError> {
        let (warps, plain, tag) = (self.o.counted_warps, self.o.counted_plain, self.o.counted_tag);
        let Some(held) = &mut self.inside else { return self.wrong("counts a mask that was not offered".into()) };
        let rows = held.lanes.iter().filter(|row| **row != 0).count();
        let of_lane = |lane: u32| held.lanes.iter().filter(|row| *row >> lane & 1 == 1).count();
        let fullest = (0..self.cfg.width).map(of_lane).max().unwrap_or(0);
        if (usize::from(warps), usize::from(plain), tag) != (fullest, rows, held.offer.tag) {
            let what = format!(
                "counts {warps} warps and {plain} (tag {tag}), where the mask has {fullest} and {rows} (tag {})",
                held.offer.tag
            );
            return self.wrong(what);
        }
        let key = (held.offer.branch, tag);
        let pays = warps < plain;
        let declines = !self.history.insert(key, pays).unwrap_or(true);
        held.left = Some(if declines { plain } else { warps });
        self.crossed.masks[usize::from(tag)] += 1;
        self.crossed.fewer += u64::from(pays);
        self.crossed.declined += u64::from(declines);
        Ok(declines)
    }

    /// A warp leaves the compactor.
    fn warp(&mut self) -> Result<Event, SimError> {
        let (lanes, last) = (self.o.warp_lanes, self.o.warp_last);
        let Some(held) = &mut self.inside else { return self.wrong("offers a warp of no mask".into()) };
        let mut parts: BTreeMap<usize, u32> = BTreeMap::new();
        let mut strange = None;
        for lane in (0..self.cfg.width).filter(|lane| lanes >> lane & 1 == 1) {
            let warp = usize::from(self.o.warp_source[lane as usize]);
            let xor = held.offer.slots.get(warp).and_then(|slot| self.slots[usize::from(*slot)].1);
            match (held.lanes.get(warp).is_some_and(|row| row >> lane & 1 == 1), xor) {
                (true, Some(xor)) => *parts.entry(warp).or_default() |= 1 << (lane ^ u32::from(xor)),
                _ => strange = Some((warp, lane)),
            }
        }
        for (warp, threads) in &parts {
            held.lanes[*warp] &= !exchange(*threads, self.slots[usize::from(held.offer.slots[*warp])].1.unwrap_or(0));
        }
        let left = held.left.map_or(0, |left| left.saturating_sub(1));
        held.left = Some(left);
        let rest: u32 = held.lanes.iter().map(|row| row.count_ones()).sum();
        let Offer { cta, path, .. } = held.offer;
        if let Some((warp, lane)) = strange {
            return self
                .wrong(format!("a warp has in lane {lane} a thread of warp {warp} that was not offered, or has left"));
        }
        if lanes == 0 || last != (left == 0) || last != (rest == 0) {
            return self.wrong(format!(
                "a warp leaves with lanes {lanes:#x}, last {last}; {left} warps and {rest} threads stay"
            ));
        }
        if last {
            self.inside = None;
        }
        let block = Block { parts: parts.into_iter().collect(), due: self.cycle + 1, ..Block::default() };
        Ok(Event::Warp { cta, path, block, last })
    }

    fn launched(&mut self, launching: Launching) -> Result<(), SimError> {
        let Launching { slot, threads, plain, warp, .. } = launching;
        let lanes = self.o.launch_lanes;
        if !self.o.launched || lanes.count_ones() != threads.count_ones() || plain && lanes != threads {
            return self.wrong(format!("warp {warp} is launched with threads {threads:#x}, in lanes {lanes:#x}"));
        }
        self.slots[usize::from(slot)] = (Launched { threads, lanes, plain }, None);
        // the warp's context learns its XOR mask
        self.reads.push_back(Read { slot, threads, back: false, row: None });
        self.crossed.launched += 1;
        Ok(())
    }

    /// A mask has passed the reading port.
    fn permuted(&mut self, read: Read, mask: u32) -> Result<(), SimError> {
        let Read { slot, threads, back, row } = read;
        let (xor, lanes) = (self.o.read_xor, self.o.read_lanes);
        let (launched, known) = &mut self.slots[usize::from(slot)];
        let xor_is = *known.get_or_insert(xor);
        let fits = xor == xor_is
            && u32::from(xor) < self.cfg.width
            && exchange(launched.threads, xor) == launched.lanes
            && (!launched.plain || xor == 0);
        if !self.o.read_shown || !fits || lanes != if back { threads } else { exchange(mask, xor) } {
            return self.wrong(format!(
                "slot {slot} has the XOR mask {xor}, known as {xor_is}, and turns {mask:#x} into {lanes:#x}"
            ));
        }
        self.crossed.permuted += 1;
        if let Some(warp) = row {
            let held = self.offers.iter_mut().find(|held| held.missing != 0).expect("rows are read for a mask");
            held.lanes[warp] = lanes;
            held.missing -= 1;
        }
        Ok(())
    }
}
