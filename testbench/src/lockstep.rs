//! The loop in which golden model and RTL run side by side.

mod expected;
mod panics;

use std::cell::Cell;

use heddle_block::{Block, Ports};
use heddle_block::{Golden, Illegal};

use crate::bench::Bench;
use crate::entropy::Entropy;
use heddle_verilator::{Cause, Stopped};

pub use expected::Expected;
pub use panics::{Panicked, caught};

/// Cycles that golden model and RTL run in turn before their outputs are compared.
const BATCH: usize = 64;

/// What stands before the place of a panic of the golden model, in place of a port.
const PANIC: &str = "panic ";

/// Hardware that runs cycle by cycle, with one slot a port for its inputs and outputs.
pub trait Slots {
    /// Runs as many cycles as there are inputs.
    ///
    /// # Errors
    ///
    /// The Verilog stopped the simulation.
    fn run(&mut self, inputs: &[u64], outputs: &mut [u64]) -> Result<(), Stopped>;

    /// Returns the cycles of a block, if the hardware runs one while the golden model runs the
    /// next; 0, if the two run in turn, and then nothing below is called.
    fn ahead(&self) -> usize {
        0
    }

    /// Puts the inputs of a cycle of the next block.
    fn put(&mut self, _cycle: usize, _inputs: &[u64]) {}

    /// Starts the first cycles of the block whose inputs were put.
    fn start(&mut self, _cycles: usize) {}

    /// Waits for the block that was started.
    ///
    /// # Errors
    ///
    /// The Verilog stopped the simulation.
    fn finish(&mut self) -> Result<(), Stopped> {
        Ok(())
    }

    /// Gets the outputs of a cycle of the last block that was finished.
    fn get(&mut self, _cycle: usize, _outputs: &mut [u64]) {}

    /// Gets the outputs that are expected in a cycle of the last block, or of the last run, if
    /// other hardware says so in place of the golden model; returns whether it does.
    fn expected(&mut self, _cycle: usize, _outputs: &mut [u64]) -> bool {
        false
    }
}

impl<S: Slots + ?Sized> Slots for &mut S {
    fn run(&mut self, inputs: &[u64], outputs: &mut [u64]) -> Result<(), Stopped> {
        (**self).run(inputs, outputs)
    }

    fn ahead(&self) -> usize {
        (**self).ahead()
    }

    fn put(&mut self, cycle: usize, inputs: &[u64]) {
        (**self).put(cycle, inputs);
    }

    fn start(&mut self, cycles: usize) {
        (**self).start(cycles);
    }

    fn finish(&mut self) -> Result<(), Stopped> {
        (**self).finish()
    }

    fn get(&mut self, cycle: usize, outputs: &mut [u64]) {
        (**self).get(cycle, outputs);
    }

    fn expected(&mut self, cycle: usize, outputs: &mut [u64]) -> bool {
        (**self).expected(cycle, outputs)
    }
}

/// A source of inputs: random stimulus or a trace.
pub trait Source<B: Bench> {
    /// Writes the next input into `i`, which holds the last one. Returns false at the end.
    fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) -> Result<bool, Illegal>;
}

/// Constrained random inputs, for a number of cycles.
pub struct Random<B: Bench> {
    stimulus: B::Stimulus,
    entropy: Entropy,
    left: u64,
}

impl<B: Bench> Random<B> {
    /// Creates the random inputs of segment `segment` of the stream of a seed, for `cycles` cycles.
    pub fn new(cfg: &B::Config, seed: u64, segment: u64, cycles: u64) -> Self {
        Random { stimulus: B::stimulus(cfg), entropy: Entropy::new(seed, segment), left: cycles }
    }
}

impl<B: Bench> Source<B> for Random<B> {
    #[inline]
    fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) -> Result<bool, Illegal> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        B::next(cfg, &mut self.stimulus, p, q, &mut self.entropy, i);
        Ok(true)
    }
}

/// An unchanged trace as a source of inputs: an illegal input is an error.
pub struct Exactly<'a, B: Block>(pub std::slice::Iter<'a, B::In>);

impl<B: Bench> Source<B> for Exactly<'_, B> {
    fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) -> Result<bool, Illegal> {
        let Some(input) = self.0.next() else { return Ok(false) };
        B::legal(cfg, p, q, input)?;
        i.clone_from(input);
        Ok(true)
    }
}

/// A shortened trace as a source: inputs that became illegal are repaired. Keeps the inputs that
/// were really used.
pub struct Repaired<'a, B: Block> {
    /// The inputs before the repair.
    pub inputs: std::slice::Iter<'a, B::In>,
    /// The inputs after the repair.
    pub used: Vec<B::In>,
}

