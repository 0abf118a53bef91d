//! The core's side of the unit: warps and masks that wait for it, and checks of its outputs.

use std::collections::VecDeque;

use heddle_contract::slp::{Config, In, MAX, Out, tag};
use heddle_golden::Device;
use heddle_golden::slp::Slp;
use heddle_golden::slp::permutation::{Counts, exchange};

use super::counters::BlockCounters;
use crate::base::ids::Slot;

/// Lanes of each home warp of a CTA, by the warp's number.
pub(super) type Rows = [u32; MAX];

/// A warp that is to be launched through the unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Launching {
    pub slot: Slot,
    /// Id under which the warp is launched, and whether its threads stay in their lanes.
    pub id: u8,
    pub plain: bool,
    /// Mask of the warp's threads, as the unit gets them.
    pub threads: u32,
    /// Expected lanes, and the expected XOR mask of the unit's permutation: that of a full warp
    /// shows in no lane.
    pub lanes: u32,
    pub xor: u8,
}

/// A mask that is offered to the unit for compaction.
#[derive(Debug, Clone)]
pub(super) struct Offer {
    /// First cycle in which the mask can be accepted.
    pub due: u64,
    /// Place of the CTA in the core, and the path that gets the warps; `None` if the mask is only
    /// counted.
    pub cta: usize,
    pub path: Option<usize>,
    pub tag: u8,
    pub rows: Rows,
    /// Number of dynamic warps that have threads of the mask.
    pub parts: u32,
    /// Number of warps: if compaction makes no fewer, the mask leaves as it is.
    pub declined_from: u32,
    /// Index of the verdict that the count belongs to.
    pub verdict: Option<usize>,
}

/// An event on the unit's outputs.
#[derive(Debug)]
pub(super) enum Event {
    /// The warp of a slot is launched.
    Launched(Slot),
    /// A mask is counted: `fewer` if compaction makes fewer warps of it than there were, `declined`
    /// if it leaves as it is.
    Counted { offer: Offer, fewer: bool, declined: bool },
    /// A warp of a path leaves the compactor; `last` if it is the mask's last.
    Warp { cta: usize, path: usize, parts: Vec<(usize, u32)>, last: bool },
}

/// The mask in the compactor, with the threads that have still to leave.
#[derive(Debug)]
struct Inside {
    cta: usize,
    /// Path that gets the warps; `None` if the output is not used.
    path: Option<usize>,
    rows: Rows,
    left: u32,
}

/// The unit, and the warps and masks that wait for it.
#[derive(Debug)]
pub(super) struct Unit<D> {
    cfg: Config,
    device: D,
    i: Box<In>,
    o: Box<Out>,
    reset: bool,
    launches: VecDeque<Launching>,
    /// Warp launched in the last cycle: its table entry is read in this one.
    fresh: Option<Launching>,
    offers: VecDeque<Offer>,
    counting: VecDeque<Offer>,
    /// Mask accepted in the last cycle.
    accepted: Option<Offer>,
    inside: Option<Inside>,
    pub events: Vec<Event>,
}

impl<D: Device<Slp>> Unit<D> {
    pub fn new(cfg: &Config, device: D) -> Self {
        Unit {
            cfg: cfg.clone(),
            device,
            i: Box::default(),
            o: Box::default(),
            reset: false,
            launches: VecDeque::new(),
            fresh: None,
            offers: VecDeque::new(),
            counting: VecDeque::new(),
            accepted: None,
            inside: None,
            events: Vec::new(),
        }
    }

    /// Resets the unit in the next cycle, before a grid.
    pub fn reset(&mut self) {
        self.reset = true;
    }
    pub fn launch(&mut self, launching: Launching) {
        self.launches.push_back(launching);
    }
    /// Queues a mask; masks that are only counted come behind all others.
    pub fn offer(&mut self, offer: Offer) {
        if offer.path.is_some() { self.offers.push_back(offer) } else { self.counting.push_back(offer) }
    }
    /// Number of masks that wait for the unit or are in it, without those that are only counted.
    pub fn queued(&self) -> u64 {
        let inside = self.inside.as_ref().is_some_and(|inside| inside.path.is_some());
        let accepted = self.accepted.as_ref().is_some_and(|offer| offer.path.is_some());
        self.offers.len() as u64 + u64::from(inside) + u64::from(accepted)
    }
    /// Whether the unit has anything to do in its next cycle.
    pub fn busy(&self) -> bool {
        self.reset
            || !self.launches.is_empty()
            || self.fresh.is_some()
            || !self.offers.is_empty()
            || !self.counting.is_empty()
            || self.accepted.is_some()
            || self.inside.is_some()
    }

