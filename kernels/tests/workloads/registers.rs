//! Every workload with its registers allocated, as on the GPU: its outputs are right, and the
//! instructions beside those of the text are known and few.

use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::execute::{Image, Issue, Observer, Options, Unobserved, Warp};
use heddle_workloads::{WORKLOADS, Workload};

/// Counts of executed instructions, once for each thread that took part.
#[derive(Debug, Default, Clone, Copy)]
struct Counted {
    executed: u64,
    /// Instructions of the text that the executed ones stand for.
    text: u64,
    /// Executed instructions that stand for none of the text.
    added: u64,
}

impl Observer for Counted {
    fn issue(&mut self, issue: &Issue, _: &Warp, image: &Image) {
        let code = &image.module.functions[issue.function.0 as usize].code;
        let Some(instruction) = code.get(issue.instruction as usize) else { return };
        let threads = u64::from(issue.mask.count_ones());
        self.executed += threads;
        self.text += threads * u64::from(instruction.stands_for);
        self.added += if instruction.stands_for == 0 { threads } else { 0 };
    }
}

fn judge(workload: &Workload) -> Counted {
    let run = |scalars, allocated| {
        workload.with("test", |session| {
            let mut counted = Counted::default();
            let options = Options { check_scalars: true, ..Options::default() };
            let ran = session.run(Registers { scalars, allocated }, &options, &mut counted);
            ran.unwrap_or_else(|error| panic!("{}, {scalars:?}, {allocated:?}: {error}", workload.name));
            let wrong = session.check().expect("it can be checked");
            assert!(wrong.is_empty(), "{}, {scalars:?}: {}", workload.name, wrong[0]);
            counted
        })
    };
    let plain = workload.with("test", |session| {
        let ran = session.run(Registers::default(), &Options::default(), &mut Unobserved);
        ran.expect("our own workload runs").thread_instructions
    });
    let [none, all] = [Scalarization::None, Scalarization::All].map(|scalars| run(scalars, Allocated::Rewritten));
    assert_eq!((none.executed, none.text), (all.executed, all.text), "{}", workload.name);
    assert_eq!(none.text, plain, "{}", workload.name);
    let unchanged = run(Scalarization::All, Allocated::Unchanged);
    assert_eq!((unchanged.executed, unchanged.text, unchanged.added), (plain, plain, 0), "{}", workload.name);
    none
}

#[test]
fn what_is_executed_beside_the_text_is_known_and_little() {
    let (mut executed, mut added) = (0, 0);
    for workload in WORKLOADS {
        let counted = judge(workload);
        let share = |part: u64| 100.0 * part as f64 / counted.executed as f64;
        let Counted { executed: all, text, added: more } = counted;
        println!("{:12} {all:10} executed, {text:10} of the text, {:5.2} % added", workload.name, share(more));
        executed += counted.executed;
        added += counted.added;
    }
    println!("{added} of {executed} added");
    assert!(50 * added <= executed, "{added} of {executed} thread instructions are added");
}
