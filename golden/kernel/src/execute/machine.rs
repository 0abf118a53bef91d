//! The machine that executes: its instructions of 256 bits, where it has them.
//!
//! Loops over the lanes, and the loop over instructions around them, are compiled twice: for any
//! machine of the target, and *wide*, for one with AVX2 and FMA. An image says which of the two
//! executes it ([`Making::wide`](super::Making)).

/// Whether the machine has the instructions of the wide version.
#[cfg(target_arch = "x86_64")]
pub(crate) fn is_wide() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}
/// Whether the machine has the instructions of the wide version.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn is_wide() -> bool {
    false
}

/// Compiles functions for a machine with the instructions of the wide version. They must not be
/// called on another.
macro_rules! wide {
    ($($function:item)*) => {
        $(
            #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt"))]
            $function
        )*
    };
}
pub(crate) use wide;
