//! The five units and their primitives, each as one type that can be compared: contract, golden
//! model, RTL, stimulus, shrinking, cover points, claims.
//!
//! | where | what |
//! |---|---|
//! | [`units`], [`each`] | the list of units |
//! | [`lane`] | the temporal SIMT lane |
//! | [`slp`] | lane permutation and the compactor |
//! | [`gang`] | the warp ganging unit |
//! | [`prt`] | the partitioned renaming table and the multiplexer |
//! | [`vtc`] | the virtual thread controller |
//! | [`primitive`] | multiplier, shifter, bank, storage and FP32, each as a unit |
//! | [`program`] | a program with these units: the commands `heddle` and `heddle-units` |
//! | `compile` | Verilog of configurations outside the presets |
//! | `joined` | a unit's contract, golden model and RTL as one type |
//! | `late` | a random delay of one object of several |
//!
//! Run a preset of a unit in lockstep with its RTL, under random stimulus (the first time,
//! Verilator builds the model):
//!
//! ```
//! use heddle_testbench::target::{Hardware, ModelTools};
//! use heddle_units::units;
//!
//! let tools = ModelTools::open()?;
//! let unit = units().into_iter().find(|unit| unit.name == "slp").expect("one of the units");
//! let target = unit.build(&tools, "tiny", Hardware::Emitted)?;
//! let (seed, segment, cycles) = (1, 0, 10_000);
//! let run = target.segment(seed, segment, cycles)?;
//! assert!(run.mismatch.is_none());
//! assert_eq!(run.cycles, cycles);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
mod joined;

pub mod compile;
pub mod gang;
pub mod lane;
mod late;
pub mod primitive;
pub mod prt;
pub mod slp;
pub mod vtc;

use heddle_command::Heddle;
use heddle_contract::every_unit;
use heddle_testbench::bench::Bench;
use heddle_testbench::unit::{Unit, Visitor};
use include_dir::{Dir, include_dir};

/// Traces of every bug ever found, shrunk: one folder for each unit.
static CORPUS: Dir = include_dir!("$CARGO_MANIFEST_DIR/sources/corpus");

/// Returns a program of this name with the units, their corpus, and Verilog for numbers that no
/// preset has.
pub fn program(name: &'static str) -> Heddle {
    Heddle::new(name).units(units()).corpus(&CORPUS).variants(compile::compile)
}

/// Visits every unit, then every primitive that they are made of.
pub fn each(visitor: &mut impl Visitor) {
    macro_rules! visit {
        ($($unit:ty)*) => { $(visitor.visit::<$unit>();)* };
    }
    every_unit!(crate, visit);
}

/// Returns every unit and primitive.
pub fn units() -> Vec<Unit> {
    struct List(Vec<Unit>);
    impl Visitor for List {
        fn visit<B: Bench>(&mut self) {
            self.0.push(Unit::of::<B>());
        }
    }
    let mut list = List(Vec::new());
    each(&mut list);
    list.0
}
