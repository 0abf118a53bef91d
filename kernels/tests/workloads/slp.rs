//! The programs of SLP's study: they have the sizes that the paper has.

use heddle_kernel::launch::{Description, LaunchError, Planned, Shape};
use heddle_workloads::Workload;

/// Returns the CTAs of each launch of a workload.
fn ctas(name: &str, scale: &str) -> Vec<u64> {
    let workload = Workload::named(name).unwrap();
    let (file, description) = (workload.file(), Description::read(&workload.file(), workload.launch).unwrap());
    let sizes = description.sizes(&file, scale).unwrap();
    let mut found = vec![];
    let visit = |launch: Planned| {
        let Shape::Grid(grid, _) = launch.shape else { panic!("a grid") };
        found.push(grid.iter().map(|&n| u64::from(n)).product());
        Ok::<(), LaunchError>(())
    };
    description.launches(&file, &sizes, visit).unwrap();
    found
}

#[test]
fn grids_of_the_study_are_as_large_as_the_papers() {
    assert_eq!(ctas("bp", "slp"), [65536 / 16; 2]);
    assert_eq!(ctas("lps", "slp"), [4 * 25]);
    assert_eq!(ctas("bfs_ispass", "study"), [65536 / 256; 10]);
}
