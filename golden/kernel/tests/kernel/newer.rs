//! Instructions of newer PTX that need no other hardware, and arrays as operands, executed against
//! results that are worked out by hand.

use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::execute::{Options, Unobserved};
use heddle_kernel::launch::{Description, RunError, Session};
use heddle_kernel::read;

const DECLARED: &str = ".global .align 4 .u32 ga[4] = {10, 20, 30, 40};\n.global .u64 third = ga[2];\n\
                        .const .u16 cc[4] = {1, 2, 3, 4};\n.global .u16 rows[2][3] = {{1, 2, 3}, {4, 5, 6}};\n\
                        .global .v2 .u32 pairs[2] = {{1, 2}, {3, 4}};\n";

/// Executes statements in a warp of `threads` threads, each of which leaves `%r4` in the buffer;
/// returns the buffer.
pub fn ran(statements: &str, threads: u32) -> Result<Vec<u32>, RunError> {
    let ptx = format!(
        ".version 9.0\n.target sm_100\n.address_size 64\n{DECLARED}.visible .entry k(.param .u64 out)\n{{\n\
         .reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<32>; .reg .b64 %rd<16>; .reg .f32 %f<16>;\n\
         .shared .align 4 .u32 sh[64];\nmov.u32 %r4, 0;\n{statements}\n\
         ld.param.u64 %rd14, [out];\nmov.u32 %r30, %tid.x;\nmul.wide.u32 %rd15, %r30, 4;\nadd.s64 %rd14, %rd14, %rd15;\n\
         st.global.u32 [%rd14], %r4;\nret;\n}}\n"
    );
    let launch = format!(
        "name = \"t\"\n[[buffer]]\nname = \"out\"\ntype = \"u32\"\ncount = {threads}\n[[run]]\n[[run.launch]]\n\
         kernel = \"k\"\ngrid = [1]\nblock = [{threads}]\nargs = [{{ buffer = \"out\" }}]\n"
    );
    let module = read("t.ptx", &ptx).unwrap_or_else(|error| panic!("{error}"));
    let description = Description::read("t.toml", &launch).unwrap();
    let mut first: Option<Vec<u32>> = None;
    for (allocated, scalars) in [(Allocated::No, Scalarization::None), (Allocated::Rewritten, Scalarization::All)] {
        let mut session = Session::new("t.toml", &module, &description, "test", None).unwrap();
        session.run(Registers { scalars, allocated }, &Options::default(), &mut Unobserved)?;
        let contents = session.contents();
        let all: Vec<u32> = contents.u32("out").to_vec();
        assert_eq!(*first.get_or_insert_with(|| all.clone()), all, "{statements}: allocation changes the result");
    }
    Ok(first.unwrap())
}

/// What a single thread leaves.
pub fn one(statements: &str) -> u32 {
    ran(statements, 1).unwrap_or_else(|error| panic!("{statements}: {error}"))[0]
}

/// The statement that puts a single into a register.
fn single(register: &str, value: f32) -> String {
    format!("mov.b32 {register}, 0f{:08x};\n", value.to_bits())
}

#[test]
fn an_array_is_an_operand() {
    for (statements, expected) in [
        ("mov.u64 %rd4, ga[2]; ld.global.u32 %r4, [%rd4];", 30),
        ("mov.u64 %rd4, ga[0]; ld.global.u32 %r4, [%rd4];", 10),
        ("mov.u64 %rd4, ga[1] + 4; ld.global.u32 %r4, [%rd4];", 30),
        ("ld.global.u32 %r4, ga[3];", 40),
        ("ld.global.u32 %r4, [ga[1]];", 20),
        ("ld.global.u32 %r4, [ga[1] + 8];", 40),
        ("ld.global.u32 %r4, [ga + 8];", 30),
        ("ld.const.u16 %r4, cc[3];", 4),
        // the elements are numbers, though rows lie in the array
        ("ld.global.u16 %r4, rows[1];", 2),
        ("ld.global.u32 %r4, pairs[3];", 4),
        ("st.shared.u32 sh[5], 77; ld.shared.u32 %r4, [sh + 20];", 77),
        ("mov.u64 %rd4, sh[2]; st.shared.u32 [%rd4], 9; ld.shared.u32 %r4, sh[2];", 9),
        ("ld.global.u64 %rd4, [third]; ld.global.u32 %r4, [%rd4];", 30),
        ("atom.global.add.u32 %r5, ga[1], 5; ld.global.u32 %r4, ga[1];", 25),
    ] {
        assert_eq!(one(statements), expected, "{statements}");
    }
    let error = ran("ld.global.u32 %r4, ga[4];", 1).unwrap_err().to_string();
    assert!(error.contains("byte 16 of `ga`"), "{error}");
}

