//! Copies and fills between the host's memory and the device's.

use super::gpu::Gpu;
use super::journal::digest;
use crate::boundary;
use crate::checkpoint::Call;
use crate::error::{Error, code};

/// Bytes of a page: an allocation of a page or more begins at one.
const PAGE: u64 = 4096;

/// Granularity of the pitch, in bytes: rows are padded to a multiple of it.
const PITCH: u64 = 512;

/// Elements that a fill writes at once.
const PART: u64 = 1 << 16;

/// The memory that an address lies in: the host's or the device's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Host,
    Device,
}

/// Rows in memory: the first address, the memory it lies in (`None`: found from the address), and
/// the bytes from row to row.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    pub address: u64,
    pub side: Option<Side>,
    pub pitch: u64,
}

impl Rows {
    /// Creates rows without a pitch: contiguous bytes from an address.
    pub fn flat(address: u64, side: Option<Side>) -> Rows {
        Rows { address, side, pitch: 0 }
    }

    /// Returns these rows from a place on: x in bytes, y in rows, z in slices of `slice` bytes.
    ///
    /// # Errors
    ///
    /// The place lies beyond all memory.
    pub fn at(self, [x, y, z]: [u64; 3], slice: u64) -> Result<Rows, Error> {
        let row = self.row(y)?;
        let address = z.checked_mul(slice).and_then(|bytes| row.checked_add(bytes)?.checked_add(x));
        Ok(Rows { address: address.ok_or_else(|| beyond(self.address))?, ..self })
    }

    /// Returns these rows from a place on, in slices of `height` rows, and the bytes from slice to
    /// slice.
    ///
    /// # Errors
    ///
    /// As [`at`](Self::at).
    pub fn in_slices(self, place: [u64; 3], height: u64) -> Result<(Rows, u64), Error> {
        // of slices that are too large, the second one lies beyond all memory
        let slice = self.pitch.saturating_mul(height);
        Ok((self.at(place, slice)?, slice))
    }

    /// Returns the address of a row.
    fn row(&self, number: u64) -> Result<u64, Error> {
        let row = number.checked_mul(self.pitch).and_then(|bytes| self.address.checked_add(bytes));
        row.ok_or_else(|| beyond(self.address))
    }
}

/// Returns the error of a place that lies beyond all memory, as seen from an address.
fn beyond(address: u64) -> Error {
    Error::new(code::INVALID_VALUE, format!("rows from {address:#x} on reach beyond all memory"))
}

impl Gpu {
    /// Returns the memory that an address lies in; an error if it contradicts `said`.
    /// Host memory that kernels can reach counts as the host's.
    pub fn side(&self, address: u64, said: Option<Side>) -> Result<Side, Error> {
        if self.host.block(address).is_some() {
            return Ok(Side::Host);
        }
        let device = self.memory.allocation(address).is_some();
        match said {
            Some(Side::Host) if device => {
                Err(Error::new(code::INVALID_VALUE, format!("{address:#x} lies in device memory, not in host memory")))
            }
            Some(Side::Device) if !device => {
                Err(Error::new(code::INVALID_VALUE, format!("{address:#x} is not an address in device memory")))
            }
            _ => Ok(if device { Side::Device } else { Side::Host }),
        }
    }

    /// Copies contiguous bytes between any two memories.
    pub fn copy(&mut self, to: Rows, from: Rows, bytes: u64) -> Result<(), Error> {
        if bytes == 0 {
            return Ok(());
        }
        let sides = (self.side(from.address, from.side)?, self.side(to.address, to.side)?);
        let failed = |cause: heddle_kernel::execute::Cause| Error::new(code::INVALID_VALUE, cause.to_string());
        let Gpu { memory, journal, .. } = self;
        let (to, from) = (to.address, from.address);
        match sides {
            (Side::Host, Side::Host) => boundary::lend(from, bytes, |held| boundary::write(to, held))?,
            (Side::Host, Side::Device) => boundary::lend(from, bytes, |held| {
                memory.write(to, held).map_err(failed)?;
                let call = || Call::ToDevice { address: to, bytes, contents: digest(held) };
                journal.answer(call, &[]).map(drop)
            })?,
            (Side::Device, Side::Host) => {
                let held = memory.read(from, bytes).map_err(failed)?;
                boundary::write(to, &journal.answer(|| Call::FromDevice { address: from, bytes }, held)?)
            }
            (Side::Device, Side::Device) => {
                memory.copy(to, from, bytes).map_err(failed)?;
                journal.answer(|| Call::Within { to, from, bytes }, &[]).map(drop)
            }
        }
    }

