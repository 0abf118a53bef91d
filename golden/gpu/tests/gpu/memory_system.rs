//! Load/store units and the whole memory system behind them.

use crate::memory_desk::{Event, Machine, Random, access, odd, spec};
use heddle_gpu::config::spec::Spec;
use heddle_gpu::memory::{Access, AccessKind, Homes, LoadPath, MemorySystem};
use heddle_kernel::execute::LOCAL;

/// Random accesses to a small and a large piece of memory, to local memory, scattered and not, with
/// pauses.
fn traffic(spec: &Spec, seed: u64, each: u32) -> Vec<Vec<(u64, Access)>> {
    let core = |core: u64| {
        let mut random = Random(seed * 1000 + core);
        let mut cycle = 0;
        let mut next = |number: u32| {
            cycle += if random.chance(20) { random.below(3000) } else { random.below(6) };
            let kind =
                [AccessKind::Load, AccessKind::Load, AccessKind::Store, AccessKind::Atomic][random.below(4) as usize];
            let reach = [4096, 1 << 16, 1 << 24][random.below(3) as usize];
            let bytes = [1, 2, 4, 8, 16][random.below(5) as usize];
            let start = 0x1000_0000 + random.below(reach) / 16 * 16;
            let way = random.below(4);
            let addresses = Box::new(std::array::from_fn(|lane| match way {
                0 => start + lane as u64 * u64::from(bytes),
                1 => 0x1000_0000 + random.below(reach),
                2 => LOCAL + start % 256,
                _ => start,
            }));
            let threads = if random.chance(2) { 0xFFFF_FFFF } else { random.next() & 0xFFFF_FFFF };
            let answered = kind == AccessKind::Load || random.chance(2);
            let homes = Homes::One(random.below(u64::from(spec.core.warps)) as u32);
            (cycle, Access { token: number, kind, bytes, threads, addresses, homes, answered })
        };
        (0..each).map(&mut next).collect()
    };
    (0..u64::from(spec.core.count)).map(core).collect()
}

/// How refused loads wait, a path a seed.
const PATHS: [LoadPath; 3] =
    [LoadPath::InOrder, LoadPath::Queue { entries: 5 }, LoadPath::TwoQueues { active: 3, inactive: 4 }];

#[test]
fn every_thread_is_served_exactly_once() {
    for (number, spec) in odd().iter().enumerate() {
        for (seed, path) in PATHS.into_iter().chain(PATHS).enumerate() {
            let script = traffic(spec, seed as u64, 60);
            let mut machine = Machine::on(spec, path, script.clone());
            machine.run(true);
            for (core, script) in script.iter().enumerate() {
                for (cycle, access) in script {
                    let mut threads = 0;
                    for &(served, _, _, those) in
                        machine.served.iter().filter(|it| it.1 == core && it.2 == access.token)
                    {
                        assert!(served > *cycle, "configuration {number}, seed {seed}");
                        assert_eq!(threads & those, 0, "configuration {number}, seed {seed}: served twice");
                        threads |= those;
                    }
                    assert_eq!(threads, access.threads, "configuration {number}, seed {seed}: {access:?}");
                }
            }
            assert!(machine.memory.idle());
        }
    }
}

#[test]
fn skipping_changes_nothing() {
    for (number, spec) in odd().iter().enumerate() {
        for (seed, path) in (10..).zip(PATHS.into_iter().chain(PATHS)) {
            let run = |skip| {
                let mut machine = Machine::on(spec, path, traffic(spec, seed, 40));
                machine.run(skip);
                let units: Vec<_> = machine.units.iter().map(|unit| (unit.counters(), unit.queue_counters())).collect();
                (machine.served, units, machine.memory.counters(), machine.instants)
            };
            let (with, without) = (run(true), run(false));
            assert_eq!(with.0, without.0, "configuration {number}, seed {seed}");
            assert_eq!(with.1, without.1, "configuration {number}, seed {seed}");
            assert_eq!(with.2, without.2, "configuration {number}, seed {seed}");
            assert!(with.3 < without.3, "nothing was skipped");
        }
    }
}

