//! A CTA in step: a stack of paths, each of which executes an instruction for all its home warps
//! before the next one.

use heddle_contract::slp::MAX;
use heddle_kernel::analysis::{Kind, conditional};
use heddle_kernel::execute::{Cta, IN_ORDER, Outcome};
use heddle_kernel::program::Op;

use super::cooperate::SEVERAL;
use super::entry::{Entry, named, some, warps, without};
use super::in_step::InStep;
use super::path::{Path, Place, Side, count};
use super::refused::unfit;
use super::seen::Seen;
use super::tally::Profile;
use super::warps::{Layouts, Rows};
use crate::base::{GridContext, SimError};

/// Warp instructions between two checks whether the run is to stop.
const LOOK: u64 = 1 << 16;

/// The sides of a branch: each side's name, its first instruction, and its threads.
type Sides = Vec<(Side, u32, Rows)>;

/// The execution of a CTA in step, with its stack of paths.
pub struct Run<'a, 'g, 'm> {
    pub(super) ground: &'a mut GridContext<'g, 'm>,
    pub(super) layouts: &'a Layouts,
    seen: &'a mut Seen,
    pub(super) profile: &'a mut Profile,
    pub(super) visit: &'a mut dyn FnMut(&Path),
    pub(super) cta: Cta<InStep>,
    threads: u32,
    /// The paths; the topmost one that does not wait for others runs.
    pub(super) stack: Vec<Entry>,
    /// The number of the next path.
    pub(super) next: u64,
    /// Warp instructions executed so far.
    spent: u64,
    /// The outcomes of the home warps' last instruction, without those that only go on to the next
    /// one.
    pub(super) outcomes: Vec<(usize, Outcome)>,
}

impl<'a, 'g, 'm> Run<'a, 'g, 'm> {
    /// Creates the execution of the CTA at a place of the grid, before its first instruction.
    pub fn new(
        ground: &'a mut GridContext<'g, 'm>,
        layouts: &'a Layouts,
        seen: &'a mut Seen,
        profile: &'a mut Profile,
        visit: &'a mut dyn FnMut(&Path),
        place: [u32; 3],
    ) -> Result<Self, SimError> {
        let cta: Cta<InStep> = ground.start(place, |_| IN_ORDER)?;
        let mut rows = [0; MAX];
        rows.iter_mut().zip(&cta.warps).for_each(|(row, warp)| *row = warp.alive());
        let code = ground.image.instructions(ground.image.kernel);
        let path = Path::new(None, Kind::Programmable, rows, layouts.of(&rows));
        let root = Entry { first: true, ..Entry::new(0, None, (code.start, code.end), path) };
        let (threads, stack, outcomes) = (count(&rows), vec![root], Vec::new());
        Ok(Run { ground, layouts, seen, profile, visit, cta, threads, stack, next: 1, spent: 0, outcomes })
    }

    /// Executes the CTA to its end, and adds it to the profile.
    pub fn finish(mut self) -> Result<(), SimError> {
        while !self.stack.is_empty() {
            match self.stack.iter().rposition(|it| it.children == 0 && !it.at_barrier && self.is_at_hand(it)) {
                Some(at) => self.advance(at)?,
                None => self.pass_barrier()?,
            }
        }
        self.profile.ctas += 1;
        self.profile.threads += u64::from(self.threads);
        Ok(())
    }

    /// Whether the current call frame of each of the path's warps is that of the path's function.
    pub(super) fn is_at_hand(&self, entry: &Entry) -> bool {
        warps(&entry.rows).all(|warp| self.cta.calls(warp) == entry.calls)
    }

    fn place(&self, pc: u32) -> Place {
        let image = self.ground.image;
        image.instruction(pc).unwrap_or((image.kernel, u32::MAX))
    }

    pub(super) fn refuse<T>(&self, pc: u32, what: &str) -> Result<T, SimError> {
        Err(unfit(self.ground.image, self.place(pc), what))
    }

    /// Executes a path until it is over, diverges, calls a function, or reaches a barrier.
    fn advance(&mut self, at: usize) -> Result<(), SimError> {
        let image = self.ground.image;
        loop {
            let Entry { pc, meets, rows, .. } = self.stack[at];
            if pc == meets || !some(&rows) {
                return self.end(at);
            }
            let (function, number) = self.place(pc);
            let Some(instruction) = image.module.functions[function.0 as usize].code.get(number as usize) else {
                return self.refuse(pc, "there is no instruction");
            };
            if matches!(instruction.op, Op::Barrier(_)) {
                self.stack[at].at_barrier = true;
                return Ok(());
            }
            self.execute(at, pc)?;
            let branch = (function, number);
            match self.outcomes.first().map(|(_, outcome)| *outcome) {
                None => {}
                Some(Outcome::Branch { target, reconverge_pc, .. }) => {
                    let taken = named(&self.outcomes, |outcome| match outcome {
                        Outcome::Branch { taken, .. } => *taken,
                        _ => 0,
                    });
                    let mut sides = vec![(Side::Taken, target, taken)];
                    sides.push((Side::NotTaken, pc + 1, without(&rows, &taken)));
                    if target == pc + 1 {
                        sides = vec![(Side::Taken, target, rows)];
                    }
                    if self.branch(at, conditional(instruction).then_some(branch), reconverge_pc, sides) {
                        return Ok(());
                    }
                }
                Some(Outcome::Indexed { reconverge_pc, .. }) => {
                    let sides = self.cases(pc, &rows);
                    if self.branch(at, Some(branch), reconverge_pc, sides) {
                        return Ok(());
                    }
                }
                Some(Outcome::Call(call)) => return self.call(at, pc, call),
                Some(Outcome::Return { .. } | Outcome::Exit { .. }) => self.leave(at, pc)?,
                Some(Outcome::Repeat { .. }) => return self.refuse(pc, SEVERAL),
                Some(Outcome::Next | Outcome::Barrier(_)) => unreachable!("neither is kept"),
            }
        }
    }

