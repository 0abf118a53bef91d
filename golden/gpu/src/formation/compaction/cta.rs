//! The paths of a CTA, and the dynamic warps that run them.

use heddle_contract::slp::tag;
use heddle_kernel::execute::{DynamicWarp, Outcome, Regrouped};
use smallvec::SmallVec;

use super::counters::BlockCounters;
use super::path::{Open, Origin, Path, PathId, Piece, Standing, Warp, WarpNumber};
use super::predictor::Predictor;
use super::unit::{Offer, Rows};
use crate::base::ids::{Slot, SlotSet};
use crate::base::{GridContext, SimError};
use crate::warps::Resident;

/// State that the CTAs of a core share.
#[derive(Debug)]
pub(super) struct Shared {
    /// Whether warps may wait for each other at branches at all.
    pub compacts: bool,
    /// Whether a mask of which compaction makes no fewer warps than there are leaves as it is
    /// (CAPRI).
    pub declines: bool,
    /// Number of cycles from the last warp's branch to the offer of the mask.
    pub delay: u64,
    pub predictor: Predictor,
    pub counters: BlockCounters,
    /// For each slot, the CTA's place in the core and the warp in it that hold the slot.
    pub bound: Vec<Option<(usize, WarpNumber)>>,
    pub regrouped: SlotSet<1>,
    /// Masks to offer to the unit.
    pub offers: Vec<Offer>,
    pub verdicts: Vec<Option<Verdict>>,
    /// Number of warps that wait at branches, and of those that wait where paths reconverge.
    pub held: u64,
    pub met: u64,
}

/// A verdict on one execution of a branch, by which the predictor is updated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Verdict {
    /// The CTA's place in the core.
    cta: usize,
    branch: u32,
    waits: bool,
    /// Number of sides that are not counted yet.
    left: u32,
    adequate: bool,
}

impl Shared {
    /// Begins a verdict on one execution of a branch by a path of the CTA in place `cta`, whether
    /// compaction is worth it, for which the unit is to count `left` sides; returns its index.
    pub fn verdict(&mut self, (cta, branch): (usize, u32), waits: bool, left: u32) -> usize {
        place(&mut self.verdicts, Verdict { cta, branch, waits, left, adequate: false })
    }

    /// Adds the count of a side to a verdict; `fewer`: compaction makes fewer warps of the side.
    /// The last side's count updates the predictor.
    pub fn learn(&mut self, verdict: usize, fewer: bool) {
        let Some(it) = &mut self.verdicts[verdict] else { return };
        it.left -= 1;
        if fewer && !std::mem::replace(&mut it.adequate, true) {
            self.predictor.learn(it.cta, it.branch, true);
        }
        if it.left == 0 {
            if !it.adequate {
                self.predictor.learn(it.cta, it.branch, false);
            }
            self.counters.right += u64::from(it.waits == it.adequate);
            self.verdicts[verdict] = None;
        }
    }

    /// Updates the predictor and the counters for a branch at which all threads of a path go the
    /// same way.
    pub fn uniform(&mut self, cta: usize, branch: u32, waits: bool) {
        self.predictor.uniform(cta, branch);
        self.counters.right += u64::from(!waits);
    }
}

/// Environment of a CTA's paths: the core, the CTA and the grid.
pub(super) struct Env<'e, 'a, 'm> {
    pub core: &'e mut Shared,
    pub resident: &'e mut Resident<Regrouped>,
    pub grid: &'e GridContext<'a, 'm>,
    pub now: u64,
}

impl Env<'_, '_, '_> {
    /// Returns the lanes of the CTA's warps whose threads have not ended.
    pub fn alive(&self) -> Rows {
        let mut rows = [0; 32];
        rows.iter_mut().zip(&self.resident.cta.warps).for_each(|(row, warp)| *row = warp.alive());
        rows
    }
}

