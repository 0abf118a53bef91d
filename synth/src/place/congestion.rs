//! How full the fullest part of the core is with wires: an estimate before any route.

use crate::place::layout::Layout;
use crate::place::lef::Layer;
use crate::place::wires::Nets;

/// Side of the squares that are looked at, in rows.
const ROWS: i64 = 10;

/// Returns the greatest part of the tracks of a square that wires need; `None` if the layers have
/// no tracks. A wire goes either way around its corner with half of its weight; the lowest layer,
/// which cells use, has no tracks.
pub fn congestion(nets: &Nets, layout: &Layout, layers: &[Layer]) -> Option<f64> {
    let side = ROWS * layout.site[1];
    let counts = layout.core.map(|length| (length / side + 1) as usize);
    // lengths of horizontal and of vertical wires in each square
    let mut wires = vec![[0.0; 2]; counts[0] * counts[1]];
    for tree in &nets.trees {
        for (point, above) in tree.points.iter().zip(&tree.above) {
            let (a, b) = (*point, tree.points[*above]);
            for axis in 0..2 {
                for across in [a[1 - axis], b[1 - axis]] {
                    run(&mut wires, counts, side, axis, (a[axis].min(b[axis]), a[axis].max(b[axis]), across));
                }
            }
        }
    }
    let tracks = |horizontal: bool| -> f64 {
        let usable = layers.iter().skip(1).filter(|layer| layer.horizontal == horizontal && layer.pitch > 0.0);
        usable.map(|layer| side as f64 / layer.pitch).sum()
    };
    let there = [tracks(true), tracks(false)].map(|tracks| tracks * side as f64);
    let full = |axis: usize| wires.iter().map(|lengths| lengths[axis]).fold(0.0, f64::max) / there[axis];
    there.iter().all(|length| *length > 0.0).then(|| full(0).max(full(1)))
}

/// Adds half the length of a wire along an axis to the squares that it goes through.
fn run(wires: &mut [[f64; 2]], counts: [usize; 2], side: i64, axis: usize, (from, to, across): (i64, i64, i64)) {
    let beside = (across / side).clamp(0, counts[1 - axis] as i64 - 1) as usize;
    let mut at = from;
    while at < to {
        let along = (at / side).clamp(0, counts[axis] as i64 - 1);
        let end = if along == counts[axis] as i64 - 1 { to } else { to.min((along + 1) * side) };
        let square = if axis == 0 { beside * counts[0] + along as usize } else { along as usize * counts[0] + beside };
        wires[square][axis] += (end - at) as f64 / 2.0;
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::layout::Ends;
    use crate::place::tree::Tree;

    #[test]
    fn the_fullest_square_counts() {
        let layer = |horizontal: bool, pitch: f64| Layer { horizontal, pitch, ..Layer::default() };
        let layers = [layer(true, 1.0), layer(false, 100.0), layer(true, 50.0)];
        let layout = Layout { core: [300, 300], site: [1, 10], ..Layout::default() };
        // squares of 100: two wires of 250 along y = 50, and one upwards
        let trees =
            vec![Tree::of(&[[0, 50], [250, 50]]), Tree::of(&[[250, 50], [0, 50]]), Tree::of(&[[250, 50], [250, 150]])];
        let nets = Nets { ends: vec![Ends::default(); 3], clocks: vec![false; 3], trees };
        // 2 tracks of 100 horizontally, and 200 in the square; 1 track vertically, and 50
        assert_eq!(congestion(&nets, &layout, &layers), Some(1.0));
        assert_eq!(congestion(&nets, &layout, &layers[..2]), None);
    }
}
