//! Decoding of texture and surface instructions.

use super::{Decoder, Decoding, malformed};
use crate::execute::code::{Code, Dest, TextureAccess};
use crate::program::{Fetch, Geometry, Instruction, Op, Surface};

impl Decoder<'_, '_> {
    pub fn texture(&mut self, instruction: &Instruction) -> Decoding<Code> {
        let (coordinates, stored) = match &instruction.op {
            Op::Texture(Fetch::Texel(geometry) | Fetch::Sample(geometry)) => (geometry.operands(), 0),
            Op::Texture(Fetch::Gather(_)) => (2, 0),
            Op::Texture(Fetch::Query(_)) => (0, 0),
            Op::SurfaceLoad(Surface { geometry, .. }) => (geometry.operands(), 0),
            Op::SurfaceStore(surface) => (surface.geometry.operands(), usize::from(surface.elements)),
            _ => return malformed("no access to a texture"),
        };
        let geometry = |it: &Geometry| matches!(it.dimensions, 1..=3) && it.operands() <= 3;
        let possible = match &instruction.op {
            Op::Texture(Fetch::Texel(it) | Fetch::Sample(it)) => geometry(it),
            Op::Texture(Fetch::Gather(channel)) => *channel < 4,
            Op::SurfaceLoad(s) | Op::SurfaceStore(s) => {
                let elements = matches!(s.elements, 1 | 2 | 4) && matches!(s.ty.bytes(), 1 | 2 | 4 | 8);
                geometry(&s.geometry) && elements && s.ty.bytes() * u32::from(s.elements) <= 16
            }
            _ => true,
        };
        if !possible || instruction.reads.len() != 1 + coordinates + stored || instruction.writes.len() > 4 {
            return malformed("an access to a texture with other than its operands");
        }
        let (handle, words) = self.source(self.read(instruction, 0)?)?;
        let nothing = self.constant(0);
        let mut access = TextureAccess {
            handle,
            wide: words > 1,
            coordinates: [nothing; 4],
            from: [nothing; 4],
            to: [Dest::SINK; 4],
        };
        for n in 0..coordinates {
            access.coordinates[n] = self.value(instruction, 1 + n, 1)?;
        }
        let words = if let Op::SurfaceStore(surface) = &instruction.op { surface.ty.words() } else { 1 };
        for n in 0..stored {
            access.from[n] = self.value(instruction, 1 + coordinates + n, words)?;
        }
        for n in 0..instruction.writes.len() {
            access.to[n] = self.dest(instruction, n)?;
        }
        self.image.textures.push(access);
        let at = self.image.textures.len() as u32 - 1;
        Ok(match instruction.op {
            Op::Texture(fetch) => Code::Texture(at, fetch),
            Op::SurfaceLoad(surface) => Code::SurfaceLoad(at, surface),
            Op::SurfaceStore(surface) => Code::SurfaceStore(at, surface),
            _ => return malformed("no access to a texture"),
        })
    }
}