/// The paths of a CTA, and the dynamic warps that run them.
#[derive(Debug)]
pub(super) struct CtaPaths {
    /// Place of the CTA in the core.
    pub at: usize,
    pub paths: Vec<Option<Path>>,
    pub warps: Vec<Option<Warp>>,
    /// Whether a warp of the CTA has called a function.
    pub calls: bool,
    /// Paths whose masks are in the unit: the pieces that may run as they are, and the warps whose
    /// threads have reconverged.
    pub declinable: Vec<(PathId, Vec<Piece>)>,
    pub standby: Vec<(PathId, Vec<WarpNumber>)>,
}

impl CtaPaths {
    /// Creates the root path of a CTA whose home warps are to be launched.
    pub fn new(at: usize, env: &mut Env) -> CtaPaths {
        let image = env.grid.image;
        let code = image.instructions(image.kernel);
        let mut root = Path::new(Origin::Root, None, code.start, code.end);
        root.threads = env.alive();
        let mut cta = CtaPaths {
            at,
            paths: vec![Some(root)],
            warps: Vec::new(),
            calls: false,
            declinable: Vec::new(),
            standby: Vec::new(),
        };
        for (number, id) in env.resident.warps.clone().into_iter().enumerate() {
            let (slot, lanes) = (Slot(id.0), env.resident.cta.alive(number));
            let warp = cta.enter(0, vec![(number, lanes)], slot, env);
            cta.warp(warp).state = Standing::Launching;
            cta.path(0).pool.push(slot);
        }
        cta
    }

    pub fn path(&mut self, id: PathId) -> &mut Path {
        self.paths[id].as_mut().expect("a path stays until it is over")
    }
    pub fn warp(&mut self, number: WarpNumber) -> &mut Warp {
        self.warps[number].as_mut().expect("a warp stays until its threads are elsewhere")
    }

    /// Adds a path and returns its id.
    pub fn begin(&mut self, path: Path) -> PathId {
        place(&mut self.paths, path)
    }

    /// Creates a warp that runs a path in this slot, and returns its number.
    pub fn enter(&mut self, id: PathId, parts: Vec<(usize, u32)>, slot: Slot, env: &mut Env) -> WarpNumber {
        let Path { pc, meets, branches, .. } = *self.path(id);
        let threads = DynamicWarp::new(env.grid.image, parts, pc, meets);
        let open = Open { path: id, lanes: threads.alive(), meets, branches };
        let open = SmallVec::from_slice(&[open]);
        let warp = Warp { threads, slot, bound: false, state: Standing::Runs, base: id, open };
        let number = place(&mut self.warps, warp);
        let path = self.path(id);
        path.warps.push(number);
        path.inside += 1;
        self.bind(number, env);
        number
    }

    /// Binds a warp to its slot.
    pub fn bind(&mut self, number: WarpNumber, env: &mut Env) {
        let at = self.at;
        let warp = self.warp(number);
        warp.bound = true;
        env.core.bound[warp.slot.index()] = Some((at, number));
        env.core.regrouped.insert(warp.slot);
    }

    /// Takes a warp's slot away.
    pub fn release(&mut self, number: WarpNumber, env: &mut Env) {
        let warp = self.warp(number);
        if std::mem::take(&mut warp.bound) {
            env.core.bound[warp.slot.index()] = None;
            env.core.regrouped.insert(warp.slot);
        }
    }

    /// Removes a warp whose threads have ended or are in other warps.
    pub fn dissolve(&mut self, number: WarpNumber, env: &mut Env) {
        self.release(number, env);
        let Some(warp) = self.warps[number].take() else { return };
        warp.open.iter().for_each(|open| self.left(open.path));
        if let Some(base) = &mut self.paths[warp.base] {
            base.warps.retain(|other| *other != number);
        }
    }

    /// Records that a warp has left a path's instructions; removes the path if it is not needed any
    /// more.
    pub fn left(&mut self, id: PathId) {
        let Some(path) = &mut self.paths[id] else { return };
        path.inside -= 1;
        self.forget(id);
    }

    /// Removes a path that warps passed, when all of them have passed and nothing of the path is to
    /// come.
    pub fn forget(&mut self, id: PathId) {
        let Some(path) = &self.paths[id] else { return };
        let over = path.inside == 0 && path.complete && path.gathers.is_empty() && path.parted.is_none();
        if over && path.origin == Origin::Passed && !path.coming && path.owners.is_empty() {
            self.paths[id] = None;
        }
    }

