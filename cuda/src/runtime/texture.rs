//! Runtime API: textures and surfaces, by reference and by object.

use heddle_kernel::texture::Sampler;

use super::array::{format_at, longs, words};
use super::registry;
use crate::boundary::{Out, runtime};
use crate::core::{Resource, address, filter, with};
use crate::error::{Error, code};

/// Reads the sampler of the program's `textureReference`; `to_float` is known from its
/// registration.
fn of_reference(reference: u64, to_float: bool) -> Result<Sampler, Error> {
    let [normalized, by, x, y, z] = words(reference)?;
    Ok(Sampler {
        filter: filter(by)?,
        address: [address(x)?, address(y)?, address(z)?],
        normalized: normalized != 0,
        to_float,
        border: [0.0; 4],
    })
}

fn bind(reference: u64, resource: Resource) -> Result<(), Error> {
    with(|gpu| {
        let (handle, to_float) = registry::texture(gpu, reference)?;
        let texture = gpu.texture(resource, of_reference(reference, to_float)?)?;
        gpu.memory.bind(handle, texture);
        Ok(())
    })
}

/// Reads a `cudaResourceDesc` of the program.
fn resource(description: u64) -> Result<Resource, Error> {
    let [kind] = words(description)?;
    let [first, _, _, _, second, third, fourth] = longs(description + 8)?;
    Ok(match kind {
        0 => Resource::Array(first),
        2 => Resource::Linear(first, second, format_at(description + 16)?),
        3 => Resource::Rows(first, fourth, format_at(description + 16)?, [second, third]),
        1 => return Err(Error::new(code::NOT_SUPPORTED, "mipmapped arrays are not supported")),
        other => return Err(Error::new(code::INVALID_VALUE, format!("{other} is not a kind of resource"))),
    })
}

/// Reads a `cudaTextureDesc` of the program.
fn sampler(description: u64) -> Result<Sampler, Error> {
    let [x, y, z, by, read, srgb, r, g, b, a, normalized] = words(description)?;
    if srgb != 0 {
        return Err(Error::new(code::NOT_SUPPORTED, "textures of sRGB are not supported"));
    }
    Ok(Sampler {
        filter: filter(by)?,
        address: [address(x)?, address(y)?, address(z)?],
        normalized: normalized != 0,
        to_float: read == 1,
        border: [r, g, b, a].map(|bits| f32::from_bits(bits as u32)),
    })
}

runtime! {
    "heddle_cudaBindTexture" fn bind_texture(offset: Out<usize>, reference: u64, at: u64, desc: u64, bytes: usize) {
        bind(reference, Resource::Linear(at, bytes as u64, format_at(desc)?))?;
        // any address will do
        offset.give(0);
        Ok(())
    }
    "heddle_cudaBindTexture2D" fn bind_texture_2d(
        offset: Out<usize>, reference: u64, at: u64, desc: u64, width: usize, height: usize, pitch: usize,
    ) {
        bind(reference, Resource::Rows(at, pitch as u64, format_at(desc)?, [width as u64, height as u64]))?;
        offset.give(0);
        Ok(())
    }
    "heddle_cudaBindTextureToArray" fn bind_texture_to_array(reference: u64, array: u64, _desc: u64) {
        bind(reference, Resource::Array(array))
    }
    "heddle_cudaUnbindTexture" fn unbind_texture(reference: u64) {
        with(|gpu| {
            let (handle, _) = registry::texture(gpu, reference)?;
            gpu.memory.unbind(handle);
            Ok(())
        })
    }
    "heddle_cudaGetTextureAlignmentOffset" fn texture_offset(offset: Out<usize>, _reference: u64) {
        offset.put(0)
    }
    "heddle_cudaGetTextureReference" fn texture_reference(reference: Out<u64>, symbol: u64) {
        with(|gpu| registry::texture(gpu, symbol))?;
        reference.put(symbol)
    }
    "heddle_cudaBindSurfaceToArray" fn bind_surface(reference: u64, array: u64, _desc: u64) {
        with(|gpu| {
            let (handle, _) = registry::texture(gpu, reference)?;
            let surface = gpu.texture(Resource::Array(array), Sampler::default())?;
            gpu.memory.bind(handle, surface);
            Ok(())
        })
    }
    "heddle_cudaGetSurfaceReference" fn surface_reference(reference: Out<u64>, symbol: u64) {
        with(|gpu| registry::texture(gpu, symbol))?;
        reference.put(symbol)
    }
    "heddle_cudaCreateTextureObject" fn create_texture(object: Out<u64>, over: u64, description: u64, _view: u64) {
        let (resource, sampler) = (resource(over)?, sampler(description)?);
        with(|gpu| object.put(gpu.create_object(resource, sampler)?))
    }
    "heddle_cudaDestroyTextureObject" fn destroy_texture(object: u64) {
        with(|gpu| gpu.destroy_object(object))
    }
    "heddle_cudaCreateSurfaceObject" fn create_surface(object: Out<u64>, over: u64) {
        let resource = resource(over)?;
        with(|gpu| object.put(gpu.create_object(resource, Sampler::default())?))
    }
    "heddle_cudaDestroySurfaceObject" fn destroy_surface(object: u64) {
        with(|gpu| gpu.destroy_object(object))
    }
}
