//! Every workload: what it computes, at every warp size, with and without scalarization and
//! allocation.

use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::execute::{Options, Unobserved};
use heddle_kernel::launch::{Buffers, Description, RunError, Session, Wrong};
use heddle_kernel::program::Module;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_workloads::{WORKLOADS, Workload};

use crate::length::some;

const WARP_SIZES: [u32; 4] = [4, 8, 16, 32];
const ALLOCATED: [Allocated; 3] = [Allocated::No, Allocated::Unchanged, Allocated::Rewritten];
const SCALARIZATIONS: [Scalarization; 3] = [Scalarization::None, Scalarization::Restricted, Scalarization::All];

struct Read<'a> {
    workload: &'a Workload,
    module: Module,
    description: Description,
}

fn read(workload: &Workload) -> Read<'_> {
    let module = heddle_kernel::read(&workload.module(), workload.ptx).unwrap_or_else(|error| panic!("{error}"));
    let description = Description::read(&workload.file(), workload.launch).unwrap_or_else(|error| panic!("{error}"));
    Read { workload, module, description }
}

impl Read<'_> {
    /// What comes out, and what is wrong with it. Every value of a scalar register is compared
    /// between the threads.
    fn run(&self, warp_size: u32, registers: Registers) -> Result<(Buffers, Vec<Wrong>), RunError> {
        let Read { workload, module, description } = self;
        let mut session = Session::new(&workload.file(), module, description, "test", Some(workload.host))?;
        let options = Options { warp_size, check_scalars: true, ..Options::default() };
        session.run(registers, &options, &mut Unobserved)?;
        Ok((session.contents(), session.check()?))
    }

    /// Runs in every way that it permits, and returns what is wrong.
    fn judge(&self) -> Result<(), String> {
        let name = &self.description.name;
        if self.description.expect.is_empty() {
            return Err(format!("{name} expects nothing"));
        }
        let mut first: Option<Buffers> = None;
        let kinds = SCALARIZATIONS.map(|scalars| ALLOCATED.map(|allocated| Registers { scalars, allocated }));
        let kinds = kinds.as_flattened();
        for (warp_size, &registers) in some(5, WARP_SIZES.iter().flat_map(|&size| kinds.iter().map(move |k| (size, k))))
        {
            let way = format!("{name}, warps of {warp_size}, {registers:?}");
            match self.run(warp_size, registers) {
                Err(RunError::WarpSynchronous { name: refused, .. }) => {
                    if !self.description.warp_synchronous || warp_size == 32 || refused != *name {
                        return Err(format!("{way}: refused"));
                    }
                }
                Err(error) => return Err(format!("{way}: {error}")),
                Ok((_, wrong)) if !wrong.is_empty() => return Err(format!("{way}: {}", wrong[0])),
                Ok((contents, _)) => {
                    let free = self.description.racy || self.description.sums_floats_atomically;
                    if !free && first.as_ref().is_some_and(|first| *first != contents) {
                        return Err(format!("{way}: another result than the first"));
                    }
                    first.get_or_insert(contents);
                }
            }
        }
        Ok(())
    }
}

#[test]
fn results_are_those_of_the_host_in_every_way() {
    let wrong: Vec<String> =
        in_parallel(processors(), WORKLOADS, |workload| read(workload).judge().err()).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_list_is_what_the_papers_name() {
    let names: Vec<String> = WORKLOADS.iter().map(|workload| read(workload).description.name).collect();
    let wanted = [
        "BFS", "BWC", "BP", "CP", "GAU", "HOTSP", "LIB", "LPS", "LUD", "MGST", "MUM", "NN", "NW", "PR", "RAY", "STO",
        "AES", "DG", "IDCT", "MC", "VIS", "BITONIC", "3DFD", "QSRDM", "SOBFLT", "HI", "SN", "VA", "MM", "BS", "2D",
        "CS", "CT", "DC", "DW", "FD", "FT", "PF", "TF", "HW", "DIGITS", "LE", "MANDEL", "SPMV",
    ];
    let missing: Vec<&&str> = wanted.iter().filter(|name| !names.iter().any(|n| n == **name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // enough of them run at every warp size
    let any_size = WORKLOADS.iter().filter(|workload| {
        let Description { warp_synchronous, racy, sums_floats_atomically, .. } = read(workload).description;
        !warp_synchronous && !racy && !sums_floats_atomically
    });
    assert!(any_size.count() >= 25);
    for workload in WORKLOADS {
        let description = read(workload).description;
        let file = workload.file();
        for scale in ["test", "paper"] {
            description.sizes(&file, scale).unwrap_or_else(|error| panic!("{error}"));
        }
        assert!(!description.divergence.is_empty() && !description.title.is_empty(), "{file} says too little");
    }
}

/// A check that cannot fail is none: one changed element of any expected buffer is seen.
#[test]
fn a_wrong_result_is_seen() {
    for workload in WORKLOADS.iter().take(10) {
        let Read { module, description, .. } = read(workload);
        let mut session = Session::new(&workload.file(), &module, &description, "test", Some(workload.host)).unwrap();
        session.run(Registers::default(), &Options::default(), &mut Unobserved).unwrap();
        assert_eq!(session.check().unwrap(), []);
        let expect = &description.expect[0];
        let name = expect.buffer.as_ref().or(expect.symbol.as_ref()).unwrap();
        let (address, bytes) = session.memory.symbol(name).unwrap();
        let mut held = session.memory.read(address, bytes).unwrap().to_vec();
        // the exponent or the upper bits of the last element
        *held.last_mut().unwrap() ^= 0x5a;
        session.memory.write(address, &held).unwrap();
        assert_eq!(session.check().unwrap().len(), 1, "{}", workload.name);
    }
}
