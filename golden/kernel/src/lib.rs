//! The program: PTX as compilers write it, the analyses that the papers need, and its exact
//! execution.
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
//! | [`rewrite`] | the same program with fewer registers live at once |
//! | [`allocate`], [`compile`] | the places of registers; a kernel made ready to run |
//! | [`execute`] | exact execution: values, control, memory |
//! | [`texture`] | what a fetch from a texture returns |
//! | [`launch`] | the buffers, grids and arguments of a run, and its expected results |
//!
//! Read a program, run it, and look at its results:
//!
//! ```
//! use heddle_kernel::compile::Registers;
//! use heddle_kernel::execute::{Options, Unobserved};
//! use heddle_kernel::launch::{Description, Session};
//!
//! let ptx = r#"
//!     .version 6.4
//!     .target sm_30
//!     .address_size 64
//!     .visible .entry twice(.param .u64 out) {
//!         .reg .b32 %r<3>; .reg .b64 %rd<4>;
//!         ld.param.u64 %rd1, [out];
//!         mov.u32 %r1, %tid.x;
//!         mul.wide.u32 %rd2, %r1, 4;
//!         add.u64 %rd3, %rd1, %rd2;
//!         shl.b32 %r2, %r1, 1;
//!         st.global.u32 [%rd3], %r2;
//!         ret;
//!     }"#;
//! let launch = r#"
//!     name = "twice"
//!     [[buffer]]
//!     name = "out"
//!     type = "u32"
//!     count = 64
//!     [[run]]
//!     [[run.launch]]
//!     kernel = "twice"
//!     grid = [1]
//!     block = [64]
//!     args = [{ buffer = "out" }]"#;
//!
//! let module = heddle_kernel::read("twice.ptx", ptx)?;
//! let description = Description::read("twice.toml", launch)?;
//! let mut session = Session::new("twice.toml", &module, &description, "test", None)?;
//! let statistics = session.run(Registers::default(), &Options::default(), &mut Unobserved)?;
//! assert_eq!(statistics.thread_instructions, 64 * 7);
//! assert_eq!(session.contents().u32("out")[21], 42);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod allocate;
pub mod analysis;
pub mod arithmetic;
pub mod compile;
mod error;
pub mod execute;
pub mod launch;
mod link;
mod lower;
pub mod program;
pub mod rewrite;
pub mod room;
mod since;
mod syntax;
pub mod texture;

pub use error::{Error, Problem};
pub use link::link;

/// Reads PTX text into a module; `name` is the file name that errors show.
pub fn read(name: &str, text: &str) -> Result<program::Module, Error> {
    let source = program::Source::new(name, text);
    let module = syntax::parse(text).and_then(|tree| lower::lower(&source, &tree));
    module.map_err(|fault| fault.into_error(&source))
}
