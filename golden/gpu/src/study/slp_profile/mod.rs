//! A timeless profile of a program under TBC with every lane permutation at once: SLP's figures 3,
//! 6 and 11 to 14, and the reference for cores that compact.
//!
//! One functional pass runs a CTA's home warps in step, on one stack of paths (TBC, SLP 2.3). The
//! threads of a path do not depend on how their warps are formed, so the masks of the paths give
//! the number of warps without compaction, with compaction under each permutation, and at least.
//!
//! # Paths
//!
//! * A conditional branch splits a path when both sides have threads *of the CTA*; they meet at its
//!   immediate post-dominator. The taken side runs first, and a side that starts there is no path:
//!   its threads wait.
//! * A path that ends where its branch meets is replaced by the sides: so the paths of a loop
//!   follow each other.
//! * Where the sides have met, the mask is compacted again. No other event moves a thread: threads
//!   that exit leave holes, and a branch that does not split its threads leaves warps as they are.
//! * In functions each compacted warp goes its own way: a part of a path takes as many warps as
//!   hold its threads.
//! * A path stops before a barrier until no other path can run. Siblings that wait before the same
//!   barrier join, as the executor's do ([`heddle_kernel::execute::WarpStack`]); all go on when it
//!   opens.

mod cooperate;
mod cta;
mod entry;
mod in_step;
mod path;
mod refused;
mod seen;
mod tally;
mod warps;

use std::collections::BTreeMap;

use heddle_contract::slp::MAX;
use heddle_kernel::analysis::{Branches, Flow};
use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Image, Memory, Options};
use heddle_kernel::launch::{Grid, RunError, Session};
use heddle_kernel::program::FunctionId;

pub use path::{Path, Place, Side};
pub use tally::{Branch, Instances, Paths, Profile, RANGES, place};
pub use warps::{PERMUTATIONS, Rows, Warps};

use crate::base::{Ctas, GridContext, SimError, threads};

/// Runs all grids of a workload and returns its profile; `visit` is called with each path that is
/// over. The memory is left as the program leaves it.
///
/// `registers` and `options` choose the executed program and the width of a warp, as for
/// [`Session::run`]: a core is compared with its own ones. Programs that rely on which threads form
/// a warp are refused with the place.
pub fn profile(
    session: &mut Session,
    registers: Registers,
    options: &Options,
    visit: &mut dyn FnMut(&Path),
) -> Result<Profile, SimError> {
    if session.is_warp_synchronous() {
        let what = "the workload is warp-synchronous: it relies on which threads form a warp, and compaction forms warps of other threads";
        return Err(SimError::Unfit(what.into()));
    }
    let mut profile = Profile::default();
    let ready = session.ready(registers, options.warp_size)?;
    for (grid, image) in ready.iter() {
        add_grid(&mut profile, grid, image, &mut session.memory, options, visit)?;
    }
    Ok(profile)
}

/// Runs one grid and adds its counts to a profile; `visit` is called with each path that is over.
pub fn add_grid(
    profile: &mut Profile,
    grid: &Grid,
    image: &Image,
    memory: &mut Memory,
    options: &Options,
    visit: &mut dyn FnMut(&Path),
) -> Result<(), SimError> {
    grid.launch.check(image, options).map_err(RunError::from)?;
    refused::admit(image)?;
    let warps = threads(grid, options).len();
    if warps > MAX {
        let kernel = &image.module.functions[image.kernel.0 as usize].name;
        return Err(SimError::Unfit(format!(
            "`{kernel}` has CTAs of {warps} warps, and the compactor takes at most {MAX}"
        )));
    }
    list_branches(&mut profile.branches, image);
    let layouts = warps::Layouts::new(options.warp_size);
    let mut seen = seen::Seen::new(image.module);
    let mut ground = GridContext { image, grid, options, memory, turn: None };
    for place in Ctas::of(grid) {
        cta::Run::new(&mut ground, &layouts, &mut seen, profile, visit, place)?.finish()?;
    }
    Ok(())
}

/// Lists the conditional branches that a kernel can reach, with the result of their static
/// analysis.
fn list_branches(branches: &mut BTreeMap<(u32, u32), Branch>, image: &Image) {
    let module = image.module;
    for (f, function) in module.functions.iter().enumerate() {
        if image.instructions(FunctionId(f as u32)).is_empty() {
            continue;
        }
        for (number, fixed) in Branches::of(module, function, &Flow::of(function)).iter() {
            let line = module.source.place(function.code[number as usize].at.start).line;
            let branch = || Branch { function: function.name.clone(), fixed, line, instances: Default::default() };
            branches.entry((f as u32, number)).or_insert_with(branch);
        }
    }
}
