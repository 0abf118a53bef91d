//! SPMV-LP22: SPMV with a matrix like lp22.

use crate::Host;
use crate::spmv::{matrix, reference};

pub(crate) const HOST: Host = Host { matrix: matrix::like_lp22, reference, ..Host::NONE };
