//! Power: the activity of a netlist that runs in lockstep, and the energy of that activity.
//!
//! | where | what |
//! |---|---|
//! | [`activity`] | switching activity of a run |
//! | [`clock`] | energy of the clock, with clock gates or without |
//! | [`sum`] | energy by our own sum over the library |
//! | [`fit`] | energy of an operation |

pub mod activity;
pub mod clock;
pub mod fit;
pub mod sum;
