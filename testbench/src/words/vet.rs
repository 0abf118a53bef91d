//! What a model in C must not do, and no comparison would show as such: change its state in `comb`,
//! keep something over a reset, share variables between models that say they do not.

mod untimed;

use heddle_block::Golden;
use heddle_block::{Declared, Ports};

use super::{Bundle, Held, Shape, Words};
use crate::lockstep::{Random, record};

/// Cycles in which a model is vetted.
const CYCLES: u64 = 1000;

/// The reason why a model's outputs are not a function of its inputs since the reset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It does not do the same again.
    #[error(
        "{0}: another result for the same inputs from reset: heddle_model_new and heddle_model_reset must set all state"
    )]
    Again(Place),
    /// It has another result if the outputs are computed twice.
    #[error("{0}: another result where heddle_model_comb is called twice: it must leave the state as it is")]
    Comb(Place),
    /// It gives a result of a stream that has none.
    #[error("a transaction of stream {0} has a result of stream {1}, which is no stream out of the block")]
    Stream(usize, usize),
    /// It has no stream of one direction.
    #[error("it has no stream {0}: heddle_model_streams says which there are")]
    NoStream(&'static str),
    /// A stream of results has nothing that says when they come.
    #[error("stream {0} has neither a valid nor a latency: when its results come is not known")]
    NoTime(usize),
    /// It has another result beside another model.
    #[error(
        "{0}: another result beside a second model: its state must be in what heddle_model_new returns, or \
         heddle_model_threads return 1"
    )]
    Shared(Place),
}

/// A port in a cycle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cycle {cycle} of random inputs, port {port}")]
pub struct Place {
    cycle: usize,
    port: &'static str,
}

/// How a model is run.
#[derive(Clone, Copy)]
enum Way<'a> {
    Plain,
    /// The outputs are computed twice in each cycle.
    Twice,
    /// A second model runs beside it, on these inputs.
    Beside(&'a [Bundle<false>]),
}

/// Checks the model of a shape in some cycles of random inputs.
///
/// # Errors
///
/// The first fault.
pub fn vet(shape: &Shape) -> Result<(), Fault> {
    if shape.is_untimed() {
        return untimed::vet(shape);
    }
    let [inputs, others] = [1, 2].map(|seed| record::<Words>(shape, &mut Random::new(shape, seed, 0, CYCLES)));
    let plain = run(shape, &inputs, Way::Plain);
    let differs = |way| place(shape, &plain, &run(shape, &inputs, way));
    differs(Way::Plain).map_or(Ok(()), |place| Err(Fault::Again(place)))?;
    differs(Way::Twice).map_or(Ok(()), |place| Err(Fault::Comb(place)))?;
    if shape.model().is_some_and(|model| model.alone()) {
        return Ok(());
    }
    differs(Way::Beside(&others)).map_or(Ok(()), |place| Err(Fault::Shared(place)))
}

/// Returns the outputs of each cycle.
fn run(shape: &Shape, inputs: &[Bundle<false>], way: Way) -> Vec<Bundle<true>> {
    let reset = <Words as Golden>::reset;
    let mut q = reset(shape);
    let mut other = matches!(way, Way::Beside(_)).then(|| reset(shape));
    let mut outputs = Vec::with_capacity(inputs.len());
    for (cycle, i) in inputs.iter().enumerate() {
        let mut o = Bundle::default();
        Words::comb(shape, &q, i, &mut o);
        match (way, &mut other) {
            (Way::Twice, _) => Words::comb(shape, &q, i, &mut o),
            (Way::Beside(others), Some(other)) => step(shape, other, &others[cycle]),
            _ => {}
        }
        Words::clock(shape, &mut q, i);
        outputs.push(o);
    }
    outputs
}

fn step(shape: &Shape, q: &mut Held, i: &Bundle<false>) {
    Words::comb(shape, q, i, &mut Bundle::default());
    Words::clock(shape, q, i);
}

/// Returns the first place in which outputs differ.
fn place(shape: &Shape, a: &[Bundle<true>], b: &[Bundle<true>]) -> Option<Place> {
    let ports: Vec<Declared> = Bundle::<true>::declared(shape);
    let differs = |k: usize, cycle: usize| a[cycle].get(k) != b[cycle].get(k);
    let places = (0..a.len()).flat_map(|cycle| (0..ports.len()).map(move |k| (cycle, k)));
    let mut places = places.filter(|(cycle, k)| differs(*k, *cycle));
    places.next().map(|(cycle, k)| Place { cycle, port: ports[k].name })
}
