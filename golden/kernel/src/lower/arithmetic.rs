//! Reads arithmetic instructions on integers and floating-point numbers.

use super::body::Body;
use super::line::Line;
use crate::error::Fault;
use crate::program::Type::*;
use crate::program::{Float, Integer, Mode, Op, Operand, Part, Round, Type, Unary};

const INTEGERS: &[Type] = &[U16, U32, U64, S16, S32, S64];
const SIGNED: &[Type] = &[S16, S32, S64];
const HALVES: &[Type] = &[F16, F16x2, Bf16, Bf16x2];
const PARTS: &[(&str, Part)] = &[("lo", Part::Low), ("hi", Part::High), ("wide", Part::Wide)];
pub const ROUNDINGS: &[(&str, Round)] =
    &[("rn", Round::NearestEven), ("rz", Round::Zero), ("rm", Round::Down), ("rp", Round::Up)];

/// Reads an arithmetic instruction into the function body.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    match line.name() {
        "addc" | "subc" | "madc" => return with_carry(body, line, true),
        "add" | "sub" | "mad" if line.flag("cc") => return with_carry(body, line, false),
        "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "ex2" | "lg2" | "tanh" => return function(body, line),
        "testp" => return test(body, line),
        "add" | "sub" | "mul" | "fma" if line.flag("f32x2") => return pair(body, line, F32),
        _ => {}
    }
    match line.next_type().is_some_and(Type::is_float) {
        true => float(body, line),
        false => integer(body, line),
    }
}

/// Reads an operation of type `.u16x2` or `.s16x2`: both halves of a word, each in registers of its
/// own.
fn halves<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>, op: Integer, ty: Type) -> Result<(), Fault> {
    let destination = body.destination(line, B32)?;
    let words = [body.source(line, B32)?, body.source(line, B32)?];
    line.done()?;
    let mut pairs = Vec::new();
    for word in words {
        let pair = [body.temporary("%half", ty), body.temporary("%half", ty)];
        body.emit(Op::Unpack(B16), pair.map(Some).to_vec(), vec![word]);
        pairs.push(pair);
    }
    for (&a, &b) in pairs[0].iter().zip(&pairs[1]) {
        body.emit(Op::Integer(op, ty), vec![Some(a)], vec![Operand::Register(a), Operand::Register(b)]);
    }
    body.emit(Op::Pack(B16), vec![destination], pairs[0].map(Operand::Register).to_vec());
    Ok(())
}

fn integer<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let name = line.name();
    let packed = match name {
        "add" => Some(Integer::Add),
        "min" => Some(Integer::Min),
        "max" => Some(Integer::Max),
        _ => None,
    };
    if let Some(op) = packed
        && let Some(ty) = line.one(&[("u16x2", U16), ("s16x2", S16)])
    {
        return halves(body, line, op, ty);
    }
    let saturate = matches!(name, "add" | "sub" | "mad" | "mad24") && line.flag("sat");
    let part = match name {
        "mul" | "mad" => line.must(PARTS)?,
        "mul24" | "mad24" => line.must(&PARTS[..2])?,
        _ => Part::Low,
    };
    let allowed = match (name, part, saturate) {
        (_, _, true) => &[S32][..],
        ("mul24" | "mad24", ..) => &[U32, S32],
        (_, Part::Wide, _) => &[U16, U32, S16, S32],
        ("abs" | "neg", ..) => SIGNED,
        ("fma" | "copysign", ..) => &[F32, F64],
        _ => INTEGERS,
    };
    let ty = line.ty(allowed)?;
    let op = match (name, saturate) {
        ("add", false) => Integer::Add,
        ("add", true) => Integer::AddSaturated,
        ("sub", false) => Integer::Sub,
        ("sub", true) => Integer::SubSaturated,
        ("mul", _) => Integer::Mul(part),
        ("mad", false) => Integer::Mad(part),
        ("mad", true) if part == Part::High => Integer::MadHighSaturated,
        ("mul24", _) => Integer::Mul24(part),
        ("mad24", false) => Integer::Mad24(part),
        ("mad24", true) if part == Part::High => Integer::Mad24HighSaturated,
        ("sad", _) => Integer::Sad,
        ("div", _) => Integer::Div,
        ("rem", _) => Integer::Rem,
        ("abs", _) => Integer::Abs,
        ("neg", _) => Integer::Neg,
        ("min", _) => Integer::Min,
        ("max", _) => Integer::Max,
        _ => {
            return Err(Fault::unexpected(line.at(), line.opcode(), "`.sat` of a `.hi` product only"));
        }
    };
    let result = if part == Part::Wide { twice(ty) } else { ty };
    match name {
        "abs" | "neg" => body.plain(line, Op::Integer(op, ty), ty, &[ty]),
        "sad" => body.plain(line, Op::Integer(op, ty), ty, &[ty; 3]),
        "mad" | "mad24" => body.plain(line, Op::Integer(op, ty), result, &[ty, ty, result]),
        _ => body.plain(line, Op::Integer(op, ty), result, &[ty; 2]),
    }
}

