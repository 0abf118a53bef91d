//! What is refused by name, with the version of PTX that has it first. NVIDIA's assembler is asked
//! by `HEDDLE_PTXAS=/path/to/ptxas cargo test --release -p heddle-kernel --test reader -- --ignored
//! ptxas_has --nocapture`.

use heddle_kernel::Problem;

use super::oracle::ptxas_for;
use super::snippet::{lowered_in, module, refused_in, registers};

/// A version of PTX, and a statement that it has first.
const FIRST: &[(&str, &str)] = &[
    ("2.0", "sured.b.add.1d.u32.trap [su, {%s32_0}], %u32_0;"),
    ("4.0", "istypep.texref %pred_0, %u64_0;"),
    ("6.0", "wmma.store.d.sync.row.m16n16k16.f16 [%u64_0], {%b32_0, %b32_1, %b32_2, %b32_3}, 16;"),
    (
        "6.4",
        "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%b32_0,%b32_1,%b32_2,%b32_3}, {%b32_4,%b32_5}, {%b32_6,%b32_7}, {%b32_0,%b32_1,%b32_2,%b32_3};",
    ),
    ("6.5", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%b32_0}, [%u64_0];"),
    ("7.0", "cp.async.ca.shared.global [%u64_0], [%u64_1], 16;"),
    ("8.0", "cp.async.bulk.wait_group 0;"),
    ("8.0", "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%u64_0], [%u64_1], 16;"),
    ("7.0", "mbarrier.init.shared.b64 [%u64_0], 1;"),
    ("7.8", "mbarrier.try_wait.shared.b64 %pred_0, [%u64_0], %b64_0;"),
    ("7.8", "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%u64_0], {%b32_0};"),
    ("7.8", "movmatrix.sync.aligned.m8n8.trans.b16 %b32_0, %b32_1;"),
    ("7.8", "mapa.u64 %u64_0, %u64_1, 0;"),
    ("7.8", "getctarank.u64 %u32_0, %u64_1;"),
    ("8.0", "wgmma.fence.sync.aligned;"),
    ("8.0", "elect.sync %b32_0|%pred_0, -1;"),
    ("8.1", "multimem.red.global.add.u32 [%u64_0], %u32_0;"),
    (
        "8.3",
        "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%u64_0], [%u64_1], 128;",
    ),
    ("8.6", "tcgen05.wait::ld.sync.aligned;"),
    ("8.6", "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%u64_0], [%u64_1];"),
    ("7.8", "barrier.cluster.arrive;"),
    ("8.1", "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%u64_0], %u32_0, [%u64_1];"),
    (
        "8.1",
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%u64_0], %u32_0, [%u64_1];",
    ),
    ("8.6", "st.bulk.shared::cta [%u64_0], %u64_1, 0;"),
    ("6.5", "cvt.pack.sat.u8.s32.b32 %b32_0, %s32_0, %s32_1, 0;"),
    ("2.0", "sust.p.1d.b32.trap [su, {%s32_0}], {%b32_0};"),
    ("7.0", "fma.rn.relu.f16x2 %b32_0, %b32_1, %b32_2, %b32_3;"),
    ("7.0", "fma.rn.relu.bf16 %b16_0, %b16_1, %b16_2, %b16_3;"),
    ("8.0", "max.relu.s32 %s32_0, %s32_1, %s32_2;"),
    ("8.0", "min.relu.s16x2 %b32_0, %b32_1, %b32_2;"),
    ("7.0", "cvt.rn.relu.f16.f32 %b16_0, %f32_1;"),
    ("7.0", "cvt.rna.tf32.f32 %b32_0, %f32_1;"),
    ("8.0", "fence.mbarrier_init.release.cluster;"),
    ("8.3", "fence.proxy.tensormap::generic.release.gpu;"),
    ("8.6", "fence.acquire.sync_restrict::shared::cluster.cluster;"),
    ("7.2", "min.xorsign.abs.f32 %f32_0, %f32_1, %f32_2;"),
    ("7.8", "ld.shared::cluster.u32 %u32_0, [%u64_0];"),
    ("7.8", "cvta.shared::cluster.u64 %u64_0, %u64_1;"),
    ("7.8", "isspacep.shared::cluster %pred_0, %u64_1;"),
    ("7.8", "cvt.rn.satfinite.e4m3x2.f32 %b16_0, %f32_1, %f32_2;"),
    ("7.8", "cvt.rn.f16x2.e4m3x2 %b32_0, %b16_1;"),
    ("7.8", "cvt.rn.satfinite.e5m2x2.f16x2 %b16_0, %b32_1;"),
    ("8.6", "cvt.rn.satfinite.e2m3x2.f32 %b16_0, %f32_1, %f32_2;"),
    ("8.6", "cvt.rn.f16x2.e3m2x2 %b32_0, %b16_1;"),
    ("8.6", "cvt.rz.satfinite.ue8m0x2.f32 %b16_0, %f32_1, %f32_2;"),
    ("8.6", "cvt.rn.bf16x2.ue8m0x2 %b32_0, %b16_1;"),
    ("8.6", "{.reg .b8 q; cvt.rn.satfinite.e2m1x2.f32 q, %f32_1, %f32_2;}"),
    ("8.7", "cvt.rs.f16x2.f32 %b32_0, %f32_1, %f32_2, %b32_3;"),
    ("8.7", "cvt.rs.satfinite.e4m3x4.f32 %b32_0, {%f32_1, %f32_2, %f32_3, %f32_4}, %b32_3;"),
    ("8.7", "cvt.rs.satfinite.e2m1x4.f32 %b16_0, {%f32_1, %f32_2, %f32_3, %f32_4}, %b32_3;"),
    ("8.1", "cvt.rn.satfinite.f16.f32 %b16_0, %f32_1;"),
    ("8.1", "fma.rn.oob.f16 %f16_0, %f16_1, %f16_2, %f16_3;"),
    ("8.1", "atom.global.add.v2.f32 {%f32_0, %f32_1}, [%u64_0], {%f32_2, %f32_3};"),
    ("8.1", "red.global.add.noftz.v4.f16x2 [%u64_0], {%b32_0, %b32_1, %b32_2, %b32_3};"),
    ("1.5", "txq.filter_mode.b32 %b32_0, [tx];"),
    ("1.5", "txq.addr_mode_0.b32 %b32_0, [tx];"),
    ("2.1", "txq.channel_order.b32 %b32_0, [tx];"),
    ("2.1", "txq.channel_data_type.b32 %b32_0, [tx];"),
    ("2.2", "txq.force_unnormalized_coords.b32 %b32_0, [sm];"),
    ("4.1", "txq.num_mipmap_levels.b32 %b32_0, [tx];"),
    ("4.1", "txq.num_samples.b32 %b32_0, [tx];"),
    ("4.2", "suq.memory_layout.b32 %b32_0, [su];"),
    ("2.1", "suq.channel_order.b32 %b32_0, [su];"),
    ("4.3", "txq.level.width.b32 %b32_0, [tx], %b32_1;"),
    ("3.0", "tex.cube.v4.f32.f32 {%f32_0, %f32_1, %f32_2, %f32_3}, [tx, {%f32_0, %f32_1, %f32_2, %f32_3}];"),
    ("3.0", "tex.acube.v4.f32.f32 {%f32_0, %f32_1, %f32_2, %f32_3}, [tx, {%u32_0, %f32_0, %f32_1, %f32_2}];"),
    ("3.2", "tex.2dms.v4.f32.s32 {%f32_0, %f32_1, %f32_2, %f32_3}, [tx, {%s32_0, %s32_1, %s32_2, %s32_3}];"),
    ("3.2", "tex.a2dms.v4.f32.s32 {%f32_0, %f32_1, %f32_2, %f32_3}, [tx, {%s32_0, %s32_1, %s32_2, %s32_3}];"),
    ("4.2", "tex.1d.v4.f16.f32 {%b16_0, %b16_1, %b16_2, %b16_3}, [tx, {%f32_1}];"),
    ("4.2", "tex.1d.v2.f16x2.f32 {%b32_0, %b32_1}, [tx, {%f32_1}];"),
    ("4.3", "tld4.r.a2d.v4.f32.f32 {%f32_0, %f32_1, %f32_2, %f32_3}, [tx, {%u32_0, %f32_0, %f32_1, %f32_2}];"),
    ("4.3", "tld4.r.cube.v4.f32.f32 {%f32_0, %f32_1, %f32_2, %f32_3}, [tx, {%f32_0, %f32_1, %f32_2, %f32_3}];"),
    ("7.8", "mov.u32 %u32_0, %clusterid.x;"),
    ("7.8", "mov.u32 %u32_0, %nclusterid.x;"),
    ("7.8", "mov.u32 %u32_0, %cluster_ctaid.x;"),
    ("7.8", "mov.u32 %u32_0, %cluster_nctarank;"),
    ("7.8", "mov.pred %pred_0, %is_explicit_cluster;"),
    ("8.1", "mov.u32 %u32_0, %aggr_smem_size;"),
    ("8.0", "mov.u64 %u64_0, %current_graph_exec;"),
    ("7.6", "mov.u32 %u32_0, %reserved_smem_offset_begin;"),
    ("1.3", "mov.u32 %u32_0, %pm0;"),
    ("3.0", "mov.u32 %u32_0, %pm4;"),
    ("4.0", "mov.u64 %u64_0, %pm0_64;"),
    ("2.1", "mov.u32 %u32_0, %envreg3;"),
    ("9.1", "cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32 %b16_0, %f32_1, %f32_2, %b16_3;"),
];

