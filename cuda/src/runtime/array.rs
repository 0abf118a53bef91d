//! Runtime API: CUDA arrays, their allocation and copies.

use super::memory::sides;
use crate::boundary::{Out, read, runtime, write};
use crate::core::{Gpu, Rows, Side, Until, after, format, synchronised, with};
use crate::error::{Error, code};

/// `cudaChannelFormatDesc`: bits of each channel, and their kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ChannelFormat {
    bits: [i32; 4],
    kind: i32,
}

/// `cudaExtent`: width, height and depth.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Extent(usize, usize, usize);

/// Reads `N` 32-bit words of the program's memory from an address on.
pub fn words<const N: usize>(address: u64) -> Result<[i32; N], Error> {
    let held = read(address, 4 * N)?;
    Ok(std::array::from_fn(|n| i32::from_le_bytes(held[4 * n..4 * n + 4].try_into().expect("four bytes"))))
}

/// Reads `N` 64-bit words of the program's memory from an address on.
pub fn longs<const N: usize>(address: u64) -> Result<[u64; N], Error> {
    let held = read(address, 8 * N)?;
    Ok(std::array::from_fn(|n| u64::from_le_bytes(held[8 * n..8 * n + 8].try_into().expect("eight bytes"))))
}

/// Reads a `cudaChannelFormatDesc` of the program and returns its texel format.
pub fn format_at(address: u64) -> Result<heddle_kernel::texture::Format, Error> {
    let [x, y, z, w, kind] = words(address)?;
    format([x, y, z, w], kind)
}

/// Returns the `cudaChannelFormatDesc` of a format.
fn described(format: heddle_kernel::texture::Format) -> ChannelFormat {
    use heddle_kernel::texture::Kind;
    let bits = std::array::from_fn(|n| if n < usize::from(format.channels) { i32::from(format.bits) } else { 0 });
    let kind = match format.kind {
        Kind::Signed => 0,
        Kind::Unsigned => 1,
        Kind::Float => 2,
    };
    ChannelFormat { bits, kind }
}

/// Copies rows to an array or from it; `place` is in bytes and rows.
fn copy(
    (array, place): (u64, [usize; 2]),
    (host, pitch): (u64, usize),
    [width, height]: [usize; 2],
    (kind, into): (i32, bool),
) -> Result<(), Error> {
    let (source, target) = sides(kind)?;
    synchronised(|gpu| {
        let array = gpu.array(array)?;
        let ours = array.rows([place[0] as u64, place[1] as u64, 0])?;
        let [right, below] = [place[0].saturating_add(width), place[1].saturating_add(height)];
        if right as u64 > array.row() || below as u64 > u64::from(array.size[1]) {
            let why = format!(
                "{width} bytes x {height} rows at {place:?} lie beyond the array of {} bytes x {} rows",
                array.row(),
                array.size[1]
            );
            return Err(Error::new(code::INVALID_VALUE, why));
        }
        let other = |side| Rows { address: host, side, pitch: pitch as u64 };
        match into {
            true => gpu.copy_rows(ours, other(source), width as u64, height as u64),
            false => gpu.copy_rows(other(target), ours, width as u64, height as u64),
        }
    })
}

/// Copies contiguous bytes of an array.
fn copy_flat(array: u64, [x, y]: [usize; 2], other: u64, bytes: usize, (kind, into): (i32, bool)) -> Result<(), Error> {
    let (source, target) = sides(kind)?;
    synchronised(|gpu| {
        let array = gpu.array(array)?;
        let ours = array.rows([x as u64, y as u64, 0])?;
        match into {
            true => gpu.copy(ours, Rows::flat(other, source), bytes as u64),
            false => gpu.copy(Rows::flat(other, target), ours, bytes as u64),
        }
    })
}

/// Returns one side of a `cudaMemcpy3DParms`: rows from its place on, bytes from slice to slice,
/// and bytes of an element if it is an array.
fn side(gpu: &Gpu, held: &[u64; 8], side: Option<Side>) -> Result<(Rows, u64, Option<u64>), Error> {
    let &[array, x, y, z, address, pitch, _, rows] = held;
    if array != 0 {
        let array = gpu.array(array)?;
        let element = u64::from(array.format.bytes());
        return Ok((array.rows([x.saturating_mul(element), y, z])?, array.slice(), Some(element)));
    }
    let (rows, slice) = Rows { address, side, pitch }.in_slices([x, y, z], rows)?;
    Ok((rows, slice, None))
}

fn copy_3d(gpu: &mut Gpu, description: u64) -> Result<(), Error> {
    let held: [u64; 20] = longs(description)?;
    let (source, target) = sides(held[19] as u32 as i32)?;
    let eight = |from: usize| std::array::from_fn(|n| held[from + n]);
    let (from, to) = (side(gpu, &eight(0), source)?, side(gpu, &eight(8), target)?);
    // with an array the width counts its elements
    let width = held[16].saturating_mul(from.2.or(to.2).unwrap_or(1));
    gpu.copy_box((to.0, to.1), (from.0, from.1), [width, held[17], held[18]])
}

