//! Reads `alloca`, `stacksave` and `stackrestore`: a thread's stack of a function that allocates is
//! a variable in its local frame, and a register holds the address of its top.
//!
//! An `alloca` of more bytes than are left ends the run, as a stack overflow does on a GPU.

use super::body::Body;
use super::line::Line;
use crate::error::Fault;
use crate::program::Type::*;
use crate::program::{Compare, Group, Guard, Integer, Op, Operand, RegisterId, Space, Type, Variable, VariableId};
use crate::syntax::tree::{Form, Instruction, Statement, Value};

/// Bytes of a function's stack beyond those of allocations of constant size, each once: a thread's
/// stack is as large on CUDA's devices unless a program sets its limit (`cudaLimitStackSize`).
const BYTES: u64 = 1024;
/// Most bytes of a function's stack.
const MOST_BYTES: u64 = 512 << 10;
/// Alignment of an allocation that gives none, in bytes, and the greatest one.
const ALIGN: [u64; 2] = [8, 128];

/// The stack of a function: the variable in which it lies, and the register of its top.
#[derive(Debug, Clone, Copy)]
pub struct Stack {
    variable: VariableId,
    top: RegisterId,
}

/// Creates the stack of a function whose body allocates; nothing for any other.
pub fn open(body: &mut Body, statements: &[Statement]) {
    let mut bytes = 0u64;
    let mut found = false;
    each(statements, &mut |instruction| {
        found |= matches!(instruction.name.text, "alloca" | "stacksave" | "stackrestore");
        if let ("alloca", [_, size, rest @ ..]) = (instruction.name.text, &instruction.operands[..])
            && let Form::Value(Value::Integer(size, _)) = size.form
        {
            let align = rest.first().map(|operand| &operand.form);
            let align = if let Some(Form::Value(Value::Integer(align, _))) = align { *align } else { ALIGN[0] };
            bytes = bytes.saturating_add(size).saturating_add(align);
        }
    });
    if !found {
        return;
    }
    let bytes = bytes.saturating_add(BYTES).min(MOST_BYTES).next_multiple_of(ALIGN[1]);
    let ty = if body.unit.address_size == Some(32) { U32 } else { U64 };
    let variable = body.unit.add(Variable {
        name: "the stack".into(),
        space: Space::Local,
        align: ALIGN[1] as u32,
        bytes,
        initial: Vec::new(),
        addresses: Vec::new(),
        element: 1,
        owner: Some(body.id),
        external: false,
        opaque: None,
        at: body.at,
    });
    let top = body.temporary("%stack", ty);
    body.emit(Op::Move(ty), vec![Some(top)], vec![Operand::Variable(variable, bytes as i64)]);
    body.added();
    body.stack = Some(Stack { variable, top });
}

fn each<'t, 'a>(statements: &'t [Statement<'a>], work: &mut impl FnMut(&'t Instruction<'a>)) {
    for statement in statements {
        match statement {
            Statement::Block(statements) => each(statements, work),
            Statement::Instruction(instruction) => work(instruction),
            _ => {}
        }
    }
}

/// Reads an instruction about the stack into the function body.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let ty = line.ty(&[U32, U64])?;
    let missing = || Fault::unexpected(line.at(), line.opcode(), "an instruction in a function");
    let stack = body.stack.ok_or_else(missing)?;
    let known = body.registers[stack.top.0 as usize].ty;
    if ty != known {
        return Err(Fault::unexpected(line.at(), line.opcode(), format!("`.{}`, as addresses have", known.name())));
    }
    match line.name() {
        "stacksave" => {
            let destination = body.destination(line, ty)?;
            line.done()?;
            body.emit(Op::Move(ty), vec![destination], vec![Operand::Register(stack.top)]);
            Ok(())
        }
        "stackrestore" => {
            let read = body.source(line, ty)?;
            line.done()?;
            body.emit(Op::Move(ty), vec![Some(stack.top)], vec![read]);
            Ok(())
        }
        _ => allocate(body, line, stack, ty),
    }
}

fn allocate<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>, stack: Stack, ty: Type) -> Result<(), Fault> {
    let destination = body.destination(line, ty)?;
    let size = body.source(line, ty)?;
    let align = match line.peek() {
        None => ALIGN[0],
        Some(_) => {
            let operand = line.operand("an alignment")?;
            match operand.form {
                Form::Value(Value::Integer(align, _)) if align.is_power_of_two() && align <= ALIGN[1] => align,
                _ => return Err(Fault::unexpected(operand.at, body.quote(operand.at), "a power of two up to 128")),
            }
        }
    };
    line.done()?;
    let guard = body.guard.take();
    let [left, top, wrong, full] = [ty, ty, Pred, Pred].map(|ty| body.temporary("%alloca", ty));
    let integer = |op| Op::Integer(op, ty);
    let base = Operand::Variable(stack.variable, 0);
    let of = |register| Operand::Register(register);
    let compare = |compare, group| Op::SetPredicate { compare, ty, flush: false, group };
    let mask = if ty == U32 { u64::from(!(align as u32 - 1)) } else { !(align - 1) };
    let steps = [
        (integer(Integer::Sub), left, vec![of(stack.top), base]),
        (integer(Integer::Sub), top, vec![of(stack.top), size]),
        (integer(Integer::And), top, vec![of(top), Operand::Immediate(mask)]),
        (compare(Compare::Lt, None), wrong, vec![of(top), base]),
        (compare(Compare::Gt, Some((Group::Or, false))), full, vec![size, of(left), of(wrong)]),
    ];
    for (op, write, reads) in steps {
        let writes = if matches!(op, Op::SetPredicate { .. }) { vec![Some(write), None] } else { vec![Some(write)] };
        body.emit(op, writes, reads);
        body.added();
    }
    if let Some(Guard { register, negated }) = guard {
        let mut taken = of(register);
        if negated {
            let not = body.temporary("%alloca", Pred);
            body.emit(Op::Predicate(Integer::Not), vec![Some(not)], vec![taken]);
            body.added();
            taken = of(not);
        }
        body.emit(Op::Predicate(Integer::And), vec![Some(full)], vec![of(full), taken]);
        body.added();
    }
    body.guard = Some(Guard { register: full, negated: false });
    body.emit(Op::Trap, vec![], vec![]);
    body.added();
    body.guard = guard;
    body.emit(Op::Move(ty), vec![Some(stack.top)], vec![of(top)]);
    body.added();
    body.emit(Op::Move(ty), vec![destination], vec![of(top)]);
    Ok(())
}
