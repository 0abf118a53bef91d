//! The two streams: results on standard output, everything else on standard error. Neither can make the command panic.

use std::fmt::Arguments;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

/// Standard output, as it was at the start.
static OUT: OnceLock<Mutex<Out>> = OnceLock::new();

/// What is found and not told yet.
static PENDING: Mutex<String> = Mutex::new(String::new());

/// Whether standard output was closed when the program started: the standard library opens `/dev/null` in its place before `main`.
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

/// Takes standard output for ourselves: what a model prints (`$display`) goes to standard error from now on, so that the
/// lines on standard output are ours alone.
pub fn claim() {
    let file = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    // without it, both streams are what they were
    let _ = rustix::stdio::dup2_stdout(io::stderr());
    let closed = CLOSED.load(Ordering::Relaxed);
    let (file, failed) = if closed { (None, Some(io::Error::other("it is closed"))) } else { (file.ok(), None) };
    OUT.get_or_init(|| Mutex::new(Out { file, failed }));
}

/// Standard output, as it was at the start, for a program that is run.
pub fn output() -> Option<File> {
    OUT.get()?.lock().expect("no thread panics while it writes").file.as_ref()?.try_clone().ok()
}

/// Writes to standard output. A reader who has gone (`| head`) does not end the work; what else goes wrong is told at
/// the end, by [`ended`].
pub fn write(bytes: &[u8]) {
    let Some(out) = OUT.get() else { return };
    let mut out = out.lock().expect("no thread panics while it writes");
    if let Some(Err(error)) = out.file.as_mut().map(|file| file.write_all(bytes)) {
        out.file = None;
        out.failed = Some(error).filter(|error| error.kind() != ErrorKind::BrokenPipe);
    }
}

/// Keeps what is found until it is told, so that it is not lost when the command is ended at once; nothing, when it was told.
pub fn pend(text: String) {
    *PENDING.lock().expect("no panic here") = text;
}

/// Tells what is found and not told yet.
pub fn tell_pending() {
    let text = PENDING.lock().map(|mut text| std::mem::take(&mut *text)).unwrap_or_default();
    write(text.as_bytes());
}

/// Whether all that was written arrived.
pub fn ended() -> io::Result<()> {
    let failed = OUT.get().and_then(|out| out.lock().expect("no thread panics while it writes").failed.take());
    failed.map_or(Ok(()), Err)
}

/// A line on standard output.
pub fn line(text: Arguments) {
    write(format!("{text}\n").as_bytes());
}

/// A line on standard error, which nobody need read.
pub fn line_aside(text: Arguments) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// As `println!`.
macro_rules! say {
    ($($words:tt)*) => { $crate::console::line(format_args!($($words)*)) };
}

/// As `eprintln!`.
macro_rules! aside {
    ($($words:tt)*) => { $crate::console::line_aside(format_args!($($words)*)) };
}

pub(crate) use {aside, say};
