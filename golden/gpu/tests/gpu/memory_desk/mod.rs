//! Helpers of the memory system's tests: specifications, a random stream, and a machine of
//! load/store units alone.
#![allow(dead_code)]

use heddle_gpu::config::spec::{KEYS, Key, Kind, OPTIONAL, Spec, Value};
use heddle_gpu::memory::{Access, AccessKind, CoreLink, Hierarchy, Homes, LoadPath, LoadStore, MemorySystem, Port};
use heddle_gpu::system::clock::{Clock, Domain};

/// The numbers of the GPU under test; what is a word stands in [`spec`].
const VALUES: &[(&str, u64)] = &[
    ("core.count", 30),
    ("core.clock", 1300),
    ("core.warp_size", 32),
    ("core.warps", 32),
    ("core.ctas", 16),
    ("core.width", 8),
    ("core.sfus", 2),
    ("core.doubles", 1),
    ("core.registers", 16384),
    ("core.scalar_registers", 0),
    ("core.schedulers", 1),
    ("core.issue", 1),
    ("core.active_warps", 8),
    ("core.sps", 1),
    ("core.cadence", 1),
    ("pipeline.execute", 6),
    ("pipeline.special", 20),
    ("pipeline.double", 20),
    ("pipeline.around", 6),
    ("pipeline.banks", 8),
    ("pipeline.window", 4),
    ("fetch.width", 2),
    ("fetch.buffer", 2),
    ("fetch.instruction", 8),
    ("fetch.bytes", 4096),
    ("fetch.line", 128),
    ("fetch.ways", 4),
    ("fetch.mshrs", 4),
    ("fetch.latency", 2),
    ("fetch.ports", 8),
    ("fetch.l0_bytes", 0),
    ("fetch.l0_line", 32),
    ("fetch.l0_latency", 1),
    ("slices.next", 1),
    ("slices.resolve", 4),
    ("slices.queue", 2),
    ("slices.fetches", 4),
    ("slices.stage", 64),
    ("l1.bytes", 32768),
    ("l1.line", 128),
    ("l1.ways", 4),
    ("l1.mshrs", 32),
    ("l1.merges", 8),
    ("l1.latency", 20),
    ("l1.queue", 8),
    ("l1.lines", 1),
    ("constant.bytes", 8192),
    ("constant.line", 64),
    ("constant.ways", 2),
    ("constant.mshrs", 2),
    ("constant.latency", 8),
    ("constant.words", 1),
    ("texture.bytes", 12288),
    ("texture.line", 128),
    ("texture.ways", 24),
    ("texture.mshrs", 16),
    ("texture.latency", 40),
    ("texture.lines", 1),
    ("shared.bytes", 65536),
    ("shared.banks", 32),
    ("shared.latency", 20),
    ("shared.ports", 1),
    ("vt.warps", 32),
    ("vt.ctas", 32),
    ("vt.depth", 4),
    ("vt.beat", 512),
    ("vt.active_queue", 30),
    ("vt.inactive_queue", 30),
    ("mascar.queue", 60),
    ("mascar.saturated", 28),
    ("compaction.entries", 64),
    ("compaction.offer", 1),
    ("compaction.seed", 1),
    ("interconnect.clock", 650),
    ("interconnect.flit", 32),
    ("interconnect.header", 8),
    ("interconnect.latency", 8),
    ("interconnect.queue", 8),
    ("l2.clock", 650),
    ("l2.bytes", 1 << 20),
    ("l2.slices", 1),
    ("l2.line", 128),
    ("l2.ways", 8),
    ("l2.mshrs", 32),
    ("l2.merges", 8),
    ("l2.latency", 40),
    ("l2.queue", 8),
    ("dram.clock", 800),
    ("dram.channels", 8),
    ("dram.interleave", 256),
    ("dram.bus", 8),
    ("dram.burst", 4),
    ("dram.rate", 2),
    ("dram.latency", 0),
    ("dram.banks", 8),
    ("dram.row", 2048),
    ("dram.queue", 32),
    ("dram.t_cl", 12),
    ("dram.t_wl", 4),
    ("dram.t_rcd", 12),
    ("dram.t_rp", 12),
    ("dram.t_ras", 28),
    ("dram.t_rrd", 6),
    ("dram.t_ccd", 2),
    ("dram.t_wr", 12),
    ("dram.t_wtr", 5),
];

