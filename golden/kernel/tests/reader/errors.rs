//! Tests of the reader's errors: the place that they name, their words, and that an unsupported
//! instruction is never read as another one.

use heddle_kernel::program::Place;
use heddle_kernel::{Problem, read};

use super::snippet::{module, refused_in};

#[test]
fn an_error_shows_its_place() {
    let text = ".version 8.0\n.target sm_50\n.entry k()\n{\n\t.reg .f32 %f<2>; // \u{e4}\n\t/* \u{e4} */ add.f32 %f1, %f0, %g;\n}\n";
    let error = read("folder/k.ptx", text).unwrap_err();
    assert_eq!((error.file.as_str(), error.place), ("folder/k.ptx", Place { line: 6, column: 28 }));
    assert_eq!(error.text, "\t/* \u{e4} */ add.f32 %f1, %f0, %g;");
    assert_eq!(&text[error.span.start as usize..error.span.end as usize], "%g");
    let shown = error.to_string();
    let lines: Vec<_> = shown.lines().collect();
    assert_eq!(lines[0], "folder/k.ptx:6:28: found `%g`, expected a name that is declared");
    let (marked, marks) = (lines[1].chars().collect::<Vec<_>>(), lines[2]);
    let (first, last) = (marks.find('^').unwrap(), marks.rfind('^').unwrap());
    assert_eq!(marked[first..=last].iter().collect::<String>(), "%g");
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let text = format!(
        ".version 8.0\n.target sm_50\n.entry k() {{ /* {} */ foo.bar; /* {} */ }}",
        "x".repeat(5000),
        "y".repeat(5000)
    );
    let shown = read("k.ptx", &text).unwrap_err().to_string();
    assert!(shown.len() < 600 && shown.contains("foo.bar"), "{shown}");
}

#[test]
fn a_header_must_be_there() {
    for (text, at) in [
        ("", ""),
        (".target sm_50", ".target"),
        (".version 8", "8"),
        (".version 10.0\n.target sm_50", "10.0"),
        (".version 8.0\n.entry k() {}", ".entry"),
        (".version 8.0\n.target avx2", "avx2"),
        (".version 8.0\n.target debug\n", ""),
        (".version 8.0\n.target sm_50\n.address_size 16", "16"),
        (".version 8.0\n.target sm_50\nentry", "entry"),
        (".version 8.0\n.target sm_50\n.entri k() {}", ".entri"),
        (".version 8.0\n.target sm_50\n.entry k() {", ""),
        (".version 8.0\n.target sm_50\n\u{e4}", "\u{e4}"),
        (".version 8.0\n.target sm_50\n/* ", "/*"),
        (".version 8.0\n.target sm_50\n.file 1 \"x", "\"x"),
    ] {
        assert_eq!(refused_in(text).0, at, "{text}");
    }
}

#[test]
fn what_is_not_supported_is_named() {
    for (body, name) in [
        ("tex.cube.v4.f32.f32 {%f32_0, %f32_1, %f32_2, %f32_3}, [t, {%f32_0, %f32_1}];", "`.cube` of `tex` (PTX 3.0)"),
        ("sured.b.add.1d.u32.trap [s, {%s32_0}], %u32_0;", "`sured` (PTX 2.0)"),
        ("wmma.load.a.sync.aligned.row.m16n16k16.f16 {%b32_0}, [%u64_0], 16;", "`wmma` (PTX 6.0)"),
        (
            "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f32_0}, {%b32_0}, {%b32_1}, {%f32_1};",
            "`mma` (PTX 6.4)",
        ),
        ("cp.async.ca.shared.global [%u64_0], [%u64_1], 16;", "`cp.async` (PTX 7.0)"),
        ("@%pred_0 mbarrier.init.shared.b64 [%u64_0], 1;", "`mbarrier` (PTX 7.0)"),
        ("fma.rn.relu.f16x2 %f16x2_0, %f16x2_1, %f16x2_2, %f16x2_3;", "`.relu` of `fma` (PTX 7.0)"),
        ("cp.async.bulk.wait_group 0;", "`cp.async.bulk` (PTX 8.0)"),
        ("tcgen05.wait::ld.sync.aligned;", "`tcgen05` (PTX 8.6)"),
        ("elect.sync %b32_0|%pred_0, -1;", "`elect` (PTX 8.0)"),
        ("barrier.cluster.arrive;", "`barrier.cluster` (PTX 7.8)"),
        ("mapa.u64 %u64_0, %u64_1, 0;", "`mapa` (PTX 7.8)"),
        ("ld.shared::cluster.u32 %u32_0, [%u64_0];", "`.shared::cluster`"),
        ("fma.rn.relu.f16 %f16_0, %f16_1, %f16_2, %f16_3;", "`.relu`"),
        ("min.xorsign.abs.f32 %f32_0, %f32_1, %f32_2;", "`.xorsign` of `min` (PTX 7.2)"),
        ("cvt.rna.tf32.f32 %b32_0, %f32_1;", "`.tf32`"),
        ("cvt.rn.satfinite.e4m3x2.f32 %b16_0, %f32_1, %f32_2;", "`.e4m3x2`"),
        ("cvt.pack.sat.u8.s32.b32 %b32_0, %s32_0, %s32_1, 0;", "`cvt.pack`"),
        ("min.relu.s16x2 %b32_0, %b32_1, %b32_2;", "`.relu`"),
        ("mov.u32 %u32_0, %clusterid.x;", "`%clusterid.x` (PTX 7.8)"),
        ("mov.u32 %u32_0, %envreg3;", "`%envreg3` (PTX 2.1)"),
        (".shared .texref t;", "`.texref`"),
        ("red.async.relaxed.cluster.global.add.u32 [%u64_0], 1;", "`red.async`"),
    ] {
        match refused_in(&module(body)).1 {
            Problem::Unsupported { what } => assert!(what.contains(name), "{body}: {what}"),
            problem => panic!("{body}: {problem}"),
        }
    }
}

