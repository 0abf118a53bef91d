//! Point and linear filters in one, two and three dimensions, under every way beyond the edges, to
//! the bit.

use heddle_kernel::texture::{Address, Filter, Format, Kind, Sampler, Texture};

use crate::texture::machine::{Chance, fetch, kernel, run};
use crate::texture::naive::{Coordinate, Naive};

const SIZES: [u64; 8] = [1, 2, 3, 4, 5, 7, 16, 33];
const ADDRESSES: [Address; 4] = [Address::Wrap, Address::Clamp, Address::Mirror, Address::Border];

fn coordinate(chance: &mut Chance, size: i64, normalized: bool) -> Coordinate {
    let span = if normalized { 4096 } else { 4096 * size } as u64;
    match chance.below(16) {
        0 => Coordinate::NotANumber,
        1 => Coordinate::Infinite { negative: chance.below(2) == 0 },
        // at texels' centres and edges
        2 | 3 => Coordinate::Parts(chance.below(8) as i64 * 2048 - 4096),
        4 => Coordinate::Parts(span as i64 + chance.below(3) as i64 - 1),
        _ => Coordinate::Parts(chance.below(5 * span) as i64 - 2 * span as i64),
    }
}

/// A texture of random texels, and what it should say.
fn texture(chance: &mut Chance, dimensions: usize) -> (Texture, Vec<u8>, Naive) {
    let size: [u64; 3] = std::array::from_fn(|n| if n < dimensions { chance.pick(&SIZES) } else { 1 });
    let count = size.iter().product::<u64>();
    let texels: Vec<i64> = (0..count).map(|_| chance.below(4096) as i64 - 2048).collect();
    let bytes = texels.iter().flat_map(|&eighths| (eighths as f32 / 8.0).to_le_bytes()).collect();
    let address = std::array::from_fn(|_| chance.pick(&ADDRESSES));
    let (normalized, linear) = (chance.below(2) == 0, chance.below(3) != 0);
    let border = chance.below(64) as i64;
    let filter = if linear { Filter::Linear } else { Filter::Point };
    let sampler = Sampler { filter, address, normalized, to_float: false, border: [border as f32 / 8.0; 4] };
    let format = Format { channels: 1, bits: 32, kind: Kind::Float };
    let naive = Naive { size: size.map(|n| n as i64), address, normalized, linear, texels, border };
    (Texture::packed(0, size.map(|n| n as u32), 1, format, sampler), bytes, naive)
}

/// Fetches of a warp from one random texture; the first thread that is wrong.
fn differs(seed: u64, spoil: impl Fn(&mut Naive)) -> Option<String> {
    let mut chance = Chance(seed);
    let dimensions = 1 + chance.below(3) as usize;
    let (texture, bytes, mut naive) = texture(&mut chance, dimensions);
    let coordinates: Vec<Vec<Coordinate>> = (0..32)
        .map(|_| (0..dimensions).map(|n| coordinate(&mut chance, naive.size[n], naive.normalized)).collect())
        .collect();
    let word = |all: &Vec<Coordinate>| std::array::from_fn(|n| all.get(n).map_or(0, |one| one.bits()));
    let words: Vec<[u32; 4]> = coordinates.iter().map(word).collect();
    spoil(&mut naive);
    let text = kernel(&fetch(dimensions, false, "f32", seed.is_multiple_of(2)));
    let (results, _) = run(&text, Some(texture), &bytes, &words).unwrap_or_else(|fault| panic!("{fault}"));
    results.iter().zip(&coordinates).find_map(|(result, at)| {
        let meant = [naive.fetch(at).to_bits(), 0, 0, 1f32.to_bits()];
        let values = || {
            format!(
                "seed {seed}, {texture:?} at {at:?}: {} for {}",
                f32::from_bits(result[0]),
                f32::from_bits(meant[0])
            )
        };
        (*result != meant).then(values)
    })
}

#[test]
fn filters_are_the_formulas_to_the_bit() {
    for seed in 0..3000 {
        if let Some(difference) = differs(seed, |_| {}) {
            panic!("{difference}");
        }
    }
}

/// Each spoils the naive model as a mistake in the executor would.
#[test]
fn mistakes_are_found() {
    type Spoil = fn(&mut Naive);
    let faults: [(&str, Spoil); 6] = [
        ("the filter", |naive| naive.linear = !naive.linear),
        ("normalisation", |naive| naive.normalized = !naive.normalized),
        ("wrap for mirror", |naive| {
            naive.address.iter_mut().for_each(|a| {
                if *a == Address::Mirror {
                    *a = Address::Wrap
                }
            })
        }),
        ("clamp for border", |naive| {
            naive.address.iter_mut().for_each(|a| {
                if *a == Address::Border {
                    *a = Address::Clamp
                }
            })
        }),
        ("the border's colour", |naive| naive.border += 1),
        ("one texel", |naive| naive.texels[0] += 1),
    ];
    for (name, fault) in faults {
        assert!((0..200).any(|seed| differs(seed, fault).is_some()), "{name}");
    }
}
