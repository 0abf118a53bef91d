//! Signals that end the program: a launch that is under way is ended first, and its part is
//! recorded.

use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

/// The signals that end a program that does not handle them.
const ENDING: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// The signal that has arrived; 0 for none.
static ARRIVED: AtomicI32 = AtomicI32::new(0);
/// Launches and waits that are under way.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// A guard: while one exists, signals that would end the program are only recorded, since a launch
/// is under way or grids wait.
pub struct UnderWay;

impl UnderWay {
    /// Creates a guard, which defers signals until it is dropped.
    pub fn begin() -> UnderWay {
        UNDER_WAY.fetch_add(1, Ordering::SeqCst);
        UnderWay
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let left = UNDER_WAY.fetch_sub(1, Ordering::SeqCst) - 1;
        let signal = ARRIVED.load(Ordering::SeqCst);
        if left == 0 && signal != 0 {
            end(signal);
        }
    }
}

/// Whether a signal has arrived that ends the program.
pub fn arrived() -> bool {
    ARRIVED.load(Ordering::Relaxed) != 0
}

/// Installs a handler for the signals that end a program by default, as far as the program has none
/// of its own.
pub fn handle() {
    for signal in ENDING {
        // SAFETY: both structures are plain data, and the handler only does what is allowed in one
        unsafe {
            let mut known: libc::sigaction = std::mem::zeroed();
            if libc::sigaction(signal, std::ptr::null(), &mut known) == 0 && known.sa_sigaction == libc::SIG_DFL {
                let mut ours: libc::sigaction = std::mem::zeroed();
                ours.sa_sigaction = arrives as extern "C" fn(i32) as usize;
                ours.sa_flags = libc::SA_RESTART;
                libc::sigaction(signal, &ours, std::ptr::null_mut());
            }
        }
    }
}

extern "C" fn arrives(signal: i32) {
    ARRIVED.store(signal, Ordering::SeqCst);
    if UNDER_WAY.load(Ordering::SeqCst) == 0 {
        end(signal);
    }
}

/// Ends the program as the signal would have without a handler.
fn end(signal: i32) {
    // SAFETY: both calls are allowed in a handler
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}
