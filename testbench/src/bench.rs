//! The traits of a unit that can be compared with its RTL, one for each of its files; every loop of
//! this crate is written against [`Bench`], which is all of them.

use heddle_block::{Golden, Rtl};
use heddle_formal::{Graph, Netlist};
use heddle_verilator::Model;
use heddle_verilator::block::SourceError;

use crate::claims::Claims;
use crate::cross::Cross;
use crate::entropy::Entropy;
use crate::scoreboard::Scoreboard;
use crate::states::States;
use crate::variant::by_chance;

/// Defines cover points: an enum `Point`, and a list of their descriptions in the same order.
#[macro_export]
macro_rules! points {
    ($list:ident: $($name:ident = $what:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Point { $($name),* }
        pub const $list: &[&str] = &[$($what),*];
    };
}

/// A directed stimulus: from the energies of several, the energy of each operation in it is fitted.
#[derive(Debug, Clone)]
pub struct Exercise<S> {
    /// Name of the operations that are done.
    pub name: String,
    /// The inputs, or a trace of them.
    pub stimulus: S,
    /// Whether the data are random, so that the exercise is typical of an operation's energy.
    pub typical: bool,
}

/// Adds a changed copy of input `i` to `candidates`, if the change has an effect.
pub fn propose<I: Clone + PartialEq>(candidates: &mut Vec<I>, i: &I, change: &dyn Fn(&mut I)) {
    let mut candidate = i.clone();
    change(&mut candidate);
    if candidate != *i {
        candidates.push(candidate);
    }
}

/// Returns a copy of the inputs with the same change in each of them.
pub fn each<I: Clone>(inputs: &[I], change: impl Fn(&mut I)) -> Vec<I> {
    let mut changed = inputs.to_vec();
    changed.iter_mut().for_each(change);
    changed
}

/// Constrained random stimulus of a unit.
pub trait Drive: Golden {
    /// State of the random stimulus between cycles.
    type Stimulus: Default;

    /// Returns the state of the stimulus before the first cycle.
    fn stimulus(_: &Self::Config) -> Self::Stimulus {
        Self::Stimulus::default()
    }

    /// Draws the next cycle's input, which is legal, into `i`, which holds the last cycle's input.
    ///
    /// The input is a function of configuration, golden state, protocol and entropy alone, so that
    /// a run can be recorded, shrunk and replayed.
    fn next(
        cfg: &Self::Config,
        s: &mut Self::Stimulus,
        p: &Self::Protocol,
        q: &Self::State,
        e: &mut Entropy,
        i: &mut Self::In,
    );
}

/// Simpler inputs of a unit, by which a failing trace is shrunk.
pub trait Shrink: Golden {
    /// Returns simpler inputs to try in place of `i` when a trace is shrunk, simplest first.
    ///
    /// Each must be simpler by a measure that cannot fall for ever.
    fn shrink_candidates(cfg: &Self::Config, i: &Self::In) -> Vec<Self::In>;

    /// Returns simpler inputs in place of a whole trace, changed alike (one name less everywhere,
    /// one part of every mask).
    ///
    /// The ways are numbered from 0; `None` ends them. Unchanged inputs mean that this way has no
    /// effect.
    fn shrink_candidates_together(_: &Self::Config, _: &[Self::In], _way: usize) -> Option<Vec<Self::In>> {
        None
    }

    /// Returns other inputs in place of `inputs[at]`, simpler or not, that may show a fault in
    /// fewer cycles.
    fn alternatives(_: &Self::Config, _: &[Self::In], _at: usize) -> Vec<Self::In> {
        Vec::new()
    }

    /// Whether everything that a legal input offers or accepts takes effect in its cycle, in which
    /// the golden outputs are `o`.
    fn taken(_: &Self::Config, _: &Self::In, _: &Self::Out) -> bool {
        true
    }
}

/// Cover points of a unit: what its stimulus is to reach.
pub trait Cover: Golden {
    /// Descriptions of the unit's cover points.
    const COVER: &'static [&'static str];

    /// Names of the unit's tables, queues and sets of outstanding things.
    const POPULATIONS: &'static [&'static str] = &[];

    /// Reports of each of the [`POPULATIONS`](Cover::POPULATIONS), in their order, how many there
    /// are before this cycle's clock edge, and how many there can be.
    fn populations(_: &Self::Config, _: &Self::Protocol, _: &Self::State, _count: &mut dyn FnMut(u32, u32)) {}

    /// Reasons why parts of the RTL are not reached, as a text for [`structure`](crate::structure).
    const UNREACHED: &'static str = "";

    /// Returns the cover points that this configuration cannot reach; the reason for each is given
    /// in the code.
    fn unreachable(cfg: &Self::Config) -> Vec<&'static str>;

    /// Reports the cover points that this cycle reaches, by index into [`COVER`](Cover::COVER).
    fn cover(
        cfg: &Self::Config,
        p: &Self::Protocol,
        q: &Self::State,
        i: &Self::In,
        o: &Self::Out,
        hit: &mut dyn FnMut(usize),
    );
}

