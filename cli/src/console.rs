//! The two output streams: results on standard output, all else on standard error. No failure of
//! either makes the command panic.

use std::fmt::Arguments;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

/// Standard output, as it is when the command starts.
static OUT: OnceLock<Mutex<Out>> = OnceLock::new();

/// Text of a mismatch that is found but not yet printed.
static PENDING: Mutex<String> = Mutex::new(String::new());

/// Whether standard output was closed when the program started: the standard library opens
/// `/dev/null` in its place before `main`.
static CLOSED: AtomicBool = AtomicBool::new(false);

#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = {
    extern "C" fn look() {
        // SAFETY: the descriptor is only asked whether it is open
        let out = unsafe { BorrowedFd::borrow_raw(1) };
        CLOSED.store(rustix::io::fcntl_getfd(out).is_err(), Ordering::Relaxed);
    }
    look
};

struct Out {
    file: Option<File>,
    failed: Option<io::Error>,
}

/// Reserves standard output for the command's own lines: what a model prints (`$display`) goes to
/// standard error from now on.
pub fn claim() {
    let file = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    // without it, both streams are what they were
    let _ = rustix::stdio::dup2_stdout(io::stderr());
    let closed = CLOSED.load(Ordering::Relaxed);
    let (file, failed) = if closed { (None, Some(io::Error::other("it is closed"))) } else { (file.ok(), None) };
    OUT.get_or_init(|| Mutex::new(Out { file, failed }));
}

/// Returns standard output as it is at the start, for a child program; `None` if closed or not
/// claimed.
pub fn output() -> Option<File> {
    OUT.get()?.lock().expect("no thread panics while it writes").file.as_ref()?.try_clone().ok()
}

/// Writes bytes to standard output; errors are kept for [`ended`], which reports them at the end.
/// A reader that has ended (`| head`) is no error, and does not end the work.
pub fn write(bytes: &[u8]) {
    let Some(out) = OUT.get() else { return };
    let mut out = out.lock().expect("no thread panics while it writes");
    if let Some(Err(error)) = out.file.as_mut().map(|file| file.write_all(bytes)) {
        out.file = None;
        out.failed = Some(error).filter(|error| error.kind() != ErrorKind::BrokenPipe);
    }
}

/// Keeps the text of a finding until it is printed, in case the command is ended at once; empty
/// text clears it.
pub fn pend(text: String) {
    *PENDING.lock().expect("no panic here") = text;
}

/// Prints the text that [`pend`] keeps, and clears it.
pub fn tell_pending() {
    let text = PENDING.lock().map(|mut text| std::mem::take(&mut *text)).unwrap_or_default();
    write(text.as_bytes());
}

/// Returns the error, if any, with which a write to standard output failed.
pub fn ended() -> io::Result<()> {
    let failed = OUT.get().and_then(|out| out.lock().expect("no thread panics while it writes").failed.take());
    failed.map_or(Ok(()), Err)
}

/// Writes one line to standard output.
pub fn line(text: Arguments) {
    write(format!("{text}\n").as_bytes());
}

/// Writes one line to standard error, and ignores errors.
pub fn line_aside(text: Arguments) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints a line to standard output, as `println!` does, but never panics.
#[macro_export]
macro_rules! say {
    ($($words:tt)*) => { $crate::console::line(format_args!($($words)*)) };
}

/// Prints a line to standard error, as `eprintln!` does, but never panics.
#[macro_export]
macro_rules! aside {
    ($($words:tt)*) => { $crate::console::line_aside(format_args!($($words)*)) };
}

pub use {aside, say};
