//! Driver API: kernel launches, attributes of kernels, and occupancy.

use crate::boundary::{Out, driver, read, read_word};
use crate::core::{Gpu, Run, potential, with};
use crate::error::{Error, code};
use crate::runtime::launch;

/// Tags of the list that `cuLaunchKernel` takes as its last argument.
const END: u64 = 0;
const BUFFER: u64 = 1;
const SIZE: u64 = 2;

/// Returns the parameter block that a list of pairs of a tag and a value describes.
fn block(mut list: u64) -> Result<Vec<u8>, Error> {
    let (mut buffer, mut size) = (0, 0);
    loop {
        match read_word(list)? {
            END => return read(buffer, size as usize),
            BUFFER => buffer = read_word(list + 8)?,
            SIZE => size = read_word(read_word(list + 8)?)?,
            other => return Err(Error::new(code::INVALID_VALUE, format!("{other} is not a kind of launch parameter"))),
        }
        list += 16;
    }
}

fn start(
    gpu: &mut Gpu,
    (function, stream): (u64, u64),
    sides: ([u32; 3], [u32; 3]),
    shared: u32,
    arguments: u64,
    extra: u64,
) -> Result<(), Error> {
    if arguments != 0 || extra == 0 {
        return launch(gpu, (function, stream), sides, shared as usize, arguments);
    }
    let mut parameters = block(extra)?;
    parameters.resize(gpu.parameters(function)?.1, 0);
    gpu.launch(function, stream, Run { grid: sides.0, block: sides.1, shared, parameters })
}

fn attribute(gpu: &Gpu, function: u64, number: i32) -> Result<i32, Error> {
    let needs = gpu.attributes(function)?;
    Ok(match number {
        0 => needs.threads as i32,
        1 => needs.shared as i32,
        2 => needs.constants as i32,
        3 => needs.local as i32,
        4 => needs.registers as i32,
        5 | 6 => 75,
        7 => 0,
        8 => gpu.spec.shared.bytes.saturating_sub(needs.shared) as i32,
        9 => -1,
        10..20 => 0,
        _ => return Err(Error::new(code::INVALID_VALUE, format!("there is no function attribute {number}"))),
    })
}

/// A function of the program that returns the bytes of dynamic shared memory for a CTA size.
type Dynamic = Option<extern "C" fn(i32) -> usize>;

driver! {
    "heddle_cuLaunchKernel" fn launch_kernel(
        function: u64, grid_x: u32, grid_y: u32, grid_z: u32, block_x: u32, block_y: u32, block_z: u32,
        shared: u32, stream: u64, arguments: u64, extra: u64,
    ) {
        let sides = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        with(|gpu| start(gpu, (function, stream), sides, shared, arguments, extra))
    }
    "heddle_cuLaunchKernelEx" fn launch_extended(configuration: u64, function: u64, arguments: u64, extra: u64) {
        // grid, block, shared memory: 28 bytes; the stream at 32
        let held = read(configuration, 40)?;
        let word = |n: usize| u32::from_le_bytes(held[4 * n..4 * n + 4].try_into().expect("four bytes"));
        let sides = ([word(0), word(1), word(2)], [word(3), word(4), word(5)]);
        let stream = u64::from(word(8)) | u64::from(word(9)) << 32;
        with(|gpu| start(gpu, (function, stream), sides, word(6), arguments, extra))
    }
    "heddle_cuLaunchCooperativeKernel" fn launch_cooperative() {
        Err(Error::new(code::NOT_SUPPORTED, "cooperative launches are not supported: there is no `grid.sync()`"))
    }
    "heddle_cuFuncGetAttribute" fn function_attribute(value: Out<i32>, number: i32, function: u64) {
        with(|gpu| value.put(attribute(gpu, function, number)?))
    }
    "heddle_cuKernelGetAttribute" fn kernel_attribute(value: Out<i32>, number: i32, kernel: u64, _device: i32) {
        with(|gpu| value.put(attribute(gpu, kernel, number)?))
    }
    "heddle_cuFuncSetAttribute" fn set_function_attribute(function: u64, number: i32, value: i32) {
        with(|gpu| gpu.set_attribute(function, number, value))
    }
    "heddle_cuKernelSetAttribute" fn set_kernel_attribute(number: i32, value: i32, kernel: u64, _device: i32) {
        with(|gpu| gpu.set_attribute(kernel, number, value))
    }
    "heddle_cuFuncSetCacheConfig" fn set_cache(function: u64, _cache: i32) {
        with(|gpu| gpu.function(function).map(drop))
    }
    "heddle_cuFuncSetSharedMemConfig" fn set_banks(function: u64, _banks: i32) {
        with(|gpu| gpu.function(function).map(drop))
    }
    "heddle_cuOccupancyMaxActiveBlocksPerMultiprocessor" fn occupancy(ctas: Out<i32>, function: u64, threads: i32, dynamic: usize) {
        with(|gpu| ctas.put(gpu.attributes(function)?.ctas(&gpu.spec, threads.max(0) as u32, dynamic as u64) as i32))
    }
    "heddle_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags" fn occupancy_with_flags(
        ctas: Out<i32>, function: u64, threads: i32, dynamic: usize, _flags: u32,
    ) {
        with(|gpu| ctas.put(gpu.attributes(function)?.ctas(&gpu.spec, threads.max(0) as u32, dynamic as u64) as i32))
    }
    "heddle_cuOccupancyMaxPotentialBlockSize" fn potential_size(grid: Out<i32>, block: Out<i32>, function: u64, of: Dynamic, dynamic: usize, limit: i32) {
        let dynamic = |threads: u32| of.map_or(dynamic, |of| of(threads as i32)) as u64;
        with(|gpu| {
            let (threads, ctas) = potential(&gpu.attributes(function)?, &gpu.spec, dynamic, limit.max(0) as u32);
            grid.put(ctas as i32)?;
            block.put(threads as i32)
        })
    }
    "heddle_cuOccupancyMaxPotentialBlockSizeWithFlags" fn potential_with_flags(
        grid: Out<i32>, block: Out<i32>, function: u64, of: Dynamic, dynamic: usize, limit: i32, _flags: u32,
    ) {
        let dynamic = |threads: u32| of.map_or(dynamic, |of| of(threads as i32)) as u64;
        with(|gpu| {
            let (threads, ctas) = potential(&gpu.attributes(function)?, &gpu.spec, dynamic, limit.max(0) as u32);
            grid.put(ctas as i32)?;
            block.put(threads as i32)
        })
    }
}
