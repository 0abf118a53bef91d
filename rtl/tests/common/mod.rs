//! Every unit and preset, as text.

use heddle_contract::{Block, Config, Port, Ports, lane, primitive};
use heddle_rtl::Rtl;

/// One unit with one preset's parameters.
pub struct Emitted {
    pub unit: &'static str,
    pub preset: &'static str,
    pub verilog: String,
    /// The ports that the contract asks for, inputs before outputs, without `clock`.
    #[allow(dead_code)]
    pub inputs: Vec<Port>,
    #[allow(dead_code)]
    pub outputs: Vec<Port>,
}

impl Emitted {
    pub fn name(&self) -> String {
        format!("{}/{}", self.unit, self.preset)
    }
}

fn presets<B: Rtl>() -> Vec<Emitted> {
    let emit = |(preset, cfg): &'static (&'static str, B::Config)| Emitted {
        unit: B::NAME,
        preset,
        verilog: B::verilog(cfg).unwrap_or_else(|| panic!("{}/{preset} has no RTL", B::NAME)),
        inputs: B::In::shape(cfg),
        outputs: B::Out::shape(cfg),
    };
    <B as Block>::Config::presets().iter().map(emit).collect()
}

pub fn everything() -> Vec<Emitted> {
    let mut all = presets::<lane::Lane>();
    all.extend(presets::<primitive::Mul32>());
    all.extend(presets::<primitive::Shr32>());
    all.extend(presets::<primitive::Bank>());
    all.extend(presets::<primitive::Storage>());
    all
}
