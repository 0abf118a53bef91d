//! Tests of warps with sizes of their own in partitions of a vector machine, on the whole GPU:
//! memory is right, invariants hold, and what does not fit is refused (SIMT-SIMD IV, V).

use heddle_gpu::config::Config;
use heddle_gpu::config::spec::Spec;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Ended, Options, Run, SimError, simulate};
use heddle_kernel::launch::{Buffers, Description, Session};
use heddle_workloads::Workload;

use crate::length::some;

/// Workloads whose warps have sizes of their own.
const IRREGULAR: [&str; 5] = ["spmv_warp", "spmv_warp_lp22", "bfs_warp", "trsv_warp", "rays_warp"];
/// Regular ones that are short: divergence, barriers, atomics, functions, more threads than lanes.
const REGULAR: [&str; 8] = ["va", "nw", "pf", "bitonic", "bfs", "hi", "reduct", "spmv"];

fn spec(sets: &[&str]) -> Spec {
    Config::one_core("simt-simd", sets)
}

/// A workload's run, and what it leaves: the memory that it should.
fn run_with(sets: &[&str], policy: &str, name: &str, skip: bool) -> (Run, Buffers) {
    let what = format!("{name} under {policy}, {sets:?}");
    Workload::named(name).unwrap().with("test", |session| {
        let options = Options { skip, ..Options::default() };
        let run = simulate(&spec(sets), &Policy::named(policy).unwrap(), session, &options, &mut ());
        let run = run.unwrap_or_else(|why| panic!("{what}: {why}"));
        assert_eq!(run.ended, Ended::Whole, "{what}");
        assert_eq!(session.check().unwrap(), vec![], "{what}");
        laws(&what, &run);
        (run, session.contents())
    })
}

fn run(sets: &[&str], policy: &str, name: &str) -> Run {
    run_with(sets, policy, name, true).0
}

fn get(run: &Run, counter: &str) -> u64 {
    run.get(counter).unwrap_or_else(|| panic!("no statistic {counter}"))
}

/// What holds in every run on one core.
fn laws(what: &str, run: &Run) {
    let get = |counter: &str| get(run, &format!("vector.{counter}"));
    let classes = ["issued", "pipeline", "load", "operand", "join", "fetch", "turnover", "scalar", "quiet", "idle"];
    let cycles: u64 = classes.iter().map(|class| get(&format!("cycles_{class}"))).sum();
    assert_eq!(cycles, run.cycles, "{what}: a cycle has one class");
    assert_eq!(get("taken"), get("issued"), "{what}: what is taken leaves");
    assert_eq!(get("cycles_issued"), get("issued"), "{what}: one instruction a cycle");
    assert_eq!(get("simple") + get("complex") + get("stores"), get("issued"), "{what}: an instruction has one class");
    assert_eq!(get("metadata"), 4 * get("packs"), "{what}: four metadata registers a partition");
    for (name, counter) in
        ["l2.hits", "l2.misses", "dram.reads", "vector_memory.accesses"].map(|name| (name, run.get(name)))
    {
        assert!(counter == Some(0) || what.contains("pipes"), "{what}: {name} is {counter:?} without a memory system");
    }
    let lines = run.get("vector_memory.lines").unwrap();
    assert_eq!(run.get("interconnect.requests"), Some(lines), "{what}: a line is a request");
    assert_eq!(get("active_elements"), run.thread_instructions, "{what}");
    for (busy, pipes) in [("busy_loads", 1), ("busy_stores", 1), ("busy_alu", 2), ("busy_divide", 1), ("busy_fma", 3)] {
        assert!(get(busy) <= pipes * run.cycles, "{what}: {busy}");
    }
}

