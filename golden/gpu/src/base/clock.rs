//! Clock domains. Time is an integer: its unit is the largest in which the period of every domain
//! is a whole number.

use crate::config::spec::Spec;

/// A clock domain of the GPU: DRAM, L2, interconnect or cores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Domain {
    /// DRAM channels and their commands.
    Dram,
    /// The slices of L2.
    L2,
    /// The interconnect, both directions.
    Interconnect,
    /// Cores and their L1 caches.
    Core,
}

impl Domain {
    /// All domains, in the order in which domains with coinciding edges tick: from memory to the
    /// cores.
    pub const ALL: [Domain; 4] = [Domain::Dram, Domain::L2, Domain::Interconnect, Domain::Core];
}

/// The error that the clock frequencies of the domains have no common unit of time of a useful
/// size.
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

/// The largest common multiple of the frequencies in MHz: with it, a `u64` holds 18 s.
const LARGEST: u64 = 1_000_000_000_000;

/// The clock periods of all domains, in units of time. Cycle 0 of each domain begins at time 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    periods: [u64; 4],
}

impl Clock {
    /// Returns the clock periods of a GPU, or an error if they have no common unit of time.
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
    /// The clock period of a domain, in units of time.
    pub fn period(&self, domain: Domain) -> u64 {
        self.periods[domain as usize]
    }
    /// The longest clock period of all domains, in core cycles, rounded down.
    pub fn slowest(&self) -> u64 {
        self.periods.iter().max().map_or(1, |longest| longest / self.period(Domain::Core))
    }
    /// The time at which a cycle of a domain begins.
    pub fn edge(&self, domain: Domain, cycle: u64) -> u64 {
        cycle * self.period(domain)
    }
    /// The first cycle of a domain that begins at this time or later.
    pub fn cycle_at_or_after(&self, domain: Domain, time: u64) -> u64 {
        time.div_ceil(self.period(domain))
    }
    /// The first cycle of a domain that begins later than this time.
    pub fn cycle_after(&self, domain: Domain, time: u64) -> u64 {
        time / self.period(domain) + 1
    }
    /// The cycle of a domain that begins at this time; `None` if no cycle does.
    pub fn coincides(&self, domain: Domain, time: u64) -> Option<u64> {
        let period = self.period(domain);
        time.is_multiple_of(period).then(|| time / period)
    }
}

/// A running clock: the first cycle of each domain that has not begun. It divides only where time
/// is skipped.
#[derive(Debug, Clone)]
pub(crate) struct Running {
    pub clock: Clock,
    ahead: [u64; 4],
}

impl Running {
    /// Creates a running clock, before the first cycle of each domain.
    pub fn new(clock: Clock) -> Running {
        Running { clock, ahead: [0; 4] }
    }
    /// The first cycle of a domain that has not begun yet.
    pub fn ahead(&self, domain: Domain) -> u64 {
        self.ahead[domain as usize]
    }
    /// Advances a domain to a time, which is not before the last one; returns the cycle that begins
    /// then, or `None` if no cycle does.
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
