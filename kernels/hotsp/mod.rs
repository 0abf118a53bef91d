//! HOTSP: HotSpot, the temperatures of a chip from the power of its cells.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

/// Part of a step's heat that changes a cell's temperature.
pub(crate) const SCALE: f32 = 1.4583333e-7 / 4.272461e-7;
/// Conductance to a neighbour.
pub(crate) const ALONG: f32 = 1.0 / 10.0;
/// Conductance to the air.
pub(crate) const THROUGH: f32 = 1.0 / 5120.0;
/// Temperature of the air.
pub(crate) const AMBIENT: f32 = 80.0;

/// The temperature of a cell a step later, from its own, its power, and the sums of its neighbours
/// in its column and in its row.
pub(crate) type Cell = fn(f32, f32, f32, f32) -> f32;

/// The cells of a chip, row by row.
struct Chip {
    cols: usize,
    rows: usize,
    power: Vec<f32>,
}

impl Chip {
    /// The temperatures of all cells a step later by `cell`; cells beyond the edge are as those at
    /// the edge.
    fn step(&self, now: &[f32], cell: Cell) -> Vec<f32> {
        let at = |x: usize, y: usize| now[y.min(self.rows - 1) * self.cols + x.min(self.cols - 1)];
        let mut next = Vec::with_capacity(now.len());
        for y in 0..self.rows {
            for x in 0..self.cols {
                let c = at(x, y);
                let column = at(x, y + 1) + at(x, y.saturating_sub(1));
                let row = at(x + 1, y) + at(x.saturating_sub(1), y);
                next.push(cell(c, self.power[y * self.cols + x], column, row));
            }
        }
        next
    }
}

/// Computes the temperatures after all steps by `cell`.
pub(crate) fn steps(size: &Sizes, data: &mut Buffers, cell: Cell) {
    let chip = Chip { cols: size.count("cols"), rows: size.count("rows"), power: data.f32("power").to_vec() };
    let last = (0..size["steps"]).fold(data.f32("a").to_vec(), |now, _| chip.step(&now, cell));
    data.f32_mut("b").copy_from_slice(&last);
}

fn cell(c: f32, power: f32, column: f32, row: f32) -> f32 {
    let sum = (-2.0f32).mul_add(c, column).mul_add(ALONG, power);
    let sum = (-2.0f32).mul_add(c, row).mul_add(ALONG, sum);
    let sum = (AMBIENT - c).mul_add(THROUGH, sum);
    SCALE.mul_add(sum, c)
}

fn reference(size: &Sizes, data: &mut Buffers) {
    steps(size, data, cell);
}

#[test]
fn heat_spreads_and_an_even_chip_only_cools() {
    let mut chip = Chip { cols: 5, rows: 4, power: vec![0.0; 20] };
    let even = chip.step(&[300.0; 20], cell);
    assert!(even.iter().all(|&c| c < 300.0 && c > 299.9 && c == even[0]));
    chip.power[7] = 1.0;
    let hot = chip.step(&chip.step(&[300.0; 20], cell), cell);
    assert!(hot[7] > hot[6] && hot[6] == hot[8] && hot[6] > hot[5] && hot[2] == hot[12]);
}
