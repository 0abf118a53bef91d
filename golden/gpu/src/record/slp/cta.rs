//! A CTA on the machine: its stack of paths (TBC, SLP 2.3), and what its warps do at branches, calls, barriers and meeting points.

use std::collections::BTreeMap;

use heddle_contract::slp::{MAX, tag};
use heddle_kernel::analysis::{Flow, Reconvergence, conditional};
use heddle_kernel::execute::{Cta, State};
use heddle_kernel::launch::RunError;
use heddle_kernel::program::{Instruction, Module, Op};

use super::path::{Block, Executed, Parked, Path, Place, Threads};
use crate::record::cache::ALU;
use crate::record::seen::Seen;
use crate::system::SimError;
use crate::system::cta_dispatch::GridContext;

/// Where the threads of each function's branches meet.
pub struct Meetings(BTreeMap<u32, Reconvergence>);

impl Meetings {
    pub fn of(module: &Module) -> Meetings {
        let defined = module.functions.iter().enumerate().filter(|(_, f)| f.defined);
        Meetings(defined.map(|(n, f)| (n as u32, Reconvergence::of(f, &Flow::of(f)))).collect())
    }
    fn at(&self, (function, number): Place, end: u32) -> u32 {
        self.0.get(&function.0).and_then(|meetings| meetings.at(number)).unwrap_or(end)
    }
}

/// A mask of a path's threads, to be compacted.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub path: u64,
    pub tag: u8,
    pub branch: Place,
    pub threads: Threads,
}

/// A CTA that runs.
pub struct Run {
    pub id: u64,
    pub cta: Cta,
    /// Where the SM keeps its warps.
    pub slots: Vec<u8>,
    /// The one on top runs, unless it waits at a barrier for one below.
    paths: Vec<Path>,
    next: u64,
    turn: usize,
}

fn wrong<T>(cycle: u64, what: String) -> Result<T, SimError> {
    Err(SimError::Wrong { cycle, what })
}

fn unfit<T>(ground: &GridContext, (function, number): Place, what: &str) -> Result<T, SimError> {
    let module = ground.image.module;
    let at = module.functions[function.0 as usize].code.get(number as usize).map(|i| i.at).unwrap_or_default();
    Err(SimError::Unfit(format!("{}:{}: {what}", module.source.name, module.source.place(at.start).line)))
}

fn instruction<'a>(ground: &'a GridContext, (function, number): Place) -> Option<&'a Instruction> {
    ground.image.module.functions[function.0 as usize].code.get(number as usize)
}

/// Whether all warps of a path come together before it.
fn gathers(instruction: Option<&Instruction>) -> bool {
    let leads = |i: &Instruction| matches!(i.op, Op::Call { .. } | Op::Barrier(_) | Op::Return | Op::Exit);
    instruction.is_none_or(|i| conditional(i) || leads(i))
}

/// Whether threads tell each other something.
fn exchanges(op: &Op) -> bool {
    matches!(op, Op::Vote { .. } | Op::Shuffle { .. } | Op::Match { .. } | Op::ActiveMask | Op::Redux(..))
}

fn some(threads: &Threads) -> bool {
    threads.iter().any(|mask| *mask != 0)
}

impl Run {
    /// A CTA of a kernel with so many instructions.
    pub fn new(id: u64, cta: Cta, slots: Vec<u8>, end: u32) -> Run {
        let mut threads = [0; MAX];
        threads.iter_mut().zip(&cta.warps).for_each(|(threads, warp)| *threads = warp.alive());
        let root = Path { arriving: true, ..Path::new(0, None, threads, 0, None, end) };
        Run { id, cta, slots, paths: vec![root], next: 1, turn: 0 }
    }

    /// A warp of the CTA is there.
    pub fn launched(&mut self, warp: usize, cycle: u64) {
        let (last, root) = (self.cta.warps.len() - 1, &mut self.paths[0]);
        root.blocks.push(Block { parts: vec![(warp, root.threads[warp])], due: cycle, ..Block::default() });
        root.arriving = warp != last;
    }
    /// A compacted warp is there.
    pub fn arrived(&mut self, path: u64, block: Block, last: bool) {
        let path = self.paths.iter_mut().find(|p| p.id == path).expect("a path stays until its warps have come");
        path.blocks.push(block);
        path.arriving = !last;
    }
    pub fn done(&self) -> bool {
        self.paths.is_empty()
    }

