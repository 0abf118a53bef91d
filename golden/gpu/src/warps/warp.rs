//! A warp's context, as the front end keeps it.

use heddle_kernel::execute::Issue;
use heddle_kernel::program::FunctionId;

use crate::base::Wait;
use crate::base::ids::Slot;
use crate::microop::{MicroOp, Place, Program, Step};

/// A warp on a core.
#[derive(Debug)]
pub(crate) struct Warp {
    /// Place of the warp's CTA in the core, and the warp's number in the CTA.
    pub cta: usize,
    pub number: usize,
    /// Lane of the datapath in which the warp's thread 0 executes.
    pub lane: u8,
    /// Age of the warp: older warps have smaller numbers.
    pub age: u64,
    /// Slot that the warp is bound to; `None` if it has none.
    pub slot: Option<Slot>,
    /// Whether the warp has been given its registers.
    pub launched: bool,
    /// Number of groups with steps to issue that the warp takes part in.
    pub unissued: u32,
    /// Number of steps in flight, and of those that access memory beyond the core.
    pub in_flight: u32,
    pub outstanding_global: u32,
    /// Predicates in flight: function, number, and the members for which they are.
    pub flags: Vec<(FunctionId, u32, u32)>,
    /// Members for which the front end waits for operands.
    pub waits_operands: u32,
    /// Steps that will write barriers' results, and the instructions that they belong to.
    pub barrier_results: Vec<(Step, Issue)>,
    /// Whether the warp has ended, and has freed what it can free alone.
    pub retired: bool,
    /// Mask of threads with a defined value, of each vector and scalar word; scalars have thread 0.
    /// Kept where values are checked.
    written: [Vec<u64>; 2],
}

impl Warp {
    /// Creates a warp without a slot; `values`: its datapath checks values.
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

    /// Whether nothing of the warp is in flight or waits to be issued.
    pub fn quiet(&self) -> bool {
        self.unissued == 0 && self.in_flight == 0 && self.flags.is_empty() && self.launched
    }

    /// Returns the reason for which the warp waits while it drains: memory, or a short latency.
    pub fn drains(&self) -> Wait {
        if self.outstanding_global == 0 { Wait::Short } else { Wait::Long }
    }

    /// Returns a place that a step reads before it is written, and the threads: the executor's
    /// registers start as zeros. `None` if there is none.
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

    /// Records the writes of a step that is issued.
    pub fn writes(&mut self, op: &MicroOp) {
        if let Some(target) = op.step.target {
            for word in target.words() {
                self.written[usize::from(target.scalar)][word as usize] |= op.mask();
            }
        }
    }
}
