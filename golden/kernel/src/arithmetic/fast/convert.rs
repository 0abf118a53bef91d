use heddle_golden::lane::float::single;

use super::Visitor;
use crate::arithmetic::{double, extend};
use crate::program::{Mode, Round, Type};

pub(super) fn visit<V: Visitor>(to: Type, from: Type, mode: Mode, integer: bool, v: V) -> Option<V::Out> {
    match (to.is_float(), from.is_float()) {
        (false, false) if !mode.saturate => integers(to, from, v),
        (true, false) if mode.round == Round::NearestEven && !mode.saturate => from_integer(to, from, v),
        (false, true) => to_integer(to, from, mode, v),
        (true, true) if !mode.saturate => match mode.flush {
            false => floats::<false, V>(to, from, mode.round, integer, v),
            true => floats::<true, V>(to, from, mode.round, integer, v),
        },
        _ => None,
    }
}

/// Expands to an arm for each pair of types.
macro_rules! pairs {
    ($key:expr, $v:ident, $(($to:ident, $from:ident): $read:ty => $write:ty),* $(,)?) => {
        match $key {
            $((Type::$to, Type::$from) => {
                $v.visit(|a: $read, (), ()| extend(Type::$to, extend(Type::$from, a.into())) as $write)
            })*
            _ => return None,
        }
    };
}

/// Visits a conversion between integers, which copies bits: a register wider than the value has its
/// extension above them (`extend`).
fn integers<V: Visitor>(to: Type, from: Type, v: V) -> Option<V::Out> {
    Some(pairs!(
        (to, from), v,
        (U8, U16): u32 => u32, (U8, U32): u32 => u32, (U8, S32): u32 => u32, (U8, U64): u64 => u32,
        (S8, U16): u32 => u32, (S8, S16): u32 => u32, (S8, U32): u32 => u32, (S8, S32): u32 => u32,
        (U16, U8): u32 => u32, (U16, S8): u32 => u32, (U16, U32): u32 => u32, (U16, S32): u32 => u32, (U16, U64): u64 => u32,
        (S16, U8): u32 => u32, (S16, S8): u32 => u32, (S16, U32): u32 => u32, (S16, S32): u32 => u32,
        (U32, U8): u32 => u32, (U32, S8): u32 => u32, (U32, U16): u32 => u32, (U32, S16): u32 => u32,
        (S32, U8): u32 => u32, (S32, S8): u32 => u32, (S32, U16): u32 => u32, (S32, S16): u32 => u32,
        (U32, S32): u32 => u32, (S32, U32): u32 => u32, (U32, U32): u32 => u32, (S32, S32): u32 => u32,
        (U32, U64): u64 => u32, (U32, S64): u64 => u32, (S32, U64): u64 => u32, (S32, S64): u64 => u32,
        (U64, U8): u32 => u64, (U64, U16): u32 => u64, (U64, S16): u32 => u64, (U64, U32): u32 => u64, (U64, S32): u32 => u64,
        (S64, U8): u32 => u64, (S64, S8): u32 => u64, (S64, U16): u32 => u64, (S64, S16): u32 => u64,
        (S64, U32): u32 => u64, (S64, S32): u32 => u64,
    ))
}

/// Visits a conversion from an integer, rounded to nearest as the host does.
fn from_integer<V: Visitor>(to: Type, from: Type, v: V) -> Option<V::Out> {
    Some(match (to, from) {
        (Type::F32, Type::S32) => v.visit(|a, (), ()| single::from_signed(NEAREST, a)),
        (Type::F32, Type::U32) => v.visit(|a, (), ()| single::from_unsigned(NEAREST, a)),
        (Type::F32, Type::S16) => v.visit(|a: u32, (), ()| single::from_signed(NEAREST, a as i16 as u32)),
        (Type::F32, Type::U16) => v.visit(|a: u32, (), ()| single::from_signed(NEAREST, a & 0xffff)),
        (Type::F32, Type::S8) => v.visit(|a: u32, (), ()| single::from_signed(NEAREST, a as i8 as u32)),
        (Type::F32, Type::U8) => v.visit(|a: u32, (), ()| single::from_signed(NEAREST, a & 0xff)),
        (Type::F32, Type::S64) => v.visit(|a: u64, (), ()| (a as i64 as f32).to_bits()),
        (Type::F32, Type::U64) => v.visit(|a: u64, (), ()| (a as f32).to_bits()),
        (Type::F64, Type::S32) => v.visit(|a: u32, (), ()| f64::from(a as i32).to_bits()),
        (Type::F64, Type::U32) => v.visit(|a: u32, (), ()| f64::from(a).to_bits()),
        (Type::F64, Type::S64) => v.visit(|a: u64, (), ()| (a as i64 as f64).to_bits()),
        (Type::F64, Type::U64) => v.visit(|a: u64, (), ()| (a as f64).to_bits()),
        _ => return None,
    })
}

