//! Reads loads, stores, atomic operations, and hints about memory.

use super::body::Body;
use super::convert::SPACES;
use super::line::Line;
use crate::error::{Fault, quoted};
use crate::program::Type::*;
use crate::program::{Atomic, Memory, Op, Operand, Space, Type};
use crate::syntax::tree::{Form, Index, Name, Value};

const STORED: &[Type] = &[B8, B16, B32, B64, B128, U8, U16, U32, U64, S8, S16, S32, S64, F32, F64];
const SCOPES: &[&str] = &["cta", "cluster", "gpu", "sys", "gl"];
const CACHES: &[&str] = &["ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "weak", "unified"];
const OPERATIONS: &[(&str, Atomic)] = &[
    ("add", Atomic::Add),
    ("inc", Atomic::Inc),
    ("dec", Atomic::Dec),
    ("min", Atomic::Min),
    ("max", Atomic::Max),
    ("and", Atomic::And),
    ("or", Atomic::Or),
    ("xor", Atomic::Xor),
    ("exch", Atomic::Exchange),
    ("cas", Atomic::Cas),
];

/// Reads a memory instruction into the function body.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    match line.name() {
        "ld" | "ldu" | "st" => access(body, line),
        "atom" | "red" => atomic(body, line),
        "createpolicy" => policy(body, line),
        _ => hint(body, line),
    }
}

/// Drops the modifiers that say how long a line stays in which cache.
fn caching(line: &mut Line) {
    for level in ["L1::evict", "L1::no_allocate", "L2::evict", "L2::64B", "L2::128B", "L2::256B"] {
        line.ignore_all(level);
    }
}

/// Reads an address, `[register + 4]`, `[variable]` or `[0x10]`: a base and an offset, in a space.
fn address<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    line: &mut Line<'t, 'a>,
    space: &mut Space,
) -> Result<(Operand, i64), Fault> {
    let expected = "an address in brackets";
    let operand = line.operand(expected)?;
    let inner = match &operand.form {
        Form::Address(inner) if inner.len() == 1 => &inner[0],
        // `ld.global.u32 %r1, a[2]`
        Form::Value(Value::Name(name)) if name.index.is_some() => operand,
        _ => return Err(Fault::unexpected(operand.at, body.quote(operand.at), expected)),
    };
    let name = match inner.form {
        Form::Value(Value::Name(name)) => name,
        Form::Value(Value::Integer(at, _)) => return Ok((Operand::Immediate(at), 0)),
        _ => return Err(Fault::unexpected(inner.at, body.quote(inner.at), "a register, a variable or a number")),
    };
    let (index, base) = match name.index {
        Some(Index::Register(word, plus)) => (Some((word, plus)), Name { index: None, offset: 0, ..name }),
        _ => (None, Name { offset: 0, ..name }),
    };
    let read = body.base(base)?;
    if let Operand::Variable(id, _) = read {
        let variable = &body.unit.variables[id.0 as usize];
        if let Some(opaque) = variable.opaque {
            let found = format!("the {} {}", opaque.name(), quoted(name.word.text));
            return Err(Fault::unexpected(inner.at, found, "a variable that holds data"));
        }
        let lies = variable.space;
        if *space == Space::Generic {
            *space = lies;
        }
        if *space != lies {
            let found = format!("{}, which lies in the {} space", quoted(name.word.text), lies.name());
            return Err(Fault::unexpected(inner.at, found, format!("an address in the {} space", space.name())));
        }
    }
    let ty = if body.unit.address_size == Some(32) { U32 } else { U64 };
    let read = index.map_or(Ok(read), |index| body.element(base, index, ty))?;
    Ok((read, name.offset))
}

