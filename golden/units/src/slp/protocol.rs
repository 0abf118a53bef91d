//! The history that the protocol's rules and the invariants need.

use heddle_contract::slp::{Config, In, MAX, Out, tag};

use crate::{Illegal, require};

/// The history of the ports since reset, for the protocol's rules and the invariants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Protocol {
    /// Mask of the slots that were launched.
    pub launched: u32,
    /// For each slot, the warp that it was launched for; `None` for a launch without permutation.
    pub(super) warp: [Option<u8>; MAX],
    /// The mask that was accepted last.
    pub(super) accepted: [u32; MAX],
    /// The slot that was launched in the last cycle, if any.
    pub fresh: Option<u8>,
    /// Cycles that the warp on offer has waited.
    pub waited: u32,
    /// Whether a mask without threads was counted in the last cycle.
    pub counted_empty: bool,
}

impl Protocol {
    /// Whether the permutation mask of a slot may be read: the slot was launched since reset.
    #[inline]
    pub fn readable(&self, cfg: &Config, slot: u8) -> bool {
        u32::from(slot) < cfg.warps && self.launched >> slot & 1 == 1
    }

    pub(super) fn legal(&self, cfg: &Config, i: &In) -> Result<(), Illegal> {
        let inside = |n: u8| u32::from(n) < cfg.warps;
        require(!i.reset || !(i.launch_valid || i.read_valid || i.accept_valid), "reset", || {
            "nothing is launched, read or accepted during it".into()
        })?;
        require(!i.launch_valid || inside(i.launch_slot), "launch_slot", || format!("there are {} slots", cfg.warps))?;
        require(!i.launch_valid || inside(i.launch_warp), "launch_warp", || format!("a CTA has {} warps", cfg.warps))?;
        require(!i.read_valid || self.readable(cfg, i.read_slot), "read_slot", || {
            format!("slot {} was not launched since reset", i.read_slot)
        })?;
        require(!i.accept_valid || i.accept_tag < tag::COUNT, "accept_tag", || format!("there are {} tags", tag::COUNT))
    }

    pub(super) fn repair(&self, cfg: &Config, i: &mut In) {
        if i.reset {
            (i.launch_valid, i.read_valid, i.accept_valid) = (false, false, false);
        }
        i.launch_valid &= u32::from(i.launch_slot) < cfg.warps && u32::from(i.launch_warp) < cfg.warps;
        i.read_valid &= self.readable(cfg, i.read_slot);
        i.accept_valid &= i.accept_tag < tag::COUNT;
    }

    #[inline]
    pub(super) fn observe(&mut self, i: &In, o: &Out) {
        self.fresh = i.launch_valid.then_some(i.launch_slot);
        self.waited = if o.warp_valid && !i.warp_ready && !i.reset { self.waited + 1 } else { 0 };
        self.counted_empty = o.counted_valid && o.counted_plain == 0;
        if i.reset {
            self.launched = 0;
            return;
        }
        if i.launch_valid {
            self.launched |= 1 << i.launch_slot;
            self.warp[usize::from(i.launch_slot)] = (!i.launch_plain).then_some(i.launch_warp);
        }
        if i.accept_valid && o.accept_ready {
            self.accepted = i.accept_mask;
        }
    }
}
