//! Barriers among paths: while the warps of one path wait, those of the next run.

use super::cta::{CtaPaths, Env};
use super::path::{PathId, Standing, Warp, WarpNumber};
use crate::base::SimError;

impl CtaPaths {
    /// Resumes warps whose barrier has opened; where all warps of a side wait, the next side runs.
    pub fn barriers(&mut self, env: &mut Env) -> Result<(), SimError> {
        let mut opened = false;
        for number in 0..self.warps.len() {
            let Some(warp) = self.warps[number].as_mut().filter(|warp| warp.threads.waits()) else { continue };
            if warp.threads.pass_barrier(&mut env.resident.cta, env.grid.image) {
                opened = true;
                if warp.bound {
                    env.core.regrouped.insert(warp.slot);
                }
                self.leave_paths(number);
                self.settled(number, env)?;
            }
        }
        if !env.core.compacts {
            return Ok(());
        }
        for id in 0..self.paths.len() {
            let Some(parted) = self.paths[id].as_ref().and_then(|path| path.parted.as_ref()) else { continue };
            let (active, several) = (parted.active, parted.running.len() > 1);
            if opened && several || active.is_some_and(|side| self.is_blocked(side)) {
                self.next(id, env)?;
            }
        }
        self.refuse_deadlock(env)
    }

    /// Whether a path cannot go on until a barrier opens at which its warps wait.
    pub fn is_blocked(&self, id: PathId) -> bool {
        let Some(path) = &self.paths[id] else { return false };
        if path.coming {
            return false;
        }
        if let Some(parted) = &path.parted {
            let sides = &parted.running;
            return parted.todo.is_empty() && !sides.is_empty() && sides.iter().all(|side| self.is_blocked(*side));
        }
        let warps = || path.warps.iter().filter_map(|number| self.warps[*number].as_ref());
        warps().any(|warp| warp.threads.waits()) && warps().all(|warp| !warp.runs() && warp.state != Standing::Lent)
    }

    /// Gives the slots of a diverged path to one of its sides.
    pub fn activate(&mut self, id: PathId, side: PathId, env: &mut Env) -> Result<(), SimError> {
        let Some(parted) = &mut self.path(id).parted else { return Ok(()) };
        if parted.active.replace(side) == Some(side) {
            return Ok(());
        }
        let (mut out, mut back) = (Vec::new(), Vec::new());
        for (number, warp) in self.warps.iter().enumerate() {
            let Some(warp) = warp.as_ref().filter(|warp| warp.state != Standing::Lent) else { continue };
            match self.is_active(warp.base) {
                true if !warp.bound => back.push(number),
                false if warp.bound => out.push(number),
                _ => {}
            }
        }
        out.into_iter().for_each(|number: WarpNumber| self.release(number, env));
        back.into_iter().for_each(|number| self.bind(number, env));
        Ok(())
    }

    /// Whether no path around this one has another side active.
    fn is_active(&self, mut id: PathId) -> bool {
        while let Some(path) = &self.paths[id] {
            let Some(parent) = path.parent else { return true };
            let parted = self.paths[parent].as_ref().and_then(|parent| parent.parted.as_ref());
            if path.waited_for_by().is_some() && parted.is_none_or(|parted| parted.active != Some(id)) {
                return false;
            }
            id = parent;
        }
        true
    }

    /// Refuses a CTA whose warps wait at a barrier for threads that cannot come before the barrier
    /// opens (D186).
    pub fn refuse_deadlock(&self, env: &Env) -> Result<(), SimError> {
        let waits = |warp: &&Warp| warp.threads.waits();
        let moves = self.warps.iter().flatten().any(Warp::runs) || self.paths.iter().flatten().any(|path| path.coming);
        if moves || env.resident.cta.stuck(env.grid.image).is_some() {
            return Ok(());
        }
        let Some(warp) = self.warps.iter().flatten().find(waits) else { return Ok(()) };
        let (pc, module) = (warp.threads.position().0, env.grid.image.module);
        let Some((function, number)) = env.grid.image.instruction(pc) else { return Ok(()) };
        let home = warp.threads.parts().first().map_or(0, |(home, _)| *home);
        let barrier = env.resident.cta.warps[home].waits().map_or(0, |(barrier, _)| barrier);
        let code = &module.functions[function.0 as usize].code;
        let at = code.get(number.saturating_sub(1) as usize).map_or(0, |code| module.source.place(code.at.start).line);
        Err(SimError::Unfit(format!(
            "{}:{at}: barrier {barrier} waits for threads that go on only when it has opened, as threads of a CTA wait for each other at branches: take policy \
             `simt` or `no-tbc`",
            module.source.name
        )))
    }

    /// Returns the dynamic warp that has the live threads of a home warp; `None` if they are in the
    /// compactor.
    pub fn holder(&self, home: usize) -> Option<&Warp> {
        let holds = |warp: &&Warp| {
            let mut parts = warp.threads.parts().iter();
            warp.state != Standing::Lent && parts.any(|(of, lanes)| *of == home && lanes & warp.threads.alive() != 0)
        };
        self.warps.iter().flatten().find(holds)
    }

    /// Returns what threads of a home warp wait for, in words, if it is other threads of the CTA or
    /// the compactor.
    pub fn waits_for(&self, home: usize) -> Option<String> {
        let Some(warp) = self.holder(home) else { return Some("the compactor".into()) };
        if !matches!(warp.state, Standing::Held(_)) {
            return None;
        }
        let held = self.paths.iter().flatten().flat_map(|path| &path.gathers);
        let at = warp.threads.position().0;
        let others = held.filter(|gather| gather.pc == at).map(|gather| gather.held.len()).sum::<usize>();
        Some(format!("the other warps of its path, {others} of which have come to the branch"))
    }
}
