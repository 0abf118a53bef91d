//! Tests of the operations that instructions are read as. `shown` writes: guard, operation,
//! (reads), -> writes.

use super::snippet::{lowered, lowered_in, module_of};

fn becomes(body: &str, expected: &[&str]) {
    assert_eq!(lowered(body), expected, "{body}");
}

#[test]
fn immediates_have_the_bits_of_their_type() {
    becomes("add.s32 %s32_0, %s32_1, -1;", &["Integer(Add, S32) (%s32_1, #ffffffffffffffff) -> %s32_0"]);
    becomes("add.u32 %u32_0, %u32_1, -1;", &["Integer(Add, U32) (%u32_1, #ffffffff) -> %u32_0"]);
    becomes("mov.u16 %u16_0, 0x1FFFF;", &["Move(U16) (#ffff) -> %u16_0"]);
    becomes("mov.f32 %f32_0, 1.5;", &["Move(F32) (#3fc00000) -> %f32_0"]);
    becomes("mov.f32 %f32_0, 0d3FF8000000000000;", &["Move(F32) (#3fc00000) -> %f32_0"]);
    becomes("mov.f64 %f64_0, 0f3FC00000;", &["Move(F64) (#3ff8000000000000) -> %f64_0"]);
    becomes("mov.f32 %f32_0, -1.5;", &["Move(F32) (#bfc00000) -> %f32_0"]);
    becomes("mov.pred %pred_0, -1;", &["Move(Pred) (#1) -> %pred_0"]);
    becomes("mov.u32 %u32_0, (5 < 3) ? 1 : 2 + 3 * 4;", &["Move(U32) (#e) -> %u32_0"]);
    becomes("mov.u32 %u32_0, 077 + 0b101 + 0xAU;", &["Move(U32) (#4e) -> %u32_0"]);
    becomes("mov.s64 %s64_0, -8 >> 1;", &["Move(S64) (#fffffffffffffffc) -> %s64_0"]);
    becomes("mov.u64 %u64_0, (.u64) -8 >> 60;", &["Move(U64) (#f) -> %u64_0"]);
    becomes("mov.u32 %u32_0, ~0 ^ !5 | 7 % 4 << 2 & 0xFC;", &["Move(U32) (#ffffffff) -> %u32_0"]);
}

#[test]
fn packed_integers_are_taken_apart() {
    becomes(
        "@%pred_0 min.s16x2 %b32_0, %u32_1, %b32_2;",
        &[
            "@%pred_0 Unpack(B16) (%u32_1) -> %half.4, %half.5",
            "@%pred_0 Unpack(B16) (%b32_2) -> %half.6, %half.7",
            "@%pred_0 Integer(Min, S16) (%half.4, %half.6) -> %half.4",
            "@%pred_0 Integer(Min, S16) (%half.5, %half.7) -> %half.5",
            "@%pred_0 Pack(B16) (%half.4, %half.5) -> %b32_0",
        ],
    );
}

#[test]
fn guards_and_special_registers() {
    becomes("@!%pred_3 mov.u32 %u32_0, %tid.x;", &["@!%pred_3 Move(U32) (Tid(0)) -> %u32_0"]);
    becomes(
        "cvt.u32.u16 %u32_0, %ctaid.z;",
        &[
            "Convert { to: U32, from: U16, mode: Mode { round: NearestEven, flush: false, saturate: false }, integer: false } (Ctaid(2)) -> %u32_0",
        ],
    );
    becomes("mov.u32 %u32_0, %tid.w;", &["Move(U32) (#0) -> %u32_0"]);
    becomes("mov.u32 %u32_0, WARP_SZ;", &["Move(U32) (WarpSize) -> %u32_0"]);
    becomes(
        "mov.v4.u32 {%u32_0, %u32_1, %u32_2, %u32_3}, %ntid;",
        &[
            "Move(U32) (Ntid(0)) -> %moved.0",
            "Move(U32) (Ntid(1)) -> %moved.1",
            "Move(U32) (Ntid(2)) -> %moved.2",
            "Move(U32) (#1) -> %moved.3",
            "Move(U32) (%moved.0) -> %u32_0",
            "Move(U32) (%moved.1) -> %u32_1",
            "Move(U32) (%moved.2) -> %u32_2",
            "Move(U32) (%moved.3) -> %u32_3",
        ],
    );
}

