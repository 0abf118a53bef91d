//! The whole GPU: cores, memory and clocks, and the dispatch of CTAs to cores.

use heddle_kernel::execute::{Fault, Livelock};

use crate::base::clock::{Clock, Domain, Running};
use crate::base::{Ctas, GridContext, SimError, first};
use crate::core::{Core, CoreCounted, Shown};
use crate::measure::history::{History, Snapshot};
use crate::measure::profile::{Component, Gauge};
use crate::memory::MemorySystem;
use crate::system::steady::Steady;
use crate::system::threads::Threads;
use crate::system::{Ended, Event, Options, Sample, Watch};
use crate::warps::CtaNeeds;

/// Core cycles without an instruction that are taken for a deadlock: far more than the longest wait
/// with the fullest queues, where no clock is more than [`SLOW`] times slower than the cores'; with
/// a slower one, as many times more.
pub(crate) const DEADLOCK_CYCLES: u64 = 1 << 20;
const SLOW: u64 = 8;

/// Core cycles after which a warp that does not execute is starved, if the others only repeat their
/// states: more than it can wait for memory, at such clocks.
const STARVED: u64 = DEADLOCK_CYCLES / 8;

/// A GPU under simulation: its cores, its memory system and its clocks.
pub(crate) struct Gpu<C, M> {
    pub cores: Vec<C>,
    pub memory: M,
    clock: Running,
    /// What each core showed last, copied from its status, since all are read at every instant.
    shown: Vec<Shown>,
    /// The next cycle in which any core may: the least of these.
    waking: u64,
    /// The last instant that was simulated; `None` before the first.
    time: Option<u64>,
    pub cycle: u64,
    /// Whether idle time is skipped.
    skip: bool,
    interval: u64,
    /// The end of core 0's current sample, and what its lanes had executed before it.
    boundary: u64,
    before: Vec<u64>,
    pub timeline: Vec<Sample>,
    /// Whether statistics are recorded over time.
    profile: bool,
    pub history: History,
    gauge: Gauge,
    /// Warp instructions of repetition alone after which a run fails.
    livelock: u64,
    /// Threads beside this one that simulate cores; `None`: none.
    threads: Option<Threads>,
}

/// A grid under execution, with its needs and its limit.
pub(crate) struct GridRun<'g, 'a, 'm> {
    pub grid: &'g mut GridContext<'a, 'm>,
    pub needs: CtaNeeds<'g>,
    /// Core cycles after which the run ends.
    pub limit: u64,
    /// The grid's waves, if CTAs are left out once their time is known.
    pub steady: Option<Steady>,
}

impl<C: Core, M: MemorySystem> Gpu<C, M> {
    /// Creates a GPU of these cores and this memory, before the first cycle.
    pub fn new(clock: Clock, cores: Vec<C>, memory: M, options: &Options, gauge: Gauge) -> Self {
        let before = vec![0; cores.first().map_or(0, |core| core.status().lane_threads.len())];
        Gpu {
            shown: cores.iter().map(|core| core.status().shown()).collect(),
            waking: u64::MAX,
            cores,
            memory,
            clock: Running::new(clock),
            time: None,
            cycle: 0,
            skip: options.skip,
            interval: options.interval,
            boundary: options.interval,
            before,
            timeline: Vec::new(),
            profile: options.profile,
            history: History::default(),
            gauge,
            livelock: options.livelock,
            threads: Threads::new(options.threads, options.always),
        }
    }

    /// Number of warp instructions executed so far.
    pub fn instructions(&self) -> u64 {
        self.cores.iter().map(|core| core.counted().core.instructions).sum()
    }

