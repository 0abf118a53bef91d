//! Random programs that end: statements of ifs, loops whose counts differ between threads, breaks,
//! continues, switches, guarded writes and early exits, over a few registers that are all set at
//! first.

use super::*;
use proptest::prelude::*;

/// Registers of 32 bits, then of 64 bits, then predicates; loops have a counter and a condition
/// each behind them.
pub const WORDS: u32 = 12;
pub const PAIRS: u32 = 3;
pub const CONDITIONS: u32 = 4;
const DEPTH: u32 = 4;
const REGISTERS: u32 = WORDS + PAIRS + CONDITIONS;
/// The first ones of each kind are computed from anything; the others from each other, so that many
/// stay scalar.
const MIXED: u32 = 3;
const MIXED_CONDITIONS: u32 = 2;
/// The words that threads read.
pub const INPUT: u32 = 64;
/// The words that a thread writes.
pub const OUTPUT: u32 = WORDS + 2 * PAIRS;

#[derive(Debug, Clone)]
pub enum Statement {
    /// d = a op b, perhaps guarded
    Compute(Option<(u32, bool)>, Integer, u32, Operand, Operand),
    Pair(u32, u32, u32),
    Split(u32, u32, u32),
    Compare(Option<(u32, bool)>, u32, Operand, Operand),
    Select(u32, u32, u32, u32),
    /// d = input[a mod INPUT]
    Load(u32, Operand),
    /// output[d] = d; most registers are alive for as long as such statements follow.
    Store(u32),
    If(u32, bool, Vec<Statement>, Vec<Statement>),
    /// Up to four times, by the lowest bits of a register.
    Loop(Operand, Vec<Statement>),
    Switch(u32, [Vec<Statement>; 3]),
    Break(u32),
    Continue(u32),
    Exit(u32),
}

fn word() -> impl Strategy<Value = u32> {
    0..WORDS
}
fn pair() -> impl Strategy<Value = u32> {
    WORDS..WORDS + PAIRS
}
fn condition() -> impl Strategy<Value = u32> {
    WORDS + PAIRS..REGISTERS
}
fn operand(mixed: bool) -> BoxedStrategy<Operand> {
    let immediate = (0u64..5).prop_map(Operand::Immediate);
    let size = Just(Operand::Special(Special::Ntid(0)));
    let tid = Just(Operand::Special(Special::Tid(0)));
    match mixed {
        true => prop_oneof![6 => word().prop_map(r), 2 => immediate, 1 => tid, 1 => size].boxed(),
        false => prop_oneof![6 => (MIXED..WORDS).prop_map(r), 3 => immediate, 1 => size].boxed(),
    }
}
fn guard(mixed: bool) -> impl Strategy<Value = Option<(u32, bool)>> {
    let some = if mixed { condition().boxed() } else { (REGISTERS - 2..REGISTERS).boxed() };
    prop_oneof![20 => Just(None), 5 => (some, any::<bool>()).prop_map(Some), 1 => (condition(), any::<bool>()).prop_map(Some)]
}

pub fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let integer =
        || prop_oneof![Just(Integer::Add), Just(Integer::Xor), Just(Integer::And), Just(Integer::Mul(Part::Low))];
    let compute = word().prop_flat_map(move |d| {
        let mixed = d < MIXED;
        let parts = (guard(mixed), integer(), operand(mixed), operand(mixed));
        parts.prop_map(move |(g, i, a, b)| Statement::Compute(g, i, d, a, b))
    });
    let compare = condition().prop_flat_map(|p| {
        let mixed = p < WORDS + PAIRS + MIXED_CONDITIONS;
        (guard(mixed), operand(mixed), operand(mixed)).prop_map(move |(g, a, b)| Statement::Compare(g, p, a, b))
    });
    let load = word().prop_flat_map(|d| operand(d < MIXED).prop_map(move |a| Statement::Load(d, a)));
    let leaf = prop_oneof![
        8 => compute,
        1 => (pair(), MIXED..WORDS, MIXED..WORDS).prop_map(|(d, a, b)| Statement::Pair(d, a, b)),
        1 => (word(), 0..MIXED, pair()).prop_map(|(a, b, d)| Statement::Split(a, b, d)),
        3 => compare,
        1 => (0..MIXED, word(), word(), condition()).prop_map(|(d, a, b, p)| Statement::Select(d, a, b, p)),
        2 => load,
        5 => prop_oneof![3 => word(), 1 => pair()].prop_map(Statement::Store),
        1 => condition().prop_map(Statement::Break),
        1 => condition().prop_map(Statement::Continue),
        1 => condition().prop_map(Statement::Exit),
    ];
    let statement = leaf.prop_recursive(DEPTH, 64, 6, |inner| {
        let some = |n| prop::collection::vec(inner.clone(), 0..n);
        prop_oneof![
            3 => (condition(), any::<bool>(), some(6), some(6)).prop_map(|(p, n, a, b)| Statement::If(p, n, a, b)),
            2 => (operand(true), some(7)).prop_map(|(c, body)| Statement::Loop(c, body)),
            1 => (word(), some(4), some(4), some(4)).prop_map(|(a, x, y, z)| Statement::Switch(a, [x, y, z])),
        ]
    });
    prop::collection::vec(statement, 1..16)
}

