//! Programs that compaction refuses: they rely on which threads make a warp.

use heddle_kernel::execute::Image;
use heddle_kernel::program::{Barrier, FunctionId, Instruction, Op};

use super::path::Place;
use crate::system::SimError;

/// Refuses a kernel with an instruction whose meaning depends on which threads make a warp, and barriers that count warps (SLP 4.1).
pub fn admit(image: &Image) -> Result<(), SimError> {
    for (f, function) in image.module.functions.iter().enumerate() {
        let function_id = FunctionId(f as u32);
        if image.instructions(function_id).is_empty() {
            continue;
        }
        for (number, instruction) in function.code.iter().enumerate() {
            if let Some(what) = refused(instruction) {
                let why = "does not run with compaction, which makes warps of other threads";
                return Err(unfit(image, (function_id, number as u32), &format!("{what} {why}")));
            }
        }
    }
    Ok(())
}

fn refused(instruction: &Instruction) -> Option<&'static str> {
    Some(match instruction.op {
        Op::Vote { .. } => "a vote",
        Op::Shuffle { .. } => "a shuffle",
        Op::Match { .. } => "a match",
        Op::ActiveMask => "`activemask`",
        Op::Redux(..) => "`redux`",
        Op::WarpBarrier => "a barrier of a warp",
        Op::Barrier(Barrier::Arrive | Barrier::Sync { counted: true })
        | Op::Barrier(
            Barrier::ReduceAnd { counted: true }
            | Barrier::ReduceOr { counted: true }
            | Barrier::ReducePopc { counted: true },
        ) => "a barrier that counts threads",
        _ => return None,
    })
}

/// A refusal, with the place in the PTX.
pub fn unfit(image: &Image, (function, number): Place, what: &str) -> SimError {
    let module = image.module;
    let function = &module.functions[function.0 as usize];
    let at = function.code.get(number as usize).map_or(function.at, |instruction| instruction.at);
    SimError::Unfit(format!("{}:{}: {what}", module.source.name, module.source.place(at.start).line))
}
