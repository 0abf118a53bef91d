//! Tests of launches of warps with sizes of their own: what they define, what is refused, and the
//! special registers of their threads (SIMT-SIMD III).

use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Options, Unobserved};
use heddle_kernel::launch::{Description, LaunchError, RunError, Session};

/// What a thread sees of itself; and a sum of all threads' ids by shuffles, which thread 0 has in
/// the end.
const SEEN: &str = "
.version 3.2
.target sm_35
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 starts)
{
.reg .b32 %r<12>; .reg .b64 %rd<8>; .reg .pred %p<4>;
ld.param.u64 %rd1, [out];
ld.param.u64 %rd2, [starts];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ntid.x;
mov.u32 %r3, %ctaid.x;
mov.u32 %r4, %nctaid.x;
mov.u32 %r5, %r1;
mov.u32 %r6, 1;
setp.lt.s32 %p1, %r2, 2;
@%p1 bra OUT;
STEP:
shfl.down.b32 %r7, %r5, %r6, 31;
add.s32 %r8, %r1, %r6;
setp.lt.s32 %p2, %r8, %r2;
@%p2 add.s32 %r5, %r5, %r7;
shl.b32 %r6, %r6, 1;
setp.lt.s32 %p3, %r6, %r2;
@%p3 bra STEP;
OUT:
mul.wide.u32 %rd3, %r3, 4;
add.s64 %rd3, %rd2, %rd3;
ld.global.u32 %r9, [%rd3];
add.s32 %r9, %r9, %r1;
mul.wide.u32 %rd4, %r9, 16;
add.s64 %rd4, %rd1, %rd4;
st.global.u32 [%rd4], %r2;
st.global.u32 [%rd4+4], %r3;
st.global.u32 [%rd4+8], %r4;
st.global.u32 [%rd4+12], %r5;
ret;
}
";

/// Runs the kernel above with warps of such sizes, chunks of `warp_size` threads: by thread, its
/// warp's size, its warp, all warps, and its sum.
fn seen(sizes: &[u32], warp_size: u32) -> Vec<[u32; 4]> {
    let module = heddle_kernel::read("k.ptx", SEEN).unwrap();
    let starts: Vec<u32> = sizes.iter().scan(0, |at, size| Some(std::mem::replace(at, *at + size))).collect();
    let threads: u32 = sizes.iter().sum();
    let text = format!(
        "name = \"K\"\n[[buffer]]\nname = \"sizes\"\ntype = \"u32\"\ncount = {0}\nfill = {{ values = {sizes:?} }}\n\
         [[buffer]]\nname = \"starts\"\ntype = \"u32\"\n\
         count = {0}\nfill = {{ values = {starts:?} }}\n[[buffer]]\nname = \"out\"\ntype = \"u32\"\ncount = {1}\n[[run]]\n[[run.launch]]\nkernel = \"k\"\n\
         warps = \"sizes\"\nargs = [{{ buffer = \"out\" }}, {{ buffer = \"starts\" }}]\n",
        sizes.len(),
        4 * threads
    );
    let description = Description::read("k.toml", &text).unwrap();
    let mut session = Session::new("k.toml", &module, &description, "test", None).unwrap();
    let options = Options { warp_size, ..Options::default() };
    let statistics = session.run(Registers::default(), &options, &mut Unobserved).unwrap();
    assert_eq!((statistics.warps, statistics.threads), (sizes.len() as u64, threads.into()));
    session.contents().u32("out").chunks(4).map(|seen| seen.try_into().unwrap()).collect()
}

#[test]
fn threads_see_their_own_warp_and_shuffles_reach_all_of_it() {
    let sizes: Vec<u32> = (1..70).chain([100, 255, 256]).collect();
    for warp_size in [32, 8] {
        let seen = seen(&sizes, warp_size);
        let mut at = 0;
        for (wid, &size) in sizes.iter().enumerate() {
            for seen in &seen[at..at + size as usize] {
                assert_eq!(seen[..3], [size, wid as u32, sizes.len() as u32]);
            }
            // thread 0 has the sum of all, whichever chunks they are in
            assert_eq!(seen[at][3], size * (size - 1) / 2, "a warp of {size} in chunks of {warp_size}");
            at += size as usize;
        }
    }
}

