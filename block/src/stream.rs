//! Streams: ports of a block that hand over a payload.
//!
//! A payload moves in a cycle in which its valid and its ready are high. `full` and `empty` are
//! the inverse of a ready and of a valid. A stream has a direction: into the block or out of it.

use crate::model::{Illegal, require};
use crate::{Block, Ports};

/// A stream of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream {
    /// Whether it goes into the block.
    pub into: bool,
    /// The port of the offer, which is on the side of the payload.
    pub valid: Signal,
    /// The port of the other side.
    pub ready: Signal,
    /// The payload.
    pub payload: Vec<String>,
    /// The rule for what the surroundings drive.
    pub rule: Rule,
    /// Inputs of one bit that withdraw what the block offers, such as a flush.
    pub unless: Vec<String>,
}

/// A port of one bit, and whether it means the opposite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signal {
    /// The port.
    pub port: String,
    /// Whether it is low where the signal is high.
    pub inverted: bool,
}

/// What the surroundings of a block promise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// An offer stays, with its payload, until it is taken.
    Holds,
    /// The input is high only while the block's side is, too: no push while full, no pop while
    /// empty.
    Both,
    /// None: a request may be withdrawn.
    Free,
}

impl Stream {
    /// Creates a stream into the block: its valid, its ready and its payload, by the names of the
    /// ports; `!` before a name inverts it. An offer holds.
    pub fn into_block(valid: &str, ready: &str, payload: &[&str]) -> Self {
        let payload = payload.iter().map(ToString::to_string).collect();
        let (valid, ready) = (Signal::named(valid), Signal::named(ready));
        Stream { into: true, valid, ready, payload, rule: Rule::Holds, unless: Vec::new() }
    }

    /// Creates a stream out of the block, as [`into_block`](Stream::into_block) does; the
    /// surroundings may withdraw their ready.
    pub fn out_of_block(valid: &str, ready: &str, payload: &[&str]) -> Self {
        Stream { into: false, rule: Rule::Free, ..Self::into_block(valid, ready, payload) }
    }

    /// Returns the stream with another rule.
    #[must_use]
    pub fn with(self, rule: Rule) -> Self {
        Stream { rule, ..self }
    }

    /// Returns the stream with inputs that withdraw what the block offers.
    #[must_use]
    pub fn unless(self, inputs: &[&str]) -> Self {
        Stream { unless: inputs.iter().map(ToString::to_string).collect(), ..self }
    }

    /// Whether a port is a part of the payload, or an element of one.
    pub fn carries(&self, port: &str) -> bool {
        self.payload.iter().any(|own| port.split('$').next() == Some(own) || port == own)
    }
}

impl Signal {
    fn named(name: &str) -> Self {
        Signal { port: name.trim_start_matches('!').to_owned(), inverted: name.starts_with('!') }
    }
}

/// The history of a block's streams: the offers that were refused.
#[derive(Debug, Clone)]
pub struct Streams {
    all: Vec<History>,
    /// Numbers of the block's input and output slots.
    counts: [usize; 2],
}

#[derive(Debug, Clone)]
struct History {
    rule: Rule,
    /// Names of the port that the surroundings drive, and of the other one.
    names: [&'static str; 2],
    /// What the surroundings drive, among the inputs.
    own: Slot,
    /// What the block drives, among the outputs.
    other: Slot,
    /// The payload among the inputs, where the stream goes into the block.
    payload: Vec<usize>,
    /// The payload of an offer that was refused in the cycle before.
    refused: Option<Vec<u64>>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    at: usize,
    inverted: bool,
}

impl Slot {
    fn is_high(self, slots: &[u64]) -> bool {
        (slots[self.at] != 0) != self.inverted
    }

    fn set(self, slots: &mut [u64], high: bool) {
        slots[self.at] = u64::from(high != self.inverted);
    }
}

impl Streams {
    /// Returns the history of these streams of `B` after reset.
    ///
    /// # Panics
    ///
    /// If a stream names a port that the block does not have: a programmer's mistake.
    pub fn new<B: Block>(cfg: &B::Config, streams: &[Stream]) -> Self {
        let [inputs, outputs] = [B::In::shape(cfg), B::Out::shape(cfg)];
        let find = |ports: &[crate::Port], signal: &Signal| {
            let at = ports.iter().position(|port| port.name == signal.port);
            let at = at.unwrap_or_else(|| panic!("{}: a stream names `{}`, which is no port", B::NAME, signal.port));
            Slot { at, inverted: signal.inverted }
        };
        let declared = [B::In::declared(cfg), B::Out::declared(cfg)].concat();
        let history = |stream: &Stream| {
            let (own, other) =
                if stream.into { (&stream.valid, &stream.ready) } else { (&stream.ready, &stream.valid) };
            let payload = inputs.iter().enumerate().filter(|(_, port)| stream.into && stream.carries(&port.name));
            let name = |signal: &Signal| {
                declared.iter().find(|port| signal.port == port.name).map_or("stream", |port| port.name)
            };
            History {
                rule: stream.rule,
                names: [name(own), name(other)],
                own: find(&inputs, own),
                other: find(&outputs, other),
                payload: payload.map(|(at, _)| at).collect(),
                refused: None,
            }
        };
        Streams { all: streams.iter().map(history).collect(), counts: [inputs.len(), outputs.len()] }
    }

    /// Whether an input follows the rules, in a cycle in which the block's early outputs are
    /// `outputs`; the error names the rule.
    pub fn legal(&self, inputs: &[u64], outputs: &[u64]) -> Result<(), Illegal> {
        for History { rule, names: [own, other], own: drives, other: driven, payload, refused } in &self.all {
            let high = drives.is_high(inputs);
            match (rule, refused) {
                (Rule::Holds, Some(refused)) => {
                    require(high, own, || "an offer stays until it is taken".into())?;
                    let same = payload.iter().zip(refused).all(|(at, word)| inputs[*at] == *word);
                    require(same, own, || "the payload of an offer stays until it is taken".into())?;
                }
                (Rule::Both, _) => {
                    let holds = !high || driven.is_high(outputs);
                    require(holds, own, || format!("it is active only while `{other}` lets it be"))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Makes an input follow the rules: an offer that was refused stays, and what the block does
    /// not allow is dropped.
    pub fn repair(&self, inputs: &mut [u64], outputs: &[u64]) {
        for History { rule, own, other, payload, refused, .. } in &self.all {
            match (rule, refused) {
                (Rule::Holds, Some(refused)) => {
                    own.set(inputs, true);
                    payload.iter().zip(refused).for_each(|(at, word)| inputs[*at] = *word);
                }
                (Rule::Both, _) if !other.is_high(outputs) => own.set(inputs, false),
                _ => {}
            }
        }
    }

    /// Records a cycle: what was offered and not taken. A reset forgets all.
    pub fn observe(&mut self, reset: bool, inputs: &[u64], outputs: &[u64]) {
        for History { rule, own, other, payload, refused, .. } in &mut self.all {
            let offered = *rule == Rule::Holds && own.is_high(inputs) && !other.is_high(outputs) && !reset;
            *refused = offered.then(|| payload.iter().map(|at| inputs[*at]).collect());
        }
    }

    /// Returns the inputs and the outputs of a cycle as slots.
    pub fn slots<B: Block>(&self, cfg: &B::Config, i: &B::In, o: &B::Out) -> [Vec<u64>; 2] {
        let [mut inputs, mut outputs] = self.counts.map(|count| vec![0; count]);
        i.pack(cfg, &mut inputs);
        o.pack(cfg, &mut outputs);
        [inputs, outputs]
    }

    /// Whether there is no stream, so that there is no rule.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
