//! The comparison of a buffer's contents with the expected contents.

use super::Data;
use super::description::Expect;

/// The difference between found and expected contents: the first element that differs, and how many
/// differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The name of the buffer or symbol.
    pub name: String,
    /// The index of the first element that differs.
    pub index: usize,
    /// The value found in that element.
    pub found: String,
    /// The value expected in that element.
    pub expected: String,
    /// How many elements differ.
    pub count: usize,
    /// How many elements were compared.
    pub of: usize,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Difference { name, index, found, expected, count, of } = self;
        write!(f, "{name}[{index}] is {found}, expected {expected} ({count} of {of} elements differ)")
    }
}

/// Compares the elements from `from` on with the expected ones; returns the difference, or `None`
/// if all elements pass. As many elements are compared as are expected. An element passes if it is
/// the same to the last bit, or within either tolerance; a NaN passes for a NaN.
pub fn compare(name: &str, found: &Data, from: usize, expected: &Data, expect: &Expect) -> Option<Difference> {
    let passes = |index: usize| {
        let ((a, found), (b, expected)) = (found.element(from + index), expected.element(index));
        if found == expected || (a.is_nan() && b.is_nan()) {
            return true;
        }
        let error = (a - b).abs();
        expect.relative.is_some_and(|relative| error <= relative * b.abs())
            || expect.absolute.is_some_and(|absolute| error <= absolute)
    };
    let mut wrong = (0..expected.len()).filter(|&index| !passes(index));
    let index = wrong.next()?;
    Some(Difference {
        name: name.into(),
        index: from + index,
        found: found.show(from + index),
        expected: expected.show(index),
        count: 1 + wrong.count(),
        of: expected.len(),
    })
}