#[test]
fn carries_go_through_a_predicate() {
    becomes(
        "add.cc.u32 %u32_0, %u32_1, 1;\naddc.cc.u32 %u32_2, %u32_3, 0;\nmadc.hi.u32 %u32_4, %u32_5, 2, 3;",
        &[
            "Integer(AddCarry { carry: false, keep: true }, U32) (%u32_1, #1) -> %u32_0, %carry",
            "Integer(AddCarry { carry: true, keep: true }, U32) (%u32_3, #0, %carry) -> %u32_2, %carry",
            "Integer(MadCarry { part: High, carry: true, keep: false }, U32) (%u32_5, #2, #3, %carry) -> %u32_4",
        ],
    );
}

#[test]
fn floating_point_says_how_it_rounds() {
    let mode = |round, flush, saturate| format!("Mode {{ round: {round}, flush: {flush}, saturate: {saturate} }}");
    for (text, op) in [
        ("add.f32", format!("Float(Add, F32, {})", mode("NearestEven", false, false))),
        ("sub.rz.ftz.sat.f32", format!("Float(Sub, F32, {})", mode("Zero", true, true))),
        ("mul.rm.f32", format!("Float(Mul, F32, {})", mode("Down", false, false))),
        ("div.rp.ftz.f32", format!("Float(Div, F32, {})", mode("Up", true, false))),
        ("div.full.f32", format!("Approximate(DivFull, F32, {})", mode("NearestEven", false, false))),
        ("div.approx.ftz.f32", format!("Approximate(Div, F32, {})", mode("NearestEven", true, false))),
        ("min.NaN.ftz.f32", format!("Float(Min {{ nan: true }}, F32, {})", mode("NearestEven", true, false))),
        ("copysign.f32", format!("Float(Copysign, F32, {})", mode("NearestEven", false, false))),
    ] {
        becomes(&format!("{text} %f32_0, %f32_1, %f32_2;"), &[&format!("{op} (%f32_1, %f32_2) -> %f32_0")]);
    }
}

#[test]
fn comparisons_and_predicates() {
    becomes(
        "setp.hi.and.u32 %pred_0|%pred_1, %u32_0, 7, !%pred_2;",
        &[
            "SetPredicate { compare: Gt, ty: U32, flush: false, group: Some((And, true)) } (%u32_0, #7, %pred_2) -> %pred_0, %pred_1",
        ],
    );
    becomes(
        "setp.neu.ftz.f32 _|%pred_1, %f32_0, %f32_1;",
        &["SetPredicate { compare: Neu, ty: F32, flush: true, group: None } (%f32_0, %f32_1) -> _, %pred_1"],
    );
    becomes(
        "set.lt.f32.s32 %f32_0, %s32_0, %s32_1;",
        &["Set { compare: Lt, to: F32, ty: S32, flush: false, group: None } (%s32_0, %s32_1) -> %f32_0"],
    );
    becomes(
        "and.pred %pred_0, !%pred_1, %pred_2;",
        &["Predicate(Not) (%pred_1) -> %not.2", "Predicate(And) (%not.2, %pred_2) -> %pred_0"],
    );
    becomes("selp.b32 %b32_0, 1, %f32_1, %pred_0;", &["Select(B32) (#1, %f32_1, %pred_0) -> %b32_0"]);
    becomes(
        "lop3.or.b32 _|%pred_0, %b32_1, %b32_2, %b32_3, 0x96, %pred_1;",
        &[
            "Integer(Lop3(150), B32) (%b32_1, %b32_2, %b32_3) -> %lop3.5",
            "SetPredicate { compare: Ne, ty: B32, flush: false, group: Some((Or, false)) } (%lop3.5, #0, %pred_1) -> %pred_0, _",
        ],
    );
}

