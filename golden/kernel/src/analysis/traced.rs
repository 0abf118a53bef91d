use super::{CarriedTaints, Kind, Taint, conditional};
use crate::execute::{Image, Issue, Observer, Warp};
use crate::program::{FunctionId, Instruction, Module, Op};

/// An observer that counts branches by the inputs of their conditions at run time (SLP, section 5),
/// found by [`CarriedTaints`].
#[derive(Debug, Clone)]
pub struct Traced {
    /// Branch counts by function and instruction.
    tallies: Vec<Vec<Tally>>,
    taints: CarriedTaints,
}

/// How often a branch was executed, once per warp: all executions, and those after which its
/// threads diverged. A D-branch is one with a thread whose condition depends on data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Tally {
    pub programmable: u64,
    pub data: u64,
    pub divergent_programmable: u64,
    pub divergent_data: u64,
}

impl Traced {
    /// Creates counters of zero for all instructions of a module.
    pub fn new(module: &Module) -> Traced {
        let tallies = module.functions.iter().map(|f| vec![Tally::default(); f.code.len()]).collect();
        Traced { tallies, taints: CarriedTaints::new(module) }
    }
    /// Returns how often a branch was executed, by kind and by divergence.
    pub fn tally(&self, function: FunctionId, instruction: u32) -> Tally {
        self.tallies[function.0 as usize][instruction as usize]
    }
    /// Returns the branches that were executed, with their function, instruction and counts.
    pub fn iter(&self) -> impl Iterator<Item = (FunctionId, u32, Tally)> + '_ {
        let of = |(f, tallies): (usize, &'_ Vec<Tally>)| {
            let numbered = tallies.clone().into_iter().enumerate();
            numbered.map(move |(i, tally)| (FunctionId(f as u32), i as u32, tally)).collect::<Vec<_>>()
        };
        self.tallies.iter().enumerate().flat_map(of).filter(|(.., tally)| tally.programmable + tally.data > 0)
    }
}

/// Whether the threads of a branch continue at different instructions.
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
        let data = self.taints.carry(issue, warp, image);
        if conditional(instruction) {
            let kind = Taint { programmable: true, data: data != 0 }.kind();
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
