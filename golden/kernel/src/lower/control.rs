//! Reads branches, returns, exits and barriers.

use super::body::Body;
use super::line::Line;
use super::scope::Symbol;
use crate::error::{Fault, quoted};
use crate::program::Type::*;
use crate::program::{Barrier, Op};
use crate::syntax::tree::{Form, Value, Word};

/// Reads a branch, return, exit or barrier into the function body.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let plain = |body: &mut Body<'_, 't, 'a>, line: &Line<'t, 'a>, op| {
        line.done()?;
        body.emit(op, vec![], vec![]);
        Ok(())
    };
    match line.name() {
        "bra" => branch(body, line),
        "brx" => branch_indexed(body, line),
        "ret" => {
            line.ignore(&["uni"]);
            line.done()?;
            body.leave();
            Ok(())
        }
        "exit" => plain(body, line, Op::Exit),
        "trap" | "brkpt" => plain(body, line, Op::Trap),
        "membar" => {
            line.must(&[("cta", ()), ("gl", ()), ("sys", ()), ("proxy", ())])?;
            line.ignore(&["alias"]);
            plain(body, line, Op::Fence)
        }
        "fence" => {
            line.ignore(&["sc", "acq_rel", "acquire", "release", "cta", "cluster", "gpu", "sys"]);
            if line.flag("proxy") {
                line.must(&[("alias", ()), ("async", ())])?;
                line.ignore(&["global", "shared::cta"]);
            }
            plain(body, line, Op::Fence)
        }
        "nanosleep" => {
            line.ty(&[U32])?;
            body.source(line, U32)?;
            plain(body, line, Op::Nothing)
        }
        "pmevent" => {
            line.ignore(&["mask"]);
            body.source(line, U32)?;
            plain(body, line, Op::Nothing)
        }
        "griddepcontrol" => {
            line.must(&[("launch_dependents", ()), ("wait", ())])?;
            plain(body, line, Op::Nothing)
        }
        "setmaxnreg" => {
            line.must(&[("inc", ()), ("dec", ())])?;
            line.must(&[("sync", ())])?;
            line.must(&[("aligned", ())])?;
            line.ty(&[U32])?;
            body.source(line, U32)?;
            plain(body, line, Op::Nothing)
        }
        _ => barrier(body, line),
    }
}

/// Reads the next operand, which must be a name.
pub fn name<'t, 'a>(body: &Body<'_, 't, 'a>, line: &mut Line<'t, 'a>, expected: &str) -> Result<Word<'a>, Fault> {
    let operand = line.operand(expected)?;
    match operand.form {
        Form::Value(Value::Name(name)) if name.component.is_none() && name.offset == 0 => Ok(name.word),
        _ => Err(Fault::unexpected(operand.at, body.quote(operand.at), expected)),
    }
}

fn branch<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let uniform = line.flag("uni");
    let label = name(body, line, "a label")?;
    line.done()?;
    let target = body.label(label)?;
    body.emit(Op::Branch { target, uniform }, vec![], vec![]);
    Ok(())
}

fn branch_indexed<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    line.must(&[("idx", ())])?;
    let uniform = line.flag("uni");
    let index = body.source(line, U32)?;
    let list = name(body, line, "a list of labels")?;
    line.done()?;
    let Some(Symbol::Branches(labels)) = body.lookup(list) else {
        return Err(Fault::unexpected(list.at, quoted(list.text), "a list made by `.branchtargets`"));
    };
    body.unit.list(labels.len(), list)?;
    let targets = labels.iter().map(|&label| body.label(label)).collect::<Result<_, _>>()?;
    body.emit(Op::BranchIndexed { targets, uniform }, vec![], vec![index]);
    Ok(())
}

/// Reads `bar` and `barrier`, with and without `.cta`.
fn barrier<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    if line.flag("warp") {
        line.must(&[("sync", ())])?;
        let members = body.source(line, B32)?;
        line.done()?;
        body.emit(Op::WarpBarrier, vec![], vec![members]);
        return Ok(());
    }
    line.ignore(&["cta", "aligned"]);
    if line.flag("red") {
        return reduction(body, line);
    }
    let arrive = line.must(&[("sync", false), ("arrive", true)])?;
    let mut reads = vec![body.source(line, U32)?];
    let counted = arrive || line.left() > 0;
    if counted {
        reads.push(body.source(line, U32)?);
    }
    line.done()?;
    let kind = if arrive { Barrier::Arrive } else { Barrier::Sync { counted } };
    body.emit(Op::Barrier(kind), vec![], reads);
    Ok(())
}

fn reduction<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let operation = line.must(&[("popc", 0), ("and", 1), ("or", 2)])?;
    let ty = line.ty(&[if operation == 0 { U32 } else { Pred }])?;
    let destination = body.destination(line, ty)?;
    let mut reads = vec![body.source(line, U32)?];
    let counted = line.left() > 1;
    if counted {
        reads.push(body.source(line, U32)?);
    }
    reads.push(body.source(line, Pred)?);
    line.done()?;
    let kind = match operation {
        0 => Barrier::ReducePopc { counted },
        1 => Barrier::ReduceAnd { counted },
        _ => Barrier::ReduceOr { counted },
    };
    body.emit(Op::Barrier(kind), vec![destination], reads);
    Ok(())
}
