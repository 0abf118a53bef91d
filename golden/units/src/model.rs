//! What every golden model has: outputs as a function of state and inputs, an edge, and a notion of legal input.

use heddle_contract::Block;

/// A unit's meaning.
pub trait Golden: Block {
    /// Everything that is held from one cycle to the next.
    type State: Clone + std::fmt::Debug + Send;
    /// What the rules of the protocol must remember beyond the state: what was offered and refused, what was promised.
    type Protocol: Clone + std::fmt::Debug + Send;

    /// The state after reset. What the hardware leaves undefined is zero here.
    fn reset(cfg: &Self::Config) -> Self::State;
    /// What the ports show in this cycle, before the edge. Payload of a port that is not valid is left as it was.
    fn comb(cfg: &Self::Config, q: &Self::State, i: &Self::In, o: &mut Self::Out);
    /// What the late ports show, where the early ones have been seen for this state.
    fn late(cfg: &Self::Config, q: &Self::State, i: &Self::In, o: &mut Self::Out) {
        Self::comb(cfg, q, i, o);
    }
    /// The edge.
    fn clock(cfg: &Self::Config, q: &mut Self::State, i: &Self::In);
    /// What holds in every reachable state. What must come to pass within a time (nobody waits for ever) is counted in the protocol.
    fn invariant(cfg: &Self::Config, p: &Self::Protocol, q: &Self::State) -> Result<(), Violation>;
    /// Shows the state to a waveform, a name and a width at a time; always the same names in the same order.
    fn probe(cfg: &Self::Config, q: &Self::State, probe: &mut Probe);

    /// The protocol after reset.
    fn protocol(cfg: &Self::Config) -> Self::Protocol;
    /// Whether the contract allows this input now.
    fn legal(cfg: &Self::Config, p: &Self::Protocol, q: &Self::State, i: &Self::In) -> Result<(), Illegal>;
    /// Makes an input legal, changing as little as possible.
    fn repair(cfg: &Self::Config, p: &Self::Protocol, q: &Self::State, i: &mut Self::In);
    /// Remembers a cycle; called after [`comb`](Golden::comb) and before [`clock`](Golden::clock).
    fn observe(cfg: &Self::Config, p: &mut Self::Protocol, q: &Self::State, i: &Self::In, o: &Self::Out);
}

/// A state that must not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// An input that the contract forbids.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{port}: {reason}")]
pub struct Illegal {
    /// The port, or group of ports, at fault.
    pub port: &'static str,
    /// The rule that it breaks.
    pub reason: String,
}

/// What went wrong in a cycle that was judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misstep {
    /// The input.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The state that it led to.
    #[error(transparent)]
    Violation(#[from] Violation),
}

/// One cycle of a model, judged: the input must be legal, and the state after it keep the invariants.
pub fn judged<B: Golden>(
    cfg: &B::Config,
    p: &mut B::Protocol,
    q: &mut B::State,
    i: &B::In,
    o: &mut B::Out,
) -> Result<(), Misstep> {
    B::legal(cfg, p, q, i)?;
    B::comb(cfg, q, i, o);
    B::observe(cfg, p, q, i, o);
    B::clock(cfg, q, i);
    Ok(B::invariant(cfg, p, q)?)
}

/// A rule of a protocol.
pub(crate) fn require(holds: bool, port: &'static str, reason: impl FnOnce() -> String) -> Result<(), Illegal> {
    if holds { Ok(()) } else { Err(Illegal { port, reason: reason() }) }
}

/// Collects named values of a state.
#[derive(Debug, Default)]
pub struct Probe {
    /// Name (scopes divided by dots), width in bits, value.
    pub signals: Vec<(String, u32, u64)>,
}

impl Probe {
    /// Shows one value.
    pub fn show(&mut self, name: impl Into<String>, width: u32, value: impl Into<u64>) {
        self.signals.push((name.into(), width, value.into()));
    }
}

/// Anything that behaves as a unit: the golden model, or its RTL under Verilator.
pub trait Device<B: Block> {
    /// Shows the early outputs of the coming cycle. Late ones, and payload that is not valid, may hold anything.
    fn peek(&mut self, o: &mut B::Out);
    /// One cycle: shows the outputs for these inputs, then the edge.
    fn step(&mut self, i: &B::In, o: &mut B::Out);
    /// The same after a [`peek`](Device::peek) into these outputs, of which the early ones stay as they are.
    fn follow(&mut self, i: &B::In, o: &mut B::Out) {
        self.step(i, o);
    }
}

impl<B: Block, D: Device<B> + ?Sized> Device<B> for &mut D {
    fn peek(&mut self, o: &mut B::Out) {
        (**self).peek(o);
    }
    fn step(&mut self, i: &B::In, o: &mut B::Out) {
        (**self).step(i, o);
    }
    fn follow(&mut self, i: &B::In, o: &mut B::Out) {
        (**self).follow(i, o);
    }
}

impl<B: Block, D: Device<B> + ?Sized> Device<B> for Box<D> {
    fn peek(&mut self, o: &mut B::Out) {
        (**self).peek(o);
    }
    fn step(&mut self, i: &B::In, o: &mut B::Out) {
        (**self).step(i, o);
    }
    fn follow(&mut self, i: &B::In, o: &mut B::Out) {
        (**self).follow(i, o);
    }
}

/// A golden model with its state.
#[derive(Debug, Clone)]
pub struct Model<B: Golden> {
    cfg: B::Config,
    q: B::State,
    nothing: B::In,
}

impl<B: Golden> Model<B> {
    /// A model just reset.
    pub fn new(cfg: B::Config) -> Self {
        let q = B::reset(&cfg);
        Self { cfg, q, nothing: B::In::default() }
    }
    /// Its state.
    pub fn state(&self) -> &B::State {
        &self.q
    }
    /// Its parameters.
    pub fn config(&self) -> &B::Config {
        &self.cfg
    }
}

impl<B: Golden> Device<B> for Model<B> {
    #[inline]
    fn peek(&mut self, o: &mut B::Out) {
        B::comb(&self.cfg, &self.q, &self.nothing, o);
    }
    #[inline]
    fn step(&mut self, i: &B::In, o: &mut B::Out) {
        B::comb(&self.cfg, &self.q, i, o);
        B::clock(&self.cfg, &mut self.q, i);
    }
    #[inline]
    fn follow(&mut self, i: &B::In, o: &mut B::Out) {
        B::late(&self.cfg, &self.q, i, o);
        B::clock(&self.cfg, &mut self.q, i);
    }
}
