//! Tests of the reader: what it accepts and refuses, the module that it returns, and that no text
//! makes it panic, hang or exhaust memory.

mod declarations;
mod errors;
mod fuzz;
mod heap;
mod meaning;
mod mutation;
mod old;
mod oracle;
mod since;
mod snippet;
mod types;