#[test]
fn what_is_counted_adds_up() {
    for (number, spec) in odd().iter().enumerate() {
        let mut machine = Machine::new(spec, traffic(spec, 7, 100));
        machine.run(true);
        let memory = machine.memory.counters();
        let (mut answered, mut written, mut misses) = (0, 0, 0);
        for unit in &machine.units {
            let it = unit.counters();
            assert_eq!(it.loads + it.stores + it.atomics, 100);
            misses += it.misses;
            let others = it.transactions - it.hits - it.misses - it.merged;
            answered += it.misses;
            written += others;
        }
        let l2 = memory.l2;
        assert_eq!(memory.interconnect.requests, answered + written, "configuration {number}");
        assert_eq!(memory.interconnect.replies, l2.reads + l2.atomics);
        assert_eq!(l2.reads, misses);
        assert_eq!(l2.atomics + l2.writes, written);
        assert_eq!(l2.hits + l2.misses + l2.merged, l2.reads + l2.atomics);
        assert_eq!(memory.dram.reads, l2.misses);
        assert_eq!(memory.dram.writes, l2.written_back);
        let bursts = memory.dram.busy / u64::from(spec.dram.burst / spec.dram.rate);
        assert_eq!(memory.dram.bursts, bursts);
        assert!(memory.dram.busy <= memory.dram.active);
        assert!(memory.dram.activates >= memory.dram.precharges);
    }
}

/// One load of one thread, with nothing else about: from its first cycle at the cache to its data.
fn latency(machine: &mut Machine, address: u64) -> u64 {
    let mut load = access(1, AccessKind::Load, address, 0);
    load.threads = 1;
    let now = machine.clock.cycle_after(heddle_gpu::system::clock::Domain::Core, machine.time);
    machine.add(0, now, load);
    machine.served.clear();
    machine.run(true);
    let served: &Event = machine.served.last().unwrap();
    served.0 - now - 1
}

#[test]
fn latency_ladder() {
    // one clock for all, so that the sum is exact
    let mut all = vec![("core.clock", 1000), ("interconnect.clock", 1000), ("l2.clock", 1000), ("dram.clock", 1000)];
    all.extend([("core.count", 2), ("dram.channels", 1), ("l2.bytes", 1 << 17)]);
    let spec = spec(&all);
    let flits = |bytes: u32| u64::from((spec.interconnect.header + bytes).div_ceil(spec.interconnect.flit));
    let wire = u64::from(spec.interconnect.latency);
    // the tags are looked up in the last but one cycle of a hit
    let tags = u64::from(spec.l1.latency) - 1;
    // a request is seen by the crossbar in the cycle after it was sent, and taken by L2 in the
    // cycle after it came
    let there = tags + 1 + flits(0) - 1 + wire + 1;
    // an answer goes on its way in the cycle in which L2 gives it, as the interconnect comes after
    // L2
    let back = flits(spec.l1.line) - 1 + wire;
    let dram = &spec.dram;
    let bursts = u64::from(spec.l2.line / (dram.bus * dram.burst));
    let moving = (bursts - 1) * u64::from(dram.t_ccd.max(dram.burst / dram.rate))
        + u64::from(dram.t_cl + dram.burst / dram.rate);
    let (rcd, rp) = (u64::from(dram.t_rcd), u64::from(dram.t_rp));
    let base = 0x1000_0000u64;
    let row = u64::from(dram.row);

    let mut machine = Machine::new(&spec, vec![]);
    // DRAM sees a transfer in the cycle after L2 has sent it; L2 sees its data in the cycle in
    // which they are there
    let miss = there + 1 + moving + u64::from(spec.l2.latency) + back;
    assert_eq!(latency(&mut machine, base), miss + rcd, "no row open");
    assert_eq!(latency(&mut machine, base), u64::from(spec.l1.latency), "L1 hit");
    assert_eq!(latency(&mut machine, base + 128), miss, "row hit");
    machine.units[0].invalidate();
    assert_eq!(latency(&mut machine, base), there + u64::from(spec.l2.latency) + back, "L2 hit");
    // the same bank again: one bank further and one row further, and the order of banks moves on by
    // one a row
    let stride = row * u64::from(dram.banks);
    let bank = |page: u64| (page + page / u64::from(dram.banks)) % u64::from(dram.banks);
    let page = (1..).find(|&page| page * row > stride - row && bank(page + base / row) == bank(base / row)).unwrap();
    assert_eq!(latency(&mut machine, base + page * row), miss + rp + rcd, "row miss");
}

