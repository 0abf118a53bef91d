//! Sparse matrices as inputs of launches: in compressed rows, from Matrix Market files or from host
//! code.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use heddle_golden::Chance;

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
        let refused = |(line, reason)| MatrixError { file: file.into(), line, reason };
        let (rows, columns, elements) = elements(text).map_err(refused)?;
        let matrix = Matrix::of_elements(rows, columns, elements);
        if let Some(at) = matrix.values.iter().position(|value| !(*value as f32).is_finite()) {
            let row = matrix.starts.partition_point(|start| *start as usize <= at);
            let reason = format!("the value of row {row}, column {} is not a finite number", matrix.indices[at] + 1);
            return Err(refused((1, reason)));
        }
        if matrix.indices.len() > MOST {
            let reason = format!("the matrix has {} elements: {MOST} at most are possible", matrix.indices.len());
            return Err(refused((1, reason)));
        }
        Ok(matrix)
    }

    /// Returns the matrix of elements in any order; those of one place are summed.
    fn of_elements(rows: usize, columns: usize, mut elements: Vec<Element>) -> Matrix {
        elements.sort_by_key(|(place, _)| *place);
        let mut matrix = Matrix { columns: columns as u32, starts: vec![0; rows + 1], ..Matrix::default() };
        for same in elements.chunk_by(|(one, _), (other, _)| one == other) {
            let [row, column] = same[0].0;
            matrix.starts[row + 1] += 1;
            matrix.indices.push(column as u32);
            matrix.values.push(same.iter().map(|(_, value)| value).sum());
        }
        (0..rows).for_each(|row| matrix.starts[row + 1] += matrix.starts[row]);
        matrix
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

/// An element of a matrix: its row and column, from 0, and its value.
type Element = ([usize; 2], f64);

/// The line and the reason of an error.
type Refusal = (usize, String);

/// The type of the values of a file.
#[derive(Clone, Copy, PartialEq)]
enum Field {
    Real,
    Integer,
    Pattern,
}

/// The elements that a file has.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    All,
    /// Those on the diagonal and below it: the others are the same.
    Symmetric,
    /// Those below the diagonal: the others have the opposite sign.
    Skew,
}

/// The first line of a file.
struct Header {
    /// Whether values stand without their places, column by column.
    dense: bool,
    field: Field,
    part: Part,
}

impl Header {
    fn read(header: &str) -> Result<Header, String> {
        let unknown = || format!("`{header}` is not a header of a Matrix Market file");
        let words = header.to_ascii_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        let ["%%matrixmarket", "matrix", format @ ("coordinate" | "array"), field, part] = words[..] else {
            return Err(unknown());
        };
        let field = match field {
            "real" => Field::Real,
            "integer" => Field::Integer,
            "pattern" if format == "coordinate" => Field::Pattern,
            "complex" => return Err("the matrix has complex values: real values are expected".into()),
            _ => return Err(unknown()),
        };
        let part = match part {
            "general" => Part::All,
            "symmetric" => Part::Symmetric,
            "skew-symmetric" if field != Field::Pattern => Part::Skew,
            _ => return Err(unknown()),
        };
        Ok(Header { dense: format == "array", field, part })
    }

