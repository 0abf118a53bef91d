//! A user's module as a block: its files are read, and a module around it gives it the ports that
//! every block has.

mod clocks;
mod error;
mod leaves;
mod list;
mod loads;
mod source;
mod streams;
mod typed;
mod wrapper;

use heddle_block::{ALWAYS, Port, Stream, Timing};

pub use clocks::{Clock, Reset};
pub use error::SourceError;
pub use leaves::{Element, Leaf};
pub use source::{Source, Text};
pub use wrapper::TOP;

use crate::tree::{self, Type};
use leaves::{count, elements};

/// Most ports of a block: each has a word for every cycle of a batch.
const MOST_PORTS: u64 = 4096;

/// What becomes of a port of the user's module that is not a port of the block as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Map {
    /// It has this value.
    Tie(u64),
    /// An output that nobody reads.
    Open,
    /// The pieces of a wide port, or the fields of a struct, have these names, from the lowest bits
    /// up.
    Ports(Vec<String>),
    /// Each field of a struct is a port `x_field`, or an array of them if `x` is one; what is left
    /// of a wide port after its pieces of 64 bits is `x_top`.
    Fields,
    /// An input of an enumeration, whose type this is.
    Cast(String),
}

/// How a user's module becomes a block: `None` where its tree says so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The clock.
    pub clock: Option<Clock>,
    /// The reset.
    pub reset: Option<Reset>,
    /// Ports with a meaning of their own.
    pub map: Vec<(String, Map)>,
    /// The streams whose rules the inputs follow, if not those that the ports' names say.
    pub streams: Option<Vec<Stream>>,
}

impl Plan {
    /// Names the reset.
    #[must_use]
    pub fn reset(self, reset: Reset) -> Self {
        Plan { reset: Some(reset), ..self }
    }

    /// Gives a port of the user's module a meaning of its own.
    #[must_use]
    pub fn map(mut self, port: &str, map: Map) -> Self {
        self.map.push((port.to_owned(), map));
        self
    }
}

/// A user's module as a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its inputs, without the clock; the first is `reset`.
    pub inputs: Vec<Port>,
    /// Its outputs.
    pub outputs: Vec<Port>,
    /// The clock of the user's module.
    pub clock: Clock,
    /// The reset of the user's module.
    pub reset: Reset,
    /// Inputs that are enumerations, and the values that they can have.
    pub values: Vec<(String, Vec<u64>)>,
    /// The streams whose rules the inputs follow.
    pub streams: Vec<Stream>,
    /// The Verilog: the user's text, and the module [`TOP`] around its top module.
    pub verilog: String,
}

/// A port of the user's module, and its parts.
struct Pin {
    port: tree::Port,
    map: Option<Map>,
    elements: Vec<Element>,
}

impl Block {
    /// Returns the values that an input can have; none where it can have all.
    pub fn values_of(&self, port: &str) -> &[u64] {
        self.values.iter().find(|(name, _)| name == port).map_or(&[], |(_, values)| values)
    }

    /// Returns a stream whose payload are ports of the block, if it names no others.
    fn resolved(&self, stream: &Stream) -> Result<Stream, SourceError> {
        let [inputs, outputs] = [("an input", &self.inputs), ("an output", &self.outputs)];
        let ((what, own), other) = if stream.into { (inputs, outputs) } else { (outputs, inputs) };
        let unknown = |port: &str, what: String| Err(SourceError::Stream { port: port.to_owned(), what });
        for (signal, (what, ports)) in [(&stream.valid, (what, own)), (&stream.ready, other)] {
            let known = ports.iter().any(|port| port.name == signal.port && port.width == 1);
            if !known && signal.port != ALWAYS {
                return unknown(&signal.port, format!("{what} of one bit"));
            }
        }
        let parts = |name: &str| {
            let is_part = move |port: &&Port| port.name == *name || port.name.split('$').next() == Some(name);
            own.iter().filter(is_part).map(|port| port.name.clone()).collect::<Vec<_>>()
        };
        if let Some(port) = stream.carried().find(|name| parts(name).is_empty()) {
            return unknown(port, what.to_owned());
        }
        Ok(Stream { payload: stream.payload.iter().flat_map(|name| parts(name)).collect(), ..stream.clone() })
    }

