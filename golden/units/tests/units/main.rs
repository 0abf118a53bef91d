//! Tests of the golden models against naive models of a few lines, examples and the contract's
//! rules.

mod driver;
mod gang;
mod gang_examples;
mod gang_fetch;
mod gang_issue;
mod gang_naive;
mod gang_pending;
mod gang_picks;
mod gang_splits;
mod ieee;
mod lane_cycles;
mod lane_float;
mod lane_follow;
mod lane_naive;
mod prt;
mod prt_examples;
mod prt_invariants;
mod prt_naive;
mod slp;
mod slp_examples;
mod slp_naive;
mod vtc;
mod vtc_naive;
mod vtc_rules;
mod vtc_swap;
