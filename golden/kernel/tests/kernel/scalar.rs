//! Tests that scalarization and allocation do not change the results of programs.

use crate::support::programs::*;
use crate::support::*;
use heddle_kernel::allocate::{Options, Wrong, allocate, check};
use heddle_kernel::analysis::*;
use heddle_kernel::program::*;
use proptest::prelude::*;

fn scalars(f: &Function, rules: &Rules) -> Scalars {
    let flow = Flow::of(f);
    Scalars::of(&module(f.clone()), f, &flow, &Liveness::of(f, &flow), rules)
}

fn restricted(f: &Function) -> Scalars {
    let flow = Flow::of(f);
    Scalars::restricted(&module(f.clone()), f, &flow, &Liveness::of(f, &flow), &Rules::default())
}

fn memory(threads: usize) -> Vec<u32> {
    let input = (0..INPUT).map(|k| k.wrapping_mul(0x9E37_79B9) >> 7);
    input.chain(std::iter::repeat_n(0, threads * OUTPUT as usize)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 700, max_shrink_iters: 20_000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn scalarized_and_allocated_programs_give_the_same_results(statements in statements()) {
        const THREADS: usize = 24;
        let f = compile(&statements, 0);
        let flow = Flow::of(&f);
        let plain = Allocation::of_virtual(&f);
        // each thread alone
        let expected = machine::run(&f, &plain, &memory(THREADS), THREADS, 1, false);
        for scalars in [Scalars::none(&f), restricted(&f), scalars(&f, &Rules::default())] {
            let allocation = allocate(&f, &flow, &scalars, Options::default());
            check(&f, &allocation).unwrap_or_else(|wrong| panic!("{wrong}"));
            for (width, high_first) in [(4, false), (4, true), (16, false), (32, true)] {
                let found = machine::run(&f, &allocation, &memory(THREADS), THREADS, width, high_first);
                prop_assert_eq!(&found, &expected, "warps of {}", width);
            }
        }
    }
}

/// Of random programs, under rules and options: how many go wrong, and in how many of those the
/// checker had found it.
fn wrong(rules: &Rules, options: Options) -> (u32, u32) {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    const THREADS: usize = 8;
    let mut runner = TestRunner::deterministic();
    let (mut wrong, mut found) = (0, 0);
    for _ in 0..1500 {
        let f = compile(&statements().new_tree(&mut runner).expect("a program").current(), 0);
        let expected = machine::run(&f, &Allocation::of_virtual(&f), &memory(THREADS), THREADS, 1, false);
        let allocation = allocate(&f, &Flow::of(&f), &scalars(&f, rules), options);
        let differs = |high| {
            let run = || machine::run(&f, &allocation, &memory(THREADS), THREADS, 8, high);
            // what is wrong may be a loop's end or an address, too
            std::panic::catch_unwind(run).map_or(true, |memory| memory != expected)
        };
        if differs(false) || differs(true) {
            wrong += 1;
            found += check(&f, &allocation).is_err() as u32;
        }
    }
    (wrong, found)
}

#[test]
fn each_rule_that_random_programs_can_break_is_needed() {
    std::panic::set_hook(Box::new(|_| {}));
    let right = Rules::default();
    let no_edges = Options { resurrection_edges: false };
    let cases = [
        ("guards", Rules { guards: false, ..right }, Options::default()),
        ("sides", Rules { sides: false, ..right }, Options::default()),
        ("resurrection", right, no_edges),
        ("as printed", Rules::as_printed(), Options::default()),
    ];
    let found = cases.map(|(name, rules, options)| (name, wrong(&rules, options)));
    let _ = std::panic::take_hook();
    println!("{found:?}");
    for (name, (wrong, found)) in found {
        assert!(wrong > 0, "{name}: nothing went wrong");
        assert_eq!(wrong, found, "{name}: the checker missed some");
    }
}

const TID: Operand = Operand::Special(Special::Tid(0));
const LESS: Op = Op::SetPredicate { compare: Compare::Lt, ty: Type::U32, flush: false, group: None };

fn constant(value: u64) -> Operand {
    Operand::Immediate(value)
}
fn mov(d: u32, a: Operand) -> Instruction {
    op(Op::Move(Type::U32), &[d], &[a])
}
fn memory_of(space: Space) -> Memory {
    Memory { space, ty: Type::U32, elements: 1, offset: 0, volatile: false }
}

/// Registers: 0 and 1 are words, 2 is a predicate, 3 the address of the thread's word of output.
/// Register 1 is stored at the end.
fn program(mut body: Vec<Instruction>) -> Function {
    body.push(op(Op::Integer(Integer::Mul(Part::Low), Type::U32), &[3], &[TID, constant(4)]));
    body.push(op(Op::Store(Memory { offset: 64, ..memory_of(Space::Global) }), &[], &[r(3), r(1)]));
    function(body, vec![Type::U32, Type::U32, Type::Pred, Type::U32])
}

/// With all rules a warp of 8 gives what it gives without scalars; without one of them it does not.
fn needs(f: &Function, without: Rules, high_first: bool) {
    let run = |allocation: &Allocation| machine::run(f, allocation, &[0; 64], 8, 8, high_first);
    let with = |rules: Rules| run(&allocate(f, &Flow::of(f), &scalars(f, &rules), Options::default()));
    let expected = run(&Allocation::of_virtual(f));
    assert_eq!(with(Rules::default()), expected);
    assert_ne!(with(without), expected);
}

const RIGHT: fn() -> Rules = Rules::default;

#[test]
fn lane_ids_are_seeds() {
    let f = program(vec![mov(1, Operand::Special(Special::Laneid))]);
    needs(&f, Rules { lanes: false, ..RIGHT() }, false);
}

#[test]
fn clocks_are_seeds() {
    let f = program(vec![mov(1, Operand::Special(Special::Clock))]);
    needs(&f, Rules { clocks: false, ..RIGHT() }, false);
}

#[test]
fn atomics_are_seeds() {
    let add = Op::Atomic(Atomic::Add, memory_of(Space::Global));
    let f = program(vec![op(add, &[1], &[constant(0), constant(1)])]);
    needs(&f, Rules { atomics: false, ..RIGHT() }, false);
}

#[test]
fn shuffles_are_seeds() {
    // the same value from everywhere, but the lowest thread has nobody below
    let up = Op::Shuffle { kind: Shuffle::Up, sync: false };
    let f = program(vec![
        op(up, &[0, 2], &[constant(5), constant(1), constant(0)]),
        op(Op::Select(Type::B32), &[1], &[constant(1), constant(2), r(2)]),
    ]);
    needs(&f, Rules { shuffles: false, ..RIGHT() }, false);
}

#[test]
fn volatile_loads_are_seeds() {
    let f = program(vec![op(Op::Load(Memory { volatile: true, ..memory_of(Space::Global) }), &[1], &[constant(0)])]);
    needs(&f, Rules { volatile: false, ..RIGHT() }, false);
}

#[test]
fn local_memory_is_a_seed_by_a_generic_address_too() {
    let f = program(vec![
        op(Op::Store(memory_of(Space::Local)), &[], &[constant(0), TID]),
        op(Op::ToGeneric(Space::Local), &[0], &[constant(0)]),
        op(Op::Load(memory_of(Space::Generic)), &[1], &[r(0)]),
    ]);
    needs(&f, Rules { generic: false, ..RIGHT() }, false);
}

#[test]
fn each_thread_stores_to_its_local_memory() {
    let f = program(vec![
        op(Op::Store(memory_of(Space::Local)), &[], &[constant(0), constant(5)]),
        op(Op::Load(memory_of(Space::Local)), &[1], &[constant(0)]),
    ]);
    needs(&f, Rules { stores: false, ..RIGHT() }, false);
}

#[test]
fn a_guarded_write_depends_on_its_guard() {
    let f = program(vec![op(LESS, &[2], &[TID, constant(3)]), mov(1, constant(0)), guarded(2, mov(1, constant(1)))]);
    needs(&f, Rules { guards: false, ..RIGHT() }, false);
}

/// Thread ids below 3 take the jump; both sides end at the function's end.
fn two_sides() -> Function {
    let store = || op(Op::Store(Memory { offset: 64, ..memory_of(Space::Global) }), &[], &[r(3), r(1)]);
    let code = vec![
        op(Op::Integer(Integer::Mul(Part::Low), Type::U32), &[3], &[TID, constant(4)]),
        op(LESS, &[2], &[TID, constant(3)]),
        mov(1, constant(5)),
        guarded(2, branch(7)),
        mov(1, constant(6)),
        store(),
        branch(8),
        store(),
    ];
    function(code, vec![Type::U32, Type::U32, Type::Pred, Type::U32])
}

#[test]
fn a_register_has_one_version_on_all_sides() {
    // dead before the sides meet, and still two versions at once: 6 for those who go on, 5 for
    // those who jump
    let f = two_sides();
    needs(&f, Rules { sides: false, ..RIGHT() }, false);
    assert_eq!(scalars(&f, &Rules::default()).why[1], Some(Reason::Sides { branch: 3 }));
}

#[test]
fn registers_of_other_sides_are_resurrected() {
    // as above, with a register of its own for the 6: it cannot have the 5's place, though that is
    // dead where it is written
    let mut f = two_sides();
    f.code[4] = mov(0, constant(6));
    f.code[5].reads[1] = r(0);
    let (flow, scalars) = (Flow::of(&f), scalars(&f, &Rules::default()));
    assert_eq!(scalars.registers, [true, true, false, false]);
    let run = |edges: bool| {
        let allocation = allocate(&f, &flow, &scalars, Options { resurrection_edges: edges });
        let sides = [false, true].map(|high_first| machine::run(&f, &allocation, &[0; 64], 8, 8, high_first));
        (allocation.scalars, check(&f, &allocation), sides)
    };
    let expected = machine::run(&f, &Allocation::of_virtual(&f), &[0; 64], 8, 8, false);
    assert_eq!(&expected[16..24], [5, 5, 5, 6, 6, 6, 6, 6]);
    let (words, verdict, [low, high]) = run(true);
    assert_eq!((words, verdict, &low, &high), (2, Ok(()), &expected, &expected));
    let (words, verdict, [low, high]) = run(false);
    assert_eq!((words, &high), (1, &expected), "those who jump run first, and nothing is lost");
    assert_eq!(&low[16..24], [6; 8], "those who go on run first, and write over what the others wait for");
    let lost = Wrong::Lost {
        instruction: 7,
        name: "%r1".into(),
        register: RegisterId(1),
        location: Location::Scalar(0),
        holds: None,
    };
    assert_eq!(verdict, Err(lost));
}

#[test]
fn a_loop_that_threads_leave_at_different_times() {
    // 0 counts, 1 is what it counted to; the counter is scalar within the loop
    let body = |after: u32| {
        program(vec![
            mov(0, constant(0)),
            op(Op::Integer(Integer::Add, Type::U32), &[0], &[r(0), constant(1)]),
            op(LESS, &[2], &[r(0), TID]),
            guarded(2, branch(1)),
            mov(1, r(after)),
        ])
    };
    let used_after = scalars(&body(0), &Rules::default());
    assert_eq!(used_after.why[0], Some(Reason::Meets { branch: 3 }));
    assert!(scalars(&body(3), &Rules::default()).registers[0]);
    assert_eq!(restricted(&body(3)).why[0], Some(Reason::Apart { branch: 3 }));
}

#[test]
fn loads_are_as_scalar_as_their_addresses() {
    for space in [Space::Global, Space::Shared, Space::Const, Space::Generic] {
        let f = program(vec![op(Op::Load(memory_of(space)), &[1], &[constant(0)])]);
        assert!(scalars(&f, &Rules::default()).registers[1], "{space:?}");
        let f = program(vec![mov(0, TID), op(Op::Load(memory_of(space)), &[1], &[r(0)])]);
        assert_eq!(
            scalars(&f, &Rules::default()).why[1],
            Some(Reason::Reads { instruction: 1, register: RegisterId(0) })
        );
    }
    let f = program(vec![op(Op::Load(memory_of(Space::Local)), &[1], &[constant(0)])]);
    assert_eq!(scalars(&f, &Rules::as_printed()).why[1], Some(Reason::Seed { instruction: 0, seed: Seed::Local }));
}
