//! Decoding of texture and surface instructions.

use super::{Decoder, Decoding, malformed};
use crate::execute::code::{Code, Dest, TextureAccess};
use crate::program::{Fetch, Geometry, Instruction, Op, Surface};

impl Decoder<'_, '_> {
    pub fn texture(&mut self, instruction: &Instruction) -> Decoding<Code> {
        let (coordinates, results) = match &instruction.op {
            Op::Texture(Fetch::Texel(geometry) | Fetch::Sample(geometry)) => (geometry.operands(), 4),
            Op::Texture(Fetch::Gather(_)) => (2, 4),
            Op::Texture(Fetch::Query(_)) => (0, 4),
            Op::SurfaceAddress(Surface { geometry, .. }) => (geometry.operands(), 2),
            _ => return malformed("no access to a texture"),
        };
        let geometry = |it: &Geometry| matches!(it.dimensions, 1..=3) && it.operands() <= 3;
        let possible = match &instruction.op {
            Op::Texture(Fetch::Texel(it) | Fetch::Sample(it)) => geometry(it),
            Op::Texture(Fetch::Gather(channel)) => *channel < 4,
            Op::SurfaceAddress(s) => {
                let elements = matches!(s.elements, 1 | 2 | 4) && matches!(s.ty.bytes(), 1 | 2 | 4 | 8);
                geometry(&s.geometry) && elements && s.ty.bytes() * u32::from(s.elements) <= 16
            }
            _ => true,
        };
        if !possible || instruction.reads.len() != 1 + coordinates || instruction.writes.len() > results {
            return malformed("an access to a texture with other than its operands");
        }
        let (handle, words) = self.source(self.read(instruction, 0)?)?;
        let nothing = self.constant(0);
        let mut access = TextureAccess { handle, wide: words > 1, coordinates: [nothing; 4], to: [Dest::SINK; 4] };
        for n in 0..coordinates {
            access.coordinates[n] = self.value(instruction, 1 + n, 1)?;
        }
        let at = self.image.textures.len() as u32;
        let code = match instruction.op {
            Op::SurfaceAddress(surface) => {
                access.to[0] = self.dest(instruction, 0)?;
                Code::SurfaceAddress { access: at, surface, inside: self.flag_dest(instruction, 1)? }
            }
            Op::Texture(fetch) => {
                for n in 0..instruction.writes.len() {
                    access.to[n] = self.dest(instruction, n)?;
                }
                Code::Texture(at, fetch)
            }
            _ => return malformed("no access to a texture"),
        };
        self.image.textures.push(access);
        Ok(code)
    }
}
