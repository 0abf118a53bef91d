//! The LIBOR market model in double precision. Derivatives are propagated forward along the path,
//! where the kernel propagates them backward.

use super::dual::Dual;
use crate::{Buffers, Sizes};

/// The initial value of every rate.
const INITIAL: f64 = 0.05f32 as f64;

/// A market and a portfolio.
pub(crate) struct Model {
    rates: usize,
    delta: Dual,
    volatility: Vec<Dual>,
    /// The number of rates of each swap, and the swap's own rate.
    portfolio: Vec<(usize, Dual)>,
}

impl Model {
    pub(crate) fn new(size: &Sizes, data: &Buffers) -> Model {
        let dual = |x: &f32| Dual::from(f64::from(*x));
        let portfolio = data.s32("maturities").iter().zip(data.f32("swaprates"));
        Model {
            rates: size.count("rates"),
            delta: dual(&data.f32("delta")[0]),
            volatility: data.f32("lambda").iter().map(dual).collect(),
            portfolio: portfolio.map(|(&m, rate)| (m as usize, dual(rate))).take(size.count("options")).collect(),
        }
    }

    /// All rates at the end of the path, and the value of each swap then. Slopes are with respect
    /// to the initial value of the last rate.
    fn path(&self, shocks: &[f32], last: f64) -> (Vec<Dual>, Vec<Dual>) {
        let one = Dual::from(1.0);
        let mut rates = vec![Dual::from(INITIAL); self.rates];
        rates[self.rates - 1] = Dual { value: last, slope: 1.0 };
        for (n, &shock) in shocks.iter().enumerate() {
            let noise = Dual::from(self.delta.value.sqrt() * f64::from(shock));
            let mut drift = Dual::from(0.0);
            for (rate, &volatility) in rates[n + 1..].iter_mut().zip(&self.volatility) {
                let weight = self.delta * volatility;
                drift = drift + weight * *rate / (one + self.delta * *rate);
                *rate = *rate * (weight * drift + volatility * (noise - Dual::from(0.5) * weight)).exp();
            }
        }
        let mut bonds = vec![];
        let (mut bond, mut sum) = (one, Dual::from(0.0));
        for &rate in &rates[shocks.len()..] {
            bond = bond / (one + self.delta * rate);
            sum = sum + self.delta * bond;
            bonds.push((bond, sum));
        }
        let worth = |&(rates, rate): &(usize, Dual)| bonds[rates - 1].0 + rate * bonds[rates - 1].1 - one;
        let swaps = self.portfolio.iter().map(worth).collect();
        (rates, swaps)
    }

    /// The least absolute value of a swap at the end of this path.
    pub(crate) fn nearest(&self, shocks: &[f32]) -> f64 {
        self.path(shocks, INITIAL).1.iter().map(|swap| swap.value.abs()).fold(f64::INFINITY, f64::min)
    }

    /// The present value of the portfolio on this path, and its derivative.
    pub(crate) fn price(&self, shocks: &[f32]) -> Dual {
        self.price_from(shocks, INITIAL)
    }

    fn price_from(&self, shocks: &[f32], last: f64) -> Dual {
        let (rates, swaps) = self.path(shocks, last);
        let loss = swaps.into_iter().filter(|swap| swap.value < 0.0).fold(Dual::from(0.0), |sum, swap| sum - swap);
        let payoff = Dual::from(100.0) * loss;
        rates[..shocks.len()].iter().fold(payoff, |value, &rate| value / (Dual::from(1.0) + self.delta * rate))
    }
}

#[test]
fn one_swap_by_hand_and_slopes_by_differences() {
    let dual = Dual::from;
    let portfolio = vec![(1, dual(0.02))];
    let mut model = Model { rates: 2, delta: dual(0.25), volatility: vec![dual(0.2); 2], portfolio };
    // without a step both rates are still 5 %: the swap is on the first of them
    let bond = 1.0 / (1.0 + 0.25 * INITIAL);
    let price = model.price(&[]);
    assert!((price.value - 100.0 * (1.0 - bond - 0.02 * 0.25 * bond)).abs() < 1e-12);
    assert_eq!(price.slope, 0.0);

    model.rates = 6;
    model.portfolio = vec![(1, dual(0.05)), (3, dual(0.03)), (3, dual(0.045))];
    let shocks = [0.5, 0.7, 1.1];
    let price = model.price(&shocks);
    let little = 1e-6;
    let (up, down) = (model.price_from(&shocks, INITIAL + little), model.price_from(&shocks, INITIAL - little));
    let difference = (up.value - down.value) / (2.0 * little);
    assert!(price.value > 0.0 && price.slope > 1.0 && (price.slope - difference).abs() < 1e-6 * price.slope);
}
