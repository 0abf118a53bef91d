//! Elastic time: a trace as a list of events that happen as soon as possible, each after a slack of
//! its own, so that a removed event moves all later events to an earlier cycle, and events that
//! must coincide still do.

use heddle_block::Illegal;
use heddle_block::Ports;

use crate::bench::Bench;
use crate::lockstep::{Exactly, Source, golden_run_to_panic};

/// An event of an elastic trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<I> {
    /// The input of the event's cycle.
    pub input: I,
    /// Whether the event waits until all of its input is taken; otherwise it follows the event
    /// before it.
    pub waits: bool,
    /// Cycles between the first possible cycle and the event.
    pub slack: usize,
    /// The cycle in which the event last happened. If it cannot be taken soon after, its condition
    /// is gone, and it is left out.
    pub due: usize,
}

/// A source that plays the events of an elastic trace on the golden model.
pub struct Elastic<'a, B: Bench> {
    steps: &'a [Step<B::In>],
    limit: usize,
    at: usize,
    waited: usize,
    could: Option<usize>,
    test: Test<B>,
    /// The legal inputs that were played, cycle by cycle.
    pub used: Vec<B::In>,
    /// The cycle in which each event happened; `None` if it was left out.
    pub happened: Vec<Option<usize>>,
}

/// A test whether an input would be taken now, whole.
struct Test<B: Bench> {
    wanted: Vec<u64>,
    given: Vec<u64>,
    o: B::Out,
}

impl<B: Bench> Test<B> {
    fn new(cfg: &B::Config) -> Self {
        let slots = B::In::shape(cfg).len();
        Test { wanted: vec![0; slots], given: vec![0; slots], o: B::Out::default() }
    }

    fn takes(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &B::In) -> bool {
        let mut repaired = i.clone();
        B::repair(cfg, p, q, &mut repaired);
        i.pack(cfg, &mut self.wanted);
        repaired.pack(cfg, &mut self.given);
        let whole = self.wanted.iter().zip(&self.given).all(|(wanted, given)| *wanted == 0 || wanted == given);
        if whole {
            B::comb(cfg, q, &repaired, &mut self.o);
        }
        whole && B::taken(cfg, &repaired, &self.o)
    }

    /// Returns the part of an input that is not there anyway: an offer that was not taken is kept
    /// by the protocol.
    fn own(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &B::In) -> B::In {
        let mut anyway = B::In::default();
        B::repair(cfg, p, q, &mut anyway);
        i.pack(cfg, &mut self.wanted);
        anyway.pack(cfg, &mut self.given);
        self.wanted
            .iter_mut()
            .zip(&self.given)
            .filter(|(wanted, given)| wanted == given)
            .for_each(|(slot, _)| *slot = 0);
        let own = B::In::unpack(cfg, &self.wanted);
        let mut again = own.clone();
        B::repair(cfg, p, q, &mut again);
        if again == *i { own } else { i.clone() }
    }
}

impl<'a, B: Bench> Elastic<'a, B> {
    /// Creates a source that plays `steps` for at most `limit` cycles.
    pub fn new(cfg: &B::Config, steps: &'a [Step<B::In>], limit: usize) -> Self {
        let (used, happened) = (Vec::with_capacity(limit), Vec::with_capacity(steps.len()));
        Elastic { steps, limit, at: 0, waited: 0, could: None, test: Test::new(cfg), used, happened }
    }
}

impl<B: Bench> Source<B> for Elastic<'_, B> {
    fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) -> Result<bool, Illegal> {
        if self.used.len() == self.limit {
            return Ok(false);
        }
        *i = B::In::default();
        let now = self.used.len();
        while let Some(step) = self.steps.get(self.at) {
            if self.could.is_none() && (!step.waits || self.test.takes(cfg, p, q, &step.input)) {
                self.could = Some(self.waited);
            }
            let happens = self.could.is_some_and(|since| self.waited >= since + step.slack);
            let gone = self.could.is_none() && now > step.due;
            if !happens && !gone {
                self.waited += 1;
                break;
            }
            self.at += 1;
            self.waited = 0;
            self.could = None;
            self.happened.push(happens.then_some(now));
            if happens {
                i.clone_from(&step.input);
                break;
            }
        }
        B::repair(cfg, p, q, i);
        B::legal(cfg, p, q, i)?;
        self.used.push(i.clone());
        Ok(true)
    }
}

/// Converts a legal trace to events.
pub fn steps<B: Bench>(cfg: &B::Config, inputs: &[B::In]) -> Vec<Step<B::In>> {
    let mut test = Test::<B>::new(cfg);
    let mut events: Vec<(usize, B::In)> = Vec::new();
    let mut cycle = 0;
    let nothing = B::In::default();
    let legal = "what was played is legal";
    golden_run_to_panic::<B>(cfg, &mut Exactly(inputs.iter()), |p, q, i, _| {
        let own = test.own(cfg, p, q, i);
        if own != nothing {
            events.push((cycle, own));
        }
        cycle += 1;
    })
    .expect(legal);
    let mut steps: Vec<Step<B::In>> = Vec::with_capacity(events.len());
    let mut could = None;
    let (mut cycle, mut free) = (0, 0);
    golden_run_to_panic::<B>(cfg, &mut Exactly(inputs.iter()), |p, q, _, _| {
        if let Some((when, input)) = events.get(steps.len()) {
            let takes = test.takes(cfg, p, q, input);
            if takes {
                could.get_or_insert(cycle);
            }
            if *when == cycle {
                let since = if takes { could.unwrap_or(cycle) } else { free };
                steps.push(Step { input: input.clone(), waits: takes, slack: cycle - since, due: cycle });
                could = None;
                free = cycle + 1;
            }
        }
        cycle += 1;
    })
    .expect(legal);
    steps
}
