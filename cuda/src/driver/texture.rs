//! Driver API: arrays, texture references, texture and surface objects.

use heddle_kernel::texture::{Filter, Format, Sampler};

use crate::boundary::{Out, Text, driver, write};
use crate::core::{Gpu, Reference, Resource, address, filter, format, invalid, with};
use crate::error::{Error, code};
use crate::runtime::{longs, words};

/// Returns the texel format of a `CUarray_format` and a number of channels.
fn format_of(number: i32, channels: i32) -> Result<Format, Error> {
    let (bits, kind) = match number {
        0x01 => (8, 1),
        0x02 => (16, 1),
        0x03 => (32, 1),
        0x08 => (8, 0),
        0x09 => (16, 0),
        0x0a => (32, 0),
        0x10 => (16, 2),
        0x20 => (32, 2),
        _ => return Err(Error::new(code::NOT_SUPPORTED, format!("arrays of format {number:#x} are not supported"))),
    };
    format(std::array::from_fn(|n| if (n as i32) < channels { bits } else { 0 }), kind)
}

fn number_of(format: Format) -> u32 {
    use heddle_kernel::texture::Kind;
    let size = format.bits.trailing_zeros() - 3;
    match format.kind {
        Kind::Unsigned => 1 + size,
        Kind::Signed => 8 + size,
        Kind::Float => 0x10 * size,
    }
}

/// Changes a texture reference, and rebinds its resource, if it has one.
fn change(handle: u64, work: impl FnOnce(&mut Reference) -> Result<(), Error>) -> Result<(), Error> {
    with(|gpu| {
        let reference = gpu.references.get_mut(&handle).ok_or_else(|| invalid("texture reference", handle))?;
        work(reference)?;
        bind(gpu, handle)
    })
}

fn bind(gpu: &mut Gpu, handle: u64) -> Result<(), Error> {
    let Reference { at, resource, format, sampler, integers } = gpu.references[&handle];
    let Some(resource) = resource else { return Ok(()) };
    let resource = match (resource, format) {
        (Resource::Linear(at, bytes, _), Some(format)) => Resource::Linear(at, bytes, format),
        (resource, _) => resource,
    };
    let texels = gpu.texture(resource, Sampler { filter: Filter::Point, to_float: false, ..sampler })?.format;
    // integers of 8 and 16 bits are read as floats, unless a flag says otherwise
    let to_float = !integers && texels.kind != heddle_kernel::texture::Kind::Float && texels.bits < 32;
    let texture = gpu.texture(resource, Sampler { to_float, ..sampler })?;
    gpu.memory.bind(at, texture);
    Ok(())
}

/// Returns the handle of a module's texture reference, by its name.
fn reference(module: u64, name: &str) -> Result<u64, Error> {
    with(|gpu| {
        let (at, _) = gpu.variable(module, name)?;
        if let Some((&handle, _)) = gpu.references.iter().find(|(_, reference)| reference.at == at) {
            return Ok(handle);
        }
        let handle = gpu.handle();
        gpu.references.insert(handle, Reference::new(at));
        Ok(handle)
    })
}

/// Reads a `CUDA_RESOURCE_DESC` of the program.
fn resource(description: u64) -> Result<Resource, Error> {
    let [kind] = words(description)?;
    let [first, packed, second, third, fourth] = longs(description + 8)?;
    let texel = || format_of(packed as i32, (packed >> 32) as i32);
    Ok(match kind {
        0 => Resource::Array(first),
        2 => Resource::Linear(first, second, texel()?),
        3 => Resource::Rows(first, fourth, texel()?, [second, third]),
        1 => return Err(Error::new(code::NOT_SUPPORTED, "mipmapped arrays are not supported")),
        other => return Err(Error::new(code::INVALID_VALUE, format!("{other} is not a kind of resource"))),
    })
}

