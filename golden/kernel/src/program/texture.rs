//! What instructions on textures and surfaces are told by their opcode; the rest is in the texture that they name.

use super::Type;

/// The coordinates of a texel, in the order of the operands: a layer first, where there are layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// 1, 2 or 3.
    pub dimensions: u8,
    /// The first operand is the number of a layer, an unsigned integer.
    pub layered: bool,
}

impl Geometry {
    /// The geometry of a modifier without its dot, such as `a2d`.
    pub fn named(name: &str) -> Option<Geometry> {
        let (dimensions, layered) = match name {
            "1d" => (1, false),
            "2d" => (2, false),
            "3d" => (3, false),
            "a1d" => (1, true),
            "a2d" => (2, true),
            _ => return None,
        };
        Some(Geometry { dimensions, layered })
    }
    /// Operands that are coordinates, the layer among them.
    pub fn operands(self) -> usize {
        usize::from(self.dimensions) + usize::from(self.layered)
    }
}

/// What a texture instruction returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fetch {
    /// `tex`: the four channels at integer coordinates, never filtered.
    Texel(Geometry),
    /// `tex`: the four channels at floating-point coordinates, as the texture filters.
    Sample(Geometry),
    /// `tld4`: one channel, 0 to 3, of the four texels that a linear filter would combine.
    Gather(u8),
    /// `txq`, `suq`: a number that describes the texture.
    Query(Query),
}

/// A number that describes a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Query {
    Width,
    Height,
    Depth,
    /// Layers.
    ArraySize,
    /// 1 where coordinates are normalised, else 0.
    NormalizedCoords,
}

/// What a surface instruction does outside the surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// The run ends with an error.
    Trap,
    /// The nearest element is read or written.
    Clamp,
    /// Zeros are read, and nothing is written.
    Zero,
}

/// How a surface is reached. The first coordinate counts bytes, the others count rows and slices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surface {
    /// The coordinates.
    pub geometry: Geometry,
    /// The type of an element, of 8 to 64 bits.
    pub ty: Type,
    /// Elements: 1, 2 or 4.
    pub elements: u8,
    /// What happens outside.
    pub outside: Outside,
}
