//! The decoding of a texel's bytes to channels, and the filtering of several texels' channels.

use super::{Filter, Format, Kind, Sampler, Texture};
use crate::arithmetic::evaluate;
use crate::program::{Mode, Op, Type};

/// The bits of the NaN that PTX returns.
const NAN: u32 = 0x7fff_ffff;

impl Format {
    /// Returns the bits of one channel: an integer extended to 32 bits, or a single-precision
    /// number.
    fn channel(self, bytes: &[u8], number: usize) -> u32 {
        let size = usize::from(self.bits) / 8;
        let mut word = [0; 4];
        if let Some(bytes) = bytes.get(number * size..(number + 1) * size) {
            word[..size].copy_from_slice(bytes);
        }
        let word = u32::from_le_bytes(word);
        let above = 32 - u32::from(self.bits);
        match self.kind {
            Kind::Unsigned => word,
            Kind::Signed => ((word << above) as i32 >> above) as u32,
            Kind::Float if self.bits == 32 => word,
            Kind::Float => {
                let convert = Op::Convert { to: Type::F32, from: Type::F16, mode: Mode::default(), integer: false };
                evaluate(&convert, &[word.into()]).map_or(0, |outcome| outcome.value as u32)
            }
        }
    }
    /// Returns an integer as a number from 0 or -1 to 1; the least integer is -1, as the one above
    /// it.
    fn normalized(self, word: u32) -> f32 {
        match self.kind {
            Kind::Signed => (word as i32 as f32 / ((1u32 << (self.bits - 1)) - 1) as f32).max(-1.0),
            _ => word as f32 / ((1u32 << self.bits) - 1) as f32,
        }
    }
}

impl Texture {
    /// Whether a fetch returns single-precision numbers.
    fn is_float(&self) -> bool {
        self.format.kind == Kind::Float || self.sampler.to_float
    }
    /// Returns the four channels of a texel as a fetch does; a channel that texels do not have is
    /// 0, the fourth is 1.
    pub fn channels(&self, bytes: &[u8]) -> [u32; 4] {
        let one = if self.is_float() { 1f32.to_bits() } else { 1 };
        std::array::from_fn(|number| match number < usize::from(self.format.channels) {
            true if self.sampler.to_float => self.format.normalized(self.format.channel(bytes, number)).to_bits(),
            true => self.format.channel(bytes, number),
            false if number == 3 => one,
            false => 0,
        })
    }
    /// Returns the four channels beyond an edge with a border. A channel that texels do not have is
    /// as it is inside.
    pub fn border(&self) -> [u32; 4] {
        let inside = self.channels(&[]);
        std::array::from_fn(|number| match number < usize::from(self.format.channels) {
            true if self.is_float() => self.sampler.border[number].to_bits(),
            true => match self.format.kind {
                Kind::Signed => self.sampler.border[number] as i32 as u32,
                _ => self.sampler.border[number] as u32,
            },
            false => inside[number],
        })
    }
    /// Returns the filter of a fetch at floating-point coordinates: [`Filter::Point`] if it returns
    /// integers.
    pub fn filter(&self) -> Filter {
        let Sampler { filter, .. } = self.sampler;
        if self.is_float() { filter } else { Filter::Point }
    }
    /// Returns the weighted sum of texels, given as channels and weights in 2^24ths. Products and
    /// sums, in order, are in double precision, where the products are exact, and then rounded to a
    /// single.
    pub fn combined(&self, texels: &[([u32; 4], u32)]) -> [u32; 4] {
        if let [(channels, _)] = texels {
            return *channels;
        }
        std::array::from_fn(|number| {
            let term = |(channels, share): &([u32; 4], u32)| {
                f64::from(f32::from_bits(channels[number])) * (f64::from(*share) / f64::from(1 << 24))
            };
            let sum = texels.iter().map(term).fold(0.0, |sum, term| sum + term) as f32;
            if sum.is_nan() { NAN } else { sum.to_bits() }
        })
    }
}
