//! Clock domains.

use crate::memory_desk::spec;
use heddle_gpu::system::clock::{Clock, Domain};

#[test]
fn the_papers_clocks() {
    // lcm(1300, 650, 800) = 10 400 MHz
    let clock = Clock::new(&spec(&[])).unwrap();
    assert_eq!(Domain::ALL.map(|domain| clock.period(domain)), [13, 16, 16, 8]);
    assert_eq!(clock.edge(Domain::Dram, 3), 39);
    assert_eq!(clock.cycle_at_or_after(Domain::Dram, 39), 3);
    assert_eq!(clock.cycle_at_or_after(Domain::Dram, 40), 4);
    assert_eq!(clock.cycle_after(Domain::Dram, 39), 4);
    assert_eq!(clock.cycle_after(Domain::Dram, 38), 3);
    assert_eq!(clock.coincides(Domain::Dram, 39), Some(3));
    assert_eq!(clock.coincides(Domain::Dram, 40), None);
    // all meet where the common multiple says
    assert!(Domain::ALL.iter().all(|&domain| clock.coincides(domain, 208).is_some()));
}

#[test]
fn edges_and_cycles_agree() {
    for frequencies in [[7, 11, 13, 5], [1, 1, 1, 1], [1300, 1, 650, 999]] {
        let [core, interconnect, l2, dram] = frequencies;
        let spec =
            spec(&[("core.clock", core), ("interconnect.clock", interconnect), ("l2.clock", l2), ("dram.clock", dram)]);
        let clock = Clock::new(&spec).unwrap();
        for (domain, frequency) in Domain::ALL.into_iter().zip([dram, l2, interconnect, core]) {
            // as many cycles in a second as the frequency says
            assert_eq!(clock.period(domain) * frequency, clock.period(Domain::Core) * core);
            for time in 0..3 * clock.period(domain).min(1000) {
                let cycle = clock.cycle_at_or_after(domain, time);
                assert!(clock.edge(domain, cycle) >= time);
                assert!(cycle == 0 || clock.edge(domain, cycle - 1) < time);
                let after = clock.cycle_after(domain, time);
                assert!(clock.edge(domain, after) > time && clock.edge(domain, after - 1) <= time);
                assert_eq!(clock.coincides(domain, time), (clock.edge(domain, cycle) == time).then_some(cycle));
            }
        }
    }
}

#[test]
fn frequencies_without_a_useful_unit_are_refused() {
    let spec = spec(&[("core.clock", 9973), ("interconnect.clock", 9967), ("l2.clock", 9949), ("dram.clock", 9941)]);
    let error = Clock::new(&spec).unwrap_err().to_string();
    for key in ["core.clock = 9973", "interconnect.clock = 9967", "l2.clock = 9949", "dram.clock = 9941"] {
        assert!(error.contains(key), "{error}");
    }
}
