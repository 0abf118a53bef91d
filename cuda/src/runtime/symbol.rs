//! Runtime API: variables of the device, by the addresses of their shadows on the host.

use super::registry;
use crate::boundary::{Out, runtime};
use crate::core::{Gpu, Rows, Side, Until, after, synchronised, with};
use crate::error::{Error, code};

/// Returns the place of a range of bytes within a variable.
fn place(gpu: &mut Gpu, symbol: u64, bytes: usize, offset: usize) -> Result<Rows, Error> {
    let (address, size) = registry::variable(gpu, symbol)?;
    match (offset as u64).checked_add(bytes as u64).is_some_and(|end| end <= size) {
        true => Ok(Rows::flat(address + offset as u64, Some(Side::Device))),
        false => Err(Error::new(
            code::INVALID_VALUE,
            format!("{bytes} bytes from byte {offset} lie beyond a variable of {size} bytes"),
        )),
    }
}

/// Returns the other side of a copy: the device's if the kind is 3, decided by the address if the
/// kind is 4, else the host's.
fn other(address: u64, kind: i32) -> Rows {
    let side = match kind {
        3 => Some(Side::Device),
        4 => None,
        _ => Some(Side::Host),
    };
    Rows::flat(address, side)
}

fn copy_to(gpu: &mut Gpu, symbol: u64, from: u64, bytes: usize, offset: usize, kind: i32) -> Result<(), Error> {
    let to = place(gpu, symbol, bytes, offset)?;
    gpu.copy(to, other(from, kind), bytes as u64)
}

fn copy_from(gpu: &mut Gpu, to: u64, symbol: u64, bytes: usize, offset: usize, kind: i32) -> Result<(), Error> {
    let from = place(gpu, symbol, bytes, offset)?;
    gpu.copy(other(to, kind), from, bytes as u64)
}

runtime! {
    "heddle_cudaMemcpyToSymbol" fn memcpy_to_symbol(symbol: u64, from: u64, bytes: usize, offset: usize, kind: i32) {
        after(Until::Stream(0), |gpu| copy_to(gpu, symbol, from, bytes, offset, kind))
    }
    "heddle_cudaMemcpyToSymbolAsync" fn memcpy_to_symbol_async(symbol: u64, from: u64, bytes: usize, offset: usize, kind: i32, stream: u64) {
        with(|gpu| gpu.in_stream(stream, move |gpu| copy_to(gpu, symbol, from, bytes, offset, kind)))
    }
    "heddle_cudaMemcpyFromSymbol" fn memcpy_from_symbol(to: u64, symbol: u64, bytes: usize, offset: usize, kind: i32) {
        synchronised(|gpu| copy_from(gpu, to, symbol, bytes, offset, kind))
    }
    "heddle_cudaMemcpyFromSymbolAsync" fn memcpy_from_symbol_async(to: u64, symbol: u64, bytes: usize, offset: usize, kind: i32, stream: u64) {
        with(|gpu| gpu.in_stream(stream, move |gpu| copy_from(gpu, to, symbol, bytes, offset, kind)))
    }
    "heddle_cudaGetSymbolAddress" fn symbol_address(address: Out<u64>, symbol: u64) {
        with(|gpu| address.put(registry::variable(gpu, symbol)?.0))
    }
    "heddle_cudaGetSymbolSize" fn symbol_size(bytes: Out<usize>, symbol: u64) {
        with(|gpu| bytes.put(registry::variable(gpu, symbol)?.1 as usize))
    }
}