const NEAREST: Mode = Mode { round: Round::NearestEven, flush: false, saturate: false };

/// Visits a conversion to an integer: to nearest or zero with and without `.ftz`, outwards without
/// it. `.ftz` makes a difference only in the outward directions.
fn to_integer<V: Visitor>(to: Type, from: Type, mode: Mode, v: V) -> Option<V::Out> {
    const fn way(round: Round) -> Mode {
        Mode { round, ..NEAREST }
    }
    let outwards = matches!(mode.round, Round::Down | Round::Up);
    // a subnormal number is nothing either way, unless it is rounded away from zero
    if mode.flush && outwards {
        return None;
    }
    Some(match (to, from, mode.round) {
        (Type::S32, Type::F32, Round::Zero) => v.visit(|a, (), ()| single::to_signed(way(Round::Zero), a)),
        (Type::S32, Type::F32, Round::NearestEven) => v.visit(|a, (), ()| single::to_signed(NEAREST, a)),
        (Type::S32, Type::F32, Round::Down) => v.visit(|a, (), ()| single::to_signed(way(Round::Down), a)),
        (Type::S32, Type::F32, Round::Up) => v.visit(|a, (), ()| single::to_signed(way(Round::Up), a)),
        (Type::U32, Type::F32, Round::Zero) => v.visit(|a, (), ()| single::to_unsigned(way(Round::Zero), a)),
        (Type::U32, Type::F32, Round::NearestEven) => v.visit(|a, (), ()| single::to_unsigned(NEAREST, a)),
        (Type::U32, Type::F32, Round::Down) => v.visit(|a, (), ()| single::to_unsigned(way(Round::Down), a)),
        (Type::U32, Type::F32, Round::Up) => v.visit(|a, (), ()| single::to_unsigned(way(Round::Up), a)),
        (Type::S64, Type::F32, Round::Zero) => v.visit(|a, (), ()| double::to_long(true, f32::from_bits(a).into())),
        (Type::U64, Type::F32, Round::Zero) => v.visit(|a, (), ()| double::to_long(false, f32::from_bits(a).into())),
        (Type::S64, Type::F64, Round::Zero) => v.visit(|a, (), ()| double::to_long(true, f64::from_bits(a))),
        (Type::U64, Type::F64, Round::Zero) => v.visit(|a, (), ()| double::to_long(false, f64::from_bits(a))),
        (Type::S32, Type::F64, Round::Zero) => v.visit(|a, (), ()| double::to_word(true, f64::from_bits(a))),
        (Type::U32, Type::F64, Round::Zero) => v.visit(|a, (), ()| double::to_word(false, f64::from_bits(a))),
        _ => return None,
    })
}

/// Visits a conversion between formats, or to integral numbers of the same format.
fn floats<const FLUSH: bool, V: Visitor>(to: Type, from: Type, round: Round, integer: bool, v: V) -> Option<V::Out> {
    const fn way<const FLUSH: bool>(round: Round) -> Mode {
        Mode { round, flush: FLUSH, saturate: false }
    }
    Some(match (to, from, round, integer) {
        (Type::F32, Type::F32, Round::NearestEven, true) => {
            v.visit(|a, (), ()| single::integral(way::<FLUSH>(Round::NearestEven), a))
        }
        (Type::F32, Type::F32, Round::Zero, true) => {
            v.visit(|a, (), ()| single::integral(way::<FLUSH>(Round::Zero), a))
        }
        (Type::F32, Type::F32, Round::Down, true) => {
            v.visit(|a, (), ()| single::integral(way::<FLUSH>(Round::Down), a))
        }
        (Type::F32, Type::F32, Round::Up, true) => v.visit(|a, (), ()| single::integral(way::<FLUSH>(Round::Up), a)),
        // exact, whatever the rounding
        (Type::F64, Type::F32, _, false) => v.visit(|a, (), ()| {
            double::deliver(f32::from_bits(single::operand(way::<FLUSH>(Round::NearestEven), a)).into())
        }),
        (Type::F32, Type::F64, Round::NearestEven, false) => {
            v.visit(|a: u64, (), ()| single::deliver(way::<FLUSH>(Round::NearestEven), f64::from_bits(a) as f32))
        }
        _ => return None,
    })
}
