//! Panics of a golden model: they are findings, and so they end a run and not the program.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// A panic: where, and what was said.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Panicked {
    /// File, line and column.
    pub place: String,
    /// Its message.
    pub message: String,
}

thread_local! {
    /// Whether panics of this thread are caught, and so are not printed.
    static CATCHES: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<Panicked>> = const { RefCell::new(None) };
}

/// Runs something that may panic; what it has changed by then stays.
pub fn caught<T>(run: impl FnOnce() -> T) -> Result<T, Panicked> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let other = take_hook();
        set_hook(Box::new(move |info| {
            if !CATCHES.get() {
                return other(info);
            }
            let place = info.location().map_or(String::new(), ToString::to_string);
            let message = match info.payload().downcast_ref::<&str>() {
                Some(text) => (*text).to_owned(),
                None => info.payload().downcast_ref::<String>().cloned().unwrap_or_default(),
            };
            LAST.set(Some(Panicked { place, message }));
        }));
    });
    let before = CATCHES.replace(true);
    let ran = catch_unwind(AssertUnwindSafe(run));
    CATCHES.set(before);
    ran.map_err(|_| LAST.take().unwrap_or(Panicked { place: String::new(), message: String::new() }))
}
