//! Tests of the reader on variables, parameters, functions and other directives.

use heddle_kernel::program::{FunctionId, Module, Space, Variable};
use heddle_kernel::{Error, read};

const HEAD: &str = ".version 8.6\n.target sm_90, debug\n.address_size 64\n";

fn module(text: &str) -> Result<Module, Error> {
    read("k.ptx", &format!("{HEAD}{text}"))
}
fn accepted(text: &str) -> Module {
    module(text).unwrap_or_else(|error| panic!("{error}"))
}
fn variable(text: &str) -> Variable {
    let module = accepted(text);
    module.variables.into_iter().find(|variable| variable.name == "x").expect("x")
}

#[test]
fn sizes_and_alignment() {
    for (text, bytes, align) in [
        (".global .u8 x;", 1, 1),
        (".global .f64 x[3];", 24, 8),
        (".shared .align 16 .b8 x[20];", 20, 16),
        (".global .v4 .f32 x[2];", 32, 16),
        (".const .u16 x[2][3][4];", 48, 2),
        (".extern .shared .align 8 .b8 x[];", 0, 8),
        (".visible .global .attribute(.managed) .align 4 .u32 x;", 4, 4),
        (".global .u32 x[] = {1, 2, 3};", 12, 4),
        (".global .u32 x[][2] = {{1, 2}, {3}};", 16, 4),
    ] {
        let x = variable(text);
        assert_eq!((x.bytes, x.align), (bytes, align), "{text}");
    }
}

#[test]
fn initial_values() {
    for (text, initial) in [
        (".global .u32 x = -2;", &[0xFE, 0xFF, 0xFF, 0xFF][..]),
        (".global .b8 x[4] = {1, 120, 3};", &[1, 120, 3]),
        (".global .f32 x = 1.5;", &[0, 0, 0xC0, 0x3F]),
        (".global .f32 x[2] = {0f3FC00000, 0d3FF8000000000000};", &[0, 0, 0xC0, 0x3F, 0, 0, 0xC0, 0x3F]),
        (".global .b64 x = 0d3FF8000000000000;", &[0, 0, 0, 0, 0, 0, 0xF8, 0x3F]),
        (".const .u8 x[2][3] = {{1}, {2, 3}};", &[1, 0, 0, 2, 3]),
        (".const .v2 .u8 x[2] = {{1, 2}, {3, 4}};", &[1, 2, 3, 4]),
        (".global .s16 x = 3 * -7;", &[0xEB, 0xFF]),
    ] {
        assert_eq!(variable(text).initial, initial, "{text}");
    }
}

#[test]
fn addresses_in_initial_values() {
    let module = accepted(".global .u32 y[4];\n.func f() { ret; }\n.global .u64 x[4] = {y, generic(y)+8, f, y-4};");
    let x = module.variables.iter().find(|variable| variable.name == "x").unwrap();
    let y = heddle_kernel::program::VariableId(0);
    assert_eq!(x.addresses, [(0, y, 0, false), (8, y, 8, true), (24, y, -4, false)]);
    assert_eq!(x.initial[16..24], FunctionId(0).address().to_le_bytes());
    assert_eq!(FunctionId::of_address(FunctionId(0).address()), Some(FunctionId(0)));
    assert_eq!([0, 4, 9].map(FunctionId::of_address), [None; 3]);
}