    /// The path that runs: the highest that waits for nobody.
    fn running(&self) -> Option<usize> {
        self.paths.iter().rposition(|path| path.parked.is_none() && !path.barrier)
    }
    /// The next warp that can issue, in turn: its path and its place there.
    pub fn ready(&self, cycle: u64) -> Option<(usize, usize)> {
        let path = self.running()?;
        let blocks = &self.paths[path].blocks;
        let mut turns = (0..blocks.len()).map(|n| (self.turn + n) % blocks.len());
        Some((path, turns.find(|n| !blocks[*n].waits && blocks[*n].due <= cycle)?))
    }

    /// What a path's warp stands at: none if it has left the path.
    fn stands(&self, path: &Path, warp: usize, ground: &GridContext) -> Option<Place> {
        let (w, threads) = (&self.cta.warps[warp], path.threads[warp] & self.cta.warps[warp].alive());
        let place = self.cta.next(ground.image, warp)?;
        let here = w.calls() == path.calls && self.cta.active(warp) == threads && place.1 != path.meets;
        (here && threads != 0).then_some(place)
    }

    /// A warp of the machine issues: what each of its parts executed; nothing when it has come to the end of its stretch.
    pub fn issue(
        &mut self,
        ground: &mut GridContext,
        (path, block): (usize, usize),
        cycle: u64,
    ) -> Result<Vec<(usize, u32, Executed)>, SimError> {
        let Block { at, parts, .. } = self.paths[path].blocks[block].clone();
        let mut ends = 0;
        for (warp, _) in &parts {
            // the CTA's warp may have executed it with its threads in another warp of the machine
            if self.paths[path].log[*warp].len() > at {
                continue;
            }
            let place = self.stands(&self.paths[path], *warp, ground);
            let Some(place) = place.filter(|place| !gathers(instruction(ground, *place))) else {
                ends += 1;
                continue;
            };
            let stream = &mut self.paths[path].stream;
            if stream.len() == at {
                stream.push(place);
            }
            if stream[at] != place {
                let what = format!(
                    "warp {warp} of CTA {:?} is at {place:?}, others of its path were at {:?}",
                    self.cta.id(),
                    stream[at]
                );
                return wrong(cycle, what);
            }
            let exchanges = instruction(ground, place).is_some_and(|i| exchanges(&i.op));
            let mut seen = Seen::default();
            ground.step(&mut self.cta, *warp, &mut seen)?;
            let mask = seen.issue.map_or(0, |issue| issue.mask);
            self.paths[path].log[*warp].push(Executed { mask, access: seen.access.map(Box::new), exchanges });
        }
        if ends != 0 && ends != parts.len() {
            let what =
                format!("of the warps {parts:x?} of CTA {:?}, {ends} are at the end of their stretch", self.cta.id());
            return wrong(cycle, what);
        }
        self.turn = block + 1;
        let Path { blocks, log, .. } = &mut self.paths[path];
        if ends != 0 {
            blocks[block].waits = true;
            return Ok(Vec::new());
        }
        blocks[block].at += 1;
        Ok(parts.into_iter().map(|(warp, threads)| (warp, threads, log[warp][at].clone())).collect())
    }
    /// A warp that has issued does so again in this cycle at the earliest.
    pub fn due(&mut self, (path, block): (usize, usize), due: u64) {
        self.paths[path].blocks[block].due = due;
    }

    /// What happens when all warps of the running path are together; masks that are to be compacted.
    pub fn advance(
        &mut self,
        ground: &mut GridContext,
        meetings: &Meetings,
        cycle: u64,
    ) -> Result<Vec<Wanted>, SimError> {
        let mut wanted = Vec::new();
        for path in self.paths.iter_mut().filter(|path| path.barrier) {
            path.barrier = path.warps().any(|w| matches!(self.cta.state(w), State::Waiting(_)));
        }
        let Some(at) = self.running() else {
            let fault = self.cta.stuck(ground.image).map(|fault| SimError::Run(RunError::Fault(fault)));
            let what = "a barrier in one side of a branch, which waits for threads beyond it: a CTA with one stack can not run it";
            return if self.done() { Ok(wanted) } else { Err(fault.unwrap_or(SimError::Unfit(what.into()))) };
        };
        self.starts(at, ground, cycle)?;
        if !self.paths[at].complete() {
            return Ok(wanted);
        }
        let path = &self.paths[at];
        let mut places: Vec<Option<Place>> = path.warps().map(|warp| self.stands(path, warp, ground)).collect();
        places.dedup();
        match places[..] {
            [] | [None] => self.end(at, cycle, &mut wanted)?,
            [Some(place)] => self.together(at, place, ground, meetings, cycle, &mut wanted)?,
            _ => return wrong(cycle, format!("warps of a path of CTA {:?} have parted: {places:?}", self.cta.id())),
        }
        if let Some(at) = self.running() {
            self.starts(at, ground, cycle)?;
        }
        Ok(wanted)
    }

