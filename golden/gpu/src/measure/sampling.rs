//! Sampling: some launches are timed, the others executed functionally, and the cycles of all are
//! estimated.
//!
//! Launches of one kernel with CTAs of one shape are a group, of which the first ones are timed,
//! then one of every [`EVERY`], and each whose work is unlike that of all timed ones, in warp or in
//! thread instructions. Groups by kernel and counted work are those of Principal Kernel Analysis
//! (Avalos Baddouh et al., MICRO 2021, principal kernel selection), a systematic sample is that of
//! SMARTS (Wunderlich et al., ISCA 2003). The cycles of the others follow from a line through those
//! of the timed ones over their thread instructions, which are known of all launches: the
//! regression estimator (Cochran, *Sampling Techniques*, chapter 7). Its interval is that of the
//! sum of predictions at 95 %, and contains what the later half of the timed launches gives where
//! they are all alike.

use std::collections::BTreeMap;

/// Launches of a group that are timed before any is left out: a line and its error need three, and
/// with four the interval is a third as wide.
pub const FIRST: u64 = 4;
/// Launches of a group behind the first ones of which one is timed.
pub const EVERY: u64 = 10;
/// Times as many or as few warp or thread instructions as any timed launch of its group has, from
/// which on a launch is timed: a line says nothing beyond its points.
pub const BEYOND: f64 = 1.25;

/// Cycles that are estimated: the true ones lie within the margin in 95 of 100 cases, if the errors
/// are as the method assumes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    /// The estimate.
    pub cycles: f64,
    /// The half of the interval's width.
    pub margin: f64,
}

impl Estimate {
    /// Returns cycles that are not estimated, but simulated.
    pub fn exact(cycles: u64) -> Estimate {
        Estimate { cycles: cycles as f64, margin: 0.0 }
    }
    /// Returns the estimate with a margin that another estimate of the same cycles lies within.
    pub fn beside(self, other: f64) -> Estimate {
        Estimate { margin: self.margin.hypot(self.cycles - other), ..self }
    }
}

/// The sum of two independent estimates.
impl std::ops::Add for Estimate {
    type Output = Estimate;
    fn add(self, other: Estimate) -> Estimate {
        Estimate { cycles: self.cycles + other.cycles, margin: self.margin.hypot(other.margin) }
    }
}

/// The launches of a run so far, by group: which are timed, and what they took.
#[derive(Debug, Default)]
pub struct Sampling(BTreeMap<(String, [u32; 3]), Group>);