#[test]
fn bytes_of_an_address_make_it_up() {
    let pieces: Vec<_> = (0..8).map(|i| format!("{:#x}(generic(y)+4)", 0xFFu64 << (8 * i))).collect();
    let x = variable(&format!(".global .u32 y[4];\n.global .align 8 .u8 x[10] = {{1, {}, 2}};", pieces.join(", ")));
    assert_eq!(x.addresses, [(1, heddle_kernel::program::VariableId(0), 4, true)]);
    assert_eq!(x.initial, [1, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
}

#[test]
fn kernels_have_a_block_of_parameters() {
    let module = accepted(
        ".visible .entry k(.param .u8 a, .param .u64 .ptr .global .align 16 b, .param .align 16 .b8 c[20], .param .f32 d)\n\
         .maxntid 64, 2\n.minnctapersm 3\n.maxnreg 40\n{ ret; }",
    );
    let k = &module.functions[0];
    assert_eq!(k.parameters.iter().map(|p| p.offset).collect::<Vec<_>>(), [0, 8, 16, 36]);
    assert_eq!((k.parameter_bytes, k.threads, k.entry, k.defined), (40, Some(([64, 2, 1], false)), true, true));
    let x = &module.variables[k.parameters[2].variable.0 as usize];
    assert_eq!((x.space, x.owner, x.bytes), (Space::Param, Some(FunctionId(0)), 20));
}

#[test]
fn a_declaration_and_a_definition_are_one() {
    let module = accepted(
        ".extern .func (.param .b32 r) g(.param .b64 a);\n.func f(.param .b32 a);\n.func f(.param .b32 a) { ret; }\n.func f(.param .b32 a);\n\
         .extern .global .u32 x[4];\n.visible .global .u32 x[4] = {1};\n.alias h, f;\n.entry k() { .param .b32 p; call h, (p); ret; }",
    );
    assert_eq!(
        module.functions.iter().map(|f| (f.name.as_str(), f.defined)).collect::<Vec<_>>(),
        [("g", false), ("f", true), ("k", true)]
    );
    assert_eq!(
        module.variables.iter().filter(|v| v.name == "x").map(|v| (v.external, v.initial.len())).collect::<Vec<_>>(),
        [(false, 4)]
    );
}

#[test]
fn families_of_registers_cost_nothing() {
    let module = accepted(
        ".entry k() { .reg .b32 %r<2000000000>; .reg .b32 %r1<9>, %s; mov.b32 %r1999999999, 1; mov.b32 %r18, 2; ret; }",
    );
    let names: Vec<_> = module.functions[0].registers.iter().map(|register| register.name.as_str()).collect();
    assert_eq!(names, ["%s", "%r1999999999", "%r18"]);
}

#[test]
fn debugging_and_tuning_are_passed_over() {
    accepted(
        "// a comment\n/* another\n one */\n# 1 \"k.cu\"\n.file 1 \"k.cu\", 1234, 99\n.pragma \"nounroll\", \"x\";\n\
         .entry k() .pragma \"used\"; { .loc 1 2 3\n.loc 1 2 3, function_name $L__info_string0, inlined_at 1 4 5\n.pragma \"nounroll\";\nret; }\n\
         .section .debug_abbrev\n{\n.b8 1, 2\n.b32 .L1+4, a-b\n}\n.section .debug_loc { }\n@@DWARF .section .debug_line\n@@DWARF .byte 1,2\n",
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (text, at) in [
        (".global .u32 x[9999999999999];", "x"),
        (".global .pred x;", ".pred"),
        (".global .align 3 .u32 x;", ".align 3"),
        (".shared .u32 x = 1;", "x"),
        (".shared .u32 x[];", "x"),
        (".global .u32 x[2] = {1, 2, 3};", "{1, 2, 3}"),
        (".global .u64 x = y;", "y"),
        (".global .u16 y; .global .u16 x = y;", "y"),
        (".shared .u32 y; .global .u64 x = y;", "y"),
        (".global .u32 y; .global .u8 x = 0xF0(y);", "0xF0(y)"),
        (".global .f64 x[2] = {0, x};", "x"),
        (".global .u32 x; .global .u32 x;", "x"),
        (".entry k() { ret; } .entry k() { ret; }", "k"),
        (".func f(.param .u32 a); .func f() { ret; }", "f"),
        (".entry k(.reg .u32 a) { ret; }", ".reg"),
        (".entry k(.param .b8 a[40000]) { ret; }", "a"),
        (".entry k() .reqntid 0 { ret; }", "0"),
        (".entry k() { .reg .u32 %r<4>; mov.u32 %r4, 1; ret; }", "%r4"),
        (".entry k() { L: L: ret; }", "L"),
        (".entry k() { bra M; }", "M"),
        (".entry k() { ret }", "}"),
        (".alias a, b;", "b"),
        (".entry k() { call k; }", "k"),
        (".func f() { ret; } .entry k() { call f, (1); }", "f"),
        (".global .u32 x = 1 / 0;", "1 / 0"),
    ] {
        let error = module(text).expect_err(text);
        let (start, end) = (error.span.start as usize, error.span.end as usize);
        let whole = format!("{HEAD}{text}");
        assert_eq!(&whole[start..end], at, "{text}\n{error}");
        assert!(matches!(error.problem, heddle_kernel::Problem::Unexpected { .. }), "{error}");
    }
}
