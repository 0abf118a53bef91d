//! BP-RODINIA: back propagation in a neural network, with changes in double precision.

use crate::{Buffers, Host, Sizes, bp};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(size: &Sizes, data: &mut Buffers) {
    bp::forward(size, data);
    bp::adjust(size, data, |last, delta, x| 0.3f64.mul_add(last.into(), 0.3 * f64::from(delta) * f64::from(x)));
}
