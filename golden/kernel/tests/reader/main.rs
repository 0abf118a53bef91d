//! The reader: what it accepts and refuses, what comes out, and that no text makes it panic, hang
//! or swallow memory.

mod declarations;
mod errors;
mod fuzz;
mod heap;
mod meaning;
mod mutation;
mod old;
mod oracle;
mod snippet;
mod types;
