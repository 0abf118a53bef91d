//! SPMV-LP22: SPMV with a matrix like lp22.

use crate::spmv::{matrix, reference};
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

fn make(_: &Sizes, data: &mut Buffers) {
    matrix::store(&matrix::lp22(), data, "rows", "columns");
}
