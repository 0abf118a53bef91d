//! Energy an operation: least squares over runs in which operations are counted.

/// A fit: what each column costs, and how far the runs are from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// Of each column; none where the runs do not tell it from others.
    pub costs: Vec<Option<f64>>,
    /// Root of the mean square of what is left, over the mean of the values.
    pub residual: f64,
}

/// Below this share of a column's own length, what others do not explain of it is nothing.
const ALIKE: f64 = 1e-6;

/// Finds `costs` such that the sum of counts times costs is near each value. Columns that follow from those before them are left out.
pub fn fit(rows: &[Vec<f64>], values: &[f64]) -> Fit {
    let columns = rows.first().map_or(0, Vec::len);
    // Gram and Schmidt: each column without what those before it explain
    let column = |k: usize| rows.iter().map(|row| row[k]).collect::<Vec<f64>>();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut basis: Vec<(usize, Vec<f64>)> = Vec::new();
    let mut shares = vec![vec![0.0; columns]; columns];
    for k in 0..columns {
        let whole = column(k);
        let mut left = whole.clone();
        for (j, q) in &basis {
            shares[*j][k] = dot(q, &left);
            left.iter_mut().zip(q).for_each(|(left, q)| *left -= shares[*j][k] * q);
        }
        let (length, before) = (dot(&left, &left).sqrt(), dot(&whole, &whole).sqrt());
        if length > ALIKE * before {
            left.iter_mut().for_each(|left| *left /= length);
            shares[k][k] = length;
            basis.push((k, left));
        }
    }
    let mut costs = vec![None; columns];
    for (at, (k, q)) in basis.iter().enumerate().rev() {
        let known: f64 = basis[at + 1..].iter().map(|(j, _)| shares[*k][*j] * costs[*j].unwrap_or(0.0)).sum();
        costs[*k] = Some((dot(q, values) - known) / shares[*k][*k]);
    }
    let left = |(row, value): (&Vec<f64>, &f64)| {
        let sum: f64 = row.iter().zip(&costs).map(|(count, cost)| count * cost.unwrap_or(0.0)).sum();
        (value - sum).powi(2)
    };
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let residual = if mean == 0.0 { 0.0 } else { (rows.iter().zip(values).map(left).sum::<f64>() / n).sqrt() / mean };
    Fit { costs, residual }
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn costs_are_found_and_what_is_left_is_told() {
        let rows: Vec<Vec<f64>> = vec![vec![1.0, 0.0], vec![1.0, 1.0], vec![1.0, 2.0], vec![1.0, 5.0]];
        let exact = fit(&rows, &[3.0, 5.0, 7.0, 13.0]);
        assert!((exact.costs[0].unwrap() - 3.0).abs() < 1e-9 && (exact.costs[1].unwrap() - 2.0).abs() < 1e-9);
        assert!(exact.residual < 1e-9);
        assert!(fit(&rows, &[3.0, 6.0, 7.0, 12.0]).residual > 0.01);
    }

    #[test]
    fn what_can_not_be_told_apart_is_left_out() {
        let rows: Vec<Vec<f64>> = vec![vec![1.0, 2.0, 0.0], vec![2.0, 4.0, 0.0]];
        assert_eq!(fit(&rows, &[3.0, 6.0]).costs, [Some(3.0), None, None]);
    }
}
