//! Integer expressions on named sizes, as launch descriptions write them: `(n + 255) / 256`,
//! `max(1, n >> k)`, `k % 2 == 0`.
//!
//! C's operators and precedence without assignment: `|| && == != < <= > >= << >> + - * / % ! -`,
//! and the functions below. A comparison is 0 or 1. A size of a matrix has a point in its name:
//! `A.rows`.

use super::Sizes;

/// The greatest depth of nested parentheses and signs.
const DEPTH: u32 = 64;

const FUNCTIONS: &[(&str, usize)] = &[("min", 2), ("max", 2), ("ceil_div", 2), ("log2", 1)];

/// The reason why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// Text follows the end of the expression.
    #[error("`{rest}` after the end of the expression `{text}`")]
    Rest { rest: String, text: String },
    /// Parentheses or signs are nested too deeply.
    #[error("nested deeper than {DEPTH}")]
    Deep,
    /// The negation of the least number.
    #[error("overflow in a negation")]
    Negation,
    /// An operand is missing.
    #[error("a number, a size or `(` is expected, found {}", .found.map_or("the end".into(), |c| format!("`{c}`")))]
    Operand { found: Option<char> },
    /// A number that does not fit 64 bits, or that is not one.
    #[error("`{0}` is not a whole number of 64 bits")]
    Number(String),
    /// An unknown name.
    #[error("there is no size `{name}`; there are {known}")]
    Size { name: String, known: String },
    /// A function has no value for its arguments.
    #[error("`{name}` of {a}{}", .b.map_or(String::new(), |b| format!(" and {b}")))]
    Function { name: String, a: i64, b: Option<i64> },
    /// A parenthesis or comma is missing.
    #[error("`{wanted}` is expected before `{rest}`")]
    Missing { wanted: char, rest: String },
    /// An operation without a result: too large, or a division by zero.
    #[error("{a} {operator} {b} is not a whole number of 64 bits")]
    Operation { a: i64, operator: &'static str, b: i64 },
}

/// Evaluates an expression on named sizes.
pub fn evaluate(text: &str, sizes: &Sizes) -> Result<i64, ExpressionError> {
    let mut parser = Parser { rest: text, sizes, depth: 0 };
    let value = parser.binary(0)?;
    match parser.rest.trim_start() {
        "" => Ok(value),
        rest => Err(ExpressionError::Rest { rest: rest.into(), text: text.into() }),
    }
}

struct Parser<'a> {
    rest: &'a str,
    sizes: &'a Sizes,
    depth: u32,
}

/// The operators with their precedence, the longer ones first.
const OPERATORS: &[(&str, u32)] = &[
    ("||", 1),
    ("&&", 2),
    ("==", 3),
    ("!=", 3),
    ("<<", 5),
    (">>", 5),
    ("<=", 4),
    (">=", 4),
    ("<", 4),
    (">", 4),
    ("+", 6),
    ("-", 6),
    ("*", 7),
    ("/", 7),
    ("%", 7),
];

impl Parser<'_> {
    fn binary(&mut self, least: u32) -> Result<i64, ExpressionError> {
        let mut left = self.unary()?;
        loop {
            self.rest = self.rest.trim_start();
            let found = OPERATORS.iter().find(|(operator, _)| self.rest.starts_with(operator));
            let Some(&(operator, precedence)) = found.filter(|&&(_, precedence)| precedence > least) else {
                return Ok(left);
            };
            self.rest = &self.rest[operator.len()..];
            let right = self.binary(precedence)?;
            left = apply(operator, left, right)?;
        }
    }

    fn unary(&mut self) -> Result<i64, ExpressionError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(ExpressionError::Deep);
        }
        self.rest = self.rest.trim_start();
        let value = if self.takes('-') {
            self.unary()?.checked_neg().ok_or(ExpressionError::Negation)?
        } else if self.takes('!') {
            i64::from(self.unary()? == 0)
        } else if self.takes('(') {
            let value = self.binary(0)?;
            self.expect(')')?;
            value
        } else {
            self.atom()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn atom(&mut self) -> Result<i64, ExpressionError> {
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(ExpressionError::Operand { found: self.rest.chars().next() });
        }
        self.rest = rest;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let parsed = match word.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).map(|v| v as i64),
                None => word.parse(),
            };
            return parsed.map_err(|_| ExpressionError::Number(word.into()));
        }
        if let Some(&(_, operands)) = FUNCTIONS.iter().find(|(name, _)| *name == word) {
            return self.call(word, operands);
        }
        self.sizes.0.get(word).copied().ok_or_else(|| {
            let known: Vec<&str> = self.sizes.0.keys().map(String::as_str).collect();
            let known = if known.is_empty() { "none".into() } else { known.join(", ") };
            ExpressionError::Size { name: word.into(), known }
        })
    }

    fn call(&mut self, name: &str, operands: usize) -> Result<i64, ExpressionError> {
        self.expect('(')?;
        let a = self.binary(0)?;
        let b = if operands == 2 {
            self.expect(',')?;
            self.binary(0)?
        } else {
            0
        };
        self.expect(')')?;
        match name {
            "min" => Ok(a.min(b)),
            "max" => Ok(a.max(b)),
            "ceil_div" if b > 0 && a >= 0 => Ok((a as u64).div_ceil(b as u64) as i64),
            "log2" if a > 0 => Ok(i64::from(a.ilog2())),
            _ => Err(ExpressionError::Function { name: name.into(), a, b: (operands == 2).then_some(b) }),
        }
    }

    fn takes(&mut self, wanted: char) -> bool {
        self.rest.strip_prefix(wanted).map(|rest| self.rest = rest).is_some()
    }

    fn expect(&mut self, wanted: char) -> Result<(), ExpressionError> {
        self.rest = self.rest.trim_start();
        if self.takes(wanted) { Ok(()) } else { Err(ExpressionError::Missing { wanted, rest: self.rest.into() }) }
    }
}

