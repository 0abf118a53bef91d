//! The program: PTX as compilers write it, what the papers need to know of it, and its exact execution.
//!
//! ```text
//! text -- syntax --> tree -- lower --> Module -- analysis --> Scalars, Reconvergence, Branches
//!                                        |  \--- allocate --> Allocation --.
//!                                        '--- execute <--------------------'   <-- launch (buffers, grids, what is expected)
//! ```
//!
//! | | |
//! |---|---|
//! | `syntax`, `lower` | text to tree, tree to program: [`read`] |
//! | [`program`] | the program: functions, instructions, registers, variables |
//! | [`arithmetic`] | what each operation computes, of one thread and of all lanes |
//! | [`analysis`] | control flow, liveness, which registers are scalar |
//! | [`rewrite`] | the same program with fewer registers alive at once |
//! | [`allocate`], [`compile`] | where registers lie; a kernel made ready |
//! | [`execute`] | exact execution: values, control, memory |
//! | [`texture`] | what a fetch from a texture returns |
//! | [`launch`] | what to run and what must come out |

pub mod allocate;
pub mod analysis;
pub mod arithmetic;
pub mod compile;
mod error;
pub mod execute;
pub mod launch;
mod lower;
pub mod program;
pub mod rewrite;
mod syntax;
pub mod texture;

pub use error::{Error, Problem};

/// Reads PTX; `name` is the file's name for errors.
pub fn read(name: &str, text: &str) -> Result<program::Module, Error> {
    let source = program::Source::new(name, text);
    let module = syntax::parse(text).and_then(|tree| lower::lower(&source, &tree));
    module.map_err(|fault| fault.into_error(&source))
}
