//! Crosses of cover points: several observations in the same cycle, and every combination of their
//! values.

/// An axis of a cross: one observation, with its bins.
#[derive(Debug)]
pub struct Axis {
    /// Name of the observation.
    pub name: &'static str,
    /// Names of the bins, one for each value that is distinguished.
    pub bins: &'static [&'static str],
}

/// Combinations of a cross that are impossible, with a reason.
#[derive(Debug)]
pub struct Impossible<C> {
    /// Why the combinations are impossible.
    pub why: &'static str,
    /// Whether a combination, given as one bin an axis, is impossible in this configuration.
    pub is: fn(&C, &[usize]) -> bool,
}

/// A cross: every combination of the bins of its axes.
#[derive(Debug)]
pub struct Cross<C: 'static> {
    /// Name of the cross, which says what is crossed and in which cycles it is sampled.
    pub name: &'static str,
    /// The axes that are crossed.
    pub axes: &'static [Axis],
    /// The combinations that are impossible.
    pub impossible: &'static [Impossible<C>],
}

impl<C> Cross<C> {
    /// Number of combinations of the cross.
    pub fn cells(&self) -> usize {
        self.axes.iter().map(|axis| axis.bins.len()).product()
    }

    /// Returns the index of a combination; the last axis counts fastest.
    pub fn cell(&self, bins: &[usize]) -> usize {
        assert_eq!(bins.len(), self.axes.len(), "{}: a bin an axis", self.name);
        self.axes.iter().zip(bins).fold(0, |cell, (axis, bin)| {
            assert!(*bin < axis.bins.len(), "{}: {} has {} bins, not {bin}", self.name, axis.name, axis.bins.len());
            cell * axis.bins.len() + bin
        })
    }

    /// Returns the combination with an index, as one bin an axis.
    pub fn bins(&self, mut cell: usize) -> Vec<usize> {
        let mut bins = vec![0; self.axes.len()];
        for (bin, axis) in bins.iter_mut().zip(self.axes).rev() {
            (cell, *bin) = (cell / axis.bins.len(), cell % axis.bins.len());
        }
        bins
    }

    /// Returns why a combination is impossible; `None` if it is possible.
    pub fn why_not(&self, cfg: &C, bins: &[usize]) -> Option<&'static str> {
        self.impossible.iter().find(|impossible| (impossible.is)(cfg, bins)).map(|impossible| impossible.why)
    }

    /// Returns the description of a combination: the name and the bin of each axis.
    pub fn words(&self, bins: &[usize]) -> String {
        let words = self.axes.iter().zip(bins).map(|(axis, bin)| format!("{} {}", axis.name, axis.bins[*bin]));
        words.collect::<Vec<_>>().join(", ")
    }
}

/// Bins of an axis that is an amount: none, one, some, all.
pub const AMOUNT: &[&str] = &["none", "one", "some", "all"];

/// Returns the bin of [`AMOUNT`] of `n` out of `most`; one out of one counts as all.
pub fn amount(n: u32, most: u32) -> usize {
    match n {
        0 => 0,
        _ if n >= most => 3,
        1 => 1,
        _ => 2,
    }
}

/// Whether no number up to `most` falls into a bin of [`AMOUNT`].
pub fn no_amount(bin: usize, most: u32) -> bool {
    bin == 1 && most < 2 || bin == 2 && most < 3
}

/// Bins of an axis that is a condition: no, yes.
pub const WHETHER: &[&str] = &["no", "yes"];
