//! P-branches and D-branches of the workloads: static analysis against the branches of a run.

use heddle_kernel::analysis::{Branches, Executed, Flow, Kind, Traced};
use heddle_kernel::compile::{Registers, Scalarization, scalars};
use heddle_kernel::execute::{Issue, Observer, Options, Warp};
use heddle_kernel::launch::{Description, Session};
use heddle_workloads::WORKLOADS;

/// Two observers of one run, in one.
struct Both(Traced, Executed);

impl Observer for Both {
    fn issue(&mut self, issue: &Issue, warp: &Warp, image: &heddle_kernel::execute::Image) {
        self.0.issue(issue, warp, image);
        self.1.issue(issue, warp, image);
    }
}

#[test]
fn the_text_covers_the_run() {
    let (mut programmable, mut data) = (0, 0);
    for workload in WORKLOADS {
        let module = heddle_kernel::read(&workload.module(), workload.ptx).unwrap_or_else(|error| panic!("{error}"));
        let description = Description::read(&workload.file(), workload.launch).expect("a description");
        let session = Session::new(&workload.file(), &module, &description, "test", Some(workload.host));
        let mut both = Both(Traced::new(&module), Executed::new(&module));
        let ran = session.and_then(|mut s| s.run(Registers::default(), &Options::default(), &mut both));
        ran.unwrap_or_else(|error| panic!("{error}"));
        let branches: Vec<Branches> = module.functions.iter().map(|f| Branches::of(&module, f, &Flow::of(f))).collect();
        for (f, i, tally) in both.0.iter() {
            let kind = branches[f.0 as usize].kind(i).expect("it was executed");
            let line = module.source.place(module.functions[f.0 as usize].code[i as usize].at.start).line;
            assert!(tally.data == 0 || kind == Kind::Data, "{}:{line}: {tally:?}", workload.name);
            programmable += tally.divergent_programmable;
            data += tally.divergent_data;
        }
        // what is scalar statically is executed, and more of it by the new algorithm
        let share =
            |which| both.1.share(&module.functions.iter().map(|f| scalars(&module, f, which)).collect::<Vec<_>>());
        let [none, restricted, all] = [Scalarization::None, Scalarization::Restricted, Scalarization::All].map(share);
        assert!(none == 0.0 && 0.0 < restricted && restricted <= all && all < 1.0, "{}", workload.name);
    }
    assert!(programmable > 0 && data > 0, "P-branches and D-branches part warps");
}