    /// When a path runs for the first time its threads must stand where it starts.
    fn starts(&mut self, at: usize, ground: &GridContext, cycle: u64) -> Result<(), SimError> {
        let Some(start) = self.paths[at].start.take() else { return Ok(()) };
        let path = &self.paths[at];
        let strays = |warp: &usize| self.stands(path, *warp, ground).is_none_or(|place| place.1 != start);
        let Some(warp) = path.warps().find(strays) else { return Ok(()) };
        let threads = path.threads[warp];
        let (id, active, next) = (self.cta.id(), self.cta.active(warp), self.cta.next(ground.image, warp));
        wrong(
            cycle,
            format!("warp {warp} of CTA {id:?} has {active:#x} at {next:?}, where {threads:#x} begin at {start}"),
        )
    }

    /// A path's threads have left it; those that waited for the last one of a branch or a call go on.
    fn end(&mut self, at: usize, cycle: u64, wanted: &mut Vec<Wanted>) -> Result<(), SimError> {
        let parent = self.paths.remove(at).parent;
        let Some(above) = self.paths.iter().position(|path| Some(path.id) == parent) else { return Ok(()) };
        if self.paths.iter().any(|path| path.parent == parent) {
            return Ok(());
        }
        let path = &mut self.paths[above];
        for (threads, warp) in path.threads.iter_mut().zip(&self.cta.warps) {
            *threads &= if warp.calls() < path.calls { 0 } else { warp.alive() };
        }
        if let Some(warp) = path.warps().find(|warp| self.cta.active(*warp) != path.threads[*warp]) {
            let (id, active) = (self.cta.id(), self.cta.active(warp));
            return wrong(cycle, format!("warp {warp} of CTA {id:?} comes to its meeting point with {active:#x}"));
        }
        path.stretch(cycle + ALU);
        if let Some(Parked::Parted(branch)) = path.parked.take()
            && some(&path.threads)
        {
            wanted.push(self.compact(above, tag::RECONVERGED, branch));
        }
        Ok(())
    }

    /// A path waits for what the compactor makes of its threads.
    fn compact(&mut self, at: usize, tag: u8, branch: Place) -> Wanted {
        let path = &mut self.paths[at];
        path.blocks.clear();
        path.arriving = true;
        Wanted { path: path.id, tag, branch, threads: path.threads }
    }

    /// All warps of a path are at the same instruction, at which they may part.
    fn together(
        &mut self,
        at: usize,
        place: Place,
        ground: &mut GridContext,
        meetings: &Meetings,
        cycle: u64,
        wanted: &mut Vec<Wanted>,
    ) -> Result<(), SimError> {
        let warps: Vec<usize> = self.paths[at].warps().collect();
        let (mut taken, mut others) = ([0; MAX], [0; MAX]);
        for warp in &warps {
            taken[*warp] = self.cta.effective(ground.image, *warp);
            others[*warp] = self.cta.active(*warp) & !taken[*warp];
        }
        let op = instruction(ground, place).map(|i| i.op.clone());
        let parts = some(&taken) && some(&others);
        if matches!(op, Some(Op::BranchIndexed { .. })) && (parts || self.indices(&warps, place, ground) > 1) {
            return unfit(
                ground,
                place,
                "threads part at a branch by table: each warp takes its sides in an order of its own, and a CTA has one stack",
            );
        }
        for warp in &warps {
            ground.step(&mut self.cta, *warp, &mut Seen::default())?;
        }
        let calls = self.paths[at].calls;
        match op {
            Some(Op::Branch { target, .. }) if parts && target != place.1 + 1 => {
                let end = ground.image.module.functions[place.0.0 as usize].code.len() as u32;
                let sides = [(tag::TAKEN, target, taken), (tag::NOT_TAKEN, place.1 + 1, others)];
                self.part(at, place, meetings.at(place, end), &sides, wanted);
                return Ok(());
            }
            Some(Op::Call { .. }) => {
                if let Some(callee) = self.entered(place, &taken, calls + 1, ground)? {
                    self.call(at, place, taken, callee, parts, wanted);
                    return Ok(());
                }
            }
            Some(Op::Return) | None if calls > 0 => {
                // who returns waits in the caller for the others of this call
                for path in self.paths.iter_mut().filter(|path| path.calls == calls) {
                    path.threads.iter_mut().zip(&taken).for_each(|(threads, gone)| *threads &= !gone);
                }
            }
            _ => {}
        }
        let path = &mut self.paths[at];
        path.threads.iter_mut().zip(&self.cta.warps).for_each(|(threads, w)| *threads &= w.alive());
        path.stretch(cycle + ALU);
        path.barrier = path.warps().any(|w| matches!(self.cta.state(w), State::Waiting(_)));
        Ok(())
    }

