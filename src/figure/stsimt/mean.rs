//! Which kernels a number is a mean of.

/// The paper's line between divergent and coherent kernels: SIMD efficiency (5.1).
pub const DIVERGENT: f64 = 0.85;

/// Kernels that are taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Less SIMD efficiency than [`DIVERGENT`].
    Divergent,
    /// The others.
    Coherent,
    /// Both.
    All,
}

impl Group {
    /// Each of them.
    pub const EACH: [Group; 3] = [Group::Divergent, Group::Coherent, Group::All];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Group::Divergent => "divergent",
            Group::Coherent => "coherent",
            Group::All => "all",
        }
    }

    /// Whether a kernel of this SIMD efficiency is in it.
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
