//! Invariants of every cycle of a core under random programs, and examples of policies.

mod examples;
mod invariants;
