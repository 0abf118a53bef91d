//! The boundary to C++: a model that is loaded into this process.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError};

use libloading::os::unix::{Library as Handle, RTLD_LOCAL, RTLD_NOW};

use super::error::LoadError;

/// Lock of construction: Verilator keeps one random epoch for all models of a process, and setting
/// the seed of one model while another is constructed on another thread redraws the other's
/// registers, in the middle. So one model is constructed at a time.
static CONSTRUCTION: Mutex<()> = Mutex::new(());

type Coverage = (unsafe extern "C" fn(*mut c_void), unsafe extern "C" fn(*mut c_void, *const c_char) -> c_int);
type Run = unsafe extern "C" fn(*mut c_void, *const u64, *mut u64, usize) -> usize;

/// A loaded model. The functions stay valid as long as it lives.
pub(super) struct Library {
    create: unsafe extern "C" fn(u32) -> *mut c_void,
    free: unsafe extern "C" fn(*mut c_void),
    run: Run,
    checksum: Run,
    select: unsafe extern "C" fn(*mut c_void, u64),
    peek: unsafe extern "C" fn(*mut c_void, *mut u64),
    stopped: unsafe extern "C" fn(*mut c_void) -> *const c_char,
    trace_open: unsafe extern "C" fn(*mut c_void, *const c_char) -> c_int,
    trace_close: unsafe extern "C" fn(*mut c_void) -> *const c_char,
    /// Functions that reset and write the toggle counts; `None` unless the model counts.
    coverage: Option<Coverage>,
    inputs: usize,
    outputs: usize,
    /// Closed when the library is dropped.
    _handle: Handle,
}

/// The shim's result of a request for a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TraceAnswer {
    Open,
    NotOpen,
    NotTraced,
}

impl Library {
    /// Loads a library with the ports of a design: `inputs` and `outputs` are their numbers.
    pub(super) fn open(path: &Path, inputs: usize, outputs: usize) -> Result<Self, LoadError> {
        // SAFETY: what runs at loading is the constructors of the C++ runtime and of a model that
        // we built. All symbols are bound now, so a library that lacks one is an error here and not
        // the end of the process later.
        let handle = unsafe { Handle::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map_err(|e| reason(&e))?;
        // SAFETY: the types are those of `heddle.h`, from which the library was compiled: its hash
        // is in the manifest.
        let library = unsafe {
            let count = |name| symbol::<unsafe extern "C" fn() -> usize>(&handle, name).map(|count| count());
            Self {
                inputs: count(c"heddle_inputs")?,
                outputs: count(c"heddle_outputs")?,
                create: symbol(&handle, c"heddle_create")?,
                free: symbol(&handle, c"heddle_free")?,
                run: symbol(&handle, c"heddle_run")?,
                checksum: symbol(&handle, c"heddle_checksum")?,
                select: symbol(&handle, c"heddle_select")?,
                peek: symbol(&handle, c"heddle_peek")?,
                stopped: symbol(&handle, c"heddle_stopped")?,
                trace_open: symbol(&handle, c"heddle_trace_open")?,
                trace_close: symbol(&handle, c"heddle_trace_close")?,
                coverage: symbol(&handle, c"heddle_coverage_forget")
                    .ok()
                    .zip(symbol(&handle, c"heddle_coverage_write").ok()),
                _handle: handle,
            }
        };
        if (library.inputs, library.outputs) != (inputs, outputs) {
            return Err(LoadError::Ports { inputs: library.inputs, outputs: library.outputs });
        }
        Ok(library)
    }
}

/// # Safety
///
/// `T` is the type of the symbol, a function pointer; it is not called after the library is closed.
pub(super) unsafe fn symbol<T: Copy>(library: &Handle, name: &CStr) -> Result<T, LoadError> {
    // SAFETY: the caller vouches for the type.
    unsafe { library.get::<T>(name) }.map(|symbol| *symbol).map_err(|e| reason(&e))
}

/// Returns the loader's message, which is in the source of the crate's error.
fn reason(error: &libloading::Error) -> LoadError {
    LoadError::Loader(std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string))
}

/// # Safety
///
/// The pointer is null or points to a C string.
unsafe fn text(pointer: *const c_char) -> Option<String> {
    // SAFETY: the caller vouches for it.
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}

/// One model object. It is freed before its library can be closed: [`Drop`] runs before the fields
/// are dropped.
pub(super) struct Object {
    pointer: NonNull<c_void>,
    library: Arc<Library>,
}

