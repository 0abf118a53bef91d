use std::collections::BTreeMap;
use std::ops::Index;

macro_rules! data {
    ($($variant:ident $name:literal $type:ty, $get:ident $get_mut:ident),* $(,)?) => {
        /// The contents of a buffer as a typed list of elements; little-endian in memory.
        #[derive(Debug, Clone, PartialEq)]
        #[allow(missing_docs)]
        pub enum Data { $($variant(Vec<$type>)),* }

        /// The names of the types that a buffer can hold.
        pub(super) const TYPES: &[&str] = &[$($name),*];

        impl Data {
            /// Creates zeros of a type, given by its PTX name; `None` for an unknown type.
            pub fn zeros(ty: &str, count: usize) -> Option<Data> {
                Some(match ty { $($name => Data::$variant(vec![<$type>::default(); count]),)* _ => return None })
            }
            /// Returns the PTX name of the element type.
            pub fn type_name(&self) -> &'static str {
                match self { $(Data::$variant(_) => $name),* }
            }
            /// Returns the number of elements.
            #[allow(clippy::len_without_is_empty)]
            pub fn len(&self) -> usize {
                match self { $(Data::$variant(v) => v.len()),* }
            }
            /// Returns the size of one element in bytes.
            pub fn element_bytes(&self) -> u32 {
                match self { $(Data::$variant(_) => size_of::<$type>() as u32),* }
            }
            /// Sets an element. A whole number is cut to the element's bits.
            pub(super) fn set(&mut self, index: usize, cell: Cell) {
                match self { $(Data::$variant(v) => v[index] = <$type as FromCell>::of(cell)),* }
            }
            /// Sets every element to a value computed from its index.
            pub(super) fn set_all(&mut self, mut cell: impl FnMut(usize) -> Cell) {
                match self { $(Data::$variant(v) => v.iter_mut().enumerate().for_each(|(i, x)| *x = <$type as FromCell>::of(cell(i)))),* }
            }
            /// Returns an element as a number, and its bits.
            pub fn element(&self, index: usize) -> (f64, u64) {
                match self { $(Data::$variant(v) => (v[index] as f64, v[index].bits())),* }
            }
            /// Returns an element as text for messages.
            pub(super) fn show(&self, index: usize) -> String {
                match self { $(Data::$variant(v) => format!("{:?}", v[index])),* }
            }
            /// Returns the contents as bytes, as they lie in memory.
            pub fn to_bytes(&self) -> Vec<u8> {
                match self { $(Data::$variant(v) => v.iter().flat_map(|x| x.to_le_bytes()).collect()),* }
            }
            /// Replaces the elements by those in `bytes`, as read from memory; type and length
            /// stay.
            pub fn read_back(&mut self, bytes: &[u8]) {
                match self {
                    $(Data::$variant(v) => for (x, b) in v.iter_mut().zip(bytes.chunks_exact(size_of::<$type>())) {
                        *x = <$type>::from_le_bytes(b.try_into().expect("a chunk has the type's size"));
                    }),*
                }
            }
        }

        $(impl FromCell for $type {
            fn of(cell: Cell) -> $type {
                match cell { Cell::Whole(value) => value as $type, Cell::Float(value) => value as $type }
            }
        })*

        /// A Rust type that the elements of a buffer can have.
        pub trait Element: Copy { #[doc(hidden)] fn of(data: &Data) -> Option<&[Self]>; #[doc(hidden)] fn of_mut(data: &mut Data) -> Option<&mut Vec<Self>>; }
        $(impl Element for $type {
            fn of(data: &Data) -> Option<&[Self]> { match data { Data::$variant(v) => Some(v), _ => None } }
            fn of_mut(data: &mut Data) -> Option<&mut Vec<Self>> { match data { Data::$variant(v) => Some(v), _ => None } }
        })*

        impl Buffers {
            $(
                /// Returns the elements of the buffer with a name; panics if there is none of this
                /// type.
                pub fn $get(&self, name: &str) -> &[$type] { self.get::<$type>(name) }
                /// Returns the elements of the buffer with a name for writing; panics if there is
                /// none of this type.
                pub fn $get_mut(&mut self, name: &str) -> &mut [$type] { self.get_mut::<$type>(name) }
            )*
        }
    };
}

data! {
    U8 "u8" u8, u8 u8_mut,
    U16 "u16" u16, u16 u16_mut,
    U32 "u32" u32, u32 u32_mut,
    U64 "u64" u64, u64 u64_mut,
    S8 "s8" i8, s8 s8_mut,
    S16 "s16" i16, s16 s16_mut,
    S32 "s32" i32, s32 s32_mut,
    S64 "s64" i64, s64 s64_mut,
    F32 "f32" f32, f32 f32_mut,
    F64 "f64" f64, f64 f64_mut,
}

/// A number before its conversion to the type of an element.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cell {
    Whole(i64),
    Float(f64),
}

trait FromCell {
    fn of(cell: Cell) -> Self;
}

/// The conversion of an element to its bits.
trait Bits {
    fn bits(self) -> u64;
}
macro_rules! bits {
    ($($type:ty: $value:ident => $bits:expr),* $(,)?) => { $(impl Bits for $type { fn bits(self) -> u64 { let $value = self; $bits } })* };
}
bits! {
    u8: v => v.into(), u16: v => v.into(), u32: v => v.into(), u64: v => v,
    i8: v => (v as u8).into(), i16: v => (v as u16).into(), i32: v => (v as u32).into(), i64: v => v as u64,
    f32: v => v.to_bits().into(), f64: v => v.to_bits(),
}

impl Data {
    /// Whether the elements are floating-point numbers.
    pub fn is_float(&self) -> bool {
        matches!(self, Data::F32(_) | Data::F64(_))
    }
}

/// The buffers and symbols of a launch, by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Buffers(pub BTreeMap<String, Data>);

impl Buffers {
    /// Returns the elements of the buffer with a name; panics if there is none of type `T`.
    /// A wrong name or type is an error in the workload's own host code.
    pub fn get<T: Element>(&self, name: &str) -> &[T] {
        let data = self.0.get(name).unwrap_or_else(|| panic!("no buffer `{name}`"));
        T::of(data).unwrap_or_else(|| panic!("buffer `{name}` holds {}", data.type_name()))
    }
    /// Returns the elements of the buffer with a name for writing; panics if there is none of type
    /// `T`.
    pub fn get_mut<T: Element>(&mut self, name: &str) -> &mut Vec<T> {
        let data = self.0.get_mut(name).unwrap_or_else(|| panic!("no buffer `{name}`"));
        let held = data.type_name();
        T::of_mut(data).unwrap_or_else(|| panic!("buffer `{name}` holds {held}"))
    }
}

/// The named sizes of a workload at one scale.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sizes(pub BTreeMap<String, i64>);

impl Sizes {
    /// Returns the size with a name as a count; panics if there is none.
    pub fn count(&self, name: &str) -> usize {
        self[name] as usize
    }
}

impl Index<&str> for Sizes {
    type Output = i64;
    fn index(&self, name: &str) -> &i64 {
        self.0.get(name).unwrap_or_else(|| panic!("no size `{name}`"))
    }
}
