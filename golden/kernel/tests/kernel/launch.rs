//! Tests of launch descriptions: what they define, and the errors with which wrong ones are
//! refused.

use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Options, Unobserved};
use heddle_kernel::launch::{
    Buffers, Data, Description, LaunchError, Matrices, Planned, Session, Shape, Sizes, Value, compare,
};
use proptest::prelude::*;

const WHOLE: &str = r#"
name = "EXAMPLE"
[size.test]
n = 100
[size.paper]
n = 1000000

[[buffer]]
name = "x"
type = "f32"
count = "n"
fill = { seed = 7, low = -1.0, high = 1.0 }

[[buffer]]
name = "ramp"
type = "s32"
count = "n + 1"
fill = { start = 5, step = -2 }

[[buffer]]
name = "bytes"
type = "u8"
count = 6
fill = { values = [1, 2, "n"] }

[[symbol]]
name = "table"
type = "u16"
count = 4
fill = { value = 3 }

[[buffer]]
name = "made"
type = "u32"
count = 8
fill = "host"

[[run]]
for = [{ name = "k", from = 0, to = 3 }, { name = "j", from = "k", to = 0, step = -1 }]
[[run.launch]]
kernel = "first"
grid = ["ceil_div(n, 64)", "k + 1"]
block = [64]
when = "j != 2"
shared = "4 * j"
args = [{ buffer = "x", offset = "k" }, { s32 = "-j" }, { struct = [{ u8 = 1 }, { f64 = 0.5 }] }, { symbol = "table" }]

[[expect]]
buffer = "ramp"
fill = { start = 5, step = -2 }
"#;

fn whole() -> Description {
    Description::read("whole.toml", WHOLE).unwrap()
}

#[test]
fn contents_are_as_said() {
    let description = whole();
    let sizes = description.sizes("whole.toml", "test").unwrap();
    let (buffers, host) = description.contents("whole.toml", &sizes, &Matrices::default()).unwrap();
    assert_eq!(host, ["made"]);
    assert_eq!(buffers.s32("ramp").len(), 101);
    assert_eq!(buffers.s32("ramp")[..3], [5, 3, 1]);
    assert_eq!(buffers.u8("bytes"), [1, 2, 100, 0, 0, 0]);
    assert_eq!(buffers.u16("table"), [3; 4]);
    assert!(buffers.f32("x").iter().all(|x| (-1.0..1.0).contains(x)));
    let mean = buffers.f32("x").iter().sum::<f32>() / 100.0;
    assert!(mean.abs() < 0.2, "{mean}");
    let again = description.contents("whole.toml", &sizes, &Matrices::default()).unwrap().0;
    assert_eq!(buffers, again);
    assert_eq!(description.sizes("whole.toml", "paper").unwrap()["n"], 1_000_000);
}

#[test]
fn random_integers_reach_both_ends() {
    let text = "name = \"r\"\nrun = []\n[[buffer]]\nname = \"r\"\ntype = \"s8\"\ncount = 1000\nfill = { seed = 3, low = -2, high = 2 }";
    let description = Description::read("r.toml", text).unwrap();
    let (buffers, _) = description.contents("r.toml", &Sizes::default(), &Matrices::default()).unwrap();
    for value in -2..=2 {
        let count = buffers.s8("r").iter().filter(|&&x| x == value).count();
        assert!((150..250).contains(&count), "{value} stands {count} times");
    }
}

#[test]
fn loops_nest_and_expressions_see_them() {
    let description = whole();
    let sizes = description.sizes("whole.toml", "test").unwrap();
    let mut seen: Vec<Planned> = Vec::new();
    let visited = description.launches("whole.toml", &sizes, |planned| {
        seen.push(planned);
        Ok::<_, LaunchError>(())
    });
    visited.unwrap();
    // (k, j): (1, 1), (2, 2) is left out by `when`, (2, 1)
    assert_eq!(
        seen.iter().map(|p| (p.shape.clone(), p.shared)).collect::<Vec<_>>(),
        [(Shape::Grid([2, 2, 1], [64, 1, 1]), 4), (Shape::Grid([2, 3, 1], [64, 1, 1]), 4)]
    );
    assert_eq!(seen[0].arguments[0], Value::Buffer("x".into(), 1));
    assert_eq!(seen[0].arguments[1], Value::Bytes((-1i32).to_le_bytes().into()));
    let Value::Struct(members) = &seen[0].arguments[2] else { panic!("a structure") };
    assert_eq!(members[1], Value::Bytes(0.5f64.to_le_bytes().into()));
}

