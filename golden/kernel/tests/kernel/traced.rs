//! Tests of dynamic taints of a run against the static ones of its program.

use crate::support::programs::{INPUT, OUTPUT, compile, statements};
use crate::support::*;
use heddle_kernel::analysis::*;
use heddle_kernel::execute::{Image, Launch, Memory, Observer, Options, run};
use heddle_kernel::program::*;
use heddle_kernel::read;
use proptest::prelude::*;

const THREADS: u32 = 40;

fn observe<O: Observer>(m: &Module, words: u32, observer: &mut O) {
    let image = Image::new(m, m.kernels().next().expect("a kernel").0).expect("an image");
    let mut memory = Memory::new(m).expect("memory");
    let at = memory.allocate("buffer", 4 * words as u64).expect("room");
    for k in 0..words.min(INPUT) {
        memory.write(at + 4 * k as u64, &(k % 3).to_le_bytes()).expect("it is there");
    }
    let parameters =
        if m.functions[image.kernel.0 as usize].parameters.is_empty() { vec![] } else { at.to_le_bytes().to_vec() };
    let launch =
        Launch { grid: [2, 1, 1], block: [THREADS, 1, 1], dynamic_shared: 0, parameters, number: 0, sizes: None };
    run(&image, &launch, &mut memory, observer, &Options::default()).unwrap_or_else(|fault| panic!("{fault}"));
}

fn branches(m: &Module) -> Vec<Branches> {
    m.functions.iter().map(|f| Branches::of(m, f, &Flow::of(f))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]
    /// What a run finds to depend on data, the text shows to.
    #[test]
    fn the_text_covers_the_run(statements in statements()) {
        let origin = Memory::new(&module(function(vec![], vec![]))).and_then(|mut m| m.allocate("buffer", 4)).expect("room");
        let m = module(compile(&statements, origin as i64));
        let mut traced = Traced::new(&m);
        observe(&m, INPUT + THREADS * OUTPUT, &mut traced);
        let found = &branches(&m)[0];
        for (_, i, tally) in traced.iter() {
            prop_assert!(tally.data == 0 || found.kind(i) == Some(Kind::Data), "branch {i}: {tally:?}");
            prop_assert!(tally.divergent_data <= tally.data && tally.divergent_programmable <= tally.programmable);
            prop_assert!(found.kind(i).is_some());
        }
    }
}

/// Data on one path only, and never taken: the text says D, the run P. After a call, what comes
/// back is data.
#[test]
fn where_they_differ() {
    let m = read(
        "test.ptx",
        ".version 7.0\n.target sm_70\n.address_size 64
.func (.param .b32 r) f(.param .b32 a) {
  .reg .b32 %r<4>; .reg .pred %p<2>;
  mov.u32 %r2, %tid.x;
  setp.eq.u32 %p1, %r2, 1;
  @%p1 bra S;
  mov.u32 %r3, 0;
S: st.param.b32 [r], 1;
  ret;
}
.visible .entry k(.param .u64 in) {
  .reg .b32 %r<10>; .reg .b64 %rd<10>; .reg .pred %p<4>;
  ld.param.u64 %rd1, [in];
  mov.u32 %r1, %tid.x;
  setp.gt.u32 %p1, %r1, 1000;
  @!%p1 bra NEAR;
  ld.global.u32 %r1, [%rd1];
NEAR:
  setp.lt.u32 %p2, %r1, 5;
  @%p2 bra A;
  mov.u32 %r9, 0;
A:
  ld.global.u32 %r2, [%rd1];
  setp.lt.u32 %p2, %r2, 5;
  @%p2 bra B;
B:
  mov.u32 %r2, 3;
  setp.lt.u32 %p2, %r2, %r1;
  @%p2 bra C;
  mov.u32 %r9, 0;
C:
  { .param .b32 a0; .param .b32 r0;
    st.param.b32 [a0], 1;
    call (r0), f, (a0);
    ld.param.b32 %r3, [r0]; }
  setp.lt.u32 %p3, %r3, 5;
  @%p3 bra D;
D:
  ret;
}",
    )
    .unwrap_or_else(|error| panic!("{error}"));
    let mut both = (Traced::new(&m), Executed::new(&m));
    observe(&m, 4, &mut both.0);
    observe(&m, 4, &mut both.1);
    let found = branches(&m);
    let list: Vec<_> = both
        .0
        .iter()
        .map(|(f, i, t)| (f.0, found[f.0 as usize].kind(i), t.programmable, t.data, t.divergent_programmable))
        .collect();
    let (p, d) = (Some(Kind::Programmable), Some(Kind::Data));
    // two CTAs of two warps, of 32 and 8 threads
    let expected =
        [(0, p, 4, 0, 2), (1, p, 4, 0, 0), (1, d, 4, 0, 2), (1, d, 0, 4, 0), (1, d, 4, 0, 2), (1, d, 0, 4, 0)];
    assert_eq!(list, expected);

    let scalars: Vec<Scalars> = m
        .functions
        .iter()
        .map(|f| {
            let flow = Flow::of(f);
            Scalars::of(&m, f, &flow, &Liveness::of(f, &flow), &Rules::default())
        })
        .collect();
    assert_eq!(both.1.counts[1][0], 4);
    let total: u64 = both.1.counts.iter().flatten().sum();
    let scalar: u64 = both
        .1
        .counts
        .iter()
        .zip(&scalars)
        .flat_map(|(c, s)| c.iter().zip(&s.instructions))
        .filter(|(_, s)| **s)
        .map(|(c, _)| c)
        .sum();
    assert!(scalar > 0 && scalar < total);
    assert_eq!(both.1.share(&scalars), scalar as f64 / total as f64);
}
