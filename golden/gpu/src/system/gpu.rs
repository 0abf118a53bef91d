//! The whole GPU: cores, memory, clocks, and who gives CTAs to whom.

use heddle_kernel::execute::{Fault, Options};

use crate::config::spec::Spec;
use crate::core::Core;
use crate::datapath::Execution;
use crate::measure::profile::{Component, Gauge};
use crate::memory::Memory;
use crate::microop::Program;
use crate::system::SimError;
use crate::system::clock::{Clock, Domain};
use crate::system::cta_dispatch::{Ctas, GridContext};
use crate::system::{self, Ended, Event, Sample, Watch};

/// Core cycles without an instruction after which nothing will move again: far more than the longest wait with the fullest queues.
const STILL: u64 = 1 << 20;
/// Instants between two looks at the watch.
const LOOK: u64 = 1 << 12;

/// A GPU.
pub(crate) struct Gpu<X> {
    pub cores: Vec<Core<X>>,
    pub memory: Memory,
    clock: Clock,
    /// The last instant; none before the first.
    time: Option<u64>,
    pub cycle: u64,
    /// Idle time is skipped.
    skip: bool,
    interval: u64,
    /// The end of core 0's sample at hand, and what its lanes had executed before.
    boundary: u64,
    before: Vec<u64>,
    pub timeline: Vec<Sample>,
    gauge: Gauge,
}

/// A grid at work.
pub(crate) struct Work<'g, 'a, 'm> {
    pub ground: &'g mut GridContext<'a, 'm>,
    pub program: &'g Program,
    pub threads: &'g [u32],
    pub limit: u64,
}

impl<X: Execution> Gpu<X> {
    pub fn new(
        spec: &Spec,
        clock: Clock,
        options: &system::Options,
        gauge: Gauge,
        mut core: impl FnMut(usize) -> X,
    ) -> Gpu<X> {
        let system::Options { skip, interval, .. } = *options;
        let cores: Vec<_> = (0..spec.core.count as usize).map(|n| Core::new(spec, n, core(n), gauge.clone())).collect();
        let before = vec![0; cores.first().map_or(0, |core| core.lane_threads.len())];
        Gpu {
            cores,
            memory: Memory::new(spec),
            clock,
            time: None,
            cycle: 0,
            skip,
            interval,
            boundary: interval,
            before,
            timeline: Vec::new(),
            gauge,
        }
    }

    /// Instructions executed so far.
    pub fn instructions(&self) -> u64 {
        self.cores.iter().map(|core| core.counters.instructions).sum()
    }