    /// Simulates one cycle and adds its events to `events`. A warp leaves only if each home warp of
    /// its threads, in the CTA at that place, `lends` them.
    pub fn step(
        &mut self,
        now: u64,
        counters: &mut BlockCounters,
        lends: impl Fn(usize, usize) -> bool,
    ) -> Result<(), String> {
        if !self.busy() {
            return Ok(());
        }
        *self.i = In::default();
        if std::mem::take(&mut self.reset) {
            self.i.reset = true;
            self.device.step(&self.i, &mut self.o);
            return Ok(());
        }
        self.device.peek(&mut self.o);
        let warp = self.o.warp_valid && self.homes().is_none_or(|(cta, mut homes)| homes.all(|home| lends(cta, home)));
        self.i.warp_ready = warp;
        let launching = self.launches.pop_front();
        if let Some(Launching { slot, id, plain, threads, .. }) = launching {
            (self.i.launch_valid, self.i.launch_slot, self.i.launch_threads) = (true, slot.0 as u8, threads);
            (self.i.launch_warp, self.i.launch_plain) = (id, plain);
            counters.launched += 1;
        }
        let fresh = std::mem::replace(&mut self.fresh, launching);
        if let Some(Launching { slot, threads, .. }) = fresh {
            (self.i.read_valid, self.i.read_slot, self.i.read_threads) = (true, slot.0 as u8, threads);
        }
        let head = if self.offers.is_empty() { &self.counting } else { &self.offers };
        if let Some(offer) = head.front().filter(|offer| offer.due <= now) {
            (self.i.accept_valid, self.i.accept_tag, self.i.accept_mask) = (true, offer.tag, offer.rows);
        }
        if self.o.counted_valid {
            self.counted(counters)?;
        }
        if warp {
            self.warp()?;
        }
        self.device.follow(&self.i, &mut self.o);
        if let Some(launching) = launching {
            self.launched(launching)?;
        }
        if let Some(fresh) = fresh {
            self.read(fresh)?;
        }
        if self.i.accept_valid && self.o.accept_ready {
            if self.inside.is_some() {
                return Err("a mask is accepted before the last one has left".into());
            }
            self.accepted = if self.offers.is_empty() { &mut self.counting } else { &mut self.offers }.pop_front();
        }
        Ok(())
    }

    /// Checks the count of the mask that was accepted in the last cycle; the mask may leave as it
    /// is.
    fn counted(&mut self, counters: &mut BlockCounters) -> Result<(), String> {
        let (warps, plain, tag) = (self.o.counted_warps.into(), self.o.counted_plain.into(), self.o.counted_tag);
        let offer = self.accepted.take().ok_or("counts a mask that was not offered")?;
        let counts = Counts::of(self.cfg.width, &offer.rows[..self.cfg.warps as usize]);
        if (warps, plain, tag) != (counts.compacted, counts.plain, offer.tag) {
            return Err(format!(
                "counts {warps} warps and {plain} (tag {tag}), where the mask has {} and {} (tag {})",
                counts.compacted, counts.plain, offer.tag
            ));
        }
        let declined = warps >= offer.declined_from;
        self.i.decline = declined;
        match (offer.path, offer.tag) {
            (None, _) => counters.counted += 1,
            (Some(_), tag::TAKEN) => counters.taken += 1,
            (Some(_), tag::NOT_TAKEN) => counters.not_taken += 1,
            (Some(_), _) => counters.reconverged += 1,
        }
        if offer.path.is_some() {
            counters.parts += u64::from(offer.parts);
            counters.plain += u64::from(counts.plain);
            counters.compacted += u64::from(counts.compacted);
            counters.ideal += u64::from(counts.ideal);
            counters.fewer += u64::from(counts.compactable());
            counters.declined += u64::from(declined);
        }
        let left = if declined { plain } else { warps };
        let path = offer.path.filter(|_| !declined);
        self.inside = (left != 0).then_some(Inside { cta: offer.cta, path, rows: offer.rows, left });
        let fewer = warps < offer.parts;
        self.events.push(Event::Counted { offer, fewer, declined });
        Ok(())
    }

