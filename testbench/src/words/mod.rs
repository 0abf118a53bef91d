//! A block whose ports are known at run time: a user's module, without a line of Rust. Its inputs
//! and outputs are words.

mod ports;
mod shape;
mod stimulus;
mod vet;

use std::fmt;
use std::sync::{PoisonError, RwLock};

use heddle_block::{Block, Config, ConfigError, Golden, Illegal, Ports, Probe, Rtl, Stream, Untimed, Value, Violation};
use heddle_verilator::foreign::State;
use heddle_verilator::{BuildError, Model, block};

use crate::bench::{Bench, Shrink};
use crate::scoreboard::{Results, Scoreboard};
use crate::target::{Hardware, ModelTools, Target, UnitTarget};
use crate::unit::Unit;

pub use ports::Bundle;
pub use shape::Shape;
pub use vet::{Fault, Place, vet};

/// A user's module, whose ports are a [`Shape`].
pub struct Words;

impl Block for Words {
    const NAME: &'static str = "block";
    const SOURCE: &'static str = "Verilog of the user's";
    type Config = Shape;
    type In = Bundle<false>;
    type Out = Bundle<true>;
}

/// The shapes of this process by name, the latest first.
static SHAPES: RwLock<&'static [(&'static str, Shape)]> = RwLock::new(&[]);

/// Gives a shape a name, by which traces find it as long as the process lives.
fn name(name: &str, shape: Shape) -> &'static (&'static str, Shape) {
    let mut shapes = SHAPES.write().unwrap_or_else(PoisonError::into_inner);
    let name: &'static str = String::leak(name.to_owned());
    *shapes = [vec![(name, shape)], shapes.to_vec()].concat().leak();
    &shapes[0]
}

/// Builds the model of a user's module whose top module is `top`.
///
/// # Errors
///
/// Verilator or the compiler refuses it.
pub fn build(tools: &ModelTools, top: &str, shape: Shape, hardware: Hardware) -> Result<Box<dyn Target>, BuildError> {
    let (name, shape) = name(top, shape);
    Ok(Box::new(UnitTarget::<Words>::build(tools, name, shape, hardware)?))
}

/// Returns a user's module whose top module is `top` as a unit, and the name of its only preset
/// with these ports.
pub fn unit(top: &str, shape: Shape) -> (Unit, &'static str) {
    let (name, _) = name(top, shape);
    (Unit::of::<Words>(), name)
}

impl Config for Shape {
    fn presets() -> &'static [(&'static str, Self)] {
        *SHAPES.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self) -> Result<(), ConfigError> {
        Ok(())
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    fn number(&mut self, _: &str) -> Option<&mut u32> {
        None
    }
}

/// The state of a model in C; nothing where other hardware says what is expected.
pub struct Held(Option<State>);

impl Clone for Held {
    fn clone(&self) -> Self {
        unreachable!("states are copied where they are enumerated, and those of a model in C are not")
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Held").field(&self.0.is_some()).finish()
    }
}

/// The golden model is one in C, or it expects what the [`Bench::reference`] shows.
impl Golden for Words {
    type State = Held;
    type Protocol = ();

    fn reset(shape: &Shape) -> Held {
        Held(shape.model().map(State::new))
    }

    fn comb(shape: &Shape, q: &Held, i: &Bundle<false>, o: &mut Bundle<true>) {
        let Held(Some(state)) = q else { return };
        if shape.is_untimed() {
            return;
        }
        if shape.resets_at_once() && i.first() != 0 {
            state.reset();
        }
        state.comb(|k| i.get(k), |k, word, care| o.put(k, word, care));
    }

    fn clock(shape: &Shape, q: &mut Held, i: &Bundle<false>) {
        let Held(Some(state)) = q else { return };
        state.clock(|k| i.get(k));
        if shape.resets() && i.first() != 0 {
            state.reset();
        }
    }

    fn invariant(_: &Shape, (): &(), _: &Held) -> Result<(), Violation> {
        Ok(())
    }

    fn probe(shape: &Shape, q: &Held, probe: &mut Probe) {
        if let (Held(Some(state)), false) = (q, shape.is_untimed()) {
            state.show(&mut |name, width, value| probe.show(name, width, value));
        }
    }

    fn streams(shape: &Shape) -> Vec<Stream> {
        shape.held_streams()
    }

    fn protocol(_: &Shape) {}

    fn legal(shape: &Shape, (): &(), q: &Held, i: &Bundle<false>) -> Result<(), Illegal> {
        shape.legal(i)?;
        let Held(Some(state)) = q else { return Ok(()) };
        state.legal(|k| i.get(k)).map_err(|reason| Illegal { port: "the model in C", reason })
    }

    /// An input that the model in C refuses becomes one without any port.
    fn repair(shape: &Shape, (): &(), q: &Held, i: &mut Bundle<false>) {
        let legal = <Self as Golden>::legal;
        if legal(shape, &(), q, i).is_err() {
            shape.repair(i);
        }
        if legal(shape, &(), q, i).is_err() {
            *i = Bundle::default();
            shape.repair(i);
        }
    }

    fn observe(_: &Shape, (): &mut (), _: &Held, _: &Bundle<false>, _: &Bundle<true>) {}
}

/// The golden model is one in C without cycles.
impl Untimed for Words {
    type State = Option<State>;

    fn streams(shape: &Shape) -> Vec<Stream> {
        shape.streams().to_vec()
    }

    fn reset(shape: &Shape) -> Option<State> {
        shape.model().map(State::new)
    }

    fn take(
        _: &Shape,
        q: &mut Option<State>,
        stream: usize,
        i: &Bundle<false>,
        give: &mut dyn FnMut(usize, Bundle<true>),
    ) {
        let results = q.as_mut().map(|state| state.take(stream, |k| i.get(k)));
        results.into_iter().flatten().for_each(|(stream, words)| give(stream, Bundle::of(words)));
    }
}

impl Rtl for Words {
    const TOP: &'static str = block::TOP;
    const WRITTEN: bool = true;

    fn verilog(_: &Shape) -> Option<String> {
        None
    }
}

impl Shrink for Words {
    fn shrink_candidates(shape: &Shape, i: &Bundle<false>) -> Vec<Bundle<false>> {
        shape.simpler(i)
    }
}

crate::plain!(Words: Cover, Crosses, Prove, Work);

impl Bench for Words {
    fn reference(shape: &Shape) -> Option<&Model> {
        shape.reference()
    }

    fn scoreboard(shape: &Shape) -> Option<Box<dyn Scoreboard>> {
        shape.is_untimed().then(|| Box::new(Results::<Words>::new(shape)) as Box<dyn Scoreboard>)
    }
}

#[cfg(test)]
mod tests;
