//! Scalarized and allocated programs on the executor: the same results, and every value that is
//! called scalar is one.

#![allow(clippy::result_large_err)]

use crate::support::programs::{INPUT, OUTPUT, compile, statements};
use crate::support::*;
use heddle_kernel::allocate::{self, allocate, check};
use heddle_kernel::analysis::*;
use heddle_kernel::execute::{Cause, Fault, Image, Launch, Making, Memory, Options, Unobserved, run};
use heddle_kernel::program::*;
use heddle_kernel::read;
use proptest::prelude::*;
use std::collections::BTreeMap;

const THREADS: u32 = 40;

/// Allocations of all functions by what is scalar in them.
fn allocations(m: &Module, scalars: impl Fn(&Function, &Flow, &Liveness) -> Scalars) -> BTreeMap<u32, Allocation> {
    let of = |f: &Function| {
        let flow = Flow::of(f);
        let scalars = scalars(f, &flow, &Liveness::of(f, &flow));
        allocate(f, &flow, &scalars, allocate::Options::default())
    };
    (0..).zip(&m.functions).filter(|(_, f)| f.defined).map(|(i, f)| (i, of(f))).collect()
}

/// Runs a kernel on a block of threads; what its memory holds at the end.
fn results(
    m: &Module,
    allocations: BTreeMap<u32, Allocation>,
    parameters: &[u8],
    input: &[u32],
    warp_size: u32,
) -> Result<Vec<u8>, Fault> {
    let kernel = m.kernels().next().expect("a kernel").0;
    let image = Image::with(m, kernel, allocations, Making::default())?;
    let mut memory = Memory::new(m).expect("memory");
    let at = memory.allocate("buffer", 4 * input.len() as u64).expect("room");
    let bytes: Vec<u8> = input.iter().flat_map(|word| word.to_le_bytes()).collect();
    memory.write(at, &bytes).expect("it is there");
    let block = [THREADS, 1, 1];
    let launch =
        Launch { grid: [1; 3], block, dynamic_shared: 0, parameters: parameters.to_vec(), number: 0, sizes: None };
    run(
        &image,
        &launch,
        &mut memory,
        &mut Unobserved,
        &Options { warp_size, check_scalars: true, ..Options::default() },
    )?;
    Ok(memory.read(at, bytes.len() as u64).expect("it is there").to_vec())
}

fn origin() -> i64 {
    Memory::new(&module(function(vec![], vec![]))).expect("memory").allocate("buffer", 4).expect("room") as i64
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, max_shrink_iters: 20_000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn random_programs(statements in statements()) {
        let m = module(compile(&statements, origin()));
        let input: Vec<u32> = (0..INPUT).map(|k| k.wrapping_mul(0x9E37_79B9) >> 7).collect();
        let mut all = input;
        all.resize((INPUT + THREADS * OUTPUT) as usize, 0);
        let expected = results(&m, BTreeMap::new(), &[], &all, 1).expect("it runs");
        let rules = Rules::default();
        for kind in 0..3 {
            let allocations = allocations(&m, |f, flow, liveness| match kind {
                0 => Scalars::none(f),
                1 => Scalars::restricted(&m, f, flow, liveness, &rules),
                _ => Scalars::of(&m, f, flow, liveness, &rules),
            });
            prop_assert_eq!(check(&m.functions[0], &allocations[&0]), Ok(()));
            for warp_size in [4, 8, 16, 32] {
                let found = results(&m, allocations.clone(), &[], &all, warp_size);
                prop_assert_eq!(found.as_ref(), Ok(&expected), "kind {}, warps of {}", kind, warp_size);
            }
        }
    }
}

/// A kernel that stores `%r1` for each thread; before that comes `body`.
fn text(functions: &str, variables: &str, body: &str) -> Module {
    let text = format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n{functions}
.visible .entry k(.param .u64 out) {{
  .reg .b32 %r<10>; .reg .b64 %rd<10>; .reg .pred %p<4>;
  {variables}
  {body}
  ld.param.u64 %rd1, [out];
  mov.u32 %r8, %tid.x;
  mul.wide.u32 %rd2, %r8, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r1;
  ret;
}}"
    );
    read("test.ptx", &text).unwrap_or_else(|error| panic!("{error}"))
}

/// Under all rules a kernel gives what it gives without scalars; without one of them a value that
/// is called scalar is none.
fn needs(m: &Module, without: Rules) {
    let out = (origin() as u64).to_le_bytes();
    let input = vec![0; THREADS as usize];
    let run = |allocations| results(m, allocations, &out, &input, 32);
    let with = |rules: Rules| run(allocations(m, |f, flow, liveness| Scalars::of(m, f, flow, liveness, &rules)));
    let expected = run(BTreeMap::new()).expect("it runs");
    assert_eq!(with(Rules::default()), Ok(expected));
    let fault = with(without).expect_err("it is called scalar");
    assert!(matches!(fault.cause, Cause::Scalar { .. }), "{fault}");
}

const RIGHT: fn() -> Rules = Rules::default;

#[test]
fn what_calls_return_and_are_passed() {
    let f = ".func (.param .b32 r) f(.param .b32 a) {
  .reg .b32 %r<4>;
  ld.param.u32 %r1, [a];
  add.u32 %r2, %r1, 1;
  st.param.b32 [r], %r2;
  ret;
}";
    let body = "mov.u32 %r2, %tid.x;
  { .param .b32 a0; .param .b32 r0;
    st.param.b32 [a0], %r2;
    call (r0), f, (a0);
    ld.param.b32 %r1, [r0]; }";
    needs(&text(f, "", body), Rules { calls: false, ..RIGHT() });
}

