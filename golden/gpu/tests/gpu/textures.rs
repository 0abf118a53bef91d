//! Tests of fetches from textures on the whole GPU: the results are right under every kind of core,
//! and skipping idle cycles changes nothing.

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Ended, Options, Run, SimError, simulate};
use heddle_kernel::compile::Registers;
use heddle_kernel::execute::Unobserved;
use heddle_kernel::launch::{Description, Session};

/// Points between texels of an image and of a volume, by reference and by object, in divergent
/// code; sums of what is fetched.
const TEXT: &str = "
.version 7.0
.target sm_70
.address_size 64
.global .texref image;
.visible .entry k(.param .u64 out, .param .u64 volume)
{
    .reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %d<6>; .reg .f32 %f<20>;
    ld.param.u64 %d1, [out]; ld.param.u64 %d2, [volume];
    mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r4, %r2, %r3, %r1;
    mul.wide.u32 %d3, %r4, 4; add.s64 %d1, %d1, %d3;
    and.b32 %r5, %r4, 15; shr.u32 %r6, %r4, 4;
    cvt.rn.f32.u32 %f1, %r5; cvt.rn.f32.u32 %f2, %r6;
    mul.f32 %f1, %f1, 0f3D8F5C29; mul.f32 %f2, %f2, 0f3D23D70A;
    tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [image, {%f1, %f2}];
    add.f32 %f8, %f4, %f5;
    and.b32 %r7, %r4, 3; setp.eq.u32 %p1, %r7, 0;
    @%p1 bra SKIP;
    cvt.rn.f32.u32 %f3, %r7;
    tex.3d.v4.f32.f32 {%f9, %f10, %f11, %f12}, [%d2, {%f2, %f1, %f3, %f3}];
    add.f32 %f8, %f8, %f9;
    @%p1 bra SKIP;
    txq.width.b32 %r8, [image]; cvt.rn.f32.u32 %f13, %r8; add.f32 %f8, %f8, %f13;
SKIP:
    tex.2d.v4.f32.s32 {%f14, %f15, %f16, %f17}, [image, {%r5, 2}];
    add.f32 %f8, %f8, %f15;
    st.global.f32 [%d1], %f8;
    exit;
}
";

const LAUNCH: &str = r#"
name = "TEXTURES"
[[buffer]]
name = "texels"
type = "f32"
count = 600
fill = { seed = 3, low = 0.0, high = 1.0 }
[[buffer]]
name = "bytes"
type = "u8"
count = 105
fill = { seed = 4, low = 0, high = 255 }
[[buffer]]
name = "out"
type = "f32"
count = 384
[[texture]]
name = "image"
buffer = "texels"
size = [20, 15]
channels = 2
filter = "linear"
address = ["wrap", "mirror"]
normalized = true
[[texture]]
name = "volume"
buffer = "bytes"
size = [7, 5, 3]
filter = "linear"
to_float = true
address = ["clamp", "border", "clamp"]
[[run]]
[[run.launch]]
kernel = "k"
grid = [4]
block = [96]
args = [{ buffer = "out" }, { texture = "volume" }]
"#;

/// Works on a session that has not run.
fn with<T>(work: impl FnOnce(&mut Session) -> T) -> T {
    let module = heddle_kernel::read("t.ptx", TEXT).unwrap_or_else(|error| panic!("{error}"));
    let description = Description::read("t.toml", LAUNCH).unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new("t.toml", &module, &description, "test", None).unwrap_or_else(|e| panic!("{e}"));
    work(&mut session)
}

fn timed(gpu: &str, policy: &str, skip: bool) -> Result<(Run, Vec<f32>), SimError> {
    let mut config = Config::shipped(gpu).unwrap();
    config.set(&["core.count=2"]).unwrap();
    let options = Options { skip, ..Options::default() };
    with(|session| {
        let run = simulate(
            &config.spec,
            &Policy::named(policy).unwrap_or_else(|| panic!("{policy}")),
            session,
            &options,
            &mut (),
        )?;
        assert_eq!(run.ended, Ended::Whole);
        Ok((run, session.contents().f32("out").to_vec()))
    })
}

/// A GPU and its policies, at least one for each kind of core, unit and formation.
const TRIED: [(&str, &[&str]); 4] = [
    ("stsimt", &["simt", "simt-scalar", "tsimt", "tsimt+", "stsimt2", "stsimt4"]),
    ("slp", &["no-tbc", "tbc", "tbc-balanced", "capri-balanced"]),
    ("vt", &["simt", "vt", "mascar"]),
    ("vws", &["ws32", "ws8", "ws4", "ivws", "evws"]),
];

#[test]
fn memory_is_right_under_every_kind_of_core_and_skipping_changes_nothing() {
    let options = heddle_kernel::execute::Options::default();
    let meant = with(|session| {
        session.run(Registers::default(), &options, &mut Unobserved).unwrap();
        session.contents().f32("out").to_vec()
    });
    assert!(meant.iter().all(|&sum| sum > 0.0));
    for (gpu, policies) in TRIED {
        for &policy in policies {
            let [skipped, stepped] = [true, false].map(|skip| timed(gpu, policy, skip));
            let (skipped, stepped) = (skipped.unwrap_or_else(|e| panic!("{policy}: {e}")), stepped.unwrap());
            assert_eq!(skipped.1, meant, "{policy} on {gpu}");
            assert_eq!(skipped, stepped, "{policy} on {gpu}");
            let get = |name| skipped.0.get(name).unwrap();
            assert_eq!(get("texture.lines"), get("texture.hits") + get("texture.misses") + get("texture.merged"));
            assert!(get("texture.misses") > 0 && get("texture.hits") > 0, "{policy} on {gpu}");
        }
    }
}

