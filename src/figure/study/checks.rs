//! Constructors of checks: a paper's statement beside our result.

use super::agreement::Stated::{self, Count, Gain, Order, Share, Words};
use super::mean::rank_correlation;
use super::sheet::Check;

/// Creates a check of a number: the paper's text, our values, and what the paper states.
/// Our values are over the paper's workloads and over others.
pub fn number(what: impl Into<String>, paper: impl Into<String>, ours: [Option<f64>; 2], stated: Stated) -> Check {
    let show = |value: Option<f64>| value.map_or("-".into(), |value| stated.show(value));
    let [text, all] = ours.map(show);
    Check { what: what.into(), paper: paper.into(), stated: Some(stated), ours: text, all, value: ours[0] }
}

/// Creates a check of a gain in percent, which the paper prints at a place.
pub fn gain(what: impl Into<String>, paper: f64, place: &str, ours: [Option<f64>; 2]) -> Check {
    number(what, format!("{paper:+.1} ({place})"), ours, Gain(paper))
}

/// Creates a check of a share in percent, which the paper prints at a place.
pub fn share(what: impl Into<String>, paper: f64, place: &str, ours: [Option<f64>; 2]) -> Check {
    number(what, format!("{paper:.1} ({place})"), ours, Share(paper))
}

/// Returns a check with our value in other words, and none over other workloads.
pub fn named(check: Check, ours: impl Into<String>) -> Check {
    Check { ours: ours.into(), all: String::new(), ..check }
}

/// Creates a check of a count: the paper's text, its count, and ours as a number and in words;
/// `None` if ours is not over the same things.
pub fn counted(
    what: impl Into<String>,
    paper: impl Into<String>,
    stated: usize,
    ours: (Option<usize>, String),
) -> Check {
    let value = ours.0.map(|count| count as f64);
    let stated = Some(Count(stated as f64));
    Check { what: what.into(), paper: paper.into(), stated, ours: ours.1, all: String::new(), value }
}

/// Creates a check of a statement in words, which holds or does not; `None` if nothing was
/// measured, or the statement cannot be judged.
pub fn words(what: impl Into<String>, paper: impl Into<String>, ours: impl Into<String>, holds: Option<bool>) -> Check {
    let (value, stated) = (holds.map(f64::from), holds.map(|_| Words));
    Check { what: what.into(), paper: paper.into(), stated, ours: ours.into(), all: String::new(), value }
}

/// The direction in which an order goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goes {
    /// The least value is first.
    Up,
    /// The greatest value is first.
    Down,
}

/// Creates a check of an order of names: as in the paper, which states it at a place, and as our
/// values of the names put them. Our values are over the paper's workloads and over others.
pub fn order(
    what: impl Into<String>,
    paper: (&[&'static str], Goes, &str),
    ours: impl Fn(usize, &'static str) -> Option<f64>,
) -> Check {
    let (names, goes, place) = paper;
    let (between, factor) = if goes == Goes::Up { (" < ", 1.0) } else { (" > ", -1.0) };
    let values = |n: usize| names.iter().map(|name| Some(factor * ours(n, name)?)).collect::<Option<Vec<f64>>>();
    let show = |values: Option<Vec<f64>>| {
        let Some(values) = values else { return "-".to_string() };
        let mut sorted: Vec<(f64, &str)> = values.into_iter().zip(names.iter().copied()).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        sorted.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(between)
    };
    let correlation = |values: Vec<f64>| {
        let places = (0..names.len()).map(|place| place as f64);
        rank_correlation(&places.zip(values).collect::<Vec<_>>())
    };
    Check {
        what: what.into(),
        paper: format!("{} ({place})", names.join(between)),
        stated: Some(Order),
        ours: show(values(0)),
        all: show(values(1)),
        value: values(0).and_then(correlation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::study::agreement::Verdict;

    #[test]
    fn an_order_by_hand() {
        let speed = |name: &str| [("a", 3.0), ("b", 1.0), ("c", 2.0)].iter().find(|it| it.0 == name).unwrap().1;
        let speeds = |n: usize, name: &str| (n == 0).then(|| speed(name));
        let verdict = |check: &Check| check.stated.unwrap().judge(check.value.unwrap());
        let check = order("order", (&["a", "b", "c"], Goes::Down, "V"), speeds);
        assert_eq!([&*check.paper, &*check.ours, &*check.all], ["a > b > c (V)", "a > c > b", "-"]);
        assert_eq!(verdict(&check), Verdict { direction: Some(false), size: Some(false) });
        let same = order("order", (&["b", "c", "a"], Goes::Up, "V"), speeds);
        assert_eq!(verdict(&same), Verdict { direction: Some(true), size: Some(true) });
    }
}
