//! The comparison with a golden model without cycles: what moves into the block is a transaction of
//! the model, and what moves out of it is compared with the model's results, stream by stream.
//!
//! In each cycle a scoreboard changes the outputs of the RTL to those that are expected: it
//! replaces a payload that is not the result's, removes a result without a transaction, and adds
//! one that is due.

use std::collections::VecDeque;

use heddle_block::{ALWAYS, Order, Ports, Stream, Streams, Untimed};

/// The judge of each cycle's outputs in a run from reset.
pub trait Scoreboard {
    /// Makes of the outputs of a cycle those that are expected.
    fn expect(&mut self, inputs: &[u64], outputs: &mut [u64]);
    /// Says what was expected of the outputs that were changed last.
    fn reason(&self) -> &str;
}

/// The scoreboard of a block with a golden model without cycles.
pub struct Results<B: Untimed> {
    cfg: B::Config,
    q: B::State,
    streams: Streams,
    /// The streams by number: those into the block, and those out of it.
    into: Vec<usize>,
    out: Vec<Out>,
    /// The inputs that the block has: those that were drawn, after the rules of its streams.
    inputs: Vec<u64>,
    /// Cycles since the reset, and those in which all results are taken.
    cycle: u64,
    taking: u64,
    /// Cycles since a stream moved in which all of them could.
    idle: u64,
    reason: String,
}

/// A stream out of a block.
struct Out {
    number: usize,
    stream: Stream,
    /// Places of its tag among the outputs.
    tag: Vec<usize>,
    /// The results that have not come.
    pending: VecDeque<Pending>,
    /// Results that have come since the reset.
    come: u64,
}

/// A result that has not come.
struct Pending {
    outputs: Vec<u64>,
    /// The cycle that it is counted from.
    since: u64,
}

impl<B: Untimed> Results<B> {
    /// Creates the scoreboard of a run.
    ///
    /// # Panics
    ///
    /// If a stream names what is no port, or a stream out of the block without a latency has no
    /// valid: a programmer's mistake.
    pub fn new(cfg: &B::Config) -> Self {
        let (all, ports) = (B::streams(cfg), B::Out::shape(cfg));
        let streams = Streams::new::<B>(cfg, &all);
        let place = |name: &String| {
            let place = ports.iter().position(|port| port.name == *name);
            place.unwrap_or_else(|| panic!("{}: a tag names `{name}`, which is no output", B::NAME))
        };
        let of = |(number, stream): (usize, Stream)| {
            let has_time = stream.valid.port != ALWAYS || matches!(stream.order, Order::Latency(_));
            assert!(has_time, "{}: a stream of results has a valid, or a latency", B::NAME);
            let tag = if let Order::Tag(tag) = &stream.order { tag.iter().map(place).collect() } else { Vec::new() };
            Out { number, stream, tag, pending: VecDeque::new(), come: 0 }
        };
        let (into, out): (Vec<_>, Vec<_>) = all.into_iter().enumerate().partition(|(_, stream)| stream.into);
        Results {
            cfg: cfg.clone(),
            q: B::reset(cfg),
            streams,
            into: into.into_iter().map(|(number, _)| number).collect(),
            out: out.into_iter().map(of).collect(),
            inputs: Vec::new(),
            cycle: 0,
            taking: 0,
            idle: 0,
            reason: String::new(),
        }
    }

    /// Expects that a stream moves at last, where the surroundings offer and take all they can.
    fn goes_on(&mut self, inputs: &[u64], outputs: &mut [u64]) {
        let Self { streams, into, out, inputs: ruled, idle, .. } = self;
        let mut all = into.iter().copied().chain(out.iter().map(|out| out.number));
        if all.clone().any(|stream| streams.moves(stream, ruled, outputs)) {
            *idle = 0;
        } else if all.all(|stream| streams.drives(stream, inputs) || streams.drives(stream, ruled)) {
            *idle += 1;
        }
        let within = out.iter().map(|out| out.stream.within).max().unwrap_or_default();
        if let (true, Some(first)) = (*idle > within.into(), into.first()) {
            streams.set(*first, outputs, true);
            self.reason = format!("nothing has moved in {within} cycles in which all is offered and taken");
        }
    }

    /// Hands the transactions of a cycle to the model.
    fn take(&mut self, outputs: &[u64]) {
        let Self { cfg, q, streams, into, out, inputs, cycle, taking, .. } = self;
        let i = B::In::unpack(cfg, inputs);
        for stream in into.iter().filter(|stream| streams.moves(**stream, inputs, outputs)) {
            B::take(cfg, q, *stream, &i, &mut |number, o| {
                let out = out.iter_mut().find(|out| out.number == number);
                let out = out.unwrap_or_else(|| panic!("a result of stream {number}, which is none out of the block"));
                let mut words = vec![0; outputs.len()];
                o.pack(cfg, &mut words);
                let since = if let Order::Latency(_) = out.stream.order { *cycle } else { *taking };
                out.pending.push_back(Pending { outputs: words, since });
            });
        }
    }
}