#[test]
fn wrong_indices_are_pointed_at() {
    for (body, at) in [
        ("mov.u64 %u64_0, %u64_1[%u32_2];", "%u64_1"),
        ("ld.global.u32 %u32_0, datum[%f32_1];", "%f32_1"),
        ("ld.global.u32 %u32_0, datum[%pred_1];", "%pred_1"),
        ("ld.global.u32 %u32_0, datum[%b128_1];", "%b128_1"),
        ("ld.global.u32 %u32_0, datum[datum];", "datum"),
        ("ld.global.u32 %u32_0, datum[%nothing];", "%nothing"),
        ("ld.global.u32 %u32_0, datum[%tid.x];", "%tid.x"),
        ("ld.global.u32 %u32_0, datum[%u32_1 + %u32_2];", "%u32_1 + %u32_2"),
        ("ld.global.u32 %u32_0, datum[%u32_1 * 4];", "%u32_1 * 4"),
        ("ld.global.u32 %u32_0, [datum + %u32_1];", "datum + %u32_1"),
        ("ld.global.u32 %u32_0, [%u64_1 + %u64_2];", "%u64_1 + %u64_2"),
        ("ld.shared.u32 %u32_0, datum[%u32_1];", "datum[%u32_1]"),
        ("st.const.u32 fixed[%u32_1], 1;", "st"),
        ("mov.u16 %u16_0, datum[%u32_1];", "datum"),
        (".global .u64 place = datum[%u32_1];", "%u32_1"),
    ] {
        let (found, problem) = refused_in(&module(body));
        assert!(matches!(problem, Problem::Unexpected { .. }), "{body}: {problem}");
        assert_eq!(found, at, "{body}: {problem}");
    }
}

