//! CUDA arrays, and the resources of textures and surfaces. An array's rows lie one behind the
//! other in the device's memory (DEVIATIONS, D287).

use heddle_kernel::execute::Cause;
use heddle_kernel::texture::{Address, Filter, Format, Kind, Sampler, Texture, TextureError};

use super::copy::{Rows, Side};
use super::gpu::{Gpu, invalid};
use crate::error::{Error, code};

/// A CUDA array: format, size and address of its texels in the device's memory.
#[derive(Debug, Clone, Copy)]
pub struct Array {
    pub format: Format,
    /// Width, height and depth in texels, each at least 1.
    pub size: [u32; 3],
    /// Number of layers; `None` if the array is not layered.
    pub layers: Option<u32>,
    /// Address of the first texel, in bytes.
    pub address: u64,
}

impl Array {
    /// Returns the array as a texture.
    fn texture(&self, sampler: Sampler) -> Texture {
        Texture::packed(self.address, self.size, self.layers.unwrap_or(1), self.format, sampler)
    }
    /// Bytes of one row of the array.
    pub fn row(&self) -> u64 {
        u64::from(self.size[0]) * u64::from(self.format.bytes())
    }
    /// Bytes of one slice or layer of the array.
    pub fn slice(&self) -> u64 {
        self.row() * u64::from(self.size[1])
    }
    /// Returns the array's rows from a place on; the place is given in bytes, rows, and slices or
    /// layers.
    ///
    /// # Errors
    ///
    /// As [`Rows::at`].
    pub fn rows(&self, place: [u64; 3]) -> Result<Rows, Error> {
        Rows { address: self.address, side: Some(Side::Device), pitch: self.row() }.at(place, self.slice())
    }
    /// Returns width, height and depth as CUDA's structures have them: 0 for an absent dimension,
    /// and the layers as the depth.
    pub fn extent(&self) -> [u64; 3] {
        let [width, height, depth] = self.size.map(u64::from);
        let above = |size: u64| if size > 1 { size } else { 0 };
        [width, above(height), self.layers.map_or(above(depth), u64::from)]
    }
}

/// The memory that a texture or surface is bound to.
#[derive(Debug, Clone, Copy)]
pub enum Resource {
    /// A CUDA array, by its handle.
    Array(u64),
    /// Linear memory: address, bytes, and format of a texel.
    Linear(u64, u64, Format),
    /// Pitched rows: address, bytes from row to row, format of a texel, and texels of a row and
    /// number of rows.
    Rows(u64, u64, Format, [u64; 2]),
}

/// A texture reference of the driver API: the resource that is bound to it, and how texels are
/// read.
#[derive(Debug, Clone, Copy)]
pub struct Reference {
    /// The address of the reference, which is its handle in kernels.
    pub at: u64,
    pub resource: Option<Resource>,
    /// Texel format of linear memory, if the program has set one.
    pub format: Option<Format>,
    pub sampler: Sampler,
    /// Whether integer texels are read as integers rather than as floats.
    pub integers: bool,
}

impl Reference {
    /// Creates a reference at an address, unbound and with the sampler of a freshly loaded module.
    pub fn new(at: u64) -> Reference {
        let sampler = Sampler { address: [Address::Clamp; 3], ..Sampler::default() };
        Reference { at, resource: None, format: None, sampler, integers: false }
    }
}

/// Returns the texel format of a CUDA channel description; `bits` of 0 mark an absent channel.
/// `kind`: 0 for signed, 1 for unsigned, 2 for floats.
pub fn format(bits: [i32; 4], kind: i32) -> Result<Format, Error> {
    let wrong = |why: String| Error::new(code::INVALID_CHANNEL_DESCRIPTOR, why);
    let channels = bits.iter().take_while(|&&bits| bits != 0).count();
    let kind = match kind {
        0 => Kind::Signed,
        1 => Kind::Unsigned,
        2 => Kind::Float,
        other => {
            return Err(wrong(format!(
                "channel kind {other} is not supported: 0 (signed), 1 (unsigned) and 2 (float) are"
            )));
        }
    };
    if channels == 0 || bits[..channels].iter().any(|&b| b != bits[0]) || bits[channels..].iter().any(|&b| b != 0) {
        return Err(wrong(format!(
            "channels of {bits:?} bits are not possible: the channels that are used come first and have equally many bits"
        )));
    }
    let format = Format { channels: channels as u8, bits: u8::try_from(bits[0]).unwrap_or(0), kind };
    format.check().map_err(|error| wrong(error.to_string()))?;
    Ok(format)
}

