//! The programs of VWS's figures by class (VWS 1, 5), the workloads that stand for them, and all
//! other workloads, for figures 1a, 8 and 19.

use crate::figure::study::subjects::{self, Subject, subject as of};

/// The class of a program by the effect of smaller warps on its speed (VWS 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Programs that smaller warps make faster.
    Divergent,
    /// Programs that smaller warps make slower.
    Convergent,
    /// Programs whose speed does not depend on the warp size.
    Insensitive,
    /// Programs that are in none of the paper's figures of fifteen programs.
    Other,
}

use Class::{Convergent, Divergent, Insensitive, Other};

impl Class {
    /// The classes of the fifteen programs, in the paper's order.
    pub const ALL: [Class; 3] = [Divergent, Convergent, Insensitive];

    /// Returns the name of the class.
    pub fn name(self) -> &'static str {
        match self {
            Divergent => "divergent",
            Convergent => "convergent",
            Insensitive => "insensitive",
            Other => "other",
        }
    }
}

/// A program of VWS's figures, and the workload that stands for it, with the class that its speed
/// at warps of 4 over that at warps of 32 gives it (D231).
pub type Program = Subject<Class>;

const fn other(folder: &'static str) -> Program {
    of(folder, folder, Other)
}

/// All programs; the fifteen of the figures are first.
const PROGRAMS: [Program; 64] = [
    of("CoMD", "comd", Divergent),
    of("Lighting", "light", Divergent),
    of("GamePhysics", "gphys", Divergent),
    of("ObjClassifier", "objclass", Divergent),
    of("Raytracing", "ray", Divergent),
    of("AES", "aes", Convergent),
    of("CS", "cs", Convergent),
    of("3DFD", "fd3d", Convergent),
    of("FT", "ft", Convergent),
    of("MM", "mm", Convergent),
    of("Game 1", "game1", Insensitive),
    of("Game 2", "game2", Insensitive),
    of("Radix Sort", "radix", Insensitive),
    of("BS", "bs", Insensitive),
    of("CP", "cp", Insensitive),
    other("aossort"),
    other("asian"),
    other("bfs"),
    other("binom"),
    other("bitonic"),
    other("bp"),
    other("btree"),
    other("conv2d"),
    other("ct"),
    other("dc"),
    other("dg"),
    other("digits"),
    other("dot"),
    other("dw"),
    other("dxtc"),
    other("eigen"),
    other("fd"),
    other("fdtd3d"),
    other("gau"),
    other("hi"),
    other("hotsp"),
    other("hw"),
    other("idct"),
    other("kmeans"),
    other("lavamd"),
    other("le"),
    other("libor"),
    other("lps"),
    other("lud"),
    other("mandel"),
    other("mc"),
    other("mgst"),
    other("mum"),
    other("nn"),
    other("nw"),
    other("pf"),
    other("qsrdm"),
    other("reduct"),
    other("sclust"),
    other("sn"),
    other("sobflt"),
    other("spmv"),
    other("spmv_lp22"),
    other("srad"),
    other("sssp"),
    other("sto"),
    other("syr2k"),
    other("va"),
    other("vis"),
];

/// Workloads that rely on the threads of a warp of 32: no other warp size runs them.
#[cfg(test)]
const WARPS_OF_32: [&str; 4] = ["bwc", "pr", "spmv_vector", "tf"];

/// Workloads that stand for a program of another paper's study alone, beside one of those above.
#[cfg(test)]
const OF_ANOTHER_ALONE: [&str; 7] =
    ["aes_ispass", "bfs_ispass", "bp_rodinia", "hotsp_rodinia", "mandel_grid", "mum_ispass", "sto_ispass"];

impl subjects::Class for Class {
    const KIND: &'static str = "program";
    const TABLE: &'static str = "the VWS study";
    const SUBJECTS: &'static [Program] = &PROGRAMS;
    const OWN_SCALE: Option<&'static str> = Some("vws");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_of_each_class_and_every_workload_that_any_warp_size_runs() {
        for class in Class::ALL {
            assert_eq!(PROGRAMS.iter().filter(|it| it.class == class).count(), 5);
        }
        let left_out = [&WARPS_OF_32[..], &OF_ANOTHER_ALONE].concat();
        let all = heddle_workloads::regular().map(|it| it.name).filter(|name| !left_out.contains(name));
        let mut all: Vec<&str> = all.collect();
        let mut listed: Vec<&str> = PROGRAMS.iter().map(|it| it.folder).collect();
        all.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, all);
    }
}
