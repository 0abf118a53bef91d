/// A fundamental type of PTX: a predicate, or bits, integers or floats of some size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Type {
    Pred,
    B8,
    B16,
    B32,
    B64,
    B128,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    F32,
    F64,
}

const NAMES: &[(&str, Type)] = &[
    ("pred", Type::Pred),
    ("b8", Type::B8),
    ("b16", Type::B16),
    ("b32", Type::B32),
    ("b64", Type::B64),
    ("b128", Type::B128),
    ("u8", Type::U8),
    ("u16", Type::U16),
    ("u32", Type::U32),
    ("u64", Type::U64),
    ("s8", Type::S8),
    ("s16", Type::S16),
    ("s32", Type::S32),
    ("s64", Type::S64),
    ("f16", Type::F16),
    ("f16x2", Type::F16x2),
    ("bf16", Type::Bf16),
    ("bf16x2", Type::Bf16x2),
    ("f32", Type::F32),
    ("f64", Type::F64),
];

impl Type {
    /// Returns the type with a name (without its dot), if there is one.
    pub fn named(name: &str) -> Option<Type> {
        NAMES.iter().find(|(n, _)| *n == name).map(|&(_, t)| t)
    }
    /// Returns the type's name without the dot.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|&&(_, t)| t == self).expect("every type has a name").0
    }
    /// Returns the width of a value of the type in bits; 1 for a predicate.
    pub const fn bits(self) -> u32 {
        use Type::*;
        match self {
            Pred => 1,
            B8 | U8 | S8 => 8,
            B16 | U16 | S16 | F16 | Bf16 => 16,
            B32 | U32 | S32 | F32 | F16x2 | Bf16x2 => 32,
            B64 | U64 | S64 | F64 => 64,
            B128 => 128,
        }
    }
    /// Returns the size of a value in memory in bytes. Predicates do not lie in memory.
    pub const fn bytes(self) -> u32 {
        self.bits() / 8
    }
    /// Returns the size of a register of the type in 32-bit words: 0 for a predicate, which has a
    /// register file of its own.
    pub const fn words(self) -> u32 {
        match self {
            Type::Pred => 0,
            _ => self.bits().div_ceil(32),
        }
    }
    /// Whether the type is a signed integer.
    pub const fn is_signed(self) -> bool {
        matches!(self, Type::S8 | Type::S16 | Type::S32 | Type::S64)
    }
    /// Whether the type is a floating-point type, packed types included.
    pub const fn is_float(self) -> bool {
        matches!(self, Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2 | Type::F32 | Type::F64)
    }
}

/// A state space of PTX. The space of a generic address follows from the window that it lies in
/// (see [`crate::execute`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Space {
    Generic,
    Global,
    Shared,
    Local,
    Const,
    /// A kernel's parameters; the formal and actual parameters of a call lie in the thread's local
    /// frame.
    Param,
}

impl Space {
    /// Returns the space with a name (without its dot), if there is one.
    pub fn named(name: &str) -> Option<Space> {
        Some(match name {
            "global" => Space::Global,
            "shared" => Space::Shared,
            "local" => Space::Local,
            "const" => Space::Const,
            "param" => Space::Param,
            _ => return None,
        })
    }
    /// Returns the space's name as errors write it.
    pub const fn name(self) -> &'static str {
        match self {
            Space::Generic => "generic",
            Space::Global => "global",
            Space::Shared => "shared",
            Space::Local => "local",
            Space::Const => "const",
            Space::Param => "param",
        }
    }
}
