//! Reads video instructions, whose operands select elements of registers: `%r1.b0`, `%r1.h10`.

use super::body::Body;
use super::compare::RELATIONS;
use super::line::Line;
use crate::error::{Fault, quoted};
use crate::program::Type::*;
use crate::program::{Field, Integer, Op, Operand, RegisterId, Scalar, Simd, Then, Type, VideoOp};
use crate::syntax::tree::{self, Form, Name, Value, Word};

const TYPES: &[Type] = &[U32, S32];
const SECOND: &[(&str, Then)] = &[("add", Then::Add), ("min", Then::Min), ("max", Then::Max)];

/// The whole of a register.
const WHOLE: Field = Field { bits: 32, at: 0, signed: false };

/// Reads a video instruction into the function body.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let name = line.name();
    match name.strip_suffix(['2', '4']) {
        Some(stem) => simd(body, line, stem, if name.ends_with('2') { 16 } else { 8 }),
        None if name == "vmad" => multiply_add(body, line),
        None => scalar(body, line),
    }
}

/// Returns the operation of the name of a video instruction, without the digit of a SIMD one.
fn operation(line: &mut Line, stem: &str) -> Result<VideoOp, Fault> {
    Ok(match stem {
        "vadd" => VideoOp::Add,
        "vsub" => VideoOp::Sub,
        "vabsdiff" => VideoOp::AbsoluteDifference,
        "vmin" => VideoOp::Min,
        "vmax" => VideoOp::Max,
        "vavrg" => VideoOp::Average,
        "vset" => VideoOp::Set(line.must(&RELATIONS[..6])?),
        _ => {
            let wrap = line.must(&[("clamp", false), ("wrap", true)])?;
            if stem == "vshl" { VideoOp::ShiftLeft { wrap } } else { VideoOp::ShiftRight { wrap } }
        }
    })
}

/// Reads the types of a video instruction: the destination's, which a comparison leaves out, and
/// whether each operand is signed.
fn types(line: &mut Line, set: bool) -> Result<(Type, [bool; 2]), Fault> {
    let ty = if set { U32 } else { line.ty(TYPES)? };
    let a = line.ty(TYPES)?;
    let b = line.ty(if line.name().starts_with("vsh") { &TYPES[..1] } else { TYPES })?;
    Ok((ty, [a.is_signed(), b.is_signed()]))
}

fn scalar<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let set = line.name() == "vset";
    let (ty, signed) = types(line, set)?;
    let op = operation(line, line.name())?;
    let saturate = !set && line.flag("sat");
    let second = line.one(SECOND);
    let (to, into) = selected(line.operand("a destination")?);
    let destination = register_of(body, line, to, ty)?;
    let [(a, a_field), (b, b_field)] = [source(body, line, signed[0])?, source(body, line, signed[1])?];
    let mut reads = vec![a, b];
    let then = match (into, second) {
        (Some(_), Some(_)) => {
            return Err(Fault::unexpected(line.at(), line.opcode(), "an element of the destination, or `.add`"));
        }
        (Some(word), None) => Then::Insert(field(word, false)?),
        (None, second) => second.unwrap_or(Then::Nothing),
    };
    if then != Then::Nothing {
        reads.push(body.source(line, ty)?);
    }
    line.done()?;
    let it = Scalar { op, a: a_field, b: b_field, saturate, then };
    body.emit(Op::Integer(Integer::Video(it), ty), vec![destination], reads);
    Ok(())
}

fn multiply_add<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    let (ty, signed) = types(line, false)?;
    let plus = line.flag("po");
    let saturate = line.flag("sat");
    let shift = line.one(&[("shr7", 7), ("shr15", 15)]).unwrap_or(0);
    let destination = body.destination(line, ty)?;
    let (mut reads, mut fields, mut negated) = (Vec::new(), Vec::new(), Vec::new());
    for signed in signed {
        negated.push(is_negated(line));
        let (read, field) = source(body, line, signed)?;
        reads.push(read);
        fields.push(field);
    }
    let negate_c = is_negated(line);
    let (c, whole) = source(body, line, ty.is_signed())?;
    if whole.bits != WHOLE.bits {
        return Err(Fault::unexpected(line.at(), "an element of the third operand", "a whole register"));
    }
    reads.push(c);
    let negate_product = negated[0] != negated[1];
    if [plus, negate_product, negate_c].into_iter().filter(|it| *it).count() > 1 || plus && negated[0] {
        return Err(Fault::unexpected(line.at(), line.opcode(), "one of `.po`, a negated product, a negated sum"));
    }
    line.done()?;
    let op = VideoOp::MultiplyAdd { negate_product, negate_c, plus, shift };
    let it = Scalar { op, a: fields[0], b: fields[1], saturate, then: Then::Nothing };
    body.emit(Op::Integer(Integer::Video(it), ty), vec![destination], reads);
    Ok(())
}

