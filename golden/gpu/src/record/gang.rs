//! A core around `gang`: an SM in slices, each with warps of four threads, that runs real programs in gangs (VWS 4, 6.1; tables 1 and 2).
//!
//! # What is modelled
//!
//! * Warp n of a CTA is in slice n mod `slices` (VWS 4.6); as many of them as there are slices are an original gang, which takes a set. CTAs start,
//!   in order, while enough sets are free; a set is launched a
//!   cycle. A CTA's last set has warps in some of the slices only, if its threads do not fill it.
//! * The slices are those of [`vws`](crate::study::vws_gangs), with the executor's warps in place of synthetic ones: each warp has an SIMT stack,
//!   whose top is the PC that it reports; PCs number the instructions of the kernels that
//!   are launched and of the functions that they can call.
//! * A load asks the data cache (VWS table 1) for the lines of its threads; what the slices of a gang ask for in one cycle is one access. So warps of
//!   a gang that hit go on before those that miss: memory divergence.
//! * A barrier lets its warps go when the CTA's last one has come. The sync points of VWS 6.4 are the immediate post-dominators of branches.
//!
//! # What is not
//!
//! A warp's next instruction waits for the result of the last one: no scoreboard by registers. No structural hazards: no slice is ever busy. Shared
//! memory has no bank conflicts; nothing misses in the L1 instruction cache.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use heddle_contract::gang::{Config, Gang};
use heddle_golden::Device;
use heddle_kernel::analysis::{Flow, Reconvergence};
use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Cta, IN_ORDER, Image, Memory, Options, State};
use heddle_kernel::launch::{Grid, Ready, RunError, Session};
use heddle_kernel::program::{FunctionId, Module, Op, Target};

use super::Traffic;
use super::cache::Cache;
use crate::record::seen::Seen;
use crate::study::vws_gangs::{self, Done, Launch, Sm, Work};
use crate::system::SimError;
use crate::system::cta_dispatch::{Ctas, GridContext};

/// Threads of a warp: 32 lanes in 8 slices (VWS 4.1).
const WARP: u32 = 4;

impl Traffic for Gang {
    fn drive<D: Device<Self>>(
        cfg: &Config,
        work: &mut Session,
        unit: &mut D,
        enough: &dyn Fn(&D) -> bool,
    ) -> Result<(), SimError> {
        drive(cfg, work, unit, enough, |_| ())
    }
}

/// The same; every cycle is shown to who wants to count.
pub fn drive<D: Device<Gang>>(
    cfg: &Config,
    work: &mut Session,
    unit: &mut D,
    enough: &dyn Fn(&D) -> bool,
    mut see: impl FnMut(&vws_gangs::Step),
) -> Result<(), SimError> {
    let grids = work.ready(Registers::default(), WARP)?;
    let code = Code::of(work.module, &grids);
    fits(cfg, work.module, &grids, &code)?;
    let mut sm = Sm::with(cfg, unit, Real::new(cfg, &grids, code, &mut work.memory), false);
    while !sm.done() && !enough(sm.unit()) {
        see(&sm.step()?);
    }
    Ok(())
}

impl From<vws_gangs::GangError> for SimError {
    fn from(trouble: vws_gangs::GangError) -> Self {
        let vws_gangs::GangError { cycle, set, slice, what } = trouble;
        SimError::Wrong { cycle, what: format!("the warp of set {set} in slice {slice} {what}") }
    }
}

fn fits(cfg: &Config, module: &Module, grids: &Ready, code: &Code) -> Result<(), SimError> {
    for (grid, _) in grids.iter() {
        let threads: u64 = grid.launch.block.iter().map(|side| u64::from(*side)).product();
        let most = u64::from(cfg.sets * cfg.slices * WARP);
        if threads > most {
            let name = &module.functions[grid.kernel.0 as usize].name;
            let Config { sets, slices, .. } = cfg;
            return Err(SimError::Unfit(format!(
                "`{name}` has CTAs of {threads} threads, and {sets} sets of {slices} warps of {WARP} hold {most}: a preset with more sets fits"
            )));
        }
    }
    let bits = cfg.pc_bits;
    if bits < 64 && code.count > 1 << bits {
        return Err(SimError::Unfit(format!(
            "{} has {} instructions to number, and a PC of {bits} bits has {}: a preset with wider PCs fits",
            module.source.name,
            code.count,
            1u64 << bits
        )));
    }
    Ok(())
}

