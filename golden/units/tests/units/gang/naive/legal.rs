//! The legal inputs of the naive model: the contract's protocol.

use heddle_contract::gang::In;

use super::{Naive, bit};

impl Naive {
    pub fn allows(&self, i: &In) -> bool {
        let sets = self.cfg.sets as u8;
        let named = |mask: u8, sets_of: &[u8]| self.slices().all(|s| !bit(mask, s) || sets_of[s] < sets);
        let all_named = named(i.report, &i.report_set) && named(i.wake, &i.wake_set) && named(i.fill, &i.fill_set);
        if i.read_set >= sets || !all_named || (i.launch_valid && i.launch_set >= sets) {
            return false;
        }
        if i.reset && (i.launch_valid || i.report | i.wake | i.fill != 0) {
            return false;
        }
        let launch = usize::from(i.launch_set);
        if i.launch_valid && (i.launch_mask == 0 || !self.existing(launch).is_empty()) {
            return false;
        }
        let lie_within =
            i.report_end & !i.report == 0 && i.report_sync & !i.report == 0 && i.wake_memory & !i.wake == 0;
        if !lie_within || i.report_end & i.report_sync != 0 {
            return false;
        }
        self.slices().all(|s| {
            (!bit(i.report, s) || self.may_report(i, s))
                && (!bit(i.wake, s) || self.may_wake(i, s))
                && (!bit(i.fill, s) || self.warps[usize::from(i.fill_set[s])][s].fetching)
        })
    }

    fn pending_report(&self, set: usize, s: usize) -> bool {
        bit(self.pending.report, s) && usize::from(self.pending.report_set[s]) == set
    }

    fn pending_wake(&self, set: usize, s: usize) -> bool {
        bit(self.pending.wake, s) && usize::from(self.pending.wake_set[s]) == set
    }

    fn reports(i: &In, set: usize, s: usize) -> bool {
        bit(i.report, s) && usize::from(i.report_set[s]) == set
    }

    fn may_report(&self, i: &In, s: usize) -> bool {
        let set = usize::from(i.report_set[s]);
        let warp = &self.warps[set][s];
        if !warp.exists || warp.ready || warp.fetching || self.pending_report(set, s) || self.pending_wake(set, s) {
            return false;
        }
        let all_of_its_gang = || {
            let gang = self.gangs[set].iter().find(|gang| gang.contains(&s));
            gang.is_none_or(|gang| gang.iter().all(|s| Self::reports(i, set, *s)))
        };
        if warp.known { warp.filled } else { all_of_its_gang() }
    }

    fn may_wake(&self, i: &In, s: usize) -> bool {
        let set = usize::from(i.wake_set[s]);
        let warp = &self.warps[set][s];
        let ends = self.pending_report(set, s) && bit(self.pending.report_end, s);
        if !warp.exists || warp.ready || self.pending_wake(set, s) || ends {
            return false;
        }
        let reports_a_pc = Self::reports(i, set, s) && !bit(i.report_end, s);
        warp.known || self.pending_report(set, s) || reports_a_pc
    }
}
