//! Kernels that rely on which threads form a warp. Policies that regroup threads (SLP 4.1), or have
//! warps of another size than programs expect (VWS), refuse such kernels.

use heddle_kernel::execute::Image;
use heddle_kernel::launch::Grid;
use heddle_kernel::program::{FunctionId, Instruction, Op, Operand, Special};

use super::Grids;
use super::target::Target;
use crate::base::SimError;

/// Threads of a warp that every program for NVIDIA's GPUs expects.
const WARP: u32 = 32;

/// Refuses a workload whose threads rely on their warps, under a policy with warps of `warp_size`.
/// `does` says what the policy does to warps, `other` names a policy that does not.
pub(crate) fn permits(
    target: Target,
    warp_size: u32,
    session: &mut dyn Grids,
    (does, other): (&str, &str),
) -> Result<(), SimError> {
    let others = format!("policies `simt` and `{other}` do not");
    hold(target, warp_size, session, (does, &others), |_, image| relies_on_warps(image))
}

/// Refuses a workload that exchanges values within warps, or reads a lane's or a warp's number,
/// where warps have another size than 32 (DEVIATIONS, D292). A grid whose description gives the
/// sizes of its warps is not refused.
pub(crate) fn are_known(target: Target, warp_size: u32, session: &mut dyn Grids) -> Result<(), SimError> {
    if warp_size == WARP {
        return Ok(());
    }
    let does = format!("has warps of {warp_size}");
    let others = format!("policies `simt` and `ws32` do not where core.warp_size = {WARP}");
    hold(target, warp_size, session, (&does, &others), |grid, image| match grid.launch.sizes {
        Some(_) => None,
        None => first(image, depends_on_size),
    })
}

/// Holds all grids to a rule: what it finds in a kernel is refused.
fn hold(
    target: Target,
    warp_size: u32,
    session: &mut dyn Grids,
    (does, others): (&str, &str),
    found: fn(&Grid, &Image) -> Option<String>,
) -> Result<(), SimError> {
    let (name, does, others) = (target.name.to_string(), does.to_string(), others.to_string());
    let refuse = move |what: &str| {
        let why = "relies on which threads form a warp, and policy";
        Err(SimError::Unfit(format!("{what} {why} `{name}` {does}: {others}")))
    };
    if session.is_warp_synchronous() {
        return refuse("the workload is marked `warp_synchronous`: it");
    }
    let rule = move |grid: &Grid, image: &Image| found(grid, image).map_or(Ok(()), |what| refuse(&what));
    session.require(target.registers(), warp_size, Box::new(rule))
}

/// The first instruction of a kernel whose meaning depends on which threads form a warp, with its
/// place in the PTX; `None` if there is none.
pub(crate) fn relies_on_warps(image: &Image) -> Option<String> {
    first(image, |instruction| depends_on_warps(&instruction.op))
}

/// The first instruction of a kernel of which there is something to say, with its place in the PTX.
fn first(image: &Image, says: fn(&Instruction) -> Option<&'static str>) -> Option<String> {
    let module = image.module;
    let used = (0..module.functions.len()).filter(|f| !image.instructions(FunctionId(*f as u32)).is_empty());
    used.flat_map(|f| &module.functions[f].code).find_map(|instruction| {
        let what = says(instruction)?;
        Some(format!("{}:{}: {what}", module.source.name, module.source.place(instruction.at.start).line))
    })
}

fn depends_on_warps(op: &Op) -> Option<&'static str> {
    Some(match op {
        Op::Vote { .. } => "a vote",
        Op::Shuffle { .. } => "a shuffle",
        Op::Match { .. } => "a match",
        Op::ActiveMask => "`activemask`",
        Op::Redux { .. } => "`redux`",
        Op::WarpBarrier => "a barrier of a warp",
        Op::Barrier(barrier) if barrier.counts_warps() => "a barrier that counts threads",
        _ => return None,
    })
}

fn depends_on_size(instruction: &Instruction) -> Option<&'static str> {
    let mut specials = instruction.reads.iter().filter_map(|operand| match operand {
        Operand::Special(special) => Some(special),
        _ => None,
    });
    depends_on_warps(&instruction.op).or_else(|| {
        specials.find_map(|special| {
            Some(match special {
                Special::Laneid => "`%laneid`",
                Special::Warpid => "`%warpid`",
                Special::Nwarpid => "`%nwarpid`",
                Special::WarpSize => "`WARP_SZ`",
                Special::LanemaskEq
                | Special::LanemaskLe
                | Special::LanemaskLt
                | Special::LanemaskGe
                | Special::LanemaskGt => "a mask of lanes",
                _ => return None,
            })
        })
    })
}
