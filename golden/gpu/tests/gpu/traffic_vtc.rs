//! Tests of the virtual thread controller under real programs.

use crate::driven::with;
use heddle_contract::Config as _;
use heddle_contract::vtc::{Config, In, Out};
use heddle_golden::vtc::Vtc;
use heddle_golden::{Device, Model};
use heddle_gpu::record::{Traffic, record};
use heddle_gpu::system::SimError;

/// What is done to outputs.
type Spoil = fn(&mut Out);

/// A controller, and what crossed its ports.
struct Counted {
    model: Model<Vtc>,
    spoil: Spoil,
    cycles: u32,
    issued: u32,
    stalls: u32,
    wakes: u32,
    barriers: u32,
    opens: u32,
    exits: u32,
    swaps: u32,
    /// CTAs that came back.
    restores: u32,
    /// Registers that came to a CTA that was not active any more.
    misses: u32,
    /// Beats that waited for the SM's own accesses.
    demands: u32,
    /// Stacks of more than one entry that were copied.
    diverged: u32,
}

impl Counted {
    fn new(cfg: &Config, spoil: Spoil) -> Counted {
        let model = Model::new(cfg.clone());
        let (cycles, issued, stalls, wakes, barriers, opens, exits) = (0, 0, 0, 0, 0, 0, 0);
        let (swaps, restores, misses, demands, diverged) = (0, 0, 0, 0, 0);
        Counted {
            model,
            spoil,
            cycles,
            issued,
            stalls,
            wakes,
            barriers,
            opens,
            exits,
            swaps,
            restores,
            misses,
            demands,
            diverged,
        }
    }
}

impl Device<Vtc> for Counted {
    fn peek(&mut self, o: &mut Out) {
        self.model.peek(o);
        (self.spoil)(o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        self.model.step(i, o);
        (self.spoil)(o);
        self.cycles += 1;
        self.issued += u32::from(i.issue_valid);
        self.stalls += u32::from(i.stall_valid);
        self.wakes += u32::from(i.wake_valid);
        self.barriers += u32::from(i.barrier_valid);
        self.opens += u32::from(i.open_valid);
        self.exits += u32::from(i.exit_valid);
        self.swaps += u32::from(o.invalidate_valid);
        self.restores += u32::from(o.activate_valid && !o.activate_fresh);
        self.misses += u32::from(i.writeback_valid && !o.writeback_hit);
        self.demands += u32::from(i.demand);
        self.diverged += u32::from(o.copy_valid && i.copy_stack[2] >> 32 != 0);
    }
}

/// Runs to the end: the result is the host's.
fn ends(name: &str, preset: &str) -> Counted {
    let cfg = Config::preset(preset).unwrap().clone();
    with(name, |work| {
        let mut unit = Counted::new(&cfg, |_| {});
        Vtc::drive(&cfg, work, &mut unit, &|_| false).unwrap_or_else(|trouble| panic!("{name} on {preset}: {trouble}"));
        assert_eq!(work.check().unwrap(), vec![], "{name} on {preset}");
        unit
    })
}

#[test]
fn kernels_run_to_their_end_while_ctas_are_swapped() {
    for preset in ["paper", "d4b256", "d8b512", "d16b1024"] {
        for name in ["btree", "dw", "tf"] {
            let unit = ends(name, preset);
            assert!(unit.swaps > 10 && unit.restores > 10 && unit.misses > 10, "{name} on {preset}");
            assert!(unit.stalls > unit.wakes && unit.demands > 0, "{name} on {preset}");
            assert!(unit.opens > 0 && unit.barriers >= unit.opens && unit.exits > 100, "{name} on {preset}");
        }
    }
}

#[test]
fn stacks_move_that_have_diverged() {
    // a search tree of which threads leave at different depths; sparse rows
    assert!(ends("btree", "paper").diverged > 10);
    assert!(ends("spmv_lp22", "d4b1024").diverged > 1000);
}

#[test]
fn enough_warps_hide_memory_without_a_swap() {
    let unit = ends("bitonic", "paper");
    assert_eq!((unit.swaps, unit.restores, unit.misses), (0, 0, 0));
    assert_eq!(unit.stalls, unit.wakes);
    // schedulers have their turn every second cycle, and one issue of each CTA is reported at a
    // time
    assert!(unit.issued * 4 > unit.cycles, "{} issues in {} cycles", unit.issued, unit.cycles);
}

#[test]
fn recordings_are_legal_in_every_cycle() {
    for preset in ["paper", "d4b1024", "d8b256", "d16b256", "w8"] {
        let cfg = Config::preset(preset).unwrap().clone();
        for name in ["gau", "nn", "conv2d", "sssp"] {
            match with(name, |work| record::<Vtc>(&cfg, work, 5000)) {
                Ok(cycles) => assert!(cycles.iter().filter(|i| i.issue_valid).count() > 100, "{name} on {preset}"),
                Err(SimError::Unfit(why)) => {
                    assert!(cfg.warps == 8 && name == "gau" || name == "sssp", "{name}: {why}")
                }
                Err(trouble) => panic!("{name} on {preset}: {trouble}"),
            }
        }
    }
}

#[test]
fn what_does_not_fit_says_why() {
    let cfg = Config::preset("w3").unwrap().clone();
    let trouble = with("aes", |work| record::<Vtc>(&cfg, work, 100)).unwrap_err().to_string();
    assert!(trouble.contains("a CTA of 256 x 1 x 1 threads") && trouble.contains("1 to 192 are possible"), "{trouble}");
}

#[test]
fn a_wrong_swap_is_found() {
    let faults: [(&str, Spoil); 6] = [
        ("a bit of a context", |o| o.mem_data[1] ^= u64::from(o.mem_write)),
        ("a row", |o| o.mem_row ^= u16::from(o.mem_valid && o.mem_write && o.mem_row % 5 == 3)),
        ("virtual ids", |o| o.activate_vwi ^= u8::from(o.activate_cta == 3)),
        ("a CTA that comes back is said to be fresh", |o| o.activate_fresh |= o.activate_cta > 1),
        ("writebacks hit always", |o| o.writeback_hit = true),
        ("the neighbour is copied", |o| o.copy_slot ^= 1),
    ];
    for (what, spoil) in faults {
        let cfg = Config::preset("paper").unwrap().clone();
        let mut unit = Counted::new(&cfg, spoil);
        let driven = with("btree", |work| Vtc::drive(&cfg, work, &mut unit, &|_| false));
        assert!(matches!(driven, Err(SimError::Wrong { .. })), "{what}: {driven:?}");
    }
}
