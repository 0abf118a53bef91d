//! Verilated models and their instances.

use std::fmt;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heddle_block::Port;

use super::cache::Cache;
use super::compile;
use super::confined::{Confined, Program};
use super::counts::{Count, counts};
use super::design::{Design, Options};
use super::error::{BuildError, Cause, Stopped};
use super::library::{Library, Object, TraceAnswer};
use super::orders::BLOCK;
use super::shim::fold;
use super::toolchain::Toolchain;

/// A built and loaded Verilated model. Clones share the library, which is closed when neither a
/// model nor an instance is left.
#[derive(Clone)]
pub struct Model {
    engine: Engine,
    shape: Arc<Shape>,
    selected: u64,
}

/// What runs the cycles of a model.
#[derive(Clone)]
enum Engine {
    /// A library in this process.
    Library(Arc<Library>),
    /// A program in processes of its own.
    Program(Arc<Program>),
}

struct Shape {
    top: String,
    /// Name of the Verilog file in messages of the model, and the path that the user gave.
    file: (String, String),
    folder: PathBuf,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    traced: bool,
}

impl Model {
    /// Builds the model of a design, or takes it from the cache, and loads it.
    ///
    /// A build takes seconds the first time (Verilator's runtime is compiled), then about one
    /// second for a small model; from the cache, milliseconds.
    ///
    /// # Errors
    ///
    /// The Verilog is refused or has other ports, the cache cannot be used, or a tool fails.
    ///
    /// # Panics
    ///
    /// The design has no input but the clock, or a port that is not 1 to 64 bits wide.
    pub fn build(tools: &Toolchain, cache: &Cache, design: &Design, options: Options) -> Result<Self, BuildError> {
        assert!(!design.inputs.is_empty(), "{}: the number of cycles is counted in inputs", design.top);
        for port in design.ports() {
            assert!((1..=64).contains(&port.width), "{}: {} is {} bits wide", design.top, port.name, port.width);
        }
        let ours = format!("{}.v", design.top);
        let theirs = design.origin.map_or_else(|| ours.clone(), |origin| origin.display().to_string());
        let file = (ours, theirs);
        let (key, mut folder) = compile::entry(tools, cache, design, options)?;
        let engine = if options.confined {
            let reads = [tools.places(), vec![folder.clone()]].concat();
            let path = folder.join(compile::PROGRAM);
            Engine::Program(Arc::new(Program::new(path, reads, file.clone(), design.inputs, design.outputs)))
        } else {
            let load = |folder: &Path| {
                let path = folder.join(compile::LIBRARY);
                let library = Library::open(&path, design.inputs.len(), design.outputs.len());
                library.map_err(|source| BuildError::Load { path: path.display().to_string(), source })
            };
            Engine::Library(Arc::new(load(&folder).or_else(|_| {
                // An entry can be whole and yet of no use, say, after an upgrade of the C library.
                // It is built once more.
                cache.discard(&key)?;
                folder = compile::entry(tools, cache, design, options)?.1;
                load(&folder)
            })?))
        };
        let shape = Shape {
            top: design.top.to_owned(),
            file,
            folder,
            inputs: design.inputs.to_vec(),
            outputs: design.outputs.to_vec(),
            traced: options.traced,
        };
        Ok(Self { engine, shape: Arc::new(shape), selected: 0 })
    }

    /// Returns the name of the top module.
    pub fn top(&self) -> &str {
        &self.shape.top
    }

    /// Returns the same model for instances of circuit `selected`, which [`Design::select`]
    /// selects.
    pub fn selecting(&self, selected: u64) -> Self {
        Self { selected, ..self.clone() }
    }

    /// Returns the number of the circuit that instances of this model are.
    pub fn selected(&self) -> u64 {
        self.selected
    }

    /// Returns the input ports, in the order of their slots in a cycle.
    pub fn inputs(&self) -> &[Port] {
        &self.shape.inputs
    }

    /// Returns the output ports, in the order of their slots in a cycle.
    pub fn outputs(&self) -> &[Port] {
        &self.shape.outputs
    }

