//! Runtime API: memory allocation, copies, fills.

use crate::boundary::{Out, runtime};
use crate::core::{Gpu, Rows, Side, Until, after, synchronised, with, with_any};
use crate::error::{Error, code};

/// Returns the memories that a copy of a `cudaMemcpyKind` reads and writes; `None` where the
/// address decides.
pub(super) fn sides(kind: i32) -> Result<(Option<Side>, Option<Side>), Error> {
    use Side::{Device, Host};
    Ok(match kind {
        0 => (Some(Host), Some(Host)),
        1 => (Some(Host), Some(Device)),
        2 => (Some(Device), Some(Host)),
        3 => (Some(Device), Some(Device)),
        4 => (None, None),
        _ => return Err(Error::new(21, format!("{kind} is not a kind of copy"))),
    })
}

fn copy(gpu: &mut Gpu, to: u64, from: u64, bytes: usize, kind: i32) -> Result<(), Error> {
    let (source, target) = sides(kind)?;
    gpu.copy(Rows::flat(to, target), Rows::flat(from, source), bytes as u64)
}

#[allow(clippy::too_many_arguments)]
fn copy_rows(
    gpu: &mut Gpu,
    to: (u64, usize),
    from: (u64, usize),
    width: usize,
    height: usize,
    kind: i32,
) -> Result<(), Error> {
    let (source, target) = sides(kind)?;
    let to = Rows { address: to.0, side: target, pitch: to.1 as u64 };
    let from = Rows { address: from.0, side: source, pitch: from.1 as u64 };
    gpu.copy_rows(to, from, width as u64, height as u64)
}

/// The first fields of `cudaPointerAttributes`, which all versions share.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PointerAttributes {
    kind: i32,
    device: i32,
    device_pointer: u64,
    host_pointer: u64,
}

