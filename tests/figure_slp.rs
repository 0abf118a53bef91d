//! The study of lane permutations with the Verilated unit where the golden one stands: the same counts, and the same cycles.

use heddle_contract::Config as _;
use heddle_contract::slp::{Config, Slp};
use heddle_golden::Model;
use heddle_golden::slp::permutation::Permutation;
use heddle_gpu::compaction::{Family, Masks, Unit, compare, measure};
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::target::{Hardware, Workshop, build};
use heddle_testbench::verilator::{Cache, Toolchain};

const MASKS: u64 = 100;

#[test]
fn the_verilated_unit_gives_the_same_counts() {
    let cfg = Config::preset("paper").unwrap();
    let workshop = Workshop { tools: Toolchain::find().unwrap(), cache: Cache::open().unwrap() };
    let model = build::<Slp>(&workshop, cfg, &Hardware::Emitted, false).unwrap();
    for family in Family::ALL {
        for percent in [5, 50, 75, 95] {
            let masks = || Masks::new(family, percent, cfg.width, cfg.warps);
            let point = measure(masks(), MASKS);
            for permutation in [Permutation::Balanced, Permutation::None] {
                let plain = permutation == Permutation::None;
                let dut = Dut::<Slp>::new(cfg, &model, initial_seed(percent.into(), plain.into())).unwrap();
                let rtl = Unit::launch(cfg, dut, plain).compact(&mut masks(), MASKS);
                let golden = Unit::launch(cfg, Model::<Slp>::new(cfg.clone()), plain).compact(&mut masks(), MASKS);
                assert_eq!(golden, rtl, "{} {percent}", family.name());
                compare(&point, permutation, &rtl).unwrap();
            }
        }
    }
}