#[test]
fn mistakes_are_named() {
    let cases = [
        ("grid = [\"ceil_div(n, 64)\", \"k + 1\"]", "grid = []", "run[0].launch[0].grid: one to three numbers"),
        ("\"ceil_div(n, 64)\"", "\"m\"", "run[0].launch[0].grid: there is no size `m`; there are j, k, n"),
        ("{ symbol = \"table\" }", "{ symbol = \"tabel\" }", "there is no symbol `tabel`; there are table"),
        ("{ s32 = \"-j\" }", "{ s32 = 1, u32 = 2 }", "run[0].launch[0].args[1]: exactly one of"),
        ("{ s32 = \"-j\" }", "{ int = 1 }", "unknown field `int`"),
        ("kernel = \"first\"", "kernal = \"first\"", "unknown field `kernal`"),
        ("step = -1", "step = 0", "run[0].for `j`: a loop with a step of 0 never ends"),
        ("to = 3", "to = 1000000000000000000", "run[0].for `j`: more than"),
        ("name = \"j\"", "name = \"n\"", "`n` is the name of a size"),
        ("type = \"u16\"", "type = \"int\"", "symbol[0].type: there is no type `int`"),
        ("count = 4", "count = -4", "symbol[0].count: -4: from 0 to"),
        ("fill = { value = 3 }", "fill = { value = 3, seed = 1 }", "a fill is one of"),
        ("fill = { value = 3 }", "fill = { file = \"t\" }", "symbol[0].fill: t was not read: see `Description::files`"),
        ("fill = \"host\"", "fill = \"hosts\"", "invalid value: string \"hosts\""),
        ("values = [1, 2, \"n\"]", "values = [1, 2, 3, 4, 5, 6, 7]", "buffer[2].fill: 7 values, but 6 elements"),
        ("name = \"ramp\"", "name = \"x\"", "buffer[1].name: the name `x` is used twice"),
        ("buffer = \"ramp\"\nfill", "buffer = \"ramp\"\nreference = true\nfill", "expect[0]: exactly one of"),
        ("buffer = \"ramp\"\nfill = {", "buffer = \"ramp\"\nvalues = []\n# {", "expect[0].values: no value is given"),
        ("buffer = \"ramp\"\nfill", "symbol = \"ramp\"\nfill", "expect[0]: there is no symbol `ramp`"),
        (
            "fill = { start = 5, step = -2 }\n\n[[buffer]]",
            "fill = { start = 1.5 }\n\n[[buffer]]",
            "a whole number is expected, not 1.5",
        ),
        ("block = [64]", "block = [64", "TOML"),
    ];
    for (right, wrong, words) in cases {
        assert!(WHOLE.contains(right), "{right}");
        let error = outcome(&WHOLE.replacen(right, wrong, 1)).expect_err(wrong).to_string();
        assert!(error.starts_with("wrong.toml: ") && (words == "TOML" || error.contains(words)), "{wrong}: {error}");
    }
}

/// Everything that can be done with a description but run it.
fn outcome(text: &str) -> Result<(), LaunchError> {
    let file = "wrong.toml";
    let description = Description::read(file, text)?;
    let sizes = description.sizes(file, "test")?;
    description.contents(file, &sizes, &Matrices::default())?;
    description.launches(file, &sizes, |_| Ok(()))
}

