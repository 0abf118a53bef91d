//! Power: a netlist in lockstep, what it moves, and what that draws.
//!
//! | where | what |
//! |---|---|
//! | [`gates`] | the netlist, to run |
//! | `tables` | its cells as truth tables, in the order of evaluation |
//! | [`activity`] | what a run moves |
//! | [`sum`] | energy by our own sum over the library |
//! | [`fit`] | energy an operation |

pub mod activity;
pub mod fit;
pub mod gates;
pub mod sum;
mod tables;
