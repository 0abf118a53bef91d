//! SPMV-WARP-LP22: SPMV-WARP with a matrix like lp22.

use crate::Host;
use crate::spmv::matrix;
use crate::spmv_warp::reference;

pub(crate) const HOST: Host = Host { matrix: matrix::like_lp22, reference, ..Host::NONE };
