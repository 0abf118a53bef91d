//! Errors of the runtime.

use std::ffi::c_char;

use crate::boundary::last;
use crate::error::words;

/// The last error of this thread, which is forgotten.
#[unsafe(export_name = "heddle_cudaGetLastError")]
pub extern "C" fn get_last_error() -> i32 {
    last(Some(0))
}

/// The last error of this thread.
#[unsafe(export_name = "heddle_cudaPeekAtLastError")]
pub extern "C" fn peek_at_last_error() -> i32 {
    last(None)
}

/// An error's text.
#[unsafe(export_name = "heddle_cudaGetErrorString")]
pub extern "C" fn error_string(error: i32) -> *const c_char {
    words(error).map_or(c"unrecognized error code", |(_, _, text)| text).as_ptr()
}

/// An error's name.
#[unsafe(export_name = "heddle_cudaGetErrorName")]
pub extern "C" fn error_name(error: i32) -> *const c_char {
    words(error).map_or(c"unrecognized error code", |(name, ..)| name).as_ptr()
}
