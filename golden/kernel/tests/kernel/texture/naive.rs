//! The programming guide's formulas in whole numbers: texels are eighths, coordinates are 4096ths,
//! weights are 256ths.

use heddle_kernel::texture::Address;

/// A coordinate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Coordinate {
    Parts(i64),
    Infinite { negative: bool },
    NotANumber,
}

impl Coordinate {
    pub fn bits(self) -> u32 {
        match self {
            Coordinate::Parts(parts) => (parts as f32 / 4096.0).to_bits(),
            Coordinate::Infinite { negative: true } => f32::NEG_INFINITY.to_bits(),
            Coordinate::Infinite { negative: false } => f32::INFINITY.to_bits(),
            Coordinate::NotANumber => 0x7fc0_1234,
        }
    }
}

/// How a texture is read, in whole numbers.
pub struct Naive {
    pub size: [i64; 3],
    pub address: [Address; 3],
    pub normalized: bool,
    pub linear: bool,
    /// Eighths, by x, then y, then z.
    pub texels: Vec<i64>,
    /// Eighths.
    pub border: i64,
}

impl Naive {
    fn texel(&self, place: [i64; 3]) -> i64 {
        let mut at = [0; 3];
        for dimension in 0..3 {
            let size = self.size[dimension];
            let repeats = self.normalized;
            let mut number = place[dimension];
            match self.address[dimension] {
                Address::Border if !(0..size).contains(&number) => return self.border,
                Address::Border => {}
                Address::Wrap if repeats => {
                    while number < 0 {
                        number += size;
                    }
                    number %= size;
                }
                Address::Mirror if repeats => {
                    // ... 2 1 0 0 1 2 ... n-1 n-1 ... 0 0 ...
                    if number < 0 {
                        number = -1 - number;
                    }
                    let (turn, rest) = (number / size, number % size);
                    number = if turn % 2 == 0 { rest } else { size - 1 - rest };
                }
                _ if number < 0 => number = 0,
                _ if number >= size => number = size - 1,
                _ => {}
            }
            at[dimension] = number;
        }
        self.texels[(at[0] + self.size[0] * (at[1] + self.size[1] * at[2])) as usize]
    }

    /// The first of two texels, and the weight of the second in 256ths.
    fn along(&self, dimension: usize, coordinate: Coordinate) -> (i64, i64) {
        let repeats = self.normalized && matches!(self.address[dimension], Address::Wrap | Address::Mirror);
        let parts = match coordinate {
            Coordinate::Parts(parts) => parts,
            Coordinate::NotANumber => 0,
            Coordinate::Infinite { .. } if repeats => 0,
            Coordinate::Infinite { negative: true } => return (-1_000_000, 0),
            Coordinate::Infinite { negative: false } => return (1_000_000, 0),
        };
        let scaled = if self.normalized { parts * self.size[dimension] } else { parts };
        if !self.linear {
            return (scaled.div_euclid(4096), 0);
        }
        let shifted = scaled - 2048;
        let rest = shifted.rem_euclid(4096);
        (shifted.div_euclid(4096), (rest * 256 + 2048) / 4096)
    }

    /// What a fetch returns: a sum of (1 - a)(1 - b)(1 - c) T[i, j, k] and its like.
    pub fn fetch(&self, coordinates: &[Coordinate]) -> f32 {
        let mut along = [(0, 0); 3];
        for (dimension, &coordinate) in coordinates.iter().enumerate() {
            along[dimension] = self.along(dimension, coordinate);
        }
        let [(i, a), (j, b), (k, c)] = along;
        if !self.linear {
            return self.texel([i, j, k]) as f32 / 8.0;
        }
        let mut sum = 0i64;
        for (z, c) in [(0, 256 - c), (1, c)] {
            for (y, b) in [(0, 256 - b), (1, b)] {
                for (x, a) in [(0, 256 - a), (1, a)] {
                    // a dimension without a coordinate has one texel of weight 1
                    let place = [i + x, j + y, k + z];
                    let exists = (coordinates.len() > 1 || y == 0) && (coordinates.len() > 2 || z == 0);
                    if exists {
                        sum += a * b * c * self.texel(place);
                    }
                }
            }
        }
        (sum as f64 / (8.0 * 16_777_216.0)) as f32
    }
}
