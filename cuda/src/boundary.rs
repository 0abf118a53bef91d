//! The boundary to C: pointers, strings and results. Everything that is trusted of a caller is
//! trusted here: a pointer that is not null points to what CUDA's documents say, for as long as the
//! call lasts.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use crate::error::{Error, code};

/// A pointer of the caller to the place where a function of the API writes a result.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Out<T>(*mut T);

impl<T> Out<T> {
    /// Writes the result to its place; a null pointer is an error.
    pub fn put(self, value: T) -> Result<(), Error> {
        if self.0.is_null() {
            return Err(Error::new(code::INVALID_VALUE, "the pointer for a result is null"));
        }
        // SAFETY: the caller's pointer is not null, so it points to a place for a result
        unsafe { self.0.write_unaligned(value) };
        Ok(())
    }
    /// Writes the result to its place; does nothing if the pointer is null.
    pub fn give(self, value: T) {
        if !self.0.is_null() {
            let _ = self.put(value);
        }
    }
}

/// A C string that the caller passes to a function of the API.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Text(*const c_char);

impl Text {
    /// Returns the text of the C string; a null pointer is an error.
    pub fn get(self) -> Result<String, Error> {
        if self.0.is_null() {
            return Err(Error::new(code::INVALID_VALUE, "a name is a null pointer"));
        }
        // SAFETY: the caller's pointer is not null, so it points to a string with an end
        Ok(unsafe { CStr::from_ptr(self.0) }.to_string_lossy().into_owned())
    }
}

/// Reads bytes from an address in the program's memory; a null address is an error.
pub fn read(address: u64, bytes: usize) -> Result<Vec<u8>, Error> {
    lend(address, bytes as u64, <[u8]>::to_vec)
}

/// Runs `work` on a slice of the program's memory; a null address, and more bytes than there can
/// be, are errors.
pub fn lend<T>(address: u64, bytes: u64, work: impl FnOnce(&[u8]) -> T) -> Result<T, Error> {
    if bytes == 0 {
        return Ok(work(&[]));
    }
    if address == 0 {
        return Err(Error::new(code::INVALID_VALUE, "the pointer to host memory is null"));
    }
    if i64::try_from(bytes).is_err() || address.checked_add(bytes).is_none() {
        let why = format!("{bytes} bytes from {address:#x} on are more than the host's memory can have");
        return Err(Error::new(code::INVALID_VALUE, why));
    }
    // SAFETY: the caller's pointer is not null, so `bytes` bytes can be read from it, which an
    // address space can have
    Ok(work(unsafe { std::slice::from_raw_parts(address as *const u8, bytes as usize) }))
}

/// Whether the program has all of this memory: every page of it is mapped.
pub fn has(address: u64, bytes: u64) -> bool {
    let Ok(maps) = std::fs::read_to_string("/proc/self/maps") else { return true };
    let Some(end) = address.checked_add(bytes) else { return false };
    let mut reached = address;
    // in ascending order
    for line in maps.lines() {
        let range = line.split_whitespace().next().and_then(|range| range.split_once('-'));
        let number = |text| u64::from_str_radix(text, 16).ok();
        let Some((Some(from), Some(to))) = range.map(|(from, to)| (number(from), number(to))) else { continue };
        if from <= reached && reached < to {
            reached = to;
        }
    }
    reached >= end
}

/// Reads eight bytes from an address in the program's memory as a little-endian number.
pub fn read_word(address: u64) -> Result<u64, Error> {
    let bytes = read(address, 8)?;
    Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
}

/// Writes bytes to an address in the program's memory; a null address is an error.
pub fn write(address: u64, bytes: &[u8]) -> Result<(), Error> {
    if bytes.is_empty() {
        return Ok(());
    }
    if address == 0 {
        return Err(Error::new(code::INVALID_VALUE, "the pointer to host memory is null"));
    }
    // SAFETY: the caller's pointer is not null, so `bytes.len()` bytes can be written to it
    unsafe { std::ptr::copy(bytes.as_ptr(), address as *mut u8, bytes.len()) };
    Ok(())
}

/// Reads a null-terminated string from an address in the program's memory.
pub fn read_text(address: u64) -> Result<String, Error> {
    Text(address as *const c_char).get()
}

