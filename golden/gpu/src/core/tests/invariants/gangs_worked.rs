//! Worked examples of gangs: the units, fetches and accesses of each, and their cycles (VWS 4).

use super::*;

/// Returns a kernel around a body; `%d5` is the address of a word of the table, the next thread's
/// in the next word.
pub(super) fn case(body: &str, launches: &[(u32, u32)]) -> Case {
    let text = format!(
        ".version 7.0\n.target sm_70\n.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in, .param .u64 sums)
{{
.reg .pred %p<4>; .reg .b32 %r<40>; .reg .b64 %d<9>; .reg .f32 %f<9>;
{body}
ret;
}}
"
    );
    Case::new(text, launches)
}

pub(super) fn run_on(case: &Case, policy: &str, sets: &[&str]) -> Run {
    let spec = Config::one_core("vws", sets);
    let policy = Policy::named(policy).unwrap();
    let made = case.run(|session| simulate(&spec, &policy, session, &Options::default(), &mut ()));
    made.unwrap_or_else(|why| panic!("{}: {why}\n{}", policy.name(), case.text)).0
}

pub(super) fn get(run: &Run, counter: &str) -> u64 {
    run.get(counter).unwrap_or_else(|| panic!("no statistic {counter}"))
}

/// Returns the number of units issued, by size.
fn sizes(run: &Run) -> Vec<(u64, u64)> {
    let of = |size: u64| (size, get(run, &format!("gang.issued_{size}")));
    (1..=8).map(of).filter(|(_, units)| *units != 0).collect()
}

pub(super) fn adds(count: usize, register: impl Fn(usize) -> usize) -> String {
    (0..count).map(|n| format!("add.u32 %r{0}, %r{0}, 3;\n", register(n))).collect()
}

/// Example B: four steps and a branch, then five of slices 0 to 3 and five others of 4 to 7, then
/// six of all.
pub(super) fn halves() -> Case {
    let free = |count| adds(count, |n| 4 + n);
    let body = format!(
        "mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 31; setp.lt.u32 %p1, %r2, 16; mov.u32 %r3, 0; @%p1 bra SIDE;
{}bra.uni OUT;\nSIDE:\n{}OUT:\n{}",
        free(4),
        free(5),
        free(5)
    );
    case(&body, &[(1, 32)])
}

#[test]
fn a_branch_between_slices_parts_a_gang() {
    // all steps take the same time, so that the sides come to their end together
    let sets = ["slices.resolve=1"];
    for (policy, wanted) in [
        ("ws32", vec![(8, 21)]),
        ("ws16", vec![(1, 32)]),
        ("ws8", vec![(1, 64)]),
        ("ws4", vec![(1, 128)]),
        ("ivws", vec![(4, 22), (8, 5)]),
        ("evws", vec![(4, 10), (8, 11)]),
    ] {
        let run = run_on(&halves(), policy, &sets);
        assert_eq!(sizes(&run), wanted, "{policy}");
        // of the branch, the threads that take it
        assert_eq!(run.thread_instructions, 512 - 16, "{policy}");
        let parted = u64::from(policy.ends_with("vws"));
        assert_eq!(
            (get(&run, "gang.splits"), get(&run, "gang.merges")),
            (parted, u64::from(policy == "evws")),
            "{policy}"
        );
        if policy != "evws" {
            let units: u64 = wanted.iter().map(|(_, units)| units).sum();
            let fetches = get(&run, "supply.gang") + get(&run, "supply.slice");
            assert_eq!(fetches, units, "{policy}: a unit is fetched for once an issue");
        }
    }
}