    /// Whether instances can write waves.
    pub fn traced(&self) -> bool {
        self.shape.traced
    }

    /// Returns the model's folder in the cache: the library, the object, the C++.
    pub fn folder(&self) -> &Path {
        &self.shape.folder
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model").field("top", &self.top()).field("folder", &self.folder()).finish_non_exhaustive()
    }
}

/// An instance of a model: one copy of the design's state, which runs cycles.
///
/// A cycle drives the inputs, lowers the clock, evaluates, samples the outputs, raises the clock
/// and evaluates. The outputs of a cycle are therefore the result of its inputs, before its clock
/// edge. They are the same where a cycle is evaluated once ([`Design::rising`]).
pub struct Instance {
    body: Body,
    model: Model,
    cycle: u64,
}

/// The state of an instance: in this process, or in that of a confined model.
enum Body {
    Object(Object),
    Confined(Box<Confined>),
}

impl Instance {
    /// Creates an instance; `seed` draws the values of registers without an initial value, the same
    /// on any thread.
    ///
    /// The initial blocks have run, with the clock low and all inputs 0. It takes tens of
    /// microseconds.
    pub fn new(model: &Model, seed: NonZeroU32) -> Self {
        let body = match &model.engine {
            Engine::Library(library) => {
                let mut object = Object::new(library, seed.get());
                object.select(model.selected);
                Body::Object(object)
            }
            Engine::Program(program) => Body::Confined(Box::new(Confined::new(program, seed, model.selected))),
        };
        Self { body, model: model.clone(), cycle: 0 }
    }

    /// Returns the model of the instance.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the number of cycles run so far.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Runs the cycles of the inputs: cycle `c` reads `inputs[c * n..]`, where `n` is the number of
    /// inputs, and writes its outputs likewise. Bits above a port's width are dropped.
    ///
    /// # Errors
    ///
    /// The Verilog stopped the simulation; outputs of that cycle and later ones are left as they
    /// were.
    ///
    /// # Panics
    ///
    /// The slices do not hold the same whole number of cycles.
    pub fn run(&mut self, inputs: &[u64], outputs: &mut [u64]) -> Result<(), Stopped> {
        let cycles = inputs.len() / self.model.inputs().len();
        let done = match &mut self.body {
            Body::Object(object) => object.run(inputs, outputs, cycles),
            Body::Confined(confined) => confined.run(inputs, outputs, cycles),
        };
        self.after(done, cycles)
    }

    /// Returns the number of cycles of a block, if the instance is a process of its own that runs a
    /// block while the caller does something else: the caller [`put`](Self::put)s their inputs,
    /// [`start`](Self::start)s them, [`finish`](Self::finish)es them, and [`get`](Self::get)s their
    /// outputs. 0 if it runs in this process.
    pub fn ahead(&self) -> usize {
        if matches!(self.body, Body::Confined(_)) { BLOCK } else { 0 }
    }

    /// Puts the inputs of a cycle of the next block. Panics, as the next three do, if the instance
    /// does not run ahead.
    #[inline]
    pub fn put(&mut self, cycle: usize, inputs: &[u64]) {
        self.confined().put(cycle, inputs);
    }

    /// Starts the first cycles of the block whose inputs were put.
    pub fn start(&mut self, cycles: usize) {
        self.confined().start(cycles);
    }

