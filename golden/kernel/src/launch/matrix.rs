//! Sparse matrices as inputs of launches: in compressed rows, from Matrix Market files or from host
//! code.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use heddle_golden::Chance;
use nalgebra_sparse::CsrMatrix;
use nalgebra_sparse::coo::CooMatrix;
use nalgebra_sparse::io::{MatrixMarketError, MatrixMarketScalar, load_coo_from_matrix_market_str};

use crate::room;

/// The greatest number of rows, columns or elements of a matrix: its buffers have 32-bit numbers
/// and 2 GiB.
const MOST: usize = 1 << 27;

/// A sparse matrix in compressed sparse rows.
#[derive(Clone, Default, PartialEq)]
pub struct Matrix {
    /// The number of columns.
    pub columns: u32,
    /// The index of each row's first element in the lists below, and the end of the last row.
    pub starts: Vec<u32>,
    /// The column of each element, ascending within a row.
    pub indices: Vec<u32>,
    /// The value of each element.
    pub values: Vec<f64>,
}

/// The error of a file that is no Matrix Market matrix, with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {reason}")]
pub struct MatrixError {
    /// The file name.
    pub file: String,
    /// The line of the error, from 1.
    pub line: usize,
    /// The reason of the error.
    pub reason: String,
}

impl Matrix {
    /// Creates a matrix from the column numbers of each row; `value` is called for each element's
    /// value, in order.
    pub fn of_rows(columns: u32, rows: &[Vec<u32>], mut value: impl FnMut() -> f64) -> Matrix {
        let starts = std::iter::once(0).chain(rows.iter().scan(0, |at, row| {
            *at += row.len() as u32;
            Some(*at)
        }));
        let indices: Vec<u32> = rows.concat();
        Matrix { columns, starts: starts.collect(), values: indices.iter().map(|_| value()).collect(), indices }
    }

    /// Reads a Matrix Market file: general, symmetric or skew-symmetric, with real or integer
    /// values or as a pattern. The values of a pattern are 1. Elements that appear twice are
    /// summed.
    pub fn read(file: &str, text: &str) -> Result<Matrix, MatrixError> {
        let refused = |line: usize, reason: String| MatrixError { file: file.into(), line, reason };
        let header = text.lines().enumerate().find(|(_, line)| !line.trim().is_empty());
        let (line, header) = header.ok_or_else(|| refused(1, "the file is empty".into()))?;
        let field = header.split_whitespace().nth(3).map(str::to_ascii_lowercase);
        shape(text).map_err(|(line, reason)| refused(line, reason))?;
        let read = match field.as_deref() {
            Some("real") => load(text, |value: &f64| *value),
            Some("integer") => load(text, |value: &i64| *value as f64),
            Some("pattern") => load(text, |(): &()| 1.0),
            Some("complex") => {
                return Err(refused(line + 1, "the matrix has complex values: real values are expected".into()));
            }
            _ => return Err(refused(line + 1, format!("`{header}` is not a header of a Matrix Market file"))),
        };
        let elements = read.map_err(|why| refused(place(text, &why), why.message().trim().to_string()))?;
        let matrix = Matrix::from(&CsrMatrix::from(&elements));
        if let Some(at) = matrix.values.iter().position(|value| !(*value as f32).is_finite()) {
            let row = matrix.starts.partition_point(|start| *start as usize <= at);
            let reason = format!("the value of row {row}, column {} is not a finite number", matrix.indices[at] + 1);
            return Err(refused(line + 1, reason));
        }
        if matrix.indices.len() > MOST {
            return Err(refused(
                line + 1,
                format!("the matrix has {} elements: {MOST} at most are possible", matrix.indices.len()),
            ));
        }
        Ok(matrix)
    }

    /// Returns the matrix as the text of a Matrix Market file.
    pub fn text(&self) -> String {
        let mut text = String::from("%%MatrixMarket matrix coordinate real general\n");
        text += &format!("{} {} {}\n", self.rows(), self.columns, self.indices.len());
        for (row, range) in self.ranges().enumerate() {
            for at in range {
                text += &format!("{} {} {}\n", row + 1, self.indices[at] + 1, self.values[at]);
            }
        }
        text
    }