#[test]
fn the_version_is_named() {
    let says = |since: &str, statement: &str| match lowered_in(&module(statement)).map_err(|error| error.problem) {
        Err(Problem::Unsupported { what }) if what.ends_with(&format!("(PTX {since})")) => None,
        Err(problem) => Some(format!("{statement}: {problem}")),
        Ok(_) => Some(format!("{statement}: it is read")),
    };
    let others: Vec<String> = FIRST.iter().filter_map(|(since, statement)| says(since, statement)).collect();
    assert!(others.is_empty(), "{others:#?}");
    for (since, directive) in [("7.8", "reqnctapercluster 2"), ("7.8", "explicitcluster"), ("9.0", "blocksareclusters")]
    {
        let text = format!(".version 9.0\n.target sm_90\n.entry k() .{directive} {{ ret; }}\n");
        match refused_in(&text).1 {
            Problem::Unsupported { what } => assert!(what.contains(&format!("(PTX {since})")), "{directive}: {what}"),
            problem => panic!("{directive}: {problem}"),
        }
    }
}

/// Versions of PTX up to that of ptxas 12.9, each with a target that has all of it.
const VERSIONS: &[(&str, &[&str])] = &[
    ("sm_13", &["1.3", "1.4", "1.5"]),
    ("sm_20", &["2.0", "2.1", "2.2", "2.3"]),
    ("sm_30", &["3.0"]),
    ("sm_35", &["3.1", "3.2"]),
    ("sm_50", &["4.0", "4.1"]),
    ("sm_53", &["4.2", "4.3"]),
    ("sm_60", &["5.0"]),
    ("sm_70", &["6.0", "6.1", "6.2"]),
    ("sm_75", &["6.3", "6.4", "6.5"]),
    ("sm_80", &["7.0"]),
    ("sm_86", &["7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7"]),
    ("sm_90", &["7.8"]),
    ("sm_90a", &["8.0", "8.1", "8.2", "8.3", "8.4", "8.5"]),
    ("sm_100a", &["8.6", "8.7", "8.8"]),
];

