//! Divergence of paths: their sides run one after the other, and their threads reconverge (SLP
//! 2.3).

use heddle_contract::slp::tag;

use super::cta::{CtaPaths, Env};
use super::path::{Gather, Origin, Parted, Path, PathId, Piece, Side, Standing, WarpNumber, some, within};
use super::unit::{Offer, Rows};
use crate::base::SimError;

impl CtaPaths {
    /// Executes the branches to which all threads of a path have come.
    pub fn complete(&mut self, id: PathId, env: &mut Env) -> Result<(), SimError> {
        loop {
            let Some(path) = self.paths[id].as_ref().filter(|path| path.complete) else { return Ok(()) };
            if path.gathers.is_empty() {
                self.forget(id);
                return Ok(());
            }
            let mut live = env.alive();
            live.iter_mut().zip(&path.threads).for_each(|(row, threads)| *row &= threads);
            let all = |gather: &Gather| live.iter().zip(&gather.arrived).all(|(live, arrived)| live & !arrived == 0);
            let Some(at) = path.gathers.iter().position(all) else { return Ok(()) };
            let gather = self.path(id).gathers.remove(at);
            if !self.resolve(id, gather, env)? {
                return Ok(());
            }
        }
    }

    /// Executes a branch to which all threads of a path have come; returns whether others of its
    /// branches may be complete.
    fn resolve(&mut self, id: PathId, gather: Gather, env: &mut Env) -> Result<bool, SimError> {
        let Gather { pc, waits, .. } = gather;
        let sides = gather.sides.iter().filter(|side| some(&side.threads)).count();
        if sides <= 1 {
            env.core.counters.uniform += 1;
            env.core.uniform(self.at, pc, waits);
        } else {
            env.core.counters.divergent += 1;
        }
        if !waits {
            let paths: Vec<_> = gather.sides.iter().filter_map(|side| Some((side, side.path?))).collect();
            let verdict = (sides > 1).then(|| env.core.verdict((self.at, pc), false, paths.len() as u32));
            for (side, path) in paths {
                if let Some(verdict) = verdict {
                    let tag = CtaPaths::tag(pc, side.pc);
                    self.offer(None, (tag, side.threads, side.parts), Some(verdict), env);
                }
                self.path(path).complete = true;
                self.complete(path, env)?;
            }
            return Ok(true);
        }
        env.core.held -= gather.held.len() as u64;
        if sides > 1 {
            self.part(id, gather, env)?;
            return Ok(false);
        }
        self.path(id).branches = gather.number + 1;
        for number in gather.held {
            let warp = self.warp(number);
            let Standing::Held(outcome) = std::mem::replace(&mut warp.state, Standing::Runs) else { continue };
            let lanes = warp.threads.position().1;
            warp.innermost(lanes).into_iter().for_each(|open| open.branches += 1);
            if warp.bound {
                env.core.regrouped.insert(warp.slot);
            }
            self.advance(number, pc, &outcome, env)?;
            self.settled(number, env)?;
        }
        Ok(self.paths[id].is_some())
    }

    /// Splits the threads of a path, which wait at a branch, into its sides.
    fn part(&mut self, id: PathId, gather: Gather, env: &mut Env) -> Result<(), SimError> {
        let Gather { number, pc, reconverge_pc: at, held, sides, .. } = gather;
        let mut sides: Vec<_> = sides.into_iter().filter(|side| side.pc != at && some(&side.threads)).collect();
        let verdict = env.core.verdict((self.at, pc), true, sides.len() as u32);
        let side = |side: super::path::Seen| Side {
            pc: side.pc,
            meets: at,
            tag: CtaPaths::tag(pc, side.pc),
            pieces: self.pieces(&held, &side.threads, env),
            threads: side.threads,
            parts: side.parts,
            verdict,
        };
        // the taken side runs first
        sides.reverse();
        let todo: Vec<Side> = sides.into_iter().map(side).collect();
        for &number in &held {
            self.release(number, env);
            self.warp(number).state = Standing::Lent;
        }
        let slots = held.iter().map(|number| self.warp(*number).slot).collect();
        let path = self.path(id);
        path.warps.retain(|number| !held.contains(number));
        path.branches = number + 1;
        if path.pool.is_empty() {
            path.pool = slots;
        }
        let waited_for_by = path.waited_for_by().filter(|_| path.meets == at);
        let Some(above) = waited_for_by else {
            path.parted = Some(Parted { at, todo, running: Default::default(), active: None, before: held });
            return self.next(id, env);
        };
        // a path that ends where its sides meet has nothing left to do
        env.core.met -= std::mem::take(&mut path.met);
        held.into_iter().for_each(|number| self.dissolve(number, env));
        self.paths[id] = None;
        if let Some(parted) = &mut self.path(above).parted {
            parted.running.retain(|running| *running != id);
            parted.todo.extend(todo);
        }
        self.next(above, env)
    }

