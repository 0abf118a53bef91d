//! Tests of rewritten programs against the original text: the results are the same, registers are
//! not more, and every added instruction is accounted for.

#![allow(clippy::result_large_err)]

use std::collections::BTreeMap;

use crate::support::programs::{INPUT, OUTPUT, compile, statements};
use crate::support::*;
use heddle_kernel::allocate::{self, allocate, check};
use heddle_kernel::analysis::{Flow, Liveness, Scalars};
use heddle_kernel::execute::{Fault, Image, Issue, Launch, Making, Memory, Observer, Options, Warp, run};
use heddle_kernel::program::*;
use heddle_kernel::read;
use heddle_kernel::rewrite::{Rules, rewrite};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const THREADS: u32 = 40;
/// Words that every rewritten program has too many of.
const ALWAYS: Rules = Rules { memory: true, operands: true, whole: true, words: 0 };

/// Counts what instructions of the text are executed, once a thread.
#[derive(Default)]
struct Counted(u64);

impl Observer for Counted {
    fn issue(&mut self, issue: &Issue, _: &Warp, image: &Image) {
        let instruction = image.module.functions[issue.function.0 as usize].code.get(issue.instruction as usize);
        let control = instruction.is_some_and(|i| matches!(i.op, Op::Branch { .. } | Op::Exit | Op::Return));
        let threads = if control { issue.active } else { issue.mask }.count_ones();
        self.0 += u64::from(threads) * u64::from(instruction.map_or(0, |i| i.stands_for));
    }
}

/// Runs a kernel on a block of threads; what its memory holds at the end, and how many instructions
/// of the text it took.
fn results(m: &Module, allocated: Option<bool>, parameters: &[u8], words: &[u32]) -> Result<(Vec<u8>, u64), Fault> {
    let of = |f: &Function| {
        let flow = Flow::of(f);
        let scalars = match allocated {
            Some(true) => Scalars::of(m, f, &flow, &Liveness::of(f, &flow), &Default::default()),
            _ => Scalars::none(f),
        };
        let allocation = allocate(f, &flow, &scalars, allocate::Options::default());
        assert_eq!(check(f, &allocation), Ok(()));
        allocation
    };
    let allocations: BTreeMap<u32, Allocation> = match allocated {
        Some(_) => (0..).zip(&m.functions).map(|(i, f)| (i, of(f))).collect(),
        None => BTreeMap::new(),
    };
    let kernel = m.kernels().next().expect("a kernel").0;
    let image = Image::with(m, kernel, allocations, Making::default())?;
    let mut memory = Memory::new(m).expect("memory");
    let at = memory.allocate("buffer", 4 * words.len() as u64).expect("room");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    memory.write(at, &bytes).expect("it is there");
    let parameters = parameters.to_vec();
    let launch = Launch { grid: [1; 3], block: [THREADS, 1, 1], dynamic_shared: 0, parameters, number: 0, sizes: None };
    let mut counted = Counted::default();
    let options = Options { check_scalars: true, cta_limit: 1 << 20, ..Options::default() };
    run(&image, &launch, &mut memory, &mut counted, &options)?;
    Ok((memory.read(at, bytes.len() as u64).expect("it is there").to_vec(), counted.0))
}

fn origin() -> i64 {
    Memory::new(&module(function(vec![], vec![]))).expect("memory").allocate("buffer", 4).expect("room") as i64
}

/// Input and output of a random program.
fn words() -> Vec<u32> {
    let mut words: Vec<u32> = (0..INPUT).map(|k| k.wrapping_mul(0x9E37_79B9) >> 7).collect();
    words.resize((INPUT + THREADS * OUTPUT) as usize, 0);
    words
}

/// The most words that are alive behind an instruction, together with those that it writes.
fn alive(f: &Function) -> u32 {
    let flow = Flow::of(f);
    let liveness = Liveness::of(f, &flow);
    let mut most = 0;
    for block in 0..flow.blocks.len() {
        liveness.walk(f, &flow, block, |i, after| {
            let mut after = after.clone();
            f.code[i].registers_written().for_each(|w| after.insert(w.0 as usize));
            most = most.max(after.iter().map(|r| f.registers[r].ty.words()).sum());
        });
    }
    most
}

