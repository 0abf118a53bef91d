//! Streams: ports of a block that hand over a payload.
//!
//! A payload moves in a cycle in which its valid and its ready are high. `full` and `empty` are
//! the inverse of a ready and of a valid. A stream has a direction: into the block or out of it.

use std::ops::{BitAnd, BitOr, Not};
use std::str::FromStr;

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
    /// Which result of an [`Untimed`](crate::Untimed) model a payload is, if the stream goes out of
    /// the block.
    pub order: Order,
    /// Cycles, among those in which all results are taken, after which a result has not come.
    pub within: u32,
}

/// Which of the results that a model expects comes next out of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// The first.
    First,
    /// The first whose tag, which are these ports, is the same.
    Tag(Vec<String>),
    /// The result of the transaction that number of cycles before. No other result comes, and none
    /// is held.
    Latency(u32),
}

/// The name of a signal that is always high.
pub const ALWAYS: &str = "1";
/// Cycles after which a result has not come, unless the stream says how many.
const WITHIN: u32 = 1000;

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

impl Rule {
    /// Returns what the surroundings drive of a stream where they would drive `asks`: `held` is
    /// whether the cycle before [`refuses`](Rule::refuses) an offer, `lets` what the block drives.
    /// Golden models have bits, and the module around a user's Verilog has expressions.
    pub fn drives<L: BitAnd<Output = L> + BitOr<Output = L>>(self, held: L, asks: L, lets: L) -> L {
        match self {
            Rule::Holds => held | asks,
            Rule::Both => asks & lets,
            Rule::Free => asks,
        }
    }

    /// Returns whether an offer is not taken, and so is held in the next cycle.
    pub fn refuses<L: BitAnd<Output = L> + Not<Output = L>>(reset: L, drives: L, lets: L) -> L {
        !reset & drives & !lets
    }
}

impl Stream {
    /// Creates a stream by its signals, without a payload.
    pub fn new(into: bool, valid: Signal, ready: Signal, rule: Rule) -> Self {
        // what is taken at once need not be held
        let rule = if [&valid, &ready].iter().any(|signal| signal.port == ALWAYS) { Rule::Free } else { rule };
        Stream {
            into,
            valid,
            ready,
            payload: Vec::new(),
            rule,
            unless: Vec::new(),
            order: Order::First,
            within: WITHIN,
        }
    }

    /// Creates a stream into the block: its valid, its ready and its payload, by the names of the
    /// ports; `!` before a name inverts it, and [`ALWAYS`] stands for no port. An offer holds.
    pub fn into_block(valid: &str, ready: &str, payload: &[&str]) -> Self {
        let payload = payload.iter().map(ToString::to_string).collect();
        Stream { payload, ..Self::new(true, Signal::named(valid), Signal::named(ready), Rule::Holds) }
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

    /// Returns the stream whose results come in any order, if their tags differ.
    #[must_use]
    pub fn tagged(self, tag: &[&str]) -> Self {
        Stream { order: Order::Tag(tag.iter().map(ToString::to_string).collect()), ..self }
    }

    /// Returns the stream whose results come a number of cycles after their transactions.
    #[must_use]
    pub fn after(self, cycles: u32) -> Self {
        Stream { order: Order::Latency(cycles), ..self }
    }

    /// Returns the stream with another number of cycles in which a result comes.
    #[must_use]
    pub fn within(self, cycles: u32) -> Self {
        Stream { within: cycles, ..self }
    }

    /// Returns the ports on the side of its valid: payload and tag.
    pub fn carried(&self) -> impl Iterator<Item = &str> {
        let tag = if let Order::Tag(tag) = &self.order { &tag[..] } else { &[] };
        self.payload.iter().chain(tag).map(String::as_str)
    }
}

/// A stream as a line: `into valid_i ready_o: a_i b_i`, `out valid_o ready_i: sum_o`; a stream out
/// of the block may have `tag=id_o` (or more ports, with commas), `after=3` or `within=5000`. Where
/// the block's signal is inverted, it is a full or an empty, and the rule is [`Rule::Both`].
impl FromStr for Stream {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let (signals, rest) = line.split_once(':').unwrap_or((line, ""));
        let (options, payload): (Vec<&str>, Vec<&str>) = rest.split_whitespace().partition(|word| word.contains('='));
        let mut stream = match signals.split_whitespace().collect::<Vec<_>>()[..] {
            ["into", valid, ready] => Self::into_block(valid, ready, &payload),
            ["out", valid, ready] => Self::out_of_block(valid, ready, &payload),
            _ => return Err(format!("`{line}` does not begin with `into VALID READY:` or `out VALID READY:`")),
        };
        if if stream.into { stream.ready.inverted } else { stream.valid.inverted } {
            stream = stream.with(Rule::Both);
        }
        for option in options {
            let (name, value) = option.split_once('=').unwrap_or_default();
            let cycles = || value.parse().map_err(|_| format!("`{option}`: `{value}` is no number of cycles"));
            stream = match name {
                _ if stream.into => return Err(format!("`{option}` is for streams out of the block")),
                "tag" => stream.tagged(&value.split(',').collect::<Vec<_>>()),
                "after" => stream.after(cycles()?),
                "within" => stream.within(cycles()?),
                _ => return Err(format!("`{option}` is none of tag=, after=, within=")),
            };
        }
        Ok(stream)
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
    /// The payload: among the inputs where the stream goes into the block, else among the outputs.
    payload: Vec<usize>,
    /// The payload of an offer that was refused in the cycle before.
    refused: Option<Vec<u64>>,
}

/// A signal of one side; without a place it is always high.
#[derive(Debug, Clone, Copy)]
struct Slot {
    at: Option<usize>,
    inverted: bool,
}

impl Slot {
    fn is_high(self, slots: &[u64]) -> bool {
        self.at.is_none_or(|at| (slots[at] != 0) != self.inverted)
    }

