//! LIB: Monte Carlo on the LIBOR market model.

mod dual;
mod model;

use heddle_golden::Chance;
use model::Model;

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

fn make(size: &Sizes, data: &mut Buffers) {
    let rest = (size["rates"] - size["steps"]) as i32;
    let maturities = [4, 8, 20, 28, 40].into_iter().flat_map(|m| [m.min(rest); 3]);
    data.s32_mut("maturities").iter_mut().zip(maturities).for_each(|(held, m)| *held = m);

    let model = Model::new(size, data);
    let (steps, paths) = (size.count("steps"), size.count("paths"));
    let mut chance = Chance(31);
    for path in 0..paths {
        // where a swap is worth nothing the derivative jumps, and a rounding would decide: such a
        // path is drawn again
        let drawn = loop {
            let shocks: Vec<f32> = (0..steps).map(|_| normal(&mut chance)).collect();
            if model.nearest(&shocks) > 2e-5 {
                break shocks;
            }
        };
        let all = data.f32_mut("shocks");
        drawn.iter().enumerate().for_each(|(n, &z)| all[n * paths + path] = z);
    }
}

/// A nearly normal random number: the sum of twelve uniform numbers.
fn normal(chance: &mut Chance) -> f32 {
    (0..12).map(|_| chance.below(1 << 24) as f32 / (1 << 24) as f32).sum::<f32>() - 6.0
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let model = Model::new(size, data);
    let paths = size.count("paths");
    for path in 0..paths {
        let shocks: Vec<f32> = data.f32("shocks").iter().skip(path).step_by(paths).copied().collect();
        let price = model.price(&shocks);
        data.f32_mut("value")[path] = price.value as f32;
        data.f32_mut("value_alone")[path] = price.value as f32;
        data.f32_mut("last")[path] = price.slope as f32;
    }
}