driver! {
    "heddle_cuArrayCreate_v2" fn create_array(array: Out<u64>, description: u64) {
        let [width, height, packed] = longs(description)?;
        let format = format_of(packed as i32, (packed >> 32) as i32)?;
        with(|gpu| array.put(gpu.create_array(format, [width, height, 0], false)?))
    }
    "heddle_cuArray3DCreate_v2" fn create_array_3d(array: Out<u64>, description: u64) {
        let [width, height, depth, packed, flags] = longs(description)?;
        let format = format_of(packed as i32, (packed >> 32) as i32)?;
        if flags & 4 != 0 {
            return Err(Error::new(code::NOT_SUPPORTED, "cubemaps are not supported"));
        }
        with(|gpu| array.put(gpu.create_array(format, [width, height, depth], flags & 1 != 0)?))
    }
    "heddle_cuArrayDestroy" fn destroy_array(array: u64) {
        with(|gpu| gpu.free_array(array))
    }
    "heddle_cuArrayGetDescriptor_v2" fn describe_array(description: u64, array: u64) {
        with(|gpu| {
            let array = gpu.array(array)?;
            let [width, height, _] = array.extent();
            let packed = u64::from(number_of(array.format)) | u64::from(array.format.channels) << 32;
            write(description, &[width, height, packed].map(u64::to_le_bytes).concat())
        })
    }
    "heddle_cuModuleGetTexRef" fn get_reference(to: Out<u64>, module: u64, name: Text) {
        to.put(reference(module, &name.get()?)?)
    }
    "heddle_cuModuleGetSurfRef" fn get_surface(to: Out<u64>, module: u64, name: Text) {
        to.put(reference(module, &name.get()?)?)
    }
    "heddle_cuTexRefSetArray" fn set_array(handle: u64, array: u64, _flags: u32) {
        change(handle, |reference| {
            reference.resource = Some(Resource::Array(array));
            Ok(())
        })
    }
    "heddle_cuSurfRefSetArray" fn set_surface_array(handle: u64, array: u64, _flags: u32) {
        change(handle, |reference| {
            (reference.resource, reference.integers) = (Some(Resource::Array(array)), true);
            Ok(())
        })
    }
    "heddle_cuTexRefSetAddress_v2" fn set_address(offset: Out<usize>, handle: u64, at: u64, bytes: usize) {
        change(handle, |reference| {
            let none = || Error::new(code::INVALID_VALUE, "the texture reference has no format: call cuTexRefSetFormat first");
            let format = reference.format.ok_or_else(none)?;
            reference.resource = Some(Resource::Linear(at, bytes as u64, format));
            Ok(())
        })?;
        offset.give(0);
        Ok(())
    }
    "heddle_cuTexRefSetAddress2D_v3" fn set_address_2d(handle: u64, description: u64, at: u64, pitch: usize) {
        let [width, height, packed] = longs(description)?;
        let format = format_of(packed as i32, (packed >> 32) as i32)?;
        change(handle, |reference| {
            reference.resource = Some(Resource::Rows(at, pitch as u64, format, [width, height]));
            Ok(())
        })
    }
    "heddle_cuTexRefSetFormat" fn set_format(handle: u64, format: i32, channels: i32) {
        let format = format_of(format, channels)?;
        change(handle, |reference| {
            reference.format = Some(format);
            Ok(())
        })
    }
    "heddle_cuTexRefSetAddressMode" fn set_address_mode(handle: u64, dimension: i32, mode: i32) {
        let mode = address(mode)?;
        change(handle, |reference| {
            let wrong = || Error::new(code::INVALID_VALUE, format!("{dimension} is not a dimension: 0 to 2 are valid"));
            *reference.sampler.address.get_mut(dimension as usize).ok_or_else(wrong)? = mode;
            Ok(())
        })
    }
    "heddle_cuTexRefSetFilterMode" fn set_filter(handle: u64, mode: i32) {
        let mode = filter(mode)?;
        change(handle, |reference| {
            reference.sampler.filter = mode;
            Ok(())
        })
    }
    "heddle_cuTexRefSetFlags" fn set_flags(handle: u64, flags: u32) {
        change(handle, |reference| {
            (reference.integers, reference.sampler.normalized) = (flags & 1 != 0, flags & 2 != 0);
            Ok(())
        })
    }
    "heddle_cuTexRefSetBorderColor" fn set_border(handle: u64, colour: u64) {
        let colour: [i32; 4] = words(colour)?;
        change(handle, |reference| {
            reference.sampler.border = colour.map(|bits| f32::from_bits(bits as u32));
            Ok(())
        })
    }
    "heddle_cuTexObjectCreate" fn create_texture(object: Out<u64>, over: u64, description: u64, _view: u64) {
        let resource = resource(over)?;
        let [x, y, z, by, flags, _, _, _, _, _, r, g, b, a] = words(description)?;
        let sampler = Sampler {
            filter: filter(by)?,
            address: [address(x)?, address(y)?, address(z)?],
            normalized: flags & 2 != 0,
            to_float: false,
            border: [r, g, b, a].map(|bits| f32::from_bits(bits as u32)),
        };
        with(|gpu| {
            let texels = gpu.texture(resource, Sampler { filter: Filter::Point, ..sampler })?.format;
            let to_float = flags & 1 == 0 && texels.kind != heddle_kernel::texture::Kind::Float && texels.bits < 32;
            object.put(gpu.create_object(resource, Sampler { to_float, ..sampler })?)
        })
    }
    "heddle_cuTexObjectDestroy" fn destroy_texture(object: u64) {
        with(|gpu| gpu.destroy_object(object))
    }
    "heddle_cuSurfObjectCreate" fn create_surface(object: Out<u64>, over: u64) {
        let resource = resource(over)?;
        with(|gpu| object.put(gpu.create_object(resource, Sampler::default())?))
    }
    "heddle_cuSurfObjectDestroy" fn destroy_surface(object: u64) {
        with(|gpu| gpu.destroy_object(object))
    }
}
