//! Policies of a vector machine with partitions (SIMT-SIMD IV, V).

use crate::config::spec::{Packing, Vector};

/// Parameters of a vector core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VectorKind {
    /// Whether warps share partitions as the GPU says.
    pub packs: bool,
    /// Whether several partitions run at once, as many as the GPU says.
    pub multiplexes: bool,
    /// Whether launches of warps with sizes of their own are refused, as by a vector machine
    /// without this idea.
    pub regular: bool,
}

const ALL: VectorKind = VectorKind { packs: true, multiplexes: true, regular: false };
const ONE: VectorKind = VectorKind { packs: false, multiplexes: false, ..ALL };

/// Vector cores by name, each with its parameters and a description.
pub(super) const CORES: &[(&str, VectorKind, &str)] = &[
    (
        "simt-simd",
        ALL,
        "warps of any size packed into partitions of wide SIMD registers, several at once (SIMT-SIMD IV)",
    ),
    ("simt-simd-unpacked", VectorKind { packs: false, ..ALL }, "simt-simd, a warp a partition"),
    ("simt-simd-1", ONE, "simt-simd, a warp a partition, one at a time: the vector machine without both ideas"),
    (
        "vector",
        VectorKind { regular: true, ..ONE },
        "simt-simd-1 for regular grids alone: a vector machine and its loop over elements",
    ),
];

/// Entries of the instruction buffer of a single partition.
const ENTRIES: u32 = 4;

impl VectorKind {
    /// Changes the parameters of a vector core to those of the policy.
    pub fn apply(self, vector: &mut Vector) {
        if !self.packs {
            vector.pack = Packing::None;
        }
        if !self.multiplexes {
            (vector.partitions, vector.entries, vector.width) = (1, ENTRIES, 1);
        }
    }
}