#[test]
fn a_vector_core_refuses_textures_by_name() {
    let why = timed("simt-simd", "simt-simd", true).unwrap_err().to_string();
    assert!(why.contains("`k` fetches from textures"), "{why}");
}

/// A larger cache misses less, and a slower one takes longer.
#[test]
fn the_configuration_is_that_of_the_cache() {
    let run = |change: &str| {
        let mut config = Config::shipped("stsimt").unwrap();
        config.set(&["core.count=1", change]).unwrap();
        with(|session| simulate(&config.spec, &Policy::named("simt").unwrap(), session, &Options::default(), &mut ()))
            .unwrap()
    };
    let [small, large] = ["texture.bytes=640", "texture.bytes=65280"].map(&run);
    assert!(small.get("texture.misses") > large.get("texture.misses"));
    let [fast, slow] = ["texture.latency=1", "texture.latency=1000"].map(&run);
    assert!(fast.cycles < slow.cycles);
    let [many, few] = ["texture.mshrs=128", "texture.mshrs=1"].map(run);
    assert!(few.get("texture.stall") > many.get("texture.stall"));
}

/// Elements of a surface of 40 x 6 words that are moved to another row, in divergent code, with
/// what lies outside read as zeros and not written; then pairs of words, clamped, by a guard, and a
/// byte of a row of a layered surface.
const SURFACES: &str = "
.version 7.0
.target sm_70
.address_size 64
.global .surfref from;
.visible .entry k(.param .u64 to, .param .u64 layers)
{
    .reg .pred %p<3>; .reg .b32 %r<16>; .reg .b16 %h<2>; .reg .b64 %d<4>;
    ld.param.u64 %d1, [to]; ld.param.u64 %d2, [layers];
    mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; shl.b32 %r3, %r1, 2;
    add.u32 %r4, %r2, 1; shl.b32 %r10, %r1, 3;
    suld.b.2d.b32.zero %r5, [from, {%r3, %r2}];
    add.u32 %r5, %r5, 1;
    and.b32 %r6, %r1, 1; setp.eq.u32 %p1, %r6, 0;
    @%p1 bra EVEN;
    sust.b.2d.b32.zero [%d1, {%r3, %r2}], %r5;
    bra DONE;
EVEN:
    suld.b.2d.v2.b32.clamp {%r7, %r8}, [from, {%r10, %r4}];
    add.u32 %r5, %r5, %r7; add.u32 %r5, %r5, %r8;
    sust.b.2d.b32.zero [%d1, {%r3, %r2}], %r5;
DONE:
    setp.lt.u32 %p2, %r1, 12;
    @%p2 suld.b.a1d.b8.trap %h0, [%d2, {%r2, %r1}];
    @%p2 add.u16 %h0, %h0, 3;
    @%p2 sust.b.a1d.b8.trap [%d2, {%r2, %r1}], %h0;
    exit;
}
";

const SURFACES_LAUNCH: &str = r#"
name = "SURFACES"
[[buffer]]
name = "words"
type = "u32"
count = 240
fill = { seed = 3, low = 1, high = 1000000 }
[[buffer]]
name = "out"
type = "u32"
count = 240
[[buffer]]
name = "bytes"
type = "u8"
count = 84
fill = { seed = 4, low = 0, high = 255 }
[[texture]]
name = "from"
buffer = "words"
size = [40, 6]
[[texture]]
name = "to"
buffer = "out"
size = [40, 6]
[[texture]]
name = "layers"
buffer = "bytes"
size = [12]
layers = 7
[[run]]
[[run.launch]]
kernel = "k"
grid = [7]
block = [48]
args = [{ texture = "to" }, { texture = "layers" }]
"#;

#[test]
fn surfaces_are_the_same_under_every_kind_of_core() {
    let module = heddle_kernel::read("s.ptx", SURFACES).unwrap_or_else(|error| panic!("{error}"));
    let description = Description::read("s.toml", SURFACES_LAUNCH).unwrap_or_else(|error| panic!("{error}"));
    let session = || Session::new("s.toml", &module, &description, "test", None).unwrap_or_else(|e| panic!("{e}"));
    let left = |session: &Session| (session.contents().u32("out").to_vec(), session.contents().u8("bytes").to_vec());
    let before = session();
    let (words, bytes) = (before.contents().u32("words").to_vec(), before.contents().u8("bytes").to_vec());
    let clamped = |x: usize, y: usize| {
        words[40 * y.min(5) + (2 * x).min(38)].wrapping_add(words[40 * y.min(5) + (2 * x).min(38) + 1])
    };
    let word = |x: usize, y: usize| words[40 * y + x] + 1 + if x.is_multiple_of(2) { clamped(x, y + 1) } else { 0 };
    let meant: (Vec<u32>, Vec<u8>) =
        ((0..240).map(|n| word(n % 40, n / 40)).collect(), bytes.iter().map(|byte| byte.wrapping_add(3)).collect());
    let mut tried = TRIED.to_vec();
    tried.push(("simt-simd", &["simt-simd", "vector"]));
    for (gpu, policies) in tried {
        let mut config = Config::shipped(gpu).unwrap();
        config.set(&["core.count=2"]).unwrap();
        for name in policies {
            let policy = Policy::named(name).unwrap_or_else(|| panic!("{name}"));
            let run = |skip| {
                let mut session = session();
                let options = Options { skip, ..Options::default() };
                let run = simulate(&config.spec, &policy, &mut session, &options, &mut ());
                (run.unwrap_or_else(|error| panic!("{name}: {error}")), left(&session))
            };
            let (skipped, stepped) = (run(true), run(false));
            assert_eq!(skipped.1, meant, "{name} on {gpu}");
            assert_eq!(skipped, stepped, "{name} on {gpu}");
        }
    }
}
