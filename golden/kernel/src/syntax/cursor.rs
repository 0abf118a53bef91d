use super::token::{Kind, Token};
use super::tree::Word;
use crate::error::{Fault, quoted};
use crate::program::Span;

/// The greatest depth of nested scopes, lists or parentheses.
const DEEPEST: u32 = 64;

/// A cursor over the tokens of a text.
pub struct Cursor<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    next: usize,
    depth: u32,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str, tokens: Vec<Token>) -> Cursor<'a> {
        Cursor { text, tokens, next: 0, depth: 0 }
    }
    /// Returns the text of a token, without its dot or quotes.
    fn word(&self, token: Token) -> Word<'a> {
        let text = &self.text[token.at.start as usize..token.at.end as usize];
        let text = match token.kind {
            Kind::Dot => &text[1..],
            Kind::Text => &text[1..text.len() - 1],
            _ => text,
        };
        Word { text, at: token.at }
    }
    pub fn kind(&self) -> Kind {
        self.tokens[self.next].kind
    }
    pub fn kind_after(&self, count: usize) -> Kind {
        self.tokens.get(self.next + count).map_or(Kind::End, |token| token.kind)
    }
    pub fn peek(&self) -> Word<'a> {
        self.word(self.tokens[self.next])
    }
    pub fn at(&self) -> Span {
        self.tokens[self.next].at
    }
    /// Returns the byte at which the last token ends.
    pub fn end(&self) -> u32 {
        self.tokens[self.next.saturating_sub(1)].at.end
    }
    pub fn since(&self, start: Span) -> Span {
        Span { start: start.start, end: self.end().max(start.start) }
    }
    pub fn bump(&mut self) -> Word<'a> {
        let word = self.peek();
        if self.kind() != Kind::End {
            self.next += 1;
        }
        word
    }
    pub fn error<T>(&self, expected: &str) -> Result<T, Fault> {
        let found = match self.kind() {
            Kind::End => "the end of the text".into(),
            _ => quoted(&self.text[self.at().start as usize..self.at().end as usize]),
        };
        Err(Fault::unexpected(self.at(), found, expected))
    }

    pub fn is(&self, sign: &str) -> bool {
        self.kind() == Kind::Sign && self.peek().text == sign
    }
    pub fn is_after(&self, count: usize, sign: &str) -> bool {
        self.tokens
            .get(self.next + count)
            .is_some_and(|&token| token.kind == Kind::Sign && self.word(token).text == sign)
    }
    pub fn take(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.next += found as usize;
        found
    }
    pub fn expect(&mut self, sign: &str) -> Result<(), Fault> {
        match self.take(sign) {
            true => Ok(()),
            false => self.error(&format!("`{sign}`")),
        }
    }
    pub fn name(&mut self, what: &str) -> Result<Word<'a>, Fault> {
        match self.kind() {
            Kind::Word => Ok(self.bump()),
            _ => self.error(what),
        }
    }
    pub fn dot(&mut self, what: &str) -> Result<Word<'a>, Fault> {
        match self.kind() {
            Kind::Dot => Ok(self.bump()),
            _ => self.error(what),
        }
    }
    pub fn is_dot(&self, word: &str) -> bool {
        self.kind() == Kind::Dot && self.peek().text == word
    }
    pub fn take_dot(&mut self, word: &str) -> bool {
        let found = self.is_dot(word);
        self.next += found as usize;
        found
    }
    /// Reads a list of `what` up to `close`, with commas between.
    pub fn list<T>(
        &mut self,
        close: &str,
        mut what: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let mut list = Vec::new();
        while !self.take(close) {
            if !list.is_empty() && !self.take(",") {
                return self.error(&format!("`,` or `{close}`"));
            }
            list.push(what(self)?);
        }
        Ok(list)
    }
    /// Reads one or more of `what` with commas between.
    pub fn sequence<T>(&mut self, mut what: impl FnMut(&mut Self) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
        let mut list = vec![what(self)?];
        while self.take(",") {
            list.push(what(self)?);
        }
        Ok(list)
    }
    /// Reads a nested construct with `what`; an error if the nesting is too deep.
    pub fn deeper<T>(&mut self, what: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == DEEPEST {
            return Err(Fault::unexpected(
                self.at(),
                "something nested too deeply",
                format!("at most {DEEPEST} levels"),
            ));
        }
        self.depth += 1;
        let result = what(self);
        self.depth -= 1;
        result
    }
    /// Skips all tokens up to and including the brace that closes the one just taken.
    pub fn skip_braces(&mut self) -> Result<(), Fault> {
        let mut open = 1;
        while open > 0 {
            match self.kind() {
                Kind::End => return self.error("`}`"),
                Kind::Sign if self.is("{") => open += 1,
                Kind::Sign if self.is("}") => open -= 1,
                _ => {}
            }
            self.bump();
        }
        Ok(())
    }
}