    /// How many different numbers a branch by table reads.
    fn indices(&self, warps: &[usize], place: Place, ground: &GridContext) -> usize {
        let Some(index) = instruction(ground, place).and_then(|i| i.reads.first()) else { return 0 };
        let of = |warp: &usize| {
            let (w, active) = (&self.cta.warps[*warp], self.cta.active(*warp));
            (0..32).filter(move |lane| active >> lane & 1 == 1).map(move |lane| w.operand(ground.image, index, lane))
        };
        warps.iter().flat_map(of).collect::<std::collections::BTreeSet<u64>>().len()
    }

    /// The threads of a path part: each side is a path of its own, the first one on top.
    fn part(&mut self, at: usize, branch: Place, meets: u32, sides: &[(u8, u32, Threads)], wanted: &mut Vec<Wanted>) {
        let Path { id, parent, calls, meets: end, .. } = self.paths[at];
        // a path that ends where they meet has nothing left to do
        let (base, parent) = if end == meets { (at, parent) } else { (at + 1, Some(id)) };
        if end == meets {
            self.paths.remove(at);
        } else {
            self.paths[at].parked = Some(Parked::Parted(branch));
        }
        for (tag, start, threads) in sides.iter().filter(|(_, start, _)| *start != meets) {
            self.push(base, Path::new(0, parent, *threads, calls, Some(*start), meets));
            wanted.push(self.compact(base, *tag, branch));
        }
    }

    fn push(&mut self, at: usize, path: Path) {
        self.paths.insert(at, Path { id: self.next, ..path });
        self.next += 1;
    }

    /// The function that threads have called: its first instruction and its end. None if that is over already, since the runtime defines it.
    fn entered(
        &self,
        place: Place,
        callers: &Threads,
        calls: usize,
        ground: &GridContext,
    ) -> Result<Option<(u32, u32)>, SimError> {
        let mut entered = (0..self.cta.warps.len()).filter(|warp| callers[*warp] != 0).map(|warp| {
            let w = &self.cta.warps[warp];
            let next = self.cta.next(ground.image, warp).filter(|_| w.calls() == calls);
            (next, self.cta.active(warp) == callers[warp])
        });
        let Some((Some((function, start)), whole)) = entered.next() else { return Ok(None) };
        if !whole || entered.any(|other| other != (Some((function, start)), true)) {
            return unfit(
                ground,
                place,
                "threads call several functions at once: a CTA with one stack has one next instruction",
            );
        }
        Ok(Some((start, ground.image.module.functions[function.0 as usize].code.len() as u32)))
    }

    /// Threads of a path are in a function; the others wait behind the call.
    fn call(
        &mut self,
        at: usize,
        place: Place,
        callers: Threads,
        (start, end): (u32, u32),
        parts: bool,
        wanted: &mut Vec<Wanted>,
    ) {
        let Path { id, calls, .. } = self.paths[at];
        self.push(at + 1, Path::new(0, Some(id), callers, calls + 1, Some(start), end));
        if parts {
            self.paths[at].parked = Some(Parked::Parted(place));
            wanted.push(self.compact(at + 1, tag::TAKEN, place));
        } else {
            self.paths[at].parked = Some(Parked::Called);
            let blocks = self.paths[at].blocks.clone();
            let due = blocks.iter().map(|block| block.due).max().unwrap_or(0);
            self.paths[at + 1].blocks = blocks;
            self.paths[at + 1].stretch(due);
        }
    }
}