#[test]
fn memory_is_right_whatever_is_packed_and_however_many_streams_there_are() {
    for name in IRREGULAR {
        let mut first: Option<(u64, Buffers)> = None;
        for (n, k) in some(5, (0..4).flat_map(|n| [0, 1, 2].map(|k| (n, k)))) {
            let sets = [
                format!("vector.partitions={}", 1 << n),
                format!("vector.pack={}", ["none", "bucket", "all"][k]),
                format!("vector.timing={}", ["unit", "memory", "pipes"][(n + k) % 3]),
                format!("vector.assign={}", ["static", "dynamic"][k % 2]),
                format!("vector.threshold={}", 8 * n),
            ];
            let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
            let (run, left) = run_with(&sets, "simt-simd", name, true);
            // what threads of the program do hangs on no other warp, but where several find a node
            // first
            let (threads, before) = first.get_or_insert_with(|| (run.thread_instructions, left.clone()));
            assert!(run.thread_instructions == *threads || name == "bfs_warp", "{name} under {sets:?}");
            assert!(left == *before, "{name} under {sets:?}: other contents");
        }
    }
}

#[test]
fn regular_grids_run_too() {
    for name in REGULAR {
        for policy in ["simt-simd", "vector"] {
            run(&["vector.timing=memory"], policy, name);
        }
    }
}

/// Vectors narrower than a warp of a GPU are as good, whether or not a warp of the executor fills
/// them.
#[test]
fn vectors_of_any_width_run() {
    for lanes in [1, 2, 5, 31, 33] {
        for (policy, timing) in [("simt-simd", "unit"), ("vector", "pipes")] {
            run(&[&format!("vector.lanes={lanes}"), &format!("vector.timing={timing}")], policy, "va");
        }
    }
}

#[test]
fn without_packing_streams_issue_the_same_instructions() {
    for name in ["spmv_warp_lp22", "rays_warp"] {
        let issued = |t: u32| {
            let run = run(&[&format!("vector.partitions={t}")], "simt-simd-unpacked", name);
            let counted = ["issued", "joins", "masks", "spills", "elements", "packs"];
            counted.map(|counter| get(&run, &format!("vector.{counter}")))
        };
        let one = issued(1);
        assert_eq!(one[5], get(&run(&[], "simt-simd-1", name), "vector.warps"), "{name}: a warp a partition");
        for t in [2, 4, 8] {
            assert_eq!(issued(t), one, "{name} with {t} partitions");
        }
    }
}

/// D250: pointers and metadata take no registers.
#[test]
fn eight_registers_hold_the_product() {
    for (each, spills) in [(8, false), (4, true)] {
        let run = run(&[&format!("vector.each={each}")], "simt-simd", "spmv_warp_lp22");
        assert_eq!(get(&run, "vector.spills") > 0, spills, "{each} registers");
    }
}

#[test]
fn skipping_idle_time_changes_nothing() {
    for timing in ["unit", "memory", "pipes"] {
        for name in ["trsv_warp", "bfs_warp", "nw"] {
            let sets = [&*format!("vector.timing={timing}")];
            assert_eq!(run_with(&sets, "simt-simd", name, true), run_with(&sets, "simt-simd", name, false), "{name}");
        }
    }
}

/// A kernel's run on one warp of so many threads, and what each of them left in `out`.
fn one_warp(code: &str, threads: u32, sets: &[&str]) -> (Run, Vec<i32>) {
    let ptx = format!(
        ".version 3.2\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 k_0)\n{{\n.reg .pred %p<4>;\n\
         .reg .b32 %r<5>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [k_0];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n\
         add.s64 %rd3, %rd1, %rd2;\n{code}\n}}\n"
    );
    let module = heddle_kernel::read("k.ptx", &ptx).unwrap();
    let text = format!(
        "name = \"K\"\n[[buffer]]\nname = \"sizes\"\ntype = \"s32\"\ncount = 1\nfill = {{ value = {threads} }}\n\
         [[buffer]]\nname = \"out\"\ntype = \"s32\"\ncount = {threads}\n\
         [[run]]\n[[run.launch]]\nkernel = \"k\"\nwarps = \"sizes\"\nargs = [{{ buffer = \"out\" }}]\n"
    );
    let description = Description::read("k.toml", &text).unwrap();
    let mut session = Session::new("k.toml", &module, &description, "test", None).unwrap();
    let policy = Policy::named("simt-simd").unwrap();
    let run = simulate(&spec(sets), &policy, &mut session, &Options::default(), &mut ()).unwrap();
    (run, session.contents().s32("out").to_vec())
}

