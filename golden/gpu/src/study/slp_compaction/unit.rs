//! A CTA on the compaction unit: its warps launched, its masks permuted through the table's read
//! port and compacted, as fast as the ports allow.

use heddle_contract::slp::{In, MAX, Out, Slp};
use heddle_golden::Device;

use super::Masks;

/// The counts of a compaction unit for a series of masks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Run {
    /// Number of masks compacted.
    pub masks: u64,
    /// Number of masks for which the unit counted fewer warps with compaction than without (3.3).
    pub compactable: u64,
    /// Number of warps with compaction, as the unit counted them.
    pub warps: u64,
    /// Number of warps without compaction, as the unit counted them.
    pub plain: u64,
    /// Number of compacted warps that the unit sent out.
    pub left: u64,
    /// Number of threads in the warps that the unit sent out.
    pub threads: u64,
    /// Number of cycles, launches included.
    pub cycles: u64,
}

/// A compaction unit with a launched CTA: the golden model, or the RTL.
pub struct Unit<D> {
    device: D,
    i: In,
    o: Out,
    run: Run,
    /// Number of masks begun.
    drawn: u64,
    /// Warps of the current mask, while they leave; 0 otherwise.
    left: u8,
}

impl<D: Device<Slp>> Unit<D> {
    /// Launches a CTA of `warps` warps on a unit, each into the slot of its number; `plain`:
    /// without permutation.
    pub fn launch(device: D, warps: u32, plain: bool) -> Self {
        let (i, o) = (In::default(), Out::default());
        let mut unit = Unit { device, i, o, run: Run::default(), drawn: 0, left: 0 };
        for warp in 0..warps as u8 {
            unit.i =
                In { launch_valid: true, launch_slot: warp, launch_warp: warp, launch_plain: plain, ..In::default() };
            unit.step();
        }
        unit.i = In { warp_ready: true, ..In::default() };
        unit
    }

    /// Permutes and compacts `count` masks and returns the unit's counts. While one mask is
    /// compacted, the rows of the next pass through the XOR network; every warp is taken as it is
    /// offered.
    pub fn compact(mut self, masks: &mut Masks, count: u64) -> Run {
        let warps = masks.shape.warps as usize;
        let (mut threads, mut lanes) = ([0; MAX], [0; MAX]);
        // rows of the next mask that are permuted already
        let mut row = None;
        while self.run.masks < count || self.left != 0 {
            if row == Some(warps) && !self.i.accept_valid {
                (self.i.accept_valid, self.i.accept_mask) = (true, lanes);
                row = None;
            }
            if row.is_none() && self.drawn < count {
                masks.next(&mut threads[..warps]);
                (row, self.drawn) = (Some(0), self.drawn + 1);
            }
            let reading = row.filter(|row| *row < warps);
            self.i.read_valid = reading.is_some();
            if let Some(warp) = reading {
                (self.i.read_slot, self.i.read_threads) = (warp as u8, threads[warp]);
            }
            self.step();
            if let Some(warp) = reading {
                lanes[warp] = self.o.read_lanes;
                row = Some(warp + 1);
            }
        }
        self.run
    }

    /// Simulates one cycle, and adds its outputs to the counts.
    fn step(&mut self) {
        self.device.step(&self.i, &mut self.o);
        let (run, o) = (&mut self.run, &self.o);
        run.cycles += 1;
        self.i.accept_valid &= !o.accept_ready;
        if o.counted_valid {
            run.masks += 1;
            run.compactable += u64::from(o.counted_warps < o.counted_plain);
            run.warps += u64::from(o.counted_warps);
            run.plain += u64::from(o.counted_plain);
            self.left = o.counted_warps;
        }
        if o.warp_valid {
            run.left += 1;
            run.threads += u64::from(o.warp_lanes.count_ones());
            self.left = if o.warp_last { 0 } else { self.left };
        }
    }
}
