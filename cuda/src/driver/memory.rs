//! Driver API: memory allocation, copies, fills.

use crate::boundary::{Out, driver, read};
use crate::core::{Gpu, Rows, Side, Until, after, synchronised, with, with_any};
use crate::error::{Error, code};

fn host(address: u64) -> Rows {
    Rows::flat(address, Some(Side::Host))
}
fn device(address: u64) -> Rows {
    Rows::flat(address, Some(Side::Device))
}

/// Copies bytes in a stream, or synchronously without a stream.
fn copy(stream: Option<u64>, to: Rows, from: Rows, bytes: usize) -> Result<(), Error> {
    match stream {
        Some(stream) => with(|gpu| gpu.in_stream(stream, move |gpu| gpu.copy(to, from, bytes as u64))),
        None => synchronised(|gpu| gpu.copy(to, from, bytes as u64)),
    }
}

/// Fills elements in a stream.
fn fill(stream: u64, to: u64, value: u32, element: usize, count: usize) -> Result<(), Error> {
    with(|gpu| gpu.in_stream(stream, move |gpu| gpu.fill(device(to), value, element, count as u64, 1)))
}

/// Copies rows as a `CUDA_MEMCPY2D` describes.
fn copy_2d(description: u64) -> Result<(), Error> {
    let held = read(description, 128)?;
    let word = |n: usize| u64::from_le_bytes(held[8 * n..8 * n + 8].try_into().expect("eight bytes"));
    let (from, to) = (&held[..56], &held[56..112]);
    after(Until::Stream(0), |gpu| {
        // x, y, kind, host, device, array, pitch
        let rows = |held: &[u8]| {
            let word = |n: usize| u64::from_le_bytes(held[8 * n..8 * n + 8].try_into().expect("eight bytes"));
            side(gpu, word(2) as u32, [word(3), word(4), word(5)], ([word(0), word(1), 0], [word(6), 0]))
        };
        let (from, to) = (rows(from)?.0, rows(to)?.0);
        gpu.copy_rows(to, from, word(14), word(15))
    })
}

/// Returns one side of a copy by its kind (host, device or array): rows from a place on (in bytes,
/// rows, slices), and bytes from slice to slice.
fn side(
    gpu: &Gpu,
    kind: u32,
    [host, device, array]: [u64; 3],
    ([x, y, z], [pitch, height]): ([u64; 3], [u64; 2]),
) -> Result<(Rows, u64), Error> {
    let (address, side) = match kind {
        1 => (host, Some(Side::Host)),
        2 => (device, Some(Side::Device)),
        3 => {
            let array = gpu.array(array)?;
            return Ok((array.rows([x, y, z])?, array.slice()));
        }
        4 => (device, None),
        _ => return Err(Error::new(code::INVALID_VALUE, format!("{kind} is not a kind of memory: 1 to 4 are valid"))),
    };
    Rows { address, side, pitch }.in_slices([x, y, z], height)
}

/// Copies slices of rows as a `CUDA_MEMCPY3D` describes.
fn copy_3d(description: u64) -> Result<(), Error> {
    let held: [u64; 25] = crate::runtime::longs(description)?;
    after(Until::Stream(0), |gpu| {
        // x, y, z, level, kind, host, device, array, reserved, pitch, height
        let half = |at: usize| {
            let word = |n: usize| held[at + n];
            let places = [word(5), word(6), word(7)];
            side(gpu, word(4) as u32, places, ([word(0), word(1), word(2)], [word(9), word(10)]))
        };
        let (from, to) = (half(0)?, half(11)?);
        gpu.copy_box(to, from, [held[22], held[23], held[24]])
    })
}

/// Copies bytes to an array or from it.
fn copy_array(array: u64, x: usize, other: u64, bytes: usize, into: bool) -> Result<(), Error> {
    after(Until::Stream(0), |gpu| {
        let ours = gpu.array(array)?.rows([x as u64, 0, 0])?;
        if into { gpu.copy(ours, host(other), bytes as u64) } else { gpu.copy(host(other), ours, bytes as u64) }
    })
}

fn no_block(address: u64) -> Error {
    Error::new(
        code::INVALID_VALUE,
        format!("{address:#x} does not lie in host memory that was allocated or registered"),
    )
}

fn free_host(gpu: &mut Gpu, address: u64) -> Result<(), Error> {
    gpu.host.free(address, true, &mut gpu.memory).then_some(()).ok_or_else(|| no_block(address))
}