    /// Returns the threads of each waiting warp on a side, where sides may run as they are; empty
    /// otherwise.
    fn pieces(&self, held: &[WarpNumber], threads: &Rows, env: &Env) -> Vec<Piece> {
        if !env.core.declines {
            return Vec::new();
        }
        let held = held.iter().filter_map(|number| self.warps[*number].as_ref());
        let pieces = held.map(|warp| {
            let lanes = warp.threads.position().1;
            let on_top: Vec<_> = warp.threads.parts().iter().map(|(home, part)| (*home, part & lanes)).collect();
            Piece { parts: within(&on_top, threads), slot: warp.slot }
        });
        pieces.filter(|piece| !piece.parts.is_empty()).collect()
    }

    /// Continues a diverged path when a side is over or waits at a barrier: the next side runs, or
    /// the rest of the path.
    pub fn next(&mut self, id: PathId, env: &mut Env) -> Result<(), SimError> {
        let running = self.path(id).parted.as_ref().map_or(Default::default(), |parted| parted.running.clone());
        if let Some(side) = running.iter().copied().find(|side| !self.is_blocked(*side)) {
            return self.activate(id, side, env);
        }
        let path = self.path(id);
        let (pool, meets) = (path.pool.clone(), path.meets);
        let Some(parted) = &mut path.parted else { return Ok(()) };
        if let Some(side) = parted.todo.pop() {
            let mut path = Path::new(Origin::Side, Some(id), side.pc, side.meets);
            (path.threads, path.pool, path.coming) = (side.threads, pool, true);
            let started = self.begin(path);
            if let Some(parted) = &mut self.path(id).parted {
                parted.running.push(started);
            }
            self.activate(id, started, env)?;
            self.declinable.push((started, side.pieces));
            self.offer(Some(started), (side.tag, side.threads, side.parts), Some(side.verdict), env);
            return Ok(());
        }
        if let Some(&side) = running.first() {
            return self.activate(id, side, env);
        }
        let Some(Parted { at, before, .. }) = path.parted.take() else { return Ok(()) };
        path.pc = at;
        let mut threads = path.threads;
        threads.iter_mut().zip(env.alive()).for_each(|(row, alive)| *row &= alive);
        if at == meets || !some(&threads) {
            return self.over(id, before, env);
        }
        let parts = before.iter().filter(|number| {
            let warp = self.warps[**number].as_ref();
            warp.is_some_and(|warp| warp.threads.parts().iter().any(|(home, lanes)| threads[*home] & lanes != 0))
        });
        let parts = parts.count() as u32;
        let path = self.path(id);
        (path.coming, path.came) = (true, 0);
        self.standby.push((id, before));
        self.offer(Some(id), (tag::RECONVERGED, threads, parts), None, env);
        Ok(())
    }

    /// Offers the mask of a path to the unit; without a path it is only counted.
    fn offer(
        &mut self,
        path: Option<PathId>,
        (tag, rows, parts): (u8, Rows, u32),
        verdict: Option<usize>,
        env: &mut Env,
    ) {
        let declined_from = match path {
            None => 0,
            Some(_) if env.core.declines => parts,
            Some(_) => u32::MAX,
        };
        let due = env.now + env.core.delay;
        env.core.offers.push(Offer { due, cta: self.at, path, tag, rows, parts, declined_from, verdict });
    }

