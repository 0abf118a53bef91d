//! Rules that keep slices apart: cycles, warps, caches, kernels, and the reasons for which warps
//! wait (VWS 4.1, 4.3, 4.4, 6.2, 6.4).

use super::gangs_worked::{adds, case, get, run_on, warps_apart};
use super::*;

/// Accesses of different cycles stay apart, however long they wait: three sets whose threads all
/// meet in one bank.
#[test]
fn accesses_of_two_cycles_are_two() {
    let body =
        "mov.u32 %r1, %tid.x; and.b32 %r1, %r1, 31; mul.lo.u32 %r1, %r1, 128; mov.u32 %r2, rows; add.u32 %r2, %r2, %r1;
ld.shared.u32 %r3, [%r2];";
    let text = case(body, &[(1, 96)]).text.replace("{\n.reg .pred", "{\n.shared .align 4 .b8 rows[4096]; .reg .pred");
    let case = Case::new(text, &[(1, 96)]);
    for policy in ["ws32", "ivws"] {
        assert_eq!(get(&run_on(&case, policy, &[]), "core.shared_conflicts"), 3 * 31, "{policy}");
    }
}

/// Words of 32 threads' local memory lie side by side whatever the size of warps.
#[test]
fn local_memory_is_by_set() {
    let body = "mov.u32 %r1, %tid.x; st.local.u32 [stack], %r1; ld.local.u32 %r2, [stack];";
    let text = case(body, &[(1, 32)]).text.replace("{\n.reg .pred", "{\n.local .align 4 .b8 stack[16]; .reg .pred");
    let case = Case::new(text, &[(1, 32)]);
    for policy in ["ws32", "ws16", "ws8", "ws4", "ivws"] {
        assert_eq!(get(&run_on(&case, policy, &[]), "l1.transactions"), 2, "{policy}");
    }
}

/// Slices 0 to 3 run one loop and the others another one: each loop fits into an L0 cache, and both
/// do not.
#[test]
fn each_slice_has_its_own_cache_and_each_kernel_an_empty_one() {
    let side = |name: &str, next: &str| {
        let work = adds(20, |n| 4 + n);
        format!("{name}: {work}sub.u32 %r3, %r3, 1; setp.ne.u32 %p2, %r3, 0; @%p2 bra {name}; bra.uni {next};\n")
    };
    let body = format!(
        "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 16; mov.u32 %r3, 50; @%p1 bra ONE;\n{}{}END:",
        side("TWO", "END"),
        side("ONE", "END")
    );
    let fetches = |launches: &[(u32, u32)]| {
        let run = run_on(&case(&body, launches), "ws4", &["fetch.l0_bytes=256"]);
        [get(&run, "supply.slice"), get(&run, "supply.local")]
    };
    let [l1, local] = fetches(&[(1, 32)]);
    assert!(l1 < 8 * 12 && local > 8 * 50 * 20, "{l1} fetches from L1, {local} from L0");
    assert_eq!(fetches(&[(1, 32), (1, 32)]), [2 * l1, 2 * local], "another kernel finds L0 empty");
}

/// A gang is torn by global memory alone. Slices 0 to 3 wait long for shared memory, of which the
/// others read nothing: what these waited for last is arithmetic or shared memory.
#[test]
fn only_global_memory_tears_a_gang() {
    for rest in ["add.u32 %r5, %r5, 1; add.u32 %r5, %r5, 1;", ""] {
        let body = format!(
            "mov.u32 %r1, %tid.x; and.b32 %r1, %r1, 31; setp.lt.u32 %p1, %r1, 16; mov.u32 %r2, 3; mov.u32 %r4, 0; mov.u32 %r5, 0;
LOOP: @%p1 ld.shared.u32 %r4, [rows];\n{rest}\nadd.u32 %r6, %r4, %r5; add.u32 %r7, %r6, 1;
sub.u32 %r2, %r2, 1; setp.ne.u32 %p2, %r2, 0; @%p2 bra LOOP;"
        );
        let text =
            case(&body, &[(1, 64)]).text.replace("{\n.reg .pred", "{\n.shared .align 4 .b8 rows[64]; .reg .pred");
        let case = Case::new(text, &[(1, 64)]);
        for (plain, impatient) in [("ivws", "ivws-impatient"), ("evws", "evws-impatient")] {
            let [plain, impatient] = [plain, impatient].map(|policy| run_on(&case, policy, &["shared.latency=100"]));
            assert_eq!(plain, impatient, "{rest}");
            assert_eq!(get(&plain, "gang.torn"), 0, "{rest}");
        }
    }
}

