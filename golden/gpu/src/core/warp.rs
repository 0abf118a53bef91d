//! A warp in its slot, as the front end sees it.

use std::collections::VecDeque;

use heddle_kernel::execute::Issue;
use heddle_kernel::program::FunctionId;

use super::slots::Wait;
use crate::microop::{MicroOp, Place, Program, Step};

/// A warp.
#[derive(Debug)]
pub(crate) struct Warp {
    /// Its CTA's place in the core, and its number there.
    pub cta: usize,
    pub number: usize,
    /// It has been given its registers.
    pub launched: bool,
    /// Steps of the instruction that it executed last which have not been issued.
    pub micros: VecDeque<MicroOp>,
    /// Steps in flight, and those of them that access memory beyond the core.
    pub flying: u32,
    pub afar: u32,
    /// Predicates on their way.
    pub flags: Vec<(FunctionId, u32)>,
    /// The front end waits for operands.
    pub holds: bool,
    /// What a barrier will give.
    pub late: Option<(Step, Issue)>,
    /// It has ended, and gave back what it can give back alone.
    pub gone: bool,
    /// Threads that have a defined value, of each vector word; scalars have thread 0. Kept where values matter.
    written: [Vec<u64>; 2],
}

impl Warp {
    pub fn new(cta: usize, number: usize, program: &Program, values: bool) -> Warp {
        let words = |words: u32| if values { vec![0; words as usize] } else { Vec::new() };
        Warp {
            cta,
            number,
            launched: false,
            micros: VecDeque::new(),
            flying: 0,
            afar: 0,
            flags: Vec::new(),
            holds: false,
            late: None,
            gone: false,
            written: [words(program.words.vectors), words(program.words.scalars)],
        }
    }

    /// Nothing of it is in flight or waits to be issued.
    pub fn quiet(&self) -> bool {
        self.micros.is_empty() && self.flying == 0 && self.flags.is_empty() && self.launched
    }

    /// What it waits for until nothing of it is in flight.
    pub fn drains(&self) -> Wait {
        if self.afar == 0 { Wait::Short } else { Wait::Long }
    }

    /// What the next step reads before it is written, and the threads: the executor's registers start as zeros.
    pub fn undefined(&self, micro: &MicroOp) -> Option<(Place, u64)> {
        let mask = micro.mask();
        micro.step.places().find_map(|place| {
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
    pub fn writes(&mut self, micro: &MicroOp) {
        if let Some(target) = micro.step.target {
            for word in target.words() {
                self.written[usize::from(target.scalar)][word as usize] |= micro.mask();
            }
        }
    }
}