fn twice(ty: Type) -> Type {
    match ty {
        U16 => U32,
        S16 => S32,
        U32 => U64,
        _ => S64,
    }
}

/// Reads `add.cc`, `addc`, `addc.cc` and the like: the carry flag is a predicate register of its
/// own.
fn with_carry<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>, carry: bool) -> Result<(), Fault> {
    let keep = !carry || line.flag("cc");
    let op = match line.name() {
        "add" | "addc" => Integer::AddCarry { carry, keep },
        "sub" | "subc" => Integer::SubCarry { carry, keep },
        _ => Integer::MadCarry { part: line.must(&PARTS[..2])?, carry, keep },
    };
    let ty = line.ty(&[U32, S32, U64, S64])?;
    let mut writes = vec![body.destination(line, ty)?];
    let count = if matches!(op, Integer::MadCarry { .. }) { 3 } else { 2 };
    let mut reads = (0..count).map(|_| body.source(line, ty)).collect::<Result<Vec<_>, _>>()?;
    line.done()?;
    if carry {
        reads.push(Operand::Register(body.carry()));
    }
    if keep {
        writes.push(Some(body.carry()));
    }
    body.emit(Op::Integer(op, ty), writes, reads);
    Ok(())
}

/// Reads the modifier `.ftz`; returns whether the instruction flushes subnormals to zero, as `f32`
/// always does on targets sm_1x.
pub fn flush(body: &Body, line: &mut Line, ty: Type) -> bool {
    let said = matches!(ty, F32 | F16 | F16x2) && line.flag("ftz");
    said || ty == F32 && body.unit.is_sm_1x()
}

/// Reads a floating-point type.
fn float_type(body: &Body, line: &mut Line, allowed: &[Type]) -> Result<Type, Fault> {
    let ty = line.ty(allowed)?;
    refuse_mapped(body, line, ty)?;
    Ok(ty)
}

/// Checks that the target does not map doubles to singles, where the type is a double.
pub fn refuse_mapped(body: &Body, line: &Line, ty: Type) -> Result<(), Fault> {
    match ty == F64 && body.unit.tree.maps_doubles {
        true => Err(Fault::unsupported(line.at(), "arithmetic of `.f64` under `.target map_f64_to_f32`")),
        false => Ok(()),
    }
}

