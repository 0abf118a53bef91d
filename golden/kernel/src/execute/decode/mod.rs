//! Decoding: instructions are checked and made ready once, so that execution neither looks up names
//! nor checks operands.

mod compute;
mod control;
mod operand;
mod reach;
mod texture;

use super::code::{Code, Decoded, Guard};
use super::fault::Cause;
use super::image::{Image, Making, Places};
use crate::analysis::{Flow, Liveness, Reconvergence};
use crate::program::{Function, FunctionId, Instruction, Location, Op, RegisterId, Span};
pub(crate) use operand::Constants;

/// The state of decoding one function.
struct Decoder<'a, 'm> {
    image: &'a mut Image<'m>,
    constants: &'a mut Constants,
    places: &'a Places,
    id: FunctionId,
    function: &'m Function,
    making: Making,
    reconvergence: Reconvergence,
    /// Whether the instruction that is being decoded reads a clock, which changes with time.
    timed: bool,
}

type Decoding<T> = Result<T, Cause>;

fn malformed<T>(what: impl Into<String>) -> Decoding<T> {
    Err(Cause::Malformed(what.into()))
}

/// Decodes a function's instructions into the image.
pub(crate) fn decode(
    image: &mut Image,
    constants: &mut Constants,
    id: FunctionId,
    places: &Places,
    making: Making,
) -> Result<(), (Span, Cause)> {
    let function = &image.module.functions[id.0 as usize];
    check(image, id, function).map_err(|cause| (function.at, cause))?;
    let flow = Flow::of(function);
    let reconvergence = Reconvergence::of(function, &flow);
    let fresh = fresh(image, id, function, &flow);
    let start = image.code.len() as u32;
    let end = start + function.code.len() as u32;
    let body = image.bodies[id.0 as usize].as_mut().expect("every function that is reached has a body");
    (body.start, body.end, body.fresh) = (start, end, fresh);
    let mut decoder = Decoder { image, constants, places, id, function, making, reconvergence, timed: false };
    for (number, instruction) in function.code.iter().enumerate() {
        let code = decoder.instruction(number as u32, instruction).map_err(|cause| (instruction.at, cause))?;
        let guard = decoder.guard(instruction).map_err(|cause| (instruction.at, cause))?;
        let timed = std::mem::take(&mut decoder.timed);
        decoder.image.code.push(Decoded { guard, code, function: id.0, number: number as u32, timed });
    }
    // control that falls off the end never gets here: it is popped before
    let (guard, number) = (Guard::None, function.code.len() as u32);
    image.code.push(Decoded { guard, code: Code::Return, function: id.0, number, timed: false });
    Ok(())
}

/// Returns the rows of registers that are live where the function starts.
fn fresh(image: &Image, id: FunctionId, function: &Function, flow: &Flow) -> Vec<u32> {
    if function.code.is_empty() {
        return vec![];
    }
    let live = Liveness::of(function, flow);
    let registers = live.before[flow.block(0)].iter().map(|register| RegisterId(register as u32));
    let rows = registers.filter_map(|register| {
        let words = function.registers.get(register.0 as usize)?.ty.words();
        let (row, _) = image.place(id, register)?;
        Some(row..row + words)
    });
    rows.flatten().collect()
}

/// Checks that targets lie in the function, that registers are declared, and that the allocation
/// belongs to the function.
fn check(image: &Image, id: FunctionId, function: &Function) -> Decoding<()> {
    let length = function.code.len() as u32;
    for instruction in &function.code {
        let inside = match &instruction.op {
            Op::Branch { target, .. } => *target <= length,
            Op::BranchIndexed { targets, .. } => targets.iter().all(|&target| target <= length),
            _ => true,
        };
        if !inside {
            return malformed("a branch leaves its function");
        }
        let mut registers = instruction.registers_read().chain(instruction.registers_written());
        if registers.any(|register| register.0 as usize >= function.registers.len()) {
            return malformed("a register is not declared");
        }
    }
    let allocation = &image.allocations[&id.0];
    if allocation.locations.len() != function.registers.len() {
        return malformed("the allocation is one of another function");
    }
    for (register, &location) in function.registers.iter().zip(&allocation.locations) {
        let words = register.ty.words();
        let (at, size, limit, predicate) = match location {
            Location::Vector(at) => (at, words, allocation.vectors, false),
            Location::Scalar(at) => (at, words, allocation.scalars, false),
            Location::Predicate(at) => (at, 1, allocation.predicates, true),
            Location::ScalarPredicate(at) => (at, 1, allocation.scalar_predicates, true),
        };
        if predicate != (words == 0) || at.checked_add(size).is_none_or(|end| end > limit) {
            return malformed(format!("register `{}` has no place in its file", register.name));
        }
    }
    Ok(())
}

impl Decoder<'_, '_> {
    fn guard(&mut self, instruction: &Instruction) -> Decoding<Guard> {
        let Some(guard) = instruction.guard else { return Ok(Guard::None) };
        let index = self.predicate(guard.register)?.0;
        Ok(if guard.negated { Guard::Unless(index) } else { Guard::If(index) })
    }

    fn instruction(&mut self, number: u32, instruction: &Instruction) -> Decoding<Code> {
        match &instruction.op {
            Op::Load(_) | Op::Store(_) | Op::Atomic(..) | Op::IsSpace(_) => self.reach(instruction),
            Op::Texture(_) | Op::SurfaceAddress(_) => self.texture(instruction),
            Op::Vote { .. } | Op::Shuffle { .. } | Op::Match { .. } | Op::ActiveMask | Op::Redux { .. } => {
                self.exchange(instruction)
            }
            Op::Barrier(_)
            | Op::WarpBarrier
            | Op::Branch { .. }
            | Op::BranchIndexed { .. }
            | Op::Call { .. }
            | Op::Return
            | Op::Exit
            | Op::Trap
            | Op::Fence
            | Op::Nothing => self.control(number, instruction),
            _ => self.compute(instruction),
        }
    }
}
