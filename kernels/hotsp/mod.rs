//! HOTSP: HotSpot, the temperatures of a chip from the power of its cells.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

/// The cells of a chip, row by row.
struct Chip {
    cols: usize,
    rows: usize,
    power: Vec<f32>,
}

impl Chip {
    /// The temperatures of all cells a step later; cells beyond the edge are as those at the edge.
    fn step(&self, now: &[f32]) -> Vec<f32> {
        let scale = 1.4583333e-7f32 / 4.272461e-7;
        let (along, through) = (1.0 / 10.0f32, 1.0 / 5120.0f32);
        let at = |x: usize, y: usize| now[y.min(self.rows - 1) * self.cols + x.min(self.cols - 1)];
        let mut next = Vec::with_capacity(now.len());
        for y in 0..self.rows {
            for x in 0..self.cols {
                let c = at(x, y);
                let bend = |a: f32, b: f32| (-2.0f32).mul_add(c, a + b);
                let sum = bend(at(x, y + 1), at(x, y.saturating_sub(1))).mul_add(along, self.power[y * self.cols + x]);
                let sum = bend(at(x + 1, y), at(x.saturating_sub(1), y)).mul_add(along, sum);
                let sum = (80.0 - c).mul_add(through, sum);
                next.push(scale.mul_add(sum, c));
            }
        }
        next
    }
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let chip = Chip { cols: size.count("cols"), rows: size.count("rows"), power: data.f32("power").to_vec() };
    let last = (0..size["steps"]).fold(data.f32("a").to_vec(), |now, _| chip.step(&now));
    data.f32_mut("b").copy_from_slice(&last);
}

#[test]
fn heat_spreads_and_an_even_chip_only_cools() {
    let mut chip = Chip { cols: 5, rows: 4, power: vec![0.0; 20] };
    let even = chip.step(&[300.0; 20]);
    assert!(even.iter().all(|&c| c < 300.0 && c > 299.9 && c == even[0]));
    chip.power[7] = 1.0;
    let hot = chip.step(&chip.step(&[300.0; 20]));
    assert!(hot[7] > hot[6] && hot[6] == hot[8] && hot[6] > hot[5] && hot[2] == hot[12]);
}
