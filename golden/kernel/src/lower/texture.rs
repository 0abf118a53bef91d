//! Reads texture fetches, queries, and surface instructions.
//!
//! A texture is named by its reference, whose address is its handle, or by a register that holds a
//! handle. There are no mipmaps here, so that a level of detail and gradients have no effect;
//! offsets in texels, comparisons with a depth, samplers apart from their textures and residency
//! are refused.

use super::body::Body;
use super::line::Line;
use crate::error::{Fault, quoted};
use crate::program::Type::*;
use crate::program::{
    Fetch, Geometry, Guard, Memory, Op, Opaque, Operand, Outside, Query, RegisterId, Space, Surface, Type,
};
use crate::syntax::tree::{self, Form, Value};

const GEOMETRIES: &[(&str, &str)] = &[("1d", "1d"), ("2d", "2d"), ("3d", "3d"), ("a1d", "a1d"), ("a2d", "a2d")];
const QUERIES: &[(&str, Query)] = &[
    ("width", Query::Width),
    ("height", Query::Height),
    ("depth", Query::Depth),
    ("array_size", Query::ArraySize),
    ("normalized_coords", Query::NormalizedCoords),
];

/// Reads a `tex`, `tld4`, `txq` or `suq` instruction into the function body.
pub fn fetch<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    match line.name() {
        "tex" => sample(body, line),
        "tld4" => gather(body, line),
        _ => query(body, line),
    }
}

fn geometry(line: &mut Line) -> Result<Geometry, Fault> {
    let name = line.must(GEOMETRIES)?;
    Ok(Geometry::named(name).unwrap_or(Geometry { dimensions: 1, layered: false }))
}

fn sample<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let level = line.one(&[("base", 0), ("level", 1), ("grad", 2)]).unwrap_or(0);
    let geometry = geometry(line)?;
    line.must(&[("v4", ())])?;
    let ty = line.ty(&[U32, S32, F32])?;
    let by = line.ty(&[S32, F32])?;
    let writes = channels(body, line, ty)?;
    let mut reads = place(body, line, geometry, by, Opaque::Texture)?;
    match level {
        1 => drop(body.source(line, by)?),
        2 => {
            for _ in 0..2 {
                let gradient = line.operand("a gradient")?;
                values(body, gradient, &vec![F32; usize::from(geometry.dimensions)])?;
            }
        }
        _ => {}
    }
    if line.left() > 0 {
        return Err(Fault::unsupported(line.at(), format!("an offset or a comparison of {} (PTX 4.3)", line.opcode())));
    }
    line.done()?;
    reads.truncate(1 + geometry.operands());
    let fetch = if by == S32 { Fetch::Texel(geometry) } else { Fetch::Sample(geometry) };
    body.emit(Op::Texture(fetch), writes, reads);
    Ok(())
}

fn gather<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let channel = line.must(&[("r", 0), ("g", 1), ("b", 2), ("a", 3)])?;
    line.must(&[("2d", ())])?;
    let geometry = Geometry { dimensions: 2, layered: false };
    line.must(&[("v4", ())])?;
    let ty = line.ty(&[U32, S32, F32])?;
    let by = line.ty(&[F32])?;
    let writes = channels(body, line, ty)?;
    let reads = place(body, line, geometry, by, Opaque::Texture)?;
    if line.left() > 0 {
        return Err(Fault::unsupported(line.at(), format!("an offset or a comparison of {} (PTX 4.3)", line.opcode())));
    }
    line.done()?;
    body.emit(Op::Texture(Fetch::Gather(channel)), writes, reads);
    Ok(())
}

fn query<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let kind = if line.name() == "txq" { Opaque::Texture } else { Opaque::Surface };
    let query = line.must(QUERIES)?;
    let ty = line.ty(&[B32])?;
    let destination = body.destination(line, ty)?;
    let operand = line.operand("a texture in brackets")?;
    let handle = match &operand.form {
        Form::Address(inner) if inner.len() == 1 => handle(body, &inner[0], kind)?,
        _ => return Err(Fault::unexpected(operand.at, body.quote(operand.at), "a texture in brackets")),
    };
    line.done()?;
    body.emit(Op::Texture(Fetch::Query(query)), vec![destination], vec![handle]);
    Ok(())
}

