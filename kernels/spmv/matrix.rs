//! The matrices of SIMT-SIMD section 5: the places of the non-zero elements, in compressed rows.

use std::collections::BTreeSet;

use heddle_golden::Chance;
use heddle_kernel::launch::Matrix;

use crate::{Buffers, Sizes};

/// Column numbers of the non-zero elements, by row.
type Rows = Vec<Vec<u32>>;

/// Returns the matrix of [`mycielskian`] with 11 colours, for a launch description.
pub(crate) fn mycielskian11(_: &Sizes, _: &str) -> Option<Matrix> {
    Some(with_values(1535, &mycielskian(11)))
}

/// Returns the matrix of [`lp22`] for a launch description, whose size `longest` bounds the
/// elements of a row; 0: no bound.
pub(crate) fn like_lp22(size: &Sizes, _: &str) -> Option<Matrix> {
    Some(with_values(16392, &lp22(size.count("longest"))))
}

/// Makes values from -1 to 1.
fn with_values(columns: u32, rows: &Rows) -> Matrix {
    let mut chance = Chance(1);
    Matrix::of_rows(columns, rows, || f64::from(chance.below(1 << 24)) / f64::from(1 << 23) - 1.0)
}

/// The adjacency matrix of the Mycielskian graph that needs `colours` colours.
/// It starts with two connected vertices. Each step adds a shadow of every vertex, connected
/// with the vertex's neighbours, and one vertex that is connected with the shadows.
pub(crate) fn mycielskian(colours: u32) -> Rows {
    let mut graph: Rows = vec![vec![1], vec![0]];
    for _ in 2..colours {
        let n = graph.len() as u32;
        let shadows = graph.clone();
        for neighbours in &mut graph {
            let shadows: Vec<u32> = neighbours.iter().map(|v| v + n).collect();
            neighbours.extend(shadows);
        }
        graph.extend(shadows);
        graph[n as usize..].iter_mut().for_each(|neighbours| neighbours.push(2 * n));
        graph.push((n..2 * n).collect());
    }
    graph
}

/// A matrix like lp22 of the SuiteSparse collection: 2958 x 16392 with 68 512 elements, from a
/// dozen in a row to a thousand, at random columns. Rows have `longest` elements at most, if that
/// is not 0.
pub(crate) fn lp22(longest: usize) -> Rows {
    const ROWS: u64 = 2958;
    const COLUMNS: u64 = 16392;
    let mut state = 22u64;
    // splitmix64, as a fraction of 2^32
    let mut below = |limit: u64| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x >> 32) * limit) >> 32
    };
    let mut rows = vec![BTreeSet::new(); ROWS as usize];
    let mut left = 68_512;
    while left > 0 {
        // the square of a fraction prefers few rows; these are spread over the matrix
        let fraction = below(1 << 20);
        let row = ((fraction * fraction * ROWS) >> 40) * 1237 % ROWS;
        let (row, column) = (&mut rows[row as usize], below(COLUMNS) as u32);
        left -= u32::from((longest == 0 || row.len() < longest) && row.insert(column));
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

/// Writes a matrix to a kernel's buffers: the place where each row starts, and the columns.
pub(crate) fn store(matrix: &Rows, data: &mut Buffers, rows: &str, columns: &str) {
    let starts = matrix.iter().scan(0, |at, row| {
        *at += row.len() as i32;
        Some(*at)
    });
    data.s32_mut(rows)[1..].iter_mut().zip(starts).for_each(|(to, start)| *to = start);
    data.s32_mut(columns).iter_mut().zip(matrix.iter().flatten()).for_each(|(to, &column)| *to = column as i32);
}

/// Iterates over the rows of a matrix: values and columns.
pub(crate) fn rows<'a>(data: &'a Buffers, [rows, columns, values]: [&str; 3]) -> Vec<(&'a [f32], &'a [i32])> {
    let part = |ends: &[i32]| ends[0] as usize..ends[1] as usize;
    data.s32(rows).windows(2).map(|ends| (&data.f32(values)[part(ends)], &data.s32(columns)[part(ends)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mycielskian11_has_the_size_that_the_paper_gives() {
        let graph = mycielskian(11);
        assert_eq!((graph.len(), graph.iter().map(Vec::len).sum::<usize>()), (1535, 134_710));
        for (v, neighbours) in graph.iter().enumerate() {
            assert!(neighbours.is_sorted_by(|a, b| a < b) && neighbours.iter().all(|&u| u as usize != v));
            assert!(neighbours.iter().all(|&u| graph[u as usize].binary_search(&(v as u32)).is_ok()));
        }
        // the first ones are a pentagon and Groetzsch's graph, which has no triangle
        assert_eq!(mycielskian(3).iter().map(Vec::len).collect::<Vec<_>>(), [2; 5]);
        let grotzsch = mycielskian(4);
        assert_eq!((grotzsch.len(), grotzsch.iter().map(Vec::len).sum::<usize>()), (11, 2 * 20));
        let adjacent = |a: u32, b: u32| grotzsch[a as usize].contains(&b);
        assert!((0..11).all(|a| (0..11).all(|b| (0..11).all(|c| !(adjacent(a, b) && adjacent(b, c) && adjacent(c, a))))));
    }

    #[test]
    fn lp22_has_the_size_that_the_paper_gives() {
        let matrix = lp22(0);
        assert_eq!((matrix.len(), matrix.iter().map(Vec::len).sum::<usize>()), (2958, 68_512));
        assert!(matrix.iter().all(|row| row.is_sorted_by(|a, b| a < b) && row.iter().all(|&column| column < 16392)));
        let lengths = || matrix.iter().map(Vec::len);
        assert!(lengths().min() < Some(12) && lengths().max() > Some(500));
    }
}
