//! Reports and wakes of one set of the ganging unit: those that come in a cycle, and those that are
//! pending in it.

use heddle_contract::gang::In;
use heddle_golden::gang::State;

/// The events of a set: a mask of slices for each kind.
#[derive(Debug, Clone, Copy, Default)]
pub struct Events {
    /// Mask of the warps that report.
    pub report: u8,
    /// Mask of the warps that end.
    pub end: u8,
    /// Mask of the warps that wake.
    pub wake: u8,
    /// Mask of the warps that wake from memory.
    pub memory: u8,
}

impl Events {
    /// Returns the events of a set that are pending: they act at the end of this cycle.
    #[inline]
    pub fn pending(q: &State, set: usize) -> Self {
        let p = q.pending();
        if p.report | p.wake == 0 {
            return Self::default();
        }
        let (report, wake) = (of(set, p.report, &p.report_set), of(set, p.wake, &p.wake_set));
        Events { report, end: report & p.end, wake, memory: wake & p.memory }
    }

    /// Returns the events of a set that come in this cycle, and are pending in the next one.
    pub fn coming(i: &In, set: usize) -> Self {
        let (report, wake) = (of(set, i.report, &i.report_set), of(set, i.wake, &i.wake_set));
        Events { report, end: report & i.report_end, wake, memory: wake & i.wake_memory }
    }

    /// Returns the mask of the warps that report or wake.
    pub fn any(self) -> u8 {
        self.report | self.wake
    }
}

/// Returns those slices of a mask that name a set.
#[inline]
fn of(set: usize, mask: u8, sets: &[u8; 8]) -> u8 {
    slices(mask).filter(|s| usize::from(sets[*s]) == set).fold(0, |of, s| of | 1 << s)
}

/// Returns the sets that the slices of a mask name, a bit each.
pub fn sets_of(mask: u8, sets: &[u8; 8]) -> u64 {
    slices(mask).fold(0, |all, s| all | 1 << sets[s])
}

/// Returns the slices of a mask, the lowest first.
#[inline]
pub fn slices(mask: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |s| mask >> s & 1 == 1)
}