/// Where a thread's output starts, and two words on the way there.
const BASE: u32 = REGISTERS + 3 * DEPTH + 1;

/// Where a break and a continue of a loop go: instructions whose targets are set later.
#[derive(Default)]
struct Loop {
    breaks: Vec<usize>,
    continues: Vec<usize>,
}

#[derive(Default)]
struct Writer {
    origin: i64,
    code: Vec<Instruction>,
    loops: Vec<Loop>,
}

const LESS: Op = Op::SetPredicate { compare: Compare::Lt, ty: Type::U32, flush: false, group: None };

pub fn global(elements: u8, offset: i64) -> Memory {
    Memory { space: Space::Global, ty: Type::U32, elements, offset, volatile: false }
}

impl Writer {
    fn put(&mut self, guard: Option<(u32, bool)>, mut i: Instruction) -> usize {
        i.guard = guard.map(|(p, negated)| Guard { register: RegisterId(p), negated });
        self.code.push(i);
        self.code.len() - 1
    }
    fn land(&mut self, at: usize) {
        let here = self.code.len() as u32;
        if let Op::Branch { target, .. } = &mut self.code[at].op {
            *target = here;
        }
    }
    fn body(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|s| self.statement(s));
    }
    fn store(&mut self, d: u32) {
        if d < WORDS {
            self.put(None, op(Op::Store(global(1, self.origin + 4 * (INPUT + d) as i64)), &[], &[r(BASE), r(d)]));
        } else {
            let at = self.origin + 4 * (INPUT + WORDS + 2 * (d - WORDS)) as i64;
            self.put(None, op(Op::Unpack(Type::B32), &[BASE + 1, BASE + 2], &[r(d)]));
            self.put(None, op(Op::Store(global(2, at)), &[], &[r(BASE), r(BASE + 1), r(BASE + 2)]));
        }
    }
    fn repeat(&mut self, count: &Operand, body: &[Statement]) {
        let counter = REGISTERS + 3 * self.loops.len() as u32;
        self.put(None, op(Op::Integer(Integer::And, Type::U32), &[counter], &[*count, Operand::Immediate(3)]));
        self.put(None, op(Op::Move(Type::U32), &[counter + 1], &[Operand::Immediate(0)]));
        let head = self.code.len() as u32;
        self.loops.push(Loop::default());
        self.body(body);
        let ends = self.loops.pop().expect("it was pushed");
        ends.continues.into_iter().for_each(|at| self.land(at));
        self.put(None, op(LESS, &[counter + 2], &[r(counter + 1), r(counter)]));
        let one = Operand::Immediate(1);
        self.put(None, op(Op::Integer(Integer::Add, Type::U32), &[counter + 1], &[r(counter + 1), one]));
        self.put(Some((counter + 2, false)), branch(head));
        ends.breaks.into_iter().for_each(|at| self.land(at));
    }

    fn switch(&mut self, a: u32, cases: &[Vec<Statement>; 3]) {
        let index = REGISTERS + 3 * DEPTH;
        self.put(None, op(Op::Integer(Integer::And, Type::U32), &[index], &[r(a), Operand::Immediate(3)]));
        let at = self.put(None, op(Op::Nothing, &[], &[]));
        let mut targets = Vec::new();
        let mut over = Vec::new();
        for case in cases {
            targets.push(self.code.len() as u32);
            self.body(case);
            over.push(self.put(None, branch(0)));
        }
        targets.push(targets[1]);
        over.into_iter().for_each(|at| self.land(at));
        self.code[at] = op(Op::BranchIndexed { targets, uniform: false }, &[], &[r(index)]);
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Compute(g, i, d, a, b) => {
                self.put(*g, op(Op::Integer(*i, Type::U32), &[*d], &[*a, *b]));
            }
            Statement::Pair(d, a, b) => {
                self.put(None, op(Op::Pack(Type::B32), &[*d], &[r(*a), r(*b)]));
                self.put(None, op(Op::Integer(Integer::Add, Type::U64), &[*d], &[r(*d), r(WORDS)]));
            }
            Statement::Split(a, b, d) if a != b => {
                self.put(None, op(Op::Unpack(Type::B32), &[*a, *b], &[r(*d)]));
            }
            Statement::Split(..) => {}
            Statement::Compare(g, p, a, b) => {
                self.put(*g, op(LESS, &[*p], &[*a, *b]));
            }
            Statement::Select(d, a, b, p) => {
                self.put(None, op(Op::Select(Type::B32), &[*d], &[r(*a), r(*b), r(*p)]));
            }
            Statement::Load(d, a) => {
                let mask = Operand::Immediate(INPUT as u64 - 1);
                self.put(None, op(Op::Integer(Integer::And, Type::U32), &[*d], &[*a, mask]));
                self.put(
                    None,
                    op(Op::Integer(Integer::Mul(Part::Low), Type::U32), &[*d], &[r(*d), Operand::Immediate(4)]),
                );
                self.put(None, op(Op::Load(global(1, self.origin)), &[*d], &[r(*d)]));
            }
            Statement::Store(d) => self.store(*d),
            Statement::If(p, negated, yes, no) => {
                let skip = self.put(Some((*p, !*negated)), branch(0));
                self.body(yes);
                let over = (!no.is_empty()).then(|| self.put(None, branch(0)));
                self.land(skip);
                if let Some(over) = over {
                    self.body(no);
                    self.land(over);
                }
            }
            Statement::Loop(count, body) => self.repeat(count, body),
            Statement::Switch(a, cases) => self.switch(*a, cases),
            // of the innermost loop, or of the one around it
            Statement::Break(p) | Statement::Continue(p) => {
                let depth = self.loops.len();
                if depth > 0 {
                    let at = self.put(Some((*p, false)), branch(0));
                    let of = depth - 1 - (depth > 1 && *p == REGISTERS - 1) as usize;
                    match statement {
                        Statement::Break(_) => self.loops[of].breaks.push(at),
                        _ => self.loops[of].continues.push(at),
                    }
                }
            }
            Statement::Exit(p) => {
                self.put(Some((*p, false)), op(Op::Exit, &[], &[]));
            }
        }
    }
}

