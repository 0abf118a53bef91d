//! What PTX says beyond IEEE 754, over whatever does the arithmetic: a judge's own few lines, and
//! nothing of ours but the operations' codes.

use heddle_contract::lane::op::*;

/// Floating point that somebody else wrote. A NaN may be any NaN.
pub trait Arithmetic {
    /// Its name.
    const NAME: &'static str;
    fn add(a: u32, b: u32) -> u32;
    fn sub(a: u32, b: u32) -> u32;
    fn mul(a: u32, b: u32) -> u32;
    fn fma(a: u32, b: u32, c: u32) -> u32;
    fn of_signed(a: i32) -> u32;
    fn of_unsigned(a: u32) -> u32;
    /// A number less than 2^62 in magnitude as an integer, to the nearest or towards zero.
    fn integer(a: u32, towards_zero: bool) -> i64;
    /// False for NaN.
    fn less(a: u32, b: u32) -> bool;
    fn equal(a: u32, b: u32) -> bool;
}

/// What an operation answers: a word, or the bit of a comparison.
pub fn judge<A: Arithmetic>(op: u8, mode: u8, operands: [u32; 3]) -> u32 {
    let flushed = |word: u32| if mode & FLUSH != 0 && word & 0x7f80_0000 == 0 { word & 0x8000_0000 } else { word };
    let [a, b, c] = operands.map(flushed);
    let nan = |word: u32| !A::equal(word, word);
    let result = match op {
        ADD_F => A::add(a, b),
        SUB_F => A::sub(a, b),
        MUL_F => A::mul(a, b),
        FMA_F => A::fma(a, b, c),
        F_OF_S => A::of_signed(operands[0] as i32),
        F_OF_U => A::of_unsigned(operands[0]),
        MIN_F | MAX_F => match (nan(a), nan(b)) {
            (true, true) => NAN,
            (true, false) => b,
            (false, true) => a,
            // zeros of two signs are the only numbers that are equal and not the same
            _ if A::equal(a, b) => [a & b, a | b][usize::from(op == MIN_F)],
            _ if A::less(a, b) == (op == MIN_F) => a,
            _ => b,
        },
        // the sign alone: not even a NaN's payload changes
        ABS_F => return a & 0x7fff_ffff,
        NEG_F => return a ^ 0x8000_0000,
        S_OF_F_NEAREST..=U_OF_F_ZERO => {
            let signed = matches!(op, S_OF_F_NEAREST | S_OF_F_ZERO);
            let range = if signed { (i32::MIN.into(), i32::MAX.into()) } else { (0, i64::from(u32::MAX)) };
            const TWO_TO_THE_32: u32 = 0x4f80_0000;
            let integer = if nan(a) {
                0
            } else if !A::less(a, TWO_TO_THE_32) {
                range.1
            } else if !A::less(TWO_TO_THE_32 | 0x8000_0000, a) {
                range.0
            } else {
                A::integer(a, matches!(op, S_OF_F_ZERO | U_OF_F_ZERO)).clamp(range.0, range.1)
            };
            return integer as u32;
        }
        _ => return u32::from(holds::<A>(op, a, b)),
    };
    let result = flushed(if nan(result) { NAN } else { result });
    const ONE: u32 = 0x3f80_0000;
    match mode & SATURATE != 0 {
        true if !A::less(0, result) => 0,
        true if A::less(ONE, result) => ONE,
        _ => result,
    }
}

fn holds<A: Arithmetic>(op: u8, a: u32, b: u32) -> bool {
    let unordered = !A::equal(a, a) || !A::equal(b, b);
    let (less, equal, greater) = (A::less(a, b), A::equal(a, b), A::less(b, a));
    match op {
        SETP_EQ_F => equal,
        SETP_NE_F => less || greater,
        SETP_LT_F => less,
        SETP_LE_F => less || equal,
        SETP_GT_F => greater,
        SETP_GE_F => greater || equal,
        SETP_EQU_F => equal || unordered,
        SETP_NEU_F => less || greater || unordered,
        SETP_LTU_F => less || unordered,
        SETP_LEU_F => less || equal || unordered,
        SETP_GTU_F => greater || unordered,
        SETP_GEU_F => greater || equal || unordered,
        SETP_NUM_F => !unordered,
        _ => unordered,
    }
}