/// A GPU with the caches and clocks of STSIMT table III; the rest is assumed. Changed as `set`
/// says.
pub fn spec(set: &[(&str, u64)]) -> Spec {
    for (name, _) in set {
        assert!(VALUES.iter().any(|(other, _)| other == name), "{name} is no key");
    }
    let find = |key: &'static Key| {
        let name = format!("{}.{}", key.section, key.name);
        let value = set.iter().chain(VALUES).find(|(other, _)| *other == name);
        match value {
            Some(&(_, value)) => Value::Number(value),
            None if name == "core.scheduling" => Value::Word("lrr".into()),
            None if name == "core.overlap" || key.kind == Kind::Optional => Value::Word("none".into()),
            None if name == "compaction.first" => Value::Word("wait".into()),
            None if name == "compaction.table" => Value::Word("grid".into()),
            None if name == "compaction.uniform" => Value::Word("pass".into()),
            None if name == "pipeline.follow" => Value::Word("fixed".into()),
            None if name == "slices.picks" => Value::Word("cycle".into()),
            None if name == "l1.allocate" => Value::Word("fill".into()),
            None if name == "core.products" => Value::Word("sp".into()),
            None if name == "core.code" => Value::Word("rewritten".into()),
            None if name == "l1.hash" => Value::Word("none".into()),
            None if name == "l1.store_hit" => Value::Word("keep".into()),
            None if OPTIONAL.contains(&key.section) => Value::Absent,
            None => panic!("{name} has no value"),
        }
    };
    let spec = Spec::of(&KEYS.iter().map(find).collect::<Vec<_>>());
    let spec = spec.unwrap_or_else(|(key, why)| panic!("{key}: {why}"));
    spec.check().unwrap();
    spec
}

/// Awkward configurations, beside the usual one.
pub fn odd() -> Vec<Spec> {
    let small = [("core.count", 3), ("l2.bytes", 3 * 4096), ("l2.ways", 4), ("dram.channels", 3)];
    let with = |more: &[(&str, u64)]| spec(&[more, &small].concat());
    vec![
        spec(&[("core.count", 5)]),
        with(&[]),
        with(&[
            ("interconnect.queue", 1),
            ("l2.queue", 1),
            ("dram.queue", 1),
            ("l1.queue", 1),
            ("interconnect.latency", 1),
        ]),
        with(&[("l1.mshrs", 1), ("l2.mshrs", 1), ("l1.merges", 1), ("l2.merges", 1), ("l1.latency", 1)]),
        with(&[("l1.line", 32), ("constant.line", 32), ("l2.line", 256), ("dram.burst", 8), ("l2.latency", 1)]),
        with(&[("core.count", 1), ("dram.channels", 1), ("dram.banks", 1), ("l2.bytes", 4096), ("dram.burst", 2)]),
        with(&[("dram.banks", 3), ("interconnect.clock", 1300), ("l2.clock", 100), ("dram.clock", 1300)]),
        with(&[("l2.slices", 2), ("l2.bytes", 6 * 4096), ("dram.latency", 37), ("dram.rate", 4)]),
        with(&[("l2.slices", 3), ("dram.channels", 1), ("dram.queue", 1), ("dram.latency", 1), ("l2.queue", 1)]),
        with(&[("core.clock", 7), ("interconnect.clock", 11), ("l2.clock", 13), ("dram.clock", 5)]),
    ]
}

/// A random stream (SplitMix64).
#[derive(Clone)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
    pub fn chance(&mut self, in_: u64) -> bool {
        self.below(in_) == 0
    }
}

/// An access of all threads, thread `i` at `start + i * stride`.
pub fn access(token: u32, kind: AccessKind, start: u64, stride: u64) -> Access {
    let addresses = Box::new(std::array::from_fn(|lane| start + lane as u64 * stride));
    Access {
        token,
        kind,
        bytes: 4,
        threads: 0xFFFF_FFFF,
        addresses,
        homes: Homes::One(0),
        answered: kind != AccessKind::Store,
    }
}

/// What a core was served: cycle, core, token, threads.
pub type Event = (u64, usize, u32, u64);

/// Load/store units with a memory system, and accesses that come to each unit in turn, none before
/// its cycle.
pub struct Machine {
    pub clock: Clock,
    pub memory: Hierarchy,
    pub units: Vec<LoadStore>,
    /// For each core, the last one first.
    pub script: Vec<Vec<(u64, Access)>>,
    pub served: Vec<Event>,
    pub time: u64,
    pub instants: u64,
    /// When each core wants to tick next, if the memory system does not wake it before.
    wake: Vec<u64>,
    started: bool,
}

