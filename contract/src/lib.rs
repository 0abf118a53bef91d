//! The contract: the interface of each hardware unit.
//!
//! Ports, widths, parameters and protocol, and no behaviour. The golden models (`heddle-golden`)
//! and the hardware (`heddle-rtl`) are both written from here and from the papers, and never from
//! each other.
//!
//! | where | what |
//! |---|---|
//! | [`Block`], [`Config`], [`Port`] | what every unit is made of: a name, parameters, ports |
//! | [`Ports`] | ports as numbers: packed, unpacked, compared; the macro `ports!` writes the implementations |
//! | [`lane`] | the temporal SIMT lane |
//! | [`slp`] | lane permutation and the compactor |
//! | [`gang`] | the warp ganging unit |
//! | [`prt`] | the partitioned renaming table and the multiplexer |
//! | [`vtc`] | the virtual thread controller |
//! | [`primitive`] | multiplier, shifter, bank, storage and FP32, each as a unit |

mod block;
mod ports;

pub mod gang;
pub mod lane;
pub mod primitive;
pub mod prt;
pub mod slp;
pub mod vtc;

pub use block::{Block, Config, ConfigError, Declared, Field, Port, Ports, Timing, Value, bits};
use block::{numbers, refuse};

/// Calls a macro with the types of all units and primitives, `lane::Lane slp::Slp` and so on: the
/// one list of them.
#[macro_export]
macro_rules! every_unit {
    ($then:ident) => {
        $then! {
            $crate::lane::Lane
            $crate::slp::Slp
            $crate::gang::Gang
            $crate::prt::Prt
            $crate::vtc::Vtc

            $crate::primitive::Mul32
            $crate::primitive::Shr32
            $crate::primitive::Fp32
            $crate::primitive::Bank
            $crate::primitive::Storage
        }
    };
}
