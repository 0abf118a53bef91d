//! Cover points of kernels, and of partitions that start and end.

use heddle_contract::prt::{Config, In, Out, Ranges, kind};
use heddle_golden::prt::State;

use super::cover::Point;

pub fn cover(cfg: &Config, q: &State, i: &In, o: &Out, at: &mut impl FnMut(Point, bool)) {
    let running = q.partitions.running;
    at(Point::START_AND_END, o.start_taken && i.end_valid);
    at(Point::START_AND_TAKE, o.start_taken && o.take != 0);
    at(Point::END_AND_TAKE, i.end_valid && o.take != 0);
    at(Point::LAST_ENDS, i.end_valid && running.count_ones() == 1);
    if i.kernel_valid {
        kernel(cfg, q, i, o, at);
    }
    if !i.start_valid {
        return;
    }
    let vl = u32::from(i.start_vl);
    at(Point::VL_NONE, o.start_refused && vl == 0);
    at(Point::VL_MORE, o.start_refused && vl == cfg.lanes + 1);
    at(Point::VL_ONE, o.start_taken && vl == 1);
    at(Point::VL_LANES, o.start_taken && vl == cfg.lanes);
    at(Point::ALL_RUN, o.start_taken && running.count_ones() + 1 == cfg.partitions);
    if !(1..=cfg.lanes).contains(&vl) {
        return;
    }
    match cfg.ranges {
        Ranges::Static => at(Point::NO_KERNEL, o.start_refused),
        Ranges::Dynamic => {
            let data = Fit::of(q, kind::DATA, i.start_registers.into(), cfg.registers);
            let masks = Fit::of(q, kind::MASK, i.start_masks.into(), cfg.masks);
            dynamic(cfg, q, i, o, &data, at);
            at(Point::NO_DATA, data.base.is_none() && masks.base.is_some());
            at(Point::NO_MASKS, data.base.is_some() && masks.base.is_none());
        }
    }
    // what it had before, be it long ago
    let before = &q.partitions.each[usize::from(i.start_partition)];
    let base = |kind: u8, size: u32, file: u32| match (cfg.ranges, q.partitions.kernel) {
        (Ranges::Static, Some((registers, _))) => Some(u32::from(i.start_partition) * u32::from(registers)),
        _ => Fit::of(q, kind, size, file).base,
    };
    let data = base(kind::DATA, i.start_registers.into(), cfg.registers);
    let other = data.is_some_and(|base| base != u32::from(before.base[usize::from(kind::DATA)]));
    at(Point::ELSEWHERE, o.start_taken && before.vl != 0 && other);
}

fn kernel(cfg: &Config, q: &State, i: &In, o: &Out, at: &mut impl FnMut(Point, bool)) {
    let (registers, masks) = (u32::from(i.kernel_registers), u32::from(i.kernel_masks));
    let (data, mask) = (cfg.partitions * registers > cfg.registers, cfg.partitions * masks > cfg.masks);
    at(Point::KERNEL_MOST, !o.kernel_refused && registers == cfg.registers / cfg.partitions);
    at(Point::KERNEL_NONE, !o.kernel_refused && registers == 0);
    at(Point::KERNEL_DATA, data && !mask);
    at(Point::KERNEL_MASKS, mask && !data);
    at(Point::KERNEL_KEPT, o.kernel_refused && q.partitions.kernel.is_some());
    let other = q.partitions.kernel.is_some_and(|kernel| kernel != (i.kernel_registers, i.kernel_masks));
    at(Point::KERNEL_OTHER, !o.kernel_refused && other);
}

/// The place where a range fits, found register by register.
struct Fit {
    /// For each register, whether it is in use.
    used: Vec<bool>,
    size: u32,
    base: Option<u32>,
}

impl Fit {
    fn of(q: &State, kind: u8, size: u32, file: u32) -> Self {
        let mut used = vec![false; file as usize];
        let running = q.partitions.each.iter().enumerate().filter(|(p, _)| q.partitions.running >> p & 1 == 1);
        for (_, owner) in running {
            let base = usize::from(owner.base[usize::from(kind)]);
            used[base..base + usize::from(owner.size[usize::from(kind)])].fill(true);
        }
        let fits =
            |base: &u32| used.get(*base as usize..(base + size) as usize).is_some_and(|own| !own.contains(&true));
        let base = (0..=file).find(fits);
        Fit { used, size, base }
    }
    fn is_used(&self, register: u32) -> bool {
        self.used.get(register as usize).is_some_and(|used| *used)
    }
}

/// Points of ranges of data registers: where they fit, or why they do not.
fn dynamic(cfg: &Config, q: &State, i: &In, o: &Out, fit: &Fit, at: &mut impl FnMut(Point, bool)) {
    let free = fit.used.iter().filter(|used| !**used).count() as u32;
    if let Some(base) = fit.base.filter(|_| o.start_taken) {
        let (end, some) = (base + fit.size, fit.size != 0);
        at(Point::FIT_BELOW, some && base == 0 && fit.used.contains(&true));
        at(Point::FIT_BETWEEN, some && base > 0 && (end..cfg.registers).any(|register| fit.is_used(register)));
        at(Point::FIT_EXACT, some && base > 0 && fit.is_used(end));
        at(Point::FIT_LAST, some && base > 0 && end == cfg.registers);
        at(Point::FIT_WHOLE, fit.size == cfg.registers);
        at(Point::FIT_PASSED, some && (0..base).any(|register| !fit.is_used(register)));
        at(Point::FIT_NONE, !some);
    }
    at(Point::SCATTERED, fit.base.is_none() && fit.size <= free);
    at(Point::BEYOND_FILE, fit.base.is_none() && fit.size > cfg.registers);
    if fit.base.is_none() && i.end_valid {
        let mut after = q.clone();
        after.partitions.running &= !(1 << i.end_partition);
        at(Point::AS_ENDS, Fit::of(&after, kind::DATA, fit.size, cfg.registers).base.is_some());
    }
}
