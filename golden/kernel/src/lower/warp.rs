//! Reads votes, shuffles and other exchanges between the threads of a warp.

use super::body::Body;
use super::line::Line;
use crate::error::Fault;
use crate::program::Type::*;
use crate::program::{Atomic, Float, Mode, Op, Operand, Shuffle, Vote};

/// Reads an instruction that exchanges values between threads into the function body.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    match line.name() {
        "vote" => vote(body, line),
        "shfl" => shuffle(body, line),
        "match" => {
            let all = line.must(&[("any", false), ("all", true)])?;
            sync(line)?;
            let ty = line.ty(&[B32, B64])?;
            let pair = if all { body.pair(line, B32)? } else { [body.destination(line, B32)?, None] };
            let reads = vec![body.source(line, ty)?, body.source(line, B32)?];
            line.done()?;
            body.emit(Op::Match { all, ty }, pair.to_vec(), reads);
            Ok(())
        }
        "redux" => {
            sync(line)?;
            let operation = line.must(&[
                ("add", Atomic::Add),
                ("min", Atomic::Min),
                ("max", Atomic::Max),
                ("and", Atomic::And),
                ("or", Atomic::Or),
                ("xor", Atomic::Xor),
            ])?;
            let (absolute, nan) = (line.flag("abs"), line.flag("NaN"));
            let ty = match operation {
                Atomic::Min | Atomic::Max if absolute || nan => line.ty(&[F32])?,
                Atomic::Min | Atomic::Max => line.ty(&[U32, S32, F32])?,
                Atomic::Add => line.ty(&[U32, S32])?,
                _ => line.ty(&[B32])?,
            };
            let destination = body.destination(line, ty)?;
            let mut reads = vec![body.source(line, ty)?, body.source(line, B32)?];
            line.done()?;
            if absolute {
                let positive = body.temporary("%abs", F32);
                body.emit(Op::Float(Float::Abs, F32, Mode::default()), vec![Some(positive)], vec![reads[0]]);
                body.added();
                reads[0] = Operand::Register(positive);
            }
            body.emit(Op::Redux { kind: operation, ty, nan }, vec![destination], reads);
            Ok(())
        }
        _ => {
            let ty = line.ty(&[B32])?;
            body.plain(line, Op::ActiveMask, ty, &[])
        }
    }
}

fn sync(line: &mut Line) -> Result<(), Fault> {
    line.must(&[("sync", ())])
}

fn vote<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let sync = line.flag("sync");
    let kind =
        line.must(&[("all", Vote::All), ("any", Vote::Any), ("uni", Vote::Uniform), ("ballot", Vote::Ballot)])?;
    let ty = line.ty(&[if kind == Vote::Ballot { B32 } else { Pred }])?;
    let destination = body.destination(line, ty)?;
    let (predicate, negated) = body.predicate(line)?;
    let mut reads = vec![predicate];
    if sync {
        reads.push(body.source(line, B32)?);
    }
    line.done()?;
    body.emit(Op::Vote { kind, negated, sync }, vec![destination], reads);
    Ok(())
}

fn shuffle<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let sync = line.flag("sync");
    let kind = line.must(&[
        ("up", Shuffle::Up),
        ("down", Shuffle::Down),
        ("bfly", Shuffle::Butterfly),
        ("idx", Shuffle::Index),
    ])?;
    let ty = line.ty(&[B32])?;
    let pair = body.pair(line, ty)?;
    let mut reads = vec![body.source(line, ty)?, body.source(line, B32)?, body.source(line, B32)?];
    if sync {
        reads.push(body.source(line, B32)?);
    }
    line.done()?;
    body.emit(Op::Shuffle { kind, sync }, pair.to_vec(), reads);
    Ok(())
}