/// PCs: the instructions of the functions that are reached, one after the other.
struct Code {
    /// The first instruction of each function.
    first: BTreeMap<u32, u64>,
    count: u64,
    /// Where control flow meets again.
    meets: BTreeSet<u64>,
}

impl Code {
    fn of(module: &Module, grids: &Ready) -> Code {
        let mut code = Code { first: BTreeMap::new(), count: 0, meets: BTreeSet::new() };
        let mut left: VecDeque<FunctionId> = grids.iter().map(|(grid, _)| grid.kernel).collect();
        while let Some(id) = left.pop_front() {
            let function = &module.functions[id.0 as usize];
            if code.first.contains_key(&id.0) || !function.defined {
                continue;
            }
            let first = code.count;
            code.first.insert(id.0, first);
            code.count += function.code.len() as u64;
            let meetings = Reconvergence::of(function, &Flow::of(function));
            let points = (0..function.code.len() as u32).filter_map(|number| meetings.at(number));
            code.meets.extend(points.filter(|at| (*at as usize) < function.code.len()).map(|at| first + u64::from(at)));
            for instruction in &function.code {
                match &instruction.op {
                    Op::Call { target: Target::Direct(callee), .. } => left.push_back(*callee),
                    Op::Call { target: Target::Indirect(callees), .. } => left.extend(callees),
                    _ => {}
                }
            }
        }
        code
    }
}

/// A CTA on the machine.
struct Resident {
    cta: Cta,
    /// Its sets, in order of its warps.
    sets: Vec<usize>,
    /// Warps that wait at a barrier.
    waiting: Vec<usize>,
}

/// A workload's grids, one after the other.
struct Real<'a, 'm> {
    slices: usize,
    /// The first one runs.
    grids: VecDeque<(&'a Grid, &'a Image<'m>)>,
    /// Its CTAs that have not started.
    ctas: Option<Ctas>,
    code: Code,
    memory: &'a mut Memory,
    options: Options,
    cache: Cache,
    residents: Vec<Option<Resident>>,
    /// By set: the resident, and its warp in slice 0.
    owners: Vec<Option<(usize, usize)>>,
    launches: VecDeque<Launch>,
    opened: Vec<(usize, u8)>,
}

impl<'a, 'm> Real<'a, 'm> {
    fn new(cfg: &Config, grids: &'a Ready<'m>, code: Code, memory: &'a mut Memory) -> Self {
        Real {
            slices: cfg.slices as usize,
            grids: grids.iter().collect(),
            ctas: None,
            code,
            memory,
            options: Options { warp_size: WARP, ..Options::default() },
            // VWS table 1
            cache: Cache::new(64 << 10, 8, 128),
            residents: Vec::new(),
            owners: vec![None; cfg.sets as usize],
            launches: VecDeque::new(),
            opened: Vec::new(),
        }
    }

    /// CTAs that have ended leave their sets when these are free.
    fn leave(&mut self, free: &dyn Fn(usize) -> bool) {
        for place in &mut self.residents {
            let gone = |resident: &mut Resident| resident.cta.done() && resident.sets.iter().all(|set| free(*set));
            if let Some(resident) = place.take_if(gone) {
                resident.sets.iter().for_each(|set| self.owners[*set] = None);
            }
        }
    }