#[test]
fn mistakes_are_pointed_at() {
    for (body, at) in [
        ("mov.u64 %u64_0, %u64_1[2];", "%u64_1"),
        ("mov.u64 %u64_0, datum[1.5];", "1.5"),
        ("add.u32 %u32_0, -%u32_1, 1;", "-%u32_1"),
        ("vadd.u32.u32.u32 %u32_0, %u32_1.b4, %u32_2;", ".b4"),
        ("vadd.u32.u32.u32 %u32_0, %u32_1.h2, %u32_2;", ".h2"),
        ("vadd.u32.u32.u32 %u32_0, %u32_1.b10, %u32_2;", ".b10"),
        ("vadd.u32.u32.u32 %u32_0, %u32_1;", "1"),
        ("vadd.u32.u32.u32.add %u32_0.b0, %u32_1, %u32_2, %u32_3;", "vadd"),
        ("vshl.u32.u32.s32.clamp %u32_0, %u32_1, %s32_2;", ".s32"),
        ("vshl.u32.u32.u32 %u32_0, %u32_1, %u32_2;", "vshl"),
        ("vadd4.u32.u32.u32 %u32_0.b01, %u32_1, %u32_2, %u32_3;", ".b01"),
        ("vadd4.u32.u32.u32 %u32_0, %u32_1.b321, %u32_2, %u32_3;", ".b321"),
        ("vadd4.u32.u32.u32 %u32_0, %u32_1.b8000, %u32_2, %u32_3;", ".b8000"),
        ("vadd2.u32.u32.u32 %u32_0, %u32_1.b10, %u32_2, %u32_3;", ".b10"),
        ("vadd2.u32.u32.u32 %u32_0, %u32_1, %u32_2;", "2"),
        ("vmad.u32.u32.u32.po %u32_0, -%u32_1, %u32_2, %u32_3;", "vmad"),
        ("vmad.s32.s32.s32 %s32_0, -%s32_1, %s32_2, -%s32_3;", "vmad"),
        ("alloca.u32 %u32_0, 8;", "alloca"),
        ("alloca.u64 %u64_0, 8, 3;", "3"),
        ("redux.sync.add.f32 %f32_0, %f32_1, -1;", ".f32"),
        ("redux.sync.min.abs.s32 %s32_0, %s32_1, -1;", ".s32"),
        ("min.f64 %f64_0, %f64_1, %f64_2, %f64_3;", "%f64_3"),
        ("add.f32.f16 %f32_0, %f32_1, %f32_2;", "%f32_1"),
        ("foo.u32 %u32_0;", "foo"),
        ("add.q32 %u32_0, %u32_1, 1;", ".q32"),
        ("add.u32.u32 %u32_0, %u32_1, 1;", ".u32"),
        ("add.rn.s32 %s32_0, %s32_1, 1;", ".rn"),
        ("add.sat.u32 %u32_0, %u32_1, 1;", ".u32"),
        ("mul.s32 %s32_0, %s32_1, 1;", ".s32"),
        ("add %u32_0, %u32_1, 1;", "add"),
        ("add.u32 %u32_0, %u32_1;", "1"),
        ("add.u32 %u32_0, %u32_1, 1, 2;", "2"),
        ("add.u32 5, %u32_1, 1;", "5"),
        ("add.u32 %u32_0, {%u32_1, %u32_2}, 1;", "{%u32_1, %u32_2}"),
        ("add.u32 %u32_0, [%u32_1], 1;", "[%u32_1]"),
        ("add.u32 %f32_0, %u32_1, 1;", "%f32_0"),
        ("add.u32 %u32_0, %f32_1, 1;", "%f32_1"),
        ("add.u32 %u32_0, %u64_1, 1;", "%u64_1"),
        ("add.u32 %u32_0, %pred_1, 1;", "%pred_1"),
        ("add.u32 %u32_0, %u32_1, 1.5;", "1.5"),
        ("add.f32 %f32_0, %f32_1, 1;", "1"),
        ("add.u32 %tid.x, %u32_1, 1;", "%tid"),
        ("add.u16 %f16_0, %u16_1, 1;", "%f16_0"),
        ("mov.u32 %u32_0, 08;", "08"),
        ("mov.u32 %u32_0, 0x;", "0x"),
        ("mov.f32 %f32_0, 0f3F80;", "0f3F80"),
        ("mov.u32 %u32_0, 99999999999999999999;", "99999999999999999999"),
        ("@%u32_0 mov.u32 %u32_0, 0;", "%u32_0"),
        ("@_ mov.u32 %u32_0, 0;", "_"),
        ("setp.lt.b32 %pred_0, %b32_0, 1;", ".b32"),
        ("setp.ltu.s32 %pred_0, %s32_0, 1;", ".s32"),
        ("setp.lt.and.s32 %pred_0, %s32_0, 1;", "1"),
        ("ld.global.u32 %u32_0, %u64_0;", "%u64_0"),
        ("ld.global.u32 %u32_0, [tile];", "tile"),
        ("ld.global.u32 %u32_0, [%f32_0];", "%f32_0"),
        ("ld.global.u32 %u32_0, [%u64_0+%u64_1];", "%u64_0+%u64_1"),
        ("ld.global.v2.u32 %u32_0, [%u64_0];", "%u32_0"),
        ("ld.global.v4.u32 {%u32_0, %u32_1}, [%u64_0];", "{%u32_0, %u32_1}"),
        ("ld.global.v4.f64 {%f64_0, %f64_1, %f64_2, %f64_3}, [%u64_0];", "ld"),
        ("st.const.u32 [fixed], 1;", "st"),
        ("st.param.u32 [count], 1;", "st"),
        ("mov.b64 %b64_0, {%u32_0, %u16_0};", "%u16_0"),
        ("mov.b64 %b64_0, {%u32_0, %u32_1, %u32_2};", "%b64_0"),
        ("cvt.u32.f32 %u32_0, %f32_0;", "cvt"),
        ("cvt.rzi.f64.f32 %f64_0, %f32_0;", "cvt"),
        ("cvt.rn.u32.s32 %u32_0, %s32_0;", "cvt"),
        ("bra 5;", "5"),
        ("bra %u32_0;", "%u32_0"),
        ("call nowhere, (5);", "nowhere"),
        ("call (%u32_0, %u32_1), twice, (5);", "twice"),
        ("lop3.b32 %b32_0, %b32_1, %b32_2, %b32_3, %b32_4;", "%b32_4"),
        ("sqrt.f32 %f32_0, %f32_1;", "sqrt"),
        ("mad.f32 %f32_0, %f32_1, %f32_2, %f32_3;", "mad"),
    ] {
        let text = module(body);
        let (found, problem) = refused_in(&text);
        assert!(matches!(problem, Problem::Unexpected { .. }), "{body}: {problem}");
        assert_eq!(found, at, "{body}: {problem}");
    }
}
