//! Allocation of a kernel's registers in a partition.
//!
//! An element of a SIMD register has 64 bits (SX-Aurora), so each value has a register of its own.
//! Values are coloured as if all had that size; the most used colours get registers, the others lie
//! in memory and come through scratch registers when they are needed. The partition's first mask
//! register holds the active mask, the second is scratch; predicates for which no mask register is
//! left are words.

use std::collections::BTreeMap;

use heddle_contract::prt::{SOURCES, kind};
use heddle_golden::prt::Operand;
use heddle_kernel::allocate::{Options, allocate};
use heddle_kernel::analysis::{Flow, Scalars};
use heddle_kernel::execute::Image;
use heddle_kernel::program::{
    Function, FunctionId, Instruction, Location, Op, Operand as Read, RegisterId, Target, Type,
};

use super::values::{Values, computes_constants};

/// Mask register of the active threads.
pub(super) const ACTIVE: u8 = 0;

/// Place of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    /// The value is in a register.
    Register(Operand),
    /// The value is in this word of each thread's memory.
    Memory(u32),
}

/// The registers of a kernel in a partition.
#[derive(Debug, Clone)]
pub(super) struct Registers {
    /// Place of each register, by function.
    homes: BTreeMap<u32, Vec<Home>>,
    /// Number of data registers, and of mask registers.
    pub data: u32,
    pub masks: u32,
    /// First of the data registers through which values in memory pass.
    scratch: u32,
}

/// A colour of a class, which is data or predicates (`true`).
type Colour = (bool, u32);

/// Values of a function by colour, above those of its callers.
struct Coloured {
    function: Function,
    colours: Vec<Colour>,
    base: [u32; 2],
    size: [u32; 2],
}

impl Registers {
    /// Allocates the registers of a kernel, at most `data` data and `masks` mask registers; the
    /// error says why these are too few.
    pub fn of(image: &Image, values: &Values, data: u32, masks: u32) -> Result<Registers, String> {
        let mut functions = BTreeMap::new();
        if !visit((image, values), image.kernel, [0; 2], &mut Vec::new(), &mut functions) {
            return Err("its functions are recursive, and registers have no stack in a vector core".into());
        }
        let mut uses: BTreeMap<Colour, u64> = BTreeMap::new();
        for coloured in functions.values() {
            for instruction in &coloured.function.code {
                for register in instruction.registers_read().chain(instruction.registers_written()) {
                    *uses.entry(coloured.place(register)).or_default() += 1;
                }
            }
        }
        let mut order: Vec<(Colour, u64)> = uses.into_iter().collect();
        order.sort_by_key(|&(_, uses)| std::cmp::Reverse(uses));
        // the most used predicates get what mask registers there are
        let predicates = order.iter().filter(|(colour, _)| colour.0);
        let masks = masks.min(2 + predicates.clone().count() as u32);
        let mut homes: BTreeMap<Colour, Home> = BTreeMap::new();
        for (register, &(predicate, _)) in (2..masks as u8).zip(predicates) {
            homes.insert(predicate, Home::Register(Operand { kind: kind::MASK, register }));
        }
        let words = order.len() - homes.len();
        let fits = words as u32 <= data;
        let scratch = if fits { 0 } else { sources(functions.values().map(|coloured| &coloured.function)) };
        if scratch > data {
            return Err(format!(
                "it has {words} values, and an instruction reads {scratch} registers, but a partition has {data} \
                 (vector.registers, vector.each)"
            ));
        }
        let resident = if fits { words as u32 } else { data - scratch };
        let mut n = 0;
        for &(colour, _) in &order {
            homes.entry(colour).or_insert_with(|| {
                n += 1;
                match n <= resident {
                    true => Home::Register(Operand { kind: kind::DATA, register: (n - 1) as u8 }),
                    false => Home::Memory(n - 1 - resident),
                }
            });
        }
        let home = |coloured: &Coloured, register: u32| {
            homes.get(&coloured.place(RegisterId(register))).copied().unwrap_or(Home::Memory(0))
        };
        let of = |(&id, coloured): (&u32, &Coloured)| {
            (id, (0..coloured.colours.len() as u32).map(|register| home(coloured, register)).collect())
        };
        Ok(Registers { homes: functions.iter().map(of).collect(), data: resident + scratch, masks, scratch: resident })
    }

