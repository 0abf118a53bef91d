//! Tests of the workloads: their properties, and that their checks detect wrong results.

mod branches;
mod divergence;
mod mutants;
mod plans;
mod registers;
mod slp;
mod stsimt;
mod vt;
mod vws;

use heddle_kernel::launch::{Description, LaunchError, Planned, Shape};
use heddle_workloads::Workload;

/// Returns the CTAs of each launch of a workload, and the threads of a CTA.
fn grids(name: &str, scale: &str) -> Vec<[u64; 2]> {
    let workload = Workload::named(name).unwrap();
    let (file, description) = (workload.file(), Description::read(&workload.file(), workload.launch).unwrap());
    let sizes = description.sizes(&file, scale).unwrap();
    let mut found = vec![];
    let visit = |launch: Planned| {
        let Shape::Grid(grid, block) = launch.shape else { panic!("a grid") };
        found.push([grid, block].map(|size| size.iter().map(|&n| u64::from(n)).product()));
        Ok::<(), LaunchError>(())
    };
    description.launches(&file, &sizes, visit).unwrap();
    found
}