fn float<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let name = line.name();
    let all = [&[F32, F64][..], HALVES].concat();
    let allowed = match name {
        "add" | "sub" | "mul" | "fma" | "min" | "max" | "abs" | "neg" => &all[..],
        "mad" | "div" | "copysign" => &[F32, F64],
        _ => INTEGERS,
    };
    let ty = float_type(body, line, allowed)?;
    if name == "div" {
        return divide(body, line, ty);
    }
    if matches!(name, "add" | "sub" | "fma")
        && ty == F32
        && let Some(narrow) = line.next_type().filter(|ty| matches!(ty, F16 | Bf16))
    {
        return mixed(body, line, narrow);
    }
    let half = HALVES.contains(&ty);
    let bf16 = matches!(ty, Bf16 | Bf16x2);
    let rounds = matches!(name, "add" | "sub" | "mul" | "mad" | "fma");
    let choices = if half { &ROUNDINGS[..1] } else { ROUNDINGS };
    let round = if rounds { line.one(choices) } else { None };
    let flush = ty != F64 && !bf16 && name != "copysign" && flush(body, line, ty);
    let saturate = rounds && ty != F64 && !bf16 && line.flag("sat");
    let mode = Mode { round: round.unwrap_or_default(), flush, saturate };
    let op = match name {
        "add" => Float::Add,
        "sub" => Float::Sub,
        "mul" => Float::Mul,
        "mad" if ty == F32 && body.unit.is_sm_1x() && round.is_none() => Float::MulAdd,
        "mad" | "fma" => {
            // `mad` rounded to nearest without saying so, of singles until PTX 3.1, of doubles
            // until 1.4
            let since = if ty == F32 { (3, 1) } else { (1, 4) };
            if round.is_none() && (name == "fma" || !body.unit.older_than(since.0, since.1)) {
                line.must(choices)?;
            }
            Float::Fma
        }
        "min" => Float::Min { nan: ty != F64 && line.flag("NaN") },
        "max" => Float::Max { nan: ty != F64 && line.flag("NaN") },
        "abs" => Float::Abs,
        "neg" => Float::Neg,
        _ => Float::Copysign,
    };
    let reads = match name {
        "abs" | "neg" => 1,
        "mad" | "fma" => 3,
        _ => 2,
    };
    if matches!(op, Float::Min { .. } | Float::Max { .. }) && ty == F32 && line.operands() == 4 {
        return of_three(body, line, op, mode);
    }
    body.plain(line, Op::Float(op, ty, mode), ty, &[ty; 3][..reads])
}

/// Reads the lesser or greater of three numbers, or of their absolute values: of two, then of
/// these.
fn of_three<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>, op: Float, mode: Mode) -> Result<(), Fault> {
    let absolute = line.flag("abs");
    let destination = body.destination(line, F32)?;
    let mut reads = (0..3).map(|_| body.source(line, F32)).collect::<Result<Vec<_>, _>>()?;
    line.done()?;
    for read in reads.iter_mut().filter(|_| absolute) {
        *read = body.computed(Op::Float(Float::Abs, F32, Mode::default()), F32, vec![*read]);
    }
    let first = body.computed(Op::Float(op, F32, mode), F32, reads[..2].to_vec());
    body.emit(Op::Float(op, F32, mode), vec![destination], vec![first, reads[2]]);
    Ok(())
}

/// The operation of `add`, `sub`, `mul` or `fma`.
fn operation(name: &str) -> Float {
    match name {
        "add" => Float::Add,
        "sub" => Float::Sub,
        "mul" => Float::Mul,
        _ => Float::Fma,
    }
}

/// Reads `add.f32.f16` and the like: singles and, as first operands, numbers of 16 bits, which are
/// singles without rounding.
fn mixed<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>, narrow: Type) -> Result<(), Fault> {
    line.ty(&[narrow])?;
    let name = line.name();
    let round = if name == "fma" { Some(line.must(ROUNDINGS)?) } else { line.one(ROUNDINGS) };
    let mode = Mode { round: round.unwrap_or_default(), flush: false, saturate: line.flag("sat") };
    let destination = body.destination(line, F32)?;
    let count = if name == "fma" { 2 } else { 1 };
    let mut reads = (0..count).map(|_| body.source(line, narrow)).collect::<Result<Vec<_>, _>>()?;
    let last = body.source(line, F32)?;
    line.done()?;
    let widen = Op::Convert { to: F32, from: narrow, mode: Mode::default(), integer: false };
    for read in &mut reads {
        *read = body.computed(widen.clone(), F32, vec![*read]);
    }
    reads.push(last);
    body.emit(Op::Float(operation(name), F32, mode), vec![destination], reads);
    Ok(())
}

/// Reads an operation of type `.f32x2`: on both halves of a register of 64 bits.
fn pair<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>, ty: Type) -> Result<(), Fault> {
    let name = line.name();
    let round = if name == "fma" { Some(line.must(ROUNDINGS)?) } else { line.one(ROUNDINGS) };
    let mode = Mode { round: round.unwrap_or_default(), flush: flush(body, line, ty), saturate: false };
    let destination = body.destination(line, B64)?;
    let count = if name == "fma" { 3 } else { 2 };
    let reads = (0..count).map(|_| body.source(line, B64)).collect::<Result<Vec<_>, _>>()?;
    line.done()?;
    let mut halves = [Vec::new(), Vec::new()];
    for read in reads {
        let parts = [body.temporary("%half", ty), body.temporary("%half", ty)];
        body.emit(Op::Unpack(B32), parts.map(Some).to_vec(), vec![read]);
        body.added();
        halves.iter_mut().zip(parts).for_each(|(half, part)| half.push(Operand::Register(part)));
    }
    let results = halves.map(|reads| body.computed(Op::Float(operation(name), ty, mode), ty, reads));
    body.emit(Op::Pack(B32), vec![destination], results.to_vec());
    Ok(())
}

