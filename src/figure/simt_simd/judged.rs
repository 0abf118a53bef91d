//! Checks of SIMT-SIMD section V's statements about figures 4b and 4c, under each timing.

use super::runs::{self, BARS, PACKINGS, PARTITIONS, Point, Setting, TIMINGS, TimedRun};
use crate::figure::study::checks::words;
use crate::figure::study::sheet::Check;

/// Relative change against the expected direction that is tolerated.
const TOLERANCE: f64 = 0.02;

/// Returns a value by packing and partitions, from runs with the rows in their own order.
fn values(made: &[TimedRun], matrix: usize, timing: usize, value: impl Fn(&TimedRun) -> f64) -> Vec<Vec<f64>> {
    let of = |packing, partitions| {
        let setting = Setting { timing, packing, partitions, entries: 0 };
        runs::at(made, matrix, setting, false).map_or(0.0, &value)
    };
    (0..PACKINGS.len()).map(|packing| PARTITIONS.map(|partitions| of(packing, partitions)).to_vec()).collect()
}

/// Counts the steps of a row that go against the direction, and returns the largest relative change
/// of them.
fn against(row: &[f64], rises: bool) -> (usize, f64) {
    let moves = row.windows(2).map(|pair| if rises { pair[0] / pair[1] - 1.0 } else { pair[1] / pair[0] - 1.0 });
    moves.filter(|more| *more > TOLERANCE).fold((0, 0.0), |(count, worst), more| (count + 1, f64::max(worst, more)))
}

fn columns(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..PARTITIONS.len()).map(|n| rows.iter().map(|row| row[n]).collect()).collect()
}

fn check(what: &str, timing: usize, paper: &str, ours: String, agrees: bool) -> Check {
    words(format!("{what}, timing {}", TIMINGS[timing]), paper, ours, Some(agrees))
}

/// Checks that the values in the rows of all matrices rise, or fall.
fn direction(what: &str, timing: usize, paper: &str, rows: &[Vec<f64>], rises: bool) -> Check {
    let found: Vec<(usize, f64)> = rows.iter().map(|row| against(row, rises)).collect();
    let count: usize = found.iter().map(|(count, _)| count).sum();
    let worst = found.iter().map(|(_, worst)| *worst).fold(0.0, f64::max);
    let steps: usize = rows.iter().map(|row| row.len() - 1).sum();
    let ours = match count {
        0 => format!("all {steps} steps"),
        _ => format!("{count} of {steps} steps go the other way, by up to {:.1} %", 100.0 * worst),
    };
    check(what, timing, paper, ours, count == 0)
}

/// Checks the statements about figure 4b, the cycles with these matrices.
pub fn cycles(made: &[TimedRun], matrices: &[usize]) -> Vec<Check> {
    let mut checks = Vec::new();
    for timing in 0..TIMINGS.len() {
        let of = |matrix: &usize| values(made, *matrix, timing, |made| made.cycles as f64);
        let all: Vec<Vec<Vec<f64>>> = matrices.iter().map(of).collect();
        let slots = all.concat();
        let looser: Vec<Vec<f64>> = all.iter().flat_map(|rows| columns(rows)).collect();
        checks.push(direction("more partitions", timing, "always fewer cycles (V)", &slots, false));
        checks.push(direction("looser packing", timing, "fewer cycles (V)", &looser, false));
        checks.extend(spread(made, matrices, timing));
    }
    checks
}

/// Checks the statements about figure 4c, the utilization with these matrices.
pub fn utilization(made: &[TimedRun], matrices: &[usize]) -> Vec<Check> {
    let mut checks = Vec::new();
    for timing in 0..TIMINGS.len() {
        let of = |matrix: &usize| values(made, *matrix, timing, |made| made.utilization);
        let rows: Vec<Vec<f64>> = matrices.iter().flat_map(of).collect();
        checks.push(direction("utilization with more partitions", timing, "rises (V)", &rows, true));
        let last = rows.iter().map(|row| row[row.len() - 1] / row[row.len() - 2] - 1.0).fold(f64::MIN, f64::max);
        let ours = format!("the last step is {:.1} % at most", 100.0 * last);
        checks.push(check("a plateau of utilization", timing, "up to a plateau (V)", ours, last < TOLERANCE));
    }
    checks
}

/// Checks the statements about orders of rows, at the point with error bars.
fn spread(made: &[TimedRun], matrices: &[usize], timing: usize) -> Vec<Check> {
    let (mut large, mut near, mut all, mut widest, mut gains) = (0, 0, 0, 0.0f64, f64::MAX);
    for &matrix in matrices {
        let means: Vec<Option<[f64; 3]>> =
            (0..PACKINGS.len()).map(|packing| bars(made, matrix, timing, packing)).collect();
        for bar in means.iter().skip(1).flatten() {
            let Some([unpacked, ..]) = means[0] else { continue };
            let [mean, least, most] = *bar;
            let gain = (unpacked - mean).abs();
            all += 1;
            large += usize::from(most - least >= gain);
            near += usize::from(mean - least < most - mean);
            widest = widest.max((most - least) / mean);
            gains = gains.min(gain / unpacked);
        }
    }
    if all == 0 {
        return vec![];
    }
    let ours =
        format!("in {large} of {all} cases; spreads up to {:.1} %, gains from {:.1} %", 100.0 * widest, 100.0 * gains);
    vec![
        check("spread over orders of rows", timing, "at times as large as what packing gains (V)", ours, large > 0),
        check(
            "mean over orders of rows",
            timing,
            "nearer to the best (V)",
            format!("in {near} of {all} cases"),
            2 * near > all,
        ),
    ]
}

/// Returns mean, least and most cycles over orders of rows; `None` if there are no such runs.
pub fn bars(made: &[TimedRun], matrix: usize, timing: usize, packing: usize) -> Option<[f64; 3]> {
    let setting = Setting { timing, packing, partitions: BARS, entries: 0 };
    let of = |point: &Point| point.setting == setting && point.matrix == matrix;
    let ordered = made.iter().filter(|made| of(&made.point) && made.point.order != 0);
    let cycles: Vec<f64> = ordered.map(|made| made.cycles as f64).collect();
    let least = cycles.iter().copied().reduce(f64::min)?;
    let most = cycles.iter().copied().reduce(f64::max)?;
    Some([cycles.iter().sum::<f64>() / cycles.len() as f64, least, most])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_beyond_the_tolerance_is_against() {
        assert_eq!(against(&[100.0, 90.0, 91.0, 80.0], false), (0, 0.0));
        let (count, worst) = against(&[100.0, 90.0, 99.0, 80.0], false);
        assert_eq!((count, (100.0 * worst).round()), (1, 10.0));
        assert_eq!(against(&[0.5, 0.6, 0.599], true).0, 0);
        assert_eq!(against(&[0.5, 0.4], true).0, 1);
    }
}