/// Example A: a load by 32 threads, whose warps come to it in different cycles, or in the same.
#[test]
fn what_slices_access_in_one_cycle_is_one_access() {
    const POLICIES: [&str; 4] = ["ws32", "ws16", "ws8", "ws4"];
    let load = |stride: u32, delays: bool| {
        let loops = "shr.u32 %r2, %r1, 2; add.u32 %r2, %r2, 1;\nLOOP: sub.u32 %r2, %r2, 1; setp.gt.s32 %p1, %r2, 0; @%p1 bra LOOP;\n";
        let body = format!(
            "ld.param.u64 %d1, [in]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, {stride}; add.u64 %d2, %d1, %d2;
{}ld.global.u32 %r3, [%d2];",
            if delays { loops } else { "" }
        );
        case(&body, &[(1, 32)])
    };
    for (stride, apart) in
        [(4, [1, 2, 4, 8]), (16, [4, 4, 4, 8]), (64, [16, 16, 16, 16]), (128, [32, 32, 32, 32]), (0, [1, 2, 4, 8])]
    {
        for (policy, wanted) in POLICIES.iter().zip(apart) {
            let alone = run_on(&load(stride, true), policy, &[]);
            assert_eq!(get(&alone, "l1.transactions"), wanted, "{policy}, {stride} bytes apart");
            let together = run_on(&load(stride, false), policy, &[]);
            assert_eq!(get(&together, "l1.transactions"), apart[0], "{policy}, {stride} bytes apart, in one cycle");
        }
    }
}

/// Example H: slices that have a warp of a set; under `ws32` all of them, however many threads
/// there are.
#[test]
fn the_last_set_of_a_cta_is_partly_filled() {
    for (threads, gangs, whole) in
        [(48, vec![(4, 1), (8, 1)], 2), (84, vec![(5, 1), (8, 2)], 3), (250, vec![(7, 1), (8, 7)], 8)]
    {
        let run = |policy| sizes(&run_on(&case("", &[(1, threads)]), policy, &[]));
        assert_eq!(run("ivws"), gangs, "{threads} threads");
        assert_eq!(run("ws32"), [(8, whole)], "{threads} threads");
        assert_eq!(run("ws4"), [(1, u64::from(threads.div_ceil(4)))], "{threads} threads");
    }
}

/// Returns a loop of `turns` turns around `work`, by CTAs of 32 threads.
fn turns(work: &str, turns: u32, ctas: u32) -> Case {
    let body = format!(
        "mov.u32 %r1, {turns}; mov.u32 %r3, 0;\nLOOP:\n{work}sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOP;"
    );
    case(&body, &[(ctas, 32)])
}

/// Returns the cycles a turn that the longer body of a loop takes beyond the shorter one, when all
/// instructions are in the caches.
fn a_turn(policy: &str, sets: &[&str], ctas: u32, work: impl Fn(usize) -> String) -> f64 {
    let cycles = |steps: usize, count| run_on(&turns(&work(steps), count, ctas), policy, sets).cycles as f64;
    let turn = |steps| (cycles(steps, 200) - cycles(steps, 100)) / 100.0;
    (turn(24) - turn(8)) / 16.0
}

/// The loop of a warp alone, which goes at once or is always picked: its issue in cycle 0, the
/// report in 1, which acts in 2; the fetch in 3, and the buffer is filled in 5; the next issue in
/// 6. `pipeline.execute` is all of the way to a dependent (VWS table 1), which is woken two cycles
/// before it goes.
#[test]
fn a_lone_warp_issues_every_sixth_cycle_and_a_dependent_every_tenth() {
    let independent = |count| adds(count, |n| 4 + n);
    let chain = |count| adds(count, |_| 3);
    for policy in ["ws32", "ivws", "ws4"] {
        assert_eq!(a_turn(policy, &[], 1, independent), 6.0, "{policy}");
        assert_eq!(a_turn(policy, &[], 1, chain), 10.0, "{policy}");
        assert_eq!(a_turn(policy, &["pipeline.execute=7"], 1, chain), 7.0, "{policy}");
        // no faster than instructions come
        assert_eq!(a_turn(policy, &["pipeline.execute=5"], 1, chain), 6.0, "{policy}");
    }
    // an L0 is a cycle faster; a gang's instructions go by it
    let local = ["fetch.l0_bytes=256"];
    assert_eq!(a_turn("ws4", &local, 1, independent), 5.0);
    assert_eq!(a_turn("ivws", &local, 1, independent), 6.0);
}

