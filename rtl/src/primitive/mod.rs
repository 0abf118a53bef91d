//! Blocks that rust-hdl lacks: the only hand-written Verilog of the project.
//!
//! State: registers without `initial` (rust-hdl's own set themselves to zero, which hides a missing
//! reset), memories. Arithmetic: sums by parallel prefix, products in carry-save form, shifts,
//! counting ones, of a word and place by place, the greatest of many, the lowest one of a word, its
//! place, whether there are several, places in a word as numbers and back, a bit by its place,
//! short numbers compared, whether a sum is a certain number. Wiring: concatenation and its
//! inverses, the addresses of readers that take turns.

mod adder;
mod at;
mod bank;
mod columns;
mod count;
mod deal;
mod decode;
mod encode;
mod gather;
mod greatest;
mod group;
mod ignore;
mod join;
mod less;
mod lowest;
mod mul;
mod mul_add;
mod one_reader;
mod order;
mod pair;
mod place;
mod product;
mod register;
mod resize;
mod rotate;
mod rows;
mod several;
mod shift;
mod shr;
mod since;
mod slice;
mod sorter;
mod split;
mod storage;
mod sum_is;
mod table;
mod tally;
mod words;
mod zeros;

pub use adder::{Adder, AtLeast};
pub use at::At;
pub use bank::Bank;
pub use columns::Columns;
pub use count::Count;
pub use deal::Deal;
pub use decode::Decode;
pub use encode::Encode;
pub use gather::Gather;
pub use greatest::Greatest;
pub use group::Group;
pub use ignore::Ignore;
pub use join::Join;
pub use less::Less;
pub use lowest::Lowest;
pub use mul::{Mul32Rows, Mul32Sum};
pub use mul_add::MulAdd;
pub use one_reader::OneReader;
pub use order::Order;
pub use pair::Pair;
pub use place::Place;
pub use product::Product;
pub use register::{Kept, Register, Registers, Resettable};
pub use resize::Resize;
pub use rotate::Rotate;
pub use rows::{ProductRows, TwoRows};
pub use several::Several;
pub use shift::Shift;
pub use shr::Shr32;
pub use since::Since;
pub use slice::Slice;
pub use sorter::Sorter;
pub use split::Split;
pub use storage::Storage;
pub use sum_is::SumIs;
pub use table::Table;
pub use tally::Tally;
pub use words::Words;
pub use zeros::{LeadingZeros, TrailingZeros};

/// Returns `name` when the word has one bit, because Verilog cannot index a scalar, else
/// `name[high:low]`.
fn part(name: &str, width: usize, low: usize, count: usize) -> String {
    match (width, count) {
        (1, _) => name.to_string(),
        (_, 1) => format!("{name}[{low}]"),
        _ => format!("{name}[{}:{low}]", low + count - 1),
    }
}

/// Joins neighbours in pairs, the results in pairs again, and so on, until one is left: the last
/// one of an odd number waits for the next level. `join` gets the level, from zero on, and the
/// number of the pair in it.
fn in_tree<T>(mut parts: Vec<T>, mut join: impl FnMut(usize, usize, T, T) -> T) -> T {
    let mut level = 0;
    while parts.len() > 1 {
        let (mut rest, mut next) = (parts.into_iter(), Vec::new());
        while let Some(one) = rest.next() {
            let pair = next.len();
            next.push(match rest.next() {
                Some(other) => join(level, pair, one, other),
                None => one,
            });
        }
        (parts, level) = (next, level + 1);
    }
    parts.pop().expect("a tree has a leaf")
}

/// Returns Verilog of two variants: `fpga` where the macro `HEDDLE_FPGA` is defined, else `gates`.
///
/// An FPGA has carry chains and multipliers, which a synthesiser takes for `+`, `>=` and `*`,
/// memories of slices, and lookup tables, which are wider than gates; prefix trees and carry-save
/// rows are for gates.
fn variants(fpga: &str, gates: &str) -> String {
    format!("`ifdef HEDDLE_FPGA\n{fpga}`else\n{gates}`endif\n")
}

/// Returns a declaration that marks the signals as unused for lint.
fn unused(signals: &str) -> String {
    format!("wire _unused = &{{1'b0, {signals}}};\n")
}
