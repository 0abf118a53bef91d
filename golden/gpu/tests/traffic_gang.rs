//! Gangs under real programs: results are right however warps are ganged, and what crosses the ports is legal and says something.

use heddle_contract::Config as _;
use heddle_contract::gang::{Config, Gang, In, Out};
use heddle_golden::{Device, Model};
use heddle_gpu::record::{gang, record};
use heddle_gpu::system::SimError;
use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Options, Unobserved};
use heddle_kernel::launch::Session;
use heddle_workloads::Workload;

fn config(preset: &str) -> Config {
    Config::preset(preset).expect("the preset is there").clone()
}

/// Does something with a workload of the test scale.
fn with<T>(name: &str, act: impl FnOnce(&mut Session) -> T) -> T {
    Workload::named(name).expect("the workload is there").with("test", act)
}

/// What a machine did with a workload.
#[derive(Debug, Default)]
struct Counts {
    cycles: u64,
    instructions: u64,
    gangs: u64,
    alone: u64,
    /// Warps seen in units of 1, 2, ...
    sizes: [u64; 8],
}

/// Runs a workload to its end.
fn end(name: &str, preset: &str, mut unit: impl Device<Gang>) -> Result<Counts, SimError> {
    with(name, |work| {
        let mut counts = Counts::default();
        gang::drive(&config(preset), work, &mut unit, &|_| false, |step| {
            counts.cycles += 1;
            counts.instructions += step.executed.len() as u64;
            counts.gangs += step.gangs;
            counts.alone += step.alone;
            counts.sizes.iter_mut().zip(step.sizes).for_each(|(sum, warps)| *sum += warps);
        })?;
        assert_eq!(work.check().unwrap(), vec![], "{name} on {preset}");
        Ok(counts)
    })
}

fn golden(preset: &str) -> Model<Gang> {
    Model::new(config(preset))
}

fn run(name: &str, preset: &str) -> Counts {
    end(name, preset, golden(preset)).unwrap_or_else(|trouble| panic!("{name} on {preset}: {trouble}"))
}

/// Instructions of warps of four threads, without any machine.
fn functional(name: &str) -> u64 {
    let options = Options { warp_size: 4, ..Options::default() };
    with(name, |work| work.run(Registers::default(), &options, &mut Unobserved).unwrap().warp_instructions)
}

#[test]
fn kernels_run_to_their_end_in_gangs_that_split() {
    // gau: many launches, and lengths that fill no set; libor: functions; dw: barriers and sides of ifs
    for name in ["gau", "libor", "dw"] {
        let instructions = functional(name);
        for preset in ["paper", "ivws-impatient", "ivws-group", "evws", "evws-impatient", "evws-sync"] {
            let counts = run(name, preset);
            let said = format!("{name} on {preset}: {counts:?}");
            assert_eq!(counts.instructions, instructions, "{said}");
            let [alone, parts @ .., whole] = counts.sizes;
            assert!(alone > 0 && parts.iter().sum::<u64>() > 0 && whole > 0, "{said}");
            assert!(counts.gangs > 1000 && counts.alone > 1000, "{said}");
        }
    }
}

#[test]
fn warps_that_never_part_stay_in_whole_gangs() {
    let counts = run("mm", "paper");
    assert_eq!(counts.alone, 0);
    assert_eq!(counts.sizes[..7], [0; 7]);
    assert_eq!(counts.gangs * 8, counts.instructions);
}

#[test]
fn the_directions_of_the_paper() {
    // 6.1: gangs that are re-formed issue less often; 6.5: splits on memory divergence cost issues, impatient ones more
    for name in ["bfs", "mum"] {
        let issues = |preset: &str| {
            let counts = run(name, preset);
            counts.gangs + counts.alone
        };
        let [inelastic, elastic, group, impatient] = ["paper", "evws", "ivws-group", "ivws-impatient"].map(issues);
        let said = format!("{name}: {inelastic} {elastic} {group} {impatient}");
        assert!(elastic < inelastic && inelastic < group && group <= impatient, "{said}");
    }
}

#[test]
fn recordings_are_legal() {
    for preset in ["paper", "evws-sync", "evws-impatient"] {
        for name in ["bfs", "dw", "vis"] {
            let inputs = with(name, |work| record::<Gang>(&config(preset), work, 5000)).unwrap();
            assert_eq!(inputs.len(), 5000, "{name} on {preset}");
            let count = |what: fn(&In) -> bool| inputs.iter().filter(|i| what(i)).count();
            let (reports, loads, local) =
                (count(|i| i.report != 0), count(|i| i.wake_memory != 0), count(|i| i.l0 != 0));
            assert!(reports > 1000 && loads > 50 && local > 50, "{name} on {preset}: {reports}, {loads}, {local}");
            assert!(count(|i| i.report_sync != 0) > 0, "{name} on {preset}");
        }
    }
}

#[test]
fn what_does_not_fit_is_told() {
    for (name, preset, what) in [
        ("bfs", "gto", "3 sets of 4 warps of 4 hold 48"),
        ("nw", "gto", "a PC of 6 bits has 64"),
        ("bwc", "paper", "warp-synchronous"),
    ] {
        let told = end(name, preset, golden(preset)).unwrap_err().to_string();
        assert!(told.contains(what), "{name} on {preset}: {told}");
    }
}

/// A unit of which something is broken.
struct Broken<F>(Model<Gang>, F);

impl<F: FnMut(&mut In, &mut Out)> Device<Gang> for Broken<F> {
    fn peek(&mut self, o: &mut Out) {
        self.0.peek(o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        let (mut input, mut shown) = (i.clone(), Out::default());
        (self.1)(&mut input, &mut shown);
        self.0.step(&input, o);
        (self.1)(&mut input, o);
    }
}

#[test]
fn a_unit_that_is_wrong_is_told_of() {
    for (what, broken) in [
        ("not issued", (|i, _| i.busy = 0xff) as fn(&mut In, &mut Out)),
        ("nobody fetches", |_, o| (o.gang_fetch, o.grant) = Default::default()),
        ("another PC", |_, o| o.issue_pc[0] ^= 1),
        ("can not go", |_, o| o.issue_mask[0] = 0xff),
        ("does not exist", |_, o| (o.alone, o.alone_set[7]) = (0x80, 31)),
    ] {
        let told = end("bfs", "paper", Broken(golden("paper"), broken)).unwrap_err().to_string();
        assert!(told.contains(what), "{what}: {told}");
    }
}