#[test]
fn a_register_is_an_index() {
    let wide = "mov.u64 %rd1, 0x500000001;";
    for (statements, expected) in [
        ("mov.u32 %r1, 2; ld.global.u32 %r4, ga[%r1];", 30),
        ("mov.u32 %r1, 2; ld.global.u32 %r4, ga[%r1 + 1];", 40),
        ("mov.u32 %r1, 2; ld.global.u32 %r4, ga[%r1 - 1];", 20),
        ("mov.u32 %r1, 1; ld.global.u32 %r4, [ga[%r1] + 8];", 40),
        ("mov.u16 %h1, 3; ld.global.u32 %r4, ga[%h1];", 40),
        ("mov.u32 %r1, 5; mov.u32 %r2, 0; ld.const.u16 %r4, cc[%r2 + 2];", 3),
        ("mov.u32 %r1, 1; ld.global.u16 %r4, rows[%r1 + 3];", 5),
        ("mov.u32 %r1, 2; ld.global.u32 %r4, pairs[%r1];", 3),
        ("mov.u32 %r1, 7; st.shared.u32 sh[%r1], 77; ld.shared.u32 %r4, [sh + 28];", 77),
        ("mov.u32 %r1, 7; mov.u32 %r2, sh[%r1]; st.shared.u32 [%r2], 9; ld.shared.u32 %r4, sh[7];", 9),
        ("mov.u32 %r1, 1; mov.u64 %rd4, ga[%r1]; ld.global.u32 %r4, [%rd4];", 20),
        ("mov.u32 %r1, 1; cvta.global.u64 %rd4, ga[%r1 + 1]; ld.u32 %r4, [%rd4];", 30),
        ("mov.u32 %r1, 1; ld.u32 %r4, ga[%r1];", 20),
        ("mov.u32 %r1, 1; ld.global.v2.u32 {%r2, %r4}, ga[%r1 + 1];", 40),
        ("mov.u32 %r1, 1; st.global.u32 ga[%r1], 5; ld.global.u32 %r4, ga[1];", 5),
        ("mov.u32 %r1, 1; atom.global.add.u32 %r5, ga[%r1], 5; ld.global.u32 %r4, ga[1];", 25),
        ("setp.ne.u32 %p1, 0, 0; mov.u32 %r1, 1; mov.u32 %r4, 8; @%p1 ld.global.u32 %r4, ga[%r1];", 8),
        ("ld.global.u32 %r4, ga[%laneid];", 10),
        ("{ .local .u32 own[4]; mov.u32 %r1, 3; st.local.u32 own[%r1], 6; ld.local.u32 %r4, [own + 12]; }", 6),
        // an index has 32 bits without a sign
        (&format!("{wide} ld.global.u32 %r4, ga[%rd1];"), 20),
        (&format!("{wide} ld.global.u32 %r4, ga[%rd1 + 0xffffffff];"), 10),
    ] {
        assert_eq!(one(statements), expected, "{statements}");
    }
    // each thread has its own
    let each = "mov.u32 %r1, %tid.x; ld.global.u32 %r4, ga[%r1];";
    assert_eq!(ran(each, 4).unwrap(), [10, 20, 30, 40]);
    for statements in ["mov.u32 %r1, 4; ld.global.u32 %r4, ga[%r1];", "mov.u32 %r1, -1; ld.global.u32 %r4, ga[%r1];"] {
        assert!(ran(statements, 1).is_err(), "{statements}");
    }
}

