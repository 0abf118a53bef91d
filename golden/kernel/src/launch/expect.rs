//! Whether what came out is what was expected.

use super::Data;
use super::description::Expect;

/// The first element that differs, and how many do.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The buffer or symbol.
    pub name: String,
    /// The first element that differs.
    pub index: usize,
    /// What is there.
    pub found: String,
    /// What was expected.
    pub expected: String,
    /// How many elements differ.
    pub count: usize,
    /// Of so many.
    pub of: usize,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Difference { name, index, found, expected, count, of } = self;
        write!(f, "{name}[{index}] is {found}, expected {expected} ({count} of {of} elements differ)")
    }
}

/// Compares elements from `from` on, as many as are expected. An element passes if it is the same to the last bit, or within either tolerance; a NaN
/// passes for a NaN.
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