    /// Runs a grid of kernel number `number` until all that it started has ended, or to the limit;
    /// returns how it ended.
    pub fn run(&mut self, number: u32, work: &mut GridRun, watch: &mut dyn Watch) -> Result<Ended, SimError> {
        let mut ctas = if C::DISPATCHES { Ctas::none() } else { Ctas::of(work.grid.grid) };
        let (first, total) = (work.grid.grid.ctas.start, work.grid.grid.launch.ctas());
        for (core, shown) in self.cores.iter_mut().zip(&mut self.shown) {
            core.begin(self.cycle, number, work.grid, &work.needs)?;
            *shown = core.status().shown();
        }
        self.waking = self.shown.iter().map(|shown| shown.wake).min().unwrap_or(u64::MAX);
        let last = work.limit.saturating_mul(self.clock.clock.period(Domain::Core));
        let ended = |cores: &[C]| cores.iter().map(|core| core.counted().core.ctas).sum::<u64>();
        let before = ended(&self.cores);
        let (mut looked, mut turn) = (0, 0);
        let (began, every) = (self.cycle, watch.every().max(1));
        let (limit, since) = (self.livelock, (self.instructions(), self.cycle));
        let slow = (self.clock.clock.slowest() / SLOW).max(1);
        let mut patience = Patience { limit, starved: STARVED * slow, since, length: limit, open: false };
        work.grid.memory.livelock.rest();
        loop {
            let Some(time) = self.next(ctas.peek().is_some()) else {
                let time = self.time.unwrap_or(0);
                self.cycle = self.clock.clock.cycle_at_or_after(Domain::Core, time).max(self.cycle);
                if ctas.peek().is_none() && self.cores.iter().all(C::is_empty) {
                    return Ok(Ended::Whole);
                }
                return Err(self.deadlock(work));
            };
            if time > last {
                self.cycle = work.limit;
                return Ok(Ended::Limit);
            }
            self.time = Some(time);
            for domain in Domain::ALL {
                let Some(cycle) = self.clock.reach(domain, time) else { continue };
                match domain {
                    Domain::Core => self.cores(cycle, work, &mut ctas, &mut turn, watch)?,
                    _ if self.skip && self.memory.next(domain, cycle).is_none_or(|next| next > cycle) => {}
                    _ => {
                        self.gauge.set(component(domain));
                        self.memory.tick(domain, cycle);
                        self.gauge.set(Component::Rest);
                    }
                }
                if domain == Domain::Interconnect {
                    let mut from = 0;
                    while let Some(number) = self.memory.woken(from) {
                        let cycle = self.clock.clock.cycle_at_or_after(Domain::Core, time);
                        let wake = &mut self.cores[number].status_mut().wake;
                        *wake = cycle.min(*wake);
                        self.shown[number].wake = *wake;
                        self.waking = self.waking.min(*wake);
                        from = number + 1;
                    }
                }
            }
            looked += 1;
            if looked % every == 0 {
                if let Some(idle) = self.threads.as_ref().and_then(Threads::idle) {
                    watch.idle(idle);
                }
                let done = (first + ended(&self.cores) - before) as f64;
                if !watch.progress(self.cycle, self.instructions(), (done / total as f64).min(1.0)) {
                    return Ok(Ended::Stopped);
                }
                let moved = self.cores.iter().map(|core| core.status().moved).max().unwrap_or(0).max(began);
                if self.cycle.saturating_sub(moved) > DEADLOCK_CYCLES * slow {
                    return Err(self.deadlock(work));
                }
                let now = (self.instructions(), self.cycle);
                if let Some(ends) = patience.ends(&mut work.grid.memory.livelock, now)
                    && (ends || self.cores.iter().all(|core| core.rests(work.grid)))
                {
                    let faults = self.cores.iter().flat_map(|core| core.livelocks(work.grid)).collect();
                    return Err(SimError::Livelock { cycle: self.cycle, faults, waiting: ctas.left() });
                }
            }
        }
    }

    /// The next instant at which a core or the memory may do anything; `None` if neither can.
    fn next(&self, more: bool) -> Option<u64> {
        let clock = &self.clock.clock;
        let after = |domain| self.clock.ahead(domain);
        let cycle = after(Domain::Core);
        let waking = self.waking;
        let giving = more && self.shown.iter().any(|shown| shown.open);
        let busy = giving || waking != u64::MAX;
        let core =
            busy.then(|| if giving { cycle } else { waking.max(cycle) }).map(|cycle| clock.edge(Domain::Core, cycle));
        let [dram, l2, interconnect] = [Domain::Dram, Domain::L2, Domain::Interconnect].map(|domain| {
            let from = after(domain);
            self.memory.next(domain, from).map(|cycle| clock.edge(domain, cycle.max(from)))
        });
        let next = first([core, dram, l2, interconnect])?;
        if self.skip {
            return Some(next);
        }
        // every edge of every domain, as long as anything goes on
        Domain::ALL.into_iter().map(|domain| clock.edge(domain, after(domain))).min()
    }

    /// Simulates one cycle of the cores that are awake, and dispatches CTAs to cores with room, one
    /// each, in turn.
    fn cores(
        &mut self,
        now: u64,
        work: &mut GridRun,
        ctas: &mut Ctas,
        turn: &mut usize,
        watch: &mut dyn Watch,
    ) -> Result<(), SimError> {
        self.cycle = now;
        let count = self.cores.len();
        if let Some(steady) = work.steady.as_mut().filter(|steady| steady.is_reached(ctas.left())) {
            ctas.leave(steady.leave(ctas.left()));
        }
        let first = *turn;
        let asked = if ctas.peek().is_some() { count } else { 0 };
        for n in 0..asked {
            let number = (first + n) % count;
            let Some(place) = ctas.peek().filter(|_| self.shown[number].open) else { continue };
            let core = &mut self.cores[number];
            let started = core.start(now, work.grid, &work.needs, place)?;
            self.shown[number] = core.status().shown();
            if started {
                ctas.next();
                work.steady.iter_mut().for_each(|steady| steady.start(now));
                *turn = (number + 1) % count;
                watch.event(&Event::Started { cycle: now, core: number, cta: place });
            }
        }
        while self.interval != 0 && now >= self.boundary {
            let status = self.cores[0].status();
            let lanes = status.lane_threads.iter().zip(&self.before).map(|(now, before)| now - before).collect();
            self.timeline.push(Sample { cycle: self.boundary, lanes, units: status.units.clone() });
            self.before.clone_from(&status.lane_threads);
            self.boundary += self.interval;
        }
        if self.profile && self.history.is_due(now) {
            self.snapshot();
        }
        self.tick(now, work, watch)
    }