#[test]
fn tolerances_are_tolerances() {
    let expect = |text: &str| {
        let text = format!(
            "name = \"e\"\nrun = []\n[[buffer]]\nname = \"b\"\ntype = \"f32\"\ncount = 1\n[[expect]]\nbuffer = \"b\"\nreference = true\n{text}"
        );
        Description::read("e.toml", &text).unwrap().expect.remove(0)
    };
    let judge = |found: f32, expected: f32, text: &str| {
        compare("b", &Data::F32(vec![expected, found]), 0, &Data::F32(vec![expected; 2]), &expect(text)).is_none()
    };
    assert!(judge(1.0, 1.0, ""));
    assert!(!judge(1.0, f32::from_bits(1f32.to_bits() + 1), ""));
    assert!(!judge(0.0, -0.0, ""), "bit for bit");
    assert!(judge(f32::NAN, f32::from_bits(0x7fff_ffff), ""));
    assert!(!judge(f32::NAN, 1.0, "relative = 1.0"));
    assert!(judge(101.0, 100.0, "relative = 0.01"));
    assert!(!judge(101.1, 100.0, "relative = 0.01"));
    assert!(judge(0.001, 0.0, "absolute = 0.01"));
    assert!(!judge(f32::INFINITY, 1e30, "relative = 0.5"));
    let difference = compare("b", &Data::S32(vec![1, 2, 3]), 0, &Data::S32(vec![1, 3, 4]), &expect("")).unwrap();
    assert_eq!(difference.to_string(), "b[1] is 2, expected 3 (2 of 3 elements differ)");
    assert_eq!(Buffers::default(), Buffers::default());
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(at in 0..WHOLE.len(), word in prop::sample::select(vec![
        "", "\"", "[", "-1", "9223372036854775807", "\"n * n * n * n * n * n * n * n * n * n\"", "nan", "1e400", "{}", "é", "k", "= ", "\n",
    ]), cut in 0usize..20) {
        let end = (at + cut).min(WHOLE.len());
        let text = format!("{}{word}{}", &WHOLE[..at], &WHOLE[end..]);
        let _ = outcome(&text);
    }
}

/// Three texels and a kernel that fetches one of them by reference, and one by handle.
fn textures(description: &str) -> Result<Vec<u32>, String> {
    let text = ".version 7.0\n.target sm_70\n.address_size 64\n.global .texref t;\n\
        .visible .entry k(.param .u64 out, .param .u64 object)\n{\n.reg .b32 %r<4>; .reg .b64 %d<3>; .reg .f32 %f<4>;\n\
        ld.param.u64 %d0, [out]; ld.param.u64 %d1, [object];\nmov.f32 %f0, 0f3F000000;\n\
        tex.1d.v4.u32.f32 {%r0, _, _, _}, [t, {%f0}]; st.global.u32 [%d0], %r0;\n\
        tex.1d.v4.u32.f32 {%r0, _, _, _}, [%d1, {%f0}]; st.global.u32 [%d0+4], %r0;\n}\n";
    let module = heddle_kernel::read("t.ptx", text).map_err(|error| error.to_string())?;
    let head = "name = \"T\"\n[[buffer]]\nname = \"x\"\ntype = \"f32\"\ncount = 3\nfill = { values = [1.0, 2.0, 4.0] }\n\
        [[buffer]]\nname = \"out\"\ntype = \"u32\"\ncount = 2\n";
    let run = "[[run]]\n[[run.launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [1]\nargs = [{ buffer = \"out\" }, { texture = \"object\" }]\n";
    let description = Description::read("t.toml", &format!("{head}{description}\n{run}")).map_err(|e| e.to_string())?;
    let session = Session::new("t.toml", &module, &description, "test", None);
    let mut session = session.map_err(|error| error.to_string())?;
    let options = Options::default();
    session.run(Registers::default(), &options, &mut Unobserved).map_err(|error| error.to_string())?;
    Ok(session.contents().u32("out").to_vec())
}

