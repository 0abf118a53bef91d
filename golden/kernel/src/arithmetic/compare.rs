//! Comparisons and tests of numbers: `setp`, `set`, `testp`, `slct`.

use heddle_golden::lane::float::{Compare, Format};

use super::float::{format, halves};
use super::{Outcome, mask, number, width};
use crate::program::{Group, Type};

/// Whether a comparison of two operands holds. For integers the unordered comparisons equal the
/// ordered ones.
pub fn holds(compare: Compare, ty: Type, flush: bool, a: u64, b: u64) -> bool {
    let order = match format(ty) {
        Some(format) => format.order(flush, a, b),
        None => Some(number(ty, a).cmp(&number(ty, b))),
    };
    compare.holds(order)
}

/// Combines a comparison's result with a predicate, which may be negated; without a group, returns
/// the result.
pub fn grouped(group: Option<(Group, bool)>, result: bool, predicate: u64) -> bool {
    let Some((group, negated)) = group else { return result };
    let predicate = (predicate & 1 == 1) != negated;
    match group {
        Group::And => result & predicate,
        Group::Or => result | predicate,
        Group::Xor => result ^ predicate,
    }
}

/// `setp`: returns both predicates, p as the value and q as the flag.
/// Of a packed type, p is the lower half's comparison and q the upper half's.
pub fn set_predicate(
    compare: Compare,
    ty: Type,
    flush: bool,
    group: Option<(Group, bool)>,
    [a, b, c]: [u64; 3],
) -> Outcome {
    let (p, q) = match halves(ty) {
        Some(half) => {
            (holds(compare, half, flush, a, b), holds(compare, half, flush, a >> 16 & 0xffff, b >> 16 & 0xffff))
        }
        None => {
            let result = holds(compare, ty, flush, a, b);
            (result, !result)
        }
    };
    Outcome { value: grouped(group, p, c).into(), second: grouped(group, q, c) }
}

/// `set`: returns 1.0 or, in an integer, all ones where the comparison holds, else 0; each half of
/// a packed type separately.
pub fn set(
    compare: Compare,
    to: Type,
    ty: Type,
    flush: bool,
    group: Option<(Group, bool)>,
    [a, b, c]: [u64; 3],
) -> u64 {
    if let Some(half) = halves(ty) {
        let to = halves(to).unwrap_or(Type::U16);
        let set = |a, b| set(compare, to, half, flush, group, [a, b, c]) & 0xffff;
        return set(a, b) | set(a >> 16 & 0xffff, b >> 16 & 0xffff) << 16;
    }
    if !grouped(group, holds(compare, ty, flush, a, b), c) {
        return 0;
    }
    super::extend(to, format(to).map_or(mask(width(to)), Format::one))
}

/// `testp`: whether a number has a property: 0 finite, 1 infinite, 2 number, 3 notanumber, 4
/// normal, 5 subnormal. A zero is normal.
pub fn test(property: u8, ty: Type, a: u64) -> bool {
    let Some(format) = format(ty) else { return false };
    let magnitude = format.magnitude(a);
    match property {
        0 => magnitude < format.infinity(),
        1 => magnitude == format.infinity(),
        2 => !format.is_nan(a),
        3 => format.is_nan(a),
        4 => magnitude < format.infinity() && !format.is_subnormal(a),
        _ => format.is_subnormal(a),
    }
}

/// `slct`: whether its condition c >= 0 holds. A NaN is not, -0 is.
pub fn not_negative(by: Type, flush: bool, c: u64) -> bool {
    match by {
        Type::F32 => holds(Compare::Ge, by, flush, c, 0),
        _ => number(by, c) >= 0,
    }
}
