//! A golden model that records its inputs, by which port traffic becomes stimulus.

use crate::model::{Device, Golden, Misstep, judged};

/// A golden model that is judged in every cycle and records its inputs.
#[derive(Debug, Clone)]
pub struct Tap<B: Golden> {
    cfg: B::Config,
    q: B::State,
    p: B::Protocol,
    nothing: B::In,
    inputs: Vec<B::In>,
    most: usize,
    wrong: Option<(usize, Misstep)>,
}

impl<B: Golden> Tap<B> {
    /// Creates a model in the state after reset, which records the inputs of the first `most`
    /// cycles.
    pub fn new(cfg: B::Config, most: usize) -> Self {
        let (q, p) = (B::reset(&cfg), B::protocol(&cfg));
        Self { cfg, q, p, nothing: B::In::default(), inputs: Vec::new(), most, wrong: None }
    }
    /// Whether the recording has ended: all cycles are recorded, or one of them was wrong.
    pub fn full(&self) -> bool {
        self.inputs.len() >= self.most || self.wrong.is_some()
    }
    /// Returns the number of recorded cycles.
    pub fn cycles(&self) -> usize {
        self.inputs.len()
    }
    /// Returns the state of the model.
    pub fn state(&self) -> &B::State {
        &self.q
    }
    /// Returns the recorded inputs; or the cycle in which the core around the model broke the
    /// protocol, and how.
    pub fn finish(self) -> Result<Vec<B::In>, (usize, Misstep)> {
        self.wrong.map_or(Ok(self.inputs), Err)
    }
}

impl<B: Golden> Device<B> for Tap<B> {
    fn peek(&mut self, o: &mut B::Out) {
        B::comb(&self.cfg, &self.q, &self.nothing, o);
    }
    fn step(&mut self, i: &B::In, o: &mut B::Out) {
        if self.full() {
            // what comes after is not kept, and need not be judged
            B::comb(&self.cfg, &self.q, i, o);
            B::clock(&self.cfg, &mut self.q, i);
            return;
        }
        if let Err(misstep) = judged::<B>(&self.cfg, &mut self.p, &mut self.q, i, o) {
            self.wrong = Some((self.inputs.len(), misstep));
        }
        self.inputs.push(i.clone());
    }
}
