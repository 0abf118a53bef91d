//! What rust-hdl lacks: the only hand-written Verilog of the project.
//!
//! State: registers without `initial` (rust-hdl's own set themselves to zero, which hides a missing reset), memories.
//! Arithmetic: wide products, arithmetic shift, counting ones. Wiring: concatenation and its inverses.

mod bank;
mod count;
mod deal;
mod gather;
mod ignore;
mod join;
mod mul;
mod pair;
mod product;
mod register;
mod resize;
mod shift;
mod shr;
mod slice;
mod split;
mod storage;

pub use bank::Bank;
pub use count::Count;
pub use deal::Deal;
pub use gather::Gather;
pub use ignore::Ignore;
pub use join::Join;
pub use mul::Mul32;
pub use pair::Pair;
pub use product::Product;
pub use register::{Kept, Register, Registers, Resettable};
pub use resize::Resize;
pub use shift::Shift;
pub use shr::Shr32;
pub use slice::Slice;
pub use split::Split;
pub use storage::Storage;

/// `name` when the word has one bit, because Verilog can not index a scalar, else `name[high:low]`.
fn part(name: &str, width: usize, low: usize, count: usize) -> String {
    match (width, count) {
        (1, _) => name.to_string(),
        (_, 1) => format!("{name}[{low}]"),
        _ => format!("{name}[{}:{low}]", low + count - 1),
    }
}

/// A declaration that tells lint that these signals are unused on purpose.
fn unused(signals: &str) -> String {
    format!("wire _unused = &{{1'b0, {signals}}};\n")
}
