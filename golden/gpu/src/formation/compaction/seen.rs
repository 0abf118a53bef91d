//! Read access for tests to the state of compaction.

use std::cell::RefCell;
use std::collections::BTreeMap;

use heddle_golden::Device;
use heddle_golden::slp::Slp;

use super::path::Standing;
use super::{Compaction, Env};
use crate::warps::Contexts;
use heddle_kernel::execute::Regrouped;

/// A thread by its CTA and its number there.
pub(crate) type Thread = ([u32; 3], u32);

/// Number of instructions that a thread has executed, and a hash of their places.
pub(crate) type Way = (u64, u64);

/// Adds one executed instruction to a thread's history.
pub(crate) fn further(way: &mut Way, pc: u32) {
    way.0 += 1;
    way.1 = (way.1 ^ u64::from(pc)).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
}

thread_local! {
    /// History of each thread since the last reading; `None` while no test records it.
    pub(crate) static WAYS: RefCell<Option<BTreeMap<Thread, Way>>> = const { RefCell::new(None) };
}

/// Records that lanes of a warp execute an instruction.
pub(super) fn note(env: &Env, home: usize, lanes: u32, pc: u32, order: [u8; 32], width: u32) {
    WAYS.with_borrow_mut(|ways| {
        let Some(ways) = ways else { return };
        for lane in (0..32).filter(|lane| lanes >> lane & 1 == 1) {
            let thread = home as u32 * width + u32::from(order[lane]);
            further(ways.entry((env.resident.cta.id(), thread)).or_default(), pc);
        }
    });
}

impl<D: Device<Slp>> Compaction<D> {
    /// Checks the state after a cycle: each live thread is in one warp at most, each slot has the
    /// warp that holds it, and the counted numbers are right.
    pub(crate) fn check(&self, contexts: &Contexts<Regrouped>) -> Result<(), String> {
        let (mut held, mut bound) = (0, 0);
        for (at, cta) in self.ctas.iter().enumerate() {
            let (Some(cta), Some(resident)) = (cta, &contexts.ctas[at]) else { continue };
            let mut there = [0u32; 32];
            for (number, warp) in cta.warps.iter().enumerate() {
                let Some(warp) = warp else { continue };
                held += u64::from(matches!(warp.state, Standing::Held(_)));
                bound += usize::from(warp.bound);
                if warp.bound && self.shared.bound[warp.slot.index()] != Some((at, number)) {
                    return Err(format!("warp {number} of CTA {at} holds {:?}, which has another one", warp.slot));
                }
                let gone = if warp.state == Standing::Lent { warp.threads.position().1 } else { 0 };
                let mut lanes = 0;
                for &(home, part) in warp.threads.parts() {
                    if lanes & part != 0 {
                        return Err(format!("warp {number} of CTA {at} has two threads in a lane"));
                    }
                    lanes |= part;
                    let mine = part & warp.threads.alive() & !gone & resident.cta.alive(home);
                    if there[home] & mine != 0 {
                        return Err(format!("threads {mine:#x} of warp {home} of CTA {at} are in two warps"));
                    }
                    there[home] |= mine;
                }
            }
        }
        let slots = self.shared.bound.iter().flatten().count();
        if (held, bound) != (self.shared.held, slots) {
            let counted = self.shared.held;
            return Err(format!("{held} warps wait at branches, {counted} are counted; {bound} hold {slots} slots"));
        }
        Ok(())
    }
}
