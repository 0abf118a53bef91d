//! Energy of an operation by non-negative least squares over runs with known counts of operations.

/// A least-squares fit: the cost of each column, and the residual.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// Cost of each column, never below zero; `None` where the runs cannot distinguish the column
    /// from others.
    pub costs: Vec<Option<f64>>,
    /// Relative residual: root mean square of the deviations over that of the values.
    pub residual: f64,
}

/// Relative length below which the part of a column that others do not explain counts as zero.
const ALIKE: f64 = 1e-6;

/// Fits non-negative `costs`, so that the sum of counts times costs in each row is near the row's
/// value. Columns that follow from those before them are left out.
///
/// Lawson and Hanson, Solving Least Squares Problems, 1974, chapter 23: columns enter one at a
/// time, and leave again when their cost falls to zero.
pub fn fit(rows: &[Vec<f64>], values: &[f64]) -> Fit {
    let columns: Vec<Vec<f64>> =
        (0..rows.first().map_or(0, Vec::len)).map(|k| rows.iter().map(|row| row[k]).collect()).collect();
    let told: Vec<usize> =
        least_squares(&columns, &(0..columns.len()).collect::<Vec<_>>(), values).into_iter().map(|(k, _)| k).collect();
    let mut costs = vec![0.0; columns.len()];
    let mut taken: Vec<usize> = Vec::new();
    loop {
        let left = left(&columns, &costs, values);
        let gain = |k: &usize| dot(&columns[*k], &left) / length(&columns[*k]);
        let best = told.iter().filter(|k| !taken.contains(k)).max_by(|a, b| gain(a).total_cmp(&gain(b)));
        let Some(best) = best.filter(|k| gain(k) > ALIKE * length(values)) else { break };
        taken.push(*best);
        loop {
            let wanted = least_squares(&columns, &taken, values);
            // as far towards it as no cost falls below zero
            let step = |(k, cost): &(usize, f64)| (*cost <= 0.0).then(|| costs[*k] / (costs[*k] - cost));
            let most = wanted.iter().filter_map(step).min_by(f64::total_cmp);
            for (k, cost) in &wanted {
                costs[*k] += most.unwrap_or(1.0) * (cost - costs[*k]);
            }
            if most.is_none() {
                break;
            }
            let low = wanted.iter().filter(|(_, cost)| *cost <= 0.0).map(|(k, _)| *k);
            let out = low.min_by(|a, b| costs[*a].total_cmp(&costs[*b])).expect("one falls to zero");
            costs[out] = 0.0;
            taken.retain(|k| *k != out);
        }
    }
    let residual = length(&left(&columns, &costs, values)) / length(values);
    let costs = costs.iter().enumerate().map(|(k, cost)| told.contains(&k).then_some(*cost)).collect();
    Fit { costs, residual: if residual.is_nan() { 0.0 } else { residual } }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// Returns the residuals: the parts of the values that the costs do not explain.
fn left(columns: &[Vec<f64>], costs: &[f64], values: &[f64]) -> Vec<f64> {
    let sum = |row: usize| columns.iter().zip(costs).map(|(column, cost)| column[row] * cost).sum::<f64>();
    values.iter().enumerate().map(|(row, value)| value - sum(row)).collect()
}

/// Returns the costs of some of the columns, of either sign, without columns that follow from
/// others before them. By Gram and Schmidt.
fn least_squares(columns: &[Vec<f64>], some: &[usize], values: &[f64]) -> Vec<(usize, f64)> {
    // each column without what those before it explain, at length 1, and how much of each it has
    let mut basis: Vec<(usize, Vec<f64>, Vec<f64>)> = Vec::new();
    for k in some {
        let mut rest = columns[*k].clone();
        let mut shares = Vec::new();
        for (_, q, _) in &basis {
            let share = dot(q, &rest);
            rest.iter_mut().zip(q).for_each(|(rest, q)| *rest -= share * q);
            shares.push(share);
        }
        let own = length(&rest);
        if own > ALIKE * length(&columns[*k]) {
            rest.iter_mut().for_each(|rest| *rest /= own);
            shares.push(own);
            basis.push((*k, rest, shares));
        }
    }
    let mut costs = vec![0.0; basis.len()];
    for at in (0..basis.len()).rev() {
        let (_, q, shares) = &basis[at];
        let known: f64 = (at + 1..basis.len()).map(|later| basis[later].2[at] * costs[later]).sum();
        costs[at] = (dot(q, values) - known) / shares[at];
    }
    basis.iter().map(|(k, ..)| *k).zip(costs).collect()
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

    #[test]
    fn nothing_gives_energy_back() {
        // unbounded, the second would cost -1 and the first 4
        let rows: Vec<Vec<f64>> = vec![vec![1.0, 0.0], vec![1.0, 1.0], vec![1.0, 2.0]];
        let bounded = fit(&rows, &[4.0, 3.0, 2.0]);
        assert!((bounded.costs[0].unwrap() - 3.0).abs() < 1e-9 && bounded.costs[1] == Some(0.0));
        // the third explains alone what the first seemed to: it is put out again
        let rows: Vec<Vec<f64>> =
            vec![vec![3.0, 1.0, 2.0], vec![3.0, 2.0, 1.0], vec![3.0, 0.0, 4.0], vec![3.0, 4.0, 0.0]];
        let value = |row: &Vec<f64>| 5.0 * row[1] + 4.0 * row[2];
        let values: Vec<f64> = rows.iter().map(value).collect();
        let exact = fit(&rows, &values);
        for (cost, wanted) in exact.costs.iter().zip([0.0, 5.0, 4.0]) {
            assert!((cost.unwrap() - wanted).abs() < 1e-9, "{exact:?}");
        }
    }
}
