//! Means of values, and rank correlation.

/// Returns the geometric mean; `None` if there are no values.
pub fn geometric(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value.ln(), count + 1));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

/// Returns the arithmetic mean; `None` if there are no values.
pub fn arithmetic(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Returns the harmonic mean; `None` if there are no values.
pub fn harmonic(values: impl Iterator<Item = f64>) -> Option<f64> {
    arithmetic(values.map(f64::recip)).map(f64::recip)
}

/// Returns Spearman's rank correlation of pairs; `None` for fewer than three, or if all values of
/// one side are equal.
pub fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let a = ranks(pairs.iter().map(|(a, _)| *a).collect());
    let b = ranks(pairs.iter().map(|(_, b)| *b).collect());
    let middle = (pairs.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum::<f64>();
    let spread = (product(&a, &a) * product(&b, &b)).sqrt();
    (spread > 0.0).then(|| product(&a, &b) / spread)
}

/// Returns the ranks of values, from 0; equal values share their mean rank.
fn ranks(values: Vec<f64>) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_ranks_by_hand() {
        assert_eq!(geometric([].into_iter()), None);
        assert!((geometric([2.0, 8.0].into_iter()).unwrap() - 4.0).abs() < 1e-12);
        assert!((geometric([3.0].into_iter()).unwrap() - 3.0).abs() < 1e-12);
        assert_eq!(arithmetic([1.0, 2.0, 6.0].into_iter()), Some(3.0));
        assert_eq!(harmonic([2.0, 2.0, 0.5].into_iter()), Some(1.0));
        assert_eq!(ranks(vec![5.0, 1.0, 5.0, 2.0]), [2.5, 0.0, 2.5, 1.0]);
        let near = |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() < 1e-12);
        near(rank_correlation(&[(1.0, 10.0), (2.0, 100.0), (3.0, 101.0)]), 1.0);
        near(rank_correlation(&[(1.0, 3.0), (2.0, 2.0), (3.0, -1.0)]), -1.0);
        // ranks 0 1 2 3 against 1 0 2 3: 1 - 6 * 2 / (4 * 15)
        near(rank_correlation(&[(1.0, 2.0), (2.0, 1.0), (3.0, 3.0), (4.0, 4.0)]), 0.8);
        assert_eq!(rank_correlation(&[(1.0, 2.0), (1.0, 1.0), (1.0, 3.0)]), None);
        assert_eq!(rank_correlation(&[(1.0, 2.0), (2.0, 1.0)]), None);
    }
}
