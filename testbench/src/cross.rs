//! Crosses: several things that are looked at in the same cycle, and every combination of what they can be.

/// One thing that is looked at.
#[derive(Debug)]
pub struct Axis {
    /// What it is.
    pub name: &'static str,
    /// What it can be; a bin each.
    pub bins: &'static [&'static str],
}

/// Combinations that can not be.
#[derive(Debug)]
pub struct Impossible<C> {
    /// Why.
    pub why: &'static str,
    /// Whether a combination, a bin an axis, is one of them in this configuration.
    pub is: fn(&C, &[usize]) -> bool,
}

/// Every combination of the bins of some axes.
#[derive(Debug)]
pub struct Cross<C: 'static> {
    /// What is crossed, and in which cycles it is looked at.
    pub name: &'static str,
    /// The things that are crossed.
    pub axes: &'static [Axis],
    /// What of it can not be.
    pub impossible: &'static [Impossible<C>],
}

impl<C> Cross<C> {
    /// How many combinations there are.
    pub fn cells(&self) -> usize {
        self.axes.iter().map(|axis| axis.bins.len()).product()
    }

    /// The number of a combination, the last axis counting fastest.
    pub fn cell(&self, bins: &[usize]) -> usize {
        assert_eq!(bins.len(), self.axes.len(), "{}: a bin an axis", self.name);
        self.axes.iter().zip(bins).fold(0, |cell, (axis, bin)| {
            assert!(*bin < axis.bins.len(), "{}: {} has {} bins, not {bin}", self.name, axis.name, axis.bins.len());
            cell * axis.bins.len() + bin
        })
    }

    /// The combination of a number.
    pub fn bins(&self, mut cell: usize) -> Vec<usize> {
        let mut bins = vec![0; self.axes.len()];
        for (bin, axis) in bins.iter_mut().zip(self.axes).rev() {
            (cell, *bin) = (cell / axis.bins.len(), cell % axis.bins.len());
        }
        bins
    }

    /// Why a combination can not be, if it can not.
    pub fn why_not(&self, cfg: &C, bins: &[usize]) -> Option<&'static str> {
        self.impossible.iter().find(|impossible| (impossible.is)(cfg, bins)).map(|impossible| impossible.why)
    }

    /// A combination in words.
    pub fn words(&self, bins: &[usize]) -> String {
        let words = self.axes.iter().zip(bins).map(|(axis, bin)| format!("{} {}", axis.name, axis.bins[*bin]));
        words.collect::<Vec<_>>().join(", ")
    }
}

/// How many of some.
pub const AMOUNT: &[&str] = &["none", "one", "some", "all"];

/// The bin of `n` of `most`: the only one is all.
pub fn amount(n: u32, most: u32) -> usize {
    match n {
        0 => 0,
        _ if n >= most => 3,
        1 => 1,
        _ => 2,
    }
}

/// A bin into which no number of `most` falls.
pub fn no_amount(bin: usize, most: u32) -> bool {
    bin == 1 && most < 2 || bin == 2 && most < 3
}

/// The bins of an axis that is a condition.
pub const WHETHER: &[&str] = &["no", "yes"];
