//! Tests of control flow: threads of a warp diverge at branches, calls and loops, and reconverge.

use heddle_kernel::execute::{Image, Issue, Observer, Warp};

use crate::execute::ptx::{Run, expect, kernel};

#[test]
fn nested_ifs() {
    let text = kernel(
        "",
        "setp.lt.u32 %p1, %t, 20;
         and.b32 %r1, %t, 1;
         setp.ne.u32 %p2, %r1, 0;
         mov.u32 %r2, 1;
         @!%p1 bra ELSE;
         @%p2 bra ODD;
         add.u32 %r2, %r2, 10;
         bra JOIN;
         ODD: add.u32 %r2, %r2, 100;
         JOIN: mul.lo.u32 %r2, %r2, 3;
         bra END;
         ELSE: @%p2 add.u32 %r2, %r2, 1000;
         END: add.u32 %r2, %r2, 5;
         st.global.u32 [%my], %r2;
         ret;",
    );
    expect(&text, 50, |t| match (t < 20, t % 2) {
        (true, 0) => 11 * 3 + 5,
        (true, _) => 101 * 3 + 5,
        (false, 0) => 6,
        (false, _) => 1006,
    });
}

#[test]
fn loops_of_different_lengths_with_break_and_exit() {
    let text = kernel(
        "",
        "mov.u32 %r1, 0;
         mov.u32 %r2, 0;
         LOOP: setp.ge.u32 %p1, %r1, %t;
         @%p1 bra DONE;
         add.u32 %r2, %r2, %r1;
         setp.eq.u32 %p2, %r2, 45;
         @%p2 bra FOUND;
         setp.gt.u32 %p3, %r2, 200;
         @%p3 st.global.u32 [%my], %r2;
         @%p3 exit;
         add.u32 %r1, %r1, 1;
         bra LOOP;
         FOUND: add.u32 %r2, %r2, 10000;
         DONE: st.global.u32 [%my], %r2;",
    );
    expect(&text, 70, |t| {
        let mut sum = 0;
        for i in 0..t {
            sum += i;
            if sum == 45 {
                return sum + 10000;
            }
            if sum > 200 {
                return sum;
            }
        }
        sum
    });
}

#[test]
fn a_switch_of_threads_that_agree_on_nothing() {
    let text = kernel(
        "",
        "and.b32 %r1, %t, 3;
         mov.u32 %r2, 7;
         TABLE: .branchtargets ZERO, ONE, TWO, ONE;
         setp.ne.u32 %p1, %t, 9;
         @%p1 brx.idx %r1, TABLE;
         mov.u32 %r2, 77;
         bra END;
         ZERO: add.u32 %r2, %r2, 1;
         ONE: add.u32 %r2, %r2, 10;
         bra END;
         TWO: add.u32 %r2, %r2, 100;
         END: st.global.u32 [%my], %r2;",
    );
    expect(&text, 64, |t| match (t, t % 4) {
        (9, _) => 77,
        (_, 0) => 18,
        (_, 2) => 107,
        _ => 17,
    });
}

const FACTORIAL: &str = ".func (.param .b32 result) factorial(.param .b32 n)
    {
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    ld.param.u32 %r1, [n];
    setp.gt.u32 %p1, %r1, 1;
    @%p1 bra DEEPER;
    mov.u32 %r2, 1;
    st.param.b32 [result], %r2;
    ret;
    DEEPER: sub.u32 %r3, %r1, 1;
    {
    .param .b32 a;
    .param .b32 b;
    st.param.b32 [a], %r3;
    call.uni (b), factorial, (a);
    ld.param.b32 %r4, [b];
    }
    mul.lo.u32 %r5, %r1, %r4;
    st.param.b32 [result], %r5;
    ret;
    }";

fn call(function: &str) -> String {
    format!(
        "{{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call.uni (b), {function}, (a); ld.param.b32 %r2, [b]; }}"
    )
}

