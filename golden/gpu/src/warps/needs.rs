//! The resources that a CTA needs of a core, and the reasons for which a core cannot hold it.

use crate::microop::Program;

/// Shape and needs of a CTA that is to be placed on a core.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CtaNeeds<'a> {
    pub program: &'a Program,
    /// Number of threads of each warp.
    pub threads: &'a [u32],
    /// Number of threads of a whole warp.
    pub warp_size: u32,
    /// Bytes of shared memory of the CTA.
    pub shared: u64,
}

/// Reason why a kernel can never run on a core, even on an empty one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unfit {
    /// A core has less of something than one CTA needs.
    #[error("a CTA needs {needed} {what}, and a core has {there}: set {key} to {needed} or more")]
    Core { what: &'static str, key: &'static str, needed: u64, there: u64 },
    /// An instruction of the lane cannot name all words of a warp.
    #[error(
        "a warp needs {vectors} vector and {scalars} scalar words, and register indices have {bits} bits: \
         policies of conventional cores, such as `simt`, can run it"
    )]
    Indices { vectors: u32, scalars: u32, bits: u32 },
    /// The lanes of an empty core have no room for a CTA.
    #[error(
        "a CTA has {warps} warps, of {needed} rows of registers each, \
         and {lanes} lanes have {slots} slots and {rows} rows each: {} is too small",
        if *warps > *lanes * *slots { "core.warps" } else { "core.registers" }
    )]
    Lanes { warps: usize, needed: u32, lanes: usize, slots: usize, rows: u32 },
    /// A number of the GPU is not a multiple of what its lanes need.
    #[error("{key} = {value} is not a multiple of {by}, {what}")]
    Multiple { key: &'static str, value: u32, by: u32, what: &'static str },
    /// The configuration of the lane is not legal.
    #[error("the configuration of the lanes is not possible: {0} (threads: core.warp_size, lines: core.registers)")]
    Lane(#[from] heddle_contract::ConfigError),
    /// A core of lanes holds fewer warps than a core of the GPU must.
    #[error("core.warps = {warps}, and a core of lanes holds at most {most} warps")]
    Warps { warps: u32, most: u32 },
    /// The kernel cannot be planned.
    #[error(transparent)]
    Program(#[from] crate::microop::Unplanned),
}
