//! Constant expressions, evaluated while they are read: PTX has signed and unsigned 64-bit integers
//! and doubles. Which of the two a result is follows PTX's table of evaluation rules, which `ptxas`
//! keeps: `%` and `~` have unsigned results, comparisons signed ones.

use super::cursor::Cursor;
use super::token::Kind;
use super::tree::{Index, Name, Value, Word};
use crate::error::{Fault, quoted};
use crate::program::Span;

/// The operators by precedence, the lowest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Reads an expression: `c ? a : b` and every operator of higher precedence.
pub fn expression<'a>(c: &mut Cursor<'a>) -> Result<Value<'a>, Fault> {
    let at = c.at();
    let condition = binary(c, 0)?;
    if !c.take("?") {
        return Ok(condition);
    }
    let (condition, _) = integer(condition, c.since(at))?;
    let a = c.deeper(expression)?;
    c.expect(":")?;
    let b = c.deeper(expression)?;
    Ok(if condition != 0 { a } else { b })
}

/// Reads a constant expression that must be an integer, such as the size of an array.
pub fn count(c: &mut Cursor) -> Result<u64, Fault> {
    let at = c.at();
    let value = expression(c)?;
    integer(value, c.since(at)).map(|(value, _)| value)
}

fn integer(value: Value, at: Span) -> Result<(u64, bool), Fault> {
    match value {
        Value::Integer(bits, unsigned) => Ok((bits, unsigned)),
        Value::Name(name) => Err(Fault::unexpected(at, quoted(name.word.text), "an integer constant")),
        _ => Err(Fault::unexpected(at, "a floating-point constant", "an integer constant")),
    }
}

fn binary<'a>(c: &mut Cursor<'a>, level: usize) -> Result<Value<'a>, Fault> {
    let Some(operators) = LEVELS.get(level) else { return unary(c) };
    let at = c.at();
    let mut left = binary(c, level + 1)?;
    while c.kind() == Kind::Sign && operators.contains(&c.peek().text) {
        // `a | b` of two names is a pair of destinations, which is read elsewhere
        let operator = c.bump();
        let right = binary(c, level + 1)?;
        left = fold(operator, left, right, c.since(at))?;
    }
    Ok(left)
}

fn fold<'a>(operator: Word, left: Value<'a>, right: Value<'a>, at: Span) -> Result<Value<'a>, Fault> {
    match (left, right, operator.text) {
        (Value::Name(name), Value::Integer(by, _), "+") | (Value::Integer(by, _), Value::Name(name), "+") => {
            return Ok(Value::Name(Name { offset: name.offset.wrapping_add(by as i64), ..name }));
        }
        (Value::Name(name), Value::Integer(by, _), "-") => {
            return Ok(Value::Name(Name { offset: name.offset.wrapping_sub(by as i64), ..name }));
        }
        (Value::Single(_) | Value::Double(_), ..) | (_, Value::Single(_) | Value::Double(_), _) => {
            return floats(operator, left, right, at);
        }
        _ => {}
    }
    let ((a, ua), (b, ub)) = (integer(left, at)?, integer(right, at)?);
    let (either, sa, sb) = (ua || ub, a as i64, b as i64);
    let order = if either { a.cmp(&b) } else { sa.cmp(&sb) };
    // of the amount of a shift, the lowest six bits count, as ptxas has it
    let (bits, unsigned) = match operator.text {
        "||" => ((a != 0 || b != 0) as u64, false),
        "&&" => ((a != 0 && b != 0) as u64, false),
        "|" => (a | b, either),
        "^" => (a ^ b, either),
        "&" => (a & b, either),
        "==" => ((a == b) as u64, false),
        "!=" => ((a != b) as u64, false),
        "<" => (order.is_lt() as u64, false),
        ">" => (order.is_gt() as u64, false),
        "<=" => (order.is_le() as u64, false),
        ">=" => (order.is_ge() as u64, false),
        "<<" => (a.wrapping_shl(b as u32), ua),
        ">>" if ua => (a.wrapping_shr(b as u32), true),
        ">>" => (sa.wrapping_shr(b as u32) as u64, false),
        "+" => (a.wrapping_add(b), either),
        "-" => (a.wrapping_sub(b), either),
        "*" => (a.wrapping_mul(b), either),
        "/" | "%" if b == 0 => return Err(Fault::unexpected(at, "a division by zero", "a constant")),
        "/" if either => (a / b, true),
        "/" => (sa.wrapping_div(sb) as u64, false),
        _ => (a % b, true),
    };
    Ok(Value::Integer(bits, unsigned))
}

fn floats<'a>(operator: Word, left: Value<'a>, right: Value<'a>, at: Span) -> Result<Value<'a>, Fault> {
    let double = |value| match value {
        Value::Integer(bits, true) => Ok(bits as f64),
        Value::Integer(bits, false) => Ok(bits as i64 as f64),
        Value::Single(bits) => Ok(f32::from_bits(bits) as f64),
        Value::Double(bits) => Ok(f64::from_bits(bits)),
        Value::Name(name) => Err(Fault::unexpected(at, quoted(name.word.text), "a constant")),
    };
    let (a, b) = (double(left)?, double(right)?);
    let result = match operator.text {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a / b,
        "<" => return Ok(Value::Integer((a < b) as u64, false)),
        ">" => return Ok(Value::Integer((a > b) as u64, false)),
        "<=" => return Ok(Value::Integer((a <= b) as u64, false)),
        ">=" => return Ok(Value::Integer((a >= b) as u64, false)),
        "==" => return Ok(Value::Integer((a == b) as u64, false)),
        "!=" => return Ok(Value::Integer((a != b) as u64, false)),
        _ => {
            return Err(Fault::unexpected(
                operator.at,
                quoted(operator.text),
                "an operator for floating-point constants",
            ));
        }
    };
    Ok(Value::Double(result.to_bits()))
}

