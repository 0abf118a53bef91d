//! The contract: the interface of each hardware unit.
//!
//! Ports, widths, parameters and protocol, and no behaviour. The golden models (`heddle-golden`)
//! and the hardware (`heddle-rtl`) are both written from here and from the papers, and never from
//! each other.
//!
//! | where | what |
//! |---|---|
//! | [`Block`], [`Config`], [`Ports`] and more | what every unit is made of, from `heddle-block` |
//! | [`lane`] | the temporal SIMT lane |
//! | [`slp`] | lane permutation and the compactor |
//! | [`gang`] | the warp ganging unit |
//! | [`prt`] | the partitioned renaming table and the multiplexer |
//! | [`vtc`] | the virtual thread controller |
//! | [`primitive`] | multiplier, shifter, bank, storage and FP32, each as a unit |

pub mod gang;
pub mod lane;
pub mod primitive;
pub mod prt;
pub mod slp;
pub mod vtc;

pub use heddle_block::{Block, Config, ConfigError, Declared, Field, Port, Ports, Timing, Value, bits};
use heddle_block::{numbers, ports, refuse};

/// Calls a macro with the types that a crate has for all units and primitives, `lane::Lane`,
/// `slp::Slp` and so on: the one list of them.
#[macro_export]
macro_rules! every_unit {
    ($room:ident, $then:ident) => {
        $then! {
            $room::lane::Lane
            $room::slp::Slp
            $room::gang::Gang
            $room::prt::Prt
            $room::vtc::Vtc

            $room::primitive::Mul32
            $room::primitive::Shr32
            $room::primitive::Fp32
            $room::primitive::Bank
            $room::primitive::Storage
        }
    };
}
