//! Tests of the models of divergence: a stack for each warp and a program counter for each thread
//! leave the same memory, and no thread is lost.

use std::collections::BTreeSet;

use heddle_kernel::compile::{Allocated, Registers, image};
use heddle_kernel::execute::{
    Cause, Cta, Divergence, Fault, Image, Launch, LowestPc, Memory, Observer, Options, Outcome, Unobserved, WarpStack,
    run_with,
};

use crate::execute::chance::{Chance, fuzz_time};
use crate::execute::followed::*;
use crate::execute::ptx::{Run, kernel, read};
use crate::execute::random::{Exchange, THREADS, program};

/// The memory that a random program leaves; none if it takes too long.
fn memory_of<D: Divergence>(text: &str, allocated: bool, warp_size: u32) -> Result<Option<Vec<u8>>, Fault> {
    let module = read(text);
    let allocated = if allocated { Allocated::Rewritten } else { Allocated::No };
    let registers = Registers { allocated, ..Registers::default() };
    let image = image(&module, module.function("k").unwrap(), registers).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut memory = Memory::new(&module).unwrap();
    let bytes = 128 * u64::from(THREADS);
    let out = memory.allocate("out", bytes).unwrap();
    let parameters = [out, 0].iter().flat_map(|p| p.to_le_bytes()).collect();
    let launch = Launch { grid: [1; 3], block: [THREADS, 1, 1], dynamic_shared: 0, parameters, number: 0, sizes: None };
    let options = Options { warp_size, quantum: 100, cta_limit: 200_000, ..Options::default() };
    match run_with::<D, _>(&image, &launch, &mut memory, &mut Unobserved, &options) {
        Err(fault) if matches!(fault.cause, Cause::Limit(_)) => Ok(None),
        Err(fault) => Err(fault),
        Ok(_) => Ok(Some(memory.read(out, bytes).unwrap().to_vec())),
    }
}

fn text_of(seed: u64) -> String {
    program(&mut Chance(1000 + seed), if seed.is_multiple_of(3) { Exchange::Never } else { Exchange::Barriers })
}

#[test]
fn both_orders_leave_the_same_memory_and_lose_no_thread() {
    let (start, mut seed, mut ended, mut apart) = (std::time::Instant::now(), 0, 0, 0);
    while seed < 300 || start.elapsed() < fuzz_time() {
        let text = text_of(seed);
        let fail = |fault: Fault| -> Option<Vec<u8>> { panic!("seed {seed}: {fault}\n{text}") };
        let stack = memory_of::<Followed<WarpStack>>(&text, seed.is_multiple_of(2), 32).unwrap_or_else(fail);
        for (warp_size, allocated) in [(32, false), (32, true), (8, seed.is_multiple_of(2))] {
            let lowest = memory_of::<Followed<LowestPc>>(&text, allocated, warp_size).unwrap_or_else(fail);
            assert!(stack.is_none() || lowest.is_none() || stack == lowest, "seed {seed}\n{text}");
        }
        ended += u64::from(stack.is_some());
        apart += u64::from(stack.is_some_and(|s| s.chunks(128).collect::<BTreeSet<_>>().len() > 10));
        seed += 1;
    }
    assert!(ended > seed * 8 / 10 && apart > seed * 2 / 3, "{ended} ended, {apart} with threads that differ");
}

/// Programs in which a fault of control shows, by the memory that they leave and by threads that
/// are not where they came to.
fn seen<D: Divergence>(fault: Wrong) -> (usize, usize) {
    FAULT.set(Some(fault));
    let (mut memory, mut followed) = (0, 0);
    for seed in 0..60 {
        let text = text_of(seed);
        let Ok(Some(right)) = memory_of::<D>(&text, false, 32) else { continue };
        // whoever does not end leaves nothing to compare
        let wrong = memory_of::<Broken<D>>(&text, false, 32);
        memory += usize::from(wrong.is_ok_and(|wrong| wrong.is_some_and(|wrong| wrong != right)));
        followed += usize::from(memory_of::<Followed<Broken<D>>>(&text, false, 32).is_err());
    }
    (memory, followed)
}