fn access<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let load = line.name() != "st";
    line.ignore(CACHES);
    caching(line);
    let orders: &[(&str, ())] = match load {
        true => &[("volatile", ()), ("relaxed", ()), ("acquire", ()), ("mmio", ())],
        false => &[("volatile", ()), ("relaxed", ()), ("release", ()), ("mmio", ())],
    };
    let mut volatile = false;
    while line.one(orders).is_some() {
        volatile = true;
        line.ignore(SCOPES);
    }
    let mut space = line.one(SPACES).unwrap_or(Space::Generic);
    let elements = line.one(&[("v2", 2), ("v4", 4), ("v8", 8)]).unwrap_or(1u8);
    let ty = line.ty(STORED)?;
    let widest = if body.unit.target() >= 100 { 256 } else { 128 };
    if ty.bits() * elements as u32 > widest {
        return Err(Fault::unexpected(line.at(), line.opcode(), format!("at most {widest} bits")));
    }
    let hinted = line.flag("L2::cache_hint");
    let target = if load { Some(line.operand("a destination")?) } else { None };
    let (base, offset) = address(body, line, &mut space)?;
    let operand = match target {
        Some(target) => target,
        None => line.operand("what is stored")?,
    };
    hint_operand(body, line, hinted)?;
    line.done()?;
    if !load {
        writable(body, line, space, base)?;
    }
    let memory = Memory { space, ty, elements, offset, volatile };
    let parts = body.elements(operand)?.filter(|parts| elements > 1 || parts.len() == 1);
    if elements > 1 && parts.as_ref().is_none_or(|parts| parts.len() != elements as usize) {
        return Err(Fault::unexpected(operand.at, body.quote(operand.at), format!("{elements} registers in braces")));
    }
    if load {
        let writes = match parts {
            Some(parts) => parts.iter().map(|part| body.write_element(part, ty, true)).collect::<Result<_, _>>()?,
            None => vec![body.target(operand, ty, true)?],
        };
        body.emit(Op::Load(memory), writes, vec![base]);
    } else {
        let mut reads = vec![base];
        match parts {
            Some(parts) => {
                for part in &parts {
                    reads.push(body.read_element(part, ty, true)?);
                }
            }
            None => reads.push(body.value(operand, ty, true)?),
        }
        body.emit(Op::Store(memory), vec![], reads);
    }
    Ok(())
}

fn atomic<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    line.ignore(&["relaxed", "acquire", "release", "acq_rel"]);
    line.ignore(SCOPES);
    caching(line);
    let mut space = line.one(SPACES).unwrap_or(Space::Generic);
    let reduction = line.name() == "red";
    let operation = line.must(if reduction { &OPERATIONS[..8] } else { OPERATIONS })?;
    let allowed: &[Type] = match operation {
        Atomic::Add => &[U32, S32, U64, F32, F64, F16, F16x2, Bf16, Bf16x2],
        Atomic::Inc | Atomic::Dec => &[U32],
        Atomic::Min | Atomic::Max => &[U32, S32, U64, S64],
        Atomic::And | Atomic::Or | Atomic::Xor => &[B32, B64],
        Atomic::Exchange => &[B32, B64, B128],
        Atomic::Cas => &[B16, B32, B64, B128],
    };
    let ty = line.ty(allowed)?;
    if operation == Atomic::Add && matches!(ty, F16 | F16x2 | Bf16 | Bf16x2) {
        line.must(&[("noftz", ())])?;
    }
    let hinted = line.flag("L2::cache_hint");
    let destination = if reduction { None } else { body.destination(line, ty)? };
    let (base, offset) = address(body, line, &mut space)?;
    let mut reads = vec![base, body.source(line, ty)?];
    if operation == Atomic::Cas {
        reads.push(body.source(line, ty)?);
    }
    hint_operand(body, line, hinted)?;
    line.done()?;
    writable(body, line, space, base)?;
    let memory = Memory { space, ty, elements: 1, offset, volatile: false };
    body.emit(Op::Atomic(operation, memory), vec![destination], reads);
    Ok(())
}

/// Reads the policy behind a `.L2::cache_hint`, which has no effect on results.
fn hint_operand<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>, hinted: bool) -> Result<(), Fault> {
    if hinted {
        body.source(line, B64)?;
    }
    Ok(())
}

/// Checks that a store does not write constants or a kernel's parameters.
fn writable(body: &Body, line: &Line, space: Space, base: Operand) -> Result<(), Fault> {
    let function = &body.unit.functions[body.id.0 as usize];
    let own = |id| function.entry && function.parameters.iter().any(|parameter| parameter.variable == id);
    match (space, base) {
        (Space::Const, _) => Err(Fault::unexpected(line.at(), line.opcode(), "a space that can be written")),
        (_, Operand::Variable(id, _)) if own(id) => {
            Err(Fault::unexpected(line.at(), "a write to a kernel's parameter", "a space that can be written"))
        }
        _ => Ok(()),
    }
}

/// Reads `createpolicy`: how long a line should stay in a cache. The value of a policy has no
/// effect.
fn policy<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    line.must(&[("fractional", ()), ("range", ()), ("cvt", ())])?;
    line.ignore(&["L2", "global"]);
    line.ignore_all("L2::evict");
    let ty = line.ty(&[B64])?;
    let destination = body.destination(line, ty)?;
    while line.left() > 0 {
        line.operand("a policy")?;
    }
    line.done()?;
    body.emit(Op::Move(ty), vec![destination], vec![Operand::Immediate(0)]);
    Ok(())
}

/// Reads a hint, which can only make memory faster.
fn hint<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    caching(line);
    line.ignore(&["L1", "L2"]);
    let mut space = line.one(SPACES).unwrap_or(Space::Generic);
    address(body, line, &mut space)?;
    if matches!(line.name(), "applypriority" | "discard") {
        body.source(line, U32)?;
    }
    line.done()?;
    body.emit(Op::Nothing, vec![], vec![]);
    Ok(())
}
