//! Textures and surfaces by their handles: those bound to references of the module, and the objects
//! that a program makes.

use super::fault::{AccessKind, Cause};
use super::memory::Memory;
use crate::texture::Texture;

/// The bound textures and surfaces, by handle.
#[derive(Debug, Clone, Default)]
pub(super) struct Bindings {
    /// Handles and textures, in the order of the handles.
    bound: Vec<(u64, Texture)>,
}

impl Bindings {
    pub fn remove(&mut self, handle: u64) {
        self.bound.retain(|(bound, _)| *bound != handle);
    }
}

/// Bytes of an object in the arena, so that no other object and no reference has its handle.
const OBJECT: u64 = 8;

impl Memory {
    /// Binds a texture or surface to a handle, in place of any earlier one; the handle is the
    /// address of a reference, or an object's.
    pub fn bind(&mut self, handle: u64, texture: Texture) {
        self.textures.remove(handle);
        let at = self.textures.bound.partition_point(|(bound, _)| *bound < handle);
        self.textures.bound.insert(at, (handle, texture));
    }
    /// Removes the binding of a handle.
    pub fn unbind(&mut self, handle: u64) {
        self.textures.remove(handle);
    }
    /// Creates a texture or surface object and returns its handle. [`Memory::free`] ends the
    /// object.
    pub fn object(&mut self, texture: Texture) -> Result<u64, Cause> {
        let handle = self.allocate("texture object", OBJECT)?;
        self.bind(handle, texture);
        Ok(handle)
    }
    /// Returns the texture or surface that is bound to a handle, if there is one.
    pub fn texture(&self, handle: u64) -> Option<&Texture> {
        let at = self.textures.bound.binary_search_by_key(&handle, |(bound, _)| *bound).ok()?;
        Some(&self.textures.bound[at].1)
    }
    /// Returns the cause of a fetch through a handle without a binding.
    #[cold]
    pub(super) fn unbound(&self, handle: u64) -> Cause {
        let name = self.name_at(handle).map_or_else(|| format!("the handle {handle:#x}"), |name| format!("`{name}`"));
        Cause::Unbound { name }
    }
    /// Returns the bytes of the texel at an address.
    pub(super) fn texel(&self, texture: &Texture, address: u64) -> Result<&[u8], Cause> {
        let bytes = texture.format.bytes();
        match self.run(address, bytes.into(), 1) {
            Some(at) => Ok(&self.arena()[at..at + bytes as usize]),
            None => Err(self.outside(AccessKind::Load, address, bytes)),
        }
    }
}