runtime! {
    "heddle_cudaMalloc" fn malloc(address: Out<u64>, bytes: usize) {
        with(|gpu| address.put(gpu.allocate(bytes as u64)?))
    }
    "heddle_cudaMallocAsync" fn malloc_async(address: Out<u64>, bytes: usize, stream: u64) {
        with(|gpu| {
            gpu.check_stream(stream)?;
            address.put(gpu.allocate(bytes as u64)?)
        })
    }
    "heddle_cudaFree" fn free(address: u64) {
        after(Until::All, |gpu| gpu.free(address))
    }
    "heddle_cudaFreeAsync" fn free_async(address: u64, stream: u64) {
        with(|gpu| gpu.in_stream(stream, move |gpu| gpu.free(address)))
    }
    "heddle_cudaMallocPitch" fn malloc_pitch(address: Out<u64>, pitch: Out<usize>, width: usize, height: usize) {
        with(|gpu| {
            let (at, row) = gpu.allocate_rows(width as u64, height as u64)?;
            address.put(at)?;
            pitch.put(row as usize)
        })
    }
    "heddle_cudaMallocManaged" fn malloc_managed(address: Out<u64>, bytes: usize, _flags: u32) {
        with(|gpu| address.put(gpu.host.allocate(bytes as u64, true)?))
    }
    "heddle_cudaMallocHost" fn malloc_host(address: Out<u64>, bytes: usize) {
        with(|gpu| address.put(gpu.host.allocate(bytes as u64, false)?))
    }
    "heddle_cudaHostAlloc" fn host_alloc(address: Out<u64>, bytes: usize, _flags: u32) {
        with(|gpu| address.put(gpu.host.allocate(bytes as u64, false)?))
    }
    "heddle_cudaFreeHost" fn free_host(address: u64) {
        after(Until::All, |gpu| match address == 0 || gpu.host.free(address, true, &mut gpu.memory) {
            true => Ok(()),
            false => Err(Error::new(code::INVALID_VALUE, format!("no host memory was allocated at {address:#x}"))),
        })
    }
    "heddle_cudaHostRegister" fn host_register(address: u64, bytes: usize, _flags: u32) {
        with(|gpu| gpu.host.register(address, bytes as u64))
    }
    "heddle_cudaHostUnregister" fn host_unregister(address: u64) {
        after(Until::All, |gpu| match gpu.host.free(address, false, &mut gpu.memory) {
            true => Ok(()),
            false => Err(Error::new(code::NOT_REGISTERED, format!("{address:#x} is not registered"))),
        })
    }
    "heddle_cudaHostGetDevicePointer" fn host_device_pointer(to: Out<u64>, host: u64, _flags: u32) {
        with(|gpu| {
            let unknown = || Error::new(code::INVALID_VALUE, format!("{host:#x} does not lie in host memory that kernels can reach"));
            let (start, _) = gpu.host.block(host).ok_or_else(unknown)?;
            gpu.host.expose(start);
            to.put(host)
        })
    }
    "heddle_cudaHostGetFlags" fn host_flags(flags: Out<u32>, _host: u64) {
        flags.put(0)
    }
    "heddle_cudaMemGetInfo" fn memory_info(free: Out<usize>, total: Out<usize>) {
        with(|gpu| {
            free.put(gpu.memory.left() as usize)?;
            total.put(gpu.memory.limit() as usize)
        })
    }
    "heddle_cudaMemcpy" fn memcpy(to: u64, from: u64, bytes: usize, kind: i32) {
        synchronised(|gpu| copy(gpu, to, from, bytes, kind))
    }
    "heddle_cudaMemcpyAsync" fn memcpy_async(to: u64, from: u64, bytes: usize, kind: i32, stream: u64) {
        with(|gpu| gpu.in_stream(stream, move |gpu| copy(gpu, to, from, bytes, kind)))
    }
    "heddle_cudaMemcpy2D" fn memcpy_2d(to: u64, to_pitch: usize, from: u64, from_pitch: usize, width: usize, height: usize, kind: i32) {
        synchronised(|gpu| copy_rows(gpu, (to, to_pitch), (from, from_pitch), width, height, kind))
    }
    "heddle_cudaMemcpy2DAsync" fn memcpy_2d_async(
        to: u64, to_pitch: usize, from: u64, from_pitch: usize, width: usize, height: usize, kind: i32, stream: u64,
    ) {
        with(|gpu| gpu.in_stream(stream, move |gpu| copy_rows(gpu, (to, to_pitch), (from, from_pitch), width, height, kind)))
    }
    "heddle_cudaMemset" fn memset(to: u64, value: i32, bytes: usize) {
        with(|gpu| gpu.in_stream(0, move |gpu| gpu.fill(Rows::flat(to, Some(Side::Device)), value as u32, 1, bytes as u64, 1)))
    }
    "heddle_cudaMemsetAsync" fn memset_async(to: u64, value: i32, bytes: usize, stream: u64) {
        with(|gpu| gpu.in_stream(stream, move |gpu| gpu.fill(Rows::flat(to, Some(Side::Device)), value as u32, 1, bytes as u64, 1)))
    }
    "heddle_cudaMemset2D" fn memset_2d(to: u64, pitch: usize, value: i32, width: usize, height: usize) {
        let to = Rows { address: to, side: Some(Side::Device), pitch: pitch as u64 };
        with(|gpu| gpu.in_stream(0, move |gpu| gpu.fill(to, value as u32, 1, width as u64, height as u64)))
    }
    "heddle_cudaMemset2DAsync" fn memset_2d_async(to: u64, pitch: usize, value: i32, width: usize, height: usize, stream: u64) {
        let to = Rows { address: to, side: Some(Side::Device), pitch: pitch as u64 };
        with(|gpu| gpu.in_stream(stream, move |gpu| gpu.fill(to, value as u32, 1, width as u64, height as u64)))
    }
    "heddle_cudaMemPrefetchAsync" fn prefetch(_address: u64, _bytes: usize) {
        Ok(())
    }
    "heddle_cudaMemAdvise" fn advise(_address: u64, _bytes: usize) {
        Ok(())
    }
    "heddle_cudaPointerGetAttributes" fn pointer_attributes(to: Out<PointerAttributes>, address: u64) {
        with_any(|gpu| {
            let (kind, device_pointer, host_pointer) = match gpu.host.block(address) {
                Some((_, block)) => (if block.managed { 3 } else { 1 }, address, address),
                None if gpu.memory.allocation(address).is_some() => (2, address, 0),
                None => (0, 0, address),
            };
            to.put(PointerAttributes { kind, device: if kind == 0 { -2 } else { 0 }, device_pointer, host_pointer })
        })
    }
}
