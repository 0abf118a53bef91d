//! A warp's context, as the front end keeps it.

use heddle_kernel::execute::Issue;
use heddle_kernel::program::FunctionId;

use super::ids::Slot;
use super::slots::Wait;
use crate::microop::{MicroOp, Place, Program, Step};

/// A warp on a core.
#[derive(Debug)]
pub(crate) struct Warp {
    /// Its CTA's place in the core, and its number there.
    pub cta: usize,
    pub number: usize,
    /// The lane of the datapath in which its thread 0 executes.
    pub lane: u8,
    /// When it came: older warps have smaller numbers.
    pub age: u64,
    /// The slot that it is bound to.
    pub slot: Option<Slot>,
    /// It has been given its registers.
    pub launched: bool,
    /// Groups with steps to issue that it takes part in.
    pub unissued: u32,
    /// Steps in flight, and those of them that access memory beyond the core.
    pub in_flight: u32,
    pub outstanding_global: u32,
    /// Predicates on their way, and the members for which they are.
    pub flags: Vec<(FunctionId, u32, u32)>,
    /// Members for which the front end waits for operands.
    pub waits_operands: u32,
    /// The steps that barriers' results will be, and the instructions that they belong to.
    pub barrier_results: Vec<(Step, Issue)>,
    /// It has ended, and gave back what it can give back alone.
    pub retired: bool,
    /// Threads that have a defined value, of each vector word; scalars have thread 0. Kept where values are checked.
    written: [Vec<u64>; 2],
}

impl Warp {
    /// A warp without a slot; `values`: its datapath checks values.
    pub fn new(cta: usize, number: usize, lane: u8, age: u64, program: &Program, values: bool) -> Warp {
        let words = |words: u32| if values { vec![0; words as usize] } else { Vec::new() };
        Warp {
            cta,
            number,
            lane,
            age,
            slot: None,
            launched: false,
            unissued: 0,
            in_flight: 0,
            outstanding_global: 0,
            flags: Vec::new(),
            waits_operands: 0,
            barrier_results: Vec::new(),
            retired: false,
            written: [words(program.all.vectors), words(program.all.scalars)],
        }
    }

    /// Nothing of it is in flight or waits to be issued.
    pub fn quiet(&self) -> bool {
        self.unissued == 0 && self.in_flight == 0 && self.flags.is_empty() && self.launched
    }

    /// What it waits for until nothing of it is in flight.
    pub fn drains(&self) -> Wait {
        if self.outstanding_global == 0 { Wait::Short } else { Wait::Long }
    }

    /// What the next step reads before it is written, and the threads: the executor's registers start as zeros.
    pub fn undefined(&self, op: &MicroOp) -> Option<(Place, u64)> {
        let mask = op.mask();
        op.step.places().find_map(|place| {
            let mask = if place.scalar { u64::from(mask != 0) } else { mask };
            let missing = |half: u32| {
                let word = (place.word + half) as usize;
                let missing = mask & !self.written[usize::from(place.scalar)][word];
                (missing != 0).then(|| (place.half(half), missing))
            };
            missing(0).or_else(|| if place.wide { missing(1) } else { None })
        })
    }

    /// A step that writes is issued.
    pub fn writes(&mut self, op: &MicroOp) {
        if let Some(target) = op.step.target {
            for word in target.words() {
                self.written[usize::from(target.scalar)][word as usize] |= op.mask();
            }
        }
    }
}
