//! What a slice keeps of a warp of its own: where it stands for the unit, and what it waits for.

use std::collections::VecDeque;

use crate::core::slots::Wait;
use crate::microop::MicroOp;

/// The unit's PC of the first step of an instruction: room for the steps of each.
pub(crate) const STEPS: u64 = 16;

/// A warp in its slice.
#[derive(Debug)]
pub(super) struct Seat {
    /// Its next instruction, as it was reported to the unit.
    pub pc: u64,
    pub known: bool,
    pub filled: bool,
    pub ready: bool,
    /// Nothing keeps it from its next step, and the unit has been woken for it or will be: from when on it may be, and whether a memory instruction was what it
    /// waited for last.
    pub wake: Option<(u64, bool)>,
    /// It has reported its end.
    pub ended: bool,
    /// The instruction that it executes: its place, how many steps of it have gone, and those to come.
    pub place: u32,
    pub step: u32,
    pub steps: VecDeque<Box<MicroOp>>,
    /// The instruction may change the flow of control.
    pub resolves: bool,
    /// Slices of its set that came to its instruction with it.
    pub peers: u8,
    /// Of what it waited for from memory since it was last issued, a line was not in L1.
    pub missed: bool,
    /// Why it does not issue, as far as its operands and barriers go.
    pub wait: Wait,
    /// The class that it is counted in.
    pub class: Option<Wait>,
}

impl Seat {
    /// A warp that is launched at a PC, with others of its set.
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

    /// The place in the image of the instruction that a PC belongs to.
    pub fn place_of(pc: u64) -> u64 {
        pc / STEPS
    }
    /// A PC is an instruction's own.
    pub fn is_first_step(pc: u64) -> bool {
        pc.is_multiple_of(STEPS)
    }

    /// Why it does not issue, the nearest reason first; none if it has ended.
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
