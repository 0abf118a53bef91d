//! What to run: buffers and what they hold, symbols, grids, arguments, in order, and what must come out.

mod data;

pub use data::{Buffers, Data, Element, Sizes};
