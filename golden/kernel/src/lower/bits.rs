//! Reads bitwise instructions.

use super::body::Body;
use super::constant;
use super::line::Line;
use crate::error::Fault;
use crate::program::Type::*;
use crate::program::{Compare, Group, Integer, Op, Operand, Type};
use crate::syntax::tree::{Form, Value};

const BITS: &[Type] = &[B16, B32, B64];
const WORDS: &[Type] = &[B32, B64];
const INTEGERS: &[Type] = &[U32, U64, S32, S64];

/// Reads a bitwise instruction into the function body.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let name = line.name();
    let mut simple = |line: &mut Line<'t, 'a>, op, allowed: &[Type], reads: &[Type]| {
        let ty = line.ty(allowed)?;
        // `B8` stands for the type itself
        let reads: Vec<Type> = reads.iter().map(|&read| if read == B8 { ty } else { read }).collect();
        body.plain(line, Op::Integer(op, ty), ty, &reads)
    };
    match name {
        "and" | "or" | "xor" | "not" => {
            let op = match name {
                "and" => Integer::And,
                "or" => Integer::Or,
                "xor" => Integer::Xor,
                _ => Integer::Not,
            };
            let reads = if name == "not" { 1 } else { 2 };
            let ty = line.ty(&[Pred, B16, B32, B64])?;
            let op = if ty == Pred { Op::Predicate(op) } else { Op::Integer(op, ty) };
            body.plain(line, op, ty, &[ty; 2][..reads])
        }
        "cnot" => simple(line, Integer::Cnot, BITS, &[B8]),
        "shl" => simple(line, Integer::Shl, BITS, &[B8, U32]),
        "shr" => simple(line, Integer::Shr, &[B16, B32, B64, U16, U32, U64, S16, S32, S64], &[B8, U32]),
        "shf" => {
            let left = line.must(&[("l", true), ("r", false)])?;
            let wrap = line.must(&[("wrap", true), ("clamp", false)])?;
            simple(line, Integer::Funnel { left, wrap }, &[B32], &[B8, B8, U32])
        }
        "bfe" => simple(line, Integer::Bfe, INTEGERS, &[B8, U32, U32]),
        "bfi" => simple(line, Integer::Bfi, WORDS, &[B8, B8, U32, U32]),
        "bfind" => {
            let op = Integer::Bfind { shift: line.flag("shiftamt") };
            let ty = line.ty(INTEGERS)?;
            body.plain(line, Op::Integer(op, ty), U32, &[ty])
        }
        "fns" => simple(line, Integer::Fns, &[B32], &[B32, B32, S32]),
        "bmsk" => {
            let wrap = line.must(&[("wrap", true), ("clamp", false)])?;
            simple(line, Integer::Bmsk { wrap }, &[B32], &[U32, U32])
        }
        "szext" => {
            let wrap = line.must(&[("wrap", true), ("clamp", false)])?;
            simple(line, Integer::Szext { wrap }, &[U32, S32], &[B8, U32])
        }
        "brev" => simple(line, Integer::Brev, WORDS, &[B8]),
        "popc" | "clz" => {
            let op = if name == "popc" { Integer::Popc } else { Integer::Clz };
            let ty = line.ty(WORDS)?;
            body.plain(line, Op::Integer(op, ty), U32, &[ty])
        }
        "prmt" => {
            let modes = [("f4e", 1), ("b4e", 2), ("rc8", 3), ("ecl", 4), ("ecr", 5), ("rc16", 6)];
            let mode = line.one(&modes).unwrap_or(0);
            simple(line, Integer::Prmt(mode), &[B32], &[B8, B8, B8])
        }
        "lop3" => lop3(body, line),
        _ => dot_product(body, line),
    }
}

/// Reads a `lop3`, whose truth table is a constant of the operation.
fn lop3<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let ty = line.ty(&[B32])?;
    let group = line.one(&[("and", Group::And), ("or", Group::Or)]);
    let [mut destination, predicate] = match group {
        Some(_) => body.pair(line, ty)?,
        None => [body.destination(line, ty)?, None],
    };
    let reads = (0..3).map(|_| body.source(line, ty)).collect::<Result<Vec<Operand>, _>>()?;
    let table = line.operand("a truth table")?;
    let table = match table.form {
        Form::Value(value @ Value::Integer(..)) => constant::bits(value, U32, table.at)?,
        _ => return Err(Fault::unexpected(table.at, body.quote(table.at), "a constant truth table")),
    };
    // with a predicate: whether the result is not zero, and or or another one
    let with = match group {
        Some(group) => Some((group, body.predicate(line)?)),
        None => None,
    };
    line.done()?;
    if with.is_some() && destination.is_none() {
        destination = Some(body.temporary("%lop3", ty));
    }
    body.emit(Op::Integer(Integer::Lop3(table as u8), ty), vec![destination], reads);
    if let (Some((group, (other, negated))), Some(result)) = (with, destination) {
        let op = Op::SetPredicate { compare: Compare::Ne, ty, flush: false, group: Some((group, negated)) };
        body.emit(op, vec![predicate, None], vec![Operand::Register(result), Operand::Immediate(0), other]);
    }
    Ok(())
}

fn dot_product<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let high = match line.name() {
        "dp2a" => Some(line.must(&[("lo", false), ("hi", true)])?),
        _ => None,
    };
    let (a, b) = (line.ty(&[U32, S32])?, line.ty(&[U32, S32])?);
    let ty = if a.is_signed() || b.is_signed() { S32 } else { U32 };
    let (a, b) = (a.is_signed(), b.is_signed());
    let op = match high {
        Some(high) => Integer::Dp2a { a, b, high },
        None => Integer::Dp4a { a, b },
    };
    body.plain(line, Op::Integer(op, ty), ty, &[B32, B32, ty])
}