thread_local! {
    /// The runtime's last error on this thread.
    static LAST: Cell<i32> = const { Cell::new(0) };
}

/// Returns the last error code of the runtime API on this thread, and replaces it by `next` if
/// there is a `next`.
pub fn last(next: Option<i32>) -> i32 {
    LAST.try_with(|last| next.map_or(last.get(), |next| last.replace(next))).unwrap_or(0)
}

static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Prints a line on standard error, unless the same line was printed before.
pub fn say_once(line: String) {
    let new = SAID.lock().map_or(true, |mut said| said.insert(line.clone()));
    if new {
        eprintln!("heddle: {line}");
    }
}

/// Runs the body of the API function `name` and returns its error code; prints the reason of a
/// failure, and catches a panic.
pub fn call(name: &str, body: impl FnOnce() -> Result<(), Error>) -> i32 {
    let result = catch_unwind(AssertUnwindSafe(body));
    let result = result.unwrap_or_else(|_| {
        Err(Error::new(code::UNKNOWN, "a fault in Heddle itself, whose message is printed above: please report it"))
    });
    let Err(error) = result else { return code::SUCCESS };
    if !error.why.is_empty() {
        say_once(format!("{name}: {}", error.why));
    }
    error.code
}

/// Defines functions of the runtime API: a failure is kept as the thread's last error.
macro_rules! runtime {
    ($($(#[doc = $doc:literal])* $export:literal fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => { $(
        $(#[doc = $doc])*
        #[unsafe(export_name = $export)]
        pub extern "C" fn $name($($arg: $ty),*) -> i32 {
            let code = $crate::boundary::call($export.trim_start_matches("heddle_"), || { $body });
            if code != 0 {
                $crate::boundary::last(Some(code));
            }
            code
        }
    )* };
}

/// Defines functions of the driver API.
macro_rules! driver {
    ($($(#[doc = $doc:literal])* $export:literal fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => { $(
        $(#[doc = $doc])*
        #[unsafe(export_name = $export)]
        pub extern "C" fn $name($($arg: $ty),*) -> i32 {
            $crate::error::of_driver($crate::boundary::call($export.trim_start_matches("heddle_"), || { $body }))
        }
    )* };
}

pub(crate) use {driver, runtime};

/// Parts of the names of missing functions, with what is missing and what a program can do without
/// it.
const ABSENT: [(&str, &str); 10] = [
    ("Capture", "there are no graphs and no capture: launch the kernels one by one"),
    ("Graph", "there are no graphs and no capture: launch the kernels one by one"),
    ("Ipc", "memory and events cannot be shared between processes: use one process"),
    ("Cooperative", "there is no `grid.sync()`: launch a kernel for each part, or count arrivals in memory"),
    ("Mipmap", "there are no mipmaps: use one array a level"),
    ("Peer", "there is one device"),
    ("External", "memory and semaphores of other libraries cannot be used"),
    ("Graphics", "there is no graphics library to share with"),
    ("MemPool", "there are no memory pools: use cudaMalloc or cudaMallocAsync"),
    ("MemAddress", "addresses cannot be reserved: use cuMemAlloc"),
];

/// The target of every name that CUDA's libraries export and Heddle does not implement: returns the
/// error "not supported".
#[unsafe(export_name = "heddle_missing")]
pub extern "C" fn missing(name: Text) -> i32 {
    let name = name.get().unwrap_or_default();
    let why = ABSENT.iter().find(|(part, _)| name.contains(part)).map_or(String::new(), |(_, why)| format!(" ({why})"));
    say_once(format!("{name} is not supported{why}: the call returns error {}", code::NOT_SUPPORTED));
    if !name.starts_with("cu") || name.starts_with("cuda") {
        last(Some(code::NOT_SUPPORTED));
    }
    code::NOT_SUPPORTED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_the_program_is_known() {
        let held = vec![1u8; 1 << 16];
        let start = held.as_ptr() as u64;
        assert!(has(start, 1 << 16));
        assert!(!has(0, 16) && !has(4096, 4096u64.wrapping_neg()) && !has(start, 1 << 60) && !has(start, 1 << 45));
    }
}
