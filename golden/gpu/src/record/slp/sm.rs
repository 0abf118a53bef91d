//! The SM: CTAs on slots, one instruction a cycle, and the way to the unit.

use std::collections::VecDeque;

use heddle_contract::slp::{Config, MAX, Slp};
use heddle_golden::Device;
use heddle_kernel::analysis::{Branches, Flow, Kind};
use heddle_kernel::execute::{IN_ORDER, Image, Memory, Options};
use heddle_kernel::launch::Grid;
use heddle_kernel::program::Module;

use super::cta::{Meetings, Run, Wanted};
use super::front::{Crossed, Event, Front, Launching, Offer};
use crate::record::cache::Cache;
use crate::system::SimError;
use crate::system::cta_dispatch::{Ctas, GridContext};

/// Nothing is issued and nothing crosses the ports for so long: it will never be.
const PATIENCE: u64 = 50_000;

/// A streaming multiprocessor.
pub struct Sm<'d, D> {
    cfg: Config,
    front: Front<'d, D>,
    meetings: Meetings,
    /// By function: mostly D-branches.
    plain: Vec<bool>,
    cache: Cache,
    runs: VecDeque<Run>,
    started: u64,
    /// Slots that are free, the one that is given out next first.
    slots: VecDeque<u8>,
    moved: u64,
}

impl<'d, D: Device<Slp>> Sm<'d, D> {
    pub fn new(cfg: &Config, module: &Module, unit: &'d mut D) -> Self {
        Sm {
            cfg: cfg.clone(),
            front: Front::new(cfg, unit),
            meetings: Meetings::of(module),
            plain: plain(module),
            // SLP table 2
            cache: Cache::new(32 << 10, 8, 64),
            runs: VecDeque::new(),
            started: 0,
            slots: (0..cfg.warps as u8).collect(),
            moved: 0,
        }
    }

    pub fn unit(&self) -> &D {
        self.front.unit()
    }
    pub fn crossed(&self) -> Crossed {
        self.front.crossed
    }

    /// Runs a grid to its end, or until it is enough.
    pub fn run(
        &mut self,
        grid: &Grid,
        image: &Image,
        memory: &mut Memory,
        enough: &dyn Fn(&D) -> bool,
    ) -> Result<(), SimError> {
        let options = Options { warp_size: self.cfg.width, ..Options::default() };
        let mut ground = GridContext { image, grid, options: &options, memory };
        let mut ctas = Ctas::of(grid);
        self.front.reset();
        self.moved = self.front.cycle;
        while (ctas.peek().is_some() || !self.runs.is_empty()) && !enough(self.front.unit()) {
            self.start(&mut ctas, &ground)?;
            for at in 0..self.runs.len() {
                let wanted = self.runs[at].advance(&mut ground, &self.meetings, self.front.cycle)?;
                wanted.into_iter().for_each(|wanted| self.offer(at, wanted, grid));
            }
            self.step(&mut ground)?;
            self.retire();
        }
        Ok(())
    }

    /// CTAs start as long as there are slots for them.
    fn start(&mut self, ctas: &mut Ctas, ground: &GridContext) -> Result<(), SimError> {
        let warps = ground.grid.launch.block.iter().product::<u32>().div_ceil(self.cfg.width) as usize;
        while let Some(place) = ctas.peek()
            && warps <= self.slots.len()
        {
            ctas.next();
            let slots: Vec<u8> = self.slots.drain(..warps).collect();
            let function = ground.grid.kernel.0 as usize;
            let end = ground.image.module.functions[function].code.len() as u32;
            let run = Run::new(self.started, ground.start(place, |_| IN_ORDER)?, slots, end);
            for (warp, slot) in run.slots.iter().enumerate() {
                let (slot, threads, plain) = (*slot, run.cta.warps[warp].alive(), self.plain[function]);
                self.front.launch(Launching { cta: run.id, warp, slot, threads, plain });
            }
            self.started += 1;
            self.runs.push_back(run);
        }
        Ok(())
    }

    fn offer(&mut self, at: usize, wanted: Wanted, grid: &Grid) {
        let Wanted { path, tag, branch: (function, number), threads } = wanted;
        let mut slots = [0; MAX];
        slots.iter_mut().zip(&self.runs[at].slots).for_each(|(to, slot)| *to = *slot);
        let branch = (grid.kernel.0, function.0, number);
        self.front.offer(Offer { cta: self.runs[at].id, path, tag, branch, threads, slots });
    }

    fn step(&mut self, ground: &mut GridContext) -> Result<(), SimError> {
        let cycle = self.front.cycle;
        let ready = self.runs.iter().enumerate().find_map(|(at, run)| Some((at, run.ready(cycle)?)));
        let takes = self.front.takes(ready.is_some());
        if let Some((at, block)) = ready.filter(|_| !takes) {
            let executed = self.runs[at].issue(ground, block, cycle)?;
            let accesses =
                executed.iter().filter_map(|(_, threads, e)| Some((threads & e.mask, &**e.access.as_ref()?)));
            let due = self.cache.serve(accesses, cycle).due;
            self.runs[at].due(block, due);
            for (warp, threads, _) in executed.iter().filter(|(.., executed)| executed.exchanges) {
                self.front.exchange(self.runs[at].slots[*warp], *threads);
            }
            // the CTAs take turns
            self.runs.rotate_left(at + 1);
            self.moved = cycle;
        }
        for event in self.front.step(takes)? {
            self.moved = cycle;
            let (Event::Launched { cta, .. } | Event::Warp { cta, .. }) = event;
            let run = self.runs.iter_mut().find(|run| run.id == cta).expect("a CTA stays until its warps have come");
            match event {
                Event::Launched { warp, .. } => run.launched(warp, cycle + 1),
                Event::Warp { path, block, last, .. } => run.arrived(path, block, last),
            }
        }
        if cycle - self.moved > PATIENCE {
            let of = self.runs.iter().map(|run| format!("CTA {:?}", run.cta.id())).collect::<Vec<_>>().join(", ");
            let what = format!("nothing moves: {of} wait for warps that the compactor never gives");
            return Err(SimError::Wrong { cycle, what });
        }
        Ok(())
    }

    /// CTAs that have ended leave their slots.
    fn retire(&mut self) {
        let front = &self.front;
        let (gone, left) = std::mem::take(&mut self.runs)
            .into_iter()
            .partition(|run: &Run| run.done() && run.slots.iter().all(|slot| front.quiet(*slot)));
        self.runs = left;
        let gone: VecDeque<Run> = gone;
        gone.into_iter().for_each(|run| self.slots.extend(run.slots));
    }
}

/// Functions most of whose conditional branches are D-branches.
fn plain(module: &Module) -> Vec<bool> {
    let of = |function| {
        let branches = Branches::of(module, function, &Flow::of(function));
        let (data, all) =
            branches.iter().fold((0, 0), |(data, all), (_, kind)| (data + usize::from(kind == Kind::Data), all + 1));
        2 * data > all
    };
    module.functions.iter().map(of).collect()
}
