//! The study of lane permutations with the Verilated unit where the golden one stands: the same
//! counts, and the same cycles.

use heddle_contract::Config as _;
use heddle_contract::slp::{Config, Slp};
use heddle_golden::Model;
use heddle_golden::slp::permutation::Permutation;
use heddle_gpu::study::slp_compaction::{CTAS, Family, Masks, Shape, Unit, compare, measure};
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::target::{Hardware, ModelTools, build};

const MASKS: u64 = 100;

#[test]
fn the_verilated_unit_gives_the_same_counts() {
    let cfg = Config::preset("paper").unwrap();
    let tools = ModelTools::open().expect("tools and cache");
    let model = build::<Slp>(&tools, cfg, &Hardware::Emitted, false).unwrap();
    let shapes = CTAS.iter().flat_map(|warps| Family::ALL.map(|family| (*warps, family)));
    for (warps, family) in shapes {
        for percent in [5, 50, 75, 95] {
            let shape = Shape { width: cfg.width, warps, family, percent };
            let point = measure(shape, MASKS);
            for permutation in [Permutation::Balanced, Permutation::None] {
                let plain = permutation == Permutation::None;
                let dut = Dut::<Slp>::new(cfg, &model, initial_seed(percent.into(), plain.into())).unwrap();
                let rtl = Unit::launch(dut, warps, plain).compact(&mut Masks::new(shape), MASKS);
                let golden = Unit::launch(Model::<Slp>::new(cfg.clone()), warps, plain);
                assert_eq!(golden.compact(&mut Masks::new(shape), MASKS), rtl, "{shape:?}");
                compare(&point, permutation, &rtl).unwrap();
            }
        }
    }
}