/// A line through points (x, y) by least squares, which predicts the sum of y over further points.
#[derive(Debug, Clone, Default)]
pub struct Line {
    /// The values of y, in the order of points.
    values: Vec<f64>,
    /// Number of points.
    pub points: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Line {
    /// Adds a point.
    pub fn add(&mut self, x: f64, y: f64) {
        self.values.push(y);
        self.points += 1.0;
        (self.x, self.y) = (self.x + x, self.y + y);
        (self.xx, self.xy, self.yy) = (self.xx + x * x, self.xy + x * y, self.yy + y * y);
    }

    /// Returns the mean of y over the later half of the points.
    pub fn later(&self) -> f64 {
        let later = &self.values[self.values.len() / 2..];
        later.iter().sum::<f64>() / later.len() as f64
    }

    /// Returns the sum of y over `more` further points, whose x have the sum `x`, with its margin
    /// at 95 %. `least` is the least slope; `None`: the line is level.
    pub fn sum(&self, more: f64, x: f64, least: Option<f64>) -> Estimate {
        let n = self.points;
        let (mean_x, mean_y) = (self.x / n, self.y / n);
        let about = |sum: f64, of: f64, with: f64| sum - n * of * with;
        let (xx, xy, yy) =
            (about(self.xx, mean_x, mean_x), about(self.xy, mean_x, mean_y), about(self.yy, mean_y, mean_y));
        let slope = least.map_or(0.0, |least| (xy / xx).max(least));
        let beyond = x - more * mean_x;
        let freedom = n - if least.is_some() { 2.0 } else { 1.0 };
        let variance = (yy - 2.0 * slope * xy + slope * slope * xx).max(0.0) / freedom.max(1.0);
        let spread = more + more * more / n + if least.is_some() { beyond * beyond / xx } else { 0.0 };
        let cycles = (more * mean_y + slope * beyond).max(0.0);
        Estimate { cycles, margin: quantile(freedom) * (variance * spread).sqrt() }
    }
}

/// The launches of a group.
#[derive(Debug, Default)]
struct Group {
    /// Launches since the last that was timed.
    since: u64,
    /// The least and the most warp and thread instructions of a timed launch.
    least: [f64; 2],
    most: [f64; 2],
    /// The cycles of timed launches over their thread instructions.
    line: Line,
    /// The cycles of timed launches, and what is not known of them.
    known: Estimate,
    /// Launches that were not timed, and their thread instructions.
    others: f64,
    others_x: f64,
}

impl Sampling {
    /// Whether a launch is timed, by its kernel, the shape of its CTAs, and its warp and thread
    /// instructions. One that is timed is to be added.
    pub fn takes(&mut self, kernel: &str, block: [u32; 3], instructions: [u64; 2]) -> bool {
        let group = self.group(kernel, block);
        let work = instructions.map(|count| count as f64);
        let is_first = group.line.points == 0.0;
        let is_unlike = |n: usize| work[n] > BEYOND * group.most[n] || BEYOND * work[n] < group.least[n];
        let takes = group.line.points < FIRST as f64 || is_unlike(0) || is_unlike(1) || group.since + 1 == EVERY;
        group.since = if takes { 0 } else { group.since + 1 };
        if takes {
            for ((least, most), x) in group.least.iter_mut().zip(&mut group.most).zip(work) {
                *least = if is_first { x } else { least.min(x) };
                *most = most.max(x);
            }
        }
        takes
    }

    /// Adds a launch that has run: its thread instructions, and its cycles if it was timed.
    pub fn add(&mut self, kernel: &str, block: [u32; 3], instructions: u64, cycles: Option<Estimate>) {
        let group = self.group(kernel, block);
        let x = instructions as f64;
        let Some(took) = cycles else {
            (group.others, group.others_x) = (group.others + 1.0, group.others_x + x);
            return;
        };
        group.known = group.known + took;
        group.line.add(x, took.cycles);
    }

    /// Returns the estimate of the cycles of all launches together.
    pub fn estimate(&self) -> Estimate {
        self.0.values().map(Group::estimate).fold(Estimate::default(), |all, group| all + group)
    }

