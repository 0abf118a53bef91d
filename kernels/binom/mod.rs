//! BINOM: option prices by a binomial tree, from the leaves to the root.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

const RISKLESS: f64 = 0.06;
const VOLATILITY: f64 = 0.1;

fn make(sizes: &Sizes, data: &mut Buffers) {
    let steps = sizes.count("steps") as f64;
    for option in 0..sizes.count("options") {
        // prices from 5 to 30, strikes from 1 to 100, years from 1/4 to 5
        let spread = |factor: usize, low: f64, high: f64| low + (high - low) * ((option + 1) * factor % 97) as f64 / 97.0;
        let (price, strike, years) = (spread(31, 5.0, 30.0), spread(57, 1.0, 100.0), spread(73, 0.25, 5.0));
        let step = years / steps;
        let (up, growth) = ((VOLATILITY * step.sqrt()).exp(), (RISKLESS * step).exp());
        let chance = (growth - 1.0 / up) / (up - 1.0 / up);
        let parameters = [price, strike, VOLATILITY * step.sqrt(), 0.0].map(|x| x as f32);
        data.f32_mut("options")[4 * option..][..4].copy_from_slice(&parameters);
        let weights = [chance / growth, (1.0 - chance) / growth].map(|x| x as f32);
        data.f32_mut("weights")[2 * option..][..2].copy_from_slice(&weights);
    }
}

fn price(option: &[f32], weights: &[f32], steps: usize) -> f32 {
    let [price, strike, movement] = [0, 1, 2].map(|i| f64::from(option[i]));
    let leaf = |ups: usize| (price * (movement * (2 * ups) as f64 - movement * steps as f64).exp() - strike).max(0.0) as f32;
    let mut nodes: Vec<f32> = (0..=steps).map(leaf).collect();
    while nodes.len() > 1 {
        nodes = nodes.windows(2).map(|pair| weights[0].mul_add(pair[1], weights[1] * pair[0])).collect();
    }
    nodes[0]
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let options = data.f32("options").chunks_exact(4).zip(data.f32("weights").chunks_exact(2));
    let prices: Vec<f32> = options.map(|(option, weights)| price(option, weights, sizes.count("steps"))).collect();
    data.f32_mut("call").copy_from_slice(&prices);
}

#[cfg(test)]
mod tests {
    #[test]
    fn two_steps_by_hand() {
        // up or down by a fifth of e, even chances, no discount: 100 e^(+-0.4) and 100
        let worth = super::price(&[100.0, 90.0, 0.2], &[0.5, 0.5], 2);
        assert!((worth - (0.25 * (149.18247 - 90.0) + 0.5 * 10.0)).abs() < 1e-4);
    }
}
