//! Helpers of the tests of the ganging unit.
#![allow(dead_code, missing_docs)]

pub mod driver;
pub mod machine;
pub mod naive;
