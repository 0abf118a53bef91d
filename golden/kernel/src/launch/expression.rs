//! Whole numbers with named sizes, as launch descriptions write them: `(n + 255) / 256`, `max(1, n >> k)`, `k % 2 == 0`.
//!
//! C's operators and precedence without assignment: `|| && == != < <= > >= << >> + - * / % ! -`, and the functions below. A comparison is 0 or 1.

use super::Sizes;

/// Nested parentheses and signs, at most.
const DEPTH: u32 = 64;

const FUNCTIONS: &[(&str, usize)] = &[("min", 2), ("max", 2), ("ceil_div", 2), ("log2", 1)];

/// The value of an expression, or what is wrong with it.
pub fn evaluate(text: &str, sizes: &Sizes) -> Result<i64, String> {
    let mut parser = Parser { rest: text, sizes, depth: 0 };
    let value = parser.binary(0)?;
    match parser.rest.trim_start() {
        "" => Ok(value),
        rest => Err(format!("`{rest}` after the end of the expression `{text}`")),
    }
}

struct Parser<'a> {
    rest: &'a str,
    sizes: &'a Sizes,
    depth: u32,
}

/// Operators, the longer ones first, with their precedence.
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
    fn binary(&mut self, least: u32) -> Result<i64, String> {
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

    fn unary(&mut self) -> Result<i64, String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(format!("nested deeper than {DEPTH}"));
        }
        self.rest = self.rest.trim_start();
        let value = if self.takes('-') {
            self.unary()?.checked_neg().ok_or("overflow in a negation")?
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

    fn atom(&mut self) -> Result<i64, String> {
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            let found = self.rest.chars().next().map_or("the end".into(), |c| format!("`{c}`"));
            return Err(format!("a number, a size or `(` is expected, found {found}"));
        }
        self.rest = rest;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let parsed = match word.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).map(|v| v as i64),
                None => word.parse(),
            };
            return parsed.map_err(|_| format!("`{word}` is no whole number of 64 bits"));
        }
        if let Some(&(_, operands)) = FUNCTIONS.iter().find(|(name, _)| *name == word) {
            return self.call(word, operands);
        }
        self.sizes.0.get(word).copied().ok_or_else(|| {
            let known: Vec<&str> = self.sizes.0.keys().map(String::as_str).collect();
            format!(
                "there is no size `{word}`; there are {}",
                if known.is_empty() { "none".into() } else { known.join(", ") }
            )
        })
    }

    fn call(&mut self, name: &str, operands: usize) -> Result<i64, String> {
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
            _ => Err(format!("`{name}` of {a}{}", if operands == 2 { format!(" and {b}") } else { String::new() })),
        }
    }

    fn takes(&mut self, wanted: char) -> bool {
        self.rest.strip_prefix(wanted).map(|rest| self.rest = rest).is_some()
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        self.rest = self.rest.trim_start();
        if self.takes(wanted) { Ok(()) } else { Err(format!("`{wanted}` is expected before `{}`", self.rest)) }
    }
}

fn apply(operator: &str, a: i64, b: i64) -> Result<i64, String> {
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
    value.ok_or_else(|| format!("{a} {operator} {b} is no whole number of 64 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, String> {
        evaluate(text, &Sizes([("n".to_string(), 100), ("k".to_string(), 3)].into()))
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
