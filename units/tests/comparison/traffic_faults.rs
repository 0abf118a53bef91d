//! Planted faults that only real programs show, in `tests/traffic_faults/<unit>/<name>.toml`: the
//! default stimulus goes by, and the recordings of the kernels that the fault names do not.
//! `HEDDLE_CYCLES` says how long random stimulus looks; what `heddle check` does if not.

use std::sync::atomic::AtomicBool;

use heddle_contract::Config as _;
use heddle_contract::lane::Config;
use heddle_gpu::record::record;
use heddle_testbench::campaign::{Plan, run};
use heddle_testbench::faults::Edit;
use heddle_testbench::jobs::processors;
use heddle_testbench::target::{Hardware, ModelTools};
use heddle_testbench::trace::TraceFile;
use heddle_testbench::unit::trace;
use heddle_units::lane::Lane;
use heddle_units::units;
use heddle_workloads::Workload;
use serde::Deserialize;

use crate::planted::{faults, faulty, preset};

/// Cycles of random stimulus, and of each recording.
const RANDOM: u64 = 1_500_000;
const RECORDED: usize = 20_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fault {
    /// The preset whose Verilog is edited.
    preset: String,
    /// What is wrong with the edited one.
    what: String,
    /// What shows it, and why random stimulus is not that.
    how: String,
    /// Workloads whose recordings show it.
    kernels: Vec<String>,
    edit: Vec<Edit>,
}

/// Returns the first cycles of a kernel on a core around the lane, the only unit with such faults.
fn recorded(preset: &str, kernel: &str) -> TraceFile {
    let cfg = Config::preset(preset).expect("a preset of the lane");
    let workload = Workload::named(kernel).expect("a workload");
    let inputs = workload.with("paper", |work| record::<heddle_golden::lane::Lane>(cfg, work, RECORDED)).unwrap();
    let text = trace::<Lane>(preset, format!("recorded from {kernel}"), inputs);
    TraceFile::parse(format!("{kernel}.trace"), text).unwrap()
}

#[test]
fn what_only_programs_show_is_found_by_them() {
    let tools = ModelTools::open().expect("tools and cache");
    let cycles = std::env::var("HEDDLE_CYCLES").ok().and_then(|cycles| cycles.parse().ok()).unwrap_or(RANDOM);
    let mut hunted = 0;
    for unit in units() {
        for (name, fault) in faults::<Fault>("traffic_faults", unit.name) {
            let preset = preset(&unit, &fault.preset);
            let hardware = faulty(&name, &fault.edit, &unit.emit(preset));
            let wrong = [unit.build(&tools, preset, hardware).unwrap()];
            let right = unit.build(&tools, preset, Hardware::Emitted).unwrap();
            let plan =
                Plan { seed: 1, jobs: processors(), cycles: Some(cycles), time: None, least: 0, first_only: true };
            let verdicts = run(&wrong, &plan, &AtomicBool::new(false), &|_| ());
            assert!(verdicts[0].failed.is_none(), "{name}: random stimulus finds it too: {:?}", verdicts[0].failed);
            assert!(fault.kernels.len() >= 3, "{name}: {} kernels", fault.kernels.len());
            for kernel in &fault.kernels {
                let trace = recorded(preset, kernel);
                let mismatch = wrong[0].replay(&trace).unwrap().mismatch;
                let mismatch = mismatch.unwrap_or_else(|| panic!("{name}: {kernel} does not show it"));
                assert_eq!(right.replay(&trace).unwrap().mismatch, None, "{name}: {kernel} on ours");
                println!(
                    "{name:<24} {kernel:<8} cycle {:>6}, port {}: {}; {}",
                    mismatch.cycle, mismatch.port, fault.what, fault.how
                );
            }
            hunted += 1;
        }
    }
    assert!(hunted > 0, "there is a fault to hunt");
}
