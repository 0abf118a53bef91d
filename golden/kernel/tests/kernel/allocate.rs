//! Tests of the register allocator against naive definitions, and of its checker with planted
//! faults.

use crate::support::*;
use heddle_kernel::allocate::{Options, Wrong, allocate, check};
use heddle_kernel::analysis::*;
use heddle_kernel::program::*;
use proptest::prelude::*;

const TYPES: [Type; 8] = [Type::U32, Type::U64, Type::U32, Type::B128, Type::F64, Type::U16, Type::Pred, Type::Pred];

fn register(ty: impl Fn(Type) -> bool) -> impl Strategy<Value = u32> {
    let of: Vec<u32> = (0..TYPES.len() as u32).filter(|&r| ty(TYPES[r as usize])).collect();
    prop::sample::select(of)
}

/// Any graph, with reads and writes of anything, guarded now and then.
fn functions(branches: bool) -> impl Strategy<Value = Function> {
    let one = move |n: u32| {
        let some = |k| prop::collection::vec(register(|_| true), 0..k);
        let plain = (some(3), some(3)).prop_map(|(mut writes, reads)| {
            writes.sort_unstable();
            writes.dedup();
            op(Op::Nothing, &writes, &reads.into_iter().map(r).collect::<Vec<_>>())
        });
        let jump = prop_oneof![3 => (0..=n).prop_map(branch), 1 => Just(op(Op::Exit, &[], &[]))];
        let any = if branches { prop_oneof![3 => plain, 1 => jump].boxed() } else { plain.boxed() };
        let guard = prop_oneof![3 => Just(None), 1 => register(|ty| ty == Type::Pred).prop_map(Some)];
        (any, guard).prop_map(|(i, guard)| match guard {
            Some(p) => guarded(p, i),
            None => i,
        })
    };
    (1u32..20).prop_flat_map(move |n| {
        prop::collection::vec(one(n), n as usize).prop_map(|code| function(code, TYPES.to_vec()))
    })
}

/// Whether a thread at an instruction can come to a read of a register without a write of it on the
/// way.
fn alive(f: &Function, flow: &Flow, at: usize, register: RegisterId) -> bool {
    let (mut seen, mut open) = (vec![false; f.code.len()], vec![at]);
    while let Some(i) = open.pop() {
        if i >= f.code.len() || std::mem::replace(&mut seen[i], true) {
            continue;
        }
        let instruction = &f.code[i];
        if instruction.registers_read().any(|r| r == register) {
            return true;
        }
        if instruction.guard.is_none() && instruction.registers_written().any(|r| r == register) {
            continue;
        }
        let b = flow.block(i as u32);
        match i == flow.last(b) {
            true => open.extend(flow.blocks[b].successors.iter().map(|&s| flow.start(s) as usize)),
            false => open.push(i + 1),
        }
    }
    false
}

fn scalars(f: &Function, flow: &Flow) -> Scalars {
    Scalars::of(&module(f.clone()), f, flow, &Liveness::of(f, flow), &Rules::default())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn liveness_is_what_it_is_called(f in functions(true)) {
        let flow = Flow::of(&f);
        let liveness = Liveness::of(&f, &flow);
        let registers = 0..TYPES.len() as u32;
        for b in 0..flow.blocks.len() {
            let expected: Vec<usize> = registers.clone().map(|r| r as usize)
                .filter(|&r| alive(&f, &flow, flow.start(b) as usize, RegisterId(r as u32))).collect();
            prop_assert_eq!(liveness.before[b].iter().collect::<Vec<_>>(), expected);
            let mut wrong = None;
            liveness.walk(&f, &flow, b, |i, after| {
                if i != flow.last(b) {
                    let differs = |r: u32| after.contains(r as usize) != alive(&f, &flow, i + 1, RegisterId(r));
                    wrong = wrong.or(registers.clone().find(|&r| differs(r)).map(|r| (i, r)));
                }
            });
            prop_assert_eq!(wrong, None);
        }
    }

    #[test]
    fn every_allocation_is_one(f in functions(true)) {
        let flow = Flow::of(&f);
        for scalars in [Scalars::none(&f), scalars(&f, &flow)] {
            let allocation = allocate(&f, &flow, &scalars, Options::default());
            prop_assert_eq!(check(&f, &allocation), Ok(()));
            for (register, location) in f.registers.iter().zip(&allocation.locations) {
                prop_assert_eq!(register.ty == Type::Pred, matches!(location, Location::Predicate(_) | Location::ScalarPredicate(_)));
            }
        }
        prop_assert_eq!(check(&f, &Allocation::of_virtual(&f)), Ok(()));
    }

    /// Lives of straight code are intervals, whose graph needs as many colours as are alive at
    /// once. Of one word each, that is what it gets.
    #[test]
    fn straight_code_gets_the_fewest_registers(f in functions(false)) {
        let mut f = f;
        f.registers.iter_mut().filter(|r| r.ty != Type::Pred).for_each(|r| r.ty = Type::U32);
        // a register written again, or read before, would have a hole in its life
        let mut seen = [false; TYPES.len()];
        for i in &mut f.code {
            i.guard = None;
            i.reads.retain(|read| matches!(read, Operand::Register(r) if seen[r.0 as usize]));
            i.writes.retain(|w| !std::mem::replace(&mut seen[w.expect("none is a sink").0 as usize], true));
        }
        let flow = Flow::of(&f);
        let words = |r: usize| f.registers[r].ty.words();
        let mut most = 0;
        Liveness::of(&f, &flow).walk(&f, &flow, 0, |i, after| {
            let mut after = after.clone();
            f.code[i].registers_written().for_each(|w| after.insert(w.0 as usize));
            most = most.max(after.iter().map(words).sum::<u32>());
        });
        let allocation = allocate(&f, &flow, &Scalars::none(&f), Options::default());
        // a register that nobody touches has a place, too, and shares it
        prop_assert_eq!(allocation.vectors, most.max(1));
    }
}

