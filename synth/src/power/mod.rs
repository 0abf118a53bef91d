//! Power: a netlist that runs in lockstep, its activity, and the energy of that activity.
//!
//! | where | what |
//! |---|---|
//! | [`gates`] | the executable netlist |
//! | `tables` | cells as truth tables, in the order of evaluation |
//! | [`activity`] | switching activity of a run |
//! | [`sum`] | energy by our own sum over the library |
//! | [`fit`] | energy of an operation |

pub mod activity;
pub mod fit;
pub mod gates;
pub mod sum;
mod tables;
