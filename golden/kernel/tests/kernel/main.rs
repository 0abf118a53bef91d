//! Tests of the program against naive definitions: arithmetic, analyses, allocation, execution,
//! launches.

mod allocate;
mod arithmetic_approximate;
mod arithmetic_carry;
mod arithmetic_compare;
mod arithmetic_convert;
mod arithmetic_fast;
mod arithmetic_integer;
mod arithmetic_total;
mod branches;
mod execute;
mod flow;
mod folded;
mod launch;
mod link;
mod lists;
mod matrix;
mod newer;
mod rewrite;
mod scalar;
mod scalarized;
mod support;
mod texture;
mod traced;
mod video;
mod workloads;
