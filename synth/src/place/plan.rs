//! The floorplan: the size of the core, the places of memories, and of ports at its edge.

use crate::netlist::Netlist;
use crate::place::layout::{Layout, Shapes, Spot};

/// Rows that stay free around a memory, for wires.
const HALO: i64 = 2;

/// Returns the floorplan for cells of an area in square nm that fill `utilisation` of what memories
/// leave free. Memories stand in shelves along the lower and the upper edge, with their pins
/// towards the middle.
pub fn plan(netlist: &Netlist, shapes: &Shapes, site: [i64; 2], utilisation: f64, area: i64) -> Layout {
    let [step, row] = site;
    let blocks = shapes.memories();
    let whole = |shape: &[i64; 2]| (shape[0] + HALO * row) as f64 * (shape[1] + HALO * row) as f64;
    let needed = area as f64 / utilisation + blocks.iter().map(|shape| whole(&shape.size)).sum::<f64>();
    let widest = blocks.iter().map(|shape| shape.size[0] + 2 * HALO * row).max().unwrap_or(0);
    let round_up = |length: f64, step: i64| (length / step as f64).ceil() as i64 * step;
    let width = round_up(needed.sqrt().max(widest as f64), step);
    let (mut memories, ends) = shelves(blocks.iter().map(|shape| shape.size), width, row);
    let free = blocks.iter().map(|shape| shape.size[0] * shape.size[1]).sum::<i64>() as f64 + area as f64 / utilisation;
    let height = round_up((free / width as f64).max((ends[0] + ends[1] + row) as f64), row);
    for (spot, shape) in memories.iter_mut().zip(blocks) {
        spot.at[0] -= spot.at[0] % step;
        if spot.flipped {
            spot.at[1] = height - spot.at[1] - shape.size[1];
        }
    }
    let core = [width, height];
    let ports = around(core, netlist, None);
    Layout { core, site, gates: Vec::new(), memories, ports }
}

/// Puts blocks into shelves, the lower and the upper edge in turn; returns where each is, the
/// flipped ones as seen from the upper edge, and how high the shelves of both edges are.
fn shelves(sizes: impl Iterator<Item = [i64; 2]>, width: i64, row: i64) -> (Vec<Spot>, [i64; 2]) {
    // of each edge: how far its shelf is full, where the shelf begins and where it ends
    let mut edges = [[HALO * row, 0, 0]; 2];
    let mut spots = Vec::new();
    for (k, size) in sizes.enumerate() {
        let edge = &mut edges[k % 2];
        if edge[0] + size[0] > width && edge[0] > HALO * row {
            *edge = [HALO * row, edge[2], edge[2]];
        }
        spots.push(Spot { at: [edge[0], edge[1]], flipped: k % 2 == 1 });
        edge[0] += size[0] + HALO * row;
        edge[2] = edge[2].max(edge[1] + size[1] + HALO * row);
    }
    (spots, edges.map(|edge| edge[2]))
}

/// Returns places for all bits of ports, evenly around the core, in the order of `wanted` places of
/// theirs, seen from the middle; in the order of the ports without these.
pub fn around(core: [i64; 2], netlist: &Netlist, wanted: Option<&[Vec<[i64; 2]>]>) -> Vec<Vec<[i64; 2]>> {
    let bits = netlist.ports.iter().enumerate().flat_map(|(port, p)| (0..p.bits.len()).map(move |bit| (port, bit)));
    let mut order: Vec<(usize, usize)> = bits.collect();
    if let Some(wanted) = wanted {
        let turn = |(port, bit): &(usize, usize)| {
            let [x, y] = [0, 1].map(|axis| (2 * wanted[*port][*bit][axis] - core[axis]) as f64 / core[axis] as f64);
            along(x, y)
        };
        order.sort_by(|a, b| turn(a).total_cmp(&turn(b)).then(a.cmp(b)));
    }
    let perimeter = 2 * (core[0] + core[1]);
    let mut places: Vec<Vec<[i64; 2]>> = netlist.ports.iter().map(|port| vec![[0, 0]; port.bits.len()]).collect();
    for (k, (port, bit)) in order.iter().enumerate() {
        places[*port][*bit] = at(core, (2 * k as i64 + 1) * perimeter / (2 * order.len() as i64));
    }
    places
}

/// Returns how far around the square from -1 to 1 a direction is, from the lower left corner on,
/// counterclockwise, in sides.
fn along(x: f64, y: f64) -> f64 {
    let most = x.abs().max(y.abs()).max(1e-9);
    let (x, y) = (x / most, y / most);
    match (x, y) {
        _ if y <= -1.0 => (x + 1.0) / 2.0,
        _ if x >= 1.0 => 1.0 + (y + 1.0) / 2.0,
        _ if y >= 1.0 => 2.0 + (1.0 - x) / 2.0,
        _ => 3.0 + (1.0 - y) / 2.0,
    }
}

/// Returns the point so far around the core from its lower left corner, counterclockwise.
fn at([width, height]: [i64; 2], way: i64) -> [i64; 2] {
    match way {
        _ if way < width => [way, 0],
        _ if way < width + height => [width, way - width],
        _ if way < 2 * width + height => [2 * width + height - way, height],
        _ => [0, 2 * (width + height) - way],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shelves_do_not_overlap() {
        let sizes = [[40, 30], [50, 20], [40, 10], [30, 30], [20, 40], [60, 10]];
        let (spots, ends) = shelves(sizes.into_iter(), 100, 1);
        let height = ends[0] + ends[1];
        let corner = |k: usize| match spots[k].flipped {
            true => [spots[k].at[0], height - spots[k].at[1] - sizes[k][1]],
            false => spots[k].at,
        };
        for a in 0..sizes.len() {
            assert!(corner(a)[0] >= 0 && corner(a)[0] + sizes[a][0] <= 100);
            for b in 0..a {
                let apart = |axis: usize| {
                    let (low, high) = (corner(a)[axis], corner(b)[axis]);
                    low + sizes[a][axis] <= high || high + sizes[b][axis] <= low
                };
                assert!(apart(0) || apart(1), "{a} {b}");
            }
        }
    }

    #[test]
    fn ports_go_around_the_core() {
        assert_eq!([0, 15, 25, 35, 42].map(|way| at([15, 10], way)), [[0, 0], [15, 0], [15, 10], [5, 10], [0, 8]]);
        let turns =
            [[-1.0, -1.0], [0.0, -1.0], [1.0, -0.5], [0.2, 0.4], [-0.5, 0.5], [-0.7, 0.0]].map(|[x, y]| along(x, y));
        assert!(turns.windows(2).all(|pair| pair[0] < pair[1]), "{turns:?}");
    }
}
