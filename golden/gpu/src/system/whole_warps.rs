//! Kernels that rely on which threads form a warp. Policies that regroup threads (SLP 4.1), or have smaller warps (VWS), refuse such kernels.

use heddle_kernel::execute::Image;
use heddle_kernel::launch::Grid;
use heddle_kernel::program::{FunctionId, Op};

use super::{Grids, SimError};
use crate::policy::Policy;

/// Refuses a workload whose threads rely on their warps, under a policy with warps of `warp_size`. `does` says what the policy does to warps,
/// `other` names a policy that does not.
pub(crate) fn permits(
    policy: &Policy,
    warp_size: u32,
    session: &mut dyn Grids,
    (does, other): (&str, &str),
) -> Result<(), SimError> {
    let (name, does, other) = (policy.name().to_string(), does.to_string(), other.to_string());
    let refuse = move |what: &str| {
        let why = "relies on which threads form a warp, and policy";
        Err(SimError::Unfit(format!("{what} {why} `{name}` {does}: policies `simt` and `{other}` do not")))
    };
    if session.is_warp_synchronous() {
        return refuse("the workload is marked `warp_synchronous`: it");
    }
    let rule = move |_: &Grid, image: &Image| relies_on_warps(image).map_or(Ok(()), |what| refuse(&what));
    session.require(policy.registers(), warp_size, Box::new(rule))
}

/// The first instruction of a kernel whose meaning depends on which threads form a warp, with its place in the PTX; `None` if there is none.
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