    /// Simulates one cycle of the cores that are awake: one after another, or side by side.
    fn tick(&mut self, now: u64, work: &mut GridRun, watch: &mut dyn Watch) -> Result<(), SimError> {
        let Gpu { cores, memory, shown, waking, threads, skip, .. } = self;
        let is_awake = |shown: &Shown| shown.wake <= now || !*skip;
        let mut side_by_side = None;
        if let Some(threads) = threads
            && threads.take(shown.iter().filter(|shown| is_awake(shown)).count(), work)
        {
            let awake = cores.iter_mut().enumerate().filter(|(number, _)| is_awake(&shown[*number]));
            side_by_side = Some(threads.tick(now, work, awake, memory).into_iter());
        }
        *waking = u64::MAX;
        for (number, (core, shown)) in cores.iter_mut().zip(shown).enumerate() {
            if is_awake(shown) {
                *shown = match &mut side_by_side {
                    None => core.tick(now, work.grid, work.needs.program, memory).map(|()| core.status().shown())?,
                    Some(ended) => ended.next().expect("one for each core that is awake").map_err(|error| *error)?,
                };
                if shown.reports {
                    let status = core.status_mut();
                    for (cta, comes) in status.swapped.drain(..) {
                        watch.event(&match comes {
                            true => Event::CameIn { cycle: now, core: number, cta },
                            false => Event::WentOut { cycle: now, core: number, cta },
                        });
                    }
                    for cta in status.ended.drain(..) {
                        work.steady.iter_mut().for_each(|steady| steady.end(now));
                        watch.event(&Event::Ended { cycle: now, core: number, cta });
                    }
                }
            }
            *waking = (*waking).min(shown.wake);
        }
        Ok(())
    }

    /// Records a snapshot of all counters at this cycle.
    pub fn snapshot(&mut self) {
        let statistics = self.statistics();
        let issued = self.cores.iter().map(|core| core.counted().core.instructions).collect();
        self.history.take(Snapshot { cycle: self.cycle, statistics, issued });
    }

    /// All counters at this cycle, in the order of [`list`](crate::system::list).
    pub fn statistics(&mut self) -> Vec<u64> {
        self.settle();
        let mut all = CoreCounted::default();
        self.cores.iter().for_each(|core| all += &core.counted());
        [all.values(), self.memory.counters().values()].concat()
    }

    /// Brings all counters up to this cycle.
    fn settle(&mut self) {
        for core in &mut self.cores {
            core.count(self.cycle);
        }
    }

    /// The error that nothing moves: each warp, its place in the program, and what it waits for.
    fn deadlock(&self, work: &GridRun) -> SimError {
        let fault: Option<Fault> = self.cores.iter().find_map(|core| core.fault(work.grid));
        let warps: Vec<String> = self.cores.iter().flat_map(|core| core.deadlock(work.grid)).collect();
        SimError::Deadlock { cycle: self.cycle, fault: fault.map(Box::new), warps }
    }
}

/// The patience with warps that repeat their states.
struct Patience {
    /// Warp instructions of repetition alone after which it ends; 0 for never.
    limit: u64,
    /// Core cycles after which a warp that does not execute is starved.
    starved: u64,
    /// Warp instructions and core cycles when a change of memory was noticed last, or when the
    /// window began.
    since: (u64, u64),
    /// Warp instructions until the next window, or of the open one.
    length: u64,
    /// Whether a window was open at the last look.
    open: bool,
}

impl Patience {
    /// Opens the watch's windows, by the warp instructions and core cycles so far; returns whether
    /// patience ends. `None`: no, `Some(false)`: if no warp waits for anything but a barrier.
    fn ends(&mut self, watch: &mut Livelock, now: (u64, u64)) -> Option<bool> {
        if self.open && !watch.watches() {
            *self = Patience { since: now, length: self.limit, open: false, ..*self };
        }
        if self.limit == 0 || now.0 - self.since.0 < self.length {
            return None;
        }
        if watch.repeats() {
            return Some(now.1 - self.since.1 >= self.starved);
        }
        if self.open {
            // a warp may have come to its loop, or to a barrier, after the window began
            self.length = self.length.saturating_mul(2);
        }
        (self.since, self.open) = (now, true);
        watch.watch();
        None
    }
}

/// The component whose host time a domain's ticks take.
fn component(domain: Domain) -> Component {
    match domain {
        Domain::Dram => Component::Dram,
        Domain::L2 => Component::L2,
        Domain::Interconnect => Component::Interconnect,
        Domain::Core => Component::FrontEnd,
    }
}
