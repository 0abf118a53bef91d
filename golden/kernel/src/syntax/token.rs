use crate::error::{Fault, quoted};
use crate::program::Span;

/// The kind of a token, such as a word, a number or a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A name, with its percent or dollar sign; `_` too.
    Word,
    /// A dot and a word, with parts behind `::`: `.f32`, `.L1::evict_last`.
    Dot,
    /// A number as it is written.
    Number,
    /// A text in double quotes.
    Text,
    /// A sign, such as `+` or `<<`.
    Sign,
    /// The end of the text.
    End,
}

/// A token: its kind and its bytes in the text.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    pub kind: Kind,
    pub at: Span,
}

const PAIRS: [&[u8]; 8] = [b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||"];
const SIGNS: &[u8] = b",;:{}()[]<>@!|&^~+-*/%?=";

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// Splits a text into tokens; the last one is [`Kind::End`].
pub fn tokens(text: &str) -> Result<Vec<Token>, Fault> {
    // some editors write a mark of the text's encoding
    let at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut lexer = Lexer { bytes: text.as_bytes(), text, at };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    loop {
        lexer.skip()?;
        let token = lexer.token()?;
        tokens.push(token);
        if token.kind == Kind::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }
    fn starts(&self, with: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(with)
    }
    fn span(&self, start: usize) -> Span {
        Span { start: start as u32, end: self.at as u32 }
    }
    fn skip_line(&mut self) {
        self.at += self.bytes[self.at..].iter().position(|&b| b == b'\n').unwrap_or(self.bytes.len() - self.at);
    }

    /// Skips blanks, comments, DWARF lines of old compilers, line marks of preprocessors.
    fn skip(&mut self) -> Result<(), Fault> {
        loop {
            let start = self.at;
            if self.at < self.bytes.len() && (self.byte(0).is_ascii_whitespace() || self.byte(0) == 0x0B) {
                self.at += 1;
            } else if self.starts(b"//") || self.starts(b"@@") {
                self.skip_line();
            } else if self.starts(b"/*") {
                let Some(end) = self.text[self.at + 2..].find("*/") else {
                    let at = Span { start: start as u32, end: start as u32 + 2 };
                    return Err(Fault::unexpected(at, "a comment without an end", "`*/`"));
                };
                self.at += end + 4;
            } else if self.byte(0) == b'#' {
                let words = self.text[self.at + 1..].lines().next().unwrap_or_default().trim_start();
                if !words.starts_with("line")
                    && !words.starts_with("file")
                    && !words.starts_with(|c: char| c.is_ascii_digit())
                {
                    self.skip_line();
                    return Err(Fault::unsupported(
                        self.span(start),
                        format!("the preprocessor line {}", quoted(&format!("#{words}"))),
                    ));
                }
                self.skip_line();
            } else {
                return Ok(());
            }
        }
    }

    fn words(&mut self, also: impl Fn(u8) -> bool) {
        while in_word(self.byte(0)) || also(self.byte(0)) {
            self.at += 1;
        }
    }

    fn token(&mut self) -> Result<Token, Fault> {
        let start = self.at;
        if start == self.bytes.len() {
            return Ok(Token { kind: Kind::End, at: self.span(start) });
        }
        let kind = match self.byte(0) {
            b'0'..=b'9' => self.number(),
            b'%' if in_word(self.byte(1)) && !self.byte(1).is_ascii_digit() => {
                self.at += 1;
                self.words(|_| false);
                Kind::Word
            }
            b if in_word(b) => {
                self.words(|_| false);
                Kind::Word
            }
            b'.' if in_word(self.byte(1)) => {
                self.at += 1;
                self.words(|_| false);
                while self.starts(b"::") && in_word(self.byte(2)) {
                    self.at += 2;
                    self.words(|_| false);
                }
                Kind::Dot
            }
            b'"' => self.quoted()?,
            b if SIGNS.contains(&b) => {
                self.at += if PAIRS.iter().any(|pair| self.starts(pair)) { 2 } else { 1 };
                Kind::Sign
            }
            _ => {
                let found = self.text[start..].chars().next().unwrap_or_default();
                self.at += found.len_utf8();
                return Err(Fault::unexpected(self.span(start), quoted(&found.to_string()), "PTX"));
            }
        };
        Ok(Token { kind, at: self.span(start) })
    }

    /// Reads a number: `12`, `0x1F`, `077`, `0b11`, `12U`, `0f3F800000`, `1.5`, `1e-5`.
    fn number(&mut self) -> Kind {
        let start = self.at;
        self.words(|b| b == b'.');
        let decimal = self.byte(0) != 0
            && self.bytes[start..self.at].iter().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E'));
        if decimal && matches!(self.bytes[self.at - 1], b'e' | b'E') && matches!(self.byte(0), b'+' | b'-') {
            self.at += 1;
            self.words(|_| false);
        }
        Kind::Number
    }

    fn quoted(&mut self) -> Result<Kind, Fault> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') if self.at + 1 < self.bytes.len() => self.at += 2,
                Some(b'\n') | None => return Err(Fault::unexpected(self.span(start), "a text without an end", "`\"`")),
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(Kind::Text)
    }
}
