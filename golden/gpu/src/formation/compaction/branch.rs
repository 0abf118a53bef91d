//! Branches of dynamic warps: a warp waits there for the others of its path, or passes.

use heddle_kernel::execute::{Outcome, by_target};
use smallvec::SmallVec;

use super::cta::{CtaPaths, Env};
use super::path::{Gather, Open, Origin, Path, PathId, Seen, Standing, WarpNumber, add};
use crate::base::SimError;

impl CtaPaths {
    /// Executes a branch outside functions for a warp: the warp waits for the others of its path,
    /// or passes.
    pub fn branch(
        &mut self,
        number: WarpNumber,
        (pc, lanes): (u32, u32),
        outcome: Outcome,
        env: &mut Env,
    ) -> Result<(), SimError> {
        let sides = self.sides(number, (pc, lanes), &outcome, env);
        let reconverge_pc = match outcome {
            Outcome::Branch { reconverge_pc, .. } | Outcome::Indexed { reconverge_pc, .. } => reconverge_pc,
            _ => pc,
        };
        let Some(open) = self.warp(number).innermost(lanes) else {
            self.advance(number, pc, &outcome, env)?;
            return self.settled(number, env).map(|_| ());
        };
        let (path, branches, meets) = (open.path, open.branches, open.meets);
        let at = self.gather(path, branches, (pc, reconverge_pc), env);
        let Some(Some(of_path)) = self.paths.get_mut(path) else { return Ok(()) };
        let Some(warp) = &mut self.warps[number] else { return Ok(()) };
        let gather = &mut of_path.gathers[at];
        add(&mut gather.arrived, warp.threads.parts(), lanes);
        for &(pc, lanes) in &sides {
            let side = gather.side(pc);
            add(&mut side.threads, warp.threads.parts(), lanes);
            side.parts += u32::from(lanes != 0);
        }
        if gather.waits {
            gather.held.push(number);
            warp.state = Standing::Held(outcome);
            env.core.held += 1;
            self.complete(path, env)?;
            return self.refuse_deadlock(env);
        }
        let tail = meets == reconverge_pc;
        self.pass((number, lanes), path, (branches, tail, reconverge_pc), &sides);
        self.advance(number, pc, &outcome, env)?;
        self.settled(number, env)?;
        self.complete(path, env)
    }

    /// Returns the targets of a branch and the lanes of a warp that go there, the side that
    /// executes first in front.
    fn sides(
        &mut self,
        number: WarpNumber,
        (pc, lanes): (u32, u32),
        outcome: &Outcome,
        env: &Env,
    ) -> SmallVec<[(u32, u32); 4]> {
        let mut sides = SmallVec::new();
        match *outcome {
            Outcome::Branch { target, taken, .. } if target != pc + 1 => {
                sides.push((target, taken));
                sides.push((pc + 1, lanes & !taken));
            }
            Outcome::Indexed { threads, .. } => {
                sides.extend(by_target(self.warp(number).threads.gather_targets(&env.resident.cta), threads));
                match sides.iter_mut().find(|side: &&mut (u32, u32)| side.0 == pc + 1) {
                    Some(side) => side.1 |= lanes & !threads,
                    None => sides.push((pc + 1, lanes & !threads)),
                }
            }
            _ => sides.push((pc + 1, lanes)),
        }
        sides
    }

    /// Returns the index of a path's gather at the branch before which the path has executed
    /// `number` others; adds it if need be.
    fn gather(&mut self, path: PathId, number: u32, (pc, reconverge_pc): (u32, u32), env: &mut Env) -> usize {
        let cta = self.at;
        let gathers = &mut self.path(path).gathers;
        if let Some(at) = gathers.iter().position(|gather| gather.number == number) {
            return at;
        }
        let waits = env.core.predictor.waits(cta, pc);
        *(if waits { &mut env.core.counters.waits } else { &mut env.core.counters.passes }) += 1;
        let (arrived, held, sides) = ([0; 32], Vec::new(), SmallVec::new());
        gathers.push(Gather { number, pc, reconverge_pc, waits, arrived, held, sides });
        gathers.len() - 1
    }

    /// Returns the side that starts at `pc` of the branch before which a path has executed `number`
    /// others.
    fn seen(&mut self, path: PathId, number: u32, pc: u32) -> &mut Seen {
        let gather = self.path(path).gathers.iter_mut().find(|gather| gather.number == number);
        gather.expect("a warp is at this branch").side(pc)
    }

    /// Lets lanes of a warp pass a branch without waiting: those on sides that do not start at the
    /// reconvergence point get paths of their own.
    fn pass(
        &mut self,
        (number, lanes): (WarpNumber, u32),
        parent: PathId,
        (branches, tail, meets): (u32, bool, u32),
        sides: &[(u32, u32)],
    ) {
        // a path that ends where they meet has nothing left to do, and may be forgotten before its
        // sides are
        let replaced = tail && self.warp(number).base != parent;
        let above = if replaced { self.path(parent).parent } else { Some(parent) };
        for &(pc, lanes) in sides.iter().filter(|(pc, lanes)| *pc != meets && *lanes != 0) {
            let known = self.seen(parent, branches, pc).path;
            let id = known.unwrap_or_else(|| self.begin(Path::new(Origin::Passed, above, pc, meets)));
            self.seen(parent, branches, pc).path = Some(id);
            let Some(warp) = &mut self.warps[number] else { continue };
            warp.open.push(Open { path: id, lanes, meets, branches: 0 });
            let Some(path) = &mut self.paths[id] else { continue };
            path.inside += 1;
            add(&mut path.threads, warp.threads.parts(), lanes);
        }
        let warp = self.warp(number);
        let mut gone = false;
        for open in warp.open.iter_mut().filter(|open| open.path == parent) {
            open.branches += 1;
            if replaced {
                open.lanes &= !lanes;
                gone = open.lanes == 0;
            }
        }
        if gone {
            warp.open.retain(|open| open.lanes != 0);
            self.left(parent);
        }
    }
}