    /// Runs a grid until everything that it did has come to rest, or as long as it may.
    pub fn run(&mut self, number: u32, work: &mut Work, watch: &mut dyn Watch) -> Result<Ended, SimError> {
        let mut ctas = Ctas::of(work.ground.grid);
        let total = work.ground.grid.launch.grid.iter().map(|&side| f64::from(side)).product::<f64>();
        for core in &mut self.cores {
            core.begin(number);
        }
        let ended = |cores: &[Core<X>]| cores.iter().map(|core| core.counters.ctas).sum::<u64>();
        let before = ended(&self.cores);
        let (mut looked, mut turn) = (0, 0);
        let began = self.cycle;
        loop {
            let Some(time) = self.next(ctas.peek().is_some()) else {
                let time = self.time.unwrap_or(0);
                self.cycle = self.clock.cycle_at_or_after(Domain::Core, time).max(self.cycle);
                if ctas.peek().is_none() && self.cores.iter().all(Core::empty) {
                    return Ok(Ended::Whole);
                }
                return Err(self.still(work));
            };
            if self.clock.cycle_at_or_after(Domain::Core, time) > work.limit {
                self.cycle = work.limit;
                return Ok(Ended::Limit);
            }
            self.time = Some(time);
            for domain in Domain::ALL {
                let Some(cycle) = self.clock.coincides(domain, time) else { continue };
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
                    let cycle = self.clock.cycle_at_or_after(Domain::Core, time);
                    let mut from = 0;
                    while let Some(number) = self.memory.woken(from) {
                        let wake = &mut self.cores[number].wake;
                        *wake = cycle.min(*wake);
                        from = number + 1;
                    }
                }
            }
            looked += 1;
            if looked % LOOK == 0 {
                let done = (ended(&self.cores) - before) as f64;
                if !watch.progress(self.cycle, self.instructions(), (done / total).min(1.0)) {
                    return Ok(Ended::Stopped);
                }
                let moved = self.cores.iter().map(|core| core.moved).max().unwrap_or(0).max(began);
                if self.cycle.saturating_sub(moved) > STILL {
                    return Err(self.still(work));
                }
            }
        }
    }

    /// The next instant at which anything has something to do.
    fn next(&self, more: bool) -> Option<u64> {
        let clock = &self.clock;
        let after = |domain| self.time.map_or(0, |time| clock.cycle_after(domain, time));
        let cycle = after(Domain::Core);
        let waking = self.cores.iter().map(|core| core.wake).min().unwrap_or(u64::MAX);
        let giving = more && self.cores.iter().any(|core| core.open);
        let busy = giving || waking != u64::MAX;
        let core =
            busy.then(|| if giving { cycle } else { waking.max(cycle) }).map(|cycle| clock.edge(Domain::Core, cycle));
        let rest = [Domain::Dram, Domain::L2, Domain::Interconnect].into_iter().filter_map(|domain| {
            let from = after(domain);
            self.memory.next(domain, from).map(|cycle| clock.edge(domain, cycle.max(from)))
        });
        let next = core.into_iter().chain(rest).min()?;
        if self.skip {
            return Some(next);
        }
        // every edge of every domain, as long as anything goes on
        Domain::ALL.into_iter().map(|domain| clock.edge(domain, after(domain))).min()
    }

    /// One cycle of the cores that are awake; CTAs go to those that have room, one each, in turn.
    fn cores(
        &mut self,
        now: u64,
        work: &mut Work,
        ctas: &mut Ctas,
        turn: &mut usize,
        watch: &mut dyn Watch,
    ) -> Result<(), SimError> {
        self.cycle = now;
        let count = self.cores.len();
        let first = *turn;
        let asked = if ctas.peek().is_some() { count } else { 0 };
        for n in 0..asked {
            let number = (first + n) % count;
            let core = &mut self.cores[number];
            let Some(place) = ctas.peek().filter(|_| core.open) else { continue };
            if core.start(now, work.ground, work.program, work.threads, place)? {
                ctas.next();
                *turn = (number + 1) % count;
                watch.event(&Event::Started { cycle: now, core: number, cta: place });
            }
        }
        for number in 0..count {
            let core = &mut self.cores[number];
            if number == 0 && self.interval != 0 {
                while now >= self.boundary {
                    let lanes = core.lane_threads.iter().zip(&self.before).map(|(now, before)| now - before).collect();
                    self.timeline.push(Sample { cycle: self.boundary, lanes });
                    self.before.clone_from(&core.lane_threads);
                    self.boundary += self.interval;
                }
            }
            if core.wake <= now || !self.skip {
                core.tick(now, work.ground, work.program, &mut self.memory)?;
                for cta in core.ended.drain(..) {
                    watch.event(&Event::Ended { cycle: now, core: number, cta });
                }
            }
        }
        Ok(())
    }

    /// All counters, counted to this cycle.
    pub fn settle(&mut self) {
        for core in &mut self.cores {
            core.count(self.cycle);
        }
    }

    /// Why nothing moves: each warp, where it stands, and what it waits for.
    fn still(&self, work: &Work) -> SimError {
        let stuck = |core: &Core<X>| core.stuck(work.ground);
        let fault: Option<Fault> = self.cores.iter().find_map(|core| core.fault(work.ground));
        let warps: Vec<String> = self.cores.iter().flat_map(stuck).collect();
        SimError::Deadlock { cycle: self.cycle, fault: fault.map(Box::new), warps }
    }
}

/// What a domain's ticks are.
fn component(domain: Domain) -> Component {
    match domain {
        Domain::Dram => Component::Dram,
        Domain::L2 => Component::L2,
        Domain::Interconnect => Component::Interconnect,
        Domain::Core => Component::FrontEnd,
    }
}

/// How kernels are executed on a GPU of this kind.
pub(crate) fn options(spec: &Spec, scalar: bool) -> Options {
    Options {
        warp_size: spec.core.warp_size,
        check_scalars: scalar,
        shared: spec.shared.bytes,
        threads: spec.core.warps * spec.core.warp_size,
        ..Options::default()
    }
}
