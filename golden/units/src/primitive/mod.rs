//! Golden models of the primitives that units are made of.

mod bank;
mod fp32;
mod mul32;
mod shr32;
mod storage;

heddle_block::same_block! {
    /// The golden model of the multiplier.
    pub Mul32 = heddle_contract::primitive::Mul32;
    /// The golden model of the shifter.
    pub Shr32 = heddle_contract::primitive::Shr32;
    /// The golden model of the FP32 datapath.
    pub Fp32 = heddle_contract::primitive::Fp32;
    /// The golden model of the register bank.
    pub Bank = heddle_contract::primitive::Bank;
    /// The golden model of the storage.
    pub Storage = heddle_contract::primitive::Storage;
}

/// Golden models of units without state, whose every input is legal.
macro_rules! combinational {
    ($unit:ty, $config:ty, $in:ty, $out:ty, |$i:ident, $o:ident| $meaning:block) => {
        impl heddle_block::Machine for $unit {
            type State = ();
            fn reset(_: &$config) {}
            #[inline]
            fn comb(_: &$config, (): &(), $i: &$in, $o: &mut $out) $meaning
            #[inline]
            fn clock(_: &$config, (): &mut (), _: &$in) {}
        }
    };
}
use combinational;
