//! Runtime API: kernel launches, attributes of kernels, and occupancy.

use std::cell::RefCell;

use super::registry;
use crate::boundary::{Out, read, read_word, runtime};
use crate::core::{Gpu, Run, potential, with};
use crate::error::{Error, code};

/// `dim3`: the three sides of a grid or a CTA.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Dim3 {
    x: u32,
    y: u32,
    z: u32,
}

impl Dim3 {
    fn sides(self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }
}

/// The launch configuration between `<<<` and `>>>`.
#[derive(Clone, Copy)]
struct Configuration {
    grid: Dim3,
    block: Dim3,
    shared: usize,
    stream: u64,
}

thread_local! {
    /// Configurations of launches that have begun and not reached their kernel.
    static CONFIGURATIONS: RefCell<Vec<Configuration>> = const { RefCell::new(Vec::new()) };
}

/// Runs a kernel; `arguments` is the address of a list of the arguments' addresses.
pub(crate) fn launch(
    gpu: &mut Gpu,
    (kernel, stream): (u64, u64),
    sides: ([u32; 3], [u32; 3]),
    shared: usize,
    arguments: u64,
) -> Result<(), Error> {
    gpu.check_stream(stream)?;
    let (list, bytes) = gpu.parameters(kernel)?;
    let mut parameters = vec![0; bytes];
    for (number, (offset, bytes)) in list.into_iter().enumerate() {
        let held = read(read_word(arguments + 8 * number as u64)?, bytes)?;
        parameters[offset..offset + bytes].copy_from_slice(&held);
    }
    let shared = u32::try_from(shared)
        .map_err(|_| Error::new(code::INVALID_VALUE, format!("{shared} bytes of shared memory are too many")))?;
    gpu.launch(kernel, stream, Run { grid: sides.0, block: sides.1, shared, parameters })
}

/// The first fields of `cudaFuncAttributes`, which all versions share.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FunctionAttributes {
    shared: usize,
    constants: usize,
    local: usize,
    threads: i32,
    registers: i32,
    ptx: i32,
    binary: i32,
    cache: i32,
    dynamic: i32,
    carveout: i32,
}

runtime! {
    "heddle___cudaPushCallConfiguration" fn push_configuration(grid: Dim3, block: Dim3, shared: usize, stream: u64) {
        CONFIGURATIONS.with_borrow_mut(|all| all.push(Configuration { grid, block, shared, stream }));
        Ok(())
    }
    "heddle___cudaPopCallConfiguration" fn pop_configuration(grid: Out<Dim3>, block: Out<Dim3>, shared: Out<usize>, stream: Out<u64>) {
        let missing = || Error::new(code::MISSING_CONFIGURATION, "a kernel is called without a launch configuration (<<<...>>>)");
        let known = CONFIGURATIONS.with_borrow_mut(Vec::pop).ok_or_else(missing)?;
        grid.put(known.grid)?;
        block.put(known.block)?;
        shared.put(known.shared)?;
        stream.put(known.stream)
    }
    "heddle_cudaLaunchKernel" fn launch_kernel(stub: u64, grid: Dim3, block: Dim3, arguments: u64, shared: usize, stream: u64) {
        with(|gpu| {
            let kernel = registry::kernel(gpu, stub)?;
            launch(gpu, (kernel, stream), (grid.sides(), block.sides()), shared, arguments)
        })
    }
    "heddle___cudaGetKernel" fn get_kernel(kernel: Out<u64>, stub: u64) {
        kernel.put(stub)
    }
    "heddle___cudaLaunchKernel" fn launch_by_handle(stub: u64, grid: Dim3, block: Dim3, arguments: u64, shared: usize, stream: u64) {
        with(|gpu| {
            let kernel = registry::kernel(gpu, stub)?;
            launch(gpu, (kernel, stream), (grid.sides(), block.sides()), shared, arguments)
        })
    }
    "heddle_cudaLaunchKernelExC" fn launch_extended(configuration: u64, stub: u64, arguments: u64) {
        // grid, block: 24 bytes; shared memory, stream: 16 bytes
        let held = read(configuration, 40)?;
        let word = |at: usize| u32::from_le_bytes(held[at..at + 4].try_into().expect("four bytes"));
        let long = |at: usize| u64::from_le_bytes(held[at..at + 8].try_into().expect("eight bytes"));
        let sides = ([word(0), word(4), word(8)], [word(12), word(16), word(20)]);
        with(|gpu| {
            let kernel = registry::kernel(gpu, stub)?;
            launch(gpu, (kernel, long(32)), sides, long(24) as usize, arguments)
        })
    }
    "heddle_cudaLaunchCooperativeKernel" fn launch_cooperative(
        _stub: u64, _grid: Dim3, _block: Dim3, _arguments: u64, _shared: usize, _stream: u64,
    ) {
        Err(Error::new(code::NOT_SUPPORTED, "cooperative launches are not supported: there is no `grid.sync()`"))
    }
    "heddle_cudaFuncGetAttributes" fn function_attributes(to: Out<FunctionAttributes>, stub: u64) {
        with(|gpu| {
            let kernel = registry::kernel(gpu, stub)?;
            let needs = gpu.attributes(kernel)?;
            to.put(FunctionAttributes {
                shared: needs.shared as usize, constants: needs.constants as usize, local: needs.local as usize,
                threads: needs.threads as i32, registers: needs.registers as i32, ptx: 75, binary: 75, cache: 0,
                dynamic: gpu.spec.shared.bytes.saturating_sub(needs.shared) as i32, carveout: -1,
            })
        })
    }
    "heddle_cudaFuncSetAttribute" fn set_function_attribute(stub: u64, number: i32, value: i32) {
        with(|gpu| {
            let kernel = registry::kernel(gpu, stub)?;
            gpu.set_attribute(kernel, number, value)
        })
    }
    "heddle_cudaFuncSetCacheConfig" fn set_cache(stub: u64, _cache: i32) {
        with(|gpu| registry::kernel(gpu, stub).map(drop))
    }
    "heddle_cudaFuncSetSharedMemConfig" fn set_banks(stub: u64, _banks: i32) {
        with(|gpu| registry::kernel(gpu, stub).map(drop))
    }
    "heddle_cudaOccupancyMaxActiveBlocksPerMultiprocessor" fn occupancy(ctas: Out<i32>, stub: u64, threads: i32, dynamic: usize) {
        with(|gpu| {
            let kernel = registry::kernel(gpu, stub)?;
            ctas.put(gpu.attributes(kernel)?.ctas(&gpu.spec, threads.max(0) as u32, dynamic as u64) as i32)
        })
    }
    "heddle_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags" fn occupancy_with_flags(
        ctas: Out<i32>, stub: u64, threads: i32, dynamic: usize, _flags: u32,
    ) {
        with(|gpu| {
            let kernel = registry::kernel(gpu, stub)?;
            ctas.put(gpu.attributes(kernel)?.ctas(&gpu.spec, threads.max(0) as u32, dynamic as u64) as i32)
        })
    }
    "heddle_cudaOccupancyMaxPotentialBlockSize" fn potential_size(grid: Out<i32>, block: Out<i32>, stub: u64, dynamic: usize, limit: i32) {
        with(|gpu| {
            let kernel = registry::kernel(gpu, stub)?;
            let (threads, ctas) = potential(&gpu.attributes(kernel)?, &gpu.spec, |_| dynamic as u64, limit.max(0) as u32);
            grid.put(ctas as i32)?;
            block.put(threads as i32)
        })
    }
}
