//! What a model in C without cycles must not do.

use heddle_block::{ALWAYS, Order, Untimed};
use heddle_verilator::foreign::State;

use super::{CYCLES, Fault, Place, place};
use crate::lockstep::{Random, record};
use crate::words::{Bundle, Shape, Words};

/// Checks a model in some transactions of random inputs, one of each stream a cycle.
pub(super) fn vet(shape: &Shape) -> Result<(), Fault> {
    let streams = shape.streams();
    for (into, which) in [(true, "into the block"), (false, "out of the block")] {
        if !streams.iter().any(|stream| stream.into == into) {
            return Err(Fault::NoStream(which));
        }
    }
    let timeless = |stream: &heddle_block::Stream| {
        !stream.into && stream.valid.port == ALWAYS && !matches!(stream.order, Order::Latency(_))
    };
    if let Some(stream) = streams.iter().position(timeless) {
        return Err(Fault::NoTime(stream));
    }
    let [inputs, others] = [1, 2].map(|seed| record::<Words>(shape, &mut Random::new(shape, seed, 0, CYCLES)));
    let plain = run(shape, &inputs, None)?;
    let differs = |others| Ok::<_, Fault>(differs(shape, &plain, &run(shape, &inputs, others)?));
    differs(None)?.map_or(Ok(()), |place| Err(Fault::Again(place)))?;
    if shape.model().is_some_and(|model| model.alone()) {
        return Ok(());
    }
    differs(Some(&others))?.map_or(Ok(()), |place| Err(Fault::Shared(place)))
}

/// The results of a cycle, with their streams.
type Results = Vec<(usize, Bundle<true>)>;

/// Returns the results of each cycle; with `others`, beside a second model that has these inputs.
fn run(shape: &Shape, inputs: &[Bundle<false>], others: Option<&[Bundle<false>]>) -> Result<Vec<Results>, Fault> {
    let mut q = <Words as Untimed>::reset(shape);
    let mut other = others.map(|_| <Words as Untimed>::reset(shape));
    let mut all = Vec::with_capacity(inputs.len());
    for (cycle, i) in inputs.iter().enumerate() {
        if let (Some(other), Some(others)) = (&mut other, others) {
            step(shape, other, &others[cycle])?;
        }
        all.push(step(shape, &mut q, i)?);
    }
    Ok(all)
}

/// Takes a transaction of each stream.
fn step(shape: &Shape, q: &mut Option<State>, i: &Bundle<false>) -> Result<Results, Fault> {
    let (streams, mut results) = (shape.streams(), Vec::new());
    for stream in (0..streams.len()).filter(|stream| streams[*stream].into) {
        let from = results.len();
        Words::take(shape, q, stream, i, &mut |stream, o| results.push((stream, o)));
        if let Some((of, _)) = results[from..].iter().find(|(of, _)| streams.get(*of).is_none_or(|one| one.into)) {
            return Err(Fault::Stream(stream, *of));
        }
    }
    Ok(results)
}

/// Returns the first place in which results differ: a port, or another number of results.
fn differs(shape: &Shape, a: &[Results], b: &[Results]) -> Option<Place> {
    let outputs = |results: &Results| results.iter().map(|(_, o)| o.clone()).collect::<Vec<_>>();
    let mut cycles = a.iter().zip(b).enumerate();
    cycles.find_map(|(cycle, (a, b))| {
        if a.iter().map(|(stream, _)| stream).ne(b.iter().map(|(stream, _)| stream)) {
            return Some(Place { cycle, port: "none: other results" });
        }
        place(shape, &outputs(a), &outputs(b)).map(|found| Place { cycle, ..found })
    })
}
