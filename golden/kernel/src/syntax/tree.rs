//! What a text says, before any name means something.

use crate::program::Span;

/// A piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// Without the dot of a modifier or directive.
    pub text: &'a str,
    pub at: Span,
}

/// A constant expression, computed as far as it can be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// 64 bits, and whether they count as unsigned.
    Integer(u64, bool),
    /// `0f3F800000`: bits of an `f32`.
    Single(u32),
    /// `0d3FF0000000000000`, `1.5`: bits of an `f64`.
    Double(u64),
    /// A name, with `.x`, and what is added to its address.
    Name(Name<'a>),
}

/// A name in an expression.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Name<'a> {
    pub word: Word<'a>,
    pub component: Option<Word<'a>>,
    pub offset: i64,
    /// `generic(x)`
    pub generic: bool,
    /// `0xFF00(x)`: some bytes of the address.
    pub mask: Option<u64>,
}

/// An operand and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand<'a> {
    pub form: Form<'a>,
    pub at: Span,
}

/// What an operand looks like.
#[derive(Debug, Clone, PartialEq)]
pub enum Form<'a> {
    /// A constant, a register, a variable and an offset.
    Value(Value<'a>),
    /// `!%p`
    Not(Name<'a>),
    /// `%p|%q`; either may be `_`.
    Pair(Word<'a>, Word<'a>),
    /// `{a, b}`
    Vector(Vec<Operand<'a>>),
    /// `[a + 4]`, and more than one in brackets for textures.
    Address(Vec<Operand<'a>>),
    /// `(a, b)` of a call.
    List(Vec<Operand<'a>>),
}

/// `@%p` or `@!%p`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guard<'a> {
    pub word: Word<'a>,
    pub negated: bool,
}

/// One instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct Instruction<'a> {
    pub guard: Option<Guard<'a>>,
    /// `add`
    pub name: Word<'a>,
    /// `rn`, `f32`
    pub words: Vec<Word<'a>>,
    pub operands: Vec<Operand<'a>>,
    pub at: Span,
}

/// What a function's body is made of.
#[derive(Debug, Clone)]
pub enum Statement<'a> {
    Declaration(Declaration<'a>),
    Label(Word<'a>),
    Instruction(Instruction<'a>),
    Block(Vec<Statement<'a>>),
    /// `name: .branchtargets a, b;`
    Branches(Word<'a>, Vec<Word<'a>>),
    /// `name: .calltargets f, g;`
    Calls(Word<'a>, Vec<Word<'a>>),
    /// `name: .callprototype (...) _ (...);`
    Prototype(Word<'a>, Signature<'a>),
}

/// How other modules see a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Linking {
    Private,
    Visible,
    External,
    Weak,
    Common,
}

/// Variables or registers of one type.
#[derive(Debug, Clone)]
pub struct Declaration<'a> {
    pub linking: Linking,
    /// `reg`, `global`, `param`...
    pub space: Word<'a>,
    pub align: Option<(u64, Span)>,
    /// Elements of a `.v2` or `.v4`, else 1.
    pub vector: u32,
    pub ty: Word<'a>,
    pub names: Vec<Declared<'a>>,
}

/// One name of a declaration.
#[derive(Debug, Clone)]
pub struct Declared<'a> {
    /// Empty where a signature leaves it out.
    pub name: Word<'a>,
    /// `%r<9>`
    pub family: Option<u64>,
    /// `[4][]`: none where there is no number.
    pub sizes: Vec<Option<u64>>,
    pub initial: Option<Initial<'a>>,
}

/// An initial value.
#[derive(Debug, Clone)]
pub enum Initial<'a> {
    Value(Value<'a>, Span),
    List(Vec<Initial<'a>>, Span),
}

/// What a function returns and takes.
#[derive(Debug, Clone, Default)]
pub struct Signature<'a> {
    pub returns: Vec<Declaration<'a>>,
    pub parameters: Vec<Declaration<'a>>,
}

/// A kernel or a device function.
#[derive(Debug, Clone)]
pub struct Function<'a> {
    pub entry: bool,
    pub name: Word<'a>,
    pub signature: Signature<'a>,
    /// `.reqntid` or `.maxntid`, and whether it is the former.
    pub threads: Option<([u32; 3], bool)>,
    pub body: Option<Vec<Statement<'a>>>,
    /// Where the body ends.
    pub end: Span,
}

/// A module.
#[derive(Debug)]
pub struct Module<'a> {
    pub version: (u32, u32),
    pub target: Word<'a>,
    /// `.target map_f64_to_f32`
    pub maps_doubles: bool,
    /// 32 or 64, if the text says.
    pub address_size: Option<u32>,
    pub items: Vec<Item<'a>>,
}

/// What a module is made of.
#[derive(Debug)]
pub enum Item<'a> {
    Variable(Declaration<'a>),
    Function(Function<'a>),
    /// `.alias a, b;`
    Alias(Word<'a>, Word<'a>),
}
