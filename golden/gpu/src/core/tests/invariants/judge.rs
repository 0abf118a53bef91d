//! A golden unit whose inputs and states are checked in every cycle.

use heddle_golden::vtc::Handler;
use heddle_golden::vtc::Vtc;
use heddle_golden::{Device, Golden, judged};

use crate::residency::virtual_threads::{Handles, Timeless};

/// Planted fault: a change of the inputs on their way to the unit, given its state.
pub(super) type Spoil<B = Vtc> = fn(&mut <B as heddle_contract::Block>::In, &<B as Golden>::State);

/// A golden unit that checks that its inputs are legal and that its states keep the invariants.
#[derive(Debug)]
pub(crate) struct Judge<B: Golden = Vtc> {
    cfg: B::Config,
    pub q: B::State,
    pub p: B::Protocol,
    nothing: B::In,
    spoil: Spoil<B>,
    /// Number of cycles in which the unit was stepped.
    pub steps: u64,
    /// First violation of the contract; `None` if there was none.
    pub wrong: Option<String>,
}

impl<B: Golden> Judge<B> {
    pub fn new(cfg: &B::Config, spoil: Spoil<B>) -> Judge<B> {
        let (q, p) = (B::reset(cfg), B::protocol(cfg));
        Judge { cfg: cfg.clone(), q, p, nothing: B::In::default(), spoil, steps: 0, wrong: None }
    }

    /// Whether a cycle without any input would leave the state as it is.
    pub fn rests(&self) -> bool {
        let mut q = self.q.clone();
        B::clock(&self.cfg, &mut q, &self.nothing);
        format!("{q:?}") == format!("{:?}", self.q)
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

/// A controller whose inputs and states are checked in every cycle.
pub(super) trait Judged: Device<Vtc> {
    fn judge(&self) -> &Judge;
    /// Whether the ports show the controller's state, without the last cycle's changes.
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
