//! Surfaces: addresses of the elements of an array, which kernels name by coordinates, of which the
//! first counts bytes.

use super::code::{FlagDest, TextureAccess};
use super::fault::{Cause, Halt};
use super::instruction::ExecEnv;
use super::observer::Observer;
use super::rows::Lanes;
use super::warp::Warp;
use crate::program::{Outside, Surface};
use crate::texture::Texture;

/// Returns the address that a surface instruction reaches; `None` where it reaches no element.
fn place(texture: &Texture, surface: &Surface, coordinates: [i32; 4]) -> Result<Option<u64>, Cause> {
    let first = usize::from(surface.geometry.layered);
    let dimensions = usize::from(surface.geometry.dimensions);
    let bytes = i64::from(surface.ty.bytes()) * i64::from(surface.elements);
    let row = i64::from(texture.size[0]) * i64::from(texture.format.bytes());
    let mut at = [0i64; 3];
    let mut inside = true;
    for dimension in 0..dimensions {
        let wanted = i64::from(coordinates[first + dimension]);
        // the first coordinate has to leave room for all elements
        let last = if dimension == 0 { row - bytes } else { i64::from(texture.size[dimension]) - 1 };
        inside &= (0..=last).contains(&wanted);
        at[dimension] = wanted.clamp(0, last.max(0));
    }
    let layer = if surface.geometry.layered { i64::from(coordinates[0] as u32) } else { 0 };
    let last = i64::from(texture.layers) - 1;
    inside &= layer <= last;
    if row < bytes || !inside && surface.outside == Outside::Trap {
        let [x, y, z] = std::array::from_fn(|n| if n < dimensions { coordinates[first + n] } else { 0 });
        return Err(Cause::Surface { x, y, z, width: row as u64, height: texture.size[1], depth: texture.size[2] });
    }
    if !inside && surface.outside == Outside::Zero {
        return Ok(None);
    }
    let slice = (at[2] + layer.min(last)) as u64;
    // what is clamped starts at an element
    let x = at[0] as u64 / bytes as u64 * bytes as u64;
    let x = if inside { at[0] as u64 } else { x };
    Ok(Some(texture.address + slice * texture.slice + at[1] as u64 * texture.pitch + x))
}

impl Warp {
    /// Writes the address of each lane's element, and whether there is one.
    pub(crate) fn surface_address<O: Observer>(
        &mut self,
        env: &mut ExecEnv<O>,
        mask: u32,
        access: &TextureAccess,
        surface: &Surface,
        inside: FlagDest,
    ) -> Result<(), Halt> {
        let (mut addresses, mut threads) = ([[0; 32]; 2], 0u32);
        for lane in Lanes(mask) {
            let halt = |cause| Halt::new(cause, lane as u32);
            let handle = self.handle(env, access, lane);
            let texture = *env.memory.texture(handle).ok_or_else(|| halt(env.memory.unbound(handle)))?;
            let coordinates = std::array::from_fn(|n| self.row(env.image, access.coordinates[n])[lane] as i32);
            if let Some(address) = place(&texture, surface, coordinates).map_err(halt)? {
                (addresses[0][lane], addresses[1][lane]) = (address as u32, (address >> 32) as u32);
                threads |= 1 << lane;
            }
        }
        self.scratch = addresses;
        self.write(access.to[0], mask)?;
        self.write_flag(inside, mask, threads)
    }
}
