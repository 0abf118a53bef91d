//! The Pareto front of points.

/// Marks the Pareto-optimal points, where smaller is better in each of the `N` values.
/// A point dominates another that is nowhere smaller and somewhere larger.
pub fn best<const N: usize>(points: &[[f64; N]]) -> Vec<bool> {
    let dominates = |a: &[f64; N], b: &[f64; N]| a != b && a.iter().zip(b).all(|(a, b)| a <= b);
    points.iter().map(|point| !points.iter().any(|other| dominates(other, point))).collect()
}

#[cfg(test)]
mod tests {
    use super::best;

    #[test]
    fn what_is_worse_somewhere_and_better_nowhere_is_dominated() {
        let points = [[1.0, 4.0], [2.0, 3.0], [2.0, 4.0], [3.0, 3.5], [4.0, 1.0]];
        assert_eq!(best(&points), [true, true, false, false, true]);
        // equal ones do not dominate each other
        assert_eq!(best(&[[1.0, 1.0], [1.0, 1.0], [1.0, 2.0]]), [true, true, false]);
    }
}
