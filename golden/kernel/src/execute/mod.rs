//! Functional execution: the image of a kernel ([`Image`]), memory, and warps that execute one warp
//! instruction at a time.
//!
//! A register of a warp is a row of 32 words, one per lane; a predicate is a mask. An operation is
//! a loop over rows, chosen when the kernel is made ready. A scalar register (STSIMT 4.1) is a row
//! that is written for all lanes at once with the first active thread's value, so that its value
//! belongs to the warp, not to a thread.
//!
//! # Threads of a warp
//!
//! Registers, predicates and local memory belong to the [`Warp`]: one instruction is executed for
//! some of its threads and yields an [`Outcome`]. Program counters belong to the [`Divergence`],
//! which moves the threads by that outcome: with the SIMT stack of a warp ([`WarpStack`]), or with
//! a program counter per thread ([`LowestPc`]). Return values of a function are delivered when all
//! its threads have left it. An indirect call with several targets is executed once for each.
//!
//! # Order
//!
//! CTAs run one after the other, x fastest, unless one executes for long, or repeats its states
//! until something changes: then CTAs take turns. The warps of a CTA take turns of some thousand
//! instructions, or until a barrier. So a warp may spin until another warp or CTA acts, but threads
//! of one warp must not spin on each other: that is reported as a livelock. Lanes of a store or an
//! atomic operation go in their order.
//!
//! # Barriers
//!
//! A barrier waits for all threads of the CTA that have not ended, or for as many as it says (then
//! whole warps are counted). With [`WarpStack`], all threads of a warp that have not ended must
//! come to it together: `bar.sync` in divergent code is an error.
//!
//! # Addresses
//!
//! An address in a state space equals its generic address: see [`SHARED`] and its neighbours.
//!
//! # Contents
//!
//! | | |
//! |---|---|
//! | a kernel made ready | `image`, `decode`, `code` |
//! | a grid, a CTA, its barriers | `run`, `turns`, `cta`, `barrier` |
//! | a warp: the state of its threads | `warp`, `frame`, `registers`, `rows`, `special` |
//! | threads of several warps that execute as one | `dynamic_warp`, `pack` |
//! | a warp with a size of its own | `whole` |
//! | one instruction | `instruction`, `compute`, `machine`, `evaluate`, `exchange`, `transfer`, `print`, `heap` |
//! | memory | `memory`, `layout`, `bindings`, `window`, `locate`, `access`, `atomic`, `texture`, `surface` |
//! | the next instructions of threads | `outcome`, `divergence` |
//! | observers, faults, what never ends | `observer`, `fault`, `livelock` |
// lanes are numbers: what a loop does to one row it reads from others
#![allow(clippy::needless_range_loop)]

mod access;
mod atomic;
mod barrier;
mod bindings;
mod code;
mod compute;
mod cta;
mod decode;
mod divergence;
mod dynamic_warp;
mod evaluate;
mod exchange;
mod fault;
mod frame;
mod heap;
mod image;
mod instruction;
mod layout;
mod livelock;
mod locate;
mod machine;
mod memory;
mod observer;
mod outcome;
mod pack;
mod print;
mod registers;
mod rows;
mod run;
mod special;
mod surface;
mod texture;
mod transfer;
mod turns;
mod warp;
mod whole;
mod window;

pub use cta::Cta;
pub use divergence::{Divergence, Entry, LowestPc, Regrouped, WarpStack};
pub use dynamic_warp::DynamicWarp;
pub use fault::{AccessKind, Cause, Fault, Halt, Report};
pub use frame::Frame;
pub(crate) use image::reached;
pub use image::{Image, Making};
pub(crate) use layout::fits;
pub use layout::place_of;
pub use livelock::{LIVELOCK, Livelock, REPEATS};
pub use memory::Memory;
pub use observer::{Issue, Observer, Traffic, Unobserved};
pub use outcome::{Arrival, Call, Outcome, by_target};
pub use pack::{Pack, Seat};
pub use print::Printed;
pub use rows::Row;
pub use run::{Launch, Options, Statistics, run, run_from, run_with};
pub use special::{IN_ORDER, LaneOrder};
pub use turns::{Execution, Progress};
pub use warp::{State, Warp};
pub use window::{GLOBAL, LOCAL, PARAMETERS, SHARED, WINDOW, space_of};