    pub fn home(&self, function: FunctionId, register: RegisterId) -> Home {
        self.homes[&function.0][register.0 as usize]
    }
    /// Returns the scratch register of a source, or of a result.
    pub fn scratch(&self, source: usize) -> Operand {
        Operand { kind: kind::DATA, register: (self.scratch + source as u32) as u8 }
    }
    /// Returns the mask register in which instructions compute their guards. With a single mask
    /// register it is that of the active threads.
    pub fn guard(&self) -> u8 {
        (self.masks as u8 - 1).min(1)
    }
}

impl Coloured {
    fn place(&self, register: RegisterId) -> Colour {
        let (predicate, colour) = self.colours[register.0 as usize];
        (predicate, self.base[usize::from(predicate)] + colour)
    }
}

/// Colours a function and those that it calls, each above all its callers. Returns false if
/// functions call themselves.
fn visit(
    (image, values): (&Image, &Values),
    id: FunctionId,
    base: [u32; 2],
    path: &mut Vec<u32>,
    all: &mut BTreeMap<u32, Coloured>,
) -> bool {
    if image.allocation(id).is_none() {
        return true;
    }
    if path.contains(&id.0) {
        return false;
    }
    let function = &image.module.functions[id.0 as usize];
    let coloured = all.entry(id.0).or_insert_with(|| colour(by_lane(function, id, values), &Flow::of(function)));
    coloured.base = std::array::from_fn(|class| coloured.base[class].max(base[class]));
    let next = std::array::from_fn(|class| coloured.base[class] + coloured.size[class]);
    path.push(id.0);
    let fine = function.code.iter().flat_map(callees).all(|callee| visit((image, values), callee, next, path, all));
    path.pop();
    fine
}

fn callees(instruction: &Instruction) -> Vec<FunctionId> {
    match &instruction.op {
        Op::Call { target: Target::Direct(callee), .. } => vec![*callee],
        Op::Call { target: Target::Indirect(callees), .. } => callees.clone(),
        _ => vec![],
    }
}

/// Returns a function as a partition executes it: each value takes an element, values without a
/// register are constants, and their computation is left out.
fn by_lane(function: &Function, id: FunctionId, values: &Values) -> Function {
    let mut function = function.clone();
    for register in function.registers.iter_mut().filter(|register| register.ty != Type::Pred) {
        register.ty = Type::B64;
    }
    let is_by_lane = |register: RegisterId| values.held(id, register).is_by_lane();
    for instruction in &mut function.code {
        if computes_constants(instruction, |register| values.held(id, register).is_constant()) {
            instruction.reads.clear();
        }
        instruction.writes.iter_mut().for_each(|write| *write = write.filter(|register| is_by_lane(*register)));
        instruction.guard = instruction.guard.filter(|guard| is_by_lane(guard.register));
        for read in &mut instruction.reads {
            if matches!(read, Read::Register(register) if !is_by_lane(*register)) {
                *read = Read::Immediate(0);
            }
        }
    }
    function
}

fn colour(function: Function, flow: &Flow) -> Coloured {
    let allocation = allocate(&function, flow, &Scalars::none(&function), Options::default());
    let colour = |location: &Location| match *location {
        Location::Vector(word) | Location::Scalar(word) => (false, word / 2),
        Location::Predicate(n) | Location::ScalarPredicate(n) => (true, n),
    };
    let colours = allocation.locations.iter().map(colour).collect();
    let size = [allocation.vectors.div_ceil(2), allocation.predicates];
    Coloured { function, colours, base: [0; 2], size }
}

/// Returns the most registers that an instruction reads.
fn sources<'a>(functions: impl Iterator<Item = &'a Function>) -> u32 {
    let reads = |instruction: &Instruction| {
        let registers = instruction.reads.iter().filter(|read| matches!(read, Read::Register(_))).count();
        // a store is cracked: the address and an element
        registers.min(if matches!(instruction.op, Op::Store(_)) { 2 } else { SOURCES })
    };
    let most = functions.flat_map(|function| &function.code).map(reads).max();
    most.unwrap_or(0).max(1) as u32
}