/// Reads a `suld` or `sust` instruction into the function body.
pub fn surface<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    line.must(&[("b", ())])?;
    let geometry = geometry(line)?;
    line.ignore(&["ca", "cg", "cs", "cv", "wb", "wt"]);
    let elements = line.one(&[("v2", 2), ("v4", 4)]).unwrap_or(1u8);
    let ty = line.ty(&[B8, B16, B32, B64])?;
    if ty.bits() * u32::from(elements) > 128 {
        return Err(Fault::unexpected(line.at(), line.opcode(), "at most 128 bits"));
    }
    let outside = line
        .one(&[("trap", Outside::Trap), ("clamp", Outside::Clamp), ("zero", Outside::Zero)])
        .unwrap_or(Outside::Trap);
    let surface = Surface { geometry, ty, elements, outside };
    let memory = Memory { space: Space::Global, ty, elements, offset: 0, volatile: false };
    if line.name() == "suld" {
        let target = line.operand("a destination")?;
        let writes = match body.elements(target)?.filter(|parts| elements > 1 || parts.len() == 1) {
            Some(parts) if parts.len() == usize::from(elements) => {
                parts.iter().map(|part| body.write_element(part, ty, true)).collect::<Result<_, _>>()?
            }
            None if elements == 1 => vec![body.target(target, ty, true)?],
            _ => return Err(counted(body, target, elements.into())),
        };
        let place = place(body, line, geometry, S32, Opaque::Surface)?;
        line.done()?;
        reach(body, surface, place, Op::Load(memory), writes, vec![]);
        return Ok(());
    }
    let place = place(body, line, geometry, S32, Opaque::Surface)?;
    let mut values = vec![];
    let stored = line.operand("what is stored")?;
    match body.elements(stored)?.filter(|parts| elements > 1 || parts.len() == 1) {
        Some(parts) if parts.len() == usize::from(elements) => {
            for part in &parts {
                values.push(body.read_element(part, ty, true)?);
            }
        }
        None if elements == 1 => values.push(body.value(stored, ty, true)?),
        _ => return Err(counted(body, stored, elements.into())),
    }
    line.done()?;
    reach(body, surface, place, Op::Store(memory), vec![], values);
    Ok(())
}

/// Emits a surface access: the address of its element, for which the text's instruction is counted,
/// and an access to memory there.
fn reach(
    body: &mut Body<'_, '_, '_>,
    surface: Surface,
    place: Vec<Operand>,
    access: Op,
    writes: Vec<Option<RegisterId>>,
    stored: Vec<Operand>,
) {
    let (guard, first) = (body.guard, body.code.len());
    let address = body.temporary("%address", if body.unit.address_size == Some(32) { B32 } else { B64 });
    let inside = (surface.outside == Outside::Zero).then(|| body.temporary("%inside", Pred));
    if let Some(inside) = inside.filter(|_| guard.is_some()) {
        // the address is that of the guarded threads alone, and the access is guarded by this
        // predicate
        body.guard = None;
        body.emit(Op::Move(Pred), vec![Some(inside)], vec![Operand::Immediate(0)]);
        body.guard = guard;
    }
    let counted = body.code.len();
    body.emit(Op::SurfaceAddress(surface), vec![Some(address), inside], place);
    if let Some(inside) = inside {
        for &register in writes.iter().flatten() {
            let ty = body.registers[register.0 as usize].ty;
            body.emit(Op::Move(ty), vec![Some(register)], vec![Operand::Immediate(0)]);
        }
        body.guard = Some(Guard { register: inside, negated: false });
    }
    let reads = std::iter::once(Operand::Register(address)).chain(stored).collect();
    body.emit(access, writes, reads);
    body.guard = guard;
    for (number, instruction) in body.code.iter_mut().enumerate().skip(first) {
        instruction.stands_for = u32::from(number == counted);
    }
}

