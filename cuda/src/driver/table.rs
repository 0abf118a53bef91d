//! Driver API: functions by their names, and the undocumented table of functions.

use std::ffi::CString;

use crate::boundary::{Out, Text, driver, say_once};
use crate::error::{Error, code};

/// Results of `cuGetProcAddress`: the function was found, or was not.
const FOUND: i32 = 0;
const NOT_FOUND: i32 = 1;

/// Returns the address of a function of this library, in its newest form.
fn address(name: &str) -> u64 {
    // the context's functions have forms that the version chooses; those without parameters serve
    let forms = [format!("heddle_{name}_v2"), format!("heddle_{name}")];
    let find = |form: String| {
        let form = CString::new(form).ok()?;
        // SAFETY: the name has an end, and the handle is that of everything that is loaded
        let found = unsafe { libc::dlsym(own(), form.as_ptr()) } as u64;
        (found != 0).then_some(found)
    };
    forms.into_iter().find_map(find).unwrap_or_else(|| stub(name))
}

/// Returns the address of CUDA's function that this library lacks, which names itself when it is
/// called; 0 for a name that CUDA does not export.
fn stub(name: &str) -> u64 {
    // SAFETY: the program has loaded the library, so that this counts and loads nothing
    let library = unsafe { libc::dlopen(c"libcuda.so.1".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
    let found = |name: String| {
        let name = CString::new(name).ok()?;
        // SAFETY: the name has an end, and the handle is that of a library
        let found = unsafe { libc::dlsym(library, name.as_ptr()) } as u64;
        (found != 0).then_some(found)
    };
    if library.is_null() { 0 } else { [format!("{name}_v2"), name.into()].into_iter().find_map(found).unwrap_or(0) }
}

/// Returns a handle of this library; the program may have loaded it without global symbols.
fn own() -> *mut libc::c_void {
    // SAFETY: the library is loaded, so that this counts and loads nothing
    unsafe { libc::dlopen(c"libheddle_cuda.so".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) }
}

driver! {
    "heddle_cuGetProcAddress" fn get_address(name: Text, function: Out<u64>, _version: i32, _flags: u64) {
        let name = name.get()?;
        let found = address(&name);
        function.put(found)?;
        if found == 0 { Err(Error::new(code::NOT_FOUND, "")) } else { Ok(()) }
    }
    "heddle_cuGetProcAddress_v2" fn get_address_2(name: Text, function: Out<u64>, _version: i32, _flags: u64, status: Out<i32>) {
        let name = name.get()?;
        let found = address(&name);
        function.put(found)?;
        status.give(if found == 0 { NOT_FOUND } else { FOUND });
        Ok(())
    }
    "heddle_cuGetExportTable" fn export_table(_table: Out<u64>, _id: u64) {
        let what = "the program, or a library that it loads, is linked with CUDA's static runtime, which is not supported";
        say_once(format!("{what}: link it with `-cudart shared` (nvcc) or `-lcudart`"));
        Err(Error::new(code::NOT_FOUND, ""))
    }
}
