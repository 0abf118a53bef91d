//! What is expected of a cycle's outputs, where the golden outputs do not say it: other hardware
//! does, or a golden model without cycles.

use heddle_block::Ports;

use super::Slots;
use crate::bench::Bench;
use crate::scoreboard::Scoreboard;

/// The outputs that are expected in a run.
pub struct Expected {
    slots: Vec<u64>,
    board: Option<Box<dyn Scoreboard>>,
}

impl Expected {
    /// Creates what is expected in a run from reset.
    pub fn new<B: Bench>(cfg: &B::Config) -> Self {
        Expected { slots: vec![0; B::Out::shape(cfg).len()], board: B::scoreboard(cfg) }
    }

    /// Whether the inputs of a cycle are needed.
    pub fn needs_inputs(&self) -> bool {
        self.board.is_some()
    }

    /// Puts what is expected of a cycle, in which the hardware has these inputs and outputs, in
    /// place of the golden outputs, if there is any; `cycle` is counted as in
    /// [`Slots::expected`].
    #[inline]
    pub fn put<B: Bench>(
        &mut self,
        cfg: &B::Config,
        dut: &mut (impl Slots + ?Sized),
        cycle: usize,
        (inputs, outputs): (&[u64], &[u64]),
        o: &mut B::Out,
    ) {
        if let Some(board) = &mut self.board {
            self.slots.copy_from_slice(outputs);
            board.expect(inputs, &mut self.slots);
        } else if !dut.expected(cycle, &mut self.slots) {
            return;
        }
        *o = B::Out::unpack(cfg, &self.slots);
    }

    /// Says what was expected last of a result, if a model without cycles did.
    pub fn reason(&self) -> Option<String> {
        self.board.as_ref().map(|board| board.reason().to_owned())
    }
}
