//! One swap of a CTA by the virtual thread controller (VT IV.A, IV.C), with an SM that reacts as
//! fast as possible: the cycles that equation 2 counts.

use heddle_contract::vtc::{Config, In, Out};
use heddle_golden::Device;
use heddle_golden::vtc::Vtc;

/// Bits of a context that equation 2 counts beside the stacks: the first virtual warp id, log2 of
/// the largest CTA's warps, three indices (IV.C).
const HEADER: u32 = 8 + 5 + 3 * 32;

/// Equation 2 of the VT paper: cycles to move the context of a CTA with `warps` warps, not rounded.
pub fn equation_2(cfg: &Config, warps: u32) -> f64 {
    f64::from(HEADER + cfg.stack_bits() * warps) / f64::from(cfg.beat)
}

/// Duration and transfers of a swap of two CTAs by the controller, without other demand for shared
/// memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swap {
    /// Number of warps whose stacks were copied.
    pub copied: u32,
    /// Beats of the incoming CTA's context that were read.
    pub read: u32,
    /// Beats of the outgoing CTA's context that were written.
    pub written: u32,
    /// Cycles from the one in which the outgoing CTA's slot shows as marked to the first
    /// instruction of the incoming CTA.
    pub first_issue: u32,
}

/// The controller under study, and its outputs of the last cycle.
struct Sm<D> {
    unit: D,
    o: Out,
}

impl<D: Device<Vtc>> Sm<D> {
    fn step(&mut self, i: &In) -> &Out {
        self.unit.step(i, &mut self.o);
        &self.o
    }

    /// Stalls every warp of the only slot, one a cycle.
    fn stall(&mut self, warps: u32) {
        (0..warps).for_each(|_| {
            self.step(&In { stall_valid: true, ..In::default() });
        });
    }

    /// Runs a swap from the cycle in which the mark shows, for `longest` cycles; the incoming CTA
    /// issues as soon as it can.
    fn swap(&mut self, longest: u32) -> Swap {
        let mut swap = Swap { copied: 0, read: 0, written: 0, first_issue: 0 };
        let mut o = Out::default();
        for cycle in 0..longest {
            self.unit.peek(&mut o);
            let issues = o.activate_valid;
            let o = self.step(&In { issue_valid: issues, ..In::default() });
            assert!(cycle > 0 || o.marked == 1, "the slot was to be marked");
            swap.copied += u32::from(o.copy_valid);
            swap.read += u32::from(o.mem_valid && !o.mem_write);
            swap.written += u32::from(o.mem_valid && o.mem_write);
            if issues {
                swap.first_issue = cycle;
            }
        }
        assert!(!self.o.copy_valid && !self.o.mem_valid, "a swap that does not end");
        swap
    }
}

/// Swaps a CTA of `warps` warps for another that was active before, so that both contexts move;
/// returns the duration. The unit is fresh from reset, and the kernel has two CTAs and one slot.
pub fn swap<D: Device<Vtc>>(cfg: &Config, unit: D, warps: u32) -> Swap {
    let mut sm = Sm { unit, o: Out::default() };
    let kernel =
        In { kernel_valid: true, kernel_warps: warps as u8, kernel_ctas: 2, kernel_active: 1, ..In::default() };
    assert!(!sm.step(&kernel).kernel_refused, "two CTAs of {warps} warps fit");
    let assign = In { assign_valid: true, ..In::default() };
    for i in [&assign, &assign, &In::default()] {
        sm.step(i);
    }
    let longest = 2 * cfg.beats(warps) + warps + 8;
    // the first CTA goes out, so that its context is in memory when it comes back
    sm.stall(warps);
    sm.swap(longest);
    sm.stall(warps);
    sm.swap(longest)
}
