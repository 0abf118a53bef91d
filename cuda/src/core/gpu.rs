//! The device: memory, modules, launches and time. There is one device in a process, and one call
//! of the API at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use heddle_gpu::config::spec::Spec;
use heddle_kernel::compile::Registers;
use heddle_kernel::execute::Memory;
use heddle_kernel::program::{FunctionId, Module};

use super::array::{Array, Reference};
use super::engine::{Engine, Kernel};
use super::host::Host;
use super::journal::{Journal, digest};
use super::occupancy::Attributes;
use super::printing::Printing;
use super::queue::Queue;
use super::signals;
use super::timed::append;
use crate::checkpoint::Call;
use crate::error::{Error, code};
use crate::settings::{self, Record, Settings};

/// Size of the device's memory, in bytes.
pub const MEMORY: u64 = 4 << 30;

/// A kernel that a program has a handle of.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    /// Handle of the kernel's module.
    pub module: u64,
    pub kernel: Kernel,
    /// Bytes of dynamic shared memory to which the kernel has opted in.
    pub dynamic: u32,
}

/// The launch configuration of a kernel, and its arguments.
#[derive(Debug, Clone)]
pub struct Run {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// The parameter block: the kernel's arguments, as bytes.
    pub parameters: Vec<u8>,
}

/// The simulated device: its memory, modules, streams, events, and the engine that runs kernels.
pub struct Gpu {
    pub memory: Memory,
    pub host: Host,
    /// Addresses that [`Gpu::allocate`] returned and that are not freed yet.
    pub owned: BTreeSet<u64>,
    /// Number of resets of the device.
    pub resets: u64,
    pub printing: Printing,
    /// Specification of the simulated GPU.
    pub spec: Spec,
    /// Simulated time in nanoseconds. Copies take none.
    pub now: f64,
    pub engine: Engine,
    registers: Registers,
    modules: BTreeMap<u64, &'static Module>,
    functions: BTreeMap<u64, Function>,
    /// Times of the events in nanoseconds; `None` for an event that was not recorded.
    pub events: BTreeMap<u64, Option<f64>>,
    pub streams: BTreeMap<u64, Stream>,
    /// CUDA arrays, and the texture references that the driver API has returned.
    pub(super) arrays: BTreeMap<u64, Array>,
    pub references: BTreeMap<u64, Reference>,
    next: u64,
    launches: u64,
    pub lost: Option<Error>,
    /// Work that waits.
    pub queue: Queue,
    pub(super) journal: Journal,
    folder: Option<PathBuf>,
}

/// The properties of a stream; its work that is not done at once is in a [`Queue`].
#[derive(Debug, Clone, Copy)]
pub struct Stream {
    pub flags: u32,
    pub priority: i32,
}

/// The device of the process, which is created at its first use.
pub struct State {
    pub gpu: Option<Gpu>,
    /// The process that uses it.
    pub process: u32,
}

static STATE: Mutex<State> = Mutex::new(State { gpu: None, process: 0 });

