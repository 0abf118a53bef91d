//! VIS: visibility between the cells of a map.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Makes a map of rooms of twelve by nine whose walls have doors, and a pillar here and there.
fn make(sizes: &Sizes, data: &mut Buffers) {
    let width = sizes.count("width");
    for (at, cell) in data.u8_mut("map").iter_mut().enumerate() {
        let (x, y) = (at % width, at / width);
        let wall = (x % 12 == 0 && y % 9 != 4) || (y % 9 == 0 && !matches!(x % 12, 5 | 6));
        let pillar = (x * 7 + y * 13) % 29 == 0;
        *cell = u8::from(wall || pillar);
    }
}

/// The cells strictly between two cells, in closed form: the k-th lies k along the longer distance
/// and the rounded part of the shorter one.
fn between(from: (i64, i64), to: (i64, i64)) -> impl Iterator<Item = (i64, i64)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let steps = dx.abs().max(dy.abs());
    let part = move |d: i64, k: i64| d.signum() * ((2 * k * d.abs() + steps) / (2 * steps));
    (1..steps).map(move |k| (from.0 + part(dx, k), from.1 + part(dy, k)))
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (width, height, radius) = (sizes["width"], sizes["height"], sizes["radius"]);
    let map = data.u8("map");
    let open = |(x, y): (i64, i64)| map[(y * width + x) as usize] == 0;
    let distance = |a: (i64, i64), b: (i64, i64)| (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2);
    let cells: Vec<(i64, i64)> = (0..width * height).map(|at| (at % width, at / width)).collect();
    let mut results = Vec::new();
    for &from in &cells {
        let near = cells.iter().filter(|&&to| open(from) && open(to) && distance(from, to) <= radius * radius);
        let seen: Vec<i64> =
            near.filter(|&&to| between(from, to).all(open)).map(|&to| distance(from, to)).collect();
        results.push((seen.len() as u16, seen.into_iter().max().unwrap_or(0) as u16));
    }
    data.u16_mut("seen").iter_mut().zip(&results).for_each(|(cell, result)| *cell = result.0);
    data.u16_mut("farthest").iter_mut().zip(&results).for_each(|(cell, result)| *cell = result.1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let line = |to| between((0, 0), to).collect::<Vec<_>>();
        assert_eq!(line((4, 2)), [(1, 1), (2, 1), (3, 2)]);
        assert_eq!(line((-1, 3)), [(0, 1), (-1, 2)]);
        assert_eq!(line((3, -3)), [(1, -1), (2, -2)]);
        assert!(line((1, 1)).is_empty() && line((0, 0)).is_empty());
    }
}
