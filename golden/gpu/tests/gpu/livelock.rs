//! Livelock on the whole GPU: warps that repeat their states are named, under every kind of core,
//! and no others.

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Options, Run, SimError, simulate};
use heddle_kernel::execute::{LIVELOCK, REPEATS};
use heddle_kernel::launch::{Description, Session};

/// A policy for each kind of core, and the configuration of its paper.
const KINDS: [(&str, &str); 8] = [
    ("stsimt", "simt"),
    ("stsimt", "tsimt+"),
    ("slp", "tbc-balanced"),
    ("vws", "ws4"),
    ("vws", "ivws"),
    ("vt", "vt"),
    ("vt", "mascar"),
    ("simt-simd", "simt-simd"),
];

/// Simulates a kernel `k` with one buffer of zeros, on a GPU of one core.
fn run(kind: (&str, &str), body: &str, grid: u32, block: u32, options: &Options) -> Result<Run, SimError> {
    run_on(kind, &[], body, grid, block, options)
}

/// As [`run`], with changes to the GPU.
fn run_on(
    (config, policy): (&str, &str),
    changes: &[&str],
    body: &str,
    grid: u32,
    block: u32,
    options: &Options,
) -> Result<Run, SimError> {
    let text = format!(
        ".version 6.4\n.target sm_30\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %d<9>;\n\
         ld.param.u64 %d1, [out]; mov.u32 %r1, %nctaid.x; mov.u32 %r2, %tid.x;\n{body}\nret;\n}}\n"
    );
    let launch = format!(
        "name = \"k\"\n[[buffer]]\nname = \"out\"\ntype = \"u32\"\ncount = 64\n[[run]]\n[[run.launch]]\nkernel = \"k\"\n\
         grid = [{grid}]\nblock = [{block}]\nargs = [{{ buffer = \"out\" }}]\n"
    );
    let mut config = Config::shipped(config).unwrap();
    config.set(&["core.count=1", "dram.channels=1", "l2.bytes=131072"]).unwrap();
    config.set(changes).unwrap();
    let module = heddle_kernel::read("k.ptx", &text).unwrap();
    let description = Description::read("k.toml", &launch).unwrap();
    let mut session = Session::new("k.toml", &module, &description, "test", None).unwrap();
    simulate(&config.spec, &Policy::named(policy).unwrap(), &mut session, options, &mut ())
}

const BARRIER: &str = "setp.ne.u32 %p1, %r2, 0; @%p1 bra END;
    atom.global.add.u32 %r3, [%d1], 1;
    SPIN: ld.volatile.global.u32 %r3, [%d1];
    setp.lt.u32 %p2, %r3, %r1; @%p2 bra SPIN; END:";

#[test]
fn a_barrier_of_the_grid_opens_where_all_ctas_fit() {
    for kind in KINDS {
        let ended = run(kind, BARRIER, 4, 32, &Options { livelock: 1 << 12, ..Options::default() });
        assert!(ended.is_ok(), "{kind:?}: {}", ended.unwrap_err());
        let Err(SimError::Livelock { faults, waiting, .. }) = run(kind, BARRIER, 400, 32, &Options::default()) else {
            panic!("{kind:?}: more CTAs than fit do not meet");
        };
        assert!(waiting > 0 || kind.1 == "simt-simd", "{kind:?}");
        let told = faults[0].to_string();
        assert!(told.contains("k.ptx:10:") && told.contains("`out`, which hold 0x000000"), "{kind:?}: {told}");
    }
}

#[test]
fn what_repeats_is_named_under_every_kind_of_core() {
    let lock = "LOCK: atom.global.cas.b32 %r3, [%d1], 0, 1; setp.ne.u32 %p1, %r3, 0; @%p1 bra LOCK;
        st.global.u32 [%d1+4], %r2; atom.global.exch.b32 %r3, [%d1], 0;";
    for kind in KINDS {
        for (body, part) in [
            ("SPIN: ld.volatile.global.u32 %r3, [%d1]; setp.eq.u32 %p1, %r3, 0; @%p1 bra SPIN;", "hold 0x00000000"),
            ("HERE: bra HERE;", "none of them reads memory"),
            (lock, "hold 0x00000001"),
        ] {
            // threads of one warp that lock each other out: on a machine of independent threads
            // they do not
            let trouble = match run(kind, body, 2, 64, &Options::default()) {
                Err(trouble) => trouble,
                Ok(_) if body == lock && kind.1 == "simt-simd" => continue,
                Ok(_) => panic!("{kind:?}: {body} has no end"),
            };
            let SimError::Livelock { faults, .. } = &trouble else { panic!("{kind:?}, {body}: {trouble}") };
            assert!(faults.iter().any(|fault| fault.to_string().contains(part)), "{kind:?}, {body}: {trouble}");
            assert!(trouble.to_string().contains(REPEATS), "{trouble}");
        }
    }
    assert!(REPEATS.contains(&LIVELOCK.to_string()));
}

#[test]
fn what_ends_is_not_stopped_and_the_watch_changes_nothing() {
    let long = "mov.u32 %r3, 0; WORK: add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 3000; @%p1 bra WORK; st.global.u32 [%d1], %r3;";
    for kind in KINDS {
        let [watched, not] = [1, 0].map(|livelock| run(kind, long, 3, 96, &Options { livelock, ..Options::default() }));
        assert_eq!(watched, not, "{kind:?}");
        assert!(watched.is_ok(), "{kind:?}: {}", watched.unwrap_err());
    }
}

#[test]
fn a_warp_that_waits_for_slow_memory_is_not_starved() {
    // the other warp spins meanwhile, and memory does not change
    let flag = ".shared .u32 flag; setp.eq.u32 %p1, %r2, 0; @%p1 st.shared.u32 [flag], 0; bar.sync 0;
        setp.ge.u32 %p2, %r2, 32; @%p2 bra WRITE;
        SPIN: ld.volatile.shared.u32 %r3, [flag]; setp.eq.u32 %p3, %r3, 0; @%p3 bra SPIN; bra END;
        WRITE: ld.volatile.global.u32 %r3, [%d1]; add.u32 %r3, %r3, 1; st.volatile.shared.u32 [flag], %r3; END:";
    for kind in KINDS {
        let slow = ["interconnect.clock=1", "interconnect.latency=1024"];
        let ended = run_on(kind, &slow, flag, 1, 64, &Options::default());
        assert!(ended.is_ok(), "{kind:?}: {}", ended.unwrap_err());
    }
}
