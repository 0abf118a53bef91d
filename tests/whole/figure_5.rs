//! STSIMT figure 5 with Verilated lanes where the golden ones stand: the same cycles, to the last
//! one.

use heddle_contract::Config as _;
use heddle_contract::lane::Config;
use heddle_golden::Model;
use heddle_golden::lane::Lane;
use heddle_golden::stsimt_5::{LANES, tsimt};
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::target::{Hardware, ModelTools, build};

#[test]
fn verilated_lanes_take_the_same_cycles() {
    let cfg = Config::preset("paper").unwrap();
    let tools = ModelTools::open().expect("tools and cache");
    let model = build::<heddle_units::lane::Lane>(&tools, cfg, &Hardware::Emitted, false).unwrap();
    for (warps, threads) in [(1, 1), (1, 32), (2, 13), (4, 24), (8, 12), (8, 32), (16, 8), (16, 9), (32, 3), (32, 31)] {
        let golden = (0..LANES).map(|_| Model::<Lane>::new(cfg.clone())).collect();
        let rtl = (0..LANES)
            .map(|n| Dut::<heddle_units::lane::Lane>::new(cfg, &model, initial_seed(1, n as u64)).unwrap())
            .collect();
        let golden = tsimt(cfg, golden, warps, threads);
        let rtl = tsimt(cfg, rtl, warps, threads);
        assert_eq!(golden, rtl, "{warps} warps, {threads} threads");
    }
}
