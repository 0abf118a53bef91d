//! The texels that a fetch combines, and their weights.

use super::{Address, Filter, Texture};

/// The texels of a fetch along one dimension: one texel, or two with the weight of the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    /// The numbers of the texels; `None` beyond an edge that has a border.
    pub texels: [Option<u32>; 2],
    /// How many of the texels count: 1 or 2.
    pub count: u8,
    /// The weight of the second texel in 256ths, 0 to 256: the guide's 9 bits with 8 of fraction.
    pub weight: u16,
}

/// The texels that a fetch combines: the product of three axes, in one layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Footprint {
    /// The texels along x, y and z.
    pub axes: [Axis; 3],
    /// The layer of the texels.
    pub layer: u32,
}

impl Axis {
    /// The texels of a dimension that has no coordinate.
    const ONE: Axis = Axis { texels: [Some(0), None], count: 1, weight: 0 };

    /// Returns the single texel with a number along the axis; `address` decides beyond the edges.
    pub fn at(number: i64, size: u32, address: Address) -> Axis {
        Axis { texels: [inside(number, size, address), None], count: 1, weight: 0 }
    }

    /// Returns the texels at a coordinate. A NaN counts as 0, and so does infinity where a texture
    /// repeats.
    pub fn of(coordinate: f32, size: u32, address: Address, normalized: bool, filter: Filter) -> Axis {
        let repeats = matches!(address, Address::Wrap | Address::Mirror);
        let nothing = coordinate.is_nan() || coordinate.is_infinite() && repeats;
        let x = if nothing { 0.0 } else { f64::from(coordinate) };
        let x = if normalized { x * f64::from(size) } else { x };
        // beyond any texture a float names no texel any more; it saturates
        if filter == Filter::Point {
            return Axis::at(x.floor() as i64, size, address);
        }
        let first = (x - 0.5).floor();
        let share = x - 0.5 - first;
        let number = first as i64;
        let texels = [number, number.saturating_add(1)].map(|number| inside(number, size, address));
        Axis { texels, count: 2, weight: (share * 256.0 + 0.5) as u16 }
    }

    /// Returns the weight of the first or second texel of the axis, in 256ths.
    pub fn share(&self, second: bool) -> u32 {
        match (self.count, second) {
            (1, _) => 256,
            (_, true) => u32::from(self.weight),
            (_, false) => 256 - u32::from(self.weight),
        }
    }
}

/// Returns the texel that a number stands for, or `None` in the border.
fn inside(number: i64, size: u32, address: Address) -> Option<u32> {
    let size = i64::from(size);
    let number = match address {
        Address::Clamp => number.clamp(0, size - 1),
        Address::Wrap => number.rem_euclid(size),
        Address::Mirror => {
            let at = number.rem_euclid(2 * size);
            at.min(2 * size - 1 - at)
        }
        Address::Border => number,
    };
    (0..size).contains(&number).then_some(number as u32)
}

impl Texture {
    /// Returns the addressing beyond the edges along a dimension: repetition is for normalised
    /// coordinates alone.
    fn beyond(&self, dimension: usize) -> Address {
        match self.sampler.address[dimension] {
            Address::Wrap | Address::Mirror if !self.sampler.normalized => Address::Clamp,
            address => address,
        }
    }

    /// Returns the texel at integer coordinates, which are neither filtered nor normalised. A layer
    /// beyond the last one is the last one.
    pub fn at_texel(&self, coordinates: &[i32], layer: u32) -> Footprint {
        let mut axes = [Axis::ONE; 3];
        for (dimension, &number) in coordinates.iter().enumerate().take(3) {
            axes[dimension] = Axis::at(number.into(), self.size[dimension], self.beyond(dimension));
        }
        Footprint { axes, layer: layer.min(self.layers - 1) }
    }

    /// Returns the texels at floating-point coordinates that a filter combines. A layer beyond the
    /// last one is the last one.
    pub fn at(&self, coordinates: &[f32], layer: u32, filter: Filter) -> Footprint {
        let mut axes = [Axis::ONE; 3];
        for (dimension, &coordinate) in coordinates.iter().enumerate().take(3) {
            let (size, address) = (self.size[dimension], self.beyond(dimension));
            axes[dimension] = Axis::of(coordinate, size, address, self.sampler.normalized, filter);
        }
        Footprint { axes, layer: layer.min(self.layers - 1) }
    }
}

impl Footprint {
    /// Returns the number of texels, those in the border included: 1, 2, 4 or 8.
    pub fn count(&self) -> usize {
        self.axes.iter().map(|axis| usize::from(axis.count)).product()
    }
    /// Returns a texel of the footprint, x changing fastest: its place, or `None` in the border,
    /// and its weight in 2^24ths.
    pub fn texel(&self, number: usize) -> (Option<[u32; 3]>, u32) {
        let (mut number, mut share, mut place) = (number, 1u64, [Some(0); 3]);
        for (axis, place) in self.axes.iter().zip(&mut place) {
            let which = number % usize::from(axis.count);
            number /= usize::from(axis.count);
            share *= u64::from(axis.share(which == 1));
            *place = axis.texels[which];
        }
        let [x, y, z] = place;
        (x.zip(y).zip(z).map(|((x, y), z)| [x, y, z]), share as u32)
    }
}