    fn set(self, slots: &mut [u64], high: bool) {
        if let Some(at) = self.at {
            slots[at] = u64::from(high != self.inverted);
        }
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
            let known = at.is_some() || signal.port == ALWAYS;
            assert!(known, "{}: a stream names `{}`, which is no port", B::NAME, signal.port);
            Slot { at, inverted: signal.inverted }
        };
        let declared = [B::In::declared(cfg), B::Out::declared(cfg)].concat();
        let history = |stream: &Stream| {
            let (own, other) =
                if stream.into { (&stream.valid, &stream.ready) } else { (&stream.ready, &stream.valid) };
            let side = if stream.into { &inputs } else { &outputs };
            let payload = side.iter().enumerate().filter(|(_, port)| stream.carries(&port.name));
            let name = |signal: &Signal| {
                declared.iter().find(|port| signal.port == port.name).map_or("stream", |port| port.name)
            };
            History {
                // that offers of the block stay is no rule of the inputs
                rule: if !stream.into && stream.rule == Rule::Holds { Rule::Free } else { stream.rule },
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
            own.set(inputs, rule.drives(refused.is_some(), own.is_high(inputs), other.is_high(outputs)));
            let kept = payload.iter().zip(refused.iter().flatten());
            kept.for_each(|(at, word)| inputs[*at] = *word);
        }
    }

    /// Records a cycle: what was offered and not taken. A reset forgets all.
    pub fn observe(&mut self, reset: bool, inputs: &[u64], outputs: &[u64]) {
        for History { rule, own, other, payload, refused, .. } in &mut self.all {
            let refuses = Rule::refuses(reset, own.is_high(inputs), other.is_high(outputs));
            *refused = (*rule == Rule::Holds && refuses).then(|| payload.iter().map(|at| inputs[*at]).collect());
        }
    }

    /// Whether a stream moves its payload in a cycle.
    pub fn moves(&self, stream: usize, inputs: &[u64], outputs: &[u64]) -> bool {
        self.drives(stream, inputs) && self.shows(stream, outputs)
    }

    /// Whether what the surroundings drive of a stream is high.
    pub fn drives(&self, stream: usize, inputs: &[u64]) -> bool {
        self.all[stream].own.is_high(inputs)
    }

    /// Whether what the block drives of a stream is high.
    pub fn shows(&self, stream: usize, outputs: &[u64]) -> bool {
        self.all[stream].other.is_high(outputs)
    }

    /// Sets what the block drives of a stream, if that is a port.
    pub fn set(&self, stream: usize, outputs: &mut [u64], high: bool) {
        self.all[stream].other.set(outputs, high);
    }

    /// Returns the places of a stream's payload: among the outputs where it goes out of the block.
    pub fn payload(&self, stream: usize) -> &[usize] {
        &self.all[stream].payload
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_a_stream_is() {
        let read = |line: &str| line.parse::<Stream>();
        let push = Stream::into_block("push_i", "!full_o", &["data_i"]);
        assert_eq!(push.rule, Rule::Holds);
        assert_eq!(read("into push_i !full_o: data_i"), Ok(push.with(Rule::Both)));
        assert_eq!(read("into valid_i ready_o:").unwrap().rule, Rule::Holds);
        assert_eq!(read("into 1 1: a_i b_i").unwrap().rule, Rule::Free);
        let result = Stream::out_of_block("valid_o", "ready_i", &["sum_o", "id_o"]);
        let tagged = read("out valid_o ready_i: sum_o id_o tag=id_o within=50").unwrap();
        assert_eq!(tagged, result.tagged(&["id_o"]).within(50));
        assert!(tagged.carried().eq(["sum_o", "id_o", "id_o"]));
        assert_eq!(read("out 1 1: z_o after=3"), Ok(Stream::out_of_block("1", "1", &["z_o"]).after(3)));
        for (line, words) in [
            ("valid_o ready_i: z_o", "does not begin with"),
            ("out valid_o: z_o", "does not begin with"),
            ("out valid_o 1: z_o after=soon", "`soon` is no number of cycles"),
            ("out valid_o 1: z_o order=any", "none of tag="),
            ("into valid_i 1: a_i tag=id_i", "for streams out of the block"),
        ] {
            assert!(read(line).unwrap_err().contains(words), "{line}");
        }
    }
}