    /// Returns the CTA and the home warps of the threads in the warp on the output; `None` if no
    /// mask is inside.
    fn homes(&self) -> Option<(usize, impl Iterator<Item = usize>)> {
        let inside = self.inside.as_ref()?;
        let filled = (0..self.cfg.width as usize).filter(|lane| self.o.warp_lanes >> lane & 1 == 1);
        Some((inside.cta, filled.map(|lane| usize::from(self.o.warp_source[lane]))))
    }

    /// Checks a warp that leaves the compactor.
    fn warp(&mut self) -> Result<(), String> {
        let (lanes, last) = (self.o.warp_lanes, self.o.warp_last);
        let Some(inside) = &mut self.inside else { return Err("offers a warp of no mask".into()) };
        let mut of_warp = [0u32; MAX];
        for lane in (0..self.cfg.width).filter(|lane| lanes >> lane & 1 == 1) {
            let warp = usize::from(self.o.warp_source[lane as usize]);
            if inside.rows.get(warp).is_none_or(|row| row >> lane & 1 == 0) {
                return Err(format!(
                    "a warp has in lane {lane} a thread of warp {warp} that was not offered, or has left"
                ));
            }
            of_warp[warp] |= 1 << lane;
        }
        inside.rows.iter_mut().zip(&of_warp).for_each(|(row, lanes)| *row &= !lanes);
        inside.left = inside.left.saturating_sub(1);
        let rest: u32 = inside.rows.iter().map(|row| row.count_ones()).sum();
        if lanes == 0 || last != (inside.left == 0) || last != (rest == 0) {
            let left = inside.left;
            return Err(format!(
                "a warp leaves with lanes {lanes:#x}, last {last}; {left} warps and {rest} threads stay"
            ));
        }
        if let Some(path) = inside.path {
            let parts = of_warp.iter().enumerate().filter(|(_, lanes)| **lanes != 0);
            let parts = parts.map(|(warp, lanes)| (warp, *lanes)).collect();
            self.events.push(Event::Warp { cta: inside.cta, path, parts, last });
        }
        if last {
            self.inside = None;
        }
        Ok(())
    }

    fn launched(&mut self, launching: Launching) -> Result<(), String> {
        let Launching { slot, threads, lanes, .. } = launching;
        if !self.o.launched || self.o.launch_lanes != lanes {
            let there = self.o.launch_lanes;
            return Err(format!("{slot:?} is launched with threads {threads:#x}, in lanes {there:#x}, not {lanes:#x}"));
        }
        self.events.push(Event::Launched(slot));
        Ok(())
    }

    /// Checks the table's entry of a slot that was launched in the last cycle.
    fn read(&self, launching: Launching) -> Result<(), String> {
        let Launching { slot, threads, lanes, .. } = launching;
        let (xor, there) = (self.o.read_xor, self.o.read_lanes);
        if !self.o.read_shown || there != lanes || exchange(threads, xor) != lanes || xor != launching.xor {
            return Err(format!(
                "{slot:?} has the XOR mask {xor}, and turns {threads:#x} into {there:#x}, not {lanes:#x}"
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use heddle_contract::slp::tag;
    use heddle_golden::Model;

    use super::*;

    /// Each mask is judged by its own count, against the warps that it had before; masks that are
    /// only counted come behind all others.
    #[test]
    fn each_mask_has_a_verdict_of_its_own() {
        let cfg = Config { width: 4, warps: 4 };
        let mut unit = Unit::new(&cfg, Model::<Slp>::new(cfg.clone()));
        unit.reset();
        for (verdict, path, first, second, parts) in
            [(0, None, 0b0001, 0b0001, 2), (1, Some(0), 0b0011, 0b1100, 2), (2, Some(0), 0b0011, 0b1100, 1)]
        {
            let mut rows = [0; MAX];
            (rows[0], rows[1]) = (first, second);
            let (due, cta, tag, verdict) = (0, 0, tag::TAKEN, Some(verdict));
            unit.offer(Offer { due, cta, path, tag, rows, parts, declined_from: u32::MAX, verdict });
        }
        let mut seen = Vec::new();
        for now in 0..40 {
            unit.step(now, &mut BlockCounters::default(), |_, _| true).unwrap();
            seen.extend(unit.events.drain(..).filter_map(|event| match event {
                Event::Counted { offer, fewer, .. } => Some((offer.verdict, fewer)),
                _ => None,
            }));
        }
        assert_eq!(seen, [(Some(1), true), (Some(2), false), (Some(0), false)]);
    }
}
