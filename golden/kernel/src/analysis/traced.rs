use super::{Kind, Places, Taint, conditional};
use crate::execute::{Image, Issue, Observer, Warp};
use crate::program::{Barrier, FunctionId, Instruction, Module, Op};

/// Branches by what their conditions were made of while the program ran (SLP, section 5): each value of each thread carries its taint along. Of a call,
/// the taints of what is passed and returned are lost in memory: it counts as data, as in [`super::Branches`]. CTAs run one after the other.
#[derive(Debug, Clone)]
pub struct Traced {
    /// By function and instruction.
    tallies: Vec<Vec<Tally>>,
    /// What instructions bring by themselves.
    origins: Vec<Vec<Taint>>,
    /// By warp, then by depth of calls.
    frames: Vec<Vec<Frame>>,
}

/// How often a branch was executed, once a warp; in all and with its threads apart behind it. A D-branch is one with a thread whose condition
/// depends on data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Tally {
    pub programmable: u64,
    pub data: u64,
    pub divergent_programmable: u64,
    pub divergent_data: u64,
}

/// Taints of a function's registers, a bit a thread.
#[derive(Debug, Clone, Default)]
struct Frame {
    function: u32,
    programmable: Vec<u32>,
    data: Vec<u32>,
}

impl Frame {
    fn of(module: &Module, function: FunctionId) -> Frame {
        let none = vec![0; module.functions[function.0 as usize].registers.len()];
        Frame { function: function.0, programmable: none.clone(), data: none }
    }
}

/// Whether a result is made of other threads' operands too.
fn exchanges(op: &Op) -> bool {
    match op {
        Op::Vote { .. } | Op::Shuffle { .. } | Op::Match { .. } | Op::Redux(..) => true,
        Op::Barrier(barrier) => !matches!(barrier, Barrier::Sync { .. } | Barrier::Arrive),
        _ => false,
    }
}

impl Traced {
    /// Nothing so far.
    pub fn new(module: &Module) -> Traced {
        let origins = module.functions.iter().map(|f| {
            let places = Places::of(module, f);
            let origin = |i: &Instruction| {
                let own = Taint::of_operation(&places, i);
                i.reads.iter().map(Taint::of_operand).fold(own, Taint::and)
            };
            f.code.iter().map(origin).collect()
        });
        let tallies = module.functions.iter().map(|f| vec![Tally::default(); f.code.len()]).collect();
        Traced { tallies, origins: origins.collect(), frames: Vec::new() }
    }
    /// Of a branch.
    pub fn tally(&self, function: FunctionId, instruction: u32) -> Tally {
        self.tallies[function.0 as usize][instruction as usize]
    }
    /// Branches that were executed.
    pub fn iter(&self) -> impl Iterator<Item = (FunctionId, u32, Tally)> + '_ {
        let of = |(f, tallies): (usize, &'_ Vec<Tally>)| {
            let numbered = tallies.clone().into_iter().enumerate();
            numbered.map(move |(i, tally)| (FunctionId(f as u32), i as u32, tally)).collect::<Vec<_>>()
        };
        self.tallies.iter().enumerate().flat_map(of).filter(|(.., tally)| tally.programmable + tally.data > 0)
    }

    fn frame(&mut self, issue: &Issue, warp: &Warp, module: &Module) -> &mut Frame {
        let (number, depth) = (issue.warp as usize, warp.calls());
        if self.frames.len() <= number {
            self.frames.resize_with(number + 1, Vec::new);
        }
        let frames = &mut self.frames[number];
        if warp.steps() == 0 {
            frames.clear();
        }
        frames.truncate(depth + 1);
        frames.resize_with(depth + 1, || Frame::of(module, issue.function));
        if frames[depth].function != issue.function.0 {
            frames[depth] = Frame::of(module, issue.function);
        }
        &mut frames[depth]
    }
}

/// Whether the threads of a branch go on at different instructions.
fn parts(issue: &Issue, instruction: &Instruction, warp: &Warp, image: &Image) -> bool {
    let next = issue.instruction + 1;
    if issue.mask != issue.active && issue.mask != 0 {
        return !matches!(instruction.op, Op::Branch { target, .. } if target == next);
    }
    let Op::BranchIndexed { targets, .. } = &instruction.op else { return false };
    let target = |lane: u32| targets.get(warp.operand(image, &instruction.reads[0], lane as usize) as usize);
    let mut lanes = (0..32).filter(|lane| issue.mask >> lane & 1 == 1);
    let first = lanes.next().and_then(target);
    lanes.any(|lane| target(lane) != first)
}

impl Observer for Traced {
    fn issue(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        let (function, number) = (issue.function.0 as usize, issue.instruction as usize);
        let instruction = &image.module.functions[function].code[number];
        let origin = self.origins[function][number];
        let frame = self.frame(issue, warp, image.module);
        let all = |tainted: bool| if tainted { u32::MAX } else { 0 };
        let (mut programmable, mut data) = (all(origin.programmable), all(origin.data));
        for r in instruction.registers_read().map(|r| r.0 as usize) {
            programmable |= frame.programmable[r];
            data |= frame.data[r];
        }
        if exchanges(&instruction.op) {
            (programmable, data) = (all(programmable & issue.mask != 0), all(data & issue.mask != 0));
        }
        for r in instruction.registers_written().map(|r| r.0 as usize) {
            frame.programmable[r] = frame.programmable[r] & !issue.mask | programmable & issue.mask;
            frame.data[r] = frame.data[r] & !issue.mask | data & issue.mask;
        }
        if conditional(instruction) {
            let kind = Taint { programmable: true, data: data & issue.active != 0 }.kind();
            let parts = parts(issue, instruction, warp, image) as u64;
            let tally = &mut self.tallies[function][number];
            let (all, divergent) = match kind {
                Kind::Programmable => (&mut tally.programmable, &mut tally.divergent_programmable),
                Kind::Data => (&mut tally.data, &mut tally.divergent_data),
            };
            *all += 1;
            *divergent += parts;
        }
    }
}
