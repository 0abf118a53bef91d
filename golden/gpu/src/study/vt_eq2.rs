//! One swap of a CTA by the virtual thread controller (VT IV.A, IV.C), with the SM's side played as fast as it can be: what equation 2 of the paper counts.

use heddle_contract::vtc::{Config, In, Out, Vtc};
use heddle_golden::Device;

/// Bits of a context that equation 2 counts beside the stacks: the first virtual warp id, log2 of the largest CTA's warps, three indices (IV.C).
const HEADER: u32 = 8 + 5 + 3 * 32;

/// Equation 2: cycles to move the context of a CTA with so many warps, as the paper has them, a fraction.
pub fn equation_2(cfg: &Config, warps: u32) -> f64 {
    f64::from(HEADER + cfg.stack_bits() * warps) / f64::from(cfg.beat)
}

/// What a swap took, without a demand for shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swap {
    /// Warps whose stacks were copied.
    pub copied: u32,
    /// Beats of the context that came in.
    pub read: u32,
    /// Beats of the context that went out.
    pub written: u32,
    /// Cycles from the one in which the mark shows to the first instruction of the CTA that came in.
    pub first_issue: u32,
}

/// A controller and the cycles that it has seen.
struct Sm<D> {
    unit: D,
    o: Out,
}

impl<D: Device<Vtc>> Sm<D> {
    fn step(&mut self, i: &In) -> &Out {
        self.unit.step(i, &mut self.o);
        &self.o
    }

    /// Every warp of the only slot stalls, one a cycle.
    fn stall(&mut self, warps: u32) {
        (0..warps).for_each(|_| {
            self.step(&In { stall_valid: true, ..In::default() });
        });
    }

    /// Follows a swap from the cycle in which the mark shows until nothing moves any more; what came in issues as soon as it can.
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

/// Swaps a CTA of so many warps for another that was active before, so that both contexts move. The unit is fresh from reset, the kernel has two CTAs
/// and one slot.
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
    // the first goes out, and its context is there when it comes back
    sm.stall(warps);
    sm.swap(longest);
    sm.stall(warps);
    sm.swap(longest)
}