/// Returns the threads that issue a cycle while a case is amid its work, of which all threads of an
/// issue take part.
fn threads_a_cycle(case: &Case, policy: &str, sets: &[&str]) -> f64 {
    let spec = Config::one_core("vws", sets);
    let policy = Policy::named(policy).unwrap();
    let slots = |cycles: u64| {
        let options = Options { limit: Some(cycles), ..Options::default() };
        let run = case.run(|session| simulate(&spec, &policy, session, &options, &mut ())).unwrap().0;
        assert_eq!(run.ended, crate::system::Ended::Limit, "it is still at work");
        get(&run, "slots.issued")
    };
    4.0 * (slots(12_000) - slots(6_000)) as f64 / 6000.0
}

fn about(seen: f64, wanted: f64, what: &str) {
    assert!((seen - wanted).abs() < 0.04 * wanted, "{what}: {seen} threads a cycle, and not {wanted}");
}

/// Example F: whole gangs that wait for their own results go every tenth cycle, and fill the
/// machine from ten on. Where picks are made ahead it is eleven: one alone is always picked, but
/// one of several is picked when it is ready, and goes a cycle later (DEVIATIONS, D294).
#[test]
fn ten_or_eleven_gangs_fill_the_machine() {
    for gangs in [1, 4, 8, 10, 11, 20, 32] {
        let case = turns(&adds(60, |_| 3), 1000, gangs);
        for (policy, picks, several) in
            [("ws32", "cycle", 10.0), ("ivws", "cycle", 10.0), ("ws32", "ahead", 11.0), ("ivws", "ahead", 11.0)]
        {
            let threads = threads_a_cycle(&case, policy, &["core.ctas=32", &format!("slices.picks={picks}")]);
            let distance = if gangs == 1 { 10.0 } else { several };
            let wanted = (32.0 / distance * f64::from(gangs)).min(32.0);
            about(threads, wanted, &format!("{gangs} gangs under {policy}, {picks}"));
        }
    }
}

/// Example F: 32 sets, each in parts of `slices` slices for good, that wait for their own results.
fn parted(slices: u32) -> Case {
    let (parts, chain) = (8 / slices, adds(60, |_| 3));
    let mut body = format!(
        "mov.u32 %r1, %tid.x; mov.u32 %r3, 0; mov.u32 %r4, 1000; and.b32 %r2, %r1, 31; shr.u32 %r2, %r2, {};\n",
        (4 * slices).ilog2()
    );
    for part in 0..parts {
        body += &format!("setp.eq.u32 %p1, %r2, {part}; @%p1 bra PART{part};\n");
    }
    body += "bra.uni END;\n";
    for part in 0..parts {
        body +=
            &format!("PART{part}:\n{chain}sub.u32 %r4, %r4, 1; setp.ne.u32 %p2, %r4, 0; @%p2 bra PART{part};\nret;\n");
    }
    case(&(body + "END:"), &[(1, 1024)])
}

#[test]
fn parts_of_gangs_fill_the_machine_where_enough_are_fetched_and_issued() {
    let (one, four) = ("slices.fetches=1", "slices.fetches=4");
    let (halves, quarters) = (parted(4), parted(2));
    for (case, policy, fetches, wanted) in [
        (&halves, "ivws", one, 16.0),
        (&halves, "ivws", "slices.fetches=2", 32.0),
        (&halves, "ivws", four, 32.0),
        (&halves, "ivws-1", four, 16.0),
        (&halves, "ws4", one, 32.0),
        (&quarters, "ivws", one, 8.0),
        (&quarters, "ivws-1", four, 8.0),
        (&quarters, "ivws", four, 16.0),
        (&quarters, "ivws-4", four, 32.0),
    ] {
        about(threads_a_cycle(case, policy, &[fetches]), wanted, &format!("{policy}, {fetches}, parts to {wanted}"));
    }
    // a warp of 32 runs one part after the other, all with 16 threads of its 32
    about(threads_a_cycle(&halves, "ws32", &[one]), 32.0, "slots of ws32");
}