    /// Waits for the block that was started.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn finish(&mut self) -> Result<(), Stopped> {
        let (done, cycles) = self.confined().finish();
        self.after(done, cycles)
    }

    /// Gets the outputs of a cycle of the last block that was finished.
    #[inline]
    pub fn get(&mut self, cycle: usize, outputs: &mut [u64]) {
        self.confined().get(cycle, outputs);
    }

    fn confined(&mut self) -> &mut Confined {
        let Body::Confined(confined) = &mut self.body else { panic!("the instance runs in this process") };
        confined
    }

    /// Runs the cycles of the inputs and returns the [`fold`] of every output slot,
    /// from 0.
    ///
    /// # Errors
    ///
    /// The Verilog stopped the simulation.
    ///
    /// # Panics
    ///
    /// The slice does not hold a whole number of cycles.
    pub fn checksum(&mut self, inputs: &[u64]) -> Result<u64, Stopped> {
        let cycles = inputs.len() / self.model.inputs().len();
        let mut state = 0;
        let done = match &mut self.body {
            Body::Object(object) => object.checksum(inputs, &mut state, cycles),
            Body::Confined(confined) => {
                let mut outputs = vec![0; cycles * self.model.outputs().len()];
                let done = confined.run(inputs, &mut outputs, cycles);
                state = outputs.into_iter().fold(0, fold);
                done
            }
        };
        self.after(done, cycles).map(|()| state)
    }

    /// Reads the outputs after the last clock edge, without evaluating: the early outputs are
    /// already those of the next cycle, the late ones must not be relied upon.
    ///
    /// # Panics
    ///
    /// The slice is not as long as the list of outputs.
    pub fn peek(&mut self, outputs: &mut [u64]) {
        match &mut self.body {
            Body::Object(object) => object.peek(outputs),
            Body::Confined(confined) => confined.peek(outputs),
        }
    }

    /// Writes all signals of the following cycles to a VCD file, and closes a trace that is already
    /// open.
    ///
    /// The signals before a cycle's edge are at ten times the cycle's number (from 0 at the first
    /// cycle of the instance), those after the edge 5 later.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or the model was not built with `traced`.
    pub fn open_trace(&mut self, path: &Path) -> io::Result<()> {
        let error = |kind, reason| Err(io::Error::new(kind, format!("{}: {reason}", path.display())));
        let answer = match &mut self.body {
            Body::Object(object) => object.open_trace(path),
            Body::Confined(confined) => confined.open_trace(path),
        };
        match answer {
            TraceAnswer::Open => Ok(()),
            TraceAnswer::NotOpen => error(io::ErrorKind::Other, "the trace cannot be written"),
            TraceAnswer::NotTraced => error(io::ErrorKind::Unsupported, "the model was not built for traces"),
        }
    }

    /// Writes the rest of the trace and closes its file, as dropping the instance does.
    ///
    /// # Errors
    ///
    /// The file is incomplete: a write failed, now or before.
    pub fn close_trace(&mut self) -> io::Result<()> {
        let incomplete = match &mut self.body {
            Body::Object(object) => object.close_trace(),
            Body::Confined(confined) => confined.close_trace(),
        };
        incomplete.map_or(Ok(()), |reason| Err(io::Error::other(reason)))
    }

    /// Resets the toggle counts of all bits.
    pub fn forget_coverage(&mut self) {
        if let Body::Object(object) = &mut self.body {
            object.forget_coverage();
        }
    }

    /// Returns the toggle counts of the bits that the Verilog marks for counting.
    ///
    /// # Errors
    ///
    /// There is no room for a temporary file, or the model was not built with `covered`.
    pub fn coverage(&mut self) -> io::Result<Vec<Count>> {
        let file = tempfile::NamedTempFile::new()?;
        let written = match &mut self.body {
            Body::Object(object) => object.write_coverage(file.path()),
            Body::Confined(_) => false,
        };
        if !written {
            return Err(io::Error::other("Verilator's coverage cannot be written"));
        }
        Ok(counts(&std::fs::read_to_string(file.path())?))
    }

    fn after(&mut self, done: usize, cycles: usize) -> Result<(), Stopped> {
        self.cycle += done as u64;
        if done == cycles {
            return Ok(());
        }
        let (ours, theirs) = &self.model.shape.file;
        let (cause, reason) = match &self.body {
            Body::Object(object) => (Cause::Verilog, object.stopped().unwrap_or_default()),
            Body::Confined(confined) => confined.ended().unwrap_or((Cause::Verilog, String::new())),
        };
        let reason = reason.replace(&format!("{ours}:"), &format!("{theirs}:"));
        Err(Stopped { cycle: self.cycle, cause, reason })
    }
}

impl fmt::Debug for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instance").field("model", &self.model).field("cycle", &self.cycle).finish_non_exhaustive()
    }
}