/// Whether a rewritten program does what the text says, with and without scalars.
fn agrees(m: &Module, rules: &Rules, parameters: &[u8], words: &[u32]) -> bool {
    let expected = results(m, None, parameters, words).expect("the text runs");
    let rewritten = rewrite(m, rules);
    [false, true]
        .iter()
        .all(|&scalars| results(&rewritten, Some(scalars), parameters, words).is_ok_and(|found| found == expected))
}

proptest! {
    #![proptest_config(Config { cases: 400, max_shrink_iters: 20_000, failure_persistence: None, ..Config::default() })]
    #[test]
    fn random_programs_leave_the_same(statements in statements()) {
        let m = module(compile(&statements, origin()));
        prop_assert!(agrees(&m, &ALWAYS, &[], &words()));
        prop_assert!(agrees(&m, &Rules::default(), &[], &words()));
        prop_assert!(alive(&rewrite(&m, &ALWAYS).functions[0]) <= alive(&m.functions[0]));
    }

    #[test]
    fn random_addresses_mean_the_same(steps in addresses()) {
        let out = (origin() as u64).to_le_bytes();
        prop_assert!(agrees(&kernel(&steps), &ALWAYS, &out, &words()));
    }

    /// Scalars take vector registers away, and never add any.
    #[test]
    fn scalars_need_no_vector_registers(statements in statements()) {
        let m = rewrite(&module(compile(&statements, origin())), &Rules::default());
        let f = &m.functions[0];
        let flow = Flow::of(f);
        let scalars = Scalars::of(&m, f, &flow, &Liveness::of(f, &flow), &Default::default());
        let [with, without] = [scalars, Scalars::none(f)].map(|s| allocate(f, &flow, &s, allocate::Options::default()).vectors);
        prop_assert!(with <= without, "{} and {}", with, without);
    }
}