/// A store of `vl` cycles is the last that happens.
#[test]
fn a_partition_ends_behind_its_stores() {
    for timing in ["unit", "memory"] {
        let cycles = |threads| {
            let (run, out) =
                one_warp("st.global.u32 [%rd3], %r1;\nret;", threads, &[&format!("vector.timing={timing}")]);
            assert_eq!(out, (0..threads as i32).collect::<Vec<_>>());
            run.cycles
        };
        assert_eq!(cycles(200) - cycles(8), 192, "{timing}");
    }
}

#[test]
fn a_join_does_not_look_at_threads_that_have_left() {
    // threads below 40 leave at a low place, those from 100 on at a higher one, and the rest part
    // and meet again
    let code = "setp.lt.u32 %p1, %r1, 40;\n@%p1 ret;\nsetp.ge.u32 %p2, %r1, 100;\n@%p2 bra FAR;\nand.b32 %r2, %r1, 1;\n\
        setp.eq.u32 %p3, %r2, 0;\n@%p3 bra EVEN;\nmov.u32 %r3, 7;\nbra MEET;\nEVEN:\nmov.u32 %r3, 8;\nMEET:\n\
        st.global.u32 [%rd3], %r3;\nret;\nFAR:\nst.global.u32 [%rd3], 9;\nret;";
    for timing in ["unit", "memory", "pipes"] {
        let (run, out) = one_warp(code, 150, &[&format!("vector.timing={timing}")]);
        let wanted = |thread| match thread {
            0..40 => 0,
            100.. => 9,
            odd if odd % 2 == 1 => 7,
            _ => 8,
        };
        assert_eq!(out, (0..150).map(wanted).collect::<Vec<_>>(), "{timing}");
        assert_eq!(get(&run, "vector.stores"), 2, "{timing}: those below 100 together, and the others");
        // at three branches; to the even threads, to where they meet the odd ones, and to those
        // from 100 on
        assert_eq!(get(&run, "vector.joins"), 6, "{timing}");
    }
}

/// Why a list of sizes cannot run.
fn refused(config: &str, policy: &str, sizes: &str, sets: &[&str]) -> String {
    let ptx = ".version 3.2\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 k_0)\n{\n\
         .reg .b32 %r<3>;\nmov.u32 %r1, %tid.x;\nshfl.down.b32 %r2, %r1, 1, 31;\nret;\n}\n";
    let module = heddle_kernel::read("k.ptx", ptx).unwrap();
    let text = format!(
        "name = \"K\"\n[[buffer]]\nname = \"sizes\"\ntype = \"s32\"\ncount = 3\n\
         fill = {{ values = {sizes} }}\n[[buffer]]\nname = \"x\"\ntype = \"s32\"\ncount = 1\n\
         [[run]]\n[[run.launch]]\nkernel = \"k\"\nwarps = \"sizes\"\nargs = [{{ buffer = \"x\" }}]\n"
    );
    let description = Description::read("k.toml", &text).unwrap();
    let mut session = Session::new("k.toml", &module, &description, "test", None).unwrap();
    let spec = Config::one_core(config, sets);
    match simulate(&spec, &Policy::named(policy).unwrap(), &mut session, &Options::default(), &mut ()) {
        Ok(_) => String::new(),
        Err(why @ (SimError::Unfit(_) | SimError::Run(_) | SimError::Room { .. })) => why.to_string(),
        Err(why) => panic!("{why}"),
    }
}