    /// Records that a path's mask was counted; if it was declined, its warps run as they are.
    pub fn counted(&mut self, id: PathId, declined: bool, env: &mut Env) -> Result<(), SimError> {
        let pieces = take(&mut self.declinable, id).unwrap_or_default();
        let before = take(&mut self.standby, id).unwrap_or_default();
        if !declined {
            return self.lend(id, before, env);
        }
        self.path(id).coming = false;
        for Piece { parts, slot } in pieces {
            self.enter(id, parts, slot, env);
        }
        for number in before {
            let (pc, warp) = (self.path(id).pc, self.warp(number));
            if warp.base == id {
                self.path(id).warps.push(number);
            }
            self.go_on(number, pc, env)?;
        }
        Ok(())
    }

    /// Gives the threads of some warps to the warps that run the rest of a path.
    fn lend(&mut self, id: PathId, before: Vec<WarpNumber>, env: &mut Env) -> Result<(), SimError> {
        let path = self.path(id);
        if path.origin == Origin::Passed && path.owners.is_empty() {
            path.owners = before;
            return Ok(());
        }
        before.into_iter().for_each(|number| self.dissolve(number, env));
        Ok(())
    }

    /// Creates a warp of a path from the compactor's output.
    pub fn arrived(&mut self, id: PathId, parts: Vec<(usize, u32)>, last: bool, env: &mut Env) {
        let path = self.path(id);
        let slot = path.pool[path.came];
        (path.coming, path.came) = (!last, path.came + 1);
        self.enter(id, parts, slot, env);
    }

    /// Ends a path if the warp that has just ended was its last.
    pub fn close(&mut self, id: PathId, env: &mut Env) -> Result<(), SimError> {
        let Some(path) = &self.paths[id] else { return Ok(()) };
        let over = path.warps.is_empty() && !path.coming && path.parted.is_none();
        if over { self.over(id, Vec::new(), env) } else { Ok(()) }
    }

    /// Ends a path; `before` has warps whose threads have come to its end.
    fn over(&mut self, id: PathId, before: Vec<WarpNumber>, env: &mut Env) -> Result<(), SimError> {
        let path = self.path(id);
        let (origin, parent, meets) = (path.origin, path.parent, path.meets);
        env.core.met -= std::mem::take(&mut path.met);
        let owners = std::mem::take(&mut path.owners);
        match (origin, parent) {
            (Origin::Side, Some(parent)) => {
                before.into_iter().for_each(|number| self.dissolve(number, env));
                self.paths[id] = None;
                if let Some(parted) = &mut self.path(parent).parted {
                    parted.running.retain(|running| *running != id);
                }
                self.next(parent, env)
            }
            (Origin::Passed, _) => {
                let back = if owners.is_empty() {
                    before
                } else {
                    before.into_iter().for_each(|number| self.dissolve(number, env));
                    owners
                };
                for number in back {
                    self.go_on(number, meets, env)?;
                }
                self.forget(id);
                Ok(())
            }
            _ => {
                // behind the kernel's last instruction
                for number in before {
                    self.go_on(number, meets, env)?;
                }
                Ok(())
            }
        }
    }

    /// Resumes a warp on standby at `pc` with the threads that have not ended.
    fn go_on(&mut self, number: WarpNumber, pc: u32, env: &mut Env) -> Result<(), SimError> {
        let warp = self.warp(number);
        warp.state = Standing::Runs;
        let lanes = warp.threads.position().1;
        warp.innermost(lanes).into_iter().for_each(|open| open.branches += 1);
        let Some(warp) = &mut self.warps[number] else { return Ok(()) };
        warp.threads.go_on(&mut env.resident.cta, env.grid.image, pc);
        self.bind(number, env);
        self.leave_paths(number);
        self.settled(number, env).map(|_| ())
    }
}

/// Removes and returns the entry of a path; `None` if there is none.
fn take<T>(kept: &mut Vec<(PathId, T)>, id: PathId) -> Option<T> {
    kept.iter().position(|(path, _)| *path == id).map(|at| kept.swap_remove(at).1)
}