/// 0 = 1, 1 = 2 (a pair), read both, with a predicate around; all scalar, or all vectors after the
/// thread id is read.
fn small(vector: bool) -> (Function, Allocation) {
    let first = if vector { Operand::Special(Special::Tid(0)) } else { Operand::Immediate(1) };
    let less = Op::SetPredicate { compare: Compare::Lt, ty: Type::U32, flush: false, group: None };
    let code = vec![
        op(Op::Move(Type::U32), &[0], &[first]),
        op(Op::Convert { to: Type::U64, from: Type::U32, mode: Mode::default(), integer: false }, &[1], &[r(0)]),
        op(less, &[2], &[r(0), Operand::Immediate(3)]),
        guarded(2, branch(6)),
        op(Op::Move(Type::U32), &[3], &[r(0)]),
        op(Op::Nothing, &[], &[r(3), r(1)]),
        op(Op::Unpack(Type::B32), &[3, 0], &[r(1)]),
        op(Op::Nothing, &[], &[r(3), r(0)]),
    ];
    let f = function(code, vec![Type::U32, Type::U64, Type::Pred, Type::U32]);
    let flow = Flow::of(&f);
    let allocation = allocate(&f, &flow, &scalars(&f, &flow), Options::default());
    assert_eq!(check(&f, &allocation), Ok(()));
    (f, allocation)
}

fn planted(vector: bool, fault: impl Fn(&mut Allocation)) -> Wrong {
    let (f, mut allocation) = small(vector);
    fault(&mut allocation);
    check(&f, &allocation).expect_err("a fault was planted")
}

fn named(register: u32) -> (String, RegisterId) {
    (format!("%r{register}"), RegisterId(register))
}

#[test]
fn words_are_counted() {
    let (_, vectors) = small(true);
    assert_eq!((vectors.vectors, vectors.scalars, vectors.predicates, vectors.scalar_predicates), (4, 0, 1, 0));
    assert_eq!((vectors.words(32), vectors.words(4)), (128, 16));
    let (_, scalars) = small(false);
    assert_eq!((scalars.vectors, scalars.scalars, scalars.predicates, scalars.scalar_predicates), (0, 4, 0, 1));
    assert_eq!(scalars.words(32), 4);
}

#[test]
fn an_allocation_that_fits_nothing_is_found() {
    let wrong = planted(true, |a| a.locations.truncate(3));
    assert_eq!(wrong, Wrong::Size { locations: 3, instructions: 8 });
    let wrong = planted(true, |a| a.scalar.truncate(7));
    assert_eq!(wrong, Wrong::Size { locations: 4, instructions: 7 });
}

#[test]
fn places_that_do_not_fit_are_found() {
    for (r, location) in [
        (1, Location::Vector(1)),
        (1, Location::Vector(4)),
        (1, Location::Vector(u32::MAX - 1)),
        (0, Location::Vector(4)),
        (0, Location::Scalar(0)),
        (0, Location::Predicate(0)),
        (2, Location::Vector(0)),
        (2, Location::Predicate(1)),
        (2, Location::ScalarPredicate(0)),
    ] {
        let (name, register) = named(r);
        let wrong = planted(true, |a| a.locations[r as usize] = location);
        assert_eq!(wrong, Wrong::Place { name, register, location });
    }
}

