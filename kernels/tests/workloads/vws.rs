//! The fifteen programs of the figures of VWS, at scale `vws`: what they have in common before any
//! policy runs (docs/papers/vws/details.md).

use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Options, Statistics, Unobserved};
use heddle_kernel::launch::{Description, LaunchError, Planned, Shape};
use heddle_kernel::program::Space;
use heddle_workloads::{Address, WORKLOADS, Workload};

const SCALE: &str = "vws";
const DIVERGENT: [&str; 5] = ["comd", "gphys", "light", "objclass", "ray"];
const CONVERGENT: [&str; 5] = ["aes", "cs", "fd3d", "ft", "mm"];
const INSENSITIVE: [&str; 5] = ["bs", "cp", "game1", "game2", "radix"];
/// Number of threads of the SM (VWS table 1).
const THREADS: u64 = 1024;

fn description(workload: &Workload) -> Description {
    Description::read(&workload.file(), workload.launch).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a program functionally with warps of this size, and checks its result.
fn run(name: &str, warp_size: u32) -> Statistics {
    Workload::named(name).unwrap().with(SCALE, |session| {
        let options = Options { warp_size, ..Options::default() };
        let statistics = session.run(Registers::default(), &options, &mut Unobserved).unwrap();
        assert_eq!(session.check().unwrap(), [], "{name}, warps of {warp_size}");
        statistics
    })
}

/// SIMD efficiency: threads that take part over threads of all warp instructions, at warps of 32,
/// 16, 8 and 4.
fn efficiency(name: &str) -> [f64; 4] {
    [32, 16, 8, 4].map(|warp_size| {
        let Statistics { warp_instructions, thread_instructions, .. } = run(name, warp_size);
        thread_instructions as f64 / (warp_instructions * u64::from(warp_size)) as f64
    })
}

#[test]
fn fifteen_programs_have_sizes_of_their_own() {
    let mut listed = [DIVERGENT, CONVERGENT, INSENSITIVE].concat();
    listed.sort_unstable();
    let sized = WORKLOADS.iter().filter(|workload| description(workload).size.contains_key(SCALE));
    assert_eq!(sized.map(|workload| workload.name).collect::<Vec<_>>(), listed);
    for workload in listed.iter().map(|name| Workload::named(name).unwrap()) {
        let Description { warp_synchronous, racy, sums_floats_atomically, .. } = description(workload);
        assert!(!warp_synchronous && !racy && !sums_floats_atomically, "{} cannot be compared", workload.name);
    }
}

#[test]
fn lanes_are_used_as_the_class_says() {
    for name in DIVERGENT {
        let by_size = efficiency(name);
        assert!(by_size.is_sorted() && by_size[3] > by_size[0] + 0.15, "{name}: {by_size:?}");
    }
    for name in [CONVERGENT, INSENSITIVE].concat() {
        let by_size = efficiency(name);
        assert!(by_size.iter().all(|&used| used > 0.9), "{name}: {by_size:?}");
    }
}

#[test]
fn sizes_fill_the_machine_more_than_once() {
    for name in [DIVERGENT, CONVERGENT, INSENSITIVE].concat() {
        let Statistics { threads, warp_instructions, .. } = run(name, 32);
        let (rounds, most) = match name {
            // it compares each atom with those of 27 cells, and would fill the machine less often
            "comd" => (8, 6_000_000),
            _ if DIVERGENT.contains(&name) => (8, 2_000_000),
            _ => (4, 300_000),
        };
        assert!(
            threads >= rounds * THREADS && (80_000..most).contains(&warp_instructions),
            "{name}: {threads} threads, {warp_instructions}"
        );
    }
}

#[test]
fn half_of_every_32_threads_of_gphys_ends_early() {
    let [whole, half, ..] = efficiency("gphys");
    assert!((0.7..0.75).contains(&whole) && half > 0.95, "{whole}, {half}");
}

#[test]
fn five_ctas_of_light_fill_the_shared_memory() {
    let workload = Workload::named("light").unwrap();
    for address in Address::EACH {
        let (file, text) = workload.program(address);
        let module = heddle_kernel::read(&file, text).unwrap();
        let bytes: u64 = module.variables.iter().filter(|it| it.space == Space::Shared).map(|it| it.bytes).sum();
        assert_eq!(48 * 1024 / bytes, 5, "{bytes} of 48 KB (VWS table 1)");
    }
    let (description, file) = (description(workload), workload.file());
    let sizes = description.sizes(&file, SCALE).unwrap();
    let visit = |launch: Planned| {
        let Shape::Grid(_, block) = launch.shape else { panic!("CTAs of one size") };
        assert_eq!(5 * block.iter().product::<u32>() / 4, 120, "warps of 4 (VWS 6.6)");
        Ok::<(), LaunchError>(())
    };
    description.launches(&file, &sizes, visit).unwrap();
}