    /// Returns the number of rows of the matrix.
    pub fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }
    /// Returns the number of elements of each row.
    pub fn lengths(&self) -> impl Iterator<Item = u32> {
        self.starts.windows(2).map(|ends| ends[1] - ends[0])
    }
    /// Returns the number of elements of the longest row.
    pub fn longest(&self) -> u32 {
        self.lengths().max().unwrap_or(0)
    }

    /// Returns the matrix with its rows in a random order, drawn from a seed; seed 0 keeps their
    /// order.
    pub fn in_order(&self, seed: u64) -> Matrix {
        let mut order: Vec<std::ops::Range<usize>> = self.ranges().collect();
        let mut chance = Chance(seed);
        for last in (1..order.len()).rev().filter(|_| seed != 0) {
            order.swap(last, chance.below(last as u32 + 1) as usize);
        }
        let mut matrix = Matrix { columns: self.columns, starts: vec![0], ..Matrix::default() };
        for row in order {
            matrix.indices.extend(&self.indices[row.clone()]);
            matrix.values.extend(&self.values[row]);
            matrix.starts.push(matrix.indices.len() as u32);
        }
        matrix
    }

    fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.starts.windows(2).map(|ends| ends[0] as usize..ends[1] as usize)
    }
}

impl From<&CsrMatrix<f64>> for Matrix {
    fn from(rows: &CsrMatrix<f64>) -> Matrix {
        Matrix {
            columns: rows.ncols() as u32,
            starts: rows.row_offsets().iter().map(|start| *start as u32).collect(),
            indices: rows.col_indices().iter().map(|column| *column as u32).collect(),
            values: rows.values().to_vec(),
        }
    }
}

impl fmt::Debug for Matrix {
    /// Writes a short form that is the same for equal matrices only.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut hasher = DefaultHasher::new();
        (&self.starts, &self.indices).hash(&mut hasher);
        self.values.iter().for_each(|value| value.to_bits().hash(&mut hasher));
        let (rows, elements) = (self.rows(), self.indices.len());
        write!(f, "Matrix({rows} x {}, {elements} elements, {:016x})", self.columns, hasher.finish())
    }
}

/// Reads the elements of a file whose values are of one type.
fn load<T: MatrixMarketScalar>(text: &str, value: impl Fn(&T) -> f64) -> Result<CooMatrix<f64>, MatrixMarketError> {
    let read: CooMatrix<T> = load_coo_from_matrix_market_str(text)?;
    let mut elements = CooMatrix::zeros(read.nrows(), read.ncols());
    read.triplet_iter().for_each(|(row, column, it)| elements.push(row, column, value(it)));
    Ok(elements)
}

/// Returns the lines behind the header that are no comments, with their numbers: the shape, then
/// elements.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(n, line)| (n + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('%'))
}

/// Checks the shape against the greatest size, before memory is allocated.
fn shape(text: &str) -> Result<(), (usize, String)> {
    let Some((line, shape)) = lines(text).next() else { return Ok(()) };
    for (word, what) in shape.split_whitespace().zip(["rows", "columns", "elements"]) {
        // the shortest line of an element is `1 1`
        if what == "elements" && word.parse().is_ok_and(|count: usize| count > text.len() / 3) {
            return Err((line, format!("{word} elements: the file has fewer")));
        }
        if word.bytes().all(|byte| byte.is_ascii_digit()) && word.parse().map_or(true, |count: usize| count > MOST) {
            return Err((line, format!("{word} {what}: {MOST} at most")));
        }
    }
    // a row has a start in each of three forms of the matrix, an element its place and value
    let counts: Vec<u64> = shape.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let bytes = 24 * counts.iter().take(2).sum::<u64>() + 96 * counts.get(2).copied().unwrap_or(0);
    let has = room::available();
    if bytes > has {
        return Err((line, format!("a matrix of this size takes {bytes} bytes: the machine has {has} left")));
    }
    Ok(())
}

/// Returns the line of an error: as the parser gives it, else as found by a search. The search is
/// for the first element outside the matrix, or above the diagonal of half a matrix; without one,
/// the line of the shape.
fn place(text: &str, why: &MatrixMarketError) -> usize {
    let said = why.message().split("-->").nth(1).and_then(|place| place.trim().split(':').next()?.parse().ok());
    let numbers = |line: &str| -> Vec<usize> { line.split_whitespace().map_while(|word| word.parse().ok()).collect() };
    let mut lines = lines(text);
    let (shape, bounds) = lines.next().map_or((1, vec![]), |(line, shape)| (line, numbers(shape)));
    let half = !text.lines().next().is_some_and(|header| header.to_ascii_lowercase().contains("general"));
    let outside = |line: &str| {
        let at = numbers(line);
        let beyond = at.iter().zip(&bounds).take(2).any(|(at, bound)| *at == 0 || at > bound);
        beyond || half && at.len() >= 2 && at[0] < at[1]
    };
    said.unwrap_or_else(|| lines.find(|(_, line)| outside(line)).map_or(shape, |(line, _)| line))
}
