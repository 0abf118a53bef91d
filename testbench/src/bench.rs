//! What a unit brings to the comparison; every loop here is written against this trait alone.

use heddle_contract::Block;
use heddle_formal::{Graph, Netlist};
use heddle_golden::Golden;
use heddle_gpu::system::{InCores, SimError};
use heddle_kernel::launch::Session;
use heddle_rtl::Rtl;

use crate::claims::Claims;
use crate::cross::Cross;
use crate::entropy::Entropy;
use crate::enumerate::States;
use crate::variant::by_chance;

/// Names situations: an enum `Point`, and a list of what they say, in the same order.
macro_rules! points {
    ($list:ident: $($name:ident = $what:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Point { $($name),* }
        pub const $list: &[&str] = &[$($what),*];
    };
}
pub(crate) use points;

/// A directed stimulus, for the energy of what is done in it.
#[derive(Debug, Clone)]
pub struct Exercise<S> {
    /// What is done.
    pub name: String,
    /// Inputs, or a trace of them.
    pub stimulus: S,
    /// Its data are of chance, so that it tells what an operation costs.
    pub typical: bool,
}

/// Adds to `candidates` what an input becomes by a change, if that is another one.
pub fn propose<I: Clone + PartialEq>(candidates: &mut Vec<I>, i: &I, change: &dyn Fn(&mut I)) {
    let mut candidate = i.clone();
    change(&mut candidate);
    if candidate != *i {
        candidates.push(candidate);
    }
}

/// The same change in each of some inputs.
pub fn each<I: Clone>(inputs: &[I], change: impl Fn(&mut I)) -> Vec<I> {
    let mut changed = inputs.to_vec();
    changed.iter_mut().for_each(change);
    changed
}

/// Records the first cycles of a workload on a core around a unit.
pub type Record<B> = fn(&<B as Block>::Config, &mut Session, usize) -> Result<Vec<<B as Block>::In>, SimError>;

/// A unit that can be compared: meaning, hardware, stimulus.
pub trait Bench: Golden + Rtl {
    /// A part that units are made of, checked alone.
    const PRIMITIVE: bool = false;

    /// How real programs drive it, for a unit that a core can be built around.
    const RECORD: Option<Record<Self>> = None;

    /// How RTL stands in a whole GPU, for a unit that the cores of some policies hold.
    const IN_CORES: Option<InCores<Self>> = None;

    /// How its states are enumerated.
    const STATES: Option<States<Self>> = None;

    /// What the stimulus remembers from cycle to cycle.
    type Stimulus: Send;

    /// Before the first cycle.
    fn stimulus(cfg: &Self::Config) -> Self::Stimulus;

    /// The next cycle's input: legal, and a function of configuration, golden state, protocol and entropy alone, so that
    /// a run can be recorded, shrunk and replayed. `i` holds the last cycle's input.
    fn next(
        cfg: &Self::Config,
        s: &mut Self::Stimulus,
        p: &Self::Protocol,
        q: &Self::State,
        e: &mut Entropy,
        i: &mut Self::In,
    );

    /// Simpler inputs to try in place of this one when a trace is shrunk, simplest first; each must be simpler by a measure
    /// that can not fall for ever.
    fn shrink_candidates(cfg: &Self::Config, i: &Self::In) -> Vec<Self::In>;

    /// Simpler inputs in place of all of these, in ways that hold together (one name less everywhere, one part of every mask); the
    /// ways are numbered from 0, and none is left when nothing is returned. The same inputs again: this way changes nothing.
    fn shrink_candidates_together(_: &Self::Config, _: &[Self::In], _way: usize) -> Option<Vec<Self::In>> {
        None
    }

    /// Other inputs in place of `inputs[at]`, simpler or not, that may show a fault in fewer cycles.
    fn alternatives(_: &Self::Config, _: &[Self::In], _at: usize) -> Vec<Self::In> {
        Vec::new()
    }

    /// Whether all that a legal input offers or accepts has an effect in its cycle, in which the golden outputs are `o`.
    fn taken(_: &Self::Config, _: &Self::In, _: &Self::Out) -> bool {
        true
    }

    /// What is claimed of the RTL; nothing of a part.
    fn claims(_: &Self::Config, _: &mut Graph, _: &Netlist) -> Claims {
        Claims::default()
    }

    /// What it does that costs energy each time, by name: an instruction, an addition, a word read.
    const WORK: &'static [&'static str] = &[];

    /// Counts what is done in a cycle, by index into [`WORK`](Bench::WORK): in the cycle in which it is taken in.
    fn work(_: &Self::Config, _: &Self::In, _: &Self::Out, _count: &mut dyn FnMut(usize, u64)) {}

    /// Events of the GPU's energy table that are this unit's: the event's name, and what of [`WORK`](Bench::WORK) it is the mean of.
    const EVENTS: &'static [(&'static str, &'static [&'static str])] = &[];

    /// Directed stimuli, by name, that differ in how often they do what: so that each one's energy can be told. The first does
    /// nothing but what all begin with. Without any, random stimulus serves.
    fn exercises(_: &Self::Config) -> Vec<Exercise<Vec<Self::In>>> {
        Vec::new()
    }

    /// Work a cycle on the golden model: everything that [`WORK`](Bench::WORK) names, under random stimulus, unless a paper has a stimulus
    /// for it. Nothing, if the stimulus can not be run.
    fn throughput(cfg: &Self::Config) -> Option<f64> {
        by_chance::<Self>(cfg)
    }

    /// Names of the situations that stimulus must reach.
    const COVER: &'static [&'static str];

    /// Points that this configuration can not reach, for a reason that stands beside each.
    fn unreachable(cfg: &Self::Config) -> Vec<&'static str>;

    /// Reports which of [`COVER`](Bench::COVER) this cycle reaches, by index.
    fn cover(
        cfg: &Self::Config,
        p: &Self::Protocol,
        q: &Self::State,
        i: &Self::In,
        o: &Self::Out,
        hit: &mut dyn FnMut(usize),
    );

    /// Why some of its RTL is not reached, as [`structure`](crate::structure) reads it.
    const UNREACHED: &'static str = "";

    /// What is crossed with what: every combination that is possible must be reached.
    const CROSSES: &'static [Cross<Self::Config>] = &[];

    /// Reports the crosses of [`CROSSES`](Bench::CROSSES) that are looked at in this cycle: by index, with the bin of each axis.
    fn cross(
        _: &Self::Config,
        _: &Self::Protocol,
        _: &Self::State,
        _: &Self::In,
        _: &Self::Out,
        _hit: &mut dyn FnMut(usize, &[usize]),
    ) {
    }
}