#[test]
fn textures_are_bound_to_references_and_made_objects() {
    let both = "[[texture]]\nname = \"t\"\nbuffer = \"x\"\nsize = [3]\nnormalized = true\n\
        [[texture]]\nname = \"object\"\nbuffer = \"x\"\nsize = [3]\nnormalized = true\nfilter = \"linear\"\naddress = [\"wrap\"]\n";
    assert_eq!(textures(both).unwrap(), [2f32.to_bits(), 2f32.to_bits()]);
    let unnormalized = both.replace("normalized = true\n", "");
    assert_eq!(textures(&unnormalized).unwrap(), [1f32.to_bits(), 1f32.to_bits()]);
    for (from, to, words) in [
        (
            "\"t\"",
            "\"u\"",
            "t.toml: texture[0].name: the module has no texture or surface `u`, and no argument names it",
        ),
        ("\"t\"", "\"object\"", "t.toml: texture[1].name: the name `object` is used twice"),
        ("buffer = \"x\"", "buffer = \"y\"", "t.toml: texture[0].buffer: there is no buffer `y`; there are x, out"),
        ("size = [3]", "size = [4]", "the texels take 16 bytes, but `x` has 12"),
        ("size = [3]", "size = [3, 0]", "0: from 1 to"),
        ("size = [3]", "size = [1]\nchannels = 3", "a texel of 3 channels"),
        (
            "name = \"t\"\nbuffer = \"x\"",
            "name = \"t\"\nbuffer = \"out\"\nfilter = \"linear\"",
            "linear filtering of integers",
        ),
        ("name = \"object\"", "name = \"other\"", "there is no texture `object`; there are t, other"),
        ("\"linear\"", "\"cubic\"", "unknown variant `cubic`, expected `point` or `linear`"),
        ("[\"wrap\"]", "[\"repeat\"]", "unknown variant `repeat`"),
    ] {
        let error = textures(&both.replace(from, to)).unwrap_err();
        assert!(error.contains(words), "{from} -> {to}: {error}");
    }
}

/// What a launch description of these buffers and arguments, for a kernel with one address, is
/// refused for.
fn refused(variables: &str, buffers: &str, argument: &str) -> String {
    let ptx = format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n{variables}\n.entry k(.param .u64 p) {{ .reg .u64 %a; .reg .b16 %b;
         ld.param.u64 %a, [p]; ld.global.u8 %b, [%a]; ret; }}"
    );
    let text = format!(
        "name = 'x'\n{buffers}\n[[run]]\n[[run.launch]]\nkernel = 'k'\ngrid = [1]\nblock = [1]\nargs = [{argument}]"
    );
    let module = heddle_kernel::read("x.ptx", &ptx).unwrap();
    let description = Description::read("x.toml", &text).unwrap();
    let run = Session::new("x.toml", &module, &description, "test", None)
        .and_then(|mut session| session.run(Registers::default(), &Options::default(), &mut Unobserved));
    run.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn an_empty_buffer_has_no_byte() {
    let buffers =
        "[[buffer]]\nname = 'none'\ntype = 'u8'\ncount = 0\n[[buffer]]\nname = 'next'\ntype = 'u8'\ncount = 4";
    assert_eq!(refused("", buffers, "{ buffer = 'next' }"), "");
    assert!(refused("", buffers, "{ buffer = 'none' }").contains("byte 0 of `none`, which has 0 bytes"));
}

#[test]
fn offsets_do_not_wrap() {
    let buffers = "[[buffer]]\nname = 'b'\ntype = 'u64'\ncount = 4";
    assert_eq!(refused("", buffers, "{ buffer = 'b', offset = 3 }"), "");
    // times eight, 2^61 is 0 again
    for offset in ["1 << 61", "-(1 << 61)", "9223372036854775807", "-1000000000000"] {
        let argument = format!("{{ buffer = 'b', offset = '{offset}' }}");
        let why = refused("", buffers, &argument);
        assert!(
            why.contains("run[0].launch[0].args[0]") && why.contains("leaves the 64-bit addresses"),
            "{offset}: {why}"
        );
        assert!(refused("", buffers, &format!("{{ struct = [{argument}] }}")).contains("leaves"), "{offset}");
    }
}

#[test]
fn sums_of_memory_are_refused_before_any_is_allocated() {
    let buffers = |count: usize| {
        let one = |n| format!("[[buffer]]\nname = 'b{n}'\ntype = 'u8'\ncount = '2 << 30'\n");
        (0..count).map(one).collect::<String>()
    };
    // each fits, and not all of them; with variables, too
    assert!(refused("", &buffers(9), "{ buffer = 'b0' }").contains("is full"));
    let variables: String = (0..4).map(|n| format!(".global .b8 v{n}[4294967296];\n")).collect();
    assert!(refused(&variables, &buffers(1), "{ buffer = 'b0' }").contains("is full"));
}
