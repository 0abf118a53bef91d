//! Results of workloads do not depend on where threads diverge and reconverge: a stack and a
//! program counter per thread leave the same buffers.

use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Divergence, LowestPc, Options, Unobserved, WarpStack};
use heddle_kernel::launch::Buffers;
use heddle_workloads::{WORKLOADS, Workload};

/// The reason why the buffers of a workload may depend on the order of divergence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Why {
    /// Threads of a warp exchange values without a barrier between them: the workload is not run.
    InStep,
    /// Several results are right, and the one that comes out depends on a race: the host checks it.
    Racy,
    /// Floating-point numbers are added atomically, in the order in which threads arrive: the host
    /// compares the sum within a tolerance.
    Sums,
}

/// The workloads whose buffers may differ, and why.
const MAY_DIFFER: &[(&str, Why)] = &[
    ("bwc", Why::InStep),
    ("dot", Why::Sums),
    ("pr", Why::InStep),
    ("spmv_vector", Why::InStep),
    ("sssp", Why::Racy),
    ("tf", Why::InStep),
];

/// The buffers that a workload leaves under one order of divergence. The host must accept them.
fn left<D: Divergence>(workload: &Workload) -> Buffers {
    workload.with("test", |session| {
        let run = session.run_with::<D, _>(Registers::default(), &Options::default(), &mut Unobserved);
        run.unwrap_or_else(|error| panic!("{}: {error}", workload.name));
        assert_eq!(session.check().unwrap(), [], "{}", workload.name);
        session.contents()
    })
}

#[test]
fn both_orders_leave_the_same_buffers() {
    let mut listed = vec![];
    for workload in WORKLOADS {
        let name = workload.name;
        let description = heddle_kernel::launch::Description::read(&workload.file(), workload.launch).unwrap();
        let flags = [description.warp_synchronous, description.racy, description.sums_floats_atomically];
        let why =
            [Why::InStep, Why::Racy, Why::Sums].into_iter().zip(flags).find_map(|(why, flag)| flag.then_some(why));
        listed.extend(why.map(|why| (name, why)));
        if why != Some(Why::InStep) {
            let (stack, lowest) = (left::<WarpStack>(workload), left::<LowestPc>(workload));
            assert!(why.is_some() || stack == lowest, "{name}: other contents");
        }
    }
    assert_eq!(listed, MAY_DIFFER);
}
