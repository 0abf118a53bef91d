//! The ports of a user's module, and what is known of them: which are payload, and of which stream.

use std::fmt;
use std::sync::Arc;

use heddle_block::{Declared, Illegal, Port, Rule, Signal, Stream};
use heddle_verilator::Model;
use heddle_verilator::block::{Block, Reset};
use heddle_verilator::foreign::Foreign;

use super::{Bundle, Words};
use crate::plain;

/// The ports of a user's module.
#[derive(Clone)]
pub struct Shape {
    sides: Arc<[Side; 2]>,
    resets: Resets,
    streams: Arc<[Stream]>,
    /// What is expected: the outputs of other hardware, or of a model in C.
    reference: Option<Model>,
    model: Option<Arc<Foreign>>,
}

/// When a reset takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Resets {
    /// There is none.
    Never,
    /// At the clock edge.
    AtEdge,
    /// In its cycle.
    AtOnce,
}

/// Inputs or outputs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) declared: Vec<Declared>,
    /// The port by which a payload is meaningful, where there is one.
    pub(super) guards: Vec<Option<Guard>>,
    /// The values that a port can have; of a port without a list, all.
    pub(super) values: Vec<Vec<u64>>,
}

/// The port that says whether a payload is meaningful.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Guard {
    pub(super) port: usize,
    pub(super) inverted: bool,
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shape").field("sides", &self.sides).finish_non_exhaustive()
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.sides == other.sides
    }
}

impl Shape {
    /// Returns the ports of a block: the payload of its streams is meaningful while it is valid.
    pub fn new(block: &Block) -> Self {
        let guards = |ports: &[Port], name: &str| {
            let stream = block.streams.iter().find(|stream| stream.payload.iter().any(|port| port == name))?;
            let Signal { port, inverted } = &stream.valid;
            Some(Guard { port: ports.iter().position(|one| one.name == *port)?, inverted: *inverted })
        };
        let side = |ports: &[Port]| Side {
            declared: ports.iter().map(declared).collect(),
            guards: ports.iter().map(|port| guards(ports, &port.name)).collect(),
            values: ports.iter().map(|port| block.values_of(&port.name).to_vec()).collect(),
        };
        let resets = match block.reset {
            Reset::None => Resets::Never,
            Reset::High(_) | Reset::Low(_) => Resets::AtEdge,
            Reset::AsyncHigh(_) | Reset::AsyncLow(_) => Resets::AtOnce,
        };
        let sides = Arc::new([side(&block.inputs), side(&block.outputs)]);
        Self { sides, resets, streams: block.streams.clone().into(), reference: None, model: None }
    }

    /// Returns the same ports, whose outputs are expected to be those of a model in C.
    pub fn with_model(self, model: Arc<Foreign>) -> Self {
        Self { model: Some(model), ..self }
    }

    /// Returns the streams whose offers stay; a request may be withdrawn.
    pub(super) fn held_streams(&self) -> Vec<Stream> {
        self.streams.iter().filter(|stream| stream.rule != Rule::Free).cloned().collect()
    }

    pub(super) fn model(&self) -> Option<&Arc<Foreign>> {
        self.model.as_ref()
    }

    /// Whether the outputs are expected to be the results of a model in C without cycles.
    pub(super) fn is_untimed(&self) -> bool {
        self.model().is_some_and(|model| model.streams().is_some())
    }

    pub(super) fn streams(&self) -> &[Stream] {
        &self.streams
    }

    pub(super) fn resets(&self) -> bool {
        self.resets != Resets::Never
    }

    pub(super) fn resets_at_once(&self) -> bool {
        self.resets == Resets::AtOnce
    }

    /// Returns the same ports, whose outputs are expected to be those of a model.
    pub fn with_reference(self, model: Model) -> Self {
        Self { reference: Some(model), ..self }
    }

    pub(super) fn reference(&self) -> Option<&Model> {
        self.reference.as_ref()
    }

    pub(super) fn side(&self, output: bool) -> &Side {
        &self.sides[usize::from(output)]
    }

    /// Checks that each input has a value that it can have.
    pub(super) fn legal(&self, i: &Bundle<false>) -> Result<(), Illegal> {
        let side = self.side(false);
        let wrong = side.values.iter().enumerate().find(|(k, values)| !allows(values, i.get(*k)));
        wrong.map_or(Ok(()), |(k, _)| {
            let reason = format!("{:#x} is no value of its type", i.get(k));
            Err(Illegal { port: side.declared[k].name, reason })
        })
    }

    /// Gives each input whose value is none of its type the first that is.
    pub(super) fn repair(&self, i: &mut Bundle<false>) {
        for (k, values) in self.side(false).values.iter().enumerate() {
            if !allows(values, i.get(k)) {
                i.set(k, values[0]);
            }
        }
    }

    /// Returns simpler inputs, whose ports have values that they can have.
    pub(super) fn simpler(&self, i: &Bundle<false>) -> Vec<Bundle<false>> {
        let mut nothing = Bundle::default();
        self.repair(&mut nothing);
        let mut found = plain::shrink_candidates::<Words>(self, i);
        found.retain(|candidate| self.legal(candidate).is_ok() && *candidate != nothing);
        if nothing != *i {
            found.insert(0, nothing);
        }
        found
    }
}

/// Whether a port with these values can have this one.
fn allows(values: &[u64], value: u64) -> bool {
    values.is_empty() || values.contains(&value)
}

/// Returns a port as a contract declares it. It lives as long as the process.
fn declared(port: &Port) -> Declared {
    let name = String::leak(port.name.clone());
    Declared { name, width: port.width, count: None, timing: port.timing, about: "", when: None }
}
