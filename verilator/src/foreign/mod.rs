//! A user's golden model in C: compiled once, kept like a Verilated model, and loaded into this
//! process. It runs with the rights of its user.

mod build;

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::Arc;

use heddle_block::{Port, Stream};
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

use crate::cache::{Cache, CacheError};
use crate::error::BuildError;
use crate::library::symbol;
use crate::toolchain::Toolchain;

/// The header that a model includes.
pub const HEADER: &str = include_str!("heddle_model.h");
/// The version of the header.
const VERSION: c_uint = 1;
/// Most bytes of the reason why an input is illegal.
const REASON: usize = 256;

/// The reason why a model in C cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ForeignError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The compiler refuses it, in its own words.
    #[error("{path} does not compile:\n{text}")]
    Refused {
        /// The file.
        path: String,
        /// The first lines of the message.
        text: String,
    },
    /// A function is missing, or the library does not load.
    #[error("{path}: {reason}")]
    Missing {
        /// The file.
        path: String,
        /// The loader's reason, which names the function.
        reason: String,
    },
    /// It is written for another header.
    #[error("{path} has version {found} of heddle_model.h, and this is version {VERSION}")]
    Version {
        /// The file.
        path: String,
        /// The version that it returns.
        found: u32,
    },
    /// Its ports are not those of the block.
    #[error("the ports of {path} are not those of the block:\n  it has   {found}\n  expected {expected}")]
    Ports {
        /// The file.
        path: String,
        /// Its ports.
        found: String,
        /// The ports of the block.
        expected: String,
    },
    /// Its streams are none.
    #[error("{path}: heddle_model_streams: {reason}")]
    Streams {
        /// The file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// It makes no model.
    #[error("{path}: heddle_model_new(\"{preset}\") returned NULL")]
    Null {
        /// The file.
        path: String,
        /// The preset.
        preset: String,
    },
    /// A tool or the cache fails.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl From<CacheError> for ForeignError {
    fn from(error: CacheError) -> Self {
        BuildError::from(error).into()
    }
}

type Signal = unsafe extern "C" fn(*mut c_void, *const c_char, c_uint, u64);
type Give = unsafe extern "C" fn(*mut c_void, c_uint, *const u64);

/// What a model computes.
enum Computes {
    /// Outputs and the next state, cycle by cycle.
    Cycles {
        comb: unsafe extern "C" fn(*const c_void, *const u64, *mut u64, *mut u8),
        clock: unsafe extern "C" fn(*mut c_void, *const u64),
    },
    /// Results of transactions, which move in these streams.
    Results { streams: Vec<Stream>, take: unsafe extern "C" fn(*mut c_void, c_uint, *const u64, Give, *mut c_void) },
}

/// A loaded model: its functions, which stay valid as long as it lives.
pub struct Foreign {
    preset: CString,
    new: unsafe extern "C" fn(*const c_char) -> *mut c_void,
    free: unsafe extern "C" fn(*mut c_void),
    reset: unsafe extern "C" fn(*mut c_void),
    computes: Computes,
    legal: Option<unsafe extern "C" fn(*const c_void, *const u64, *mut c_char, usize) -> c_int>,
    show: Option<unsafe extern "C" fn(*const c_void, Signal, *mut c_void)>,
    alone: bool,
    inputs: usize,
    outputs: usize,
    /// Closed when the model is dropped.
    _library: Library,
}

/// Returns ports as a model states them.
fn stated(inputs: &[Port], outputs: &[Port]) -> String {
    let list = |ports: &[Port]| ports.iter().map(|port| format!("{}:{} ", port.name, port.width)).collect::<String>();
    format!("{}> {}", list(inputs), list(outputs).trim_end())
}

