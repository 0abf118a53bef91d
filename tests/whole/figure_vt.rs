//! VT equation 2: a real swap takes its ceiling in beats, each way; golden controllers of every
//! size, and Verilated ones of two.

use heddle_contract::Config as _;
use heddle_contract::vtc::Config;
use heddle_golden::Model;
use heddle_golden::vtc::Vtc;
use heddle_gpu::study::vt_eq2::{equation_2, swap};
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::target::{Hardware, ModelTools, build};

fn preset(name: &str) -> &'static Config {
    Config::preset(name).unwrap()
}

#[test]
fn a_swap_takes_the_ceiling_of_equation_2() {
    for name in ["d4b256", "paper", "d4b1024", "d8b256", "d8b512", "d8b1024", "d16b256", "d16b512", "d16b1024"] {
        let cfg = preset(name);
        for warps in 1..=32 {
            let beats = equation_2(cfg, warps).ceil() as u32;
            let swap = swap(cfg, Model::<Vtc>::new(cfg.clone()), warps);
            assert_eq!((swap.copied, swap.read, swap.written), (warps, beats, beats), "{name}, {warps} warps");
            // a warp's stack a cycle, a beat a cycle, and one in which the last beat arrives
            assert_eq!(swap.first_issue, warps + beats + 1, "{name}, {warps} warps");
        }
    }
}

#[test]
fn the_paper_s_example() {
    let cfg = preset("paper");
    assert!((equation_2(cfg, 8) - 10.21).abs() < 0.01);
    assert_eq!(swap(cfg, Model::<Vtc>::new(cfg.clone()), 8).read, 11);
}

#[test]
fn verilated_controllers_take_the_same() {
    let tools = ModelTools::open().expect("tools and cache");
    for name in ["paper", "d8b1024"] {
        let cfg = preset(name);
        let model = build::<heddle_units::vtc::Vtc>(&tools, cfg, &Hardware::Emitted, false).unwrap();
        for warps in [1, 2, 7, 8, 31, 32] {
            let rtl = swap(
                cfg,
                Dut::<heddle_units::vtc::Vtc>::new(cfg, &model, initial_seed(1, warps.into())).unwrap(),
                warps,
            );
            assert_eq!(rtl, swap(cfg, Model::<Vtc>::new(cfg.clone()), warps), "{name}, {warps} warps");
        }
    }
}
