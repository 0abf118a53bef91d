//! Comparison of a lane's outputs and register writes with the program.

use heddle_contract::lane::{Config, MAX_WIDTH, Out};
use heddle_golden::lane::Lane;
use heddle_golden::lane::Written;
use heddle_golden::{Device, Model};

use super::harness::InFlight;
use crate::base::mask::ones;
use crate::datapath::{Seen, ValueMismatch};
use crate::microop::{MicroOp, Role, Source};

/// A lane whose register writes can be compared with the program, if they are visible: those of a
/// golden model are, those of RTL are not.
pub trait Visible: Device<Lane> {
    /// Returns the words that a native bundle writes at the coming edge; `None` if there is no
    /// write or it is not visible.
    fn written(&self) -> Option<Written> {
        None
    }
}

impl Visible for Model<Lane> {
    #[inline]
    fn written(&self) -> Option<Written> {
        self.state().written(self.config())
    }
}

/// A lane of which only the ports are visible. A wrong write is found when the value leaves the
/// lane.
#[derive(Debug)]
pub(crate) struct PortsOnly<D>(pub D);

impl<D: Device<Lane>> Device<Lane> for PortsOnly<D> {
    fn peek(&mut self, o: &mut Out) {
        self.0.peek(o);
    }
    fn step(&mut self, i: &heddle_contract::lane::In, o: &mut Out) {
        self.0.step(i, o);
    }
}

impl<D: Device<Lane>> Visible for PortsOnly<D> {}

fn difference(
    lane: usize,
    flight: &InFlight,
    thread: usize,
    seen: Seen,
    here: u64,
    program: u64,
) -> Box<ValueMismatch> {
    let MicroOp { function, instruction, .. } = *flight.op;
    let thread = flight.op.thread(thread);
    let warp = flight.op.warp();
    Box::new(ValueMismatch { lane, warp, function, instruction, thread, seen, here, program })
}

/// Checks source a, b or c of a bundle that leaves the lane; of an access: 0 for the address, 1 for
/// data.
pub(super) fn left(
    cfg: &Config,
    lane: usize,
    flight: &InFlight,
    bundle: u8,
    slots: u8,
    operand: usize,
    values: &[u64; MAX_WIDTH],
) -> Result<(), Box<ValueMismatch>> {
    let op = &flight.op;
    let source = op.step.sources[operand];
    let memory = matches!(op.step.role, Role::Memory(..));
    if source == Source::Nothing && !(memory && operand == 0) {
        return Ok(());
    }
    let expected = op.operands(operand);
    let first = u32::from(bundle) * cfg.width;
    for slot in ones(slots.into()) {
        let thread = first as usize + slot;
        if values[slot] != expected[thread] {
            let seen = match source {
                _ if memory && operand == 0 => Seen::Address,
                Source::Register(place) => Seen::Operand(Some(place.register)),
                _ => Seen::Operand(None),
            };
            return Err(difference(lane, flight, thread, seen, values[slot], expected[thread]));
        }
    }
    Ok(())
}

/// Checks a native bundle that is written against the program's words.
pub(super) fn written(lane: usize, flight: &InFlight, written: &Written) -> Result<(), Box<ValueMismatch>> {
    for slot in ones(written.slots.into()) {
        let thread = written.thread as usize + slot;
        let Some(program) = flight.op.writes(thread).filter(|word| *word != written.data[slot]) else { continue };
        let Some(target) = flight.op.step.target else { continue };
        let (seen, here) = (Seen::Written(target.register), written.data[slot].into());
        return Err(difference(lane, flight, thread, seen, here, program.into()));
    }
    Ok(())
}

/// Checks a comparison's result against the program's predicates.
pub(super) fn predicate(lane: usize, flight: &InFlight, word: u64) -> Result<(), Box<ValueMismatch>> {
    let op = &flight.op;
    let wrong = op.predicate.as_ref().map_or(0, |check| check.wrong(word)) & op.active & op.guard;
    if wrong == 0 {
        return Ok(());
    }
    let thread = wrong.trailing_zeros() as usize;
    let bit = word >> thread & 1;
    Err(difference(lane, flight, thread, Seen::Predicate, bit, bit ^ 1))
}