impl Foreign {
    /// Compiles a model, or takes it from the cache, and loads it for a block with these ports;
    /// `include` are folders of what it includes.
    ///
    /// # Errors
    ///
    /// It does not compile, lacks a function, has other ports or another version, or makes no
    /// model of the preset.
    pub fn build(
        tools: &Toolchain,
        cache: &Cache,
        source: &Path,
        include: &[PathBuf],
        preset: &str,
        (inputs, outputs): (&[Port], &[Port]),
    ) -> Result<Arc<Self>, ForeignError> {
        let path = source.display().to_string();
        let library = build::library(tools, cache, source, include)?;
        let missing = |reason: String| ForeignError::Missing { path: path.clone(), reason };
        // SAFETY: what runs at loading is the user's own, as all of the model; it is the user's to
        // trust.
        let library = unsafe { Library::open(Some(&library), RTLD_NOW | RTLD_LOCAL) };
        let library = library.map_err(|error| missing(error.to_string()))?;
        // SAFETY: the types are those of the header that the model was compiled with, so that other
        // types are refused by the compiler.
        let model = unsafe {
            let needed = |error: crate::LoadError| missing(error.to_string());
            let version: unsafe extern "C" fn() -> c_uint =
                symbol(&library, c"heddle_model_version").map_err(needed)?;
            let found = version();
            if found != VERSION {
                return Err(ForeignError::Version { path, found });
            }
            let ports: unsafe extern "C" fn() -> *const c_char =
                symbol(&library, c"heddle_model_ports").map_err(needed)?;
            let (ports, expected) = (ports(), stated(inputs, outputs));
            let text = |pointer: *const c_char| CStr::from_ptr(pointer).to_string_lossy().into_owned();
            let found = if ports.is_null() { "NULL".to_owned() } else { text(ports) };
            if !found.split_whitespace().eq(expected.split_whitespace()) {
                return Err(ForeignError::Ports { path, found, expected });
            }
            let computes = match symbol(&library, c"heddle_model_take") {
                Ok(take) => {
                    let streams: unsafe extern "C" fn() -> *const c_char =
                        symbol(&library, c"heddle_model_streams").map_err(needed)?;
                    let streams = streams();
                    let lines = if streams.is_null() { String::new() } else { text(streams) };
                    let streams = lines.lines().map(str::parse).collect::<Result<Vec<Stream>, String>>();
                    let streams = streams.map_err(|reason| ForeignError::Streams { path: path.clone(), reason })?;
                    Computes::Results { streams, take }
                }
                Err(_) => Computes::Cycles {
                    comb: symbol(&library, c"heddle_model_comb").map_err(needed)?,
                    clock: symbol(&library, c"heddle_model_clock").map_err(needed)?,
                },
            };
            let threads: Option<unsafe extern "C" fn() -> c_int> = symbol(&library, c"heddle_model_threads").ok();
            Self {
                preset: CString::new(preset).unwrap_or_default(),
                new: symbol(&library, c"heddle_model_new").map_err(needed)?,
                free: symbol(&library, c"heddle_model_free").map_err(needed)?,
                reset: symbol(&library, c"heddle_model_reset").map_err(needed)?,
                computes,
                legal: symbol(&library, c"heddle_model_legal").ok(),
                show: symbol(&library, c"heddle_model_show").ok(),
                alone: threads.is_some_and(|threads| threads() == 1),
                inputs: inputs.len(),
                outputs: outputs.len(),
                _library: library,
            }
        };
        let model = Arc::new(model);
        match State::new(&model) {
            State { pointer: Some(_), .. } => Ok(model),
            State { pointer: None, .. } => Err(ForeignError::Null { path, preset: preset.to_owned() }),
        }
    }

    /// Whether models share variables, so that one thread at a time may run them.
    pub fn alone(&self) -> bool {
        self.alone
    }

    /// Returns the streams of a model without cycles.
    pub fn streams(&self) -> Option<&[Stream]> {
        match &self.computes {
            Computes::Cycles { .. } => None,
            Computes::Results { streams, .. } => Some(streams),
        }
    }
}

/// The state of a model: one object of the user's, which is freed before its library is closed.
pub struct State {
    /// Nothing, if the model has no memory for one more.
    pointer: Option<NonNull<c_void>>,
    model: Arc<Foreign>,
    slots: RefCell<Slots>,
}

/// The words of a call.
struct Slots {
    inputs: Vec<u64>,
    outputs: Vec<u64>,
    care: Vec<u8>,
}

// SAFETY: an object belongs to its state, and is used by the thread that has it; the header says
// that a model whose objects share variables says so, and those are not used by two threads.
unsafe impl Send for State {}

impl State {
    /// Creates an object in the state after reset.
    pub fn new(model: &Arc<Foreign>) -> Self {
        // SAFETY: the name is a string with an end; the pointer is null or an object, for the
        // functions of the same library.
        let pointer = NonNull::new(unsafe { (model.new)(model.preset.as_ptr()) });
        let (inputs, outputs) = (vec![0; model.inputs], vec![0; model.outputs]);
        let slots = Slots { inputs, care: vec![1; outputs.len()], outputs };
        let state = Self { pointer, model: Arc::clone(model), slots: RefCell::new(slots) };
        state.reset();
        state
    }

    /// Puts the object into the state after reset.
    pub fn reset(&self) {
        if let Some(pointer) = self.pointer {
            // SAFETY: the object is ours, and lives.
            unsafe { (self.model.reset)(pointer.as_ptr()) }
        }
    }

