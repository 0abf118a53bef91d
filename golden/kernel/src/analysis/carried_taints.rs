use super::{Places, Taint};
use crate::execute::{Image, Issue, Warp};
use crate::program::{Barrier, FunctionId, Instruction, Module, Op};

/// Dynamic taints: for each register and thread, whether its value depends on data while the
/// program runs (SLP, section 5). The arguments and results of functions go through memory: they
/// count as data, as in [`super::Branches`]. CTAs run one after the other.
#[derive(Debug, Clone)]
pub struct CarriedTaints {
    /// By function and instruction: whether the instruction adds a data taint by itself.
    origins: Vec<Vec<bool>>,
    /// The call frames, by warp, then by call depth.
    frames: Vec<Vec<Frame>>,
}

/// The registers of a function that depend on data, one bit per thread.
#[derive(Debug, Clone, Default)]
struct Frame {
    function: u32,
    data: Vec<u32>,
}

impl Frame {
    fn of(module: &Module, function: FunctionId) -> Frame {
        Frame { function: function.0, data: vec![0; module.functions[function.0 as usize].registers.len()] }
    }
}

/// Whether the result of an operation depends on other threads' operands too.
fn exchanges(op: &Op) -> bool {
    match op {
        Op::Vote { .. } | Op::Shuffle { .. } | Op::Match { .. } | Op::Redux { .. } => true,
        Op::Barrier(barrier) => !matches!(barrier, Barrier::Sync { .. } | Barrier::Arrive),
        _ => false,
    }
}

impl CarriedTaints {
    /// Creates the taints of a module before its first instruction: no register depends on data.
    pub fn new(module: &Module) -> CarriedTaints {
        let origins = module.functions.iter().map(|f| {
            let places = Places::of(module, f);
            let origin = |i: &Instruction| {
                let own = Taint::of_operation(&places, i);
                i.reads.iter().map(Taint::of_operand).fold(own, Taint::and).data
            };
            f.code.iter().map(origin).collect()
        });
        CarriedTaints { origins: origins.collect(), frames: Vec::new() }
    }

    /// Propagates taints from the operands of an issued instruction to its results.
    /// Returns the threads of the warp for which some operand, or the guard, depends on data.
    pub fn carry(&mut self, issue: &Issue, warp: &Warp, image: &Image) -> u32 {
        let (function, number) = (issue.function.0 as usize, issue.instruction as usize);
        let instruction = &image.module.functions[function].code[number];
        let all = |tainted: bool| if tainted { u32::MAX } else { 0 };
        let mut data = all(self.origins[function][number]);
        let frame = self.frame(issue, warp, image.module);
        data = instruction.registers_read().fold(data, |data, r| data | frame.data[r.0 as usize]);
        if exchanges(&instruction.op) {
            data = all(data & issue.mask != 0);
        }
        for r in instruction.registers_written().map(|r| r.0 as usize) {
            frame.data[r] = frame.data[r] & !issue.mask | data & issue.mask;
        }
        data & issue.active
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