/// Returns the address mode of a texture with CUDA's number: wrap, clamp, mirror or border.
pub fn address(number: i32) -> Result<Address, Error> {
    Ok(match number {
        0 => Address::Wrap,
        1 => Address::Clamp,
        2 => Address::Mirror,
        3 => Address::Border,
        _ => return Err(Error::new(code::INVALID_VALUE, format!("{number} is not an address mode: 0 to 3 are valid"))),
    })
}

/// Returns the texture filter with CUDA's number: point or linear.
pub fn filter(number: i32) -> Result<Filter, Error> {
    match number {
        0 => Ok(Filter::Point),
        1 => Ok(Filter::Linear),
        _ => Err(Error::new(code::INVALID_VALUE, format!("{number} is not a filter mode: 0 and 1 are valid"))),
    }
}

fn failed(cause: Cause) -> Error {
    Error::new(code::OUT_OF_MEMORY, cause.to_string())
}

fn refused(error: TextureError) -> Error {
    let code = match error {
        TextureError::Filter => code::INVALID_FILTER_SETTING,
        TextureError::Normalized => code::INVALID_NORM_SETTING,
        TextureError::Channels { .. } | TextureError::Bits { .. } => code::INVALID_CHANNEL_DESCRIPTOR,
        TextureError::Empty { .. } => code::INVALID_VALUE,
    };
    Error::new(code, error.to_string())
}

/// Converts the texels of a dimension to 32 bits; 0 counts as 1.
fn texels(number: u64) -> Result<u32, Error> {
    let wrong = |_| Error::new(code::INVALID_VALUE, format!("a dimension of {number} texels is too large"));
    u32::try_from(number.max(1)).map_err(wrong)
}

impl Gpu {
    /// Creates a CUDA array of zeros and returns its handle. A height or depth of 0 is an absent
    /// dimension; of a layered array the depth is the number of layers.
    pub fn create_array(&mut self, format: Format, [w, h, d]: [u64; 3], layered: bool) -> Result<u64, Error> {
        let (size, layers) = match layered {
            true => ([texels(w)?, texels(h)?, 1], Some(texels(d)?)),
            false => ([texels(w)?, texels(h)?, texels(d)?], None),
        };
        let array = Array { format, size, layers, address: 0 };
        let bytes = array.texture(Sampler::default()).bytes();
        let address = self.memory.allocate("CUDA array", bytes).map_err(failed)?;
        let handle = self.handle();
        self.arrays.insert(handle, Array { address, ..array });
        Ok(handle)
    }

    /// Returns the CUDA array with a handle.
    pub fn array(&self, handle: u64) -> Result<Array, Error> {
        self.arrays.get(&handle).copied().ok_or_else(|| invalid("array", handle))
    }

    /// Frees the CUDA array with a handle; a null handle is no error.
    pub fn free_array(&mut self, handle: u64) -> Result<(), Error> {
        if handle == 0 {
            return Ok(());
        }
        let array = self.arrays.remove(&handle).ok_or_else(|| invalid("array", handle))?;
        self.memory.free(array.address);
        Ok(())
    }

    /// Returns a texture or surface over a resource, read with a sampler.
    pub fn texture(&self, resource: Resource, sampler: Sampler) -> Result<Texture, Error> {
        let texture = match resource {
            Resource::Array(handle) => self.array(handle)?.texture(sampler),
            Resource::Linear(address, bytes, format) => {
                let wrong =
                    || Error::new(code::INVALID_VALUE, format!("{address:#x} is not an address in device memory"));
                let (start, there) = self.memory.allocation(address).ok_or_else(wrong)?;
                // a size that is not said is all that there is
                let bytes = bytes.min(start + there - address);
                // beyond it a fetch reads zeros
                let sampler = Sampler { address: [Address::Border; 3], border: [0.0; 4], ..sampler };
                Texture::packed(address, [texels(bytes / u64::from(format.bytes()))?, 1, 1], 1, format, sampler)
            }
            Resource::Rows(address, pitch, format, [width, height]) => {
                let size = [texels(width)?, texels(height)?, 1];
                Texture { pitch, ..Texture::packed(address, size, 1, format, sampler) }
            }
        };
        texture.check().map_err(refused)?;
        Ok(texture)
    }

    /// Creates a texture or surface object over a resource and returns its handle.
    pub fn create_object(&mut self, resource: Resource, sampler: Sampler) -> Result<u64, Error> {
        let texture = self.texture(resource, sampler)?;
        self.memory.object(texture).map_err(failed)
    }

    /// Destroys the texture or surface object with a handle.
    pub fn destroy_object(&mut self, handle: u64) -> Result<(), Error> {
        if self.memory.texture(handle).is_none() || !self.memory.free(handle) {
            return Err(invalid("texture or surface object", handle));
        }
        Ok(())
    }
}