#[test]
fn two_results_in_one_place_are_found() {
    let wrong = planted(true, |a| a.locations[3] = a.locations[0]);
    let Wrong::Overlap { instruction: 6, first, second, .. } = wrong else { panic!("{wrong}") };
    assert_eq!((&first[..], &second[..]), ("%r3", "%r0"));
}

#[test]
fn a_value_that_was_written_over_is_found() {
    for vector in [true, false] {
        let wrong = planted(vector, |a| {
            a.locations[1] = match a.locations[0] {
                Location::Vector(at) => Location::Vector(at & !1),
                Location::Scalar(at) => Location::Scalar(at & !1),
                other => other,
            }
        });
        let Wrong::Lost { instruction: 2, name, holds: Some(holds), .. } = wrong else { panic!("{wrong}") };
        assert_eq!((&name[..], &holds[..]), ("%r0", "%r1"));
    }
}

#[test]
fn a_value_that_one_path_loses_is_found() {
    // 3 in a word of 1: lost where the branch is not taken, read behind it; by then the paths have
    // met
    let (mut f, mut allocation) = small(true);
    f.code[5].reads = vec![r(3)];
    assert_eq!(check(&f, &allocation), Ok(()));
    allocation.locations[3] = allocation.locations[1];
    let wrong = check(&f, &allocation).expect_err("a fault was planted");
    let (name, register) = named(1);
    assert_eq!(wrong, Wrong::Lost { instruction: 6, name, register, location: allocation.locations[1], holds: None });
}

#[test]
fn kinds_that_do_not_fit_are_found() {
    let (name, register) = named(0);
    let wrong = planted(true, |a| a.scalar[2] = true);
    assert_eq!(wrong, Wrong::Vector { instruction: 2, name: name.clone(), register });
    let wrong = planted(false, |a| a.scalar[0] = false);
    assert_eq!(wrong, Wrong::Scalar { instruction: 0, name, register });
    // a guard counts
    let (name, register) = named(2);
    let wrong = planted(true, |a| a.scalar[3] = true);
    assert_eq!(wrong, Wrong::Vector { instruction: 3, name, register });
}

#[test]
fn guarded_writes_keep_what_was_there() {
    // @2 0 = .. in the place of 1, which is read behind: half of the threads have lost it
    let code = vec![
        op(Op::Move(Type::U32), &[1], &[Operand::Special(Special::Tid(0))]),
        guarded(2, op(Op::Move(Type::U32), &[0], &[Operand::Immediate(1)])),
        op(Op::Nothing, &[], &[r(1)]),
    ];
    let f = function(code, vec![Type::U32, Type::U32, Type::Pred]);
    let mut allocation = Allocation::of_virtual(&f);
    assert_eq!(check(&f, &allocation), Ok(()));
    allocation.locations[0] = allocation.locations[1];
    let (name, register) = named(1);
    let lost = Wrong::Lost { instruction: 2, name, register, location: Location::Vector(1), holds: None };
    assert_eq!(check(&f, &allocation), Err(lost));
}

/// A function of many registers and instructions, in loops and branches.
#[test]
fn large_functions_take_no_time() {
    let n = 20_000u32;
    let mut code = Vec::new();
    for k in 0..n {
        let near = |d: u32| r((k + n - 1 - d) % n);
        code.push(match k % 10 {
            3 => guarded(n + k % 7, branch((k + 1 + k % 900).min(n))),
            6 if k % 100 == 6 => guarded(n + k % 7, branch(k - 50.min(k))),
            9 => op(
                Op::SetPredicate { compare: Compare::Lt, ty: Type::U32, flush: false, group: None },
                &[n + k % 7],
                &[near(1), near(40)],
            ),
            _ if k % 1000 == 0 => op(Op::Move(Type::U32), &[k], &[Operand::Special(Special::Tid(0))]),
            _ => op(Op::Integer(Integer::Add, Type::U32), &[k], &[near(1 + k % 50), near(k % 3)]),
        });
    }
    let types = (0..n).map(|_| Type::U32).chain([Type::Pred; 7]).collect();
    let f = function(code, types);
    let start = std::time::Instant::now();
    let flow = Flow::of(&f);
    let scalars = scalars(&f, &flow);
    let middle = start.elapsed();
    let allocation = allocate(&f, &flow, &scalars, Options::default());
    let allocated = start.elapsed();
    assert_eq!(check(&f, &allocation), Ok(()));
    println!("{middle:?} {allocated:?} {:?}, {} + {} words", start.elapsed(), allocation.vectors, allocation.scalars);
    assert!(start.elapsed().as_secs() < 600);
}