#[test]
fn latency_across_clocks() {
    // each crossing waits for the next edge: within a period each of the sum in time
    let spec = spec(&[("core.count", 1)]);
    let mut machine = Machine::new(&spec, vec![]);
    latency(&mut machine, 0x1000_0000);
    machine.units[0].invalidate();
    let (core, other) = (1000.0 / 1300.0, 1000.0 / 650.0);
    let cycles = 1 + 8 + 40 + 8 + 4;
    let exact = cycles as f64 * other / core + f64::from(spec.l1.latency - 1);
    let seen = latency(&mut machine, 0x1000_0000) as f64;
    assert!(seen >= exact - 2.0 && seen <= exact + 3.0 * other / core, "{seen} against {exact}");
}

#[test]
fn coalescing_by_stride() {
    for (line, bytes) in [(32, 4), (128, 4), (128, 8), (256, 4), (128, 16)] {
        for stride in 1..=64u64 {
            let spec = spec(&[("core.count", 1), ("l1.line", line), ("l2.line", 256), ("l2.ways", 4)]);
            let mut load = access(0, AccessKind::Load, 0x1000_0000, stride * bytes);
            load.bytes = bytes as u32;
            let mut machine = Machine::new(&spec, vec![vec![(0, load)]]);
            machine.run(true);
            // lines from the first byte to the last, at most one a thread
            let expected = if stride * bytes >= line { 32 } else { (31 * stride * bytes + bytes).div_ceil(line) };
            let counters = machine.units[0].counters();
            assert_eq!((counters.transactions, counters.misses), (expected, expected), "stride {stride}");
        }
    }
}

#[test]
fn transactions_go_one_a_cycle() {
    let spec = spec(&[("core.count", 1)]);
    for stride in [1, 2, 4, 8, 16, 32] {
        let load = || access(0, AccessKind::Load, 0x1000_0000, stride * 4);
        let mut machine = Machine::new(&spec, vec![vec![(0, load())]]);
        machine.run(true);
        machine.served.clear();
        let now = machine.clock.cycle_after(heddle_gpu::system::clock::Domain::Core, machine.time);
        let many = 64;
        (0..many).for_each(|_| machine.add(0, now, load()));
        let end = machine.run(true);
        let took = end - now - 1 - u64::from(spec.l1.latency);
        assert_eq!(took, many * stride - 1, "stride {stride}: hits");
    }
}

#[test]
fn mshrs_limit_throughput() {
    for mshrs in [1, 2, 4, 8] {
        let spec = spec(&[("core.count", 1), ("l1.mshrs", mshrs), ("l2.latency", 200)]);
        let lines = 512u64;
        let load = |line: u64| (0, access(line as u32, AccessKind::Load, 0x1000_0000 + line * 128, 0));
        // once through, so that all of it is in L2
        let mut machine = Machine::new(&spec, vec![(0..lines).map(load).collect()]);
        machine.run(true);
        machine.units[0].invalidate();
        let alone = latency(&mut machine, 0x1000_0000);
        machine.units[0].invalidate();
        machine.served.clear();
        let now = machine.clock.cycle_after(heddle_gpu::system::clock::Domain::Core, machine.time);
        (0..lines).rev().for_each(|line| machine.add(0, now, load(line).1));
        let took = machine.run(true) - now;
        // a line is on its way from the lookup on
        let alone = alone - u64::from(spec.l1.latency - 1);
        let expected = (alone * lines / mshrs) as f64;
        let error = (took as f64 / expected - 1.0).abs();
        assert!(error < 0.02, "{mshrs} MSHRs: {took} against {expected}");
        assert!(machine.units[0].counters().stall_mshr > 0);
    }
}

