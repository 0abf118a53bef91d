//! The program: PTX as compilers write it, what the papers need to know of it, and its exact execution.
//!
//! ```text
//! text -- syntax --> tree -- lower --> Module -- analysis --> Scalars, Reconvergence, Branches
//!                                        |  \--- allocate --> Allocation --.
//!                                        '--- execute <--------------------'   <-- launch (buffers, grids, what is expected)
//! ```

pub mod arithmetic;
pub mod allocate;
pub mod analysis;
pub mod launch;
pub mod program;
