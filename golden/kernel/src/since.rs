//! What PTX has and this reader refuses by name, each with the version of PTX that has it first, as
//! the notes in PTX's manual (of version 9.1) state it. NVIDIA's assembler agrees
//! (`tests/reader/since.rs`).

use crate::syntax::tree::{Instruction, Word};

/// The instructions, by the first words of their names; of two that begin alike, the longer stands
/// first.
const INSTRUCTIONS: &[(&str, &str)] = &[
    ("sured", "2.0"),
    ("sust.p", "2.0"),
    ("istypep", "4.0"),
    ("wmma", "6.0"),
    ("mma", "6.4"),
    ("ldmatrix", "6.5"),
    ("cvt.pack", "6.5"),
    ("cp.async.bulk", "8.0"),
    ("cp.reduce.async.bulk", "8.0"),
    ("cp.async", "7.0"),
    ("cp", "7.0"),
    ("mbarrier.try_wait", "7.8"),
    ("mbarrier", "7.0"),
    ("stmatrix", "7.8"),
    ("movmatrix", "7.8"),
    ("mapa", "7.8"),
    ("getctarank", "7.8"),
    ("barrier.cluster", "7.8"),
    ("wgmma", "8.0"),
    ("elect", "8.0"),
    ("st.async", "8.1"),
    ("red.async", "8.1"),
    ("multimem", "8.1"),
    ("tensormap", "8.3"),
    ("tcgen05", "8.6"),
    ("clusterlaunchcontrol", "8.6"),
    ("st.bulk", "8.6"),
];

/// The modifiers and types that no operation here has: an instruction, or none for all; a modifier;
/// and the version. Of several modifiers of an instruction, the one that stands first here counts.
const MODIFIERS: &[(&str, &str, &str)] = &[
    ("txq", "filter_mode", "1.5"),
    ("txq", "addr_mode_0", "1.5"),
    ("txq", "addr_mode_1", "1.5"),
    ("txq", "addr_mode_2", "1.5"),
    ("", "channel_data_type", "2.1"),
    ("", "channel_order", "2.1"),
    ("txq", "force_unnormalized_coords", "2.2"),
    ("tld4", "a2d", "4.3"),
    ("tld4", "cube", "4.3"),
    ("tld4", "acube", "4.3"),
    ("tex", "cube", "3.0"),
    ("tex", "acube", "3.0"),
    ("tex", "2dms", "3.2"),
    ("tex", "a2dms", "3.2"),
    ("txq", "num_mipmap_levels", "4.1"),
    ("txq", "num_samples", "4.1"),
    ("tex", "f16", "4.2"),
    ("tex", "f16x2", "4.2"),
    ("suq", "memory_layout", "4.2"),
    ("txq", "level", "4.3"),
    ("", "tf32", "7.0"),
    ("", "xorsign", "7.2"),
    ("", "shared::cluster", "7.8"),
    ("cvt", "rs", "8.7"),
    ("cvt", "scaled::n2::ue8m0", "9.1"),
    ("cvt", "s2f6x2", "9.1"),
    ("", "e4m3x2", "7.8"),
    ("", "e5m2x2", "7.8"),
    ("", "e2m1x2", "8.6"),
    ("", "e2m3x2", "8.6"),
    ("", "e3m2x2", "8.6"),
    ("", "ue8m0x2", "8.6"),
    ("fence", "mbarrier_init", "8.0"),
    ("min", "relu", "8.0"),
    ("max", "relu", "8.0"),
    ("", "relu", "7.0"),
    ("atom", "v2", "8.1"),
    ("atom", "v4", "8.1"),
    ("atom", "v8", "8.1"),
    ("red", "v2", "8.1"),
    ("red", "v4", "8.1"),
    ("red", "v8", "8.1"),
    ("", "oob", "8.1"),
    ("", "satfinite", "8.1"),
    ("fence", "tensormap::generic", "8.3"),
    ("fence", "sync_restrict::shared::cta", "8.6"),
    ("fence", "sync_restrict::shared::cluster", "8.6"),
];

/// Special registers; a star stands for the rest of a name.
const REGISTERS: &[(&str, &str)] = &[
    ("%pm0_64", "4.0"),
    ("%pm1_64", "4.0"),
    ("%pm2_64", "4.0"),
    ("%pm3_64", "4.0"),
    ("%pm4*", "3.0"),
    ("%pm5*", "3.0"),
    ("%pm6*", "3.0"),
    ("%pm7*", "3.0"),
    ("%pm0", "1.3"),
    ("%pm1", "1.3"),
    ("%pm2", "1.3"),
    ("%pm3", "1.3"),
    ("%envreg*", "2.1"),
    ("%reserved_smem_offset_*", "7.6"),
    ("%clusterid", "7.8"),
    ("%nclusterid", "7.8"),
    ("%cluster_*", "7.8"),
    ("%is_explicit_cluster", "7.8"),
    ("%current_graph_exec", "8.0"),
    ("%aggr_smem_size", "8.1"),
];

/// Directives of a function.
const DIRECTIVES: &[(&str, &str)] =
    &[("reqnctapercluster", "7.8"), ("explicitcluster", "7.8"), ("blocksareclusters", "9.0")];

/// Whether all instructions with this first word are refused.
pub fn is_refused(name: &str) -> bool {
    INSTRUCTIONS.iter().any(|(known, _)| *known == name)
}

/// Returns the name of a refused instruction, and its version.
pub fn instruction(it: &Instruction) -> Option<(&'static str, &'static str)> {
    let words = || std::iter::once(&it.name).chain(&it.words).map(|word| word.text);
    let is = |known: &str| words().take(known.split('.').count()).eq(known.split('.'));
    INSTRUCTIONS.iter().find(|(known, _)| is(known)).copied()
}

/// Returns the refused modifier among those of an instruction, and its version.
pub fn modifier<'a>(name: &str, words: &[Option<Word<'a>>]) -> Option<(Word<'a>, &'static str)> {
    let of = MODIFIERS.iter().filter(|(instruction, ..)| instruction.is_empty() || *instruction == name);
    let mut found = of.filter_map(|(_, known, since)| {
        let word = words.iter().flatten().find(|word| word.text == *known)?;
        Some((*word, *since))
    });
    found.next()
}

/// Returns the version of a refused special register.
pub fn register(name: &str) -> Option<&'static str> {
    let is = |known: &str| known.strip_suffix('*').map_or(name == known, |stem| name.starts_with(stem));
    REGISTERS.iter().find(|(known, _)| is(known)).map(|(_, since)| *since)
}

/// Returns the version of a refused directive.
pub fn directive(name: &str) -> Option<&'static str> {
    DIRECTIVES.iter().find(|(known, _)| *known == name).map(|(_, since)| *since)
}
