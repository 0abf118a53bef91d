//! Table II of VT: the paper's applications, their classes, and the workloads of this project that
//! stand for them.

use crate::figure::study::subjects::{self, Subject, subject as of};

/// The paper's class of an application on Fermi, by the limit that is reached first (III).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Type-S: the scheduling limit is reached first.
    Scheduling,
    /// Type-C: the capacity limit is reached first.
    Capacity,
}

use Class::{Capacity, Scheduling};

impl Class {
    /// Returns the letter of the class: S or C.
    pub fn letter(self) -> &'static str {
        match self {
            Scheduling => "S",
            Capacity => "C",
        }
    }
}

/// An application of the VT paper, and the workload that stands for it.
pub type Application = Subject<Class>;

/// All applications; within a class the longest runs are last, so that an interrupted study has
/// more of them done.
const APPLICATIONS: [Application; 35] = [
    of("VA", "va", Scheduling),
    of("RD", "reduct", Scheduling),
    of("CP", "cp", Scheduling),
    of("2D", "conv2d", Scheduling),
    of("DC", "dc", Scheduling),
    of("CT", "ct", Scheduling),
    of("FD", "fd", Scheduling),
    of("FT", "ft", Scheduling),
    of("ND", "nw", Scheduling),
    of("HI", "hi", Scheduling),
    of("TF", "tf", Scheduling),
    of("CS", "cs", Scheduling),
    of("BP", "bp", Scheduling),
    of("GA", "gau", Scheduling),
    of("PF", "pf", Scheduling),
    of("DW", "dw", Scheduling),
    of("BF", "bfs", Scheduling),
    of("SN", "sn", Scheduling),
    of("SP", "asian", Capacity),
    of("BT", "btree", Capacity),
    of("BS", "bs", Capacity),
    of("BO", "binom", Capacity),
    of("EV", "eigen", Capacity),
    of("HS", "hotsp", Capacity),
    of("HW", "hw", Capacity),
    of("LE", "le", Capacity),
    of("LM", "lavamd", Capacity),
    of("MM", "mm", Capacity),
    of("MS", "mgst", Capacity),
    of("MUM", "mum", Capacity),
    of("QRG", "qsrdm", Capacity),
    of("RAY", "ray", Capacity),
    of("SRAD", "srad", Capacity),
    of("NN", "digits", Capacity),
    of("S2K", "syr2k", Capacity),
];

impl subjects::Class for Class {
    const KIND: &'static str = "application";
    const TABLE: &'static str = "VT's table II";
    const SUBJECTS: &'static [Application] = &APPLICATIONS;
    const OWN_SCALE: Option<&'static str> = Some("vt");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_the_paper_has() {
        let named = Application::named;
        let of_class = |class| APPLICATIONS.iter().filter(|it| it.class == class).count();
        assert_eq!((of_class(Scheduling), of_class(Capacity)), (18, 17));
        for it in &APPLICATIONS {
            assert_eq!((named(it.name), named(it.folder)), (Some(it), Some(it)));
        }
        assert_eq!(named("lps"), None);
    }
}
