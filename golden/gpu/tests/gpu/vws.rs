//! The study of VWS: what every machine must do with every program, and the directions that the
//! paper tells.

use crate::driven::{Broken, issue_twice};
use heddle_contract::Config as _;
use heddle_contract::gang::{Config, Gang, In, Out, Schedule, Split};
use heddle_golden::{Device, Golden, Model, judged};
use heddle_gpu::study::vws_gangs::{MACHINES, Measure, Op, Program, Sm, Warp, measure, programs};

fn config(preset: &str) -> Config {
    Config::preset(preset).unwrap().clone()
}

fn run(cfg: &Config, program: &Program, apart: bool) -> Measure {
    measure(cfg, Model::<Gang>::new(cfg.clone()), program, apart, || false).unwrap().unwrap()
}

fn program(name: &str) -> Program {
    programs().into_iter().find(|program| program.name == name).unwrap()
}

/// The PCs of a warp that is alone in the world.
fn walk(program: &Program, set: usize, slice: usize, slices: usize) -> Vec<u64> {
    let mut warp = Warp::new(program, set, slice, slices);
    std::iter::from_fn(|| {
        let pc = warp.pc?;
        warp.execute(program);
        Some(pc)
    })
    .collect()
}

/// Every machine of the study, and every order of issue.
fn machines() -> Vec<(String, Config, bool)> {
    let mut machines: Vec<_> = MACHINES.iter().map(|m| (m.name.to_string(), config(m.preset), m.apart)).collect();
    for schedule in [Schedule::Gto, Schedule::Lrr, Schedule::Lpc, Schedule::Lgto] {
        let cfg = Config { schedule, sets: 5, split: Split::Group, partners: 3, sync_wait: 9, ..config("paper") };
        machines.push((format!("{schedule:?}"), cfg, false));
    }
    machines
}

#[test]
fn every_warp_executes_its_program_in_order() {
    for program in programs() {
        for (name, cfg, apart) in machines() {
            let (sets, slices) = (cfg.sets as usize, cfg.slices as usize);
            let mut walked = vec![vec![Vec::new(); slices]; sets];
            let mut sm = Sm::new(&cfg, Model::<Gang>::new(cfg.clone()), &program, apart);
            while !sm.done() {
                let step = sm.step().unwrap_or_else(|trouble| panic!("{}, {name}: {trouble}", program.name));
                step.executed.iter().for_each(|done| walked[done.set][done.slice].push(done.pc));
            }
            for (set, slice) in (0..sets).flat_map(|set| (0..slices).map(move |slice| (set, slice))) {
                let way = walk(&program, set, slice, slices);
                assert_eq!(walked[set][slice], way, "{}, {name}: set {set}, slice {slice}", program.name);
            }
        }
    }
}

#[test]
fn warps_do_diverge() {
    let ways = |name: &str| {
        let program = program(name);
        let mut ways: Vec<_> = (0..8).map(|slice| walk(&program, 0, slice, 8)).collect();
        ways.sort();
        ways.dedup();
        ways.len()
    };
    assert_eq!(["convergent", "structured", "uneven", "half-exit", "unstructured"].map(ways), [1, 2, 2, 2, 8]);
}

#[test]
fn gang_sizes_are_those_of_the_living() {
    for program in programs() {
        for (name, cfg, apart) in machines() {
            let mut sm = Sm::new(&cfg, Model::<Gang>::new(cfg.clone()), &program, apart);
            while !sm.done() {
                let (cycle, living) = (sm.cycle(), sm.living(sm.reads()) as u64);
                let sizes = sm.step().unwrap().sizes;
                assert_eq!(sizes.iter().sum::<u64>(), living, "{}, {name}: cycle {cycle}", program.name);
                let whole = sizes.iter().zip(1..).all(|(warps, size)| warps % size == 0);
                assert!(whole, "{}, {name}: cycle {cycle}: {sizes:?}", program.name);
            }
        }
    }
}

#[test]
fn convergent_gangs_stay_whole_and_are_fetched_for_once() {
    let program = program("convergent");
    for machine in MACHINES.iter().filter(|machine| !machine.apart) {
        let cfg = config(machine.preset);
        let m = run(&cfg, &program, false);
        let split = m.samples.iter().any(|sample| sample.warps[..7] != [0; 7]);
        assert_eq!(split, cfg.split != Split::Control, "{}", machine.name);
        if cfg.split == Split::Control {
            assert_eq!((m.ganged, m.gangs * 8, m.fetches() * 8), (m.instructions, m.instructions, m.instructions));
        } else {
            assert!(m.fetches() * 8 > m.instructions, "{}", machine.name);
        }
    }
}

