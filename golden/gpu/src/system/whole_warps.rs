//! Kernels that rely on which threads are a warp's: compaction, which puts others beside them, refuses them (SLP 4.1).

use heddle_kernel::execute::Image;
use heddle_kernel::program::{FunctionId, Op};

/// The first instruction of a kernel whose meaning depends on which threads are a warp's, with its place in the PTX.
pub(crate) fn relies_on_warps(image: &Image) -> Option<String> {
    let module = image.module;
    let used = (0..module.functions.len()).filter(|f| !image.instructions(FunctionId(*f as u32)).is_empty());
    used.flat_map(|f| &module.functions[f].code).find_map(|instruction| {
        let what = depends_on_warps(&instruction.op)?;
        Some(format!("{}:{}: {what}", module.source.name, module.source.place(instruction.at.start).line))
    })
}

fn depends_on_warps(op: &Op) -> Option<&'static str> {
    Some(match op {
        Op::Vote { .. } => "a vote",
        Op::Shuffle { .. } => "a shuffle",
        Op::Match { .. } => "a match",
        Op::ActiveMask => "`activemask`",
        Op::Redux(..) => "`redux`",
        Op::WarpBarrier => "a barrier of a warp",
        Op::Barrier(barrier) if barrier.counts_warps() => "a barrier that counts threads",
        _ => return None,
    })
}
