//! Tests of the reader on old versions of PTX and old targets, with the defaults that these imply.

use heddle_kernel::program::{Op, Special, Type};
use heddle_kernel::read;

use super::snippet::{kernel, lowered_in};

fn text(version: &str, target: &str, body: &str) -> String {
    format!(
        ".version {version}\n.target {target}\n.entry k\n{{\n.param .u32 a;\n.param .f64 b;\n.reg .f32 %f<4>;\n.reg .f64 %d<4>;\n.reg .u32 %r<4>;\n\
         .reg .u16 %h<4>;\n.reg .u64 %rd<4>;\n{body}\nexit;\n}}\n"
    )
}

fn one(version: &str, target: &str, body: &str) -> String {
    lowered_in(&text(version, target, body)).unwrap_or_else(|error| panic!("{error}")).remove(0)
}

const PLAIN: &str = "Mode { round: NearestEven, flush: false, saturate: false }";
const FLUSHING: &str = "Mode { round: NearestEven, flush: true, saturate: false }";

#[test]
fn parameters_of_kernels_stood_in_the_body() {
    let module = read("k.ptx", &text("1.3", "sm_13", "ld.param.u32 %r1, [a];")).unwrap();
    let function = kernel(&module);
    assert_eq!(function.parameters.iter().map(|p| p.offset).collect::<Vec<_>>(), [0, 8]);
    assert_eq!(function.parameter_bytes, 16);
    // later they are variables that a call passes
    let module = read("k.ptx", &text("2.0", "sm_20", "")).unwrap();
    assert_eq!(kernel(&module).parameter_bytes, 0);
}

#[test]
fn an_sm_1x_flushes_and_its_mad_is_not_fused() {
    assert_eq!(
        one("1.4", "sm_13", "mad.f32 %f0, %f1, %f2, %f3;"),
        format!("Float(MulAdd, F32, {FLUSHING}) (%f1, %f2, %f3) -> %f0")
    );
    assert_eq!(one("1.4", "sm_13", "add.f32 %f0, %f1, %f2;"), format!("Float(Add, F32, {FLUSHING}) (%f1, %f2) -> %f0"));
    assert_eq!(
        one("1.4", "sm_13", "mad.rn.f64 %d0, %d1, %d2, %d3;"),
        format!("Float(Fma, F64, {PLAIN}) (%d1, %d2, %d3) -> %d0")
    );
    assert_eq!(
        one("2.3", "sm_20", "mad.f32 %f0, %f1, %f2, %f3;"),
        format!("Float(Fma, F32, {PLAIN}) (%f1, %f2, %f3) -> %f0")
    );
}

#[test]
fn functions_were_approximate_before_ptx_1_4() {
    for (name, function) in [("rcp", "Rcp"), ("sqrt", "Sqrt"), ("rsqrt", "Rsqrt"), ("sin", "Sin"), ("ex2", "Ex2")] {
        let text_of = format!("{name}.f32 %f0, %f1;");
        assert_eq!(one("1.3", "sm_13", &text_of), format!("Approximate({function}, F32, {FLUSHING}) (%f1) -> %f0"));
        assert!(read("k.ptx", &text("1.4", "sm_13", &text_of)).is_err(), "{name}");
    }
    assert_eq!(
        one("1.3", "sm_13", "div.f32 %f0, %f1, %f2;"),
        format!("Approximate(Div, F32, {FLUSHING}) (%f1, %f2) -> %f0")
    );
    assert_eq!(one("1.3", "sm_13", "div.f64 %d0, %d1, %d2;"), format!("Float(Div, F64, {PLAIN}) (%d1, %d2) -> %d0"));
    assert!(
        one("1.3", "sm_13", "cvt.u32.f32 %r0, %f1;")
            .contains("round: Zero, flush: true, saturate: false }, integer: true")
    );
}

