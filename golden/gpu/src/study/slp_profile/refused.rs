//! Programs that compaction refuses, since they rely on which threads form a warp.

use heddle_kernel::execute::Image;

use super::path::Place;
use crate::base::SimError;
use crate::system::whole_warps::relies_on_warps;

/// Refuses a kernel with an instruction whose meaning depends on which threads form a warp, such as
/// a barrier that counts warps (SLP 4.1).
pub fn admit(image: &Image) -> Result<(), SimError> {
    let refuse =
        |what| SimError::Unfit(format!("{what} does not run with compaction, which forms warps of other threads"));
    relies_on_warps(image).map_or(Ok(()), |what| Err(refuse(what)))
}

/// Returns the error that an instruction is refused, with its place in the PTX.
pub fn unfit(image: &Image, (function, number): Place, what: &str) -> SimError {
    let module = image.module;
    let function = &module.functions[function.0 as usize];
    let at = function.code.get(number as usize).map_or(function.at, |instruction| instruction.at);
    SimError::Unfit(format!("{}:{}: {what}", module.source.name, module.source.place(at.start).line))
}