    /// Records that a warp has executed the instruction at `pc` for these lanes.
    pub fn executed(
        &mut self,
        number: WarpNumber,
        (pc, lanes): (u32, u32),
        outcome: Outcome,
        env: &mut Env,
    ) -> Result<(), SimError> {
        self.calls |= matches!(outcome, Outcome::Call(_));
        let parts = match outcome {
            Outcome::Branch { .. } => env.grid.image.is_conditional(pc),
            Outcome::Indexed { .. } => true,
            _ => false,
        };
        if parts && env.core.compacts && self.warp(number).threads.calls() == 0 {
            return self.branch(number, (pc, lanes), outcome, env);
        }
        self.advance(number, pc, &outcome, env)?;
        let ended = self.settled(number, env)?;
        match outcome {
            Outcome::Return { .. } | Outcome::Exit { .. } => self.threads_ended(env),
            Outcome::Barrier(_) => self.barriers(env),
            _ if ended => self.threads_ended(env),
            _ => Ok(()),
        }
    }

    /// Moves the threads on top of a warp's stack to their next instruction.
    pub fn advance(&mut self, number: WarpNumber, pc: u32, outcome: &Outcome, env: &mut Env) -> Result<(), SimError> {
        let warp = self.warps[number].as_mut().expect("a warp stays until its threads are elsewhere");
        let (cta, grid) = (&mut env.resident.cta, env.grid);
        warp.threads.advance(cta, grid.image, grid.options, pc, outcome).map_err(SimError::of_fault)?;
        self.leave_paths(number);
        Ok(())
    }

    /// Takes threads that have come to a reconvergence point from the paths that end there.
    pub fn leave_paths(&mut self, number: WarpNumber) {
        let warp = self.warp(number);
        let (pc, lanes) = warp.threads.position();
        if warp.threads.calls() != 0 || warp.open.iter().all(|open| open.meets != pc) {
            return;
        }
        let base = warp.base;
        let mut over = SmallVec::<[PathId; 2]>::new();
        warp.open.retain(|open| {
            if open.meets == pc && open.path != base {
                open.lanes &= !lanes;
            }
            if open.lanes == 0 {
                over.push(open.path);
            }
            open.lanes != 0
        });
        over.into_iter().for_each(|path| self.left(path));
    }

    /// Takes a warp from its path if it has come to the end; returns whether threads ended with it.
    pub fn settled(&mut self, number: WarpNumber, env: &mut Env) -> Result<bool, SimError> {
        let Some(warp) = self.warps[number].as_mut().filter(|warp| warp.is_over()) else { return Ok(false) };
        let (base, met) = (warp.base, warp.threads.alive() != 0);
        let ends = met && self.paths[base].as_ref().is_some_and(|path| path.origin == Origin::Root);
        if ends {
            let (cta, grid) = (&mut env.resident.cta, env.grid);
            warp.threads.end(cta, grid.image, grid.options).map_err(SimError::of_fault)?;
        } else if met {
            self.path(base).met += 1;
            env.core.met += 1;
        }
        self.dissolve(number, env);
        self.close(base, env)?;
        Ok(ends)
    }

    /// Completes branches and opens barriers that no longer wait for threads that have ended.
    fn threads_ended(&mut self, env: &mut Env) -> Result<(), SimError> {
        if env.core.compacts {
            for path in 0..self.paths.len() {
                self.complete(path, env)?;
            }
        }
        self.barriers(env)
    }

    /// Returns the tag of the mask of a side of a branch.
    pub fn tag(branch: u32, side: u32) -> u8 {
        if side == branch + 1 { tag::NOT_TAKEN } else { tag::TAKEN }
    }
}

/// Puts an item into the first free place, and returns the place.
fn place<T>(places: &mut Vec<Option<T>>, it: T) -> usize {
    match places.iter().position(Option::is_none) {
        Some(at) => {
            places[at] = Some(it);
            at
        }
        None => {
            places.push(Some(it));
            places.len() - 1
        }
    }
}
