//! A golden unit that is judged in every cycle.

use heddle_contract::vtc::Vtc;
use heddle_golden::vtc::Handler;
use heddle_golden::{Device, Golden, judged};

use crate::residency::virtual_threads::Handles;
use crate::residency::virtual_threads::Timeless;

/// What is done to inputs on their way, in a state: a planted fault.
pub(super) type Spoil<B = Vtc> = fn(&mut <B as heddle_contract::Block>::In, &<B as Golden>::State);

/// The unit, whose inputs must be legal and whose states must keep the invariants.
#[derive(Debug)]
pub(crate) struct Judge<B: Golden = Vtc> {
    cfg: B::Config,
    pub q: B::State,
    pub p: B::Protocol,
    nothing: B::In,
    spoil: Spoil<B>,
    /// Cycles in which it was stepped.
    pub steps: u64,
    /// What was wrong first.
    pub wrong: Option<String>,
}

impl<B: Golden> Judge<B> {
    pub fn new(cfg: &B::Config, spoil: Spoil<B>) -> Judge<B> {
        let (q, p) = (B::reset(cfg), B::protocol(cfg));
        Judge { cfg: cfg.clone(), q, p, nothing: B::In::default(), spoil, steps: 0, wrong: None }
    }
}

impl<B: Golden> Device<B> for Judge<B> {
    fn peek(&mut self, o: &mut B::Out) {
        B::comb(&self.cfg, &self.q, &self.nothing, o);
    }
    fn step(&mut self, i: &B::In, o: &mut B::Out) {
        *o = B::Out::default();
        if self.wrong.is_some() {
            return;
        }
        self.steps += 1;
        let mut i = i.clone();
        (self.spoil)(&mut i, &self.q);
        if let Err(misstep) = judged::<B>(&self.cfg, &mut self.p, &mut self.q, &i, o) {
            self.wrong = Some(misstep.to_string());
            *o = B::Out::default();
        }
    }
}

impl Handles for Judge {
    fn is_idle(&self) -> bool {
        self.q.handler == Handler::Idle || self.wrong.is_some()
    }
}

/// A controller with a judge in it.
pub(super) trait Judged: Device<Vtc> {
    fn judge(&self) -> &Judge;
    /// Its ports show what its state is, but for the last cycle's changes.
    const SHOWS_ITS_STATE: bool;
}

impl Judged for Judge {
    const SHOWS_ITS_STATE: bool = true;

    fn judge(&self) -> &Judge {
        self
    }
}

impl Judged for Timeless<Judge> {
    const SHOWS_ITS_STATE: bool = false;

    fn judge(&self) -> &Judge {
        self.unit()
    }
}