/// A barrier counts as no memory access: it opens for a gang of which some slices have their lines,
/// and others wait for theirs.
#[test]
fn a_barrier_that_opens_tears_no_gang() {
    let body = "ld.param.u64 %d1, [in]; mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 32; mul.wide.u32 %d2, %r1, 8; add.u64 %d3, %d1, %d2; @%p1 bra OTHER;
ld.global.u32 %r2, [%d1]; add.u32 %r3, %r2, 1; ld.global.u32 %r4, [%d3]; bar.sync 0; add.u32 %r5, %r4, 1; bra.uni END;
OTHER: mov.u32 %r8, 20; LOOP: sub.u32 %r8, %r8, 1; setp.ne.u32 %p2, %r8, 0; @%p2 bra LOOP; bar.sync 0; END:";
    let run = run_on(&case(body, &[(1, 64)]), "ivws-impatient", &["l2.latency=500"]);
    assert_eq!(get(&run, "gang.torn"), 0);
}

/// A slice with a full queue takes no other instruction; no slice takes any while the memory unit
/// has no room.
#[test]
fn full_queues_stop_slices() {
    let sines: String =
        (0..8).map(|n| format!("sin.approx.f32 %f{}, %f1; add.u32 %r{}, %r3, 1;\n", 2 + n % 7, 4 + n)).collect();
    let functions =
        case(&format!("mov.u32 %r3, 0; mov.f32 %f1, 0f3F800000;\n{sines}{}", adds(8, |n| 14 + n)), &[(1, 64)]);
    let loads: String = (0..8).map(|n| format!("ld.global.u32 %r{}, [%d3+{}];\n", 4 + n, 4 * n)).collect();
    let address = "ld.param.u64 %d1, [in]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 128; add.u64 %d3, %d1, %d2; mov.u32 %r20, 0;";
    // a long chain beside the loads
    let loads = case(&format!("{address}\n{loads}{}", adds(60, |_| 20)), &[(1, 64)]);
    for (case, key, busy) in
        [(&functions, "slices.queue", "gang.busy_units"), (&loads, "slices.stage", "gang.busy_stage")]
    {
        let [little, much] =
            [1, 64].map(|room| run_on(case, "ws4", &["core.sfus=1", "l1.queue=1", &format!("{key}={room}")]));
        assert!(
            get(&little, busy) > 0 && get(&much, busy) == 0,
            "{key}: {} and {}",
            get(&little, busy),
            get(&much, busy)
        );
        assert!(little.cycles > much.cycles, "{key}: {} and {} cycles", little.cycles, much.cycles);
    }
}

/// Warps wait at reconvergence points, and nowhere else: warps that diverge for good never wait.
#[test]
fn nothing_waits_where_nothing_meets() {
    let [plain, waits] = ["evws", "evws-sync250"].map(|policy| run_on(&warps_apart(), policy, &[]));
    assert_eq!(plain, waits);
    let halves = super::gangs_worked::halves();
    let [plain, waits] = ["evws", "evws-sync250"].map(|policy| run_on(&halves, policy, &["slices.resolve=9"]));
    assert_ne!(plain, waits, "the sides of a branch meet");
}