impl<B: Untimed> Scoreboard for Results<B> {
    fn expect(&mut self, inputs: &[u64], outputs: &mut [u64]) {
        self.inputs.clear();
        self.inputs.extend_from_slice(inputs);
        self.streams.repair(&mut self.inputs, outputs);
        let resets = inputs[0] != 0;
        if resets {
            (self.q, self.idle) = (B::reset(&self.cfg), 0);
            self.out.iter_mut().for_each(|out| (out.come, out.pending) = (0, VecDeque::new()));
        } else {
            self.cycle += 1;
            self.taking += u64::from(self.out.iter().all(|out| self.streams.drives(out.number, inputs)));
            self.take(outputs);
        }
        self.streams.observe(resets, &self.inputs, outputs);
        if resets {
            return;
        }
        let Self { streams, out, inputs: ruled, reason, .. } = self;
        let mut is_said = false;
        for out in out {
            let number = out.come + 1;
            let said = match out.stream.order {
                Order::Latency(cycles) => out.in_time(streams, outputs, self.cycle, cycles.into()),
                _ => out.in_order(streams, ruled, outputs, self.taking),
            };
            if let Some(said) = said {
                *reason = format!("result {number} of {}: {said}", out.name());
                is_said = true;
            }
        }
        if !is_said {
            self.goes_on(inputs, outputs);
        }
    }

    fn reason(&self) -> &str {
        &self.reason
    }
}

impl Out {
    /// Returns the name of the stream: its valid, or its payload.
    fn name(&self) -> &str {
        let Stream { valid, payload, .. } = &self.stream;
        if self.has_valid() { &valid.port } else { payload.first().map_or("", |port| port) }
    }

    fn has_valid(&self) -> bool {
        self.stream.valid.port != ALWAYS
    }

    /// Puts a result in place of the payload, and says so if it is another.
    fn comes(&mut self, streams: &Streams, outputs: &mut [u64], result: &Pending) -> Option<String> {
        self.come += 1;
        let mut differs = false;
        for place in streams.payload(self.number) {
            differs |= outputs[*place] != result.outputs[*place];
            outputs[*place] = result.outputs[*place];
        }
        differs.then(|| "the payload differs".to_owned())
    }

    /// Expects each result `cycles` cycles after its transaction, and no other.
    fn in_time(&mut self, streams: &Streams, outputs: &mut [u64], now: u64, cycles: u64) -> Option<String> {
        let shows = streams.shows(self.number, outputs);
        let due = self.pending.front().is_some_and(|first| first.since + cycles == now);
        match if due { self.pending.pop_front() } else { None } {
            Some(result) if shows => self.comes(streams, outputs, &result),
            Some(_) => {
                streams.set(self.number, outputs, true);
                Some(format!("it is due, {cycles} cycles after its transaction"))
            }
            None if shows && self.has_valid() => {
                streams.set(self.number, outputs, false);
                Some(format!("no transaction was {cycles} cycles ago"))
            }
            None => None,
        }
    }

    /// Expects the first result, or that with the same tag, and that the first one comes at last.
    fn in_order(&mut self, streams: &Streams, inputs: &[u64], outputs: &mut [u64], now: u64) -> Option<String> {
        let mut said = None;
        if streams.moves(self.number, inputs, outputs) {
            said = match self.pending.iter().position(|one| self.has_tag(one, outputs)) {
                Some(at) => self.pending.remove(at).and_then(|result| self.comes(streams, outputs, &result)),
                None => {
                    streams.set(self.number, outputs, false);
                    let other = if self.pending.is_empty() { "" } else { " with its tag" };
                    Some(format!("no transaction{other} has a result that has not come"))
                }
            };
            // in order, the next one begins to be late when it is the first
            if let (Order::First, Some(first)) = (&self.stream.order, self.pending.front_mut()) {
                first.since = now;
            }
        }
        let within = self.stream.within;
        let late = self.pending.front().filter(|first| first.since + u64::from(within) < now);
        match late {
            Some(_) if said.is_none() && !streams.shows(self.number, outputs) => {
                streams.set(self.number, outputs, true)
            }
            Some(first) if said.is_none() && !self.has_tag(first, outputs) => {
                self.tag.iter().for_each(|place| outputs[*place] = first.outputs[*place]);
            }
            _ => return said,
        }
        Some(format!("it has not come in {within} cycles in which all results are taken"))
    }

    /// Whether a result has the tag that the outputs show.
    fn has_tag(&self, result: &Pending, outputs: &[u64]) -> bool {
        self.tag.iter().all(|place| result.outputs[*place] == outputs[*place])
    }
}