    /// Executes an instruction for all home warps of a path, whose PC then moves to the next
    /// instruction.
    pub(super) fn execute(&mut self, at: usize, pc: u32) -> Result<(), SimError> {
        let Entry { rows, warps: issued, .. } = self.stack[at];
        self.spent += issued.plain;
        if self.spent > self.ground.options.cta_limit {
            let most = self.ground.options.cta_limit;
            return self
                .refuse(pc, &format!("a CTA has executed {most} warp instructions here, and counts as endless"));
        }
        if (self.spent - issued.plain) % LOOK < issued.plain && (self.ground.options.stop)() {
            return Err(SimError::Unfit("stopped before its end".into()));
        }
        self.seen.clear();
        self.outcomes.clear();
        for warp in warps(&rows) {
            match self.ground.execute(&mut self.cta, warp, pc, rows[warp], self.seen)? {
                Outcome::Next => {}
                outcome => self.outcomes.push((warp, outcome)),
            }
        }
        self.stack[at].pc = pc + 1;
        let Path { instructions, issued: sum, active, effective, .. } = &mut self.stack[at].path;
        *instructions += 1;
        *sum += issued;
        *active += self.seen.active;
        *effective += self.seen.effective;
        Ok(())
    }

    /// The sides of a branch by table: threads with the same target form a side, the lowest
    /// thread's first; the others fall through.
    fn cases(&self, pc: u32, rows: &Rows) -> Sides {
        let mut sides: Sides = Vec::new();
        let mut add = |side: Side, target: u32, warp: usize, lane: usize| {
            let known = sides.iter().position(|(known, ..)| *known == side);
            let known = known.unwrap_or_else(|| {
                sides.push((side, target, [0; MAX]));
                sides.len() - 1
            });
            sides[known].2[warp] |= 1 << lane;
        };
        let mut going = [0; MAX];
        for (warp, outcome) in &self.outcomes {
            let Outcome::Indexed { threads, .. } = outcome else { continue };
            going[*warp] = *threads;
            let targets = self.cta.warps[*warp].targets();
            for lane in (0..32).filter(|lane| threads >> lane & 1 == 1) {
                add(Side::Case(self.place(targets[lane]).1), targets[lane], *warp, lane);
            }
        }
        for (warp, row) in without(rows, &going).into_iter().enumerate() {
            for lane in (0..32).filter(|lane| row >> lane & 1 == 1) {
                add(Side::NotTaken, pc + 1, warp, lane);
            }
        }
        sides
    }

    /// Sends the threads of a path to a branch's targets; returns whether they diverge. An
    /// unconditional branch is not counted.
    fn branch(&mut self, at: usize, branch: Option<Place>, meets: u32, mut sides: Sides) -> bool {
        sides.retain(|(.., rows)| some(rows));
        let kind = if self.seen.data { Kind::Data } else { Kind::Programmable };
        if let [(_, target, _)] = sides[..] {
            self.stack[at].pc = target;
            branch.iter().for_each(|branch| self.profile.instance(*branch, kind, &[], self.threads));
            return false;
        }
        let Some(branch) = branch else { return false };
        let Entry { id, parent, calls, private, whole, first, meets: end, .. } = self.stack[at];
        let mut entries: Vec<Entry> = Vec::new();
        for (side, pc, rows) in sides {
            let warps = if private { self.layouts.part(&rows, &whole) } else { self.layouts.of(&rows) };
            let mut path = Path::new(Some((branch, side)), kind, rows, warps);
            path.waits = pc == meets;
            let whole = if private { whole } else { rows };
            let number = self.next + entries.len() as u64;
            entries.push(Entry { calls, private, whole, ..Entry::new(number, Some(id), (pc, meets), path) });
        }
        self.next += entries.len() as u64;
        let paths: Vec<Path> = entries.iter().map(|entry| entry.path.clone()).collect();
        self.profile.instance(branch, kind, &paths, self.threads);
        paths.iter().filter(|path| path.waits).for_each(|path| (self.visit)(path));
        entries.retain(|entry| !entry.path.waits);
        // a path that ends at the reconvergence point has no instructions left
        let above = if end == meets && !first {
            let over = self.stack.remove(at);
            self.over(&over.path);
            entries.iter_mut().for_each(|entry| entry.parent = parent);
            if let Some(parent) = self.stack.iter_mut().find(|it| Some(it.id) == parent) {
                parent.children += entries.len() as u32 - 1;
            }
            at
        } else {
            (self.stack[at].pc, self.stack[at].children) = (meets, entries.len() as u32);
            at + 1
        };
        // the first side goes first
        self.stack.splice(above..above, entries.into_iter().rev());
        true
    }
}