#[test]
fn a_thread_has_a_stack() {
    for (statements, expected) in [
        // alloca.ptx of a user
        ("alloca.u64 %rd4, 64, 16; cvta.local.u64 %rd5, %rd4; st.u32 [%rd5], 77; ld.local.u32 %r4, [%rd4];", 77),
        // what lies below does not meet what lies above, and the stack is given back
        (
            "alloca.u64 %rd1, 4; st.local.u32 [%rd1], 1; stacksave.u64 %rd6; alloca.u64 %rd2, 8; st.local.u64 [%rd2], -1;\
             stackrestore.u64 %rd6; alloca.u64 %rd3, 4; st.local.u32 [%rd3], 2; ld.local.u32 %r1, [%rd1];\
             ld.local.u32 %r2, [%rd3]; mad.lo.u32 %r4, %r2, 10, %r1;",
            21,
        ),
        // aligned as it says
        ("alloca.u64 %rd1, 3, 1; alloca.u64 %rd2, 3, 64; and.b64 %rd3, %rd2, 63; cvt.u32.u64 %r4, %rd3;", 0),
        ("setp.eq.u32 %p1, 0, 1; mov.u64 %rd1, 5; @%p1 alloca.u64 %rd1, 4096; cvt.u32.u64 %r4, %rd1;", 5),
        // twice as long as the loop, and given back each time
        (
            "L: stacksave.u64 %rd6; alloca.u64 %rd1, 512; st.local.u32 [%rd1], %r4; stackrestore.u64 %rd6;\
             add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 100; @%p1 bra L;",
            100,
        ),
    ] {
        assert_eq!(one(statements), expected, "{statements}");
    }
    // each thread has a size of its own
    let each = "mov.u32 %r1, %tid.x; cvt.u64.u32 %rd2, %r1; mul.lo.u64 %rd2, %rd2, 8; add.u64 %rd2, %rd2, 8;\
                alloca.u64 %rd1, %rd2; st.local.u32 [%rd1], %r1; ld.local.u32 %r4, [%rd1];";
    assert_eq!(ran(each, 32).unwrap(), (0..32).collect::<Vec<u32>>());
    for statements in [
        "mov.u64 %rd1, 4096; alloca.u64 %rd2, %rd1;",
        "mov.u64 %rd1, -8; alloca.u64 %rd2, %rd1;",
        "L: alloca.u64 %rd2, 512; setp.eq.u32 %p1, 0, 0; @%p1 bra L;",
    ] {
        let error = ran(statements, 1).unwrap_err().to_string();
        assert!(error.contains("trap"), "{statements}: {error}");
    }
}

#[test]
fn the_least_and_greatest_of_three() {
    let of = |operation: &str, values: [f32; 3]| {
        let [a, b, c] = ["%f1", "%f2", "%f3"];
        let set: String = [a, b, c].iter().zip(values).map(|(register, value)| single(register, value)).collect();
        f32::from_bits(one(&format!("{set}{operation}.f32 %f0, {a}, {b}, {c}; mov.b32 %r4, %f0;")))
    };
    let nan = f32::NAN;
    for (operation, values, expected) in [
        ("min", [3.0, 1.0, 2.0], 1.0),
        ("min", [3.0, 2.0, 1.0], 1.0),
        ("max", [3.0, -4.0, 2.0], 3.0),
        ("max.abs", [3.0, -4.0, 2.0], 4.0),
        ("min.abs", [3.0, -4.0, -2.0], 2.0),
        ("min", [nan, 5.0, 4.0], 4.0),
        ("max", [nan, nan, 4.0], 4.0),
        ("min.ftz", [1e-40, 5.0, 4.0], 0.0),
    ] {
        assert_eq!(of(operation, values), expected, "{operation} {values:?}");
    }
    for values in [[nan, 1.0, 2.0], [1.0, nan, 2.0], [1.0, 2.0, nan]] {
        assert!(of("max.NaN", values).is_nan());
    }
}