/// Example C: where no gang ever splits, `ivws` that fetches one gang a cycle is `ws32` in every
/// count, but that it has eight warps for one.
#[test]
fn gangs_that_never_split_are_whole_warps() {
    let body = "ld.param.u64 %d1, [in]; mov.u32 %r1, %tid.x; mov.u32 %r9, %ctaid.x; mov.u32 %r10, %ntid.x; mad.lo.u32 %r1, %r9, %r10, %r1;
mul.wide.u32 %d2, %r1, 4; add.u64 %d2, %d1, %d2; mov.u32 %r5, 6; mov.u32 %r3, 0; and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0;
LOOP: ld.global.u32 %r4, [%d2]; add.u32 %r3, %r3, %r4; @%p1 bra EVEN;
mul.lo.u32 %r3, %r3, 5; add.u32 %r3, %r3, 7; bra.uni NEXT;
EVEN: xor.b32 %r3, %r3, 99; cvt.rn.f32.u32 %f1, %r3; sin.approx.f32 %f2, %f1; cvt.rzi.u32.f32 %r3, %f2;
NEXT: bar.sync 0; add.u64 %d2, %d2, 128; sub.u32 %r5, %r5, 1; setp.ne.u32 %p2, %r5, 0; @%p2 bra LOOP;";
    let case = case(body, &[(9, 128)]);
    let (whole, gangs) = (run_on(&case, "ws32", &["slices.fetches=1"]), run_on(&case, "ivws", &["slices.fetches=1"]));
    let counters = crate::system::list();
    for ((counter, whole), gangs) in counters.iter().zip(&whole.statistics).zip(&gangs.statistics) {
        match counter.name {
            "core.warps" => assert_eq!(8 * whole, *gangs),
            name => assert_eq!(whole, gangs, "{name}"),
        }
    }
    assert_eq!(whole.cycles, gangs.cycles);
    assert_eq!(get(&gangs, "gang.splits"), 0);
    let all: u64 = sizes(&gangs).iter().map(|(_, units)| units).sum();
    assert_eq!(get(&gangs, "gang.issued_8"), all);
}

/// Each warp of a set goes its own way at a chain of branches, for good.
pub(super) fn warps_apart() -> Case {
    let mut body =
        "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 2; and.b32 %r2, %r2, 7; mov.u32 %r3, 0; mov.u32 %r4, 30;\n".to_string();
    for part in 0..8 {
        body += &format!("setp.eq.u32 %p1, %r2, {part}; @%p1 bra PART{part};\n");
    }
    body += "bra.uni END;\n";
    for part in 0..8 {
        body += &format!(
            "PART{part}:\n{}sub.u32 %r4, %r4, 1; setp.ne.u32 %p2, %r4, 0; @%p2 bra PART{part};\nret;\n",
            adds(6, |_| 3)
        );
    }
    case(&(body + "END:"), &[(2, 256)])
}

/// A program that sends the warps of each set apart at its first branch, for good, issues no gang
/// after it, and is `ws4` but for a few cycles.
#[test]
fn warps_that_part_for_good_are_single_warps() {
    let case = warps_apart();
    let (alone, gangs) = (run_on(&case, "ws4", &[]), run_on(&case, "ivws", &[]));
    assert_eq!(get(&gangs, "gang.splits"), 7 * 16);
    let difference = alone.cycles.abs_diff(gangs.cycles);
    assert!(difference * 50 < alone.cycles, "{} and {} cycles", alone.cycles, gangs.cycles);
}

/// Policies that differ only in events that do not happen are the same.
#[test]
fn policies_are_the_same_where_nothing_tells_them_apart() {
    // no loads: nothing of memory splits a gang
    let (plain, impatient) = (run_on(&halves(), "ivws", &[]), run_on(&halves(), "ivws-impatient", &[]));
    assert_eq!(plain, impatient);
    let (plain, impatient) = (run_on(&halves(), "evws", &[]), run_on(&halves(), "evws-impatient", &[]));
    assert_eq!(plain, impatient);
    // all gangs have one size
    let whole = turns(&adds(8, |_| 3), 20, 12);
    assert_eq!(run_on(&whole, "ivws", &["core.ctas=32"]), run_on(&whole, "ivws-gto", &["core.ctas=32"]));
    assert_eq!(run_on(&whole, "ivws", &["core.ctas=32"]), run_on(&whole, "evws", &["core.ctas=32"]));
}

