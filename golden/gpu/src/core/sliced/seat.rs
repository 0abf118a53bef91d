//! The state of a warp in its slice, which mirrors that in the ganging unit, and the reason for
//! which the warp waits.

use std::collections::VecDeque;

use crate::base::Wait;
use crate::microop::MicroOp;

/// Step between the unit's PCs of consecutive instructions: room for the steps of each.
pub(crate) const STEPS: u64 = 16;

/// State of a warp in its slice.
#[derive(Debug)]
pub(super) struct Seat {
    /// PC of the warp's next instruction, as it was reported to the unit.
    pub pc: u64,
    /// Whether the PC was reported: from then on the warp can be woken.
    pub known: bool,
    pub filled: bool,
    /// Whether the warp's wake has acted, a cycle after it came.
    pub ready: bool,
    /// First cycle of the warp's wake, and whether it waited for a memory instruction last; `None`
    /// while something keeps the warp from its next step.
    pub wake: Option<(u64, bool)>,
    /// Whether the warp has reported its end.
    pub ended: bool,
    /// Place of the instruction in execution, number of its steps that have been issued, and the
    /// steps to come.
    pub place: u32,
    pub step: u32,
    pub steps: VecDeque<Box<MicroOp>>,
    /// Whether the instruction may change control flow.
    pub resolves: bool,
    /// Slices of the warp's set that came to its instruction with it.
    pub peers: u8,
    /// Whether a line that the warp waited for since it was last issued was not in L1.
    pub missed: bool,
    /// Reason why the warp does not issue, as far as its operands and barriers go.
    pub wait: Wait,
    /// Class in which the warp is counted.
    pub class: Option<Wait>,
}

impl Seat {
    /// Creates the state of a warp that is launched at a PC, with others of its set.
    pub fn new(pc: u64, peers: u8) -> Seat {
        Seat {
            pc,
            known: true,
            filled: false,
            ready: true,
            wake: Some((0, false)),
            ended: false,
            place: 0,
            step: 0,
            steps: VecDeque::new(),
            resolves: false,
            peers,
            missed: false,
            wait: Wait::Short,
            class: None,
        }
    }

    /// Returns the place in the image of the instruction that a PC belongs to.
    pub fn place_of(pc: u64) -> u64 {
        pc / STEPS
    }
    /// Whether a PC is that of an instruction's first step.
    pub fn is_first_step(pc: u64) -> bool {
        pc.is_multiple_of(STEPS)
    }

    /// Returns the nearest reason why the warp does not issue; `None` if it has ended.
    pub fn waits_for(&self) -> Option<Wait> {
        match () {
            () if self.ended => None,
            () if self.wake.is_none() && matches!(self.wait, Wait::Barrier | Wait::Ended) => Some(self.wait),
            () if !self.filled => Some(Wait::Fetch),
            () if self.ready => Some(Wait::Pipeline),
            () if self.wake.is_some() => Some(Wait::Short),
            () => Some(self.wait),
        }
    }
}
