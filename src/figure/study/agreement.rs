//! The one rule by which a result agrees with a paper's statement. A statement has two verdicts,
//! *direction* and *size*; a kind of statement that has no direction, or no size, has no verdict
//! on it.

use serde::{Deserialize, Serialize};

/// Largest amount of a gain that counts as no gain, in percent: its direction is neither up nor
/// down.
const NO_GAIN: f64 = 1.0;
/// Largest amount of a paper's gain that is compared by difference, not by ratio, in percent; and
/// the largest difference from it that agrees.
const SMALL_GAIN: f64 = 2.0;
/// Least and greatest ratio of our value to the paper's that agree.
const RATIO: [f64; 2] = [2.0 / 3.0, 1.5];
/// Largest difference of shares that agrees, in points.
const SHARE: f64 = 5.0;
/// Least rank correlation of orders that agree in size.
const CORRELATION: f64 = 0.9;

/// A paper's statement about one value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stated {
    /// A gain of this many percent; a loss is below 0, and 0 is no effect.
    Gain(f64),
    /// A gain whose size the paper does not print.
    More,
    /// A loss whose size the paper does not print.
    Less,
    /// A ratio of two values.
    Ratio(f64),
    /// A share, in percent.
    Share(f64),
    /// An amount in the statement's own unit.
    Amount(f64),
    /// A count.
    Count(f64),
    /// A value above a threshold.
    Above(f64),
    /// A value below a threshold.
    Below(f64),
    /// A gain or a loss of at most this many percent.
    Within(f64),
    /// An order of a few things; our value is the rank correlation with it.
    Order,
    /// Values of many things; our value is the rank correlation with them.
    Ranks,
    /// A statement in words; our value is 1 if it holds and 0 if it does not.
    Words,
}

/// Whether a result agrees with a statement in direction and in size; `None` where the statement
/// has none, or nothing was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Verdict {
    /// The sign of a gain, the side of a threshold, an order, or whether words hold.
    pub direction: Option<bool>,
    /// The amount.
    pub size: Option<bool>,
}

use Stated::{Above, Amount, Below, Count, Gain, Less, More, Order, Ranks, Ratio, Share, Within, Words};

/// Returns the direction of a gain in percent: up, down, or 0 for none.
fn sign(gain: f64) -> f64 {
    if gain.abs() <= NO_GAIN { 0.0 } else { gain.signum() }
}

fn is_ratio(ours: f64, paper: f64) -> bool {
    (RATIO[0]..=RATIO[1]).contains(&(ours / paper))
}

/// Returns the gain in percent of a ratio.
fn gain_of(ratio: f64) -> f64 {
    100.0 * (ratio - 1.0)
}

impl Stated {
    /// Judges our value by the rule.
    pub fn judge(self, ours: f64) -> Verdict {
        let direction = match self {
            Gain(paper) => Some(sign(ours) == sign(paper)),
            More => Some(sign(ours) > 0.0),
            Less => Some(sign(ours) < 0.0),
            Ratio(paper) => Some(sign(gain_of(ours)) == sign(gain_of(paper))),
            Above(least) => Some(ours > least),
            Below(most) => Some(ours < most),
            Within(most) => Some(ours.abs() <= most),
            Order => Some(ours > 1.0 - 1e-9),
            Words => Some(ours == 1.0),
            Share(_) | Amount(_) | Count(_) | Ranks => None,
        };
        let size = match self {
            Gain(paper) if paper.abs() <= SMALL_GAIN => Some((ours - paper).abs() <= SMALL_GAIN),
            Gain(paper) | Ratio(paper) | Amount(paper) => Some(is_ratio(ours, paper)),
            Share(paper) => Some((ours - paper).abs() <= SHARE),
            Count(paper) => Some(ours == paper),
            Order | Ranks => Some(ours >= CORRELATION),
            More | Less | Above(_) | Below(_) | Within(_) | Words => None,
        };
        Verdict { direction, size }
    }