#[test]
fn planted_faults_are_seen_in_both_orders() {
    for fault in FAULTS {
        for (order, (memory, followed)) in [("stack", seen::<WarpStack>(fault)), ("lowest PC", seen::<LowestPc>(fault))]
        {
            println!("{order}: {fault:?} {memory} {followed}");
            assert!(followed > 0, "{order}: {fault:?} is not followed");
            // threads that pass a barrier twice write what they would have written
            assert!(memory > 0 || fault == Wrong::NoWait, "{order}: {fault:?} leaves the same memory");
        }
    }
}

/// What each thread of a CTA of 32 writes, with a program counter per thread.
fn lowest(body: &str) -> Result<Vec<u32>, Fault> {
    Run::of(32).observed_with::<LowestPc, _>(&kernel("", body), &mut Unobserved).map(|(out, _)| out)
}

#[test]
fn parts_of_a_warp_come_to_a_barrier_one_after_the_other() {
    // each side has a barrier of its own place, and a register of its own for what it computes
    let body = "setp.lt.u32 %p1, %t, 5; mov.u32 %r1, 0; mov.u32 %r2, 0;
         @%p1 bra LOW;
         bar.red.popc.u32 %r1, 0, %p1; bra JOIN;
         LOW: bar.red.popc.u32 %r2, 0, %p1;
         JOIN: mad.lo.u32 %r1, %r2, 100, %r1; st.global.u32 [%my], %r1;";
    let out = lowest(body).unwrap();
    assert!(out.iter().enumerate().all(|(t, &n)| n == if t < 5 { 500 } else { 5 }), "{out:?}");
    let fault = Run::of(32).go(&kernel("", body)).unwrap_err();
    assert_eq!(fault.cause, Cause::DivergentBarrier { barrier: 0, missing: 27 });
}

#[test]
fn threads_that_end_open_the_barrier_of_their_own_warp() {
    let body = "setp.lt.u32 %p1, %t, 5; @%p1 bra LOW;
         bar.sync 0; st.global.u32 [%my], 7; ret;
         LOW: st.global.u32 [%my], 3; exit;";
    let out = lowest(body).unwrap();
    assert!(out.iter().enumerate().all(|(t, &n)| n == if t < 5 { 3 } else { 7 }), "{out:?}");
}

#[test]
fn a_barrier_is_not_left_while_others_come_to_another() {
    let body = |low: &str, high: &str| {
        format!(
            "setp.lt.u32 %p1, %t, 5; @%p1 bra LOW; bar.{high}; bra JOIN; LOW: bar.{low}; JOIN: st.global.u32 [%my], 1;"
        )
    };
    let fault = lowest(&body("sync 1", "sync 0")).unwrap_err();
    assert_eq!(fault.cause, Cause::OtherBarrier { barrier: 1, other: 0, waiting: 27 });
    assert!(fault.to_string().contains("barrier 1, while 27 threads of the warp wait at barrier 0"), "{fault}");
    // one that counts threads takes whole warps
    let fault = lowest(&body("sync 0, 32", "sync 0, 32")).unwrap_err();
    assert_eq!(fault.cause, Cause::DivergentBarrier { barrier: 0, missing: 5 });
    assert!(lowest(&body("sync 0", "sync 0")).is_ok());
}

