//! The vrPTX operation of a PTX operation. The lookup table is the unit's (IV.B: one to one);
//! operations that it lacks go to the machine's scalar side.

use heddle_contract::prt::op;
use heddle_kernel::program::{Float, Integer, Op, Special, Unary};

/// Returns the code of an operation by its name in the table.
const fn code(name: &str) -> u8 {
    let mut k = 0;
    while k < op::TABLE.len() {
        let (entry, name) = (op::TABLE[k].1.as_bytes(), name.as_bytes());
        let mut same = entry.len() == name.len();
        let mut at = 0;
        while same && at < entry.len() {
            same = entry[at] == name[at];
            at += 1;
        }
        if same {
            return op::TABLE[k].0;
        }
        k += 1;
    }
    panic!("the table has no such operation")
}

/// Returns a code, checked to be one that the table lacks.
const fn none(code: u8) -> u8 {
    assert!(op::lookup(code).is_none(), "the table has it");
    code
}

pub(super) const MOV: u8 = code("mov");
pub(super) const AND: u8 = code("and");
pub(super) const OR: u8 = code("or");
pub(super) const NOT: u8 = code("not");
pub(super) const SHR: u8 = code("shr");
pub(super) const SETP: u8 = code("setp");
pub(super) const SELP: u8 = code("selp");
pub(super) const MASK: u8 = code("mask");
pub(super) const JOIN: u8 = code("join");
pub(super) const LD: u8 = code("ld");
pub(super) const ST: u8 = code("st");
pub(super) const RED: u8 = code("red");

// what the machine lacks: integers, functions, what threads do together, barriers that compute
const INTEGER: u8 = none(37);
const FUNCTION: u8 = none(38);
const TOGETHER: u8 = none(41);
pub(super) const ATOMIC: u8 = none(50);
pub(super) const BARRIER: u8 = none(51);
const OTHER: u8 = none(63);

/// Returns the code of a PTX operation that computes.
pub(super) fn of(op: &Op) -> u8 {
    match *op {
        Op::Move(_) | Op::ToGeneric(_) | Op::FromGeneric(_) => MOV,
        Op::Pack(_) => OR,
        Op::Unpack(_) => SHR,
        Op::Integer(integer, _) | Op::Predicate(integer) => of_integer(integer),
        Op::Float(float, ..) => match float {
            Float::Add => code("fadd"),
            Float::Sub => code("fsub"),
            Float::Mul => code("fmul"),
            Float::Fma | Float::MulAdd => code("fma"),
            Float::Div => code("div"),
            Float::Sqrt => code("sqrt"),
            Float::Rcp => code("rcp"),
            Float::Min { .. } => code("min"),
            Float::Max { .. } => code("max"),
            Float::Abs => code("abs"),
            Float::Neg => code("neg"),
            Float::Copysign => OTHER,
        },
        Op::Approximate(unary, ..) => match unary {
            Unary::Rcp => code("rcp"),
            Unary::Sqrt => code("sqrt"),
            Unary::Ex2 => code("ex2"),
            Unary::Div | Unary::DivFull => code("div"),
            Unary::Rsqrt | Unary::Sin | Unary::Cos | Unary::Lg2 | Unary::Tanh => FUNCTION,
        },
        Op::SetPredicate { .. } | Op::Set { .. } | Op::Test(..) | Op::IsSpace(_) => SETP,
        Op::Select(_) | Op::SelectSign { .. } => SELP,
        Op::Convert { .. } => code("cvt"),
        Op::Shuffle { .. } => code("shfl"),
        Op::Vote { .. } | Op::Match { .. } | Op::Redux { .. } | Op::ActiveMask => TOGETHER,
        _ => OTHER,
    }
}

fn of_integer(integer: Integer) -> u8 {
    match integer {
        Integer::Add => code("add"),
        Integer::Sub => code("sub"),
        Integer::Mul(_) | Integer::Mul24(_) => code("mul"),
        Integer::Mad(_) | Integer::Mad24(_) => code("mad"),
        Integer::Min => code("min"),
        Integer::Max => code("max"),
        Integer::Abs => code("abs"),
        Integer::Neg => code("neg"),
        Integer::And => AND,
        Integer::Or => OR,
        Integer::Xor => code("xor"),
        Integer::Not => NOT,
        Integer::Shl => code("shl"),
        Integer::Shr => SHR,
        Integer::Div => code("div"),
        _ => INTEGER,
    }
}

/// Returns the metadata register for a special register (IV.A); `None` for a value that all threads
/// of a grid share, which is a scalar.
pub(super) fn meta(special: Special) -> Option<u8> {
    use heddle_contract::prt::meta::{NTID, TID, WID};
    match special {
        _ if special.by_thread() => Some(TID),
        Special::Ntid(_) => Some(NTID),
        Special::Ctaid(_) | Special::Warpid => Some(WID),
        _ => None,
    }
}
