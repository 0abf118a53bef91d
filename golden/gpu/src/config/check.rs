//! Rules that the numbers of a GPU must satisfy together.

use super::spec::{Spec, Vector};

impl Vector {
    /// Returns the number of entries of the instruction buffer: four a partition where `entries` is 0.
    pub fn buffer(&self) -> u32 {
        if self.entries == 0 { 4 * self.partitions } else { self.entries }
    }
}

impl Spec {
    /// Checks that the numbers of a GPU agree with each other. The error is the key of the number that does not fit, and the reason.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        let refuse = |key, why: &str| Err((key, why.into()));
        let power = |key, value: u32| {
            if value.is_power_of_two() { Ok(()) } else { Err((key, format!("{value} is not a power of two"))) }
        };
        power("core.warp_size", self.core.warp_size)?;
        power("fetch.line", self.fetch.line)?;
        power("fetch.l0_line", self.fetch.l0_line)?;
        power("l1.line", self.l1.line)?;
        power("constant.line", self.constant.line)?;
        power("texture.line", self.texture.line)?;
        power("l2.line", self.l2.line)?;
        power("dram.interleave", self.dram.interleave)?;
        power("pipeline.banks", self.pipeline.banks)?;
        if !self.core.warp_size.is_multiple_of(self.core.width) {
            return refuse("core.width", "must divide core.warp_size");
        }
        if let Some(threads) = self.shared.threads
            && !threads.is_multiple_of(self.core.width)
        {
            return refuse("shared.threads", "must be a multiple of core.width");
        }
        if !self.fetch.l0_bytes.is_multiple_of(self.fetch.l0_line) {
            return refuse("fetch.l0_bytes", "must be a multiple of fetch.l0_line");
        }
        if !self.core.warps.is_multiple_of(self.core.schedulers) {
            return refuse("core.schedulers", "must divide core.warps");
        }
        for (key, value, least) in [("vt.depth", self.vt.depth, 2), ("vt.beat", self.vt.beat, 256)] {
            if !value.is_power_of_two() {
                return Err((key, format!("{value} is not {least} times a power of two")));
            }
        }
        for (key, bytes, line, ways) in [
            ("fetch.bytes", self.fetch.bytes, self.fetch.line, self.fetch.ways),
            ("l1.bytes", self.l1.bytes, self.l1.line, self.l1.ways),
            ("constant.bytes", self.constant.bytes, self.constant.line, self.constant.ways),
            ("texture.bytes", self.texture.bytes, self.texture.line, self.texture.ways),
            ("l2.bytes", self.l2.bytes / (self.dram.channels * self.l2.slices), self.l2.line, self.l2.ways),
        ] {
            if !bytes.is_multiple_of(line * ways) || bytes == 0 {
                return Err((key, format!("must be a multiple of line * ways = {} (in each slice)", line * ways)));
            }
        }
        if let Some(vector) = &self.vector {
            let rules = [
                (vector.width <= vector.partitions, "vector.width", "must be no more than vector.partitions"),
                (vector.buffer() <= 32, "vector.entries", "must be no more than 32"),
                (
                    vector.partitions * vector.each <= vector.registers,
                    "vector.each",
                    "times vector.partitions must be no more than vector.registers",
                ),
            ];
            rules.into_iter().find(|rule| !rule.0).map_or(Ok(()), |(_, key, why)| refuse(key, why))?;
        }
        let (line, dram) = (self.l2.line, &self.dram);
        let lines = [self.l1.line, self.fetch.line, self.constant.line, self.texture.line];
        let rules = [
            (line <= dram.interleave, "dram.interleave", "must be no less than l2.line"),
            (lines.iter().all(|&it| it <= line), "l2.line", "must be no less than the lines of the L1 caches"),
            (line.is_multiple_of(dram.bus * dram.burst), "dram.burst", "bus * burst must divide l2.line"),
            (dram.row.is_multiple_of(dram.interleave), "dram.row", "must be a multiple of dram.interleave"),
        ];
        rules.into_iter().find(|rule| !rule.0).map_or(Ok(()), |(_, key, why)| refuse(key, why))
    }
}
