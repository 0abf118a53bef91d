//! LLVM's `APFloat`, in Rust.

use rustc_apfloat::ieee::Single;
use rustc_apfloat::{Float, Round};

use super::ptx::Arithmetic;

pub struct ApFloat;

fn of(a: u32) -> Single {
    Single::from_bits(a.into())
}

fn bits(a: Single) -> u32 {
    a.to_bits() as u32
}

const NEAREST: Round = Round::NearestTiesToEven;

impl Arithmetic for ApFloat {
    const NAME: &'static str = "LLVM's APFloat";
    fn add(a: u32, b: u32) -> u32 {
        bits(of(a).add_r(of(b), NEAREST).value)
    }
    fn sub(a: u32, b: u32) -> u32 {
        bits(of(a).sub_r(of(b), NEAREST).value)
    }
    fn mul(a: u32, b: u32) -> u32 {
        bits(of(a).mul_r(of(b), NEAREST).value)
    }
    fn fma(a: u32, b: u32, c: u32) -> u32 {
        bits(of(a).mul_add_r(of(b), of(c), NEAREST).value)
    }
    fn of_signed(a: i32) -> u32 {
        bits(Single::from_i128_r(a.into(), NEAREST).value)
    }
    fn of_unsigned(a: u32) -> u32 {
        bits(Single::from_u128_r(a.into(), NEAREST).value)
    }
    fn integer(a: u32, towards_zero: bool) -> i64 {
        let round = if towards_zero { Round::TowardZero } else { NEAREST };
        of(a).to_i128_r(64, round, &mut false).value as i64
    }
    fn less(a: u32, b: u32) -> bool {
        of(a) < of(b)
    }
    fn equal(a: u32, b: u32) -> bool {
        of(a) == of(b)
    }
}