/// Returns the device, locked.
pub fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` on the device of the process. After a fault in a kernel it fails with the fault's
/// code, until the device is reset.
pub fn with<T>(work: impl FnOnce(&mut Gpu) -> Result<T, Error>) -> Result<T, Error> {
    with_any(|gpu| match &gpu.lost {
        Some(error) => Err(Error::new(error.code, "")),
        None => work(gpu),
    })
}

/// Runs `work` on the device of the process, even after a fault in a kernel.
pub fn with_any<T>(work: impl FnOnce(&mut Gpu) -> Result<T, Error>) -> Result<T, Error> {
    let mut state = state();
    let process = std::process::id();
    if state.gpu.is_none() {
        (state.gpu, state.process) = (Some(Gpu::new(None)?), process);
        if settings::folder().is_some() {
            signals::handle();
        }
        // SAFETY: the function takes nothing and does not unwind
        unsafe { libc::atexit(finish) };
    }
    if state.process != process {
        let why = "the process was forked after the device was used: use the device only after the fork";
        return Err(Error::new(code::NOT_INITIALIZED, why));
    }
    let gpu = state.gpu.as_mut().expect("it was made above");
    gpu.queue.note();
    let result = work(gpu);
    if let Some(why) = gpu.journal.refused() {
        gpu.journal = Journal::default();
        gpu.fail(Error::new(code::UNKNOWN, why));
    }
    result
}

/// Ends the simulation when the process exits, so that its last records are written.
pub extern "C" fn finish() {
    // a launch of another thread may hold the device for long: the process ends under it
    let tries = (0..100).find_map(|n| {
        std::thread::sleep(Duration::from_millis(n.min(10)));
        STATE.try_lock().ok()
    });
    let Some(mut state) = tries else { return };
    if state.process == std::process::id() {
        state.gpu.as_mut().map(Gpu::abandon);
        state.gpu = None;
    }
}

impl Gpu {
    /// Creates the device; `journal`: that of the device before its reset.
    fn new(journal: Option<Journal>) -> Result<Gpu, Error> {
        let folder = settings::folder();
        let refuse = |why: String| Error::new(code::NOT_INITIALIZED, why);
        let settings = folder.as_deref().map_or(Ok(Settings::default()), Settings::read).map_err(refuse)?;
        let (engine, spec, registers) = Engine::new(&settings, folder.clone())?;
        let opened = || folder.as_deref().map_or(Ok(Journal::default()), |folder| Journal::open(&settings, folder));
        let journal = journal.map_or_else(opened, Ok).map_err(refuse)?;
        Ok(Gpu {
            memory: Memory::empty(MEMORY),
            host: Host::default(),
            owned: BTreeSet::new(),
            resets: 0,
            printing: Printing::default(),
            spec,
            now: 0.0,
            engine,
            registers,
            modules: BTreeMap::new(),
            functions: BTreeMap::new(),
            events: BTreeMap::new(),
            streams: BTreeMap::new(),
            arrays: BTreeMap::new(),
            references: BTreeMap::new(),
            next: 0x1000,
            launches: 0,
            lost: None,
            queue: Queue::default(),
            journal,
            folder,
        })
    }

    /// Resets the device: frees everything, and clears a fault. A simulation that a fault has ended
    /// begins anew.
    pub fn reset(&mut self) -> Result<(), Error> {
        self.printing.show();
        let (next, launches, resets) = (self.next, self.launches, self.resets + 1);
        let new = Gpu::new(Some(std::mem::take(&mut self.journal)))?;
        // the simulation ends before the new one begins, as both write to one file
        *self = Gpu { next, launches, resets, ..new };
        Ok(())
    }

    /// Prints the output of kernels so far; the fault of an earlier launch is returned as the
    /// error.
    pub fn synchronise(&mut self) -> Result<(), Error> {
        self.printing.show();
        self.lost.as_ref().map_or(Ok(()), |error| Err(Error::new(error.code, "")))
    }

    /// Returns a new unique handle, which looks like an address.
    pub fn handle(&mut self) -> u64 {
        self.next += 16;
        self.next
    }

    /// Reads a PTX module, allocates its variables in the device's memory, and returns its handle.
    pub fn load(&mut self, name: &str, ptx: &str) -> Result<u64, Error> {
        let read = heddle_kernel::read(name, ptx);
        let mut module = read.map_err(|error| Error::new(code::INVALID_PTX, error.to_string()))?;
        let full = |cause: heddle_kernel::execute::Cause| Error::new(code::OUT_OF_MEMORY, cause.to_string());
        self.memory.load(&mut module).map_err(full)?;
        let call = || Call::Module { bytes: ptx.len() as u64, contents: digest(ptx.as_bytes()) };
        self.journal.answer(call, &[])?;
        let handle = self.handle();
        self.modules.insert(handle, Box::leak(Box::new(module)));
        Ok(handle)
    }

    /// Frees the variables of a module and removes its kernels.
    pub fn unload(&mut self, handle: u64) -> Result<(), Error> {
        let module = self.modules.remove(&handle).ok_or_else(|| invalid("module", handle))?;
        self.memory.unload(module);
        self.functions.retain(|_, function| function.module != handle);
        let Gpu { references, memory, .. } = self;
        references.retain(|_, reference| memory.allocation(reference.at).is_some());
        Ok(())
    }

    /// Number of loaded modules.
    pub fn loaded(&self) -> usize {
        self.modules.len()
    }

    /// Returns the module with a handle.
    pub fn module(&self, handle: u64) -> Result<&'static Module, Error> {
        self.modules.get(&handle).copied().ok_or_else(|| invalid("module", handle))
    }

    /// Returns the handle of the kernel `name` of a module.
    pub fn kernel(&mut self, module: u64, name: &str) -> Result<u64, Error> {
        let read = self.module(module)?;
        let found = read.kernels().find(|(_, function)| function.name == name);
        let (id, _) = found.ok_or_else(|| {
            let names: Vec<&str> = read.kernels().map(|(_, function)| function.name.as_str()).collect();
            let there = if names.is_empty() { "none".into() } else { names.join(", ") };
            Error::new(code::NOT_FOUND, format!("there is no kernel `{name}`; {} has: {there}", read.source.name))
        })?;
        let known = self.functions.iter().find(|(_, f)| f.module == module && f.kernel.1 == id);
        if let Some((&handle, _)) = known {
            return Ok(handle);
        }
        let handle = self.handle();
        self.functions.insert(handle, Function { module, kernel: (read, id), dynamic: 0 });
        Ok(handle)
    }

    /// Returns the kernel with a handle.
    pub fn function(&self, handle: u64) -> Result<Function, Error> {
        self.functions.get(&handle).copied().ok_or_else(|| invalid("function", handle))
    }

    /// Lets a kernel have this many bytes of dynamic shared memory.
    pub(super) fn opt_in(&mut self, handle: u64, dynamic: u32) -> Result<(), Error> {
        self.functions.get_mut(&handle).ok_or_else(|| invalid("function", handle))?.dynamic = dynamic;
        Ok(())
    }

    /// Returns address and size in bytes of the variable `name` of a module.
    pub fn variable(&self, module: u64, name: &str) -> Result<(u64, u64), Error> {
        let read = self.module(module)?;
        let found = heddle_kernel::execute::place_of(read, name);
        found.ok_or_else(|| {
            Error::new(code::NOT_FOUND, format!("there is no variable `{name}` in {}", read.source.name))
        })
    }

    /// Returns the resources that a kernel needs.
    pub fn attributes(&self, handle: u64) -> Result<Attributes, Error> {
        Attributes::of(self.function(handle)?.kernel, self.registers)
    }

    /// Returns offset and size of each parameter of a kernel, and the bytes of its parameter block.
    pub fn parameters(&self, handle: u64) -> Result<(Vec<(usize, usize)>, usize), Error> {
        let (module, FunctionId(id)) = self.function(handle)?.kernel;
        let function = &module.functions[id as usize];
        let bytes = |variable: u32| module.variables[variable as usize].bytes as usize;
        let list = function.parameters.iter().map(|p| (p.offset as usize, bytes(p.variable.0)));
        Ok((list.collect(), function.parameter_bytes as usize))
    }

    /// Returns the number of a new launch.
    pub fn next_launch(&mut self) -> u64 {
        self.launches += 1;
        self.launches - 1
    }

    /// Writes a record into the folder of the run.
    pub fn record(&self, record: &Record) {
        if let Some(folder) = &self.folder {
            append(folder, record);
        }
    }
}

/// Returns the error of a handle that belongs to no object of the kind `what`.
pub fn invalid(what: &str, handle: u64) -> Error {
    Error::new(code::INVALID_HANDLE, format!("{handle:#x} is not a valid {what} handle"))
}
