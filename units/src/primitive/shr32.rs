use crate::primitive::Shr32;
use heddle_contract::primitive::Plain;
use heddle_contract::primitive::shr32::{In, Out};

use super::{primitive, simpler_number, word};
use heddle_testbench::bench::{Cover, Drive, Shrink};
use heddle_testbench::entropy::Entropy;

impl Drive for Shr32 {
    /// The last word drawn.
    type Stimulus = u32;

    #[inline]
    fn next(_: &Plain, recent: &mut u32, _: &Self::Protocol, (): &(), e: &mut Entropy, i: &mut In) {
        *i = In { reset: false, a: word(e, recent), amount: word(e, recent), fill_sign: e.chance(128) };
    }
}

impl Shrink for Shr32 {
    fn shrink_candidates(_: &Plain, i: &In) -> Vec<In> {
        let a = simpler_number(i.a).map(|a| In { a, ..i.clone() });
        let amount = simpler_number(i.amount).map(|amount| In { amount, ..i.clone() });
        let fill_sign = i.fill_sign.then(|| In { fill_sign: false, ..i.clone() });
        a.chain(amount).chain(fill_sign).collect()
    }
}

impl Cover for Shr32 {
    const COVER: &'static [&'static str] = &["a negative word, filled with its sign", "an amount of 32 or more"];

    fn unreachable(_: &Plain) -> Vec<&'static str> {
        Vec::new()
    }

    fn cover(_: &Plain, _: &Self::Protocol, (): &(), i: &In, _: &Out, hit: &mut dyn FnMut(usize)) {
        let reached = [i.fill_sign && i.a >> 31 == 1, i.amount >= 32];
        reached.iter().enumerate().filter(|(_, reached)| **reached).for_each(|(point, _)| hit(point));
    }
}

primitive! { Shr32 }