#[test]
fn sizes_that_no_machine_has_are_refused_with_their_place() {
    assert_eq!(refused("simt-simd", "simt-simd", "[1, 256, 3]", &[]), "");
    let why = refused("simt-simd", "simt-simd", "[1, 257, 3]", &[]);
    assert!(why.contains("warp 1 has 257 threads") && why.contains("256 lanes"), "{why}");
    let why = refused("simt-simd", "simt-simd", "[1, 7, 0]", &[]);
    assert!(why.contains("run[0].launch[0].warps") && why.contains("sizes[2] is 0"), "{why}");
    let why = refused("simt-simd", "simt-simd", "[-4, 7, 1]", &[]);
    assert!(why.contains("sizes[0] is -4"), "{why}");
    let why = refused("simt-simd", "simt-simd", "[1, 2, 3]", &["vector.masks=3"]);
    assert!(why.contains("vector.masks = 3 is less than 4"), "{why}");
    assert_eq!(refused("simt-simd", "simt-simd-1", "[1, 2, 3]", &["vector.masks=1"]), "");
    let why = refused("simt-simd", "simt-simd", "[1, 65, 3]", &["core.warps=2"]);
    assert!(why.contains("warp 1 has 65 threads") && why.contains("core.warps x core.warp_size = 65"), "{why}");
    let why = refused("simt-simd", "vector", "[1, 2, 3]", &[]);
    assert!(why.contains("`vector`") && why.contains("sizes of their own"), "{why}");
    let why = refused("stsimt", "simt-simd", "[1, 2, 3]", &[]);
    assert!(why.contains("`simt-simd`") && why.contains("section `vector`"), "{why}");
    // a GPU emulates sizes up to its warps'
    assert_eq!(refused("stsimt", "simt", "[1, 32, 3]", &[]), "");
    let why = refused("stsimt", "simt", "[1, 33, 3]", &[]);
    assert!(why.contains("warp 1 has 33 threads") && why.contains("k.ptx:8: a shuffle"), "{why}");
}

#[test]
fn kernels_that_rely_on_lockstep_are_refused() {
    for (name, policy) in [("spmv_vector", "simt-simd"), ("pr", "vector"), ("tf", "simt-simd-1")] {
        Workload::named(name).unwrap().with("test", |session| {
            let ended = simulate(&spec(&[]), &Policy::named(policy).unwrap(), session, &Options::default(), &mut ());
            let Err(SimError::Unfit(why)) = ended else { panic!("{name} ran under {policy}: {ended:?}") };
            assert!(why.contains(&format!("`{policy}`")) && why.contains("lockstep"), "{why}");
        });
    }
}

/// GPUs emulate sizes: CTAs of the greatest, whose other threads have left before the first
/// instruction (SIMT-SIMD III).
#[test]
fn conventional_cores_emulate_sizes() {
    let names = ["spmv_warp", "bfs_warp", "trsv_warp", "rays_warp"];
    let stsimt = ["simt", "simt-scalar", "tsimt", "tsimt+", "stsimt4"].map(|policy| ("stsimt", policy));
    let policies = stsimt.into_iter().chain([("vt", "vt"), ("vt", "max"), ("vws", "ws32"), ("slp", "no-tbc")]);
    for ((config, policy), name) in some(3, policies.flat_map(|policy| names.map(|name| (policy, name)))) {
        Workload::named(name).unwrap().with("gpu", |session| {
            let spec = Config::one_core::<&str>(config, &[]);
            let run = simulate(&spec, &Policy::named(policy).unwrap(), session, &Options::default(), &mut ());
            let run = run.unwrap_or_else(|why| panic!("{name} under {policy}: {why}"));
            assert_eq!(run.ended, Ended::Whole);
            assert_eq!(session.check().unwrap(), vec![], "{name} under {policy}");
        });
    }
}