impl<B: Bench> Source<B> for Repaired<'_, B> {
    fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) -> Result<bool, Illegal> {
        let Some(input) = self.inputs.next() else { return Ok(false) };
        i.clone_from(input);
        B::repair(cfg, p, q, i);
        B::legal(cfg, p, q, i)?;
        self.used.push(i.clone());
        Ok(true)
    }
}

/// A mismatch: the first port, of the first cycle, on which golden model and RTL differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Cycle of the mismatch, counted from 0.
    pub cycle: u64,
    /// Name of the port.
    pub port: String,
    /// Width of the port, in bits.
    pub width: u32,
    /// Value of the golden model.
    pub golden: u64,
    /// Value of the RTL.
    pub rtl: u64,
}

impl Mismatch {
    /// Returns the place where the golden model panics, if that is the finding.
    pub fn panic(&self) -> Option<&str> {
        self.port.strip_prefix(PANIC)
    }
}

/// The result of a run in lockstep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Number of compared cycles, the mismatching one included.
    pub cycles: u64,
    /// The first mismatch; `None` if there is none.
    pub mismatch: Option<Mismatch>,
}

/// The error of an input that the contract forbids, with its cycle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cycle {cycle}: {illegal}")]
pub struct IllegalInput {
    /// Cycle of the illegal input, counted from 0.
    pub cycle: u64,
    /// The rule that the input breaks.
    pub illegal: Illegal,
}