/// Crosses of a unit's cover points; a primitive has none.
pub trait Crosses: Golden {
    /// The crosses: every possible combination must be reached.
    const CROSSES: &'static [Cross<Self::Config>] = &[];

    /// Reports the crosses that are sampled in this cycle: index into
    /// [`CROSSES`](Crosses::CROSSES), and the bin of each axis.
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

/// Claims of a unit about its RTL; a primitive has none.
pub trait Prove: Golden {
    /// Returns the claims, as logic over the names of the netlist `n`.
    fn claims(_: &Self::Config, _: &mut Graph, _: &Netlist) -> Claims {
        Claims::default()
    }
}

/// Operations of a unit that cost energy; a primitive has none.
pub trait Work: Golden + Rtl {
    /// Names of the operations that cost energy each time: an instruction, an addition, a word
    /// read.
    const WORK: &'static [&'static str] = &[];

    /// Counts the operations that a cycle takes in, none in reset, by index into
    /// [`WORK`](Work::WORK).
    fn work(_: &Self::Config, _: &Self::In, _: &Self::Out, _count: &mut dyn FnMut(usize, u64)) {}

    /// Events of the GPU's energy table that belong to this unit: the event's name, and the
    /// operations of [`WORK`](Work::WORK) whose mean it is.
    const EVENTS: &'static [(&'static str, &'static [&'static str])] = &[];

    /// Returns directed stimuli, by name, with different counts of operations, so that the energy
    /// of each operation can be found. The first does only what all begin with. Without any, random
    /// stimulus is used.
    fn exercises(_: &Self::Config) -> Vec<Exercise<Vec<Self::In>>> {
        Vec::new()
    }

    /// Returns the operations a cycle on the golden model, where a paper defines a stimulus; `None`
    /// where it cannot be run. Without a definition they are all that [`WORK`](Work::WORK) names,
    /// under random stimulus.
    fn throughput(cfg: &Self::Config) -> Option<f64>
    where
        Self: Bench,
    {
        by_chance::<Self>(cfg)
    }
}

/// A unit that can be compared: its golden model, its RTL, and the traits that its files implement.
pub trait Bench: Golden + Rtl + Drive + Shrink + Cover + Crosses + Prove + Work {
    /// Whether the unit is a primitive: a part that units are made of, checked alone.
    const PRIMITIVE: bool = false;

    /// Reads the RTL of a configuration, where it is in files.
    ///
    /// # Errors
    ///
    /// The files cannot become the RTL of this block.
    fn prepare(_: &Self::Config) -> Result<(), SourceError> {
        Ok(())
    }

    /// How the unit's states are enumerated, if they are.
    const STATES: Option<States<Self>> = None;

    /// Returns the model whose outputs are expected in place of the golden model's, if the unit is
    /// compared with another one.
    fn reference(_: &Self::Config) -> Option<&Model> {
        None
    }

    /// Returns the scoreboard of a run, if the golden model has no cycles.
    fn scoreboard(_: &Self::Config) -> Option<Box<dyn Scoreboard>> {
        None
    }
}