/// A line of a kernel that computes addresses in 64 bits.
#[derive(Debug, Clone)]
enum Step {
    /// An operation on registers, by their numbers.
    Compute(&'static str, usize, usize, usize),
    /// To shared memory, and from it, at what a register says of it.
    Store(usize, usize),
    Load(usize, usize),
    /// A whole register is seen.
    See(usize),
}

const OPERATIONS: [&str; 14] = [
    "add.s64 %d{d}, %d{a}, %d{b};",
    "sub.s64 %d{d}, %d{a}, %d{b};",
    "mul.lo.s64 %d{d}, %d{a}, %d{b};",
    "and.b64 %d{d}, %d{a}, %d{b};",
    "xor.b64 %d{d}, %d{a}, %d{b};",
    "not.b64 %d{d}, %d{a};",
    "neg.s64 %d{d}, %d{a};",
    "shl.b64 %d{d}, %d{a}, %r{b};",
    "mov.u64 %d{d}, %d{a};",
    "cvt.s64.s32 %d{d}, %r{a};",
    "cvt.u64.u32 %d{d}, %r{a};",
    "mul.wide.s32 %d{d}, %r{a}, -7;",
    "mad.wide.u32 %d{d}, %r{a}, 12, %d{b};",
    "cvt.u32.u64 %r{d}, %d{a};",
];

fn addresses() -> impl Strategy<Value = Vec<Step>> {
    let register = || 0..6usize;
    let compute = (prop::sample::select(&OPERATIONS[..]), register(), register(), register());
    let step = prop_oneof![
        8 => compute.prop_map(|(op, d, a, b)| Step::Compute(op, d, a, b)),
        2 => (register(), register()).prop_map(|(a, b)| Step::Store(a, b)),
        2 => (register(), register()).prop_map(|(a, b)| Step::Load(a, b)),
        1 => register().prop_map(Step::See),
    ];
    prop::collection::vec(step, 1..40)
}

/// The kernel: each result has a register of its own, as compilers write it.
fn kernel(steps: &[Step]) -> Module {
    let mut code = String::new();
    // the registers that hold the six words and the six pairs now
    let (mut words, mut pairs): ([usize; 6], [usize; 6]) = (std::array::from_fn(|i| i), std::array::from_fn(|i| i));
    let (mut next, mut sees) = (6, 0);
    for i in 0..6 {
        code += &format!("mad.lo.s32 %r{i}, %t, {}, -{i}; cvt.s64.s32 %d{i}, %r{i};\n", i * i + 1);
    }
    for step in steps {
        next += 1;
        // a place of the tile, of each thread alone
        let place = |from: usize| {
            format!(
                "and.b64 %m{next}, %d{from}, 60; mad.wide.u32 %n{next}, %t, 64, %m{next}; add.s64 %a{next}, %tile, %n{next};"
            )
        };
        match *step {
            Step::Compute(operation, d, a, b) => {
                let shift = operation.starts_with("shl");
                let (a, b) = if operation.contains("%r{a}") { (words[a], pairs[b]) } else { (pairs[a], pairs[b]) };
                let b = if shift { words[b % 6] } else { b };
                let line = operation.replace("{a}", &a.to_string()).replace("{b}", &b.to_string());
                code += &line.replace("{d}", &next.to_string());
                if operation.contains("%r{d}") { words[d] = next } else { pairs[d] = next }
            }
            Step::Store(a, b) => code += &format!("{} st.shared.u32 [%a{next}], %r{};", place(pairs[a]), words[b]),
            Step::Load(a, d) => {
                code += &format!("{} ld.shared.u32 %r{next}, [%a{next}];", place(pairs[a]));
                words[d] = next;
            }
            Step::See(a) if sees < OUTPUT / 2 => {
                code += &format!("st.global.u64 [%own+{}], %d{};", 8 * sees, pairs[a]);
                sees += 1;
            }
            Step::See(_) => {}
        }
        code += "\n";
    }
    let last = words[0];
    let text = format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n
.visible .entry k(.param .u64 out) {{
  .shared .align 8 .b8 tile[{}];
  .reg .b32 %r<99>; .reg .b64 %d<99>; .reg .b64 %m<99>; .reg .b64 %n<99>; .reg .b64 %a<99>;
  .reg .b32 %t; .reg .b64 %tile; .reg .b64 %own; .reg .b64 %base;
  mov.u32 %t, %tid.x; mov.u64 %tile, tile; ld.param.u64 %base, [out];
  mad.wide.u32 %own, %t, {}, %base; add.s64 %own, %own, {};
  {code}
  st.global.u32 [%own], %r{last};
  ret;
}}",
        64 * THREADS,
        4 * OUTPUT,
        4 * INPUT
    );
    read("test.ptx", &text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Values of a strategy, always the same.
fn some<T: std::fmt::Debug>(strategy: impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    (0..count).map(|_| strategy.new_tree(&mut runner).expect("a value").current()).collect()
}

#[test]
fn each_rule_is_needed() {
    let origin = origin();
    let out = (origin as u64).to_le_bytes();
    let programs = some(statements(), 200).into_iter().map(|s| (module(compile(&s, origin)), &[][..]));
    let kernels = some(addresses(), 300).into_iter().map(|steps| (kernel(&steps), &out[..]));
    let all: Vec<(Module, &[u8])> = programs.chain(kernels).collect();
    let breaks = |rules: Rules| all.iter().any(|(m, parameters)| !agrees(m, &rules, parameters, &words()));
    assert!(!breaks(ALWAYS));
    assert!(breaks(Rules { memory: false, ..ALWAYS }), "accesses out of order are not noticed");
    assert!(breaks(Rules { operands: false, ..ALWAYS }), "operands that have changed are not noticed");
    assert!(breaks(Rules { whole: false, ..ALWAYS }), "halves of values are not noticed");
}

fn body(text: &str) -> Module {
    let text = format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n
.visible .entry k(.param .u64 out, .param .u64 in) {{
  .shared .align 4 .b8 tile[1024];
  .reg .b32 %r<30>; .reg .b64 %d<30>; .reg .pred %p<4>; .reg .f32 %f<30>;
  {text}
}}"
    );
    read("test.ptx", &text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn shared_addresses_take_a_word() {
    let m = body(
        "mov.u32 %r1, %tid.x; mul.wide.u32 %d1, %r1, 4; mov.u64 %d2, tile; add.s64 %d3, %d2, %d1;
         ld.param.u64 %d4, [out]; add.s64 %d5, %d4, %d1; ld.shared.u32 %r2, [%d3]; st.global.u32 [%d5], %r2; ret;",
    );
    let f = &rewrite(&m, &ALWAYS).functions[0];
    let words = |name: &str| f.registers.iter().find(|r| r.name == name).expect("it is declared").ty.words();
    // the offset is needed whole for global memory
    assert_eq!(["%d1", "%d2", "%d3", "%d4", "%d5"].map(words), [2, 1, 1, 2, 2]);
}

#[test]
fn loads_come_one_by_one_where_registers_are_few() {
    let many = 12;
    let loads: String = (0..many).map(|i| format!("ld.global.f32 %f{i}, [%d1+{}];\n", 4 * i)).collect();
    let sums: String = (1..many).map(|i| format!("add.f32 %f0, %f0, %f{i};\n")).collect();
    let m = body(&format!("ld.param.u64 %d1, [in]; {loads} {sums} st.global.f32 [%d1], %f0; ret;"));
    assert_eq!(alive(&m.functions[0]), 2 + many);
    assert_eq!(alive(&rewrite(&m, &ALWAYS).functions[0]), 4);
    // where there are enough, the text's order stays
    let order = |rules: &Rules| rewrite(&m, rules).functions[0].code.iter().map(|i| i.at.start).collect::<Vec<_>>();
    let text: Vec<u32> = m.functions[0].code.iter().map(|i| i.at.start).collect();
    assert_eq!(order(&Rules::default()), text);
    assert_ne!(order(&ALWAYS), text);
}

#[test]
fn a_parameter_is_loaded_behind_the_loop_that_does_not_need_it() {
    let m = body(
        "ld.param.u64 %d1, [out]; cvta.to.global.u64 %d2, %d1; mov.u32 %r1, 0; mov.u32 %r2, 0;
         LOOP: add.u32 %r2, %r2, %r1; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 5; @%p1 bra LOOP;
         st.global.u32 [%d2], %r2; ret;",
    );
    let rewritten = rewrite(&m, &ALWAYS);
    let code = &rewritten.functions[0].code;
    assert_eq!((alive(&m.functions[0]), alive(&rewritten.functions[0])), (4, 3));
    let stands: Vec<u32> = code.iter().map(|i| i.stands_for).collect();
    // the load and the conversion are counted where they stood; what is loaded behind the loop is
    // added
    assert_eq!(stands.iter().sum::<u32>(), m.functions[0].code.len() as u32);
    assert_eq!(stands.iter().filter(|&&n| n == 0).count(), 1);
    assert!(matches!(code[6].op, Op::Load(_)), "{code:?}");
    assert!(agrees(&m, &ALWAYS, &(origin() as u64).to_le_bytes().repeat(2), &words()));
}

/// A function of many registers and instructions, in loops and branches.
#[test]
fn large_functions_take_little_time() {
    let n = 4_000u32;
    let less = Op::SetPredicate { compare: Compare::Lt, ty: Type::U32, flush: false, group: None };
    let mut code = Vec::new();
    for k in 0..n {
        let near = |d: u32| r((k + n - 1 - d) % n);
        code.push(match k % 100 {
            33 => guarded(n + k % 7, branch((k + 1 + k % 90).min(n))),
            66 => guarded(n + k % 7, branch(k - 50.min(k))),
            99 => op(less.clone(), &[n + k % 7], &[near(1), near(40)]),
            0 => op(Op::Move(Type::U32), &[k], &[Operand::Special(Special::Tid(0))]),
            _ => op(Op::Integer(Integer::Add, Type::U32), &[k], &[near(1 + k % 50), near(k % 3)]),
        });
    }
    let m = module(function(code, (0..n).map(|_| Type::U32).chain([Type::Pred; 7]).collect()));
    let start = std::time::Instant::now();
    let rewritten = rewrite(&m, &Rules::default());
    println!("{:?}, {} words instead of {}", start.elapsed(), alive(&rewritten.functions[0]), alive(&m.functions[0]));
    assert!(start.elapsed().as_secs() < 600);
}
