//! The comparison and its own testers: conformance, planted faults, coverage, proofs, mutants.

mod ahead;
mod chosen;
mod claims;
mod conformance;
mod coverage;
mod emitted;
mod enumerate;
mod faults;
mod foreign;
mod judge;
#[path = "../../../tests/length/mod.rs"]
mod length;
mod mutate;
mod netlists;
mod pair;
mod planted;
mod structure;
mod trace_files;
mod traffic_faults;
mod variant;
