//! SPMV-WARP-LP22: SPMV-WARP with a matrix like lp22.

use crate::spmv::matrix;
use crate::spmv_warp::{reference, store};
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

fn make(size: &Sizes, data: &mut Buffers) {
    store(&matrix::lp22(), size, data);
}
