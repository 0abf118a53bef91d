//! The matrices of a description: the sizes and contents that follow from them.

use std::borrow::Cow;
use std::sync::Arc;

use super::data::{Cell, Data};
use super::description::{Contents, Description, Fill, Number};
use super::fill::Context;
use super::{Host, LaunchError, Matrix, Sizes};

const SIZES: [&str; 4] = ["rows", "columns", "elements", "longest"];
const LISTS: [&str; 4] = ["starts", "indices", "values", "lengths"];

/// The matrices of a description at one scale, with their values.
#[derive(Debug, Clone, Default)]
pub struct Matrices(Vec<Made>);

/// A matrix, with the elements of each row as warp sizes.
#[derive(Debug, Clone)]
struct Made {
    name: String,
    matrix: Matrix,
    lengths: Vec<u32>,
}

impl Description {
    /// Puts a matrix in the place of the description's only one; an error if the description has
    /// none or several.
    pub fn take_matrix(&mut self, file: &str, matrix: Arc<Matrix>) -> Result<(), LaunchError> {
        let context = Context { file, sizes: &Sizes::default() };
        match &mut self.matrix[..] {
            [source] => {
                source.read = Some(matrix);
                Ok(())
            }
            [] => Err(context.error("matrix", "the description has no [[matrix]] that a file could replace")),
            several => Err(context.error(
                "matrix",
                format!("the description has {} of them, and a file can replace only one", several.len()),
            )),
        }
    }

    /// Returns the matrices of the description, read or made by host code, and adds their sizes to
    /// `sizes`.
    pub fn matrices(&self, file: &str, sizes: &mut Sizes, host: Option<&Host>) -> Result<Matrices, LaunchError> {
        let mut made = Vec::new();
        for (index, source) in self.matrix.iter().enumerate() {
            let key = |name: &str| format!("matrix[{index}].{name}");
            let of_host = || host.and_then(|host| (host.matrix)(sizes, &source.name));
            let read = source.read.as_deref().map(Cow::Borrowed);
            let matrix = read.or_else(|| of_host().map(Cow::Owned)).ok_or_else(|| {
                let why = "no file is named, and only a workload of this project has host code that makes a matrix";
                Context { file, sizes }.error(&key("file"), why)
            })?;
            let elements = matrix.indices.len() as i64;
            let found = [matrix.rows() as i64, matrix.columns.into(), elements, matrix.longest().into()];
            for (size, value) in SIZES.iter().zip(found) {
                sizes.0.insert(format!("{}.{size}", source.name), value);
            }
            let context = Context { file, sizes };
            let within = |name: &str, number: &Option<Number>, least: i64, most: i64, otherwise: i64| match number {
                Some(number) => context.within(&key(name), number, least, most),
                None => Ok(otherwise),
            };
            let seed = within("order", &source.order, 0, i64::MAX, 0)?;
            let least = within("least", &source.least, 0, u32::MAX.into(), 1)?;
            let most = within("most", &source.most, least, u32::MAX.into(), u32::MAX.into())?;
            let matrix = matrix.in_order(seed as u64);
            let lengths = matrix.lengths().map(|length| length.clamp(least as u32, most as u32)).collect();
            made.push(Made { name: source.name.clone(), matrix, lengths });
        }
        Ok(Matrices(made))
    }
}

/// Checks that each matrix name is unique, and that contents name a list of a matrix that there is.
pub(super) fn check(description: &Description, context: &Context) -> Result<(), LaunchError> {
    for (index, source) in description.matrix.iter().enumerate() {
        if description.matrix[..index].iter().any(|before| before.name == source.name) {
            return Err(
                context.error(&format!("matrix[{index}].name"), format!("the name `{}` is used twice", source.name))
            );
        }
    }
    for (kind, index, contents) in filled(description) {
        let Fill::Matrix(list) = &contents.fill else { continue };
        let (name, list) = list.split_once('.').unwrap_or((list, ""));
        if !description.matrix.iter().any(|source| source.name == name) || !LISTS.contains(&list) {
            let known: Vec<String> = description
                .matrix
                .iter()
                .flat_map(|source| LISTS.map(|list| format!("{}.{list}", source.name)))
                .collect();
            let known = if known.is_empty() { "no matrix".into() } else { known.join(", ") };
            return Err(context.error(
                &format!("{kind}[{index}].fill.matrix"),
                format!("this is not a list of a matrix; there are {known}"),
            ));
        }
    }
    Ok(())
}

/// Returns all buffers and symbols, with their kind and index.
fn filled(description: &Description) -> impl Iterator<Item = (&'static str, usize, &Contents)> {
    let buffers = description.buffer.iter().enumerate().map(|(index, contents)| ("buffer", index, contents));
    let symbols = description.symbol.iter().enumerate().map(|(index, contents)| ("symbol", index, contents));
    buffers.chain(symbols)
}

impl Matrices {
    /// Fills a buffer or symbol whose contents are a list of a matrix; leaves any other as it is.
    pub(super) fn fill(&self, context: &Context, key: &str, fill: &Fill, data: &mut Data) -> Result<(), LaunchError> {
        let Fill::Matrix(named) = fill else { return Ok(()) };
        let list =
            named.split_once('.').and_then(|(name, list)| Some((self.0.iter().find(|made| made.name == name)?, list)));
        let Some((made, list)) = list else {
            return Err(context.error(&format!("{key}.fill.matrix"), format!("`{named}` was not made")));
        };
        made.fill(list, data).map_err(|why| context.error(key, format!("`{named}` {why}")))
    }
}

impl Made {
    fn fill(&self, list: &str, data: &mut Data) -> Result<(), String> {
        let numbers = match list {
            "starts" => &self.matrix.starts,
            "indices" => &self.matrix.indices,
            "lengths" => &self.lengths,
            _ if !data.is_float() => return Err(format!("has elements of type f32 or f64, not {}", data.type_name())),
            _ => return filled_with(data, self.matrix.values.len(), |at| Cell::Float(self.matrix.values[at])),
        };
        if !["s32", "u32", "s64", "u64"].contains(&data.type_name()) {
            return Err(format!("has elements of type s32, u32, s64 or u64, not {}", data.type_name()));
        }
        filled_with(data, numbers.len(), |at| Cell::Whole(numbers[at].into()))
    }
}

fn filled_with(data: &mut Data, count: usize, cell: impl Fn(usize) -> Cell) -> Result<(), String> {
    if data.len() != count {
        return Err(format!("has {count} elements, and the count is {}", data.len()));
    }
    data.set_all(cell);
    Ok(())
}
