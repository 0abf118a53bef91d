//! The netlist that Yosys makes of every unit, in lockstep with the golden model as the RTL is; and
//! a wrong gate in each is found.

use heddle_testbench::prove::netlist;
use heddle_testbench::target::{Hardware, ModelTools};
use heddle_testbench::unit::Unit;
use heddle_units::units;

use crate::length::at_length;

const PRESET: &str = "tiny";
/// Bytes of Verilog from which on Yosys takes minutes: such a unit is taken at length alone.
const LARGE: usize = 200_000;
/// Cycles of each segment: `heddle check --dut` runs more of what `heddle emit --netlist` writes.
const CYCLES: u64 = 2_000;

fn equal(tools: &ModelTools, unit: &Unit, verilog: String) -> bool {
    let target = unit.build(tools, PRESET, Hardware::file("netlist.v", verilog)).unwrap();
    (0..2).all(|segment| target.segment(1, segment, CYCLES).unwrap().mismatch.is_none())
}

#[test]
fn netlists_follow_the_golden_models() {
    let tools = ModelTools::open().unwrap();
    for unit in units().into_iter().filter(|unit| !unit.primitive) {
        let emitted = unit.emit(PRESET);
        if emitted.len() > LARGE && !at_length() {
            continue;
        }
        let gates = netlist(&unit, &emitted).unwrap();
        let [_, outputs] = unit.ports(PRESET);
        let drives = outputs.iter().map(|port| format!("assign {port} = ")).find(|drives| gates.contains(drives));
        let drives = drives.unwrap_or_else(|| panic!("{}: a gate drives an output", unit.name));
        let wrong = gates.replacen(&drives, &format!("{drives}~"), 1);
        assert!(equal(&tools, &unit, gates), "{}", unit.name);
        assert!(!equal(&tools, &unit, wrong), "{}: {drives}", unit.name);
    }
}
