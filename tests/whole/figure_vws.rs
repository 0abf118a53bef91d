//! The study of VWS with a Verilated ganging unit where the golden one stands: the same fetches,
//! sizes and cycles, to the last one.

use heddle_contract::Config as _;
use heddle_contract::gang::{Config, Gang};
use heddle_golden::Model;
use heddle_gpu::study::vws_gangs::{measure, programs};
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::target::{Hardware, ModelTools, build};

#[test]
fn a_verilated_unit_measures_the_same() {
    let tools = ModelTools::open().expect("tools and cache");
    // small ones, which are built fast; the paper's machines are compared by `make figure`
    for preset in ["gto", "lpc"] {
        let cfg = Config::preset(preset).unwrap();
        let model = build::<Gang>(&tools, cfg, &Hardware::Emitted, false).unwrap();
        let fitting: Vec<_> = programs().into_iter().filter(|p| p.ops.len() <= 1 << cfg.pc_bits).collect();
        assert!(fitting.iter().any(|program| program.name == "unstructured"), "{preset}");
        for program in fitting {
            for apart in [false, true] {
                let golden = measure(cfg, Model::<Gang>::new(cfg.clone()), &program, apart, || false);
                let unit = Dut::<Gang>::new(cfg, &model, initial_seed(1, 0)).unwrap();
                let rtl = measure(cfg, unit, &program, apart, || false);
                assert_eq!(golden, rtl, "{preset}, {}, apart: {apart}", program.name);
                assert!(golden.unwrap().is_some());
            }
        }
    }
}
