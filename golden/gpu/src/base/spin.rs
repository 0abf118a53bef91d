//! Waiting for another thread that is at work: for less time than it takes to sleep.

use std::hint::spin_loop;
use std::thread::yield_now;

/// Rounds of waiting until the thread gives its processor to another.
const ROUNDS: u32 = 1 << 10;

/// Waits until a condition holds that another running thread brings about.
pub(crate) fn spin_until(holds: impl Fn() -> bool) {
    let mut rounds = 0u32;
    while !holds() {
        rounds = rounds.wrapping_add(1);
        if rounds.is_multiple_of(ROUNDS) { yield_now() } else { spin_loop() }
    }
}
