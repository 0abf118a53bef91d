//! The opcode's part of a texture or surface instruction; the rest is in the texture that the
//! instruction names.

use super::Type;

/// The number of coordinates of a texture access, and whether a layer number comes first, in
/// operand order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// Coordinates without the layer: 1, 2 or 3.
    pub dimensions: u8,
    /// Whether the first operand is the number of a layer, an unsigned integer.
    pub layered: bool,
}

impl Geometry {
    /// Returns the geometry that a modifier (without its dot) stands for, such as `a2d`.
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
    /// Returns the number of coordinate operands, including the layer.
    pub fn operands(self) -> usize {
        usize::from(self.dimensions) + usize::from(self.layered)
    }
}

/// The kind of a texture instruction, which decides the values that it returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fetch {
    /// `tex`: the four channels at integer coordinates, never filtered.
    Texel(Geometry),
    /// `tex`: the four channels at floating-point coordinates, filtered by the texture's filter.
    Sample(Geometry),
    /// `tld4`: one channel, 0 to 3, of the four texels that a linear filter would combine.
    Gather(u8),
    /// `txq`, `suq`: a number that describes the texture.
    Query(Query),
}

/// The property of a texture that a query instruction returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Query {
    Width,
    Height,
    Depth,
    /// The number of layers.
    ArraySize,
    /// 1 where coordinates are normalised, else 0.
    NormalizedCoords,
}

/// The behaviour of a surface instruction at coordinates outside the surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// The run ends with an error.
    Trap,
    /// The nearest element is read or written.
    Clamp,
    /// Zeros are read, and nothing is written.
    Zero,
}

/// The place that a surface instruction accesses. The first coordinate counts bytes, the others
/// count rows and slices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surface {
    /// The coordinates of the access.
    pub geometry: Geometry,
    /// The type of an element, of 8 to 64 bits.
    pub ty: Type,
    /// The number of elements: 1, 2 or 4.
    pub elements: u8,
    /// The behaviour at coordinates outside the surface.
    pub outside: Outside,
}
