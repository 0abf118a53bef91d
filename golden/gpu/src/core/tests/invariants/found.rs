//! Planted faults between the core and its controller, which the checker of the unit, the mirror
//! and the invariants detect.

use super::*;

/// Returns a case with loads whose lines are far apart, between barriers, and threads that end
/// early.
fn case() -> Case {
    let round = "and.b32 %r10, %r1, 16380; mul.wide.u32 %d5, %r10, 4; add.u64 %d5, %d1, %d5; ld.global.u32 %r1, [%d5];
        add.u32 %r1, %r1, %r23; bar.sync 0; and.b32 %r2, %r1, 63; setp.eq.u32 %p1, %r2, 7; @%p1 exit;\n";
    let text = format!(
        ".version 7.0\n.target sm_70\n.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in, .param .u64 sums)
{{
.reg .pred %p<3>; .reg .b32 %r<30>; .reg .b64 %d<9>;
ld.param.u64 %d1, [in]; ld.param.u64 %d0, [out];
mov.u32 %r20, %tid.x; mov.u32 %r21, %ctaid.x; mov.u32 %r22, %ntid.x; mad.lo.u32 %r23, %r21, %r22, %r20;
mul.wide.u32 %d3, %r23, 64; add.u64 %d3, %d0, %d3; mul.lo.u32 %r1, %r23, 77;
{}
st.global.u32 [%d3], %r1;
}}
",
        round.repeat(6)
    );
    Case::new(text, &[(20, 64)])
}

fn found(policy: &str, spoil: Spoil) -> Result<Run, SimError> {
    // an L1 with which warps wake while their CTA is copied
    let l1 = ["latency=70", "queue=8", "allocate=fill", "hash=none", "store_hit=keep", "miss_queue=none"];
    let l1 = l1.map(|set| format!("l1.{set}"));
    let sets: Vec<&str> = ["core.ctas=2", "core.warps=4"].into_iter().chain(l1.iter().map(String::as_str)).collect();
    let spec = one_core(&sets);
    let made = case().run(|session| watched(&spec, policy, session, &Options::default(), spoil));
    made.map(|(run, _)| run)
}

#[test]
fn faults_of_the_ports_are_found() {
    for policy in ["vt", "vt-barrier"] {
        let run = found(policy, |_, _| {}).unwrap();
        let swaps = run.get("vt.swaps").unwrap();
        assert!(swaps > 20, "{policy}: {swaps} swaps");
    }
    let faults: [(&str, Spoil); 13] = [
        ("a wake is lost", |i, _| i.wake_valid = false),
        ("a spurious wake", |i, q| {
            if !i.wake_valid && q.ctas[0].active && q.ctas[0].counter != 0 {
                (i.wake_valid, i.wake_slot) =
                    (true, q.slots.iter().position(|slot| slot.owner == Some(0)).unwrap() as u8);
            }
        }),
        ("a stall is lost", |i, _| i.stall_valid = false),
        ("a stall of the neighbour", |i, _| i.stall_slot ^= 1),
        ("an exit is lost", |i, q| i.exit_valid &= q.assigned.count_ones() < 3),
        ("a barrier is lost", |i, _| i.barrier_valid = false),
        ("an opening is lost", |i, _| i.open_valid = false),
        ("an issue is lost", |i, _| i.issue_valid = false),
        ("a register is counted twice", |i, _| i.issue_count += u8::from(i.issue_valid && i.issue_count == 1)),
        ("a writeback is lost", |i, _| i.writeback_valid = false),
        ("a writeback of too few", |i, _| i.writeback_count -= u8::from(i.writeback_count > 1)),
        ("a writeback from the other slot", |i, _| i.writeback_slot ^= 1),
        ("a CTA is lost", |i, q| i.assign_valid &= q.assigned != 1),
    ];
    for (what, spoil) in faults {
        assert!(found("vt", spoil).is_err(), "{what}");
    }
}

/// The controller counts 32 warps of a CTA: with more, virtual threads are off.
#[test]
fn a_cta_of_more_warps_than_the_controller_counts_is_not_swapped() {
    let text = case().text;
    let case = Case::new(text, &[(3, 1504)]);
    let options = Options::default();
    let [vt, simt] = ["vt", "simt"].map(|policy| case.run(|session| run(&one_core(&[]), policy, session, &options)));
    assert!(vt.unwrap() == simt.unwrap());
}

/// In every eighth CTA the first warp loads and the second one ends. The other CTAs write so many
/// registers that the controller counts those loads late. The first warp writes `first` registers
/// before it loads, the second one `second` before it ends. The run must end well.
fn stop_beside_busy_ctas(first: usize, second: usize) -> Run {
    let adds =
        |count: usize| -> String { (0..count).map(|n| format!("add.u32 %r{}, %r23, {n};\n", 3 + n % 16)).collect() };
    let text = format!(
        ".version 7.0\n.target sm_70\n.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in, .param .u64 sums)
{{
.reg .pred %p<3>; .reg .b32 %r<30>; .reg .b64 %d<9>;
ld.param.u64 %d1, [in];
mov.u32 %r20, %tid.x; mov.u32 %r21, %ctaid.x; mov.u32 %r22, %ntid.x; mad.lo.u32 %r23, %r21, %r22, %r20;
and.b32 %r29, %r23, 1023; mul.wide.u32 %d5, %r29, 64; add.u64 %d5, %d1, %d5;
and.b32 %r28, %r21, 7; setp.ne.u32 %p2, %r28, 0; setp.lt.u32 %p1, %r20, 32;
@%p2 bra BUSY;
@%p1 bra ENDS;
{}ld.global.v2.u32 {{%r1, %r2}}, [%d5];
add.u32 %r1, %r1, %r2; st.global.u32 [%d5], %r1;
exit;
ENDS:
{}exit;
BUSY:
{}exit;
}}
",
        adds(first),
        adds(second),
        adds(200)
    );
    let sets = ["core.ctas=8", "core.warps=16", "core.cadence=1", "core.issue=4", "core.sps=4", "core.width=32"];
    let spec = one_core(&[&sets[..], &["pipeline.collector=none", "fetch.width=8", "fetch.buffer=16"]].concat());
    let case = Case::new(text, &[(32, 64)]);
    let made = case.run(|session| watched(&spec, "vt-load", session, &Options::default(), |_, _| {}));
    made.unwrap_or_else(|why| panic!("{first} and {second} registers: {why}")).0
}

#[test]
fn registers_are_counted_before_the_last_warp_stops() {
    let runs = [0, 40].into_iter().flat_map(|first| (first..first + 6).map(move |second| (first, second)));
    let swaps: u64 = runs.map(|(first, second)| stop_beside_busy_ctas(first, second).get("vt.swaps").unwrap()).sum();
    assert!(swaps > 20, "{swaps} swaps");
}
