//! What leaves a lane, and what it writes, held against the program.

use heddle_contract::lane::{Config, Lane, MAX_WIDTH, Out};
use heddle_golden::lane::Written;
use heddle_golden::{Device, Model};

use super::harness::Flight;
use crate::datapath::{Difference, What};
use crate::mask::ones;
use crate::microop::{MicroOp, Role, Source};

/// A lane of which more may be seen than its ports.
pub trait Datapath: Device<Lane> {
    /// What a native bundle writes at the coming edge, if that can be seen.
    fn written(&self) -> Option<Written> {
        None
    }
}

impl Datapath for Model<Lane> {
    #[inline]
    fn written(&self) -> Option<Written> {
        self.state().written(self.config())
    }
}

/// A lane of which nothing is seen but its ports. What it writes wrongly is found when it leaves.
#[derive(Debug)]
pub(crate) struct Closed<D>(pub D);

impl<D: Device<Lane>> Device<Lane> for Closed<D> {
    fn peek(&mut self, o: &mut Out) {
        self.0.peek(o);
    }
    fn step(&mut self, i: &heddle_contract::lane::In, o: &mut Out) {
        self.0.step(i, o);
    }
}

impl<D: Device<Lane>> Datapath for Closed<D> {}

fn difference(lane: usize, flight: &Flight, thread: usize, what: What, here: u64, program: u64) -> Box<Difference> {
    let MicroOp { function, instruction, .. } = flight.micro;
    let thread = flight.micro.thread(thread);
    Box::new(Difference { lane, slot: flight.slot, function, instruction, thread, what, here, program })
}

/// Source a, b or c of a bundle that leaves; of an access: 0 for the address, 1 for data.
pub(super) fn left(
    cfg: &Config,
    lane: usize,
    flight: &Flight,
    bundle: u8,
    slots: u8,
    operand: usize,
    values: &[u64; MAX_WIDTH],
) -> Result<(), Box<Difference>> {
    let micro = &flight.micro;
    let source = micro.step.sources[operand];
    let memory = matches!(micro.step.role, Role::Memory(..));
    if source == Source::Nothing && !(memory && operand == 0) {
        return Ok(());
    }
    let expects = micro.expects(operand);
    let first = u32::from(bundle) * cfg.width;
    for slot in ones(slots.into()) {
        let thread = first as usize + slot;
        if values[slot] != expects[thread] {
            let what = match source {
                _ if memory && operand == 0 => What::Address,
                Source::Register(place) => What::Operand(Some(place.register)),
                _ => What::Operand(None),
            };
            return Err(difference(lane, flight, thread, what, values[slot], expects[thread]));
        }
    }
    Ok(())
}

/// A native bundle that is written.
pub(super) fn written(lane: usize, flight: &Flight, written: &Written) -> Result<(), Box<Difference>> {
    for slot in ones(written.slots.into()) {
        let thread = written.thread as usize + slot;
        let Some(program) = flight.micro.writes(thread).filter(|word| *word != written.data[slot]) else { continue };
        let Some(target) = flight.micro.step.target else { continue };
        let (what, here) = (What::Written(target.register), written.data[slot].into());
        return Err(difference(lane, flight, thread, what, here, program.into()));
    }
    Ok(())
}

/// A comparison's answer.
pub(super) fn predicate(lane: usize, flight: &Flight, word: u64) -> Result<(), Box<Difference>> {
    let micro = &flight.micro;
    let wrong = micro.verdict.wrong(word) & micro.active & micro.guard;
    if wrong == 0 {
        return Ok(());
    }
    let thread = wrong.trailing_zeros() as usize;
    let bit = word >> thread & 1;
    Err(difference(lane, flight, thread, What::Predicate, bit, bit ^ 1))
}