    /// Copies `height` rows of `width` bytes; each side has its own pitch, the bytes from row to
    /// row.
    pub fn copy_rows(&mut self, to: Rows, from: Rows, width: u64, height: u64) -> Result<(), Error> {
        if height > 1 && (to.pitch < width || from.pitch < width) {
            let why = format!("rows of {width} bytes do not fit in pitches of {} and {} bytes", to.pitch, from.pitch);
            return Err(Error::new(code::INVALID_VALUE, why));
        }
        // without a byte in a row there is nothing to copy, in however many rows
        (0..if width == 0 { 0 } else { height }).try_for_each(|row| {
            let at = |rows: Rows| rows.row(row).map(|address| Rows { address, ..rows });
            self.copy(at(to)?, at(from)?, width)
        })
    }

    /// Copies `depth` slices of `height` rows of `width` bytes; each side has its own row pitch and
    /// its own slice pitch in bytes.
    pub fn copy_box(
        &mut self,
        (to, to_slice): (Rows, u64),
        (from, from_slice): (Rows, u64),
        [width, height, depth]: [u64; 3],
    ) -> Result<(), Error> {
        (0..if width == 0 || height == 0 { 0 } else { depth }).try_for_each(|z| {
            let place = [0, 0, z];
            self.copy_rows(to.at(place, to_slice)?, from.at(place, from_slice)?, width, height)
        })
    }

    /// Fills rows of elements, each with the lowest `element` bytes of a value.
    pub fn fill(&mut self, to: Rows, value: u32, element: usize, width: u64, height: u64) -> Result<(), Error> {
        let too_large = || Error::new(code::INVALID_VALUE, format!("rows of {width} elements are too large"));
        let bytes = width.checked_mul(element as u64).filter(|bytes| i64::try_from(*bytes).is_ok());
        let bytes = bytes.ok_or_else(too_large)?;
        let part = value.to_le_bytes()[..element].repeat(width.min(PART) as usize);
        let failed = |cause: heddle_kernel::execute::Cause| Error::new(code::INVALID_VALUE, cause.to_string());
        for row in 0..if bytes == 0 { 0 } else { height } {
            let address = to.row(row)?;
            let side = self.side(address, to.side)?;
            if side == Side::Device {
                // all of the row, or nothing
                self.memory.read(address, bytes).map_err(failed)?;
                self.journal.answer(|| Call::Fill { address, bytes, contents: digest(&part) }, &[])?;
            }
            for at in (0..bytes).step_by(part.len()) {
                let part = &part[..part.len().min((bytes - at) as usize)];
                match side {
                    Side::Host => boundary::write(address + at, part)?,
                    Side::Device => self.memory.write(address + at, part).map_err(failed)?,
                }
            }
        }
        Ok(())
    }

    /// Allocates rows padded to a multiple of [`PITCH`] bytes, and returns the address of the first
    /// and the pitch.
    pub fn allocate_rows(&mut self, width: u64, height: u64) -> Result<(u64, u64), Error> {
        let too_large = || Error::new(code::OUT_OF_MEMORY, format!("{height} rows of {width} bytes are too large"));
        let row = width.checked_next_multiple_of(PITCH).ok_or_else(too_large)?;
        Ok((self.allocate(row.checked_mul(height).ok_or_else(too_large)?)?, row))
    }

    /// Allocates bytes of the device's memory and returns their address; 0 for an allocation of no
    /// bytes.
    pub fn allocate(&mut self, bytes: u64) -> Result<u64, Error> {
        if bytes == 0 {
            return Ok(0);
        }
        let full = |cause: heddle_kernel::execute::Cause| Error::new(code::OUT_OF_MEMORY, cause.to_string());
        let align = if bytes < PAGE { 1 } else { PAGE };
        let address = self.memory.allocate_at("cudaMalloc", bytes, align).map_err(full)?;
        self.owned.insert(address);
        Ok(address)
    }

    /// Frees an allocation of the device's memory or of managed memory; a null pointer is no error.
    pub fn free(&mut self, address: u64) -> Result<(), Error> {
        if address == 0
            || self.host.block(address).is_some_and(|(_, block)| block.managed)
                && self.host.free(address, true, &mut self.memory)
        {
            return Ok(());
        }
        if !self.owned.remove(&address) {
            return Err(Error::new(code::INVALID_VALUE, format!("nothing was allocated at {address:#x}")));
        }
        self.memory.free(address);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_beyond_all_memory_is_an_error() {
        let rows = Rows { address: 0x1000, side: None, pitch: 16 };
        assert_eq!(rows.at([3, 2, 1], 64).unwrap().address, 0x1000 + 64 + 32 + 3);
        let beyond = [[0, 1 << 60, 0], [u64::MAX - 15, 1, 0], [0, 0, 1 << 58], [u64::MAX - 0xfff, 0, 0]];
        for place in beyond {
            assert!(rows.at(place, 64).is_err(), "{place:?}");
        }
        assert!(rows.row(1 << 60).is_err());
    }
}
