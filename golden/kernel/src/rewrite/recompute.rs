//! Rematerialisation: values are computed again where they are needed, or later, so that fewer
//! registers are live at the peak.
//!
//! Where most words are live, a value that was computed before and is read behind is computed
//! there: by the same instruction, with operands that are live there, or are computed again, too.
//! The value with the least cost per word comes first, as long as the added instructions stay
//! within a share of the executed ones. This is repeated until the peak cannot be lowered. An
//! instruction whose result is not read any more is removed; the instruction beside it then stands
//! for it where instructions of the text are counted.

use super::Rules;
use super::body::Body;
use super::frequency::Ways;
use super::view::{Point, View};
use crate::analysis::Bits;
use crate::program::{Function, Instruction, Module, Op, Operand, Register, RegisterId};

/// Executed instructions for each added one, at the least: at most one in this many is added.
const SHARE: i64 = 50;

/// Words per thread up to which only values that machine code reads as operands are computed again.
/// With 32, a CTA of as many threads as can be finds its registers: 512 threads in 16 384 (compute
/// capability 1.3), 1024 in 32 768 (2.0; CUDA C programming guide, technical specifications).
const MOST: u32 = 32;

/// The most instructions that compute a value again, and the greatest depth of operands; a value
/// that needs more stays in its register. Without this bound a value could take as many
/// instructions as there are paths to it.
const LONGEST: usize = 8;

/// Computes values again as long as that lowers the most words that are live.
pub(super) fn recompute(module: &Module, function: &Function, rules: &Rules) -> Function {
    let mut best = (u32::MAX, function.clone());
    let mut now = function.clone();
    let mut left: Option<Ways> = None;
    let mut tried = 0;
    for _ in 0..function.code.len() {
        let view = View::of(module, &now, rules);
        let Some(point) = view.peak() else { break };
        tried += 1;
        if point.words < best.0 {
            (best, tried) = ((point.words, now.clone()), 0);
        }
        // as many changes as words are alive, and still as many are: there are too many such points
        if tried > best.0 {
            break;
        }
        if point.words <= rules.words {
            break;
        }
        let executed = || {
            let blocks =
                (0..view.flow.blocks.len()).map(|b| times(view.frequencies[b], view.flow.instructions(b).len()));
            blocks.fold(Ways::default(), |sum, block| add(sum, block, 1))
        };
        let remains = left.get_or_insert_with(|| executed().map(|all| all / SHARE));
        let Some(change) = change(&view, &point, *remains) else { break };
        *remains = add(*remains, change.cost.map(|cost| cost.max(0)), -1);
        now = change.apply(&view);
    }
    best.1
}

/// The change that computes a value again at some places.
struct Change {
    register: usize,
    /// The places: the instructions that read the value there, the instructions inserted before the
    /// first of them, and the register read instead.
    places: Vec<(Vec<usize>, Vec<Instruction>, RegisterId)>,
    /// The new registers.
    made: Vec<Register>,
    /// The instructions whose results are no longer read.
    gone: Vec<usize>,
    /// Instructions added, less those removed, each as often as it is executed.
    cost: Ways,
    /// Words that are no longer live at the point.
    saved: i64,
}

/// Returns the change with the least cost per word, or `None` if none costs at most what is left.
fn change(view: &View, point: &Point, left: Ways) -> Option<Change> {
    let any = point.words > MOST;
    let values = point.alive.iter().filter(|&r| view.words(r) > 0 && (any || is_operand(view, r, LONGEST)));
    let both =
        values.flat_map(|r| [true, false].into_iter().filter_map(move |again| Change::of(view, point, r, again)));
    let fits =
        |change: &Change| change.saved > 0 && change.cost.iter().zip(left).all(|(&cost, left)| cost <= left.max(0));
    // by the cost of a word
    let order = |a: &Change, b: &Change| (a.cost[0].max(0) * b.saved).cmp(&(b.cost[0].max(0) * a.saved));
    both.filter(fits).min_by(|a, b| order(a, b).then(b.saved.cmp(&a.saved)).then(a.cost.cmp(&b.cost)))
}

