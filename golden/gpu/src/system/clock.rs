//! Clock domains. Time is whole: its unit is the largest in which the period of every domain is a whole number.

use crate::config::spec::Spec;

/// What has a clock of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Domain {
    /// DRAM commands.
    Dram,
    /// The slices of L2.
    L2,
    /// The interconnect, both ways.
    Interconnect,
    /// Cores and their L1 caches.
    Core,
}

impl Domain {
    /// All of them, in the order in which those whose edges coincide tick: from memory to the cores.
    pub const ALL: [Domain; 4] = [Domain::Dram, Domain::L2, Domain::Interconnect, Domain::Core];
}

/// The frequencies have no common unit of time that is of use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "core.clock = {core}, interconnect.clock = {interconnect}, l2.clock = {l2} and dram.clock = {dram} MHz have no \
     common multiple up to {LARGEST} MHz, so no unit of time fits them all: round one of them, to a multiple of 10, say"
)]
pub struct NoCommonUnit {
    core: u32,
    interconnect: u32,
    l2: u32,
    dram: u32,
}

/// The largest common multiple in MHz: a `u64` of its periods is 18 s.
const LARGEST: u64 = 1_000_000_000_000;

/// The periods of all domains. Cycle 0 of each begins at time 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    periods: [u64; 4],
}

impl Clock {
    /// The clocks of a GPU.
    pub fn new(spec: &Spec) -> Result<Clock, NoCommonUnit> {
        let (core, interconnect) = (spec.core.clock, spec.interconnect.clock);
        let (l2, dram) = (spec.l2.clock, spec.dram.clock);
        let frequencies = [dram, l2, interconnect, core].map(u64::from);
        // four factors of 32 bits do not fit into 64
        let multiple = frequencies.iter().fold(1u128, |all, &one| least_common_multiple(all, one.max(1).into()));
        match u64::try_from(multiple) {
            Ok(multiple) if multiple <= LARGEST => Ok(Clock { periods: frequencies.map(|one| multiple / one.max(1)) }),
            _ => Err(NoCommonUnit { core, interconnect, l2, dram }),
        }
    }
    /// Units of time between two edges.
    pub fn period(&self, domain: Domain) -> u64 {
        self.periods[domain as usize]
    }
    /// When a cycle begins.
    pub fn edge(&self, domain: Domain, cycle: u64) -> u64 {
        cycle * self.period(domain)
    }
    /// The first cycle that begins at this time or later.
    pub fn cycle_at_or_after(&self, domain: Domain, time: u64) -> u64 {
        time.div_ceil(self.period(domain))
    }
    /// The first cycle that begins later.
    pub fn cycle_after(&self, domain: Domain, time: u64) -> u64 {
        time / self.period(domain) + 1
    }
    /// The cycle that begins at this time, if one does.
    pub fn coincides(&self, domain: Domain, time: u64) -> Option<u64> {
        let period = self.period(domain);
        time.is_multiple_of(period).then(|| time / period)
    }
}

/// A clock that runs: the first cycle of each domain that has not begun. It divides only where time is skipped.
#[derive(Debug, Clone)]
pub(crate) struct Running {
    pub clock: Clock,
    ahead: [u64; 4],
}

impl Running {
    /// Before the first cycle.
    pub fn new(clock: Clock) -> Running {
        Running { clock, ahead: [0; 4] }
    }
    /// The first cycle of a domain that has not begun.
    pub fn ahead(&self, domain: Domain) -> u64 {
        self.ahead[domain as usize]
    }
    /// Time has come to an instant, which is not before the last one: the domain's cycle that begins, if one does.
    pub fn reach(&mut self, domain: Domain, time: u64) -> Option<u64> {
        let (period, ahead) = (self.clock.period(domain), &mut self.ahead[domain as usize]);
        if *ahead * period < time {
            *ahead = time.div_ceil(period);
        }
        let begins = *ahead * period == time;
        *ahead += u64::from(begins);
        begins.then(|| *ahead - 1)
    }
}

fn least_common_multiple(a: u128, b: u128) -> u128 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_clock_begins_the_cycles_that_begin() {
        let clock = Clock { periods: [3, 5, 7, 1] };
        for step in [1, 2, 4, 6, 30, 1000] {
            let mut running = Running::new(clock.clone());
            for time in (0..5000u64).step_by(step) {
                for domain in Domain::ALL {
                    assert_eq!(running.reach(domain, time), clock.coincides(domain, time), "{domain:?} at {time}");
                    assert_eq!(running.ahead(domain), clock.cycle_after(domain, time), "{domain:?} after {time}");
                }
            }
        }
    }

    #[test]
    fn common_multiples() {
        assert_eq!(least_common_multiple(1300, 800), 10_400);
        assert_eq!(least_common_multiple(7, 7), 7);
        assert_eq!(least_common_multiple(1, 9), 9);
    }
}