fn unary<'a>(c: &mut Cursor<'a>) -> Result<Value<'a>, Fault> {
    let at = c.at();
    for sign in ["-", "+", "~", "!"] {
        if c.take(sign) {
            let value = c.deeper(unary)?;
            return Ok(match (sign, value) {
                ("+", value @ (Value::Integer(..) | Value::Single(_) | Value::Double(_))) => value,
                ("-", Value::Integer(bits, unsigned)) => Value::Integer(bits.wrapping_neg(), unsigned),
                ("-", Value::Single(bits)) => Value::Single(bits ^ 1 << 31),
                ("-", Value::Double(bits)) => Value::Double(bits ^ 1 << 63),
                ("~", Value::Integer(bits, _)) => Value::Integer(!bits, true),
                ("!", Value::Integer(bits, _)) => Value::Integer((bits == 0) as u64, false),
                _ => {
                    return Err(Fault::unexpected(
                        c.since(at),
                        format!("`{sign}` before this"),
                        "a constant behind it",
                    ));
                }
            });
        }
    }
    // a cast: (.s64) x
    if c.is("(") && c.kind_after(1) == Kind::Dot && c.is_after(2, ")") {
        c.bump();
        let to = c.bump();
        c.bump();
        let value = c.deeper(unary)?;
        let (bits, _) = integer(value, c.since(at))?;
        return match to.text {
            "s64" => Ok(Value::Integer(bits, false)),
            "u64" => Ok(Value::Integer(bits, true)),
            _ => Err(Fault::unexpected(to.at, quoted(to.text), "`.s64` or `.u64`")),
        };
    }
    if c.take("(") {
        let value = c.deeper(expression)?;
        c.expect(")")?;
        return Ok(value);
    }
    match c.kind() {
        Kind::Number => {
            let word = c.bump();
            let value = number(word.text).ok_or_else(|| Fault::unexpected(word.at, quoted(word.text), "a number"))?;
            match (value, c.take("(")) {
                (value, false) => Ok(value),
                (Value::Integer(mask, _), true) => {
                    let name = c.deeper(expression)?;
                    c.expect(")")?;
                    match name {
                        Value::Name(name) => Ok(Value::Name(Name { mask: Some(mask), ..name })),
                        _ => Err(Fault::unexpected(c.since(at), "a constant", "a variable whose address is masked")),
                    }
                }
                _ => Err(Fault::unexpected(c.since(at), "a floating-point mask", "an integer")),
            }
        }
        Kind::Word => {
            let word = c.bump();
            if word.text == "generic" && c.take("(") {
                let value = c.deeper(expression)?;
                c.expect(")")?;
                return match value {
                    Value::Name(name) => Ok(Value::Name(Name { generic: true, ..name })),
                    _ => Err(Fault::unexpected(c.since(at), "a constant", "a variable")),
                };
            }
            let component = if c.kind() == Kind::Dot { Some(c.bump()) } else { None };
            let index = if c.take("[") { Some(index(c)?) } else { None };
            Ok(Value::Name(Name { word, component, index, offset: 0, generic: false, mask: None }))
        }
        _ => c.error("an operand"),
    }
}

/// Reads the index of an element, behind its bracket.
fn index<'a>(c: &mut Cursor<'a>) -> Result<Index<'a>, Fault> {
    let at = c.at();
    let index = match c.deeper(expression)? {
        Value::Name(Name { word, component: None, index: None, offset, generic: false, mask: None }) => {
            Index::Register(word, offset)
        }
        Value::Name(_) => {
            let expected = "a constant, or a register and a constant: compute the index before";
            return Err(Fault::unexpected(c.since(at), "an index of this form", expected));
        }
        constant => Index::Constant(integer(constant, c.since(at))?.0 as i64),
    };
    c.expect("]")?;
    Ok(index)
}

/// Returns the value of a number as it is written.
fn number(text: &str) -> Option<Value<'static>> {
    let hexadecimal = |digits: &str, count: usize| {
        let right = digits.len() == count && digits.bytes().all(|b| b.is_ascii_hexdigit());
        right.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
    };
    match text.as_bytes() {
        [b'0', b'f' | b'F', ..] => return hexadecimal(&text[2..], 8).map(|bits| Value::Single(bits as u32)),
        [b'0', b'd' | b'D', ..] => return hexadecimal(&text[2..], 16).map(Value::Double),
        _ => {}
    }
    let (digits, unsigned) = match text.strip_suffix(['U', 'u']) {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x' | b'X', _, ..] => (&digits[2..], 16),
        [b'0', b'b' | b'B', _, ..] => (&digits[2..], 2),
        [b'0', b'0'..=b'9', ..] if digits.bytes().all(|b| b.is_ascii_digit()) => (&digits[1..], 8),
        _ => (digits, 10),
    };
    if digits.bytes().all(|b| b.is_ascii_alphanumeric())
        && let Ok(bits) = u64::from_str_radix(digits, radix)
    {
        return Some(Value::Integer(bits, unsigned || bits > i64::MAX as u64));
    }
    let decimal = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    let float = decimal && text.bytes().any(|b| matches!(b, b'.' | b'e' | b'E'));
    float.then(|| text.parse::<f64>().ok()).flatten().map(|value| Value::Double(value.to_bits()))
}
