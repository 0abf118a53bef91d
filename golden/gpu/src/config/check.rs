//! Rules that the numbers of a GPU must satisfy together.

use super::spec::{Hash, Spec, Vector};

impl Vector {
    /// Returns the number of entries of the instruction buffer: four a partition where `entries`
    /// is 0.
    pub fn buffer(&self) -> u32 {
        if self.entries == 0 { 4 * self.partitions } else { self.entries }
    }
}

impl Spec {
    /// Checks that the numbers of a GPU agree with each other. The error is the key of the number
    /// that does not fit, and the reason.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
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
        let sets = self.l1.bytes / self.l1.line / self.l1.ways;
        if self.l1.hash == Hash::Fermi && (![32, 64].contains(&sets) || self.l1.line != 128) {
            let why = format!("`fermi` takes 32 or 64 sets of lines of 128 bytes, not {sets} of {}", self.l1.line);
            return Err(("l1.hash", why));
        }
        for (key, value, least) in [("vt.depth", self.vt.depth, 2), ("vt.beat", self.vt.beat, 256)] {
            if !value.is_power_of_two() {
                return Err((key, format!("{value} is not {least} times a power of two")));
            }
        }
        self.rules().into_iter().find(|rule| !rule.holds).map_or(Ok(()), |rule| {
            let Rule { key, value, must, bound, .. } = rule;
            Err((key, format!("must {must} = {bound}, and is {value}")))
        })
    }

    /// Returns the rules that relate a number to others.
    fn rules(&self) -> Vec<Rule> {
        let Spec { core, fetch, l1, constant, texture, shared, l2, dram, vector, .. } = self;
        let rule = |key, value, holds, must, bound| Rule { key, value, holds, must, bound };
        let divides = |key, value: u32, must, of: u32| rule(key, value, of.is_multiple_of(value), must, of);
        let multiple = |key, value: u32, must, of| rule(key, value, value.is_multiple_of(of), must, of);
        let least = |key, value, must, bound| rule(key, value, bound <= value, must, bound);
        let most = |key, value, must, bound| rule(key, value, value <= bound, must, bound);
        let mut rules = vec![divides("core.width", core.width, "divide core.warp_size", core.warp_size)];
        rules.extend(shared.threads.map(|it| {
            let holds = it.is_multiple_of(core.width) || core.width.is_multiple_of(it);
            rule("shared.threads", it, holds, "be a multiple or a divisor of core.width", core.width)
        }));
        rules.push(multiple("fetch.l0_bytes", fetch.l0_bytes, "be a multiple of fetch.l0_line", fetch.l0_line));
        rules.push(divides("core.schedulers", core.schedulers, "divide core.warps", core.warps));
        let slices = dram.channels * l2.slices;
        let caches = [
            // without an I-cache the rule holds
            ("fetch.bytes", fetch.bytes.unwrap_or(fetch.line * fetch.ways), fetch.line, fetch.ways),
            ("l1.bytes", l1.bytes, l1.line, l1.ways),
            ("constant.bytes", constant.bytes, constant.line, constant.ways),
            ("texture.bytes", texture.bytes, texture.line, texture.ways),
            ("l2.bytes", l2.bytes / slices, l2.line, l2.ways),
        ];
        for (key, bytes, line, ways) in caches {
            let holds = bytes != 0 && bytes.is_multiple_of(line * ways);
            rules.push(rule(key, bytes, holds, "be a multiple of line * ways (in each slice)", line * ways));
        }
        if let Some(vector) = vector {
            let &Vector { width, partitions, registers, each, .. } = vector;
            let must = "times vector.partitions be no more than vector.registers";
            rules.push(most("vector.width", width, "be no more than vector.partitions", partitions));
            rules.push(most("vector.entries", vector.buffer(), "be no more than the largest buffer", 32));
            rules.push(most("vector.each", partitions * each, must, registers));
        }
        let lines = [l1.line, fetch.line, constant.line, texture.line].into_iter().max().unwrap_or(0);
        rules.push(least("dram.interleave", dram.interleave, "be no less than l2.line", l2.line));
        rules.push(least("l2.line", l2.line, "be no less than the longest line of the L1 caches", lines));
        rules.push(divides("dram.burst", dram.bus * dram.burst, "times dram.bus divide l2.line", l2.line));
        rules.push(multiple("dram.row", dram.row, "be a multiple of dram.interleave", dram.interleave));
        rules
    }
}

/// A rule that relates a number to a bound, which other keys give.
struct Rule {
    key: &'static str,
    value: u32,
    holds: bool,
    /// What the number must be, with the key or the words that name the bound.
    must: &'static str,
    bound: u32,
}