#[test]
fn memory_says_space_type_and_place() {
    let memory = |space, ty, elements, offset, volatile| {
        format!("Memory {{ space: {space}, ty: {ty}, elements: {elements}, offset: {offset}, volatile: {volatile} }}")
    };
    becomes(
        "ld.global.nc.L1::no_allocate.L2::128B.v2.f32 {%f32_0, _}, [%u64_0+-8];",
        &[&format!("Load({}) (%u64_0) -> %f32_0, _", memory("Global", "F32", 2, -8, false))],
    );
    becomes("ld.u8 %u64_0, [tile+3];", &[&format!("Load({}) (tile) -> %u64_0", memory("Shared", "U8", 1, 3, false))]);
    becomes(
        "st.relaxed.gpu.b64 [%u64_0], 5;",
        &[&format!("Store({}) (%u64_0, #5)", memory("Generic", "B64", 1, 0, true))],
    );
    becomes(
        "st.local.v4.b32 [16], {%b32_0, 1, %f32_0, -1};",
        &[&format!("Store({}) (#10, %b32_0, #1, %f32_0, #ffffffff)", memory("Local", "B32", 4, 0, false))],
    );
    becomes(
        "atom.acq_rel.cta.shared.cas.b32 %b32_0, [dynamic+4], 0, %b32_1;",
        &[&format!("Atomic(Cas, {}) (dynamic, #0, %b32_1) -> %b32_0", memory("Shared", "B32", 1, 4, false))],
    );
    becomes(
        "red.global.add.f32 [%u64_0], 0f3F800000;",
        &[&format!("Atomic(Add, {}) (%u64_0, #3f800000) -> _", memory("Global", "F32", 1, 0, false))],
    );
    becomes("cvta.shared.u64 %u64_0, tile+4;", &["ToGeneric(Shared) (tile+4) -> %u64_0"]);
    becomes("cvta.to.const.u64 %u64_0, %u64_1;", &["FromGeneric(Const) (%u64_1) -> %u64_0"]);
    becomes("isspacep.local %pred_0, %u64_1;", &["IsSpace(Local) (%u64_1) -> %pred_0"]);
}

#[test]
fn vectors_are_packed_and_taken_apart() {
    becomes("mov.b64 %b64_0, {%u32_0, %f32_1};", &["Pack(B32) (%u32_0, %f32_1) -> %b64_0"]);
    becomes("mov.b64 {%b16_0, _, %s16_2, %u16_3}, %f64_0;", &["Unpack(B16) (%f64_0) -> %b16_0, _, %s16_2, %u16_3"]);
    becomes(
        ".reg .v2 .u32 %v<2>;\nmov.u32 %v1.y, 3;\nmov.b64 %b64_0, %v1;",
        &["Move(U32) (#3) -> %v1.1", "Pack(B32) (%v1.0, %v1.1) -> %b64_0"],
    );
}

#[test]
fn labels_are_numbers_and_belong_to_their_scope() {
    becomes(
        "bra L;\n{\nL: bra.uni L;\n}\nL: @%pred_0 bra L;",
        &[
            "Branch { target: 2, uniform: false } ()",
            "Branch { target: 1, uniform: true } ()",
            "@%pred_0 Branch { target: 2, uniform: false } ()",
        ],
    );
    becomes(
        "list: .branchtargets A, B, A;\nA: brx.idx.uni %u32_0, list;\nB:",
        &["BranchIndexed { targets: [0, 1, 0], uniform: true } (%u32_0)"],
    );
}

#[test]
fn inner_names_hide_outer_ones() {
    becomes(
        ".reg .u32 %x;\n{\n.reg .f32 %x;\nmov.f32 %x, 0f00000000;\n}\nmov.u32 %x, 1;",
        &["Move(F32) (#0) -> %x", "Move(U32) (#1) -> %x"],
    );
}

