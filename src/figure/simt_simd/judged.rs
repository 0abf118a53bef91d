//! Checks of SIMT-SIMD section V's statements about figures 4b and 4c, under each timing that can
//! be the paper's, by means over orders of rows (D391): "for each parameter setting, we ran the
//! simulation 100 times, every time with a random order of the input matrix' rows".

use super::runs::{BARS, JUDGED_PACKINGS, JUDGED_TIMINGS, PARTITIONS, Point, Setting, TIMINGS, TimedRun};
use crate::figure::study::checks::words;
use crate::figure::study::sheet::Check;

/// Relative change against the expected direction that is tolerated.
const TOLERANCE: f64 = 0.02;

/// A value over orders of rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The mean over all orders.
    pub mean: f64,
    /// The least value of an order, and the greatest.
    pub least: f64,
    pub most: f64,
}

/// Returns a value of a setting over orders of rows; `None` if there are only runs with the rows in
/// their own order.
pub fn spread(made: &[TimedRun], matrix: usize, setting: Setting, value: impl Fn(&TimedRun) -> f64) -> Option<Spread> {
    let of = |point: &Point| point.setting == setting && point.matrix == matrix && point.order != 0;
    let values: Vec<f64> = made.iter().filter(|made| of(&made.point)).map(value).collect();
    let least = values.iter().copied().reduce(f64::min)?;
    let most = values.iter().copied().reduce(f64::max)?;
    Some(Spread { mean: values.iter().sum::<f64>() / values.len() as f64, least, most })
}

/// Returns means over orders of rows by packing and partitions.
fn means(made: &[TimedRun], matrix: usize, timing: usize, value: impl Fn(&TimedRun) -> f64) -> Vec<Vec<f64>> {
    let of = |packing, partitions| {
        let setting = Setting { timing, packing, partitions, entries: 0 };
        spread(made, matrix, setting, &value).map_or(f64::NAN, |spread| spread.mean)
    };
    (0..JUDGED_PACKINGS).map(|packing| PARTITIONS.map(|partitions| of(packing, partitions)).to_vec()).collect()
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
    for timing in 0..JUDGED_TIMINGS {
        let of = |matrix: &usize| means(made, *matrix, timing, |made| made.cycles as f64);
        let all: Vec<Vec<Vec<f64>>> = matrices.iter().map(of).collect();
        let slots = all.concat();
        let looser: Vec<Vec<f64>> = all.iter().flat_map(|rows| columns(rows)).collect();
        checks.push(direction("more partitions", timing, "always fewer cycles (V)", &slots, false));
        checks.push(direction("looser packing", timing, "fewer cycles (V)", &looser, false));
        checks.extend(orders(made, matrices, timing));
    }
    checks
}

/// Checks the statements about figure 4c, the utilization with these matrices.
pub fn utilization(made: &[TimedRun], matrices: &[usize]) -> Vec<Check> {
    let mut checks = Vec::new();
    for timing in 0..JUDGED_TIMINGS {
        let of = |matrix: &usize| means(made, *matrix, timing, |made| made.utilization);
        let rows: Vec<Vec<f64>> = matrices.iter().flat_map(of).collect();
        checks.push(direction("utilization with more partitions", timing, "rises (V)", &rows, true));
        let last = rows.iter().map(|row| row[row.len() - 1] / row[row.len() - 2] - 1.0).fold(f64::MIN, f64::max);
        let ours = format!("the last step is {:.1} % at most", 100.0 * last);
        checks.push(check("a plateau of utilization", timing, "up to a plateau (V)", ours, last < TOLERANCE));
    }
    checks
}

/// Checks the statements about orders of rows, at the point with error bars.
fn orders(made: &[TimedRun], matrices: &[usize], timing: usize) -> Vec<Check> {
    let (mut large, mut near, mut all, mut widest, mut gains) = (0, 0, 0, 0.0f64, f64::MAX);
    for &matrix in matrices {
        let of = |packing| {
            let setting = Setting { timing, packing, partitions: BARS, entries: 0 };
            spread(made, matrix, setting, |made| made.cycles as f64)
        };
        let Some(unpacked) = of(0) else { continue };
        for Spread { mean, least, most } in (1..JUDGED_PACKINGS).filter_map(of) {
            let gain = (unpacked.mean - mean).abs();
            all += 1;
            large += usize::from(most - least >= gain);
            near += usize::from(mean - least < most - mean);
            widest = widest.max((most - least) / mean);
            gains = gains.min(gain / unpacked.mean);
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

    /// Runs of one matrix by timing, packing and partitions, in its own order and in three others,
    /// with these cycles.
    fn made(cycles: impl Fn(&Point) -> u64) -> Vec<TimedRun> {
        let mut made = Vec::new();
        for timing in 0..TIMINGS.len() {
            for packing in 0..=JUDGED_PACKINGS {
                for (partitions, order) in PARTITIONS.into_iter().flat_map(|t| (0..=3).map(move |order| (t, order))) {
                    let setting = Setting { timing, packing, partitions, entries: 0 };
                    let point = Point { setting, matrix: 0, order, masked: false };
                    let cycles = cycles(&point);
                    let utilization = 1.0 / cycles as f64;
                    made.push(TimedRun { point, cycles, utilization, length: 1.0, wrong: vec![] });
                }
            }
        }
        made
    }

    #[test]
    fn statements_are_judged_by_means_over_orders() {
        let agree = |cycles: &dyn Fn(&Point) -> u64| {
            let made = made(cycles);
            let checks = cycles_of(&made);
            checks.iter().map(|check| check.value == Some(1.0)).collect::<Vec<_>>()
        };
        let falls =
            |point: &Point| 2000 - 100 * u64::from(point.setting.partitions) - 200 * point.setting.packing as u64;
        // more partitions and looser packing, under two timings, and utilization with them
        let stated = |agree: Vec<bool>| [0, 1, 4, 5, 8, 10].map(|n| agree[n]);
        assert_eq!(agree(&falls).len(), 12);
        assert_eq!(stated(agree(&falls)), [true; 6]);
        // the rows' own order does not count, and one of many orders does not decide
        let own = |point: &Point| if point.order == 0 { 5000 - falls(point) } else { falls(point) };
        assert_eq!(stated(agree(&own)), [true; 6]);
        let one = |point: &Point| if point.order == 1 { falls(point) - falls(point) / 16 } else { falls(point) };
        assert_eq!(
            stated(agree(&|point| if point.setting.partitions == 1 { one(point) } else { falls(point) })),
            [true; 6]
        );
        let most = |point: &Point| if point.order > 1 { 2100 - falls(point) } else { falls(point) };
        assert_eq!(stated(agree(&most)), [false; 6]);
        // neither the timing nor the packing that are not the paper's
        let ours = |point: &Point| point.setting.timing == JUDGED_TIMINGS || point.setting.packing == JUDGED_PACKINGS;
        assert_eq!(stated(agree(&|point| if ours(point) { 5000 } else { falls(point) })), [true; 6]);
    }

    fn cycles_of(made: &[TimedRun]) -> Vec<Check> {
        cycles(made, &[0]).into_iter().chain(utilization(made, &[0])).collect()
    }
}
