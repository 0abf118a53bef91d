//! BS: option prices by the Black-Scholes formula, in double precision.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn cnd(d: f64) -> f64 {
    let k = 1.0 / (1.0 + 0.2316419 * d.abs());
    let sum = k
        * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    let tail = (-0.5 * d * d).exp() / std::f64::consts::TAU.sqrt() * sum;
    if d > 0.0 { 1.0 - tail } else { tail }
}

/// Prices of the call and the put.
fn prices(s: f64, x: f64, t: f64, riskless: f64, volatility: f64) -> (f64, f64) {
    let d1 = ((s / x).ln() + (riskless + 0.5 * volatility * volatility) * t) / (volatility * t.sqrt());
    let d2 = d1 - volatility * t.sqrt();
    let discounted = x * (-riskless * t).exp();
    (s * cnd(d1) - discounted * cnd(d2), discounted * cnd(-d2) - s * cnd(-d1))
}

fn reference(_: &Sizes, data: &mut Buffers) {
    for i in 0..data.f32("price").len() {
        let [s, x, t] = ["price", "strike", "years"].map(|name| data.f32(name)[i].into());
        let (call, put) = prices(s, x, t, f64::from(0.02f32), f64::from(0.3f32));
        data.f32_mut("call")[i] = call as f32;
        data.f32_mut("put")[i] = put as f32;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_known_price_and_the_parity_of_call_and_put() {
        let (call, put) = super::prices(42.0, 40.0, 0.5, 0.1, 0.2); // Hull's example: 4.76 and 0.81
        assert!((call - 4.76).abs() < 0.005 && (put - 0.81).abs() < 0.005);
        assert!((call - put - (42.0 - 40.0 * (-0.05f64).exp())).abs() < 1e-6);
    }
}