    /// Computes the outputs before the clock edge, and whether each is defined.
    pub fn comb(&self, inputs: impl Fn(usize) -> u64, mut output: impl FnMut(usize, u64, bool)) {
        let mut slots = self.slots.borrow_mut();
        slots.take(inputs);
        slots.care.fill(1);
        if let (Some(pointer), Computes::Cycles { comb, .. }) = (self.pointer, &self.model.computes) {
            let Slots { inputs, outputs, care } = &mut *slots;
            // SAFETY: the object lives, and the words are as many as the ports that it stated.
            unsafe { comb(pointer.as_ptr(), inputs.as_ptr(), outputs.as_mut_ptr(), care.as_mut_ptr()) }
        }
        slots.outputs.iter().zip(&slots.care).enumerate().for_each(|(k, (word, care))| output(k, *word, *care != 0));
    }

    /// Computes the state after the clock edge.
    pub fn clock(&mut self, inputs: impl Fn(usize) -> u64) {
        let slots = self.slots.get_mut();
        slots.take(inputs);
        if let (Some(pointer), Computes::Cycles { clock, .. }) = (self.pointer, &self.model.computes) {
            // SAFETY: as in `comb`.
            unsafe { clock(pointer.as_ptr(), slots.inputs.as_ptr()) }
        }
    }

    /// Takes a transaction of a stream, and returns its results: the stream and the outputs of
    /// each.
    pub fn take(&mut self, stream: usize, inputs: impl Fn(usize) -> u64) -> Vec<(usize, Vec<u64>)> {
        /// The results so far, and the number of outputs.
        type Given = (Vec<(usize, Vec<u64>)>, usize);
        /// # Safety
        ///
        /// `to` is what `take` was given, and `outputs` as many words as there are outputs.
        unsafe extern "C" fn give(to: *mut c_void, stream: c_uint, outputs: *const u64) {
            if to.is_null() || outputs.is_null() {
                return;
            }
            // SAFETY: the caller vouches for both.
            unsafe {
                let (given, count) = &mut *to.cast::<Given>();
                given.push((stream as usize, std::slice::from_raw_parts(outputs, *count).to_vec()));
            }
        }
        let slots = self.slots.get_mut();
        slots.take(inputs);
        let mut given: Given = (Vec::new(), slots.outputs.len());
        if let (Some(pointer), Computes::Results { take, .. }) = (self.pointer, &self.model.computes) {
            let stream = c_uint::try_from(stream).unwrap_or(c_uint::MAX);
            // SAFETY: as in `comb`; what is given is ours until the call returns.
            unsafe { take(pointer.as_ptr(), stream, slots.inputs.as_ptr(), give, (&raw mut given).cast()) }
        }
        given.0
    }

    /// Checks whether an input is legal; the error is the model's reason.
    pub fn legal(&self, inputs: impl Fn(usize) -> u64) -> Result<(), String> {
        let (Some(legal), Some(pointer)) = (self.model.legal, self.pointer) else { return Ok(()) };
        let mut slots = self.slots.borrow_mut();
        slots.take(inputs);
        let mut why = [0; REASON];
        // SAFETY: as in `comb`; the reason has the room that is stated.
        let verdict = unsafe { legal(pointer.as_ptr(), slots.inputs.as_ptr(), why.as_mut_ptr().cast(), REASON) };
        let why = CStr::from_bytes_until_nul(&why).map(|why| why.to_string_lossy().into_owned());
        if verdict == 0 { Err(why.unwrap_or_default()) } else { Ok(()) }
    }

    /// Shows the state: calls `signal` with the name, the width and the value of each signal.
    pub fn show(&self, signal: &mut dyn FnMut(&str, u32, u64)) {
        type Receiver<'a> = &'a mut dyn FnMut(&str, u32, u64);
        /// # Safety
        ///
        /// `to` is the receiver that `show` was given, and `name` a string with an end.
        unsafe extern "C" fn one(to: *mut c_void, name: *const c_char, width: c_uint, value: u64) {
            if to.is_null() || name.is_null() || !(1..=64).contains(&width) {
                return;
            }
            // SAFETY: the caller vouches for both.
            let (receiver, name) = unsafe { (&mut *to.cast::<Receiver>(), CStr::from_ptr(name)) };
            receiver(&name.to_string_lossy(), width, value & u64::MAX >> (64 - width));
        }
        let (Some(show), Some(pointer)) = (self.model.show, self.pointer) else { return };
        let mut receiver: Receiver = signal;
        // SAFETY: as in `comb`; the receiver lives until the call returns.
        unsafe { show(pointer.as_ptr(), one, (&raw mut receiver).cast()) }
    }
}

impl Slots {
    fn take(&mut self, inputs: impl Fn(usize) -> u64) {
        self.inputs.iter_mut().enumerate().for_each(|(k, word)| *word = inputs(k));
    }
}

impl Drop for State {
    fn drop(&mut self) {
        if let Some(pointer) = self.pointer {
            // SAFETY: the object is ours and is not used again; its library is still open.
            unsafe { (self.model.free)(pointer.as_ptr()) }
        }
    }
}
