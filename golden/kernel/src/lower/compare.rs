//! Reads comparisons and selections.

use super::arithmetic::{flush, refuse_mapped};
use super::body::Body;
use super::line::Line;
use crate::error::Fault;
use crate::program::Type::*;
use crate::program::{Compare, Group, Op, Operand, Type};

const COMPARED: &[Type] = &[B16, B32, B64, U16, U32, U64, S16, S32, S64, F32, F64, F16, F16x2, Bf16, Bf16x2];
const SELECTED: &[Type] = &[B16, B32, B64, U16, U32, U64, S16, S32, S64, F32, F64];
/// Words of comparisons; the first six are those of integers, too.
pub const RELATIONS: &[(&str, Compare)] = &[
    ("eq", Compare::Eq),
    ("ne", Compare::Ne),
    ("lt", Compare::Lt),
    ("le", Compare::Le),
    ("gt", Compare::Gt),
    ("ge", Compare::Ge),
    ("lo", Compare::Lt),
    ("ls", Compare::Le),
    ("hi", Compare::Gt),
    ("hs", Compare::Ge),
    ("equ", Compare::Equ),
    ("neu", Compare::Neu),
    ("ltu", Compare::Ltu),
    ("leu", Compare::Leu),
    ("gtu", Compare::Gtu),
    ("geu", Compare::Geu),
    ("num", Compare::Num),
    ("nan", Compare::Nan),
];

/// Reads a comparison or selection into the function body.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    match line.name() {
        "selp" => {
            let ty = line.ty(SELECTED)?;
            body.plain(line, Op::Select(ty), ty, &[ty, ty, Pred])
        }
        "slct" => {
            let ty = line.ty(SELECTED)?;
            let by = line.ty(&[S32, F32])?;
            let flush = flush(body, line, by);
            body.plain(line, Op::SelectSign { ty, by, flush }, ty, &[ty, ty, by])
        }
        "set" => {
            let (compare, group) = relation(line)?;
            let to = line.ty(&[U32, S32, F32, F16, F16x2, Bf16, Bf16x2, U16, S16])?;
            let half = line.next_type().is_some_and(|ty| ty.is_float() && !matches!(ty, F32 | F64));
            if half && matches!(to, F32) {
                line.ty(&COMPARED[..11])?;
            }
            let ty = compared(body, line, compare)?;
            let flush = flush(body, line, ty);
            let destination = body.destination(line, to)?;
            let (reads, group) = operands(body, line, ty, group)?;
            body.emit(Op::Set { compare, to, ty, flush, group }, vec![destination], reads);
            Ok(())
        }
        _ => {
            let (compare, group) = relation(line)?;
            let ty = compared(body, line, compare)?;
            let flush = flush(body, line, ty);
            let pair = body.pair(line, Pred)?;
            let (reads, group) = operands(body, line, ty, group)?;
            body.emit(Op::SetPredicate { compare, ty, flush, group }, pair.to_vec(), reads);
            Ok(())
        }
    }
}

fn relation(line: &mut Line) -> Result<(Compare, Option<Group>), Fault> {
    let compare = line.must(RELATIONS)?;
    let group = line.one(&[("and", Group::And), ("or", Group::Or), ("xor", Group::Xor)]);
    Ok((compare, group))
}

/// Reads the type that is compared, which must have the order of the comparison.
fn compared(body: &Body, line: &mut Line, compare: Compare) -> Result<Type, Fault> {
    use Compare::*;
    let unsigned = line.it.words.iter().any(|word| matches!(word.text, "lo" | "ls" | "hi" | "hs"));
    let ty = match (compare, unsigned) {
        (_, true) => line.ty(&[U16, U32, U64])?,
        (Eq | Ne, false) => line.ty(COMPARED)?,
        (Lt | Le | Gt | Ge, false) => line.ty(&COMPARED[3..])?,
        _ => line.ty(&COMPARED[9..])?,
    };
    refuse_mapped(body, line, ty)?;
    Ok(ty)
}

/// Reads the operands: `a, b` and, in a group, `c` or `!c`.
#[allow(clippy::type_complexity)]
fn operands<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    line: &mut Line<'t, 'a>,
    ty: Type,
    group: Option<Group>,
) -> Result<(Vec<Operand>, Option<(Group, bool)>), Fault> {
    let mut reads = vec![body.source(line, ty)?, body.source(line, ty)?];
    let group = match group {
        Some(group) => {
            let (predicate, negated) = body.predicate(line)?;
            reads.push(predicate);
            Some((group, negated))
        }
        None => None,
    };
    line.done()?;
    Ok((reads, group))
}
