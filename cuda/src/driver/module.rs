//! Driver API: modules from PTX text and fat binaries, and their kernels and variables.

use crate::boundary::{Out, Text, driver, read, read_text};
use crate::core::{Gpu, Until, after, with};
use crate::error::{Error, code};
use crate::fatbin;
use crate::runtime::unwrap;

/// Returns the PTX of an image in memory: a null-terminated text, a fat binary or its wrapper.
pub(super) fn text(image: u64) -> Result<String, Error> {
    let head = read(image, 4)?;
    match u32::from_le_bytes(head[..4].try_into().expect("four bytes")) {
        fatbin::WRAPPER | fatbin::CONTAINER => unwrap(image),
        0x464C_457F => Err(machine_code()),
        _ => read_text(image),
    }
}

/// Returns the error of an image that is machine code.
pub(super) fn machine_code() -> Error {
    let why = "the module is machine code (a cubin or an object), and only PTX can be run: load the PTX, or compile for compute_75";
    Error::new(code::NO_BINARY_FOR_GPU, why)
}

fn load(gpu: &mut Gpu, image: u64) -> Result<u64, Error> {
    let text = text(image)?;
    let name = format!("module {}", gpu.loaded());
    gpu.load(&name, &text)
}

driver! {
    "heddle_cuModuleLoadData" fn load_data(module: Out<u64>, image: u64) {
        with(|gpu| module.put(load(gpu, image)?))
    }
    "heddle_cuModuleLoadDataEx" fn load_data_ex(module: Out<u64>, image: u64) {
        with(|gpu| module.put(load(gpu, image)?))
    }
    "heddle_cuModuleLoadFatBinary" fn load_fat_binary(module: Out<u64>, image: u64) {
        with(|gpu| module.put(load(gpu, image)?))
    }
    "heddle_cuModuleLoad" fn load_file(module: Out<u64>, path: Text) {
        let path = path.get()?;
        let missing = |error: std::io::Error| Error::new(code::FILE_NOT_FOUND, format!("{path}: {error}"));
        let mut bytes = std::fs::read(&path).map_err(missing)?;
        bytes.push(0);
        with(|gpu| {
            let text = text(bytes.as_ptr() as u64)?;
            module.put(gpu.load(&path, &text)?)
        })
    }
    "heddle_cuModuleUnload" fn unload(module: u64) {
        after(Until::All, |gpu| gpu.unload(module))
    }
    "heddle_cuModuleGetFunction" fn get_function(function: Out<u64>, module: u64, name: Text) {
        with(|gpu| function.put(gpu.kernel(module, &name.get()?)?))
    }
    "heddle_cuModuleGetGlobal_v2" fn get_global(address: Out<u64>, bytes: Out<usize>, module: u64, name: Text) {
        with(|gpu| {
            let (at, size) = gpu.variable(module, &name.get()?)?;
            address.give(at);
            bytes.give(size as usize);
            Ok(())
        })
    }
    "heddle_cuModuleGetLoadingMode" fn loading_mode(mode: Out<i32>) {
        mode.put(1)
    }
    "heddle_cuLibraryLoadData" fn library_load(library: Out<u64>, image: u64) {
        with(|gpu| library.put(load(gpu, image)?))
    }
    "heddle_cuLibraryUnload" fn library_unload(library: u64) {
        after(Until::All, |gpu| gpu.unload(library))
    }
    "heddle_cuLibraryGetKernel" fn library_kernel(kernel: Out<u64>, library: u64, name: Text) {
        with(|gpu| kernel.put(gpu.kernel(library, &name.get()?)?))
    }
    "heddle_cuLibraryGetModule" fn library_module(module: Out<u64>, library: u64) {
        with(|gpu| {
            gpu.module(library)?;
            module.put(library)
        })
    }
    "heddle_cuLibraryGetGlobal" fn library_global(address: Out<u64>, bytes: Out<usize>, library: u64, name: Text) {
        with(|gpu| {
            let (at, size) = gpu.variable(library, &name.get()?)?;
            address.give(at);
            bytes.give(size as usize);
            Ok(())
        })
    }
    "heddle_cuKernelGetFunction" fn kernel_function(function: Out<u64>, kernel: u64) {
        with(|gpu| {
            gpu.function(kernel)?;
            function.put(kernel)
        })
    }
}
