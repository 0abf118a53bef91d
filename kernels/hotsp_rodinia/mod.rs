//! HOTSP-RODINIA: HotSpot with sums in double precision.

use crate::hotsp::{self, ALONG, AMBIENT, SCALE, THROUGH};
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn cell(c: f32, power: f32, column: f32, row: f32) -> f32 {
    let bend = |neighbours: f32| (-2.0f64).mul_add(c.into(), neighbours.into());
    let sum = bend(column).mul_add(ALONG.into(), power.into());
    let sum = bend(row).mul_add(ALONG.into(), sum) + f64::from((AMBIENT - c) * THROUGH);
    f64::from(SCALE).mul_add(sum, c.into()) as f32
}

fn reference(size: &Sizes, data: &mut Buffers) {
    hotsp::steps(size, data, cell);
}
