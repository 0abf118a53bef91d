//! Berkeley SoftFloat 3, the arithmetic of Berkeley TestFloat: C, behind the feature `berkeley`.

use softfloat_sys::{
    f32_add, f32_eq, f32_lt_quiet, f32_mul, f32_mulAdd, f32_sub, f32_to_i64, float32_t, i32_to_f32,
    softfloat_round_minMag, softfloat_round_near_even, ui32_to_f32,
};

use super::ptx::Arithmetic;

pub struct SoftFloat;

fn of(v: u32) -> float32_t {
    float32_t { v }
}

// the functions keep no state but exception flags and a rounding mode, each of its own thread; the
// mode starts as to the nearest, and nobody sets it
impl Arithmetic for SoftFloat {
    const NAME: &'static str = "Berkeley SoftFloat 3";
    fn add(a: u32, b: u32) -> u32 {
        unsafe { f32_add(of(a), of(b)).v }
    }
    fn sub(a: u32, b: u32) -> u32 {
        unsafe { f32_sub(of(a), of(b)).v }
    }
    fn mul(a: u32, b: u32) -> u32 {
        unsafe { f32_mul(of(a), of(b)).v }
    }
    fn fma(a: u32, b: u32, c: u32) -> u32 {
        unsafe { f32_mulAdd(of(a), of(b), of(c)).v }
    }
    fn of_signed(a: i32) -> u32 {
        unsafe { i32_to_f32(a).v }
    }
    fn of_unsigned(a: u32) -> u32 {
        unsafe { ui32_to_f32(a).v }
    }
    fn integer(a: u32, towards_zero: bool) -> i64 {
        let round = if towards_zero { softfloat_round_minMag } else { softfloat_round_near_even };
        unsafe { f32_to_i64(of(a), round as _, false) }
    }
    fn less(a: u32, b: u32) -> bool {
        unsafe { f32_lt_quiet(of(a), of(b)) }
    }
    fn equal(a: u32, b: u32) -> bool {
        unsafe { f32_eq(of(a), of(b)) }
    }
}
