use crate::primitive::Mul32;
use heddle_contract::primitive::Plain;
use heddle_contract::primitive::mul32::{In, Out};

use super::{primitive, simpler_number, word};
use heddle_testbench::bench::{Cover, Drive, Shrink};
use heddle_testbench::entropy::Entropy;

impl Drive for Mul32 {
    /// The last word drawn.
    type Stimulus = u32;

    #[inline]
    fn next(_: &Plain, recent: &mut u32, _: &Self::Protocol, (): &(), e: &mut Entropy, i: &mut In) {
        *i = In { reset: false, a: word(e, recent), b: word(e, recent), signs: e.chance(128) };
    }
}

impl Shrink for Mul32 {
    fn shrink_candidates(_: &Plain, i: &In) -> Vec<In> {
        let a = simpler_number(i.a).map(|a| In { a, ..i.clone() });
        let b = simpler_number(i.b).map(|b| In { b, ..i.clone() });
        let signs = i.signs.then(|| In { signs: false, ..i.clone() });
        a.chain(b).chain(signs).collect()
    }
}

impl Cover for Mul32 {
    const COVER: &'static [&'static str] =
        &["signed factors, both negative", "an unsigned product that needs its high word"];

    fn unreachable(_: &Plain) -> Vec<&'static str> {
        Vec::new()
    }

    fn cover(_: &Plain, _: &Self::Protocol, (): &(), i: &In, o: &Out, hit: &mut dyn FnMut(usize)) {
        let reached = [i.signs && (i.a & i.b) >> 31 == 1, !i.signs && o.high != 0];
        reached.iter().enumerate().filter(|(_, reached)| **reached).for_each(|(point, _)| hit(point));
    }
}

primitive! { Mul32 }