#[test]
fn special_registers_were_16_bits_wide() {
    let module =
        read("k.ptx", &text("1.4", "sm_13", "cvt.u32.u16 %r1, %tid.x;\nmov.u16 %h1, %ntid.y;\nmov.u16 %h2, %gridid;"))
            .unwrap();
    let code = &kernel(&module).code;
    assert!(matches!(code[0].op, Op::Convert { to: Type::U32, from: Type::U16, .. }));
    assert_eq!(code[1].reads, [heddle_kernel::program::Operand::Special(Special::Ntid(1))]);
    assert_eq!(code[2].op, Op::Move(Type::U16));
}

#[test]
fn addresses_are_as_wide_as_their_first_use() {
    let size = |body: &str| read("k.ptx", &text("1.4", "sm_13", body)).unwrap().address_size;
    assert_eq!(size("ld.global.f32 %f0, [%r1];"), 32);
    assert_eq!(size("ld.global.f32 %f0, [%rd1];"), 64);
    assert_eq!(size(""), 32);
}

#[test]
fn functions_without_semicolons_and_registers_as_parameters() {
    let text = ".version 1.4\n.target sm_13\n\
                .visible .func (.reg .u32 r) f (.reg .u32 a, .reg .u32 b)\n.visible .func (.reg .u32 r) f (.reg .u32 a, .reg .u32 b)\n{\n\
                add.u32 r, a, b;\nret.uni;\n}\n.entry k\n{\n.reg .u32 %r<4>;\ncall.uni (%r1), f, (%r2, 3);\nexit;\n}\n";
    let module = read("k.ptx", text).unwrap();
    let function = &module.functions[0];
    assert!(function.defined && function.parameters.len() == 2 && function.returns.len() == 1);
    let names: Vec<_> =
        function.code.iter().map(|i| format!("{:?}", i.op).split(['(', ' ']).next().unwrap().to_string()).collect();
    // arguments come in, the result goes out, and once more where control would fall off the end
    assert_eq!(names, ["Load", "Load", "Integer", "Store", "Return", "Store", "Return"]);
}

#[test]
fn vectors_and_predicates_are_passed_too() {
    let text = ".version 2.3\n.target sm_20\n.func (.reg .v2 .f32 r, .reg .pred q) f (.reg .pred p, .reg .v4 .u32 v)\n\
                {\nmov.f32 r.x, 0f00000000;\nnot.pred q, p;\n}\n\
                .entry k()\n{\n.reg .v4 .u32 %v;\n.reg .f32 %f<2>;\n.reg .pred %p<2>;\ncall ({%f0, %f1}, %p1), f, (%p0, %v);\nexit;\n}\n";
    let module = read("k.ptx", text).unwrap();
    let function = &module.functions[0];
    let sizes =
        |variables: Vec<u32>| variables.into_iter().map(|v| module.variables[v as usize].bytes).collect::<Vec<_>>();
    assert_eq!(sizes(function.parameters.iter().map(|p| p.variable.0).collect()), [1, 16]);
    assert_eq!(sizes(function.returns.iter().map(|v| v.0).collect()), [8, 1]);
    let ops = |code: &[heddle_kernel::program::Instruction]| {
        code.iter()
            .map(|i| format!("{:?}", i.op).split(['(', ' ']).next().unwrap().to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(ops(&function.code), "Load SetPredicate Load Move Predicate Store Select Store Return");
    assert_eq!(ops(&module.functions[1].code), "Select Store Store Call Load Load SetPredicate Exit");
}

#[test]
fn doubles_that_are_mapped_to_singles_are_refused() {
    let module = read("k.ptx", &text("1.4", "sm_10, map_f64_to_f32", "add.f64 %d0, %d1, %d2;")).unwrap();
    let error = module.functions[0].refused.clone().expect("the kernel is refused, the module is read");
    assert!(error.problem.to_string().contains("map_f64_to_f32"), "{error}");
    assert!(read("k.ptx", &text("1.4", "sm_10, map_f64_to_f32", "mov.f64 %d0, %d1;")).is_ok());
}