/// The error that ended a run early.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The trace breaks the protocol.
    #[error(transparent)]
    Illegal(#[from] IllegalInput),
    /// The Verilog stopped the simulation.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A golden model with the memory that a run needs, shared by many runs.
pub struct Lockstep<B: Bench> {
    cfg: B::Config,
    outputs: Vec<B::Out>,
    in_slots: Vec<u64>,
    out_slots: Vec<u64>,
    reason: Option<String>,
    n_in: usize,
    n_out: usize,
}

impl<B: Bench> Lockstep<B> {
    /// Creates a golden model of a configuration.
    pub fn new(cfg: &B::Config) -> Self {
        let (n_in, n_out) = (B::In::shape(cfg).len(), B::Out::shape(cfg).len());
        Lockstep {
            cfg: cfg.clone(),
            outputs: vec![B::Out::default(); BATCH],
            in_slots: vec![0; n_in * BATCH],
            out_slots: vec![0; n_out * BATCH],
            reason: None,
            n_in,
            n_out,
        }
    }

    /// Runs a source on the golden model and on a device fresh from reset, until the source ends, a
    /// mismatch, or an illegal input.
    pub fn run(&mut self, source: &mut impl Source<B>, dut: &mut impl Slots) -> Result<Run, RunError> {
        self.run_and(source, dut, |_| true)
    }

    /// Says why the last run ended with a mismatch, where values of a port do not.
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// Runs golden model and device side by side as [`run`](Self::run) does; `each` gets the RTL's
    /// outputs of every cycle, a slot a port, and returns whether to compare them.
    #[inline]
    pub fn run_and(
        &mut self,
        source: &mut impl Source<B>,
        dut: &mut impl Slots,
        each: impl FnMut(&[u64]) -> bool,
    ) -> Result<Run, RunError> {
        let (mut cycle, mut expected) = (0, Expected::new::<B>(&self.cfg));
        let ran = caught(|| match dut.ahead() {
            0 => self.run_in_turn(source, dut, each, &mut cycle, &mut expected),
            block => self.run_ahead(source, dut, each, (&mut cycle, block), &mut expected),
        });
        self.reason = expected.reason();
        ran.unwrap_or_else(|Panicked { place, message }| {
            self.reason = Some(message);
            // the finding is the model's
            let mismatch = Mismatch { cycle, port: format!("{PANIC}{place}"), width: 1, golden: 1, rtl: 0 };
            Ok(Run { cycles: cycle + 1, mismatch: Some(mismatch) })
        })
    }

    /// As [`run_and`](Self::run_and), in batches that golden model and device run in turn.
    #[inline]
    fn run_in_turn(
        &mut self,
        source: &mut impl Source<B>,
        dut: &mut impl Slots,
        mut each: impl FnMut(&[u64]) -> bool,
        cycle: &mut u64,
        expected: &mut Expected,
    ) -> Result<Run, RunError> {
        let mut golden = Running::<B>::new(&self.cfg, cycle);
        let (cfg, n_in, n_out) = (&self.cfg, self.n_in, self.n_out);
        loop {
            let in_slots = &mut self.in_slots;
            let pack = |n: usize, i: &B::In| i.pack(cfg, &mut in_slots[n * n_in..(n + 1) * n_in]);
            let (batch, illegal) = golden.fill(cfg, source, &mut self.outputs[..BATCH], pack);
            let (in_slots, out_slots) = (&self.in_slots[..batch * n_in], &mut self.out_slots[..batch * n_out]);
            dut.run(in_slots, out_slots)?;
            let start = *golden.cycle - batch as u64;
            let rows = in_slots.chunks_exact(n_in).zip(out_slots.chunks_exact(n_out));
            for (n, (o, (inputs, slots))) in self.outputs.iter_mut().zip(rows).enumerate() {
                expected.put::<B>(cfg, dut, n, (inputs, slots), o);
                if each(slots) && !o.agrees(cfg, slots) {
                    return Ok(differing::<B>(cfg, start + n as u64, o, slots));
                }
            }
            if let Some(illegal) = illegal {
                return Err(illegal.into());
            }
            if batch < BATCH {
                return Ok(Run { cycles: *golden.cycle, mismatch: None });
            }
        }
    }

    /// As [`run_and`](Self::run_and), with hardware that runs a block of cycles while the golden
    /// model runs the next one.
    fn run_ahead<D: Slots>(
        &mut self,
        source: &mut impl Source<B>,
        dut: &mut D,
        mut each: impl FnMut(&[u64]) -> bool,
        (cycle, block): (&mut u64, usize),
        expected: &mut Expected,
    ) -> Result<Run, RunError> {
        let mut golden = Running::<B>::new(&self.cfg, cycle);
        let (cfg, n_in) = (&self.cfg, self.n_in);
        // the inputs of two blocks, if they are needed once more, or else of a cycle
        let kept = if expected.needs_inputs() { block } else { 1 };
        let at = |n: usize| n % kept * n_in..(n % kept + 1) * n_in;
        self.in_slots.resize(self.in_slots.len().max(2 * kept * n_in), 0);
        if self.outputs.len() < 2 * block {
            self.outputs.resize_with(2 * block, B::Out::default);
        }
        let (mut now, mut next) = self.outputs.split_at_mut(block);
        let (mut inputs, mut next_inputs) = self.in_slots.split_at_mut(kept * n_in);
        let slots = &mut self.out_slots[..self.n_out];
        let put = |dut: &mut D, n: usize, i: &B::In, rows: &mut [u64]| {
            i.pack(cfg, &mut rows[at(n)]);
            dut.put(n, &rows[at(n)]);
        };
        let (mut running, mut illegal) = golden.fill(cfg, source, &mut now[..block], |n, i| put(dut, n, i, inputs));
        dut.start(running);
        loop {
            let start = *golden.cycle - running as u64;
            let last = running < block || illegal.is_some();
            let (batch, found) = if last {
                (0, illegal.take())
            } else {
                golden.fill(cfg, source, &mut next[..block], |n, i| put(dut, n, i, next_inputs))
            };
            let failed = dut.finish().map_or_else(failed_assertion, |()| Ok(None))?;
            if !last && failed.is_none() {
                dut.start(batch);
            }
            // the device had a cycle of reset before
            let compared = failed.as_ref().map_or(running, |failed| running.min((failed.cycle - start) as usize));
            for (n, o) in now[..compared].iter_mut().enumerate() {
                dut.get(n, slots);
                expected.put::<B>(cfg, dut, n, (&inputs[at(n)], slots), o);
                if each(slots) && !o.agrees(cfg, slots) {
                    return Ok(differing::<B>(cfg, start + n as u64, o, slots));
                }
            }
            if let Some(failed) = failed {
                return Ok(asserted(&failed));
            }
            if last {
                return found.map_or(Ok(Run { cycles: *golden.cycle, mismatch: None }), |illegal| Err(illegal.into()));
            }
            ((now, next), (inputs, next_inputs)) = ((next, now), (next_inputs, inputs));
            (running, illegal) = (batch, found);
        }
    }
}

/// Returns the stop by a failed assertion, which is a finding; any other stop is an error.
fn failed_assertion(stopped: Stopped) -> Result<Option<Stopped>, Stopped> {
    if stopped.cause == Cause::Assertion && stopped.cycle > 0 { Ok(Some(stopped)) } else { Err(stopped) }
}

/// Returns the run that ends with a failed assertion: a mismatch of a port that has the assertion's
/// place as its name, and should be 1.
fn asserted(failed: &Stopped) -> Run {
    let place = failed.reason.rsplit_once(": ").map_or("", |(place, _)| place);
    let port = format!("assertion {place}");
    let cycle = failed.cycle - 1;
    Run { cycles: cycle + 1, mismatch: Some(Mismatch { cycle, port, width: 1, golden: 1, rtl: 0 }) }
}

/// The golden model of a run: its state, and the last input.
struct Running<'a, B: Bench> {
    q: B::State,
    p: B::Protocol,
    i: B::In,
    /// Cycles so far.
    cycle: &'a mut u64,
}