    /// CTAs start on sets that are free; the next grid's when all of the last one's have ended.
    fn start(&mut self) -> Result<(), SimError> {
        while let Some(&(grid, image)) = self.grids.front() {
            let ctas = self.ctas.get_or_insert_with(|| Ctas::of(grid));
            let Some(place) = ctas.peek() else {
                if self.residents.iter().any(Option::is_some) {
                    return Ok(());
                }
                self.grids.pop_front();
                self.ctas = None;
                continue;
            };
            let warps = (grid.launch.block.iter().product::<u32>()).div_ceil(WARP) as usize;
            let count = warps.div_ceil(self.slices);
            let free = (0..self.owners.len()).filter(|set| self.owners[*set].is_none());
            let sets: Vec<usize> = free.take(count).collect();
            if sets.len() < count {
                return Ok(());
            }
            ctas.next();
            let ground = GridContext { image, grid, options: &self.options, memory: self.memory };
            let cta = ground.start(place, |_| IN_ORDER)?;
            let at = self.residents.iter().position(Option::is_none).unwrap_or(self.residents.len());
            for (number, set) in sets.iter().enumerate() {
                let first = number * self.slices;
                self.owners[*set] = Some((at, first));
                let mask = u8::MAX >> (8 - (warps - first).min(self.slices));
                let pc = self.code.first[&grid.kernel.0];
                self.launches.push_back(Launch { set: *set, mask, pc });
            }
            self.residents.resize_with(self.residents.len().max(at + 1), || None);
            self.residents[at] = Some(Resident { cta, sets, waiting: Vec::new() });
        }
        Ok(())
    }

    fn resident(&self, set: usize) -> Option<(&Resident, usize)> {
        let (at, first) = self.owners[set]?;
        Some((self.residents[at].as_ref()?, first))
    }
}

impl Work for Real<'_, '_> {
    type Error = SimError;
    /// More than all lines that all threads can wait for.
    const PATIENCE: u64 = 50_000;

    fn launch(&mut self, free: &dyn Fn(usize) -> bool) -> Result<Option<Launch>, SimError> {
        self.leave(free);
        self.start()?;
        Ok(self.launches.pop_front())
    }

    fn done(&self) -> bool {
        self.launches.is_empty() && self.grids.is_empty()
    }

    fn pc(&self, set: usize, slice: usize) -> Option<u64> {
        let (resident, first) = self.resident(set)?;
        let (_, image) = self.grids.front()?;
        let (function, number) = Some(first + slice)
            .filter(|&warp| warp < resident.cta.warps.len())
            .and_then(|warp| resident.cta.next(image, warp))?;
        Some(self.code.first.get(&function.0)? + u64::from(number))
    }

    fn sync(&self, pc: u64) -> bool {
        self.code.meets.contains(&pc)
    }

    fn execute(&mut self, set: usize, slice: usize, cycle: u64) -> Result<Option<Done>, SimError> {
        let (Some((at, first)), Some(&(grid, image))) = (self.owners[set], self.grids.front()) else { return Ok(None) };
        let Some(resident) = &mut self.residents[at] else { return Ok(None) };
        let (warp, mut seen) = (first + slice, Seen::default());
        let mut ground = GridContext { image, grid, options: &self.options, memory: self.memory };
        ground.step(&mut resident.cta, warp, &mut seen)?;
        let cta = &resident.cta;
        let waits = |warp: usize| matches!(cta.state(warp), State::Waiting(_));
        for other in resident.waiting.extract_if(.., |other| !waits(*other)) {
            self.opened.push((resident.sets[other / self.slices], 1 << (other % self.slices)));
        }
        if waits(warp) {
            resident.waiting.push(warp);
            return Ok(None);
        }
        let mask = seen.issue.map_or(0, |issue| issue.mask);
        let served = self.cache.serve(seen.access.iter().map(|access| (mask, access)), cycle);
        Ok(Some(Done { latency: served.due - cycle, memory: served.memory }))
    }

    fn opened(&mut self) -> Vec<(usize, u8)> {
        let mut together: BTreeMap<usize, u8> = BTreeMap::new();
        self.opened.drain(..).for_each(|(set, slice)| *together.entry(set).or_default() |= slice);
        together.into_iter().collect()
    }

    fn stalled(&self) -> Result<(), SimError> {
        let Some((_, image)) = self.grids.front() else { return Ok(()) };
        let fault = self.residents.iter().flatten().find_map(|resident| resident.cta.stuck(image));
        fault.map_or(Ok(()), |fault| Err(SimError::Run(RunError::Fault(fault))))
    }
}