/// The program: sets its registers, does what the statements say, and stores some of them; input
/// and output start at an address.
pub fn compile(statements: &[Statement], origin: i64) -> Function {
    let mut w = Writer { origin, ..Writer::default() };
    let tid = Operand::Special(Special::Tid(0));
    for d in 0..WORDS {
        let value = if d < MIXED { tid } else { Operand::Immediate(d as u64) };
        w.put(None, op(Op::Move(Type::U32), &[d], &[value]));
    }
    for d in WORDS..WORDS + PAIRS {
        w.put(None, op(Op::Move(Type::U64), &[d], &[Operand::Immediate(d as u64)]));
    }
    for k in 0..CONDITIONS {
        let (a, b) = if k < MIXED_CONDITIONS { (tid, 3 + 2 * k) } else { (r(MIXED), 3 + k) };
        w.put(None, op(LESS, &[WORDS + PAIRS + k], &[a, Operand::Immediate(b as u64)]));
    }
    let times = op(
        Op::Integer(Integer::Mul(Part::Low), Type::U32),
        &[BASE],
        &[Operand::Special(Special::Tid(0)), Operand::Immediate(4 * OUTPUT as u64)],
    );
    w.put(None, times);
    w.body(statements);
    (0..MIXED).chain([WORDS]).for_each(|d| w.store(d));
    w.put(None, op(Op::Return, &[], &[]));
    let ty = |d: u32| match d {
        d if d < WORDS => Type::U32,
        d if d < WORDS + PAIRS => Type::U64,
        d if d < REGISTERS => Type::Pred,
        d if d < REGISTERS + 3 * DEPTH && (d - REGISTERS) % 3 == 2 => Type::Pred,
        _ => Type::U32,
    };
    function(w.code, (0..=BASE + 2).map(ty).collect())
}