/// Whether machine code reads a value as an operand, from its constant bank or from the
/// instruction. These are a constant, a parameter, an address of either.
fn is_operand(view: &View, register: usize, depth: usize) -> bool {
    let Some(definition) = view.definition(register).filter(|_| depth > 0) else { return false };
    let Instruction { op, reads, .. } = &view.function.code[definition];
    let copies = matches!(op, Op::Move(_) | Op::ToGeneric(_) | Op::FromGeneric(_));
    reads.iter().all(|read| match read {
        Operand::Register(from) => copies && is_operand(view, from.0 as usize, depth - 1),
        _ => true,
    })
}

/// The builder of the instructions that compute a value at a place.
struct Maker<'a, 'v> {
    view: &'v View<'a>,
    /// The registers that are live at the place.
    alive: Bits,
    /// Whether operands that are not live at the place are computed again if possible; else they
    /// are kept live.
    again: bool,
    first: usize,
    made: &'v mut Vec<Register>,
    kept: &'v mut Vec<usize>,
    code: Vec<Instruction>,
    depth: usize,
}

impl Maker<'_, '_> {
    /// Returns a register with the value of another that is not live; with `whole`, the other must
    /// not be kept live instead.
    fn make(&mut self, register: usize, whole: bool) -> Option<RegisterId> {
        let definition = self.view.definition(register);
        if !whole {
            definition?;
            if self.alive.contains(register) {
                return Some(RegisterId(register as u32));
            }
        }
        let instruction = &self.view.function.code[definition?];
        if let Some(from) = self.view.copied(instruction).filter(|&from| self.view.definition(from).is_some()) {
            return self.operand(from);
        }
        let short = self.depth < LONGEST && self.code.len() < LONGEST;
        let again = whole || self.again && short && self.view.is_cheap(instruction);
        if !again {
            self.kept.push(register);
            return Some(RegisterId(register as u32));
        }
        let mut instruction = instruction.clone();
        for read in &mut instruction.reads {
            if let Operand::Register(from) = read {
                *from = self.operand(from.0 as usize)?;
            }
        }
        let made = RegisterId((self.first + self.made.len()) as u32);
        self.made.push(self.view.function.registers[register].clone());
        instruction.writes = vec![Some(made)];
        instruction.stands_for = 0;
        self.code.push(instruction);
        Some(made)
    }
    fn operand(&mut self, register: usize) -> Option<RegisterId> {
        self.depth += 1;
        let made = if self.depth > 2 * LONGEST { None } else { self.make(register, false) };
        self.depth -= 1;
        made
    }
}

impl Change {
    fn of(view: &View, point: &Point, register: usize, again: bool) -> Option<Change> {
        let definition = view.definition(register)?;
        let instruction = &view.function.code[definition];
        if !view.is_pure(instruction) {
            return None;
        }
        let beyond = |i: usize| view.flow.block(i as u32) == point.block && i > point.instruction;
        let place = |i: usize| (view.flow.block(i as u32), beyond(i));
        // uses by place; those that are reached without a way by the point keep the value
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let far = view.uses[register].iter().map(|&u| u as usize).filter(|&u| place(u) != place(definition));
        for u in far {
            match groups.last_mut().filter(|group| place(group[0]) == place(u)) {
                Some(group) => group.push(u),
                None => groups.push(vec![u]),
            }
        }
        let all = groups.iter().map(Vec::len).sum::<usize>() == view.uses[register].len();
        let often = |i: usize| view.frequencies[view.flow.block(i as u32)];
        let moved = all && groups.len() == 1 && often(groups[0][0])[0] <= often(definition)[0];
        // another order within a block is the scheduler's
        if all && groups.iter().any(|group| view.flow.block(group[0] as u32) == view.flow.block(definition as u32)) {
            return None;
        }
        if groups.is_empty() || !(moved || view.is_cheap(instruction)) {
            return None;
        }
        let (mut made, mut kept, mut places, mut cost) = (Vec::new(), Vec::new(), Vec::new(), Ways::default());
        for group in groups {
            let alive = view.alive_before(group[0]);
            let first = view.function.registers.len();
            let (code, kept, made) = (Vec::new(), &mut kept, &mut made);
            let mut maker = Maker { view, alive, again, first, made, kept, code, depth: 0 };
            let to = maker.make(register, true)?;
            let code = maker.code;
            cost = add(cost, times(often(group[0]), code.len()), 1);
            places.push((group, code, to));
        }
        kept.sort_unstable();
        kept.dedup();
        let kept_at_point = kept.iter().filter(|&&r| !point.alive.contains(r)).map(|&r| view.words(r)).sum::<u32>();
        let saved = i64::from(view.words(register)) - i64::from(kept_at_point);
        let read: Vec<usize> = places.iter().flat_map(|(_, code, to)| reads(code).chain([to.0 as usize])).collect();
        let gone = if all { gone(view, definition, &read) } else { Vec::new() };
        gone.iter().for_each(|&i| cost = add(cost, often(i), -1));
        Some(Change { register, places, made, gone, cost, saved })
    }