#[test]
fn functions_call_themselves_under_divergence() {
    let body = format!(
        "and.b32 %r1, %t, 7; mov.u32 %r2, 5; setp.eq.u32 %p1, %r1, 6; @%p1 bra SKIP; {} SKIP: st.global.u32 [%my], %r2;",
        call("factorial")
    );
    expect(&kernel(FACTORIAL, &body), 40, |t| if t % 8 == 6 { 5 } else { (1..=t % 8).product() });
}

#[test]
fn indirect_calls_go_one_target_after_the_other() {
    let plain = |name: &str, op: &str| {
        format!(
            ".func (.param .b32 result) {name}(.param .b32 n)
            {{ .reg .b32 %r<3>; ld.param.u32 %r1, [n]; {op} st.param.b32 [result], %r2; ret; }}"
        )
    };
    let functions = format!(
        "{FACTORIAL}\n{}\n{}",
        plain("double", "add.u32 %r2, %r1, %r1;"),
        plain("square", "mul.lo.u32 %r2, %r1, %r1;")
    );
    let body = "and.b32 %r1, %t, 7;
        rem.u32 %r3, %t, 3;
        mov.u64 %d1, factorial; mov.u64 %d2, double; mov.u64 %d3, square;
        setp.eq.u32 %p1, %r3, 1; selp.b64 %d1, %d2, %d1, %p1;
        setp.eq.u32 %p2, %r3, 2; selp.b64 %d1, %d3, %d1, %p2;
        setp.eq.u32 %p3, %t, 30; mov.u32 %r2, 1234; @%p3 bra SKIP;
        {
        .param .b32 a;
        .param .b32 b;
        st.param.b32 [a], %r1;
        PROTO: .callprototype (.param .b32 _) _ (.param .b32 _);
        call (b), %d1, (a), PROTO;
        ld.param.b32 %r2, [b];
        }
        SKIP: st.global.u32 [%my], %r2;";
    expect(&kernel(&functions, body), 45, |t| {
        let n = t % 8;
        match (t, t % 3) {
            (30, _) => 1234,
            (_, 0) => (1..=n).product(),
            (_, 1) => 2 * n,
            _ => n * n,
        }
    });
}

#[test]
fn threads_that_exit_in_a_function_do_not_come_back() {
    let function = ".func (.param .b32 result) f(.param .b32 n)
        { .reg .pred %p<2>; .reg .b32 %r<3>; ld.param.u32 %r1, [n]; setp.gt.u32 %p1, %r1, 4; @%p1 exit;
          add.u32 %r2, %r1, 1; st.param.b32 [result], %r2; ret; }";
    let body = format!("mov.u32 %r1, %t; {} st.global.u32 [%my], %r2;", call("f"));
    expect(&kernel(function, &body), 40, |t| if t > 4 { 0 } else { t + 1 });
}

/// Counts instructions and the deepest stack.
#[derive(Default)]
struct Depth {
    most: usize,
    divergent: u32,
}

impl Observer for Depth {
    fn issue(&mut self, issue: &Issue, warp: &Warp, _: &Image) {
        self.most = self.most.max(issue.depth);
        assert_eq!(warp.function(), issue.function);
        assert_eq!((issue.active & !warp.alive(), issue.mask & !issue.active), (0, 0));
    }
    fn branch(&mut self, issue: &Issue, taken: u32) {
        assert_eq!(taken & !issue.active, 0);
        self.divergent += u32::from(taken != 0 && taken != issue.active);
    }
}

#[test]
fn the_stack_does_not_grow_with_a_loops_rounds() {
    let text = kernel(
        "",
        "mov.u32 %r1, 0;
         LOOP: add.u32 %r1, %r1, 1;
         setp.lt.u32 %p1, %r1, %t;
         @%p1 bra LOOP;
         st.global.u32 [%my], %r1;",
    );
    let mut depth = Depth::default();
    let (out, statistics) = Run::of(32).observed(&text, &mut depth).unwrap();
    assert!(out.iter().enumerate().all(|(t, &n)| n == (t as u32).max(1)));
    assert_eq!((depth.most, depth.divergent), (2, 30));
    // six and the first one before the loop, three a round, the store
    assert_eq!(statistics.warp_instructions, 7 + 3 * 31 + 1);
}
