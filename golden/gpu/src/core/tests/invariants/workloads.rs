//! Workloads of which every cycle is checked.

use heddle_workloads::Workload;

use super::*;
use crate::length::some;

fn judged(spec: &Spec, policy: &str, name: &str) -> Run {
    Workload::named(name).unwrap().with("test", |session| {
        let made = run(spec, policy, session, &Options::default());
        let made = made.unwrap_or_else(|why| panic!("{name} under {policy}: {why}"));
        assert_eq!(session.check().unwrap(), vec![], "{name} under {policy}");
        made
    })
}

#[test]
fn every_cycle_of_workloads_is_legal() {
    let mut swaps = 0;
    for (n, name) in some(3, ["bp", "reduct", "dc", "hi", "bfs", "gau", "cp", "tf"].into_iter().enumerate()) {
        let beat = ["vt.beat=256", "vt.beat=512", "vt.beat=1024"][n % 3];
        let depth = ["vt.depth=4", "vt.depth=2", "vt.depth=16", "vt.depth=8"][n % 4];
        swaps += judged(&one_core(&[beat, depth]), VT[n % VT.len()], name).get("vt.swaps").unwrap();
    }
    assert!(swaps > 100, "{swaps} swaps");
}
