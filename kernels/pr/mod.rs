//! PR: parallel reduction of an array to its sum.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(_: &Sizes, data: &mut Buffers) {
    let sum = data.s32("in").iter().fold(0, |sum: i32, x| sum.wrapping_add(*x));
    data.s32_mut("sum")[0] = sum;
}
