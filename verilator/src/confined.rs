//! A confined model: a program of its own that runs an instance at a time, and the instance in
//! place of one in this process.

use std::collections::HashSet;
use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use heddle_block::Port;

use super::apart::{LONGEST, take};
use super::error::Cause;
use super::library::TraceAnswer;
use super::orders::{BLOCK, CYCLES, HALF, Order, SEED, SELECTED, WAVE};
use super::process::Process;
use super::shim::FAILED;

/// A built model that is not trusted, with its idle processes.
pub(super) struct Program {
    path: PathBuf,
    /// The files that its processes may read.
    reads: Vec<PathBuf>,
    /// Name of the Verilog file in messages of the model, and the path that the user gave.
    file: (String, String),
    inputs: usize,
    /// The bits of each output that its port has.
    masks: Vec<u64>,
    idle: Mutex<Vec<Process>>,
    /// Lines that its processes have printed.
    printed: Arc<Mutex<HashSet<String>>>,
}

impl Program {
    /// Returns the program at `path`. No process of it runs yet.
    pub(super) fn new(
        path: PathBuf,
        reads: Vec<PathBuf>,
        file: (String, String),
        inputs: &[Port],
        outputs: &[Port],
    ) -> Self {
        let masks = outputs.iter().map(|port| u64::MAX >> (64 - port.width)).collect();
        Self { path, reads, file, inputs: inputs.len(), masks, idle: Mutex::default(), printed: Arc::default() }
    }

    /// Returns the path of the executable.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the files that its processes may read.
    pub(super) fn reads(&self) -> &[PathBuf] {
        &self.reads
    }

    /// Returns the Verilog file's names, in the model and for the user.
    pub(super) fn file(&self) -> &(String, String) {
        &self.file
    }

    /// Returns the lines that its processes have printed.
    pub(super) fn printed(&self) -> Arc<Mutex<HashSet<String>>> {
        Arc::clone(&self.printed)
    }

    /// Returns the number of slots for a block.
    pub(super) fn half(&self) -> usize {
        (self.inputs + self.masks.len()) * BLOCK
    }
}

/// An instance of a confined model. Its process serves the next one when it is dropped.
pub(super) struct Confined {
    program: Arc<Program>,
    process: Option<Process>,
    /// Why there is no further cycle.
    ended: Option<(Cause, String)>,
    /// Cycles of the block under way.
    running: usize,
    /// The half of the slots in which inputs are put, and that whose outputs are got.
    half: usize,
    shown: usize,
    /// Where the wave belongs that is open.
    wave: Option<PathBuf>,
}

impl Confined {
    /// Creates an instance of the circuit `selected`.
    pub(super) fn new(program: &Arc<Program>, seed: NonZeroU32, selected: u64) -> Self {
        let mut new = Self {
            program: Arc::clone(program),
            process: None,
            ended: None,
            running: 0,
            half: 0,
            shown: 0,
            wave: None,
        };
        let idle = program.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle.map_or_else(|| Process::start(program), Ok) {
            Ok(process) => new.process = Some(process),
            Err(error) => new.ended = Some((Cause::Process, format!("it could not be started: {error}"))),
        }
        new.order(|process| process.order(Order::Create, &[(SEED, seed.get().into()), (SELECTED, selected)]));
        new
    }

    /// Gives an order to the process, if there is one; it is lost if that is an error.
    fn order(&mut self, order: impl FnOnce(&mut Process) -> Result<(), (Cause, String)>) -> bool {
        let Some(process) = &mut self.process else { return false };
        let Err(ended) = order(process) else { return true };
        self.process = None;
        self.ended.get_or_insert(ended);
        false
    }

    /// Runs `cycles` cycles, and returns the number of completed ones.
    pub(super) fn run(&mut self, inputs: &[u64], outputs: &mut [u64], cycles: usize) -> usize {
        let (read, written) = (self.program.inputs, self.program.masks.len());
        assert_eq!((inputs.len(), outputs.len()), (cycles * read, cycles * written), "slots for {cycles} cycles");
        for first in (0..cycles).step_by(BLOCK) {
            let block = BLOCK.min(cycles - first);
            (0..block).for_each(|n| self.put(n, &inputs[(first + n) * read..][..read]));
            self.start(block);
            let (done, _) = self.finish();
            (0..done).for_each(|n| self.get(n, &mut outputs[(first + n) * written..][..written]));
            if done < block {
                return first + done;
            }
        }
        cycles
    }

