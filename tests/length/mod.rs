//! How much of a long list of runs a test takes: `make test` takes a part of it; `make test-long`,
//! which sets `HEDDLE_LONG` and is a step of the nightly, takes all of it.

#![allow(dead_code)]

/// Whether all is to be run.
pub fn at_length() -> bool {
    std::env::var_os("HEDDLE_LONG").is_some_and(|value| !value.is_empty())
}

/// Whether a preset of a unit is taken: the smallest and the paper's are, and every one at length.
pub fn has_its_turn(preset: &str) -> bool {
    at_length() || ["tiny", "paper"].contains(&preset)
}

/// Returns every `of`-th of `runs`, or all of them at length. Where the list has several
/// dimensions, `of` should divide no length of an inner one, so that each of their values has a
/// run.
pub fn some<T>(of: usize, runs: impl IntoIterator<Item = T>) -> Vec<T> {
    runs.into_iter().step_by(if at_length() { 1 } else { of }).collect()
}
