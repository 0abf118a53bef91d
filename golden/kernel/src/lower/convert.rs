//! Reads conversions of numbers and of addresses.

use super::arithmetic::{ROUNDINGS, flush, refuse_mapped};
use super::body::Body;
use super::line::Line;
use crate::error::Fault;
use crate::program::Type::*;
use crate::program::{Mode, Op, Round, Space, Type};

const NUMBERS: &[Type] = &[U8, U16, U32, U64, S8, S16, S32, S64, F16, Bf16, F32, F64, F16x2, Bf16x2];
const INTEGRAL: &[(&str, Round)] =
    &[("rni", Round::NearestEven), ("rzi", Round::Zero), ("rmi", Round::Down), ("rpi", Round::Up)];
pub const SPACES: &[(&str, Space)] = &[
    ("global", Space::Global),
    ("shared", Space::Shared),
    ("shared::cta", Space::Shared),
    ("local", Space::Local),
    ("const", Space::Const),
    ("param", Space::Param),
    ("param::entry", Space::Param),
    ("param::func", Space::Param),
];

/// Reads a conversion into the function body.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    match line.name() {
        "cvt" => convert(body, line),
        "cvta" => {
            let to = line.flag("to");
            let space = line.must(SPACES)?;
            let ty = line.ty(&[U32, U64])?;
            let op = if to { Op::FromGeneric(space) } else { Op::ToGeneric(space) };
            body.plain(line, op, ty, &[ty])
        }
        _ => {
            let space = line.must(SPACES)?;
            let destination = body.destination(line, Pred)?;
            let address = body.address(line)?;
            line.done()?;
            body.emit(Op::IsSpace(space), vec![destination], vec![address]);
            Ok(())
        }
    }
}

fn convert<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let (to, from) = (line.ty(NUMBERS)?, line.ty(NUMBERS)?);
    let packed = |ty| matches!(ty, F16x2 | Bf16x2);
    if packed(from) || packed(to) && from != F32 {
        let expected = "numbers, or a pair of `.f32` to a pair of 16 bits";
        return Err(line.refused().unwrap_or_else(|| Fault::unexpected(line.at(), line.opcode(), expected)));
    }
    for ty in [to, from] {
        refuse_mapped(body, line, ty)?;
    }
    let singles = to == F32 || from == F32;
    let flush = singles && flush(body, line, F32);
    let saturate = (to != from || to.is_float()) && line.flag("sat");
    let old = body.unit.older_than(1, 4);
    let (integral, mut rounding) = (line.one(INTEGRAL), None);
    if integral.is_none() {
        rounding = line.one(ROUNDINGS);
    }
    let narrower =
        from.is_float() && to.is_float() && !packed(to) && (to.bits() < from.bits() || to.bits() == 16 && to != from);
    let integer = match (from.is_float(), to.is_float()) {
        (true, false) => {
            if integral.is_none() && !old {
                line.must(INTEGRAL)?;
            }
            true
        }
        (true, true) if integral.is_some() && to != from => {
            let found = format!("an integral rounding in {}", line.opcode());
            return Err(Fault::unexpected(line.at(), found, "one between equal types"));
        }
        (true, true) if !narrower && !packed(to) => {
            if rounding.is_some() && from != Bf16 {
                return Err(Fault::unexpected(
                    line.at(),
                    format!("a rounding in {}", line.opcode()),
                    "none, or one to an integral value",
                ));
            }
            integral.is_some()
        }
        (from_float, true) => {
            if rounding.is_none() && !(old && integral.is_none()) {
                return match (integral, from_float) {
                    (None, _) => line.missing("a rounding: `.rn`, `.rz`, `.rm`, `.rp`"),
                    _ => Err(Fault::unexpected(
                        line.at(),
                        format!("an integral rounding in {}", line.opcode()),
                        "`.rn`, `.rz`, `.rm`, `.rp`",
                    )),
                };
            }
            false
        }
        (false, false) => {
            if integral.is_some() || rounding.is_some() {
                return Err(Fault::unexpected(
                    line.at(),
                    format!("a rounding in {}", line.opcode()),
                    "none between integers",
                ));
            }
            false
        }
    };
    // a float is truncated to an integer, unless a modifier says otherwise
    let default = if integer && old { Round::Zero } else { Round::NearestEven };
    let mode = Mode { round: integral.or(rounding).unwrap_or(default), flush, saturate };
    let op = Op::Convert { to, from, mode, integer };
    let destination = body.wide_destination(line, to)?;
    let mut reads = vec![body.wide_source(line, from)?];
    if packed(to) {
        reads.push(body.wide_source(line, from)?);
    }
    line.done()?;
    body.emit(op, vec![destination], reads);
    Ok(())
}
