//! The units that cores of the GPU contain: recorded while a core runs a kernel, replaced by their
//! RTL.

use heddle_contract::{Block, Config};
use heddle_golden::{gang, lane, prt, slp, vtc};
use heddle_gpu::record::{self, Traffic};
use heddle_gpu::system::{PolicyUnit, SimError};
use heddle_kernel::launch::Session;
use heddle_testbench::bench::Bench;
use heddle_testbench::unit::trace;

/// A unit that the cores of some policies contain, and around which a core can be built.
pub trait InGpu: Bench {
    /// The unit's golden model as cores have it, with the same ports.
    type Golden: Traffic + PolicyUnit + Block<Config = Self::Config, In = Self::In, Out = Self::Out>;
}

/// An action on every unit that cores contain, generic in the unit's type.
pub trait Visitor {
    /// Visits unit `B`.
    fn visit<B: InGpu>(&mut self);
}

macro_rules! in_gpu {
    ($($module:ident::$unit:ident)*) => {
        $(impl InGpu for heddle_units::$module::$unit {
            type Golden = $module::$unit;
        })*

        /// Names of the units that cores contain.
        pub const NAMES: &[&str] = &[$(heddle_units::$module::$unit::NAME),*];

        /// Visits every unit that cores contain.
        pub fn each(visitor: &mut impl Visitor) {
            $(visitor.visit::<heddle_units::$module::$unit>();)*
        }

        /// Returns a trace file of a workload's first cycles on a core around a preset of a unit;
        /// `note` describes the recording. `None` if no core is built around the unit.
        pub fn record(
            unit: &str,
            preset: &str,
            work: &mut Session,
            cycles: usize,
            note: String,
        ) -> Option<Result<String, SimError>> {
            match unit {
                $(heddle_units::$module::$unit::NAME => {
                    Some(recorded::<heddle_units::$module::$unit>(preset, work, cycles, note))
                })*
                _ => None,
            }
        }
    };
}
in_gpu!(lane::Lane slp::Slp gang::Gang prt::Prt vtc::Vtc);

fn recorded<B: InGpu>(preset: &str, work: &mut Session, cycles: usize, note: String) -> Result<String, SimError> {
    let cfg = B::Config::preset(preset).expect("the preset is one of the unit's own list");
    Ok(trace::<B>(preset, note, record::record::<B::Golden>(cfg, work, cycles)?))
}