#[test]
fn a_reduction_of_singles() {
    // lane n gives n - 16; lane 3 is not a number
    let given = "mov.u32 %r1, %tid.x; cvt.rn.f32.u32 %f1, %r1; sub.f32 %f1, %f1, 0f41800000;\n";
    let nan = "setp.eq.u32 %p1, %r1, 3; @%p1 mov.b32 %f1, 0f7fffffff;\n";
    let of = |nan: &str, operation: &str| {
        let all = ran(&format!("{given}{nan}redux.sync.{operation}.f32 %f0, %f1, -1; mov.b32 %r4, %f0;"), 32).unwrap();
        assert!(all.iter().all(|value| *value == all[0]));
        all[0]
    };
    assert_eq!(f32::from_bits(of("", "min")), -16.0);
    assert_eq!(f32::from_bits(of("", "max")), 15.0);
    assert_eq!(f32::from_bits(of("", "max.abs")), 16.0);
    assert_eq!(f32::from_bits(of("", "min.abs")), 0.0);
    assert_eq!(f32::from_bits(of(nan, "min")), -16.0);
    assert_eq!(of(nan, "min.NaN"), 0x7fff_ffff);
    assert_eq!(of("mov.b32 %f1, 0fffc00001;\n", "max"), 0x7fff_ffff);
}

#[test]
fn sums_of_numbers_of_two_sizes() {
    let halves = "mov.b16 %h1, 0x3e00; mov.b16 %h2, 0xc100;\n"; // 1.5, -2.5
    let brains = "mov.b16 %h1, 0x3fc0; mov.b16 %h2, 0xc020;\n"; // the same
    let c = single("%f1", 0.25);
    for (set, ty) in [(halves, "f16"), (brains, "bf16")] {
        for (statement, expected) in [("add.f32", 1.75), ("add.rz.f32", 1.75), ("sub.f32", 1.25), ("add.sat.f32", 1.0)]
        {
            let result = one(&format!("{set}{c}{statement}.{ty} %f0, %h1, %f1; mov.b32 %r4, %f0;"));
            assert_eq!(f32::from_bits(result), expected, "{statement}.{ty}");
        }
        let result = one(&format!("{set}{c}fma.rn.f32.{ty} %f0, %h1, %h2, %f1; mov.b32 %r4, %f0;"));
        assert_eq!(f32::from_bits(result), -3.5);
        // rounded once, in the direction that is said: 1.5 + 2^-30
        let tiny = single("%f1", 2f32.powi(-30));
        let up = one(&format!("{set}{tiny}add.rp.f32.{ty} %f0, %h1, %f1; mov.b32 %r4, %f0;"));
        assert_eq!(up, 1.5f32.to_bits() + 1);
    }
}

#[test]
fn pairs_of_singles() {
    let set = [single("%f1", 1.5), single("%f2", -2.0), single("%f3", 4.0), single("%f4", 0.5)].concat()
        + "mov.b64 %rd1, {%f1, %f2}; mov.b64 %rd2, {%f3, %f4};\n";
    for (statement, expected) in [
        ("add.f32x2 %rd3, %rd1, %rd2;", [5.5, -1.5]),
        ("sub.rn.f32x2 %rd3, %rd1, %rd2;", [-2.5, -2.5]),
        ("mul.rz.ftz.f32x2 %rd3, %rd1, %rd2;", [6.0, -1.0]),
        ("fma.rn.f32x2 %rd3, %rd1, %rd2, %rd1;", [7.5, -3.0]),
    ] {
        for (half, expected) in expected.iter().enumerate() {
            let take = ["mov.b64 {%r4, %r5}, %rd3;", "mov.b64 {%r5, %r4}, %rd3;"][half];
            assert_eq!(f32::from_bits(one(&format!("{set}{statement}{take}"))), *expected, "{statement}");
        }
    }
}