fn counted(body: &Body, operand: &tree::Operand, count: usize) -> Fault {
    Fault::unexpected(operand.at, body.quote(operand.at), format!("{count} registers in braces"))
}

/// Reads the four channels that a fetch writes.
fn channels<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    line: &mut Line<'t, 'a>,
    ty: Type,
) -> Result<Vec<Option<RegisterId>>, Fault> {
    let target = line.operand("four registers in braces")?;
    match body.elements(target)? {
        Some(parts) if parts.len() == 4 => parts.iter().map(|part| body.write_element(part, ty, false)).collect(),
        _ => Err(counted(body, target, 4)),
    }
}

/// Reads `[t, {x, y}]`: the handle and the coordinates. Before PTX 1.5 there were no brackets, and
/// always four coordinates.
fn place<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    line: &mut Line<'t, 'a>,
    geometry: Geometry,
    by: Type,
    kind: Opaque,
) -> Result<Vec<Operand>, Fault> {
    let expected = "a texture and coordinates in brackets";
    let operand = line.operand(expected)?;
    let (first, at) = match &operand.form {
        Form::Address(inner) if inner.len() == 2 => (&inner[0], &inner[1]),
        Form::Address(inner) if inner.len() == 3 => {
            return Err(Fault::unsupported(inner[1].at, "a sampler apart from its texture (PTX 1.5)"));
        }
        Form::Value(_) => (operand, line.operand("coordinates in braces")?),
        _ => return Err(Fault::unexpected(operand.at, body.quote(operand.at), expected)),
    };
    let mut reads = vec![handle(body, first, kind)?];
    let mut types = vec![by; geometry.operands()];
    if geometry.layered {
        types[0] = U32;
    }
    reads.extend(values(body, at, &types)?);
    Ok(reads)
}

/// Returns the values of a vector with one value per type, or with four of which the first ones
/// count; one value may stand alone.
fn values<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    operand: &'t tree::Operand<'a>,
    types: &[Type],
) -> Result<Vec<Operand>, Fault> {
    match body.elements(operand)? {
        Some(parts) if parts.len() == types.len() || parts.len() == 4 => {
            parts.iter().zip(types).map(|(part, &ty)| body.read_element(part, ty, false)).collect()
        }
        None if types.len() == 1 => Ok(vec![body.value(operand, types[0], false)?]),
        _ => Err(counted(body, operand, types.len())),
    }
}

/// Returns the handle of a texture or surface: a register, or the address of a reference.
fn handle<'t, 'a>(body: &mut Body<'_, 't, 'a>, operand: &'t tree::Operand<'a>, kind: Opaque) -> Result<Operand, Fault> {
    let expected = || format!("a {} or a register with its handle", kind.name());
    let name = match operand.form {
        Form::Value(Value::Name(name)) if name.offset == 0 => name,
        _ => return Err(Fault::unexpected(operand.at, body.quote(operand.at), expected())),
    };
    let read = body.base(name)?;
    if let Operand::Variable(id, _) = read
        && body.unit.variables[id.0 as usize].opaque != Some(kind)
    {
        return Err(Fault::unexpected(operand.at, quoted(name.word.text), expected()));
    }
    Ok(read)
}

/// Drops destinations of fetches that are never read: compilers name all four channels, and
/// assemblers fetch those that are used.
pub fn drop_unread(code: &mut [crate::program::Instruction], registers: usize) {
    if !code.iter().any(|instruction| matches!(instruction.op, Op::Texture(_))) {
        return;
    }
    let mut read = vec![false; registers];
    code.iter().flat_map(|instruction| instruction.registers_read()).for_each(|r| read[r.0 as usize] = true);
    for instruction in code.iter_mut().filter(|instruction| matches!(instruction.op, Op::Texture(_))) {
        for write in &mut instruction.writes {
            *write = write.filter(|register| read[register.0 as usize]);
        }
    }
}