/// What is wrong with a launch, where the file says so of it.
fn refused(launch: &str, buffer: &str) -> String {
    let module = heddle_kernel::read("k.ptx", SEEN).unwrap();
    let text = format!(
        "name = \"K\"\n{buffer}\n[[buffer]]\nname = \"out\"\ntype = \"u32\"\ncount = 100\n[[run]]\n\
         {launch}\nargs = [{{ buffer = \"out\" }}, {{ buffer = \"out\" }}]\n"
    );
    let description = match Description::read("k.toml", &text) {
        Ok(description) => description,
        Err(LaunchError::Value { key, reason, .. }) => return format!("{key}: {reason}"),
        Err(why) => panic!("{why}"),
    };
    let mut session = Session::new("k.toml", &module, &description, "test", None).unwrap();
    match session.run(Registers::default(), &Options::default(), &mut Unobserved) {
        Err(why @ (RunError::Launch(_) | RunError::Fault(_))) => why.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn lists_that_make_no_sense_are_refused() {
    const SIZES: &str = "[[buffer]]\nname = \"sizes\"\ntype = \"s32\"\ncount = 2\nfill = { values = [3, 4] }";
    const LAUNCH: &str = "[[run.launch]]\nkernel = \"k\"\nwarps = \"sizes\"";
    let beside = |more: &str| refused(&format!("{LAUNCH}\n{more}"), SIZES);
    for (more, what) in [("grid = [1]", "`grid`"), ("block = [1]", "`block`"), ("shared = 4", "`shared`")] {
        let why = beside(more);
        assert!(why.starts_with("run[0].launch[0]: ") && why.contains(what) && why.contains("`warps`"), "{why}");
    }
    let why = refused("[[run.launch]]\nkernel = \"k\"\nblock = [1]", SIZES);
    assert!(why.contains("`grid` is missing"), "{why}");
    let why = refused(LAUNCH, "");
    assert!(why.contains("there is no buffer `sizes`; there are out"), "{why}");
    let why = refused(LAUNCH, &SIZES.replace("[3, 4]", "[3]"));
    assert!(why.contains("run[0].launch[0].warps: sizes[1] is 0"), "{why}");
    let why = refused(LAUNCH, &SIZES.replace("s32", "f32"));
    assert!(why.contains("`sizes` holds f32"), "{why}");
    let why = refused(LAUNCH, &SIZES.replace("[3, 4]", "[3, 1025]"));
    assert!(why.contains("warp 1 has 1025 threads: 1 to 1024"), "{why}");
    // an earlier launch may write the list; one in a loop comes before itself
    let earlier = "[[run.launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [1]\nargs = [{ buffer = \"sizes\" }, { buffer = \"out\" }]\n";
    let why = refused(&format!("{earlier}{LAUNCH}"), SIZES);
    assert!(why.contains("run[0].launch[1].warps") && why.contains("run[0].launch[0] may write it"), "{why}");
}

/// A vote has a bit a lane; a shuffle with a width divides 32 lanes.
#[test]
fn exchanges_that_mean_32_lanes_are_refused_beyond() {
    let run = |instruction: &str, size: u32| {
        let text = SEEN.replace("shfl.down.b32 %r7, %r5, %r6, 31;", instruction);
        let module = heddle_kernel::read("k.ptx", &text).unwrap();
        let text = format!(
            "name = \"K\"\n[[buffer]]\nname = \"sizes\"\ntype = \"u32\"\ncount = 1\nfill = {{ values = [{size}] }}\n\
             [[buffer]]\nname = \"out\"\ntype = \"u32\"\n\
             count = 1000\n[[run]]\n[[run.launch]]\nkernel = \"k\"\nwarps = \"sizes\"\nargs = [{{ buffer = \"out\" }}, {{ buffer = \"out\" }}]\n"
        );
        let description = Description::read("k.toml", &text).unwrap();
        let mut session = Session::new("k.toml", &module, &description, "test", None).unwrap();
        session.run(Registers::default(), &Options::default(), &mut Unobserved).map_err(|why| why.to_string())
    };
    for instruction in ["shfl.down.b32 %r7, %r5, %r6, 0x1c03;", "vote.ballot.b32 %r7, %p1;"] {
        assert!(run(instruction, 32).is_ok(), "{instruction}");
        let why = run(instruction, 33).unwrap_err();
        assert!(why.contains("33 threads") && why.contains("k.ptx:"), "{why}");
    }
}