fn apply(operator: &'static str, a: i64, b: i64) -> Result<i64, ExpressionError> {
    let value = match operator {
        "||" => Some(i64::from(a != 0 || b != 0)),
        "&&" => Some(i64::from(a != 0 && b != 0)),
        "==" => Some(i64::from(a == b)),
        "!=" => Some(i64::from(a != b)),
        "<" => Some(i64::from(a < b)),
        "<=" => Some(i64::from(a <= b)),
        ">" => Some(i64::from(a > b)),
        ">=" => Some(i64::from(a >= b)),
        "<<" => u32::try_from(b).ok().filter(|&b| b < 63).and_then(|b| a.checked_mul(1 << b)),
        ">>" => u32::try_from(b).ok().and_then(|b| a.checked_shr(b)),
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "/" => a.checked_div(b),
        _ => a.checked_rem(b),
    };
    value.ok_or(ExpressionError::Operation { a, operator, b })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, String> {
        evaluate(text, &Sizes([("n".to_string(), 100), ("k".to_string(), 3)].into())).map_err(|error| error.to_string())
    }

    #[test]
    fn precedence_is_c_s() {
        assert_eq!(value("(n + 255) / 256"), Ok(1));
        assert_eq!(value("1 + 2 * 3 - 4"), Ok(3));
        assert_eq!(value("2 - 3 - 4"), Ok(-5));
        assert_eq!(value("1 << k + 1"), Ok(16));
        assert_eq!(value("k % 2 == 1 && !0"), Ok(1));
        assert_eq!(value("ceil_div(n, 33) * max(k, 2) - log2(n)"), Ok(6));
        assert_eq!(value("-n / 7"), Ok(-14));
        assert_eq!(value("0xff"), Ok(255));
        assert_eq!(value("n >= 100 || m"), Err("there is no size `m`; there are k, n".into()));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let deep = "(".repeat(65);
        for (text, why) in [
            ("n n", "`n` after the end of the expression `n n`"),
            (&deep, "nested deeper than 64"),
            ("-(-9223372036854775807 - 1)", "overflow in a negation"),
            ("n +", "a number, a size or `(` is expected, found the end"),
            ("$", "a number, a size or `(` is expected, found `$`"),
            ("12ab", "`12ab` is not a whole number of 64 bits"),
            ("log2(0)", "`log2` of 0"),
            ("ceil_div(1, 0)", "`ceil_div` of 1 and 0"),
            ("(n", "`)` is expected before ``"),
            ("1 / 0", "1 / 0 is not a whole number of 64 bits"),
        ] {
            assert_eq!(value(text), Err(why.into()));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let deep = "(".repeat(1000);
        for text in [
            "",
            "n +",
            "(n",
            "n n",
            "1 / 0",
            "n % 0",
            "9223372036854775807 + 1",
            "1 << 64",
            "log2(0)",
            "min(1)",
            "12ab",
            "$",
            &deep,
            "é",
        ] {
            assert!(value(text).is_err(), "{text}");
        }
    }
}
