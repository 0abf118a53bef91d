//! Nanoseconds that an operation takes a lane: a loop of a warp over each frequent operation, for
//! the least common instructions of the host and for its own.
//!
//! `cargo bench -p heddle-kernel --bench operations`.

use heddle_kernel::arithmetic::{Lane, Visitor, fast};
use heddle_kernel::program::{Float, Integer, Mode, Op, Part, Round, Type, Unary};

const PLAIN: Mode = Mode { round: Round::NearestEven, flush: false, saturate: false };
const FLUSH: Mode = Mode { flush: true, ..PLAIN };

/// A warp's loop over an operation.
struct Time;

impl Visitor for Time {
    type Out = f64;
    fn visit<A: Lane, B: Lane, C: Lane, D: Lane>(self, f: impl Fn(A, B, C) -> D + Copy + Send + Sync + 'static) -> f64 {
        time(f)
    }
}

#[inline(always)]
fn time<A: Lane, B: Lane, C: Lane, D: Lane>(f: impl Fn(A, B, C) -> D) -> f64 {
    let mut rows = [[0u32; 32]; 6];
    for (n, word) in rows.iter_mut().flatten().enumerate() {
        *word = (1.0 + n as f32 / 7.0).to_bits();
    }
    let mut out = [[0u32; 32]; 2];
    const TURNS: u32 = 10_000;
    let mut best = f64::INFINITY;
    // others may use the machine
    for _ in 0..20 {
        let start = std::time::Instant::now();
        for _ in 0..TURNS {
            let rows = std::hint::black_box(&rows);
            for lane in 0..32 {
                let [al, ah, bl, bh, cl, ch] = [0, 1, 2, 3, 4, 5].map(|row: usize| rows[row][lane]);
                [out[0][lane], out[1][lane]] = f(A::of(al, ah), B::of(bl, bh), C::of(cl, ch)).words();
            }
            std::hint::black_box(&mut out);
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(TURNS) / 32.0);
    }
    best
}

/// The same, compiled for a host that has more.
#[cfg(target_arch = "x86_64")]
struct TimeWide;

#[cfg(target_arch = "x86_64")]
impl Visitor for TimeWide {
    type Out = f64;
    const FUSES: bool = true;
    fn visit<A: Lane, B: Lane, C: Lane, D: Lane>(self, f: impl Fn(A, B, C) -> D + Copy + Send + Sync + 'static) -> f64 {
        #[target_feature(enable = "avx2,fma")]
        unsafe fn wide<A: Lane, B: Lane, C: Lane, D: Lane>(
            f: impl Fn(A, B, C) -> D + Copy + Send + Sync + 'static,
        ) -> f64 {
            time(f)
        }
        // SAFETY: `main` has asked the host for AVX2 and FMA
        unsafe { wide(f) }
    }
}

fn main() {
    use Unary::*;
    let mut operations: Vec<Op> = [Rcp, Sqrt, Rsqrt, Sin, Cos, Ex2, Lg2, Tanh, Div, DivFull]
        .iter()
        .flat_map(|&op| [PLAIN, FLUSH].map(|mode| Op::Approximate(op, Type::F32, mode)))
        .collect();
    for mode in [PLAIN, FLUSH] {
        operations.extend(
            [Float::Add, Float::Mul, Float::Fma, Float::Div, Float::Max { nan: false }]
                .map(|op| Op::Float(op, Type::F32, mode)),
        );
    }
    operations.extend([Float::Add, Float::Fma, Float::Div].map(|op| Op::Float(op, Type::F64, PLAIN)));
    operations.extend(
        [
            Integer::Add,
            Integer::Mul(Part::Low),
            Integer::Mad(Part::Low),
            Integer::Mul(Part::Wide),
            Integer::Shl,
            Integer::Div,
            Integer::Max,
        ]
        .map(|op| Op::Integer(op, Type::S32)),
    );
    operations.extend([Integer::Add, Integer::Mul(Part::Low), Integer::Shl].map(|op| Op::Integer(op, Type::S64)));
    let cvt = |to, from, round, integer| Op::Convert { to, from, mode: Mode { round, ..PLAIN }, integer };
    operations.extend([
        cvt(Type::S32, Type::F32, Round::Zero, true),
        cvt(Type::F32, Type::S32, Round::NearestEven, false),
        cvt(Type::F32, Type::F32, Round::Down, true),
        cvt(Type::S64, Type::S32, Round::NearestEven, false),
        cvt(Type::F32, Type::F64, Round::NearestEven, false),
    ]);
    for op in operations {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            print!("{:.3} ", fast(&op, TimeWide).unwrap());
        }
        println!("{:.3} {op:?}", fast(&op, Time).unwrap());
    }
}
