//! A golden controller that is judged in every cycle.

use heddle_contract::vtc::{Config, In, Out, Vtc};
use heddle_golden::vtc::{Handler, Protocol, State};
use heddle_golden::{Device, Golden, judged};

use crate::residency::virtual_threads::Handles;
use crate::residency::virtual_threads::Timeless;

/// What is done to inputs on their way, in a state: a planted fault.
pub(super) type Spoil = fn(&mut In, &State);

/// The controller, whose inputs must be legal and whose states must keep the invariants.
#[derive(Debug)]
pub(crate) struct Judge {
    cfg: Config,
    pub q: State,
    pub p: Protocol,
    nothing: In,
    spoil: Spoil,
    /// What was wrong first.
    pub wrong: Option<String>,
}

impl Judge {
    pub fn new(cfg: &Config, spoil: Spoil) -> Judge {
        let (q, p) = (Vtc::reset(cfg), Vtc::protocol(cfg));
        Judge { cfg: cfg.clone(), q, p, nothing: In::default(), spoil, wrong: None }
    }
}

impl Device<Vtc> for Judge {
    fn peek(&mut self, o: &mut Out) {
        Vtc::comb(&self.cfg, &self.q, &self.nothing, o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        if self.wrong.is_some() {
            return;
        }
        let mut i = i.clone();
        (self.spoil)(&mut i, &self.q);
        if let Err(misstep) = judged::<Vtc>(&self.cfg, &mut self.p, &mut self.q, &i, o) {
            self.wrong = Some(misstep.to_string());
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