#[test]
fn apart_every_warp_is_fetched_for_by_itself() {
    let m = run(&config("paper"), &program("structured"), true);
    assert_eq!((m.gangs, m.fetched_gang, m.fetches()), (0, 0, m.instructions));
    assert!(m.samples.iter().all(|sample| sample.warps[1..] == [0; 7]));
}

#[test]
fn the_directions_of_the_paper() {
    let of = |preset: &str, name: &str, apart| run(&config(preset), &program(name), apart);
    for name in ["structured", "uneven", "half-exit", "unstructured"] {
        let inelastic = of("paper", name, false).fetches();
        // 6.2: fewer than small warps, more than when gangs are re-formed
        assert!(inelastic < of("paper", name, true).fetches(), "{name}: gangs");
        assert!(of("evws", name, false).fetches() < inelastic, "{name}: re-formed");
        // 6.5: splits on memory divergence cost fetches, impatient ones more
        let group = of("ivws-group", name, false).fetches();
        assert!(inelastic < group && group <= of("ivws-impatient", name, false).fetches(), "{name}: split");
    }
}

#[test]
fn the_order_of_issue_has_nothing_to_do_with_splitting() {
    // 6.3, figure 12: exactly, as long as control flow alone splits gangs and nothing re-forms them
    for program in programs() {
        let of = |schedule, issue| {
            let m = run(&Config { schedule, issue, ..config("paper") }, &program, false);
            (m.gangs, m.ganged, m.fetched_gang, m.fetches())
        };
        let first = of(Schedule::Bgto, 2);
        for schedule in [Schedule::Gto, Schedule::Lrr, Schedule::Lpc, Schedule::Lgto] {
            for issue in [1, 2, 4] {
                assert_eq!(of(schedule, issue), first, "{}, {schedule:?}, {issue}", program.name);
            }
        }
    }
}

#[test]
fn a_half_that_exits_leaves_gangs_of_four() {
    // figure 18, GamePhysics
    let m = run(&config("paper"), &program("half-exit"), false);
    let whole = m.samples.iter().find(|sample| sample.warps[7] == 256);
    let halves = m.samples.iter().find(|sample| sample.warps[3] == 256);
    let one_half = m.samples.iter().find(|sample| sample.warps[3] == 128 && sample.warps.iter().sum::<u64>() == 128);
    let cycles = [whole, halves, one_half].map(|sample| sample.unwrap().cycle);
    assert!(cycles.is_sorted(), "{cycles:?}");
}

#[test]
fn runs_are_repeatable() {
    let (cfg, program) = (config("evws-impatient"), program("unstructured"));
    assert_eq!(run(&cfg, &program, false), run(&cfg, &program, false));
}

/// The unit, with the rules of its protocol.
struct Judged(Config, <Gang as Golden>::State, <Gang as Golden>::Protocol);

impl Device<Gang> for Judged {
    fn peek(&mut self, o: &mut Out) {
        Gang::comb(&self.0, &self.1, &In::default(), o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        let Judged(cfg, q, p) = self;
        judged::<Gang>(cfg, p, q, i, o).unwrap();
    }
}

#[test]
fn the_slices_keep_to_the_protocol() {
    for (_, cfg, apart) in machines() {
        let unit = Judged(cfg.clone(), Gang::reset(&cfg), Gang::protocol(&cfg));
        measure(&cfg, unit, &program("unstructured"), apart, || false).unwrap();
    }
}

#[test]
fn a_unit_that_is_wrong_is_told_of() {
    let trouble = |broken: fn(&mut In, &mut Out)| {
        let (cfg, program) = (config("paper"), program("unstructured"));
        let unit = Broken(Model::<Gang>::new(cfg.clone()), broken);
        measure(&cfg, unit, &program, false, || false).unwrap_err().to_string()
    };
    for (what, broken) in [
        ("not issued", (|i, _| i.busy = 0xff) as fn(&mut In, &mut Out)),
        ("not fetched", |_, o| (o.gang_fetch, o.grant) = Default::default()),
        ("not issued", |i, _| (i.wake, i.wake_memory) = (0, 0)),
        ("another PC", |_, o| o.issue_pc[0] ^= 1),
        ("cannot go", issue_twice),
        ("does not exist", |_, o| (o.alone, o.alone_set[7]) = (0x80, 31)),
    ] {
        let told = trouble(broken);
        assert!(told.contains(what), "{what}: {told}");
    }
}

#[test]
fn programs_end_where_they_say() {
    for program in programs() {
        assert!(matches!(program.ops.last(), Some(Op::Exit(_))), "{}", program.name);
        assert!(program.ops.len() < 1 << 6, "{} has {} instructions", program.name, program.ops.len());
    }
}