/// Reads a division: `.approx`, `.full` or a rounding, which before PTX 1.4 need not be given.
fn divide<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>, ty: Type) -> Result<(), Fault> {
    let old = body.unit.older_than(1, 4);
    let function = match ty {
        F32 => line.one(&[("approx", Unary::Div), ("full", Unary::DivFull)]),
        _ => None,
    };
    let round = if function.is_none() { line.one(ROUNDINGS) } else { None };
    let mut mode = Mode { round: round.unwrap_or_default(), flush: flush(body, line, ty), saturate: false };
    let op = match (function, round) {
        (Some(function), _) => Op::Approximate(function, ty, mode),
        (None, Some(_)) => Op::Float(Float::Div, ty, mode),
        (None, None) if old && ty == F32 => {
            mode.flush = true;
            Op::Approximate(Unary::Div, ty, mode)
        }
        (None, None) if old => Op::Float(Float::Div, ty, mode),
        (None, None) => {
            return line.missing("`.approx`, `.full` or a rounding: `.rn`, `.rz`, `.rm`, `.rp`");
        }
    };
    body.plain(line, op, ty, &[ty; 2])
}

/// Reads a floating-point function of one operand.
fn function<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let name = line.name();
    let function = match name {
        "rcp" => Unary::Rcp,
        "sqrt" => Unary::Sqrt,
        "rsqrt" => Unary::Rsqrt,
        "sin" => Unary::Sin,
        "cos" => Unary::Cos,
        "lg2" => Unary::Lg2,
        "ex2" => Unary::Ex2,
        _ => Unary::Tanh,
    };
    let allowed: &[Type] = match name {
        "rcp" | "sqrt" | "rsqrt" => &[F32, F64],
        "ex2" | "tanh" => &[F32, F16, F16x2, Bf16, Bf16x2],
        _ => &[F32],
    };
    let exact = match name {
        "rcp" => Some(Float::Rcp),
        "sqrt" => Some(Float::Sqrt),
        _ => None,
    };
    let ty = float_type(body, line, allowed)?;
    let old = body.unit.older_than(1, 4);
    let approximate = (name != "sqrt" || ty == F32) && line.flag("approx");
    let round = if exact.is_some() && !approximate { line.one(ROUNDINGS) } else { None };
    let flush = match (name, ty) {
        _ if !approximate => flush(body, line, ty),
        // the only form that there is
        ("rcp", F64) | ("ex2", Bf16 | Bf16x2) => line.must(&[("ftz", ())]).map(|()| true)?,
        (_, F64) => line.flag("ftz"),
        (_, F32) => flush(body, line, ty),
        _ => false,
    };
    let mut mode = Mode { round: round.unwrap_or_default(), flush, saturate: false };
    let op = match (exact, round) {
        _ if approximate => Op::Approximate(function, ty, mode),
        (Some(exact), Some(_)) => Op::Float(exact, ty, mode),
        (Some(exact), None) if old && ty == F64 => Op::Float(exact, ty, mode),
        (_, None) if old => {
            mode.flush = true;
            Op::Approximate(function, ty, mode)
        }
        (Some(_), _) => return line.missing("`.approx` or a rounding: `.rn`, `.rz`, `.rm`, `.rp`"),
        (None, _) => return line.missing("`.approx`"),
    };
    body.plain(line, op, ty, &[ty])
}

fn test<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let property = line.must(&[
        ("finite", 0),
        ("infinite", 1),
        ("number", 2),
        ("notanumber", 3),
        ("normal", 4),
        ("subnormal", 5),
    ])?;
    let ty = float_type(body, line, &[F32, F64])?;
    body.plain(line, Op::Test(property, ty), Pred, &[ty])
}
