//! CUDA's runtime and driver libraries over the simulator, so that unmodified programs run on it.
//!
//! ```text
//! program -- libcudart.so.11.0, .12, .13 --.                          .-- functional executor
//!            (runtime: names and versions)  +-- libheddle_cuda.so -- Gpu
//! program -- libcuda.so.1 -----------------'    (this crate)          '-- simulate, on a thread of its own
//!            (driver: names)
//! ```
//!
//! | | |
//! |---|---|
//! | [`checkpoint`] | files from which a program's run continues |
//! | [`settings`] | how a program is run: the files between `heddle run` and the library |
//! | `boundary` | the boundary to C: pointers, strings, results |
//! | `error` | CUDA's error codes, and errors with a reason |
//! | `fatbin` | PTX out of fat binaries |
//! | `core` | the device: memory, modules, launches, time |
//! | `runtime` | CUDA's runtime API |
//! | `driver` | CUDA's driver API |
//! | [`libraries`] | the libraries that programs load |

mod boundary;
pub mod checkpoint;
mod core;
mod driver;
mod error;
mod fatbin;
pub mod libraries;
mod runtime;
pub mod settings;
