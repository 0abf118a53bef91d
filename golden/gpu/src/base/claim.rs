//! A value that one of several threads takes.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};

/// A value that one of several threads takes: the first that claims it, which may change it.
#[derive(Debug)]
pub(crate) struct Claim<T> {
    claimed: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: one thread at most gets a reference to the value, so it is as if the value moved there.
unsafe impl<T: Send> Sync for Claim<T> {}

impl<T> Claim<T> {
    /// Creates a value that no thread has taken.
    pub fn new(value: T) -> Claim<T> {
        Claim { claimed: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }
    /// Returns the value to the first caller, and `None` to every later one.
    #[expect(clippy::mut_from_ref, reason = "one caller at most gets the reference")]
    pub fn claim(&self) -> Option<&mut T> {
        // looked at first, since a swap takes the cache line away from the thread that has it
        let first = !self.claimed.load(Ordering::Relaxed) && !self.claimed.swap(true, Ordering::AcqRel);
        // SAFETY: the swap returns `false` once, and nothing else refers to the value until
        // `into_inner` takes the claim itself.
        first.then(|| unsafe { &mut *self.value.get() })
    }
    /// Returns the value, whether or not a thread took it.
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_gets_it() {
        for _ in 0..200 {
            let claim = Claim::new(0u32);
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| claim.claim().into_iter().for_each(|value| *value += 1));
                }
            });
            assert_eq!(claim.into_inner(), 1);
        }
    }
}