    fn group(&mut self, kernel: &str, block: [u32; 3]) -> &mut Group {
        self.0.entry((kernel.into(), block)).or_default()
    }
}

impl Group {
    fn estimate(&self) -> Estimate {
        if self.others == 0.0 || self.line.points == 0.0 {
            return self.known;
        }
        // launches of like size have a mean, and no slope
        let has_slope = self.most[1] > BEYOND * self.least[1] && self.line.points > 2.0;
        let by_line = self.line.sum(self.others, self.others_x, has_slope.then_some(0.0));
        // the mean is beside that of the later ones, which shows a drift
        let later = if has_slope { by_line.cycles } else { self.others * self.line.later() };
        self.known + by_line.beside(later)
    }
}

/// Returns the quantile of Student's distribution within which 95 % lie, by degrees of freedom.
fn quantile(freedom: f64) -> f64 {
    const BY_FREEDOM: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    let at = freedom.max(1.0) as usize - 1;
    // beyond ten: within 1 % (Abramowitz and Stegun, 26.7.5)
    BY_FREEDOM.get(at).copied().unwrap_or(1.96 + 2.372 / freedom + 2.82 / (freedom * freedom))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run of launches by their cycles over their instructions.
    fn run(launches: u64, cycles: impl Fn(u64, u64) -> u64) -> (u64, u64, Estimate) {
        let (mut sampling, mut timed, mut all) = (Sampling::default(), 0, 0);
        for number in 0..launches {
            let instructions = 1000 + 37 * (number % 50);
            let took = cycles(number, instructions);
            all += took;
            let takes = sampling.takes("k", [32, 1, 1], [instructions / 32, instructions]);
            timed += u64::from(takes);
            sampling.add("k", [32, 1, 1], instructions, takes.then(|| Estimate::exact(took)));
        }
        (timed, all, sampling.estimate())
    }

    #[test]
    fn a_line_is_found_and_its_error_is_in_the_interval() {
        let (timed, all, estimate) = run(4, |number, _| number);
        assert_eq!((timed, estimate), (4, Estimate::exact(all)));
        let (timed, all, estimate) = run(103, |_, instructions| 500 + 3 * instructions);
        assert!(timed < 20, "{timed}");
        assert!((estimate.cycles - all as f64).abs() < 1.0 && estimate.margin < 1.0, "{estimate:?} {all}");
        // sizes within an eighth say nothing of a slope
        let mut like = Sampling::default();
        for (instructions, cycles) in [(1000, 100), (1001, 120), (1002, 100), (1003, 120)] {
            like.add("k", [32, 1, 1], instructions, Some(Estimate::exact(cycles)));
        }
        (0..10).for_each(|_| like.add("k", [32, 1, 1], 1125, None));
        assert_eq!(like.estimate().cycles, 440.0 + 1100.0);
        // a drift among launches that are alike is in the margin
        let mut drifts = Sampling::default();
        (0..8).for_each(|n| drifts.add("k", [32, 1, 1], 1000, Some(Estimate::exact(100 + n))));
        (0..10).for_each(|_| drifts.add("k", [32, 1, 1], 1000, None));
        let Estimate { cycles, margin } = drifts.estimate();
        assert!(cycles == 828.0 + 1035.0 && margin > 20.0, "{cycles} {margin}");
        let (_, all, estimate) = run(103, |_, _| 800);
        assert!((estimate.cycles - all as f64).abs() < 1.0 && estimate.margin < 1.0, "{estimate:?} {all}");
        let mut within = 0;
        for seed in 0..100 {
            let noise = |number: u64| (number + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54;
            let (_, all, estimate) = run(203, |number, instructions| 2 * instructions + noise(number));
            let off = (estimate.cycles - all as f64).abs();
            assert!(off < 0.1 * all as f64, "{estimate:?} {all}");
            within += u32::from(off <= estimate.margin);
        }
        assert!(within >= 90, "{within} of 100 intervals contain the cycles");
    }

    #[test]
    fn groups_are_by_kernel_and_shape() {
        let mut sampling = Sampling::default();
        for (kernel, block) in [("a", 32), ("a", 64), ("b", 32)] {
            let mut takes = |instructions: u64| {
                let takes = sampling.takes(kernel, [block, 1, 1], [10, instructions]);
                sampling.add(kernel, [block, 1, 1], instructions, takes.then(|| Estimate::exact(1)));
                takes
            };
            let taken: Vec<bool> = (0..14).map(|_| takes(100)).collect();
            let expected: Vec<bool> = (1..=14).map(|number| number <= 4 || number == 14).collect();
            assert_eq!(taken, expected);
            // work unlike that of those before
            assert_eq!([125, 126, 157, 80, 79].map(takes), [false, true, false, false, true]);
            // as many threads in more warps
            assert!(sampling.takes(kernel, [block, 1, 1], [13, 100]));
        }
        assert!(quantile(1.0) > 12.0 && (quantile(11.0) - 2.201).abs() < 0.02 && (quantile(1e9) - 1.96).abs() < 1e-3);
    }
}