/// A kernel that does this, in a version of PTX.
fn text_of(version: &str, target: &str, statement: &str) -> String {
    let number: f64 = version.parse().expect("a version");
    let registers = if number < 8.3 { registers().replace(".b128", ".b64") } else { registers() };
    let registers = if number < 4.2 { registers.replace(".f16x2", ".b32").replace(".f16", ".b16") } else { registers };
    let size = if number < 2.3 { "" } else { ".address_size 64" };
    let (opaque, mode) = match statement.contains("[sm]") {
        _ if number < 1.5 => ("", ""),
        true => (".global .samplerref sm;", ", texmode_independent"),
        false => (".global .texref tx; .global .surfref su;", ""),
    };
    format!(
        ".version {version}\n.target {target}{mode}\n{size}\n{opaque}\n.entry k\n{{\n{registers}\n{statement}\nret;\n}}\n"
    )
}

#[test]
#[ignore = "needs ptxas"]
fn ptxas_has_it_from_the_same_version_on() {
    let versions = VERSIONS.iter().flat_map(|(target, versions)| versions.iter().map(move |version| (version, target)));
    let mut different = 0;
    for (since, statement) in FIRST.iter().filter(|(since, _)| !since.starts_with('9')) {
        // ptxas has these in every version
        if statement.contains("%envreg") {
            continue;
        }
        let takes = |target: &str, version: &str| ptxas_for(target, &text_of(version, target, statement)).is_none();
        let first = versions.clone().find(|(version, target)| takes(target, version)).map(|(version, _)| version);
        if first != Some(since) {
            println!("{statement} from {since} on; ptxas: {first:?}");
            different += 1;
        }
    }
    assert_eq!(different, 0);
}