#[test]
fn warps_and_barriers() {
    becomes(
        "shfl.sync.up.b32 %f32_0|%pred_0, %f32_1, 1, 0, -1;",
        &["Shuffle { kind: Up, sync: true } (%f32_1, #1, #0, #ffffffff) -> %f32_0, %pred_0"],
    );
    becomes(
        "vote.sync.ballot.b32 %b32_0, !%pred_0, 0xff;",
        &["Vote { kind: Ballot, negated: true, sync: true } (%pred_0, #ff) -> %b32_0"],
    );
    becomes("bar.sync %u32_0, 64;", &["Barrier(Sync { counted: true }) (%u32_0, #40)"]);
    becomes("barrier.cta.arrive.aligned 3, 96;", &["Barrier(Arrive) (#3, #60)"]);
    becomes(
        "bar.red.popc.u32 %u32_0, 1, !%pred_0;",
        &["Predicate(Not) (%pred_0) -> %not.2", "Barrier(ReducePopc { counted: false }) (#1, %not.2) -> %u32_0"],
    );
    becomes("bar.warp.sync -1;", &["WarpBarrier (#ffffffff)"]);
}

#[test]
fn calls_pass_variables() {
    let store = "Store(Memory { space: Param, ty: B32, elements: 1, offset: 0, volatile: false })";
    let load = "Load(Memory { space: Param, ty: B32, elements: 1, offset: 0, volatile: false })";
    // registers and constants go through variables that the text does not have
    let code = lowered("@%pred_0 call (%b32_0), twice, (5);");
    assert_eq!(code[0], format!("{store} (, #5)"));
    assert!(
        code[1].starts_with("@%pred_0 Call { target: Direct(FunctionId(0)), arguments: [VariableId("),
        "{}",
        code[1]
    );
    assert_eq!(code[2], format!("@%pred_0 {load} () -> %b32_0"));
    let code = lowered(
        "{\n.param .b32 a, r;\nst.param.b32 [a], %b32_1;\ncall.uni (r), twice, (a);\nld.param.b32 %b32_2, [r+0];\n}",
    );
    assert_eq!(code[0], format!("{store} (a, %b32_1)"));
    assert!(code[1].ends_with("] } (a)"), "{}", code[1]);
    assert_eq!(code[2], format!("{load} (r) -> %b32_2"));
    let code = lowered(
        "mov.u64 %u64_0, twice;\np: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (%b32_0), %u64_0, (%b32_1), p;",
    );
    assert_eq!(code[0], "Move(U64) (#8) -> %u64_0");
    assert!(code[2].contains("target: Indirect([FunctionId(0)])") && code[2].ends_with(" (, %u64_0)"), "{}", code[2]);
}

#[test]
fn an_offset_to_a_register_is_added_before() {
    becomes(
        "@%pred_0 add.s32 %s32_0, %s32_1+-2, WARP_SZ+1;",
        &[
            "Integer(Add, U32) (%s32_1, #fffffffe) -> %sum.3",
            "Integer(Add, U32) (WarpSize, #1) -> %sum.4",
            "@%pred_0 Integer(Add, S32) (%sum.3, %sum.4) -> %s32_0",
        ],
    );
    becomes(
        "st.global.u8 [%u64_0], WARP_SZ;",
        &["Store(Memory { space: Global, ty: U8, elements: 1, offset: 0, volatile: false }) (%u64_0, WarpSize)"],
    );
}

#[test]
fn flags_stand_in_any_order() {
    assert_eq!(
        lowered("add.sat.ftz.rz.f32 %f32_0, %f32_1, %f32_2;"),
        lowered("add.rz.ftz.sat.f32 %f32_0, %f32_1, %f32_2;")
    );
    let text = module_of("7.0", "sm_70", "ld.v2.global.u32 {%u32_0, %u32_1}, [%u64_0];");
    assert_eq!(lowered_in(&text).unwrap(), lowered("ld.global.v2.u32 {%u32_0, %u32_1}, [%u64_0];"));
}
