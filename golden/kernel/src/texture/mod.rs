//! Texture fetches and their results, by the CUDA C++ programming guide's section on texture
//! fetching.
//!
//! ```text
//! coordinates -- footprint --> texels and weights -- decode --> channels -- filter --> result of the fetch
//! ```
//!
//! The guide leaves some points open; the choices made here are numbered in `DEVIATIONS.md` (D285
//! and D286).

mod decode;
mod footprint;

use thiserror::Error;

pub use footprint::{Axis, Footprint};

/// A texture: texels in global memory, their layout, and the sampler that reads them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Texture {
    /// The address of the first texel, in bytes.
    pub address: u64,
    /// Width, height and depth in texels, each at least 1.
    pub size: [u32; 3],
    /// The number of layers, at least 1; each has the given size.
    pub layers: u32,
    /// The distance from a row to the next one, in bytes.
    pub pitch: u64,
    /// The distance from a slice, or a layer, to the next one, in bytes.
    pub slice: u64,
    /// The format of a texel.
    pub format: Format,
    /// The sampler, which turns coordinates into a value.
    pub sampler: Sampler,
}

/// The format of a texel: channels of one type, the first one lowest in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// Channels of a texel: 1, 2 or 4.
    pub channels: u8,
    /// Bits of a channel: 8, 16 or 32 of an integer, 16 or 32 of a float.
    pub bits: u8,
    /// The type of a channel.
    pub kind: Kind,
}

/// The type of a channel: unsigned integer, signed integer or float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Unsigned,
    Signed,
    Float,
}

/// The sampler of a texture: filter, addressing and conversion of a fetch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampler {
    /// The filter, for coordinates between texels.
    pub filter: Filter,
    /// The addressing beyond the edges, along x, y and z.
    pub address: [Address; 3],
    /// Whether coordinates run from 0 to 1 instead of from 0 to the size.
    pub normalized: bool,
    /// Whether integers of 8 and 16 bits are read as numbers from 0 or -1 to 1.
    pub to_float: bool,
    /// The channels of the border, under [`Address::Border`].
    pub border: [f32; 4],
}

impl Default for Sampler {
    /// The sampler without filter: integer coordinates, zeros beyond the edges.
    fn default() -> Sampler {
        Sampler {
            filter: Filter::Point,
            address: [Address::Border; 3],
            normalized: false,
            to_float: false,
            border: [0.0; 4],
        }
    }
}

/// The filter of a texture: the result of a fetch between texels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// The nearest texel.
    Point,
    /// The mean of the nearest two, four or eight texels, by distance.
    Linear,
}

/// The addressing of a texture: the result of a fetch beyond the edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Address {
    /// The texture repeated; for coordinates that are not normalised, as `Clamp`.
    Wrap,
    /// The texel at the edge.
    Clamp,
    /// The texture repeated, every other time mirrored; for coordinates that are not normalised, as
    /// `Clamp`.
    Mirror,
    /// The border's colour.
    Border,
}

/// The reason why a texture is not possible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum TextureError {
    #[error("a texel of {channels} channels: 1, 2 and 4 are possible")]
    Channels { channels: u8 },
    #[error("a channel of {bits} bits: integers have 8, 16 or 32, floats 16 or 32")]
    Bits { bits: u8 },
    #[error("a texture of {width} x {height} x {depth} texels in {layers} layers: each is at least 1")]
    Empty { width: u32, height: u32, depth: u32, layers: u32 },
    #[error("linear filtering of integers: their texels must be read as normalised floats, or the filter be `point`")]
    Filter,
    #[error("a read as normalised floats: only integers of 8 and 16 bits have one")]
    Normalized,
}

impl Format {
    /// Returns the size of a texel in bytes.
    pub const fn bytes(self) -> u32 {
        self.channels as u32 * self.bits as u32 / 8
    }
    /// Checks that the number, size and type of the channels are a possible format.
    pub fn check(self) -> Result<(), TextureError> {
        let possible: &[u8] = if self.kind == Kind::Float { &[16, 32] } else { &[8, 16, 32] };
        if !matches!(self.channels, 1 | 2 | 4) {
            return Err(TextureError::Channels { channels: self.channels });
        }
        if !possible.contains(&self.bits) {
            return Err(TextureError::Bits { bits: self.bits });
        }
        Ok(())
    }
}

impl Texture {
    /// Creates a texture whose rows, slices and layers follow each other without gaps.
    pub fn packed(address: u64, size: [u32; 3], layers: u32, format: Format, sampler: Sampler) -> Texture {
        let pitch = u64::from(size[0]) * u64::from(format.bytes());
        Texture { address, size, layers, pitch, slice: pitch * u64::from(size[1]), format, sampler }
    }
    /// Checks that sizes, format and sampler of the texture fit together.
    pub fn check(&self) -> Result<(), TextureError> {
        let [width, height, depth] = self.size;
        self.format.check()?;
        if self.size.contains(&0) || self.layers == 0 {
            return Err(TextureError::Empty { width, height, depth, layers: self.layers });
        }
        let Sampler { filter, to_float, .. } = self.sampler;
        if to_float && (self.format.kind == Kind::Float || self.format.bits == 32) {
            return Err(TextureError::Normalized);
        }
        if filter == Filter::Linear && self.format.kind != Kind::Float && !to_float {
            return Err(TextureError::Filter);
        }
        Ok(())
    }
    /// Returns the size of the texture in memory in bytes, from the first texel to the end of the
    /// last one.
    pub fn bytes(&self) -> u64 {
        let [width, height, depth] = self.size.map(u64::from);
        let slices = depth.max(self.layers.into());
        let rows = (slices - 1).saturating_mul(self.slice).saturating_add((height - 1).saturating_mul(self.pitch));
        rows.saturating_add(width * u64::from(self.format.bytes()))
    }
    /// Returns the byte address of the texel at a place of a layer.
    pub fn texel(&self, [x, y, z]: [u32; 3], layer: u32) -> u64 {
        let slice = u64::from(z) + u64::from(layer);
        let row = self.address.wrapping_add(slice.wrapping_mul(self.slice)).wrapping_add(u64::from(y) * self.pitch);
        row.wrapping_add(u64::from(x) * u64::from(self.format.bytes()))
    }
}
