//! ASIAN: the price of an option on an average, by Monte Carlo with the kernel's random numbers, in
//! double precision.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

const SPOT: f64 = 40.0;
const STRIKE: f64 = 40.0;

/// Marsaglia's xorwow generator of random numbers.
struct Random {
    history: [u32; 5],
    counter: u32,
}

impl Random {
    fn next(&mut self) -> u32 {
        let [x, .., v] = self.history;
        let t = x ^ (x >> 2);
        self.history.rotate_left(1);
        self.history[4] = v ^ (v << 4) ^ t ^ (t << 1);
        self.counter = self.counter.wrapping_add(362_437);
        self.counter.wrapping_add(self.history[4])
    }
    fn uniform(&mut self) -> f64 {
        // as the kernel rounds it
        f64::from(((self.next() >> 8) as f32).mul_add(1.0 / 16_777_216.0, 0.5 / 16_777_216.0))
    }
}

fn seed(word: u32) -> u32 {
    let x = 1234u32.wrapping_add(word.wrapping_mul(0x9E37_79B9));
    let x = (x ^ (x >> 16)).wrapping_mul(0x85EB_CA6B);
    let x = (x ^ (x >> 13)).wrapping_mul(0xC2B2_AE35);
    x ^ (x >> 16) | 1
}

/// The payoff of one path.
fn payoff(random: &mut Random, steps: usize) -> f64 {
    let (drift, volatility) = (f64::from(0.0001f32), f64::from(0.0125f32));
    let (mut price, mut sum) = (SPOT, 0.0);
    for _ in 0..steps / 2 {
        let radius = (-2.0 * random.uniform().ln()).sqrt();
        let (sin, cos) = (std::f64::consts::TAU * random.uniform()).sin_cos();
        for normal in [radius * cos, radius * sin] {
            price *= (volatility * normal + drift).exp();
            sum += price;
        }
    }
    (sum / steps as f64 - STRIKE).max(0.0)
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (blocks, threads) = (sizes.count("blocks"), sizes.count("blocks") * 128);
    for (i, state) in data.u32_mut("states").iter_mut().enumerate() {
        *state = seed((i % threads * 5 + i / threads) as u32);
    }
    let mut sums = vec![0.0; blocks];
    for thread in 0..threads {
        let history = std::array::from_fn(|k| data.u32("states")[k * threads + thread]);
        let mut random = Random { history, counter: 6_615_241 };
        for _ in 0..sizes.count("paths") {
            sums[thread / 128] += payoff(&mut random, sizes.count("steps"));
        }
    }
    data.f32_mut("sums").iter_mut().zip(sums).for_each(|(to, sum)| *to = sum as f32);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_marsaglias() {
        // the seeds of his paper
        let mut random = Random { history: [123456789, 362436069, 521288629, 88675123, 5783321], counter: 6615241 };
        assert_eq!([random.next(), random.next()], [246875399, 3690007200]);
    }

    #[test]
    fn an_option_at_the_money_is_worth_about_its_share_of_the_volatility() {
        let mut random = Random { history: [1, 2, 3, 4, 5].map(seed), counter: 6615241 };
        let mean = (0..4000).map(|_| payoff(&mut random, 16)).sum::<f64>() / 4000.0;
        // 40 * 0.0125 * sqrt(16 / 3) / sqrt(2 pi) = 0.46, and half of the drift
        assert!((0.40..0.56).contains(&mean), "{mean}");
    }
}
