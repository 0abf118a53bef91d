//! The sizes of the programs of VT's study: the largest inputs of their suites (DEVIATIONS, D407).

use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Options, Unobserved};
use heddle_kernel::launch::Description;
use heddle_workloads::{WORKLOADS, Workload};

const SCALE: &str = "vt";

/// The programs, and what the largest input has as many of as the scale `paper`, if anything.
const ROWS: [(&str, Option<&str>); 7] = [
    ("conv2d", Some("columns")),
    ("cs", Some("width")),
    ("ct", Some("width")),
    ("dc", Some("width")),
    ("fd", Some("ny")),
    ("gau", Some("n")),
    ("nw", None),
];

#[test]
fn the_largest_inputs_have_the_suites_rows() {
    let description = |workload: &Workload| Description::read(&workload.file(), workload.launch).unwrap();
    let mut sized: Vec<_> = WORKLOADS.iter().filter(|it| description(it).size.contains_key(SCALE)).collect();
    sized.sort_by_key(|it| it.name);
    assert_eq!(sized.iter().map(|it| it.name).collect::<Vec<_>>(), ROWS.map(|(name, _)| name));
    for (workload, (name, row)) in sized.iter().zip(ROWS) {
        let sizes = description(workload).size;
        if let Some(row) = row {
            assert_eq!(sizes[SCALE][row], sizes["paper"][row], "{name}");
        }
    }
}

#[test]
fn their_results_are_right() {
    for (name, _) in ROWS {
        Workload::named(name).unwrap().with(SCALE, |session| {
            session.run(Registers::default(), &Options::default(), &mut Unobserved).unwrap();
            assert_eq!(session.check().unwrap(), [], "{name}");
        });
    }
}
