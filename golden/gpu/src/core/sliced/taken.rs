//! The events of a cycle, and the inputs of a ganging unit that they become: a launch, reports,
//! wakes, fills.

use heddle_contract::gang::In;

use super::events::Event;

/// Returns the numbers of the slices in a mask.
pub(crate) fn slices(mut mask: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let slice = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(slice)
    })
}

/// A set of warps that is to be launched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Launch {
    pub set: usize,
    /// Mask of the slices that have a warp of the set.
    pub mask: u8,
    /// PC at which the warps start.
    pub pc: u64,
}

/// Events of one cycle for the ganging unit.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    pub launch: Option<Launch>,
    pub reports: Vec<Event>,
    pub wakes: Vec<Event>,
    pub fills: Vec<Event>,
}

impl Taken {
    /// Returns the unit's inputs for the events, with warps that are launched in gangs or `apart`.
    /// `next` gives the next PC of the warp of a set in a slice, and whether control flow
    /// reconverges there; `None` if the warp has ended.
    pub fn input(&self, apart: bool, next: impl Fn(usize, usize) -> Option<(u64, bool)>) -> In {
        let mut input = In::default();
        if let Some(Launch { set, mask, pc }) = self.launch {
            (input.launch_valid, input.launch_set, input.launch_mask) = (true, set as u8, mask);
            (input.launch_pc, input.launch_apart) = (pc, apart);
        }
        for event in &self.reports {
            input.report |= event.mask;
            for slice in slices(event.mask) {
                let bit = 1 << slice;
                input.report_set[slice] = event.set as u8;
                match next(event.set, slice) {
                    None => input.report_end |= bit,
                    Some((pc, meets)) => {
                        input.report_pc[slice] = pc;
                        input.report_sync |= if meets { bit } else { 0 };
                    }
                }
            }
        }
        for event in &self.wakes {
            input.wake |= event.mask;
            input.wake_memory |= if event.memory { event.mask } else { 0 };
            slices(event.mask).for_each(|slice| input.wake_set[slice] = event.set as u8);
        }
        for event in &self.fills {
            input.fill |= event.mask;
            slices(event.mask).for_each(|slice| input.fill_set[slice] = event.set as u8);
        }
        input
    }
}
