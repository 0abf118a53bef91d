//! Launches whose warps have sizes of their own: `warps` names the buffer with the sizes (SIMT-SIMD
//! III).

use std::sync::Arc;

use super::description::{Argument, Description};
use super::fill::Context;
use super::plan::known;
use super::{Data, LaunchError};

/// Checks the `warps` key of a launch; `at` is the run and the launch in it. Errors are a list
/// beside `grid`, `block` or `shared`, one that is no buffer, and one that an earlier launch may
/// write: the list is the host's, and read once.
pub(super) fn check(
    description: &Description,
    context: &Context,
    key: &str,
    at: (usize, usize),
) -> Result<(), LaunchError> {
    let launch = &description.run[at.0].launch[at.1];
    let Some(name) = &launch.warps else {
        let missing =
            |name| context.error(key, format!("`{name}` is missing: a launch has `grid` and `block`, or `warps`"));
        return match (&launch.grid, &launch.block) {
            (None, _) => Err(missing("grid")),
            (_, None) => Err(missing("block")),
            _ => Ok(()),
        };
    };
    let said =
        [("grid", launch.grid.is_some()), ("block", launch.block.is_some()), ("shared", launch.shared.is_some())];
    if let Some((beside, _)) = said.iter().find(|(_, said)| *said) {
        let why = format!(
            "`{beside}` cannot be combined with `warps`, whose warps have sizes of their own and no shared memory"
        );
        return Err(context.error(key, why));
    }
    known(context, &format!("{key}.warps"), "buffer", name, &description.buffer)?;
    for (number, run) in description.run.iter().enumerate().take(at.0 + 1) {
        // what a loop runs again comes before what follows in the next round
        let before = if number < at.0 || !run.loops.is_empty() { run.launch.len() } else { at.1 };
        for (index, earlier) in run.launch.iter().enumerate().take(before) {
            if earlier.args.iter().any(|argument| names(argument, name)) {
                let why =
                    format!("`{name}` is read before the first launch, and run[{number}].launch[{index}] may write it");
                return Err(context.error(&format!("{key}.warps"), why));
            }
        }
    }
    Ok(())
}

fn names(argument: &Argument, buffer: &str) -> bool {
    argument.buffer.as_deref() == Some(buffer) || argument.members.iter().flatten().any(|member| names(member, buffer))
}

/// Returns the warp sizes that a buffer holds, in threads, or the reason why its contents are no
/// warp sizes.
pub(super) fn sizes(name: &str, data: &Data) -> Result<Arc<[u32]>, String> {
    let size = |index: usize, size: Option<u32>, found: &dyn std::fmt::Display| {
        size.filter(|size| *size > 0).ok_or_else(|| format!("{name}[{index}] is {found}: a warp has 1 thread or more"))
    };
    let sizes: Result<Vec<u32>, String> = match data {
        Data::S32(list) => list.iter().enumerate().map(|(n, it)| size(n, u32::try_from(*it).ok(), it)).collect(),
        Data::U32(list) => list.iter().enumerate().map(|(n, it)| size(n, Some(*it), it)).collect(),
        other => Err(format!("`{name}` holds {}: sizes of warps are s32 or u32", other.type_name())),
    };
    let sizes = sizes?;
    if sizes.is_empty() {
        return Err(format!("`{name}` is empty: a launch has 1 warp or more"));
    }
    Ok(sizes.into())
}