fn create(desc: u64, extent: [usize; 3], flags: u32) -> Result<u64, Error> {
    if flags & 4 != 0 {
        return Err(Error::new(code::NOT_SUPPORTED, "cubemaps are not supported"));
    }
    with(|gpu| gpu.create_array(format_at(desc)?, extent.map(|size| size as u64), flags & 1 != 0))
}

/// Creates a `cudaChannelFormatDesc` from the bits of its four channels and their kind.
#[unsafe(export_name = "heddle_cudaCreateChannelDesc")]
pub extern "C" fn create_channel_format(x: i32, y: i32, z: i32, w: i32, kind: i32) -> ChannelFormat {
    ChannelFormat { bits: [x, y, z, w], kind }
}

runtime! {
    "heddle_cudaMallocArray" fn malloc_array(array: Out<u64>, desc: u64, width: usize, height: usize, flags: u32) {
        array.put(create(desc, [width, height, 0], flags & !1)?)
    }
    "heddle_cudaMalloc3DArray" fn malloc_3d_array(array: Out<u64>, desc: u64, extent: Extent, flags: u32) {
        array.put(create(desc, [extent.0, extent.1, extent.2], flags)?)
    }
    "heddle_cudaFreeArray" fn free_array(array: u64) {
        after(Until::All, |gpu| gpu.free_array(array))
    }
    "heddle_cudaGetChannelDesc" fn channel_format(desc: Out<ChannelFormat>, array: u64) {
        with(|gpu| desc.put(described(gpu.array(array)?.format)))
    }
    "heddle_cudaArrayGetInfo" fn array_info(desc: Out<ChannelFormat>, extent: Out<[u64; 3]>, flags: Out<u32>, array: u64) {
        with(|gpu| {
            let array = gpu.array(array)?;
            desc.give(described(array.format));
            extent.give(array.extent());
            flags.give(array.layers.is_some().into());
            Ok(())
        })
    }
    "heddle_cudaMemcpyToArray" fn to_array(array: u64, x: usize, y: usize, from: u64, bytes: usize, kind: i32) {
        copy_flat(array, [x, y], from, bytes, (kind, true))
    }
    "heddle_cudaMemcpyToArrayAsync" fn to_array_async(array: u64, x: usize, y: usize, from: u64, bytes: usize, kind: i32, stream: u64) {
        after(Until::Stream(stream), |gpu| gpu.check_stream(stream))?;
        copy_flat(array, [x, y], from, bytes, (kind, true))
    }
    "heddle_cudaMemcpyFromArray" fn from_array(to: u64, array: u64, x: usize, y: usize, bytes: usize, kind: i32) {
        copy_flat(array, [x, y], to, bytes, (kind, false))
    }
    "heddle_cudaMemcpy2DToArray" fn rows_to_array(
        array: u64, x: usize, y: usize, from: u64, pitch: usize, width: usize, height: usize, kind: i32,
    ) {
        copy((array, [x, y]), (from, pitch), [width, height], (kind, true))
    }
    "heddle_cudaMemcpy2DToArrayAsync" fn rows_to_array_async(
        array: u64, x: usize, y: usize, from: u64, pitch: usize, width: usize, height: usize, kind: i32, stream: u64,
    ) {
        after(Until::Stream(stream), |gpu| gpu.check_stream(stream))?;
        copy((array, [x, y]), (from, pitch), [width, height], (kind, true))
    }
    "heddle_cudaMemcpy2DFromArray" fn rows_from_array(
        to: u64, pitch: usize, array: u64, x: usize, y: usize, width: usize, height: usize, kind: i32,
    ) {
        copy((array, [x, y]), (to, pitch), [width, height], (kind, false))
    }
    "heddle_cudaMemcpy3D" fn memcpy_3d(description: u64) {
        synchronised(|gpu| copy_3d(gpu, description))
    }
    "heddle_cudaMemcpy3DAsync" fn memcpy_3d_async(description: u64, stream: u64) {
        after(Until::Stream(stream), |gpu| {
            gpu.check_stream(stream)?;
            copy_3d(gpu, description)
        })
    }
    "heddle_cudaMalloc3D" fn malloc_3d(pitched: u64, extent: Extent) {
        with(|gpu| {
            let (at, row) = gpu.allocate_rows(extent.0 as u64, (extent.1 * extent.2) as u64)?;
            let fields = [at, row, extent.0 as u64, extent.1 as u64];
            write(pitched, &fields.map(u64::to_le_bytes).concat())
        })
    }
}
