//! The syntax tree of a text, before names are resolved.

use crate::program::Span;

/// A piece of the text and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// The text of the piece, without the dot of a modifier or directive.
    pub text: &'a str,
    pub at: Span,
}

/// A constant expression, evaluated as far as possible without names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// An integer: its 64 bits, and whether they count as unsigned.
    Integer(u64, bool),
    /// `0f3F800000`: bits of an `f32`.
    Single(u32),
    /// `0d3FF0000000000000`, `1.5`: bits of an `f64`.
    Double(u64),
    /// A name, with `.x`, and the offset that is added to its address.
    Name(Name<'a>),
}

/// A name in a constant expression, with its component and the offset to its address.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Name<'a> {
    pub word: Word<'a>,
    pub component: Option<Word<'a>>,
    /// The element of an array: 2 of `a[2]`.
    pub index: Option<Index<'a>>,
    pub offset: i64,
    /// Whether the address is generic: `generic(x)`.
    pub generic: bool,
    /// The mask that selects bytes of the address: `0xFF00(x)`.
    pub mask: Option<u64>,
}

/// The index of an element of an array.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Index<'a> {
    Constant(i64),
    /// A register, and a constant that is added to it: `a[%r + 2]`.
    Register(Word<'a>, i64),
}

/// An operand of an instruction and its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand<'a> {
    pub form: Form<'a>,
    pub at: Span,
}

/// The syntactic form of an operand.
#[derive(Debug, Clone, PartialEq)]
pub enum Form<'a> {
    /// A constant, a register, or a variable and an offset.
    Value(Value<'a>),
    /// A negated predicate: `!%p`.
    Not(Name<'a>),
    /// A negated register, which `vmad` has: `-%r`.
    Negated(Name<'a>),
    /// A pair of predicates: `%p|%q`; either may be `_`.
    Pair(Word<'a>, Word<'a>),
    /// A vector: `{a, b}`.
    Vector(Vec<Operand<'a>>),
    /// An address: `[a + 4]`, and more than one operand in brackets for textures.
    Address(Vec<Operand<'a>>),
    /// The list of a call: `(a, b)`.
    List(Vec<Operand<'a>>),
}

/// The guard of an instruction: `@%p` or `@!%p`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guard<'a> {
    pub word: Word<'a>,
    pub negated: bool,
}

/// One instruction of the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Instruction<'a> {
    pub guard: Option<Guard<'a>>,
    /// The opcode without modifiers: `add`.
    pub name: Word<'a>,
    /// The modifiers without their dots: `rn`, `f32`.
    pub words: Vec<Word<'a>>,
    pub operands: Vec<Operand<'a>>,
    pub at: Span,
}

/// A statement of a function's body.
#[derive(Debug, Clone)]
pub enum Statement<'a> {
    Declaration(Declaration<'a>),
    Label(Word<'a>),
    Instruction(Instruction<'a>),
    Block(Vec<Statement<'a>>),
    /// The possible targets of a branch: `name: .branchtargets a, b;`.
    Branches(Word<'a>, Vec<Word<'a>>),
    /// The possible targets of a call: `name: .calltargets f, g;`.
    Calls(Word<'a>, Vec<Word<'a>>),
    /// The prototype of a call: `name: .callprototype (...) _ (...);`.
    Prototype(Word<'a>, Signature<'a>),
}

/// The visibility of a name in other modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Linking {
    Private,
    Visible,
    External,
    Weak,
    Common,
}

/// A declaration of variables or registers of one type.
#[derive(Debug, Clone)]
pub struct Declaration<'a> {
    pub linking: Linking,
    /// The state space: `reg`, `global`, `param`...
    pub space: Word<'a>,
    pub align: Option<(u64, Span)>,
    /// The elements of a vector, such as `.v2` or `.v4`; else 1.
    pub vector: u32,
    pub ty: Word<'a>,
    pub names: Vec<Declared<'a>>,
}

/// One name of a declaration, with its sizes and initial value.
#[derive(Debug, Clone)]
pub struct Declared<'a> {
    /// The declared name; `_` where a signature leaves it out.
    pub name: Word<'a>,
    /// The number of registers of a family: 9 in `%r<9>`.
    pub family: Option<u64>,
    /// The sizes of an array: `[4][]`; `None` where there is no number.
    pub sizes: Vec<Option<u64>>,
    pub initial: Option<Initial<'a>>,
}

/// An initial value of a variable.
#[derive(Debug, Clone)]
pub enum Initial<'a> {
    Value(Value<'a>, Span),
    List(Vec<Initial<'a>>, Span),
}

/// The return values and parameters of a function.
#[derive(Debug, Clone, Default)]
pub struct Signature<'a> {
    pub returns: Vec<Declaration<'a>>,
    pub parameters: Vec<Declaration<'a>>,
}

/// The syntax tree of a kernel or a device function.
#[derive(Debug, Clone)]
pub struct Function<'a> {
    pub linking: Linking,
    pub entry: bool,
    pub name: Word<'a>,
    pub signature: Signature<'a>,
    /// The CTA size of `.reqntid` or `.maxntid`, and whether it is from the former.
    pub threads: Option<([u32; 3], bool)>,
    pub body: Option<Vec<Statement<'a>>>,
    /// The place where the body ends.
    pub end: Span,
}

/// The syntax tree of a module: its version, target, variables and functions.
#[derive(Debug)]
pub struct Module<'a> {
    pub version: (u32, u32),
    pub target: Word<'a>,
    /// Whether the target has the option `.target map_f64_to_f32`.
    pub maps_doubles: bool,
    /// The address size: 32 or 64, if the text says.
    pub address_size: Option<u32>,
    pub items: Vec<Item<'a>>,
    /// The place of each item in the text.
    pub spans: Vec<Span>,
}

/// An item of a module: a variable, a function or an alias.
#[derive(Debug)]
pub enum Item<'a> {
    Variable(Declaration<'a>),
    Function(Function<'a>),
    /// An alias of a function: `.alias a, b;`.
    Alias(Word<'a>, Word<'a>),
}