impl<'a, B: Bench> Running<'a, B> {
    fn new(cfg: &B::Config, cycle: &'a mut u64) -> Self {
        Running { q: B::reset(cfg), p: B::protocol(cfg), i: B::In::default(), cycle }
    }

    /// Runs cycles until there are as many as `outputs`, or the source ends; returns their number,
    /// and the input that is illegal, if there is one.
    #[inline(always)]
    fn fill(
        &mut self,
        cfg: &B::Config,
        source: &mut impl Source<B>,
        outputs: &mut [B::Out],
        mut pack: impl FnMut(usize, &B::In),
    ) -> (usize, Option<IllegalInput>) {
        for (batch, o) in outputs.iter_mut().enumerate() {
            match source.next(cfg, &self.p, &self.q, &mut self.i) {
                Ok(true) => {}
                Ok(false) => return (batch, None),
                Err(illegal) => return (batch, Some(IllegalInput { cycle: *self.cycle, illegal })),
            }
            B::comb(cfg, &self.q, &self.i, o);
            B::observe(cfg, &mut self.p, &self.q, &self.i, o);
            B::clock(cfg, &mut self.q, &self.i);
            pack(batch, &self.i);
            *self.cycle += 1;
        }
        (outputs.len(), None)
    }
}

/// Returns the run that ends with a cycle whose outputs differ.
fn differing<B: Bench>(cfg: &B::Config, cycle: u64, o: &B::Out, slots: &[u64]) -> Run {
    Run { cycles: cycle + 1, mismatch: Some(first_difference::<B>(cfg, cycle, o, slots)) }
}

fn first_difference<B: Bench>(cfg: &B::Config, cycle: u64, o: &B::Out, slots: &[u64]) -> Mismatch {
    let shape = B::Out::shape(cfg);
    let mut golden = vec![0; shape.len()];
    let mut care = vec![false; shape.len()];
    o.pack(cfg, &mut golden);
    o.care(cfg, &mut care);
    let k = (0..shape.len()).find(|k| care[*k] && golden[*k] != slots[*k]).expect("the outputs disagree");
    Mismatch { cycle, port: shape[k].name.clone(), width: shape[k].width, golden: golden[k], rtl: slots[k] }
}

/// Returns the inputs of a random run, without any device: the inputs that `source` gives in
/// lockstep, to the one at which the golden model panics, if it does.
pub fn record<B: Bench>(cfg: &B::Config, source: &mut impl Source<B>) -> Vec<B::In> {
    let mut inputs = Vec::new();
    golden_run_to_panic(cfg, source, |_, _, i, _| inputs.push(i.clone())).expect("random stimulus is always accepted");
    inputs
}

/// Runs the golden model alone and calls `visit` in every cycle, before the clock edge; returns the
/// number of cycles.
pub fn golden_run<B: Bench>(
    cfg: &B::Config,
    source: &mut impl Source<B>,
    visit: impl FnMut(&B::Protocol, &B::State, &B::In, &B::Out),
) -> Result<u64, IllegalInput> {
    match golden_run_to_panic(cfg, source, visit)? {
        (cycles, None) => Ok(cycles),
        (cycle, Some(panicked)) => panic!("cycle {cycle}: {panicked}"),
    }
}

/// Runs the golden model as [`golden_run`] does, to its end or a panic of the model: the cycle of
/// the panic is visited, too, with outputs as far as they were computed.
pub fn golden_run_to_panic<B: Bench>(
    cfg: &B::Config,
    source: &mut impl Source<B>,
    mut visit: impl FnMut(&B::Protocol, &B::State, &B::In, &B::Out),
) -> Result<(u64, Option<Panicked>), IllegalInput> {
    let (mut i, mut o) = (B::In::default(), B::Out::default());
    let (mut q, mut p) = (<B as Golden>::reset(cfg), B::protocol(cfg));
    let (mut cycle, visited) = (0, Cell::new(true));
    let ran = caught(|| {
        while source.next(cfg, &p, &q, &mut i).map_err(|illegal| IllegalInput { cycle, illegal })? {
            visited.set(false);
            B::comb(cfg, &q, &i, &mut o);
            visited.set(true);
            visit(&p, &q, &i, &o);
            B::observe(cfg, &mut p, &q, &i, &o);
            B::clock(cfg, &mut q, &i);
            cycle += 1;
        }
        Ok(())
    });
    let panicked = match ran {
        Ok(ran) => {
            ran?;
            None
        }
        Err(panicked) => Some(panicked),
    };
    if !visited.get() {
        visit(&p, &q, &i, &o);
    }
    Ok((cycle, panicked))
}