/// Each of two cores streams from a slice of its own; the channel behind both serves them alike.
#[test]
fn slices_share_their_channel_alike() {
    for first in [0, 1] {
        let spec = spec(&[
            ("core.count", 2),
            ("dram.channels", 1),
            ("l2.slices", 2),
            ("l2.bytes", 1 << 17),
            ("interconnect.flit", 128),
            ("dram.latency", 60),
        ]);
        let line = |core: u64, number: u64| 0x1000_0000 + number / 2 * 512 + (core ^ first) * 256 + number % 2 * 128;
        let load = |core, number| (0, access(number as u32, AccessKind::Load, line(core, number), 0));
        let script = (0..2).map(|core| (0..4000).map(|number| load(core, number)).collect()).collect();
        let mut machine = Machine::new(&spec, script);
        machine.run(true);
        let dram = machine.memory.counters().dram;
        let share = dram.busy as f64 / dram.active as f64;
        assert!(share > 0.95, "the channel is the limit: {share}");
        let end = |core| machine.served.iter().filter(|it| it.1 == core).map(|it| it.0).max().unwrap() as f64;
        assert!((end(0) / end(1) - 1.0).abs() < 0.01, "{} against {}", end(0), end(1));
    }
}

#[test]
fn a_stream_gets_the_bandwidth_of_dram() {
    // enough cores and a wide interconnect: the data buses are the limit
    let spec = spec(&[
        ("core.count", 16),
        ("interconnect.clock", 1300),
        ("interconnect.flit", 64),
        ("l2.clock", 1300),
        ("l2.mshrs", 64),
    ]);
    let each = 4096u64;
    let load = |core: u64, number: u64| {
        let line = number * 16 + core;
        (0, access(number as u32, AccessKind::Load, 0x1000_0000 + line * 128, 4))
    };
    let script = (0..16).map(|core| (0..each).map(|number| load(core, number)).collect()).collect();
    let mut machine = Machine::new(&spec, script);
    let cycles = machine.run(true);
    let seconds = cycles as f64 / 1300e6;
    let bytes = (16 * each * 128) as f64;
    let peak = 8.0 * 8.0 * 2.0 * 800e6;
    let share = bytes / seconds / peak;
    let dram = machine.memory.counters().dram;
    println!("{share:.4} of the peak, {:.4} while active", dram.busy as f64 / dram.active as f64);
    assert!(share > 0.98 && share <= 1.0, "{share}");
}

/// Nanoseconds that this thread was running (Linux).
fn on_the_cpu() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// `cargo test --release --workspace --test gpu -- --ignored --nocapture memory_system::`
#[test]
#[ignore = "measures the host"]
fn speed() {
    let spec = spec(&[]);
    for (name, stride, reach, each) in
        [("coalesced", 4, 1 << 26, 2000), ("scattered", 4096, 1 << 26, 100), ("in L2", 4, 1 << 18, 2000)]
    {
        let mut random = Random(1);
        let mut load = |number: u32| {
            let kind = if number % 4 == 3 { AccessKind::Store } else { AccessKind::Load };
            (0, access(number, kind, 0x1000_0000 + random.below(reach) / 128 * 128, stride))
        };
        let script: Vec<Vec<_>> = (0..30).map(|_| (0..each).map(&mut load).collect()).collect();
        let mut machine = Machine::new(&spec, script);
        let start = on_the_cpu();
        let cycles = machine.run(true);
        let took = on_the_cpu() - start;
        let transactions: u64 = machine.units.iter().map(|unit| unit.counters().transactions).sum();
        let each = took as f64 / transactions as f64;
        println!("{name}: {transactions} transactions, {cycles} core cycles, {each:.0} ns a transaction");
    }
}