// SAFETY: the object is reached through `&mut` alone (or not at all), and what the runtime keeps by
// thread is set anew by the shim in every call.
unsafe impl Send for Object {}

impl Object {
    pub(super) fn new(library: &Arc<Library>, seed: u32) -> Self {
        let _one = CONSTRUCTION.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: no other construction runs; the seed is what the shim expects, any number.
        let pointer = unsafe { (library.create)(seed) };
        let pointer = NonNull::new(pointer).expect("the shim never returns null");
        Self { pointer, library: Arc::clone(library) }
    }

    /// Runs `cycles` cycles and returns the number of completed ones.
    pub(super) fn run(&mut self, inputs: &[u64], outputs: &mut [u64], cycles: usize) -> usize {
        assert_eq!(inputs.len(), cycles * self.library.inputs, "input slots for {cycles} cycles");
        assert_eq!(outputs.len(), cycles * self.library.outputs, "output slots for {cycles} cycles");
        // SAFETY: the object is alive and ours alone, and both slices are as long as the shim reads
        // and writes.
        unsafe { (self.library.run)(self.pointer.as_ptr(), inputs.as_ptr(), outputs.as_mut_ptr(), cycles) }
    }

    /// Runs `cycles` cycles, folds the outputs into `state`, and returns the number of completed
    /// ones.
    pub(super) fn checksum(&mut self, inputs: &[u64], state: &mut u64, cycles: usize) -> usize {
        assert_eq!(inputs.len(), cycles * self.library.inputs, "input slots for {cycles} cycles");
        // SAFETY: as in `run`; the shim writes one word to `state`.
        unsafe { (self.library.checksum)(self.pointer.as_ptr(), inputs.as_ptr(), state, cycles) }
    }

    /// Sets the input that no slot drives.
    pub(super) fn select(&mut self, value: u64) {
        // SAFETY: the object is alive and ours alone.
        unsafe { (self.library.select)(self.pointer.as_ptr(), value) }
    }

    pub(super) fn peek(&mut self, outputs: &mut [u64]) {
        assert_eq!(outputs.len(), self.library.outputs, "output slots");
        // SAFETY: the object is alive and the slice as long as the shim writes.
        unsafe { (self.library.peek)(self.pointer.as_ptr(), outputs.as_mut_ptr()) }
    }

    /// Returns why the Verilog stopped; `None` if it did not.
    pub(super) fn stopped(&self) -> Option<String> {
        // SAFETY: the object is alive; the text is a C string of the object's, copied before
        // anything can change it.
        unsafe { text((self.library.stopped)(self.pointer.as_ptr())) }
    }

    pub(super) fn open_trace(&mut self, path: &Path) -> TraceAnswer {
        let Ok(path) = CString::new(path.as_os_str().as_bytes()) else { return TraceAnswer::NotOpen };
        // SAFETY: the object is alive and the path a C string.
        match unsafe { (self.library.trace_open)(self.pointer.as_ptr(), path.as_ptr()) } {
            0 => TraceAnswer::Open,
            1 => TraceAnswer::NotOpen,
            _ => TraceAnswer::NotTraced,
        }
    }

    /// Closes the trace; returns why its file is incomplete, or `None`.
    pub(super) fn close_trace(&mut self) -> Option<String> {
        // SAFETY: the object is alive; the text is a C string of the object's, copied before
        // anything can change it.
        unsafe { text((self.library.trace_close)(self.pointer.as_ptr())) }
    }
}

impl Object {
    /// Resets the toggle counts, in a model that counts.
    pub(super) fn forget_coverage(&mut self) {
        if let Some((forget, _)) = self.library.coverage {
            // SAFETY: the object is alive and ours alone.
            unsafe { forget(self.pointer.as_ptr()) }
        }
    }

    /// Writes the toggle counts to a file; returns whether the file is complete.
    pub(super) fn write_coverage(&mut self, path: &Path) -> bool {
        let (Some((_, write)), Ok(path)) = (self.library.coverage, CString::new(path.as_os_str().as_bytes())) else {
            return false;
        };
        // SAFETY: the object is alive and the path a C string.
        unsafe { write(self.pointer.as_ptr(), path.as_ptr()) == 0 }
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: the object is alive and not used after this; its library is still open, because
        // we hold it.
        unsafe { (self.library.free)(self.pointer.as_ptr()) }
    }
}
