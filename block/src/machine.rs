//! Golden models of few words: a state, outputs, a clock edge. The rest follows from the block's
//! streams.

use std::fmt::Debug;

use crate::model::{Golden, Illegal, Probe, Violation};
use crate::stream::{Stream, Streams};
use crate::{Block, Ports};

/// When the reset, which is the first input, takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resets {
    /// At the clock edge.
    Synchronous,
    /// In the same cycle: the outputs are those of the state after reset.
    Asynchronous,
}

/// A golden model that is a Mealy machine: a state, outputs that follow from state and inputs, and
/// a clock edge.
///
/// It is [`Golden`] by itself: a reset leads back to the first state, and the rules of its streams
/// are its protocol.
///
/// ```
/// use heddle_block::{Block, Fixed, Machine, ports};
///
/// ports! { pub struct In |_cfg: Fixed, i, k| { reset: bool [1] early, up: bool [1] early } }
/// ports! { pub struct Out |_cfg: Fixed, o, k| { count: u8 [8] early } }
///
/// struct Counter;
///
/// impl Block for Counter {
///     const NAME: &'static str = "counter";
///     const SOURCE: &'static str = "an example";
///     type Config = Fixed;
///     type In = In;
///     type Out = Out;
/// }
///
/// impl Machine for Counter {
///     type State = u8;
///     fn reset(_: &Fixed) -> u8 {
///         0
///     }
///     fn comb(_: &Fixed, q: &u8, _: &In, o: &mut Out) {
///         o.count = *q;
///     }
///     fn clock(_: &Fixed, q: &mut u8, i: &In) {
///         *q = q.wrapping_add(u8::from(i.up));
///     }
/// }
/// ```
pub trait Machine: Block {
    /// The state: everything that is held from one cycle to the next.
    type State: Clone + Debug + Send;
    /// When the reset takes effect.
    const RESETS: Resets = Resets::Synchronous;

    /// Returns the state after reset.
    fn reset(cfg: &Self::Config) -> Self::State;
    /// Computes the outputs of this cycle, before the edge. Payload of a port that is not valid is
    /// left as it was.
    fn comb(cfg: &Self::Config, q: &Self::State, i: &Self::In, o: &mut Self::Out);
    /// Computes the state after the clock edge of a cycle without reset.
    fn clock(cfg: &Self::Config, q: &mut Self::State, i: &Self::In);

    /// Returns the streams of the block, whose rules all inputs follow.
    fn streams(_: &Self::Config) -> Vec<Stream> {
        Vec::new()
    }
    /// Checks a rule that no stream has; the error names it.
    fn legal(_: &Self::Config, _: &Self::State, _: &Self::In) -> Result<(), Illegal> {
        Ok(())
    }
    /// Makes an input follow the rules of [`legal`](Machine::legal), changing as little as
    /// possible.
    fn repair(_: &Self::Config, _: &Self::State, _: &mut Self::In) {}
    /// Checks what holds in every reachable state.
    fn invariant(_: &Self::Config, _: &Self::State) -> Result<(), Violation> {
        Ok(())
    }
    /// Adds the state to a waveform, a name and a width at a time; always the same names in the
    /// same order.
    fn probe(_: &Self::Config, _: &Self::State, _: &mut Probe) {}
}

/// Returns an input, and the outputs that it has in a state, as slots.
fn slots<B: Machine>(cfg: &B::Config, p: &Streams, q: &B::State, i: &B::In) -> [Vec<u64>; 2] {
    let mut o = B::Out::default();
    <B as Golden>::comb(cfg, q, i, &mut o);
    p.slots::<B>(cfg, i, &o)
}

impl<B: Machine> Golden for B {
    type State = B::State;
    type Protocol = Streams;

    fn reset(cfg: &B::Config) -> Self::State {
        <B as Machine>::reset(cfg)
    }

    fn comb(cfg: &B::Config, q: &Self::State, i: &B::In, o: &mut B::Out) {
        if B::RESETS == Resets::Asynchronous && i.first() != 0 {
            return <B as Machine>::comb(cfg, &<B as Machine>::reset(cfg), i, o);
        }
        <B as Machine>::comb(cfg, q, i, o);
    }

    fn clock(cfg: &B::Config, q: &mut Self::State, i: &B::In) {
        if i.first() != 0 {
            *q = <B as Machine>::reset(cfg);
        } else {
            <B as Machine>::clock(cfg, q, i);
        }
    }

    fn invariant(cfg: &B::Config, _: &Streams, q: &Self::State) -> Result<(), Violation> {
        <B as Machine>::invariant(cfg, q)
    }

    fn probe(cfg: &B::Config, q: &Self::State, probe: &mut Probe) {
        <B as Machine>::probe(cfg, q, probe);
    }

    fn streams(cfg: &B::Config) -> Vec<Stream> {
        <B as Machine>::streams(cfg)
    }

    fn protocol(cfg: &B::Config) -> Streams {
        Streams::new::<B>(cfg, &<B as Machine>::streams(cfg))
    }

    fn legal(cfg: &B::Config, p: &Streams, q: &Self::State, i: &B::In) -> Result<(), Illegal> {
        <B as Machine>::legal(cfg, q, i)?;
        if p.is_empty() || i.first() != 0 {
            return Ok(());
        }
        let [inputs, outputs] = slots::<B>(cfg, p, q, i);
        p.legal(&inputs, &outputs)
    }

    fn repair(cfg: &B::Config, p: &Streams, q: &Self::State, i: &mut B::In) {
        <B as Machine>::repair(cfg, q, i);
        if !p.is_empty() && i.first() == 0 {
            let [mut inputs, outputs] = slots::<B>(cfg, p, q, i);
            p.repair(&mut inputs, &outputs);
            *i = B::In::unpack(cfg, &inputs);
        }
    }

    fn observe(cfg: &B::Config, p: &mut Streams, _: &Self::State, i: &B::In, o: &B::Out) {
        if !p.is_empty() {
            let [inputs, outputs] = p.slots::<B>(cfg, i, o);
            p.observe(i.first() != 0, &inputs, &outputs);
        }
    }
}
