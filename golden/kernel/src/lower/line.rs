use crate::error::{Fault, quoted};
use crate::program::{Span, Type};
use crate::since;
use crate::syntax::tree::{Instruction, Operand, Word};

/// A cursor over the modifiers and operands of one instruction of the text. Modifiers may appear in
/// any order; those that are not read are errors.
pub struct Line<'t, 'a> {
    pub it: &'t Instruction<'a>,
    words: Vec<Option<Word<'a>>>,
    next: usize,
}

impl<'t, 'a> Line<'t, 'a> {
    pub fn new(it: &'t Instruction<'a>) -> Line<'t, 'a> {
        Line { it, words: it.words.iter().copied().map(Some).collect(), next: 0 }
    }
    pub fn name(&self) -> &'a str {
        self.it.name.text
    }
    pub fn at(&self) -> Span {
        self.it.name.at
    }

    /// Reads a modifier, if it is present; returns whether it was.
    pub fn flag(&mut self, word: &str) -> bool {
        let found = self.words.iter_mut().find(|w| w.is_some_and(|w| w.text == word));
        found.and_then(Option::take).is_some()
    }
    /// Reads one of several alternative modifiers, if one is present; returns its meaning.
    pub fn one<T: Copy>(&mut self, choices: &[(&str, T)]) -> Option<T> {
        let meaning = |word: Word| choices.iter().find(|(name, _)| *name == word.text).map(|&(_, meaning)| meaning);
        let found = self.words.iter_mut().find(|w| w.is_some_and(|w| meaning(w).is_some()))?;
        found.take().and_then(meaning)
    }
    /// Reads one of several alternative modifiers; an error if none is present.
    pub fn must<T: Copy>(&mut self, choices: &[(&str, T)]) -> Result<T, Fault> {
        match self.one(choices) {
            Some(meaning) => Ok(meaning),
            None => self.missing(&listed(choices.iter().map(|(name, _)| *name))),
        }
    }
    /// Reads and drops all of these modifiers, which have no meaning here.
    pub fn ignore(&mut self, words: &[&str]) {
        self.words.iter_mut().filter(|w| w.is_some_and(|w| words.contains(&w.text))).for_each(|w| *w = None);
    }
    /// Reads and drops all modifiers that begin with a stem, which have no meaning here.
    pub fn ignore_all(&mut self, stem: &str) {
        self.words.iter_mut().filter(|w| w.is_some_and(|w| w.text.starts_with(stem))).for_each(|w| *w = None);
    }
    /// Returns the next type modifier, without reading past it.
    pub fn next_type(&self) -> Option<Type> {
        self.words.iter().flatten().find_map(|word| Type::named(word.text))
    }
    /// Reads the next type modifier, which must be one of those allowed.
    pub fn ty(&mut self, allowed: &[Type]) -> Result<Type, Fault> {
        let expected = || format!("a type: {}", listed(allowed.iter().map(|ty| ty.name())));
        let Some(word) = self.words.iter_mut().find(|w| w.is_some_and(|w| Type::named(w.text).is_some())) else {
            return self.missing(&expected());
        };
        let (ty, at, text) = match *word {
            Some(Word { text, at }) => (Type::named(text), at, text),
            None => (None, self.it.at, ""),
        };
        match ty.filter(|ty| allowed.contains(ty)) {
            Some(ty) => {
                *word = None;
                Ok(ty)
            }
            None => {
                Err(self.refused().unwrap_or_else(|| Fault::unexpected(at, quoted(&format!(".{text}")), expected())))
            }
        }
    }
    /// Returns the error of a modifier that is valid PTX and not supported here.
    pub fn refused(&self) -> Option<Fault> {
        let (word, since) = since::modifier(self.name(), &self.words)?;
        Some(Fault::unsupported(word.at, format!("`.{}` of `{}` (PTX {since})", word.text, self.name())))
    }
    /// Returns the error of a missing modifier, which quotes the first modifier that was not read.
    pub fn missing<T>(&self, expected: &str) -> Result<T, Fault> {
        if let Some(fault) = self.refused() {
            return Err(fault);
        }
        Err(match self.words.iter().flatten().next() {
            Some(word) => Fault::unexpected(word.at, quoted(&format!(".{}", word.text)), expected),
            None => Fault::unexpected(self.at(), self.opcode(), expected),
        })
    }
    /// Returns the opcode with its words, as an error quotes it.
    pub fn opcode(&self) -> String {
        let words = self.it.words.iter().map(|word| word.text).take(20);
        quoted(&std::iter::once(self.name()).chain(words).collect::<Vec<_>>().join("."))
    }

    /// Returns the number of operands.
    pub fn operands(&self) -> usize {
        self.it.operands.len()
    }
    /// Returns the number of operands that are not read yet.
    pub fn left(&self) -> usize {
        self.it.operands.len() - self.next
    }
    /// Returns the next operand, without reading past it.
    pub fn peek(&self) -> Option<&'t Operand<'a>> {
        self.it.operands.get(self.next)
    }
    /// Reads the next operand; an error if a modifier before it was not read.
    pub fn operand(&mut self, expected: &str) -> Result<&'t Operand<'a>, Fault> {
        self.words_done()?;
        let operand = self.peek().ok_or_else(|| {
            let end = Span { start: self.it.at.end.saturating_sub(1), end: self.it.at.end };
            Fault::unexpected(end, format!("{} operands", self.it.operands.len()), expected)
        })?;
        self.next += 1;
        Ok(operand)
    }
    /// Checks that every modifier was taken.
    fn words_done(&self) -> Result<(), Fault> {
        if let Some(fault) = self.refused() {
            return Err(fault);
        }
        match self.words.iter().flatten().next() {
            Some(word) => {
                let expected = format!("no such modifier of `{}`", self.name());
                Err(Fault::unexpected(word.at, quoted(&format!(".{}", word.text)), expected))
            }
            None => Ok(()),
        }
    }
    /// Checks that every modifier and operand was read.
    pub fn done(&self) -> Result<(), Fault> {
        self.words_done()?;
        match self.peek() {
            Some(operand) => Err(Fault::unexpected(operand.at, "one operand more", format!("{} operands", self.next))),
            None => Ok(()),
        }
    }
}

/// Returns names with dots, as an error lists them.
pub fn listed<'b>(names: impl Iterator<Item = &'b str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`.{name}`")).collect();
    names.join(", ")
}