fn simd<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>, stem: &str, bits: u8) -> Result<(), Fault> {
    let set = stem == "vset";
    let (ty, signed) = types(line, set)?;
    let op = operation(line, stem)?;
    let saturate = !set && line.flag("sat");
    let accumulate = !saturate && line.flag("add");
    let lanes = 32 / bits;
    let (to, mask) = selected(line.operand("a destination")?);
    let destination = register_of(body, line, to, ty)?;
    let mask = match mask {
        None => (1 << lanes) - 1,
        Some(word) => {
            let digits = digits(word, bits, lanes)?;
            if digits.windows(2).any(|pair| pair[0] <= pair[1]) {
                return Err(wrong(word, "elements in order, the highest first"));
            }
            digits.iter().fold(0, |mask, lane| mask | 1 << lane)
        }
    };
    let (mut reads, mut select) = (Vec::new(), [[0; 4]; 2]);
    for (operand, select) in select.iter_mut().enumerate() {
        let (from, word) = selected(line.operand("a register")?);
        reads.push(read_of(body, from)?);
        let first = operand as u8 * lanes;
        match word {
            None => (0..lanes).zip(select).for_each(|(lane, place)| *place = first + lane),
            Some(word) => {
                let digits = digits(word, bits, 2 * lanes)?;
                if digits.len() != usize::from(lanes) {
                    return Err(wrong(word, &format!("{lanes} elements")));
                }
                digits.iter().rev().zip(select).for_each(|(digit, place)| *place = *digit);
            }
        }
    }
    reads.push(body.source(line, ty)?);
    line.done()?;
    let it = Simd { op, bits, select, signed, mask, saturate, accumulate };
    body.emit(Op::Integer(Integer::VideoSimd(it), ty), vec![destination], reads);
    Ok(())
}

/// An operand without the elements that it selects, and these.
type Selected<'t, 'a> = (Result<Name<'a>, &'t tree::Operand<'a>>, Option<Word<'a>>);

/// Takes the elements that an operand selects off it; a negated operand counts as its name.
fn selected<'t, 'a>(operand: &'t tree::Operand<'a>) -> Selected<'t, 'a> {
    match operand.form {
        Form::Value(Value::Name(name)) | Form::Negated(name) => match name.component {
            // %tid.x is a register
            Some(word) if !name.word.text.starts_with("%tid") && is_elements(word.text) => {
                (Ok(Name { component: None, ..name }), Some(word))
            }
            _ => (Ok(name), None),
        },
        _ => (Err(operand), None),
    }
}

fn is_elements(text: &str) -> bool {
    text.strip_prefix(['b', 'h']).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

fn is_negated(line: &Line) -> bool {
    line.peek().is_some_and(|operand| matches!(operand.form, Form::Negated(_)))
}

fn register_of<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    line: &Line<'t, 'a>,
    to: Result<Name<'a>, &'t tree::Operand<'a>>,
    ty: Type,
) -> Result<Option<RegisterId>, Fault> {
    match to {
        Ok(name) => body.written(name, ty, false),
        Err(operand) => Err(Fault::unexpected(operand.at, body.quote(operand.at), line.opcode())),
    }
}

fn read_of<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    from: Result<Name<'a>, &'t tree::Operand<'a>>,
) -> Result<Operand, Fault> {
    match from {
        Ok(name) => body.read_element(&super::operand::Element::Name(name), B32, false),
        Err(operand) => body.value(operand, B32, false),
    }
}

/// Reads the next operand as a source of a scalar instruction: a register or a constant, or an
/// element of it.
fn source<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    line: &mut Line<'t, 'a>,
    signed: bool,
) -> Result<(Operand, Field), Fault> {
    let (from, word) = selected(line.operand("a register")?);
    let read = read_of(body, from)?;
    Ok((read, word.map_or(Ok(Field { signed, ..WHOLE }), |word| field(word, signed))?))
}

/// Returns the element that a scalar instruction's operand selects: `b0` to `b3`, `h0`, `h1`.
fn field(word: Word, signed: bool) -> Result<Field, Fault> {
    let bits = if word.text.starts_with('b') { 8 } else { 16 };
    match digits(word, bits, 32 / bits)?[..] {
        [at] => Ok(Field { bits, at, signed }),
        _ => Err(wrong(word, "one element: `.b0` to `.b3`, `.h0` or `.h1`")),
    }
}

/// Returns the numbers of elements of this size that a word such as `h10` or `b3210` has.
fn digits(word: Word, bits: u8, numbers: u8) -> Result<Vec<u8>, Fault> {
    let stem = if bits == 8 { 'b' } else { 'h' };
    let digits = word.text.strip_prefix(stem).map(|rest| rest.bytes().map(|digit| digit - b'0').collect::<Vec<u8>>());
    let known = digits.filter(|digits| digits.len() <= 4 && digits.iter().all(|digit| *digit < numbers));
    known.ok_or_else(|| wrong(word, &format!("elements `.{stem}0` to `.{stem}{}`", numbers - 1)))
}

fn wrong(word: Word, expected: &str) -> Fault {
    Fault::unexpected(word.at, quoted(&format!(".{}", word.text)), expected)
}