    /// Puts the inputs of a cycle of the next block.
    pub(super) fn put(&mut self, cycle: usize, inputs: &[u64]) {
        assert!(inputs.len() == self.program.inputs && cycle < BLOCK, "a cycle's inputs");
        let Some(process) = &self.process else { return };
        let words = &process.slots()[self.half * self.program.half() + cycle * inputs.len()..];
        words.iter().zip(inputs).for_each(|(word, slot)| word.store(*slot, Ordering::Relaxed));
    }

    /// Starts the cycles of the block whose inputs were put.
    pub(super) fn start(&mut self, cycles: usize) {
        assert!(cycles <= BLOCK && self.running == 0, "one block at a time");
        self.running = cycles;
        if self.ended.is_none() {
            let words = [(CYCLES, cycles as u64), (HALF, self.half as u64)];
            self.order(|process| process.order(Order::Run, &words));
        }
        self.half ^= 1;
    }

    /// Waits for the block that was started, and returns the number of completed cycles and of all.
    pub(super) fn finish(&mut self) -> (usize, usize) {
        let cycles = std::mem::take(&mut self.running);
        self.shown = self.half ^ 1;
        if self.ended.is_some() || !self.order(Process::obeyed) {
            return (0, cycles);
        }
        let Some(process) = &self.process else { return (0, cycles) };
        let done = usize::try_from(process.number()).unwrap_or(usize::MAX).min(cycles);
        if done < cycles {
            let reason = process.text().unwrap_or_default();
            let cause = if reason.ends_with(FAILED) { Cause::Assertion } else { Cause::Verilog };
            self.ended.get_or_insert((cause, reason));
        }
        (done, cycles)
    }

    /// Gets the outputs of a cycle of the last block that ended, from memory that may hold
    /// anything: within their ports' widths.
    pub(super) fn get(&self, cycle: usize, outputs: &mut [u64]) {
        assert!(outputs.len() == self.program.masks.len() && cycle < BLOCK, "a cycle's outputs");
        let Some(process) = &self.process else { return };
        let first = self.shown * self.program.half() + self.program.inputs * BLOCK + cycle * outputs.len();
        for ((slot, mask), word) in outputs.iter_mut().zip(&self.program.masks).zip(&process.slots()[first..]) {
            *slot = word.load(Ordering::Relaxed) & mask;
        }
    }

    /// Reads the outputs as they stand.
    pub(super) fn peek(&mut self, outputs: &mut [u64]) {
        let words = [(HALF, self.half as u64)];
        self.order(|process| process.order(Order::Peek, &words).and_then(|()| process.obeyed()));
        self.shown = self.half;
        self.get(0, outputs);
    }

    /// Returns why there is no further cycle; `None` if there is one.
    pub(super) fn ended(&self) -> Option<(Cause, String)> {
        self.ended.clone()
    }

    /// Opens a wave, which is copied to `path` when it is closed.
    pub(super) fn open_trace(&mut self, path: &Path) -> TraceAnswer {
        self.close_trace();
        self.order(|process| process.order(Order::Open, &[]).and_then(|()| process.obeyed()));
        match self.process.as_ref().map(Process::number) {
            Some(0) if fs::write(path, "").is_ok() => {
                self.wave = Some(path.to_path_buf());
                TraceAnswer::Open
            }
            Some(2) => TraceAnswer::NotTraced,
            _ => TraceAnswer::NotOpen,
        }
    }

    /// Closes the wave and copies it; returns why it is incomplete, or `None`.
    pub(super) fn close_trace(&mut self) -> Option<String> {
        let path = self.wave.take()?;
        self.order(|process| process.order(Order::Close, &[]).and_then(|()| process.obeyed()));
        let Some(process) = &self.process else { return self.ended.clone().map(|(_, reason)| reason) };
        let copied = take(&process.own().join(WAVE), &path, LONGEST);
        process.text().or_else(|| copied.err().map(|error| error.to_string()))
    }
}

impl Drop for Confined {
    fn drop(&mut self) {
        self.close_trace();
        if let Some(process) = self.process.take() {
            self.program.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
    }
}