#[test]
fn local_memory_by_a_generic_address() {
    let body = "mov.u32 %r2, %tid.x;
  st.local.u32 [mine], %r2;
  mov.u64 %rd4, mine;
  cvta.local.u64 %rd5, %rd4;
  ld.u32 %r1, [%rd5];";
    needs(&text("", ".local .b32 mine;", body), Rules { generic: false, ..RIGHT() });
}

/// An address in a space of its own is the generic one here, converted or not.
#[test]
fn local_memory_by_an_address_that_was_not_converted() {
    let body = "mov.u32 %r2, %tid.x;
  st.local.u32 [mine], %r2;
  mov.u64 %rd4, mine;
  ld.u32 %r1, [%rd4];";
    needs(&text("", ".local .b32 mine;", body), Rules { generic: false, ..RIGHT() });
}

#[test]
fn lane_ids_atomics_and_shuffles() {
    needs(&text("", "", "mov.u32 %r1, %lanemask_lt;"), Rules { lanes: false, ..RIGHT() });
    needs(&text("", ".shared .b32 s;", "atom.shared.add.u32 %r1, [s], 1;"), Rules { atomics: false, ..RIGHT() });
    let body = "shfl.sync.up.b32 %r2|%p1, 5, 1, 0, -1;\n  selp.b32 %r1, 1, 2, %p1;";
    needs(&text("", "", body), Rules { shuffles: false, ..RIGHT() });
}

/// Calls from divergent code, divergence in the callee, recursion: a callee's frame is its own.
#[test]
fn calls_where_threads_are_apart() {
    let f = ".func (.param .b32 r) f(.param .b32 a) {
  .reg .b32 %r<8>; .reg .pred %p<3>;
  ld.param.u32 %r1, [a];
  mov.u32 %r2, 7;
  mov.u32 %r3, 11;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra DONE;
  sub.u32 %r4, %r1, 1;
  { .param .b32 a0; .param .b32 r0;
    st.param.b32 [a0], %r4;
    call (r0), f, (a0);
    ld.param.b32 %r5, [r0]; }
  mad.lo.u32 %r6, %r5, %r3, %r2;
  st.param.b32 [r], %r6;
  ret;
DONE:
  st.param.b32 [r], %r3;
  ret;
}";
    let body = "mov.u32 %r2, %tid.x; mov.u32 %r5, 100;
  and.b32 %r3, %r2, 3;
  setp.lt.u32 %p1, %r2, 21;
  mov.u32 %r1, 0;
  @%p1 bra SKIP;
  { .param .b32 a0; .param .b32 r0;
    st.param.b32 [a0], %r3;
    call (r0), f, (a0);
    ld.param.b32 %r1, [r0]; }
SKIP:
  add.u32 %r1, %r1, %r5;";
    let m = text(f, "", body);
    let out = (origin() as u64).to_le_bytes();
    let run = |allocations, size| {
        results(&m, allocations, &out, &[0; THREADS as usize], size).unwrap_or_else(|f| panic!("{f}"))
    };
    let expected = run(BTreeMap::new(), 1);
    let of = |t: u32| if t < 21 { 100 } else { (0..t % 4).fold(11u32, |x, _| x * 11 + 7) + 100 };
    assert_eq!(expected, (0..THREADS).flat_map(|t| of(t).to_le_bytes()).collect::<Vec<u8>>());
    let scalarized = allocations(&m, |f, flow, liveness| Scalars::of(&m, f, flow, liveness, &Rules::default()));
    assert!(scalarized.values().all(|a| a.scalars > 1));
    for size in [2, 8, 32] {
        assert_eq!(run(scalarized.clone(), size), expected);
    }
}

/// One side of a branch can leave, so that the sides meet at the end alone, and wait for each other
/// at a barrier: what they hold there is theirs.
#[test]
fn sides_that_wait_at_a_barrier_keep_what_is_theirs() {
    let m = text(
        "",
        "",
        "mov.u32 %r2, %tid.x; setp.ge.u32 %p1, %r2, 20; @%p1 bra ELSE;
         mov.u32 %r3, 1; mov.u32 %r5, 10; setp.lt.u32 %p2, %r2, 5; @%p2 bra LEAVE; bra JOIN;
         LEAVE: ret;
         ELSE: mov.u32 %r4, 3; add.u32 %r3, %r4, 4; mov.u32 %r5, 20;
         JOIN: bar.sync 0; add.u32 %r1, %r3, %r5;",
    );
    let f = &m.functions[0];
    let flow = Flow::of(f);
    let liveness = Liveness::of(f, &flow);
    let scalars = Scalars::of(&m, f, &flow, &liveness, &Rules::default());
    assert!(scalars.why.iter().any(|why| matches!(why, Some(Reason::Waits { .. }))), "{:?}", scalars.why);
    let words = vec![0; THREADS as usize];
    let parameters = origin().to_le_bytes();
    let expected = results(&m, BTreeMap::new(), &parameters, &words, 1).expect("it runs");
    for warp_size in [4, 8, 16, 32] {
        let allocations = allocations(&m, |f, flow, liveness| Scalars::of(&m, f, flow, liveness, &Rules::default()));
        assert_eq!(
            results(&m, allocations, &parameters, &words, warp_size).expect("it runs"),
            expected,
            "warps of {warp_size}"
        );
    }
    let printed = allocations(&m, |f, flow, liveness| {
        Scalars::of(&m, f, flow, liveness, &Rules { sides: false, ..Rules::default() })
    });
    assert_ne!(results(&m, printed, &parameters, &words, 32).ok(), Some(expected), "without the rule the values mix");
}