    /// Parses the line of the shape: the numbers of rows, columns and elements. Numbers for which a
    /// file of `bytes` bytes is too short, or memory too small, are refused.
    fn shape(&self, line: &str, bytes: usize) -> Result<[usize; 3], String> {
        let names = if self.dense { &["rows", "columns"][..] } else { &["rows", "columns", "elements"] };
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() != names.len() {
            return Err(format!("`{line}` is not the numbers of {}", names.join(", ")));
        }
        let mut numbers = [0; 3];
        for ((number, word), name) in numbers.iter_mut().zip(words).zip(names) {
            if !word.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(format!("`{word}` is not a number of {name}"));
            }
            let read = word.parse().ok().filter(|number| *number <= MOST);
            *number = read.ok_or_else(|| format!("{word} {name}: {MOST} at most"))?;
        }
        let [rows, columns, count] = &mut numbers;
        if self.part != Part::All && rows != columns {
            return Err(format!("{rows} rows and {columns} columns: half of a matrix is given, and it is square"));
        }
        if self.dense {
            *count = match self.part {
                Part::All => *rows * *columns,
                Part::Symmetric => *rows * (*rows + 1) / 2,
                Part::Skew => *rows * rows.saturating_sub(1) / 2,
            };
        }
        // the shortest line of an element is `1 1`, or of a dense one `1`
        if *count > bytes / if self.dense { 2 } else { 3 } {
            return Err(format!("{count} elements: the file has fewer"));
        }
        // a row has a start, an element its place and value, on both sides of the diagonal
        let (needs, has) = (8 * (*rows + *columns) as u64 + 96 * *count as u64, room::available());
        if needs > has {
            return Err(format!("a matrix of this size takes {needs} bytes: the machine has {has} left"));
        }
        Ok(numbers)
    }

    /// Returns the first row of a column that is in the file.
    fn first_row(&self, column: usize) -> usize {
        match self.part {
            Part::All => 0,
            Part::Symmetric => column,
            Part::Skew => column + 1,
        }
    }

    /// Returns the value that stands behind the place of an element.
    fn value(&self, words: &[&str]) -> Result<f64, &str> {
        match (self.field, words) {
            (Field::Pattern, []) => Ok(1.0),
            (Field::Pattern, _) => Err("is not a row and a column"),
            (Field::Integer, [word]) => word.parse().map(|value: i64| value as f64).map_err(|_| "has no integer value"),
            (Field::Real, [word]) => word.parse().map_err(|_| "has no real value"),
            _ => Err("has not one value"),
        }
    }
}

/// Reads the elements of a file, and returns the numbers of rows and columns with them.
fn elements(text: &str) -> Result<(usize, usize, Vec<Element>), Refusal> {
    let numbered = text.lines().enumerate().map(|(n, line)| (n + 1, line.trim()));
    let mut lines = numbered.filter(|(_, line)| !line.is_empty());
    let (first, header) = lines.next().ok_or_else(|| (1, "the file is empty".to_string()))?;
    let header = Header::read(header).map_err(|reason| (first, reason))?;
    let mut lines = lines.filter(|(_, line)| !line.starts_with('%'));
    let (second, shape) = lines.next().ok_or_else(|| (first, "the line with the numbers of rows is missing".into()))?;
    let [rows, columns, count] = header.shape(shape, text.len()).map_err(|reason| (second, reason))?;
    let mut dense = (0..columns).flat_map(|column| (header.first_row(column)..rows).map(move |row| [row, column]));
    let place = |words: &[&str]| {
        let index = |word: &str, count| word.parse().ok().filter(|n| (1..=count).contains(n)).map(|n: usize| n - 1);
        let [row, column] = words.first_chunk()?;
        Some([index(row, rows)?, index(column, columns)?])
    };
    let (mut elements, mut found) = (Vec::with_capacity(count), 0);
    for (line, text) in lines {
        let refused = |what: &str| (line, format!("`{text}` {what}"));
        let words: Vec<&str> = text.split_whitespace().collect();
        let (at, value) =
            if header.dense { (dense.next(), &words[..]) } else { (place(&words), &words[words.len().min(2)..]) };
        let [row, column] =
            at.ok_or_else(|| refused(&format!("is no element of {rows} rows and {columns} columns")))?;
        let value = header.value(value).map_err(refused)?;
        if row < header.first_row(column) {
            return Err(refused("is not in the half of the matrix that is given, below the diagonal"));
        }
        found += 1;
        elements.push(([row, column], value));
        if header.part != Part::All && row != column {
            elements.push(([column, row], if header.part == Part::Skew { -value } else { value }));
        }
    }
    if found != count {
        return Err((second, format!("{count} entries are expected, and the file has {found}")));
    }
    Ok((rows, columns, elements))
}