/// A load of which slices 0 to 3 hit and the others miss: an impatient gang falls apart, a group
/// splits in two, another waits for the last of it.
#[test]
fn memory_divergence_tears_a_gang() {
    let body = "ld.param.u64 %d1, [in]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 8; add.u64 %d3, %d1, %d2; ld.global.u32 %r2, [%d1];
add.u32 %r3, %r2, 1; ld.global.u32 %r4, [%d3]; add.u32 %r5, %r4, 1; add.u32 %r6, %r5, 1;";
    let run = |policy| run_on(&case(body, &[(1, 32)]), policy, &[]);
    // two lines: the first one hits, and serves slices 0 to 3 at once
    for (policy, torn) in [("ivws", 0), ("ivws-group", 2 * 3), ("ivws-impatient", 8 * 3)] {
        let run = run(policy);
        let units: u64 = sizes(&run).iter().filter(|(size, _)| *size < 8).map(|(_, units)| units).sum();
        assert_eq!(units, torn, "{policy}: {:?}", sizes(&run));
        assert_eq!(get(&run, "gang.torn") != 0, torn != 0, "{policy}");
    }
}

/// Registers and places are allocated by sets of 32 threads under every policy, so that CTAs come
/// and go alike.
#[test]
fn sets_have_registers_for_all_their_threads() {
    let chain = turns(&adds(8, |_| 3), 4, 40);
    for (registers, threads, held) in [("core.registers=1024", 36, 1), ("core.registers=65536", 33, 2)] {
        let case = Case::new(chain.text.clone(), &[(6, threads)]);
        let held_by = |policy: &str| {
            let run = run_on(&case, policy, &[registers, "core.warps=4"]);
            (get(&run, "core.registers"), run.cycles, get(&run, "core.ctas"))
        };
        let (words, cycles, ctas) = held_by("ws32");
        assert_eq!(ctas, 6);
        let each = words as f64 / cycles as f64;
        for policy in ["ws4", "ws8", "ws16", "ivws"] {
            let (words, cycles, _) = held_by(policy);
            let other = words as f64 / cycles as f64;
            assert!((each - other).abs() < 0.05 * each, "{policy}, {registers}, {held} CTAs: {each} and {other}");
        }
    }
    // as many as two whole sets have
    let words = |threads| {
        let run = run_on(&Case::new(chain.text.clone(), &[(1, threads)]), "ws4", &[]);
        get(&run, "core.registers") as f64 / run.cycles as f64
    };
    assert!((words(36) - words(64)).abs() < 0.05 * words(64), "{} and {}", words(36), words(64));
}

/// Kernels that the unit's PCs cannot number, or that rely on their warps, are refused with the
/// place.
#[test]
fn kernels_that_slices_cannot_run_are_refused() {
    let refused = |body: &str, policy: &str| {
        let spec = Config::one_core::<&str>("vws", &[]);
        let run = case(body, &[(1, 32)])
            .run(|session| simulate(&spec, &Policy::named(policy).unwrap(), session, &Options::default(), &mut ()));
        run.err().map(|why| why.to_string())
    };
    for body in ["vote.ballot.b32 %r0, %p0;", "shfl.sync.bfly.b32 %r0, %r1, 1, 31, -1;", "bar.sync 0, 32;"] {
        let why = refused(body, "ivws").unwrap();
        assert!(
            why.contains("k.ptx:") && why.contains("`ivws` has warps of 4: policies `simt` and `ws32` do not"),
            "{why}"
        );
        assert_eq!(refused(body, "ws32"), None, "{body}");
    }
    let spec = Config::one_core::<&str>("stsimt", &[]);
    let why = case("", &[(1, 32)])
        .run(|session| simulate(&spec, &Policy::named("ws4").unwrap(), session, &Options::default(), &mut ()));
    assert!(why.err().unwrap().to_string().contains("core.width = 8"));
}