#[test]
fn threads_wait_in_a_function_for_those_that_are_in_it() {
    let function = ".func (.param .b32 r) f(.param .b32 a) {
        .reg .pred %p<3>; .reg .b32 %r<5>; ld.param.b32 %r1, [a]; setp.lt.u32 %p1, %r1, 9; @%p1 bra LOW;
        bar.red.popc.u32 %r2, 0, %p1; bra JOIN;
        LOW: { .param .b32 b; .param .b32 c; st.param.b32 [b], %r1; call (c), g, (b); ld.param.b32 %r2, [c]; }
        JOIN: st.param.b32 [r], %r2; ret; }
        .func (.param .b32 r) g(.param .b32 a) {
        .reg .pred %p<3>; .reg .b32 %r<5>; ld.param.b32 %r1, [a]; setp.ge.u32 %p1, %r1, 4;
        bar.red.popc.u32 %r2, 0, %p1; add.u32 %r2, %r2, 100; st.param.b32 [r], %r2; ret; }";
    let declared = ".func (.param .b32 r) g(.param .b32 a);\n";
    let call = "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %t; call (b), f, (a); ld.param.b32 %r2, [b]; }
         st.global.u32 [%my], %r2;";
    let text = kernel(&format!("{declared}{function}"), call);
    let out = Run::of(32).observed_with::<Followed<LowestPc>, _>(&text, &mut Unobserved).unwrap().0;
    // five of g's threads hold their predicate, none of f's
    assert!(out.iter().enumerate().all(|(t, &n)| n == if t < 9 { 105 } else { 5 }), "{out:?}");
}

/// Sees what the last instruction was.
#[derive(Default)]
struct Last(Option<heddle_kernel::execute::Issue>);

impl Observer for Last {
    fn issue(&mut self, issue: &heddle_kernel::execute::Issue, _: &heddle_kernel::execute::Warp, _: &Image) {
        self.0 = Some(*issue);
    }
}

/// Runs warps by [`Cta::execute`] and [`Cta::apply`], and the same by [`Cta::step`].
fn in_two_steps<D: Divergence>(text: &str) {
    let module = read(text);
    let image = Image::new(&module, module.function("k").unwrap()).unwrap();
    let bytes = 128 * u64::from(THREADS);
    let options = Options { warp_size: 16, ..Options::default() };
    let [one, two] = [false, true].map(|apart| {
        let mut memory = Memory::new(&module).unwrap();
        let out = memory.allocate("out", bytes).unwrap();
        let parameters = [out, 0].iter().flat_map(|p| p.to_le_bytes()).collect();
        let launch =
            Launch { grid: [1; 3], block: [THREADS, 1, 1], dynamic_shared: 0, parameters, number: 0, sizes: None };
        let mut cta = Cta::<D>::new(&image, &launch, &options, [0; 3]).unwrap();
        let mut steps = 0;
        while !cta.done() && steps < 200_000 {
            for warp in 0..cta.warps.len() {
                let Some((pc, threads)) = cta.control(warp).next() else { continue };
                steps += 1;
                let mut last = Last::default();
                let (next, mask, depth) = (cta.next(&image, warp), cta.effective(&image, warp), cta.depth(warp));
                if apart {
                    let done = cta.execute(&image, &launch, &mut memory, &mut last, warp, pc, threads);
                    let outcome = done.unwrap_or_else(|fault| panic!("{fault}\n{text}"));
                    assert_eq!(cta.control(warp).next(), Some((pc, threads)), "nothing has moved");
                    assert!(!matches!(outcome, Outcome::Indexed { threads: 0, .. }));
                    cta.apply(&image, &options, warp, pc, threads, &outcome).unwrap();
                } else {
                    cta.step(&image, &launch, &options, &mut memory, &mut last, warp).unwrap();
                }
                let issue = last.0.unwrap();
                assert_eq!(Some((issue.function, issue.instruction)), next);
                assert_eq!((issue.active, issue.mask, issue.depth), (threads, mask, depth));
            }
            assert!(cta.stuck(&image).is_none());
        }
        (steps, memory.read(out, bytes).unwrap().to_vec())
    });
    assert!(one == two, "{text}");
}

#[test]
fn an_instruction_in_two_steps_is_the_same_as_in_one() {
    for seed in 0..40 {
        in_two_steps::<WarpStack>(&text_of(seed));
        in_two_steps::<LowestPc>(&text_of(seed));
    }
}
