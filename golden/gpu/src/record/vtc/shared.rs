//! Shared memory's side of the SM's own accesses.

use crate::record::seen::Access;

/// Cycles that an access takes: words of one bank, 4 bytes wide, come one after the other.
pub(super) fn cycles(banks: u32, threads: u32, access: &Access) -> u64 {
    let words = u64::from(access.bytes.div_ceil(4));
    let lanes = (0..32).filter(|lane| threads >> lane & 1 == 1);
    let mut touched: Vec<u64> =
        lanes.flat_map(|lane| (0..words).map(move |word| access.addresses[lane] / 4 + word)).collect();
    touched.sort_unstable();
    touched.dedup();
    let mut of_bank = vec![0; banks as usize];
    for word in touched {
        of_bank[(word % u64::from(banks)) as usize] += 1;
    }
    of_bank.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use heddle_kernel::execute::AccessKind;
    use heddle_kernel::program::Space;

    use super::*;

    fn access(stride: u64) -> Access {
        let addresses = std::array::from_fn(|lane| lane as u64 * stride);
        Access { kind: AccessKind::Load, space: Space::Shared, addresses, bytes: 4 }
    }

    #[test]
    fn banks_conflict() {
        assert_eq!(cycles(16, u32::MAX, &access(4)), 2);
        assert_eq!(cycles(16, 0xffff, &access(4)), 1);
        assert_eq!(cycles(16, u32::MAX, &access(64)), 32);
        assert_eq!(cycles(16, u32::MAX, &access(0)), 1);
        assert_eq!(cycles(16, 0, &access(4)), 0);
    }
}
