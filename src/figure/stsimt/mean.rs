//! The groups of kernels that means are taken over.

/// SIMD efficiency below which the paper calls a kernel divergent, else coherent (5.1).
pub const DIVERGENT: f64 = 0.85;

/// A group of kernels that a mean is taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Kernels whose SIMD efficiency is below [`DIVERGENT`].
    Divergent,
    /// Kernels whose SIMD efficiency is [`DIVERGENT`] or more.
    Coherent,
    /// All kernels, divergent and coherent.
    All,
}

impl Group {
    /// All groups: divergent, coherent, and all kernels.
    pub const EACH: [Group; 3] = [Group::Divergent, Group::Coherent, Group::All];

    /// Returns the name of the group.
    pub fn name(self) -> &'static str {
        match self {
            Group::Divergent => "divergent",
            Group::Coherent => "coherent",
            Group::All => "all",
        }
    }

    /// Whether a kernel of this SIMD efficiency is in the group.
    pub fn has(self, efficiency: f64) -> bool {
        match self {
            Group::Divergent => efficiency < DIVERGENT,
            Group::Coherent => efficiency >= DIVERGENT,
            Group::All => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_is_divergent_or_coherent() {
        for efficiency in [0.0, 0.849_999, 0.85, 1.0] {
            assert!(Group::Divergent.has(efficiency) != Group::Coherent.has(efficiency));
            assert!(Group::All.has(efficiency));
        }
        assert!(Group::Coherent.has(0.85));
    }
}
