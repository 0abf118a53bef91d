//! Launch descriptions: buffers with their contents, symbols, grids and arguments in order, and
//! expected results.

mod data;
mod description;
mod error;
mod expect;
mod expression;
mod fill;
mod grid;
mod lists;
mod matrices;
mod matrix;
mod plan;
mod session;
mod template;
mod textures;

pub use data::{Buffers, Data, Element, Sizes};
pub use description::{Argument, Contents, Description, Expect, Fill, Launch, Loop, Number, Run, Source};
pub use error::LaunchError;
pub use expect::{Difference, compare};
pub use grid::Grid;
pub use matrices::Matrices;
pub use matrix::{Matrix, MatrixError};
pub use plan::{Planned, Shape, Value};
pub use session::{Host, Ready, Rejection, RunError, Session, Wrong};
pub use template::template;
pub use textures::{AddressWord, Binding, FilterWord};
