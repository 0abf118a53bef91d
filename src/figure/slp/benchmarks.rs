//! Table 1 of SLP: the paper's benchmarks, and the workloads of this project that stand for them.

use crate::figure::study::subjects::{Class, Subject, subject};

/// Whether a benchmark has divergent D-branches in the paper (6.1, 6.3; four of the nine by
/// elimination).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DBranches(pub bool);

/// A benchmark of the SLP paper, and the workload that stands for it.
pub type Benchmark = Subject<DBranches>;

const fn of(name: &'static str, folder: &'static str, data: bool) -> Benchmark {
    subject(name, folder, DBranches(data))
}

/// All benchmarks, in the paper's order.
const BENCHMARKS: [Benchmark; 18] = [
    of("BACKP", "bp", false),
    of("LPS", "lps", false),
    of("BFS", "bfs_ispass", true),
    of("MUM", "mum_ispass", true),
    of("BITONIC", "bitonic", true),
    of("REDUCT", "reduct", false),
    of("MDBROT", "mandel_grid", true),
    of("DXTC", "dxtc", true),
    of("AOSSORT", "aossort", true),
    of("FDTD3D", "fdtd3d", false),
    of("SORTNW", "sn", true),
    of("EIGENVL", "eigen", true),
    of("3DFD", "fd3d", false),
    of("DWTHARR", "dw", false),
    of("QSRDM", "qsrdm", false),
    of("BINOM", "binom", false),
    of("CONVSEP", "cs", false),
    of("SOBFLT", "sobflt", true),
];

/// Benchmarks of figure 15 that the text names (6.3); two of its eight are not named.
const NAMED: [&str; 6] = ["BACKP", "BFS", "MUM", "BITONIC", "DXTC", "EIGENVL"];

impl Benchmark {
    /// Whether the text names the benchmark among those of figure 15.
    pub fn is_named(&self) -> bool {
        NAMED.contains(&self.name)
    }
}

/// Benchmarks with P-branches of which TBC compacts nothing, but the ideal mechanism something
/// (3.3).
pub const UNTAPPED: [&str; 8] = ["BACKP", "LPS", "BITONIC", "REDUCT", "AOSSORT", "FDTD3D", "3DFD", "QSRDM"];
/// Benchmarks whose D-branches TBC compacts poorly (6.1).
pub const POOR: [&str; 5] = ["BITONIC", "MDBROT", "AOSSORT", "SORTNW", "SOBFLT"];
/// Benchmarks of which no divergent branch is ever compactable (figure 6c).
pub const NEVER: [&str; 3] = ["DWTHARR", "BINOM", "CONVSEP"];

impl Class for DBranches {
    const KIND: &'static str = "benchmark";
    const TABLE: &'static str = "SLP's table 1";
    const SUBJECTS: &'static [Benchmark] = &BENCHMARKS;
    // other papers have BACKP, LPS and EIGENVL smaller in their studies (D170, D383)
    const OWN_SCALE: Option<&'static str> = Some("slp");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_the_paper_has() {
        let named = Benchmark::named;
        assert_eq!(BENCHMARKS.iter().filter(|it| it.class.0).count(), 9);
        for it in &BENCHMARKS {
            assert_eq!((named(it.name), named(it.folder)), (Some(it), Some(it)));
            assert!(heddle_workloads::Workload::named(it.folder).is_some());
        }
        assert_eq!(named("va"), None);
        assert!([&UNTAPPED[..], &POOR, &NEVER, &NAMED].concat().iter().all(|name| named(name).is_some()));
    }
}