impl Machine {
    pub fn new(spec: &Spec, script: Vec<Vec<(u64, Access)>>) -> Machine {
        Machine::on(spec, LoadPath::InOrder, script)
    }
    /// The same with refused loads on this path. With two queues, warps become active and inactive
    /// with the accesses that come, after the unit's cycle.
    pub fn on(spec: &Spec, path: LoadPath, mut script: Vec<Vec<(u64, Access)>>) -> Machine {
        script.iter_mut().for_each(|core| core.reverse());
        script.resize(spec.core.count as usize, vec![]);
        Machine {
            clock: Clock::new(spec).unwrap(),
            memory: Hierarchy::new(spec),
            units: (0..spec.core.count as usize).map(|core| LoadStore::new(spec, core, path, false)).collect(),
            script,
            served: vec![],
            time: 0,
            instants: 0,
            wake: vec![0; spec.core.count as usize],
            started: false,
        }
    }
    /// Until nothing is left to do; the core cycle of the last thing that was served.
    pub fn run(&mut self, skip: bool) -> u64 {
        while self.step(skip) {}
        self.served.iter().map(|event| event.0).max().unwrap_or(0)
    }
    /// Adds an access to come, before those that were there; not before this cycle.
    pub fn add(&mut self, core: usize, cycle: u64, access: Access) {
        self.script[core].push((cycle, access));
        self.wake[core] = self.wake[core].min(cycle);
    }
    fn core_wants(&self, core: usize, from: u64) -> Option<u64> {
        let wake = if self.wake[core] > from && self.memory.wakes(core) { from } else { self.wake[core].max(from) };
        (wake != u64::MAX).then_some(wake)
    }
    fn wants(&self, domain: Domain, from: u64) -> Option<u64> {
        match domain {
            Domain::Core if self.memory.woken(0).is_some() => Some(from),
            Domain::Core => self.wake.iter().min().filter(|&&wake| wake != u64::MAX).map(|wake| from.max(*wake)),
            _ => self.memory.next(domain, from),
        }
    }
    /// The next instant at which anybody has something to do, or, without skipping, the next one.
    pub fn step(&mut self, skip: bool) -> bool {
        let first = |domain| if self.started { self.clock.cycle_after(domain, self.time) } else { 0 };
        let over =
            self.memory.idle() && self.units.iter().all(LoadStore::idle) && self.script.iter().all(Vec::is_empty);
        if over {
            return false;
        }
        let next = Domain::ALL.into_iter().filter_map(|domain| {
            let from = first(domain);
            let cycle = if skip { self.wants(domain, from)? } else { from };
            Some(self.clock.edge(domain, cycle))
        });
        self.time = next.min().expect("something is on its way, and nobody wants to do anything");
        self.started = true;
        self.instants += 1;
        for domain in Domain::ALL {
            let Some(cycle) = self.clock.coincides(domain, self.time) else { continue };
            if skip && self.wants(domain, cycle) != Some(cycle) {
                continue;
            }
            match domain {
                Domain::Core => {
                    for core in 0..self.units.len() {
                        if !skip || self.core_wants(core, cycle) == Some(cycle) {
                            self.core(core, cycle);
                        }
                    }
                }
                _ => self.memory.tick(domain, cycle),
            }
        }
        true
    }
    fn core(&mut self, core: usize, now: u64) {
        let unit = &mut self.units[core];
        while let Some(reply) = self.memory.reply(core) {
            assert_eq!(reply.port, Port::Data);
            unit.reply(now, &reply);
        }
        unit.tick(now, &mut self.memory);
        while let Some(served) = unit.served(now) {
            self.served.push((now, core, served.token, served.threads));
        }
        if let Some((cycle, _)) = self.script[core].last()
            && *cycle <= now
            && unit.accepts()
        {
            let (_, access) = self.script[core].pop().unwrap();
            match access.token % 8 {
                0 => unit.promote(0..32),
                1..4 => unit.demote(now, access.token % 4 * 8..access.token % 4 * 8 + 8),
                _ => {}
            }
            unit.push(now, access);
        }
        let due = self.script[core].last().filter(|_| unit.accepts()).map(|(cycle, _)| (*cycle).max(now + 1));
        self.wake[core] = due.into_iter().chain(unit.next(now)).min().unwrap_or(u64::MAX);
    }
}
