//! Reads `mov`: registers, constants, addresses, and vectors packed into a register or taken out of
//! it.

use super::body::Body;
use super::line::Line;
use super::operand::Element;
use crate::error::Fault;
use crate::program::Type::*;
use crate::program::{Op, Operand, Type};

const MOVED: &[Type] = &[Pred, B16, B32, B64, B128, U16, U32, U64, S16, S32, S64, F32, F64];

/// Reads a `mov` instruction into the function body.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let vector = line.one(&[("v2", 2), ("v4", 4)]);
    let ty = line.ty(MOVED)?;
    let (to, from) = (line.operand("a destination")?, line.operand("a source")?);
    line.done()?;
    let (targets, sources) = (body.elements(to)?, body.elements(from)?);
    let sizes = |count: usize| part(ty, count).filter(|_| matches!(ty, B16 | B32 | B64 | B128));
    match (targets, sources) {
        (Some(targets), Some(sources)) if vector.is_some_and(|n| n == targets.len() && n == sources.len()) => {
            each(body, ty, &targets, &sources)
        }
        (None, None) if vector.is_none() => {
            let destination = body.target(to, ty, false)?;
            let read = body.value(from, ty, false)?;
            body.emit(Op::Move(ty), vec![destination], vec![read]);
            Ok(())
        }
        (None, Some(sources)) if vector.is_none() && sizes(sources.len()).is_some() => {
            let part = sizes(sources.len()).unwrap_or(ty);
            let destination = body.target(to, ty, false)?;
            let reads = sources.iter().map(|e| body.read_element(e, part, false)).collect::<Result<_, _>>()?;
            body.emit(Op::Pack(part), vec![destination], reads);
            Ok(())
        }
        (Some(targets), None) if vector.is_none() && sizes(targets.len()).is_some() => {
            let part = sizes(targets.len()).unwrap_or(ty);
            let read = body.value(from, ty, false)?;
            let writes = targets.iter().map(|e| body.write_element(e, part, false)).collect::<Result<_, _>>()?;
            body.emit(Op::Unpack(part), writes, vec![read]);
            Ok(())
        }
        _ => {
            let found = format!("{} and {}", body.quote(to.at), body.quote(from.at));
            Err(Fault::unexpected(to.at, found, format!("parts that make up a `.{}`", ty.name())))
        }
    }
}

/// Returns the type of each of `count` equal parts of a type.
fn part(ty: Type, count: usize) -> Option<Type> {
    match (ty.bits(), count) {
        (16, 2) | (32, 4) => Some(B8),
        (32, 2) | (64, 4) => Some(B16),
        (64, 2) | (128, 4) => Some(B32),
        (128, 2) => Some(B64),
        _ => None,
    }
}

/// Reads a `mov.v4.f32` between vectors: all elements are read before any is written.
fn each<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    ty: Type,
    targets: &[Element<'t, 'a>],
    sources: &[Element<'t, 'a>],
) -> Result<(), Fault> {
    let mut moved = Vec::new();
    for source in sources {
        let read = body.read_element(source, ty, false)?;
        let held = body.temporary("%moved", ty);
        body.emit(Op::Move(ty), vec![Some(held)], vec![read]);
        moved.push(held);
    }
    for (target, held) in targets.iter().zip(moved) {
        let destination = body.write_element(target, ty, false)?;
        body.emit(Op::Move(ty), vec![destination], vec![Operand::Register(held)]);
    }
    Ok(())
}
