//! Runtime API: the last error of a thread, names and texts of errors.

use std::ffi::c_char;

use crate::boundary::last;
use crate::error::words;

/// Returns the last error of this thread and resets it (`cudaGetLastError`).
#[unsafe(export_name = "heddle_cudaGetLastError")]
pub extern "C" fn get_last_error() -> i32 {
    last(Some(0))
}

/// Returns the last error of this thread and keeps it (`cudaPeekAtLastError`).
#[unsafe(export_name = "heddle_cudaPeekAtLastError")]
pub extern "C" fn peek_at_last_error() -> i32 {
    last(None)
}

/// Returns the text of an error code (`cudaGetErrorString`).
#[unsafe(export_name = "heddle_cudaGetErrorString")]
pub extern "C" fn error_string(error: i32) -> *const c_char {
    words(error).map_or(c"unrecognized error code", |(_, _, text)| text).as_ptr()
}

/// Returns the name of an error code in the runtime API (`cudaGetErrorName`).
#[unsafe(export_name = "heddle_cudaGetErrorName")]
pub extern "C" fn error_name(error: i32) -> *const c_char {
    words(error).map_or(c"unrecognized error code", |(name, ..)| name).as_ptr()
}
