//! Evaluation of a cell's Boolean function.

use crate::error::DataError;

/// Evaluates a cell's Boolean function in Liberty syntax; `value` returns the value of a pin.
///
/// Operators: `!`, `'`, `^`, `&` `*` or nothing, `|` `+`, parentheses.
pub fn evaluate(function: &str, value: &dyn Fn(&str) -> Result<bool, DataError>) -> Result<bool, DataError> {
    let mut reader = Reader { rest: function.trim(), value };
    let result = reader.or()?;
    match reader.rest {
        "" => Ok(result),
        rest => Err(DataError::LeftOver { function: function.into(), rest: rest.into() }),
    }
}

struct Reader<'a> {
    rest: &'a str,
    value: &'a dyn Fn(&str) -> Result<bool, DataError>,
}

impl Reader<'_> {
    fn take(&mut self, signs: &[char]) -> bool {
        let found = self.rest.starts_with(signs);
        if found {
            self.rest = self.rest[1..].trim_start();
        }
        found
    }

    fn or(&mut self) -> Result<bool, DataError> {
        let mut result = self.and()?;
        while self.take(&['|', '+']) {
            result |= self.and()?;
        }
        Ok(result)
    }

    fn and(&mut self) -> Result<bool, DataError> {
        let mut result = self.xor()?;
        while self.take(&['&', '*']) || self.rest.starts_with(|c: char| c.is_alphanumeric() || "_(!".contains(c)) {
            result &= self.xor()?;
        }
        Ok(result)
    }

    fn xor(&mut self) -> Result<bool, DataError> {
        let mut result = self.not()?;
        while self.take(&['^']) {
            result ^= self.not()?;
        }
        Ok(result)
    }

    fn not(&mut self) -> Result<bool, DataError> {
        if self.take(&['!']) {
            return Ok(!self.not()?);
        }
        let mut result = if self.take(&['(']) {
            let inner = self.or()?;
            if !self.take(&[')']) {
                return Err(DataError::OpenParenthesis(self.rest.to_string()));
            }
            inner
        } else {
            let end = self.rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(self.rest.len());
            let (word, rest) = self.rest.split_at(end);
            self.rest = rest.trim_start();
            match word {
                "" => return Err(DataError::NoOperand(rest.to_string())),
                "0" => false,
                "1" => true,
                pin => (self.value)(pin)?,
            }
        };
        while self.take(&['\'']) {
            result = !result;
        }
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::{DataError, evaluate};

    /// The truth table of a function of A, B and C.
    fn table(function: &str) -> Result<u8, DataError> {
        let mut table = 0;
        for k in 0..8u8 {
            let value = |pin: &str| match pin {
                "A" | "B" | "C" => Ok(k >> (pin.as_bytes()[0] - b'A') & 1 == 1),
                _ => Err(DataError::NoInput { function: function.into(), pin: pin.into() }),
            };
            table |= u8::from(evaluate(function, &value)?) << k;
        }
        Ok(table)
    }

    #[test]
    fn functions_have_their_values() {
        let (a, b, c) = (0xaa, 0xcc, 0xf0);
        assert_eq!(table("!(A & B)"), Ok(!(a & b)));
        assert_eq!(table("A*B'+C"), Ok(a & !b | c));
        assert_eq!(table("A B ^ C | 0"), Ok(a & (b ^ c)));
        assert_eq!(table("!A ^ (B | 1)"), Ok(a));
        for wrong in ["", "(A", "A)", "A &", "D"] {
            assert!(table(wrong).is_err(), "{wrong}");
        }
    }
}