    /// Makes a block of a source that was read.
    ///
    /// # Errors
    ///
    /// It has two clocks, or ports that the plan does not fit.
    pub fn new(source: &Source, text: &Text, plan: &Plan) -> Result<Self, SourceError> {
        let Text { verilog, top } = text;
        let clock = plan.clock.clone().map_or_else(|| Clock::of(top), Ok)?;
        let reset = plan.reset.clone().unwrap_or_else(|| Reset::of(top));
        let names = [("clock", clock.port()), ("reset", reset.port())];
        let mapped = plan.map.iter().map(|(name, _)| ("port", Some(name.as_str())));
        for (what, name) in names.into_iter().chain(mapped) {
            let Some(name) = name else { continue };
            if !top.ports.iter().any(|port| port.name == name && (what == "port" || !port.output)) {
                let ports: Vec<&str> = top.ports.iter().map(|port| port.name.as_str()).collect();
                return Err(SourceError::NoPort { what, name: name.to_owned(), ports: ports.join(", ") });
            }
        }
        if let (None, Some((place, second))) = (&plan.reset, clocks::other(top, &reset)) {
            let first = reset.port().unwrap_or("no reset").to_owned();
            return Err(SourceError::TwoResets { place, first, second });
        }
        let parts = top.ports.iter().fold(0, |sum: u64, port| sum.saturating_add(count(&port.shape)));
        if parts > MOST_PORTS {
            return Err(SourceError::TooMany { top: source.top.clone(), parts, most: MOST_PORTS });
        }
        let pins = top.ports.iter().map(|port| pin(port, plan)).collect::<Result<Vec<_>, _>>()?;
        let leaves = |output| {
            let own = |pin: &&Pin| {
                let special = [clock.port(), reset.port()].contains(&Some(&pin.port.name));
                pin.port.output == output && !special && !matches!(pin.map, Some(Map::Tie(_) | Map::Open))
            };
            let elements = pins.iter().filter(own).flat_map(|pin| &pin.elements).collect::<Vec<_>>();
            elements.into_iter().flat_map(|element| &element.leaves)
        };
        let ports = |output| leaves(output).map(|leaf| port(&leaf.name, leaf.width)).collect::<Vec<_>>();
        let listed = leaves(false).filter(|leaf| !leaf.values.is_empty());
        let mut block = Block {
            inputs: [vec![port("reset", 1)], ports(false)].concat(),
            outputs: ports(true),
            values: listed.map(|leaf| (leaf.name.clone(), leaf.values.clone())).collect(),
            clock: clock.clone(),
            reset: reset.clone(),
            streams: Vec::new(),
            verilog: String::new(),
        };
        let names = block.inputs.iter().chain(&block.outputs).map(|port| port.name.as_str()).chain(["clock"]);
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(SourceError::Twice { name: twice[0].to_owned() });
        }
        if block.outputs.is_empty() {
            return Err(SourceError::NoOutput { top: source.top.clone() });
        }
        block.streams = match &plan.streams {
            None => streams::streams(&block.inputs, &block.outputs),
            Some(given) => given.iter().map(|stream| block.resolved(stream)).collect::<Result<_, _>>()?,
        };
        block.verilog = format!("{verilog}\n{}", wrapper::source(&block, &pins, &source.top, &source.parameters));
        Ok(block)
    }
}

fn port(name: &str, width: u32) -> Port {
    Port { name: name.to_owned(), width, timing: Timing::Late }
}

/// Returns a port of the user's module with the ports of the block that make it up.
fn pin(port: &tree::Port, plan: &Plan) -> Result<Pin, SourceError> {
    let map = plan.map.iter().find(|(name, _)| *name == port.name).map(|(_, map)| map.clone());
    let mut elements = elements(port);
    if let Some(Map::Ports(names)) = &map {
        let (leaves, whole) = (&mut elements[0].leaves, !matches!(port.shape, Type::Array(..)));
        if names.len() != leaves.len() || !whole {
            let (width, parts, named) = (port.shape.width(), leaves.len(), names.len());
            return Err(SourceError::Parts { port: port.name.clone(), width, parts, named });
        }
        leaves.iter_mut().zip(names).for_each(|(leaf, name)| leaf.name.clone_from(name));
    }
    if map == Some(Map::Fields) {
        leaves::by_field(&mut elements);
    }
    Ok(Pin { port: port.clone(), map, elements })
}