/// Memory types that `cuPointerGetAttribute` returns.
const HOST: u32 = 1;
const DEVICE: u32 = 2;

driver! {
    "heddle_cuMemAlloc_v2" fn alloc(address: Out<u64>, bytes: usize) {
        if bytes == 0 {
            return Err(Error::new(code::INVALID_VALUE, "an allocation of 0 bytes"));
        }
        with(|gpu| address.put(gpu.allocate(bytes as u64)?))
    }
    "heddle_cuMemAllocAsync" fn alloc_async(address: Out<u64>, bytes: usize, stream: u64) {
        with(|gpu| {
            gpu.check_stream(stream)?;
            address.put(gpu.allocate(bytes as u64)?)
        })
    }
    "heddle_cuMemAllocPitch_v2" fn alloc_pitch(address: Out<u64>, pitch: Out<usize>, width: usize, height: usize, _element: u32) {
        with(|gpu| {
            let (at, row) = gpu.allocate_rows(width as u64, height as u64)?;
            address.put(at)?;
            pitch.put(row as usize)
        })
    }
    "heddle_cuMemFree_v2" fn free(address: u64) {
        after(Until::All, |gpu| gpu.free(address))
    }
    "heddle_cuMemFreeAsync" fn free_async(address: u64, stream: u64) {
        with(|gpu| gpu.in_stream(stream, move |gpu| gpu.free(address)))
    }
    "heddle_cuMemGetInfo_v2" fn info(free: Out<usize>, total: Out<usize>) {
        with(|gpu| {
            free.put(gpu.memory.left() as usize)?;
            total.put(gpu.memory.limit() as usize)
        })
    }
    "heddle_cuMemGetAddressRange_v2" fn address_range(start: Out<u64>, bytes: Out<usize>, address: u64) {
        with(|gpu| {
            let none = || Error::new(code::NOT_FOUND, format!("{address:#x} is not an address in device memory"));
            let block = gpu.host.block(address).map(|(at, block)| (at, block.bytes));
            let (at, size) = block.or(gpu.memory.allocation(address)).ok_or_else(none)?;
            start.give(at);
            bytes.give(size as usize);
            Ok(())
        })
    }
    "heddle_cuMemAllocManaged" fn alloc_managed(address: Out<u64>, bytes: usize, _flags: u32) {
        with(|gpu| address.put(gpu.host.allocate(bytes as u64, true)?))
    }
    "heddle_cuMemAllocHost_v2" fn alloc_host(address: Out<u64>, bytes: usize) {
        with(|gpu| address.put(gpu.host.allocate(bytes as u64, false)?))
    }
    "heddle_cuMemHostAlloc" fn host_alloc(address: Out<u64>, bytes: usize, _flags: u32) {
        with(|gpu| address.put(gpu.host.allocate(bytes as u64, false)?))
    }
    "heddle_cuMemFreeHost" fn host_free(address: u64) {
        after(Until::All, |gpu| free_host(gpu, address))
    }
    "heddle_cuMemHostRegister_v2" fn host_register(address: u64, bytes: usize, _flags: u32) {
        with(|gpu| gpu.host.register(address, bytes as u64))
    }
    "heddle_cuMemHostUnregister" fn host_unregister(address: u64) {
        after(Until::All, |gpu| gpu.host.free(address, false, &mut gpu.memory).then_some(()).ok_or_else(|| no_block(address)))
    }
    "heddle_cuMemHostGetDevicePointer_v2" fn host_device_pointer(to: Out<u64>, address: u64, _flags: u32) {
        with(|gpu| {
            let (start, _) = gpu.host.block(address).ok_or_else(|| no_block(address))?;
            gpu.host.expose(start);
            to.put(address)
        })
    }
    "heddle_cuMemcpyHtoD_v2" fn host_to_device(to: u64, from: u64, bytes: usize) {
        copy(None, device(to), host(from), bytes)
    }
    "heddle_cuMemcpyDtoH_v2" fn device_to_host(to: u64, from: u64, bytes: usize) {
        copy(None, host(to), device(from), bytes)
    }
    "heddle_cuMemcpyDtoD_v2" fn device_to_device(to: u64, from: u64, bytes: usize) {
        copy(None, device(to), device(from), bytes)
    }
    "heddle_cuMemcpy" fn any_to_any(to: u64, from: u64, bytes: usize) {
        copy(None, Rows::flat(to, None), Rows::flat(from, None), bytes)
    }
    "heddle_cuMemcpyHtoDAsync_v2" fn host_to_device_async(to: u64, from: u64, bytes: usize, stream: u64) {
        copy(Some(stream), device(to), host(from), bytes)
    }
    "heddle_cuMemcpyDtoHAsync_v2" fn device_to_host_async(to: u64, from: u64, bytes: usize, stream: u64) {
        copy(Some(stream), host(to), device(from), bytes)
    }
    "heddle_cuMemcpyDtoDAsync_v2" fn device_to_device_async(to: u64, from: u64, bytes: usize, stream: u64) {
        copy(Some(stream), device(to), device(from), bytes)
    }
    "heddle_cuMemcpyAsync" fn any_to_any_async(to: u64, from: u64, bytes: usize, stream: u64) {
        copy(Some(stream), Rows::flat(to, None), Rows::flat(from, None), bytes)
    }
    "heddle_cuMemcpy2D_v2" fn rows(description: u64) {
        copy_2d(description)
    }
    "heddle_cuMemcpy2DUnaligned_v2" fn rows_unaligned(description: u64) {
        copy_2d(description)
    }
    "heddle_cuMemcpy2DAsync_v2" fn rows_async(description: u64, stream: u64) {
        after(Until::Stream(stream), |gpu| gpu.check_stream(stream))?;
        copy_2d(description)
    }
    "heddle_cuMemcpy3D_v2" fn slices(description: u64) {
        copy_3d(description)
    }
    "heddle_cuMemcpy3DAsync_v2" fn slices_async(description: u64, stream: u64) {
        after(Until::Stream(stream), |gpu| gpu.check_stream(stream))?;
        copy_3d(description)
    }
    "heddle_cuMemcpyHtoA_v2" fn host_to_array(array: u64, x: usize, from: u64, bytes: usize) {
        copy_array(array, x, from, bytes, true)
    }
    "heddle_cuMemcpyAtoH_v2" fn array_to_host(to: u64, array: u64, x: usize, bytes: usize) {
        copy_array(array, x, to, bytes, false)
    }
    "heddle_cuMemsetD8_v2" fn set_8(to: u64, value: u8, count: usize) {
        fill(0, to, value.into(), 1, count)
    }
    "heddle_cuMemsetD16_v2" fn set_16(to: u64, value: u16, count: usize) {
        fill(0, to, value.into(), 2, count)
    }
    "heddle_cuMemsetD32_v2" fn set_32(to: u64, value: u32, count: usize) {
        fill(0, to, value, 4, count)
    }
    "heddle_cuMemsetD8Async" fn set_8_async(to: u64, value: u8, count: usize, stream: u64) {
        fill(stream, to, value.into(), 1, count)
    }
    "heddle_cuMemsetD16Async" fn set_16_async(to: u64, value: u16, count: usize, stream: u64) {
        fill(stream, to, value.into(), 2, count)
    }
    "heddle_cuMemsetD32Async" fn set_32_async(to: u64, value: u32, count: usize, stream: u64) {
        fill(stream, to, value, 4, count)
    }
    "heddle_cuMemPrefetchAsync" fn prefetch(_address: u64, _bytes: usize) {
        Ok(())
    }
    "heddle_cuMemAdvise" fn advise(_address: u64, _bytes: usize) {
        Ok(())
    }
    "heddle_cuPointerGetAttribute" fn pointer_attribute(to: u64, number: i32, address: u64) {
        with_any(|gpu| {
            let block = gpu.host.block(address);
            let range = gpu.memory.allocation(address);
            if block.is_none() && range.is_none() {
                return Err(Error::new(code::INVALID_VALUE, ""));
            }
            match number {
                1 => crate::boundary::write(to, &0xC0DE_0010u64.to_le_bytes()),
                2 => crate::boundary::write(to, &(if block.is_some() { HOST } else { DEVICE }).to_le_bytes()),
                3 => crate::boundary::write(to, &address.to_le_bytes()),
                4 if block.is_some() => crate::boundary::write(to, &address.to_le_bytes()),
                8 => crate::boundary::write(to, &u32::from(block.is_some_and(|(_, block)| block.managed)).to_le_bytes()),
                9 => crate::boundary::write(to, &0u32.to_le_bytes()),
                _ => Err(Error::new(code::INVALID_VALUE, format!("pointer attribute {number} is not supported"))),
            }
        })
    }
}