    /// Returns the paper's value, if it prints one.
    pub fn paper(self) -> Option<f64> {
        match self {
            Gain(paper) | Ratio(paper) | Share(paper) | Amount(paper) | Count(paper) => Some(paper),
            More | Less | Above(_) | Below(_) | Within(_) | Order | Ranks | Words => None,
        }
    }

    /// Whether our value is an amount, which can be compared between settings.
    pub fn is_amount(self) -> bool {
        !matches!(self, Order | Words)
    }

    /// Formats our value: gains with their sign.
    pub fn show(self, ours: f64) -> String {
        match self {
            Gain(_) | More | Less | Above(_) | Below(_) | Within(_) => format!("{ours:+.1}"),
            Ratio(_) | Share(_) => format!("{ours:.1}"),
            Count(_) => format!("{ours}"),
            Amount(_) | Order | Ranks | Words => format!("{ours:.2}"),
        }
    }
}

impl Verdict {
    /// Whether direction or size is not the paper's.
    pub fn disagrees(self) -> bool {
        [self.direction, self.size].contains(&Some(false))
    }
}

/// Returns a verdict as a word; a dash for none.
pub fn word(agrees: Option<bool>) -> &'static str {
    agrees.map_or("-", |agrees| if agrees { "yes" } else { "no" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The verdicts on a value: direction, then size.
    fn verdicts(stated: Stated, ours: f64) -> [&'static str; 2] {
        let Verdict { direction, size } = stated.judge(ours);
        [word(direction), word(size)]
    }

    #[test]
    fn verdicts_by_hand() {
        for (stated, ours, wanted) in [
            (Gain(19.6), 1.6, ["yes", "no"]),
            (Gain(19.6), 13.1, ["yes", "yes"]),
            (Gain(19.6), 29.5, ["yes", "no"]),
            (Gain(-7.3), -19.6, ["yes", "no"]),
            (Gain(6.0), 0.9, ["no", "no"]),
            (Gain(0.4), 1.0, ["yes", "yes"]),
            (Gain(0.4), 2.3, ["no", "yes"]),
            (Gain(-1.1), -0.7, ["no", "yes"]),
            (Gain(0.0), -2.1, ["no", "no"]),
            (Gain(2.0), 4.0, ["yes", "yes"]),
            (Gain(2.1), 4.0, ["yes", "no"]),
            (More, 1.0, ["no", "-"]),
            (More, 1.1, ["yes", "-"]),
            (Less, 0.0, ["no", "-"]),
            (Ratio(8.0), 5.4, ["yes", "yes"]),
            (Ratio(8.0), 0.9, ["no", "no"]),
            (Share(59.1), 54.1, ["-", "yes"]),
            (Share(59.1), 54.0, ["-", "no"]),
            (Count(2.0), 2.0, ["-", "yes"]),
            (Count(2.0), 3.0, ["-", "no"]),
            (Amount(1.7), 2.5, ["-", "yes"]),
            (Within(3.0), -3.0, ["yes", "-"]),
            (Within(3.0), 3.1, ["no", "-"]),
            (Above(80.0), 80.0, ["no", "-"]),
            (Below(1.7), 1.1, ["yes", "-"]),
            (Order, 1.0, ["yes", "yes"]),
            (Order, 0.9, ["no", "yes"]),
            (Ranks, 0.85, ["-", "no"]),
            (Words, 1.0, ["yes", "-"]),
            (Words, 0.0, ["no", "-"]),
        ] {
            assert_eq!(verdicts(stated, ours), wanted, "{stated:?}, {ours}");
        }
    }

    proptest! {
        #[test]
        fn the_papers_own_value_agrees_and_none_does_without_a_value(paper in -90.0..200.0f64) {
            for stated in [Gain(paper), Ratio(paper.abs() + 0.1), Share(paper.abs()), Count(paper.round())] {
                let (Gain(same) | Ratio(same) | Share(same) | Count(same)) = stated else { continue };
                prop_assert!(!stated.judge(same).disagrees());
                prop_assert_eq!(stated.judge(f64::NAN).size, Some(false));
            }
        }
    }
}
