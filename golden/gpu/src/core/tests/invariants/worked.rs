//! Worked examples to the cycle: contexts and swaps, and the owner of memory while it is saturated.

use std::sync::{Arc, Mutex};

use heddle_contract::vtc::{In, Out};
use heddle_golden::Device;
use heddle_golden::vtc::Vtc;

use super::watched::{Look, Verdict};
use super::*;
use crate::base::GridContext;
use crate::core::SlottedCore;
use crate::datapath::Simt;
use crate::formation::Fixed;
use crate::measure::profile::Gauge;
use crate::memory::LoadPath;
use crate::microop::Program;
use crate::residency::Direct;

/// Inputs and outputs of a controller, cycle by cycle.
type Trace = Arc<Mutex<Vec<(In, Out)>>>;

/// A controller whose inputs and outputs are recorded.
struct Traced(Judge, Trace);

impl Device<Vtc> for Traced {
    fn peek(&mut self, o: &mut Out) {
        self.0.peek(o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        self.0.step(i, o);
        self.1.lock().unwrap().push((i.clone(), o.clone()));
    }
}

impl Judged for Traced {
    const SHOWS_ITS_STATE: bool = true;
    fn judge(&self) -> &Judge {
        &self.0
    }
}

/// Returns a kernel around a body, in which `%d5` is the address of a word of the table, the next
/// thread's in the next word.
fn kernel(body: &str) -> String {
    format!(
        ".version 7.0\n.target sm_70\n.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in, .param .u64 sums)
{{
.reg .pred %p<3>; .reg .b32 %r<30>; .reg .b64 %d<9>;
ld.param.u64 %d1, [in];
mov.u32 %r20, %tid.x; mov.u32 %r21, %ctaid.x; mov.u32 %r22, %ntid.x; mad.lo.u32 %r23, %r21, %r22, %r20;
mul.wide.u32 %d5, %r23, 4; add.u64 %d5, %d1, %d5;
{body}
}}
"
    )
}

/// Returns the ports of the controller while CTAs of `warps` warps each load twice from memory; one
/// CTA is active at a time.
fn trace(warps: u32) -> Vec<(In, Out)> {
    let work: String = (0..60).map(|n| format!("add.u32 %r{}, %r{}, 1;\n", 3 + n % 4, 3 + n % 4)).collect();
    let load = |at: u32, r: u32| format!("ld.global.u32 %r{r}, [%d5+{at}]; add.u32 %r{}, %r{r}, 1;\n", r + 10);
    let case = Case::new(kernel(&(load(0, 1) + &work + &load(32768, 2) + &work)), &[(3, 32 * warps)]);
    let sets = [&format!("core.warps={warps}"), "core.schedulers=1", "core.ctas=1", "core.cadence=1", "l1.mshrs=64"];
    let spec = one_core(&sets.map(|set: &str| set));
    let policy = Policy::named("vt-plain").unwrap();
    let CoreKind::Threads(kind) = policy.core else { panic!("it is conventional") };
    let cfg = virtual_threads::config(&spec, false).unwrap();
    let trace = Trace::default();
    let unit = Traced(Judge::new(&cfg, |_, _| {}), trace.clone());
    let options = Options { skip: false, ..Options::default() };
    case.run(|session| on_watched(&spec, &policy, (&cfg, kind), vec![unit], session, &options)).unwrap();
    std::mem::take(&mut *trace.lock().unwrap())
}

/// Beats of contexts, and cycles between a mark and the first cycle of the CTA that comes instead:
/// W + T + 1, for a fresh one W. Then its instructions come: 4 cycles of fetching.
#[test]
fn contexts_and_swaps_by_hand() {
    for (warps, beats, cycles) in [(1, 2, 4), (2, 3, 6), (4, 6, 11), (8, 11, 20), (16, 21, 38), (32, 41, 74)] {
        let trace = trace(warps);
        let (mut fresh, mut back) = (0, 0);
        for now in 1..trace.len() {
            let at = |cycle: usize| &trace[cycle].1;
            if !at(now).copy_valid || at(now - 1).copy_valid {
                continue;
            }
            let gone = now + warps as usize;
            assert!(at(gone - 1).copy_valid && at(gone).invalidate_valid, "{warps} warps are copied in as many cycles");
            let comes = (gone..).find(|&cycle| at(cycle).activate_valid).unwrap();
            // the last stall came in the cycle before, or the CTA that comes was not ready by then
            let marked = now - 1;
            if at(comes).activate_fresh {
                assert_eq!(comes - marked - 1, warps as usize, "a fresh CTA of {warps} warps");
                assert!(trace[marked].0.stall_valid && at(marked).marked == 0);
                fresh += 1;
                continue;
            }
            assert_eq!(comes - marked - 1, cycles, "a CTA of {warps} warps that comes back");
            assert_eq!((gone..comes).filter(|&cycle| at(cycle).mem_valid).count(), beats, "{warps} warps");
            let issues = (comes..).find(|&cycle| trace[cycle].0.issue_valid).unwrap();
            assert_eq!(issues - comes, 4, "{warps} warps: instructions are fetched");
            back += 1;
        }
        assert!(fresh >= 1 && back >= 1, "{warps} warps: {fresh} fresh CTAs came for others, {back} came back");
    }
}

/// Recorder of the loads that warps issue, with their cycles.
struct Loads(Vec<u32>, Arc<Mutex<Vec<(u64, usize)>>>);

impl Look<SlottedCore<Direct, Fixed<1>, Simt, 1>> for Loads {
    fn look(
        &mut self,
        core: &mut SlottedCore<Direct, Fixed<1>, Simt, 1>,
        now: u64,
        _: &GridContext,
        _: &Program,
    ) -> Verdict {
        for (number, before) in self.0.iter_mut().enumerate() {
            let is = core.chassis.contexts.warps[number].as_ref().map_or(0, |warp| warp.outstanding_global);
            if is > *before {
                self.1.lock().unwrap().push((now, number));
            }
            *before = is;
        }
        Ok(())
    }
}

/// Returns the loads of a case's warps under Mascar's queue, with an owner of memory if `owner` is
/// set.
fn issued(case: &Case, sets: &[&str], owner: bool) -> Vec<(u64, usize)> {
    let spec =
        one_core(&[&["core.schedulers=1", "core.warps=2", "pipeline.collector=none", "core.width=32"], sets].concat());
    let log = Arc::default();
    let loads = Loads(vec![0; 2], Arc::clone(&log));
    let (formation, datapath) = (Fixed::new(&spec.core, 2), Simt::new(&spec, false, 2));
    let core = SlottedCore::new(&spec, 0, Gauge::default(), Direct::new(&spec), formation, datapath);
    let core = core.with_loads(&spec, LoadPath::Queue { entries: 60 }, false);
    let core = if owner { core.with_priority(spec.mascar.saturated) } else { core };
    let (policy, options) = (Policy::named("mascar").unwrap(), Options::default());
    case.run(|session| on_cores(&spec, &policy, spec.core.warp_size, vec![Watched(core, loads)], session, &options))
        .unwrap();
    std::mem::take(&mut *log.lock().unwrap())
}

/// Returns the loads of two warps, three each and then a use, in turns of 16 cycles, in which L1
/// sees a load in the turn after its issue.
fn loads(owner: bool) -> Vec<(u64, usize)> {
    let load = |n: u32| format!("ld.global.u32 %r{n}, [%d5+{}];\n", 8192 * n);
    let case = Case::new(
        kernel(&format!("{}{}{}add.u32 %r4, %r1, %r2; add.u32 %r4, %r4, %r3;", load(1), load(2), load(3))),
        &[(1, 64)],
    );
    issued(&case, &["core.cadence=16", "l1.latency=15", "mascar.saturated=2"], owner)
}

/// Two lines are in flight in turn 4: w1 owns memory until it needs its loads.
#[test]
fn one_warp_owns_saturated_memory() {
    let turns = |loads: &[(u64, usize)]| -> Vec<u64> { loads.iter().map(|load| (load.0 - loads[0].0) / 16).collect() };
    let warps = |loads: &[(u64, usize)]| -> Vec<usize> { loads.iter().map(|load| load.1 ^ loads[0].1).collect() };
    let plain = loads(false);
    assert_eq!((turns(&plain), warps(&plain)), (vec![0, 1, 2, 3, 4, 5], vec![0, 1, 0, 1, 0, 1]));
    let owned = loads(true);
    assert_eq!((turns(&owned), warps(&owned)), (vec![0, 1, 2, 3, 4, 5], vec![0, 1, 0, 1, 1, 0]));
}

/// w0 loads, owns memory with its store, and computes: w1 does not access memory before the line
/// has arrived.
#[test]
fn who_does_not_own_saturated_memory_waits() {
    let rounds =
        |n: u32| format!("mov.u32 %r9, {n}; L{n}: sub.u32 %r9, %r9, 1; setp.ne.u32 %p2, %r9, 0; @%p2 bra L{n};\n");
    let (before, behind, other) = (rounds(1), rounds(20), rounds(5));
    for access in ["ld.global.u32 %r3, [%d5+24576];", "st.global.u32 [%d5], %r23;"] {
        let text = kernel(&format!(
            "setp.ge.u32 %p1, %r20, 32; @%p1 bra OTHER;
ld.global.u32 %r1, [%d5];
{before}st.global.u32 [%d5+8192], %r23;
{behind}add.u32 %r4, %r1, 1; exit;
OTHER: {other}{access}"
        ));
        let sets = ["core.cadence=1", "mascar.saturated=1", "l1.latency=5", "fetch.instruction=4"];
        let log = issued(&Case::new(text, &[(1, 64)]), &sets, true);
        let [(load, 0), (store, 0), (access_at, 1)] = log[..] else { panic!("{access}: {log:?}") };
        let (store, access_at) = (store - load, access_at - load);
        assert!(
            store < 200 && access_at > 400,
            "{access}: the store came after {store} cycles, the access after {access_at}"
        );
    }
}

/// CTA 0 owns memory with its store, and ends with nothing in flight while CTA 1 has a line in
/// flight: CTA 1 loads again before the line arrives.
#[test]
fn a_warp_that_has_ended_owns_no_memory() {
    let rounds =
        |n: u32| format!("mov.u32 %r9, {n}; L{n}: sub.u32 %r9, %r9, 1; setp.ne.u32 %p2, %r9, 0; @%p2 bra L{n};\n");
    let (before, behind, between) = (rounds(1), rounds(3), rounds(7));
    let text = kernel(&format!(
        "setp.eq.u32 %p1, %r21, 1; @%p1 bra LOADS;
{before}st.global.u32 [%d5], %r23;
{behind}exit;
LOADS: ld.global.u32 %r1, [%d5];
{between}ld.global.u32 %r2, [%d5+8192]; add.u32 %r1, %r1, %r2;"
    ));
    let log = issued(
        &Case::new(text, &[(2, 32)]),
        &["core.cadence=1", "mascar.saturated=1", "fetch.instruction=4", "l1.latency=5"],
        true,
    );
    let loads: Vec<u64> = log.iter().filter(|(_, warp)| *warp == 1).map(|(now, _)| *now).collect();
    let [first, second] = loads[..] else { panic!("two loads: {log:?}") };
    assert!(second - first < 400, "the second load came after {} cycles", second - first);
}

/// Warps have a barrier's result to write before they need their loads: until then they are not
/// stalled.
#[test]
fn a_warp_with_a_barrier_result_to_write_is_not_stalled() {
    let text = kernel(
        "ld.global.u32 %r1, [%d5]; setp.lt.u32 %p1, %r20, 5;
bar.red.popc.u32 %r9, 0, %p1; add.u32 %r2, %r1, %r9;",
    );
    let spec = one_core(&["core.warps=16", "core.ctas=1", "core.schedulers=1"]);
    let made = Case::new(text, &[(3, 512)])
        .run(|session| watched(&spec, "vt", session, &Options::default(), |_, _| {}))
        .unwrap_or_else(|why| panic!("{why}"))
        .0;
    let [marks, wakes] = ["vt.marks", "vt.stopped"].map(|counter| made.get(counter).unwrap());
    assert_eq!((marks, wakes), (3, 0));
}