    /// Returns the function with the change applied.
    fn apply(self, view: &View) -> Function {
        let mut function = view.function.clone();
        function.registers.extend(self.made);
        for &i in &self.gone {
            let beside = beside(view.function, view.flow.instructions(view.flow.block(i as u32)), i, &self.gone);
            let stood = std::mem::take(&mut function.code[i].stands_for);
            function.code[beside.expect("it was looked for")].stands_for += stood;
        }
        let mut inserted: Vec<(usize, Vec<Instruction>)> = Vec::new();
        for (uses, code, to) in self.places {
            for &u in &uses {
                for read in &mut function.code[u].reads {
                    if *read == Operand::Register(RegisterId(self.register as u32)) {
                        *read = Operand::Register(to);
                    }
                }
            }
            inserted.push((uses[0], code));
        }
        let mut body = Body { blocks: Vec::new() };
        for b in 0..view.flow.blocks.len() {
            let mut block = Vec::new();
            for i in view.flow.instructions(b) {
                let before = inserted.iter_mut().filter(|(at, _)| *at == i);
                before.for_each(|(_, code)| block.append(code));
                if !self.gone.contains(&i) {
                    block.push(function.code[i].clone());
                }
            }
            body.blocks.push(block);
        }
        body.into_function(&function, &view.flow)
    }
}

fn times(ways: Ways, count: usize) -> Ways {
    ways.map(|way| way * count as i64)
}

fn add(a: Ways, b: Ways, sign: i64) -> Ways {
    std::array::from_fn(|way| a[way] + sign * b[way])
}

/// Returns the registers that a list of instructions reads.
fn reads(code: &[Instruction]) -> impl Iterator<Item = usize> + '_ {
    code.iter().flat_map(|i| i.registers_read()).map(|r| r.0 as usize)
}

/// Returns the instructions that are dead once a value is no longer read, given the registers that
/// are read instead. An instruction stays if no other can stand for it.
fn gone(view: &View, definition: usize, read: &[usize]) -> Vec<usize> {
    let mut gone = vec![definition];
    let mut next = 0;
    while let Some(&i) = gone.get(next) {
        next += 1;
        for r in view.function.code[i].registers_read().map(|r| r.0 as usize) {
            let unread = view.uses[r].iter().all(|&u| gone.contains(&(u as usize))) && !read.contains(&r);
            let Some(d) = view.definition(r).filter(|_| unread) else { continue };
            if view.is_pure(&view.function.code[d]) && !gone.contains(&d) {
                gone.push(d);
            }
        }
    }
    let range = |i: usize| view.flow.instructions(view.flow.block(i as u32));
    // what is alone in its block stays
    let stay = gone.iter().position(|&i| beside(view.function, range(i), i, &gone).is_none());
    gone.truncate(stay.unwrap_or(gone.len()));
    gone
}

/// Returns the nearest instruction of a block that is executed by the same threads as a removed
/// one, if there is one.
fn beside(function: &Function, block: std::ops::Range<usize>, i: usize, gone: &[usize]) -> Option<usize> {
    // threads can end in a call
    let open = |at: &usize| !matches!(function.code[*at].op, Op::Call { .. });
    let fits = |at: &usize| function.code[*at].guard.is_none() && !gone.contains(at);
    let behind = (i + 1..block.end).take_while(open).find(fits);
    behind.or_else(|| (block.start..i).rev().take_while(open).find(fits))
}
