//! A cell's Boolean function as Verilog.

/// Writes `function` (Liberty: `!`, `'`, `^`, `&` `*` or nothing, `|` `+`, parentheses) in Verilog, with what `name` gives in place of each pin.
pub fn verilog(function: &str, name: &dyn Fn(&str) -> String) -> Result<String, String> {
    let mut reader = Reader { rest: function.trim(), name };
    let text = reader.or()?;
    if reader.rest.is_empty() { Ok(text) } else { Err(format!("`{function}`: `{}` is left over", reader.rest)) }
}

struct Reader<'a> {
    rest: &'a str,
    name: &'a dyn Fn(&str) -> String,
}

impl Reader<'_> {
    fn take(&mut self, signs: &[char]) -> bool {
        let found = self.rest.starts_with(signs);
        if found {
            self.rest = self.rest[1..].trim_start();
        }
        found
    }

    fn or(&mut self) -> Result<String, String> {
        let mut text = self.and()?;
        while self.take(&['|', '+']) {
            text = format!("({text} | {})", self.and()?);
        }
        Ok(text)
    }

    fn and(&mut self) -> Result<String, String> {
        let mut text = self.xor()?;
        while self.take(&['&', '*']) || self.rest.starts_with(|c: char| c.is_alphanumeric() || "_(!".contains(c)) {
            text = format!("({text} & {})", self.xor()?);
        }
        Ok(text)
    }

    fn xor(&mut self) -> Result<String, String> {
        let mut text = self.not()?;
        while self.take(&['^']) {
            text = format!("({text} ^ {})", self.not()?);
        }
        Ok(text)
    }

    fn not(&mut self) -> Result<String, String> {
        if self.take(&['!']) {
            return Ok(format!("~{}", self.not()?));
        }
        let mut text = if self.take(&['(']) {
            let inner = self.or()?;
            if !self.take(&[')']) {
                return Err(format!("a parenthesis is open before `{}`", self.rest));
            }
            inner
        } else {
            let end = self.rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(self.rest.len());
            let (word, rest) = self.rest.split_at(end);
            self.rest = rest.trim_start();
            match word {
                "" => return Err(format!("a pin is missing before `{rest}`")),
                "0" => "1'b0".into(),
                "1" => "1'b1".into(),
                pin => (self.name)(pin),
            }
        };
        while self.take(&['\'']) {
            text = format!("~{text}");
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::verilog;

    #[test]
    fn functions_become_verilog() {
        let v = |function| verilog(function, &|pin| format!("n_{pin}"));
        assert_eq!(v("!(A1 & A2)").unwrap(), "~(n_A1 & n_A2)");
        assert_eq!(v("A*B'+C").unwrap(), "((n_A & ~n_B) | n_C)");
        assert_eq!(v("A B ^ C | 0").unwrap(), "((n_A & (n_B ^ n_C)) | 1'b0)");
        for wrong in ["", "(A", "A)", "A &"] {
            assert!(v(wrong).is_err(), "{wrong}");
        }
    }
}
