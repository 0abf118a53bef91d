use super::Scalars;
use crate::execute::{Image, Issue, Observer, Warp};
use crate::program::Module;

/// How often each instruction was executed, once a warp.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executed {
    /// By function and instruction.
    pub counts: Vec<Vec<u64>>,
}

impl Executed {
    /// Nothing so far.
    pub fn new(module: &Module) -> Executed {
        Executed { counts: module.functions.iter().map(|f| vec![0; f.code.len()]).collect() }
    }
    /// The share of executed instructions that are scalar: what STSIMT figure 10 counts dynamically. Scalars by function.
    pub fn share(&self, scalars: &[Scalars]) -> f64 {
        let counts = self.counts.iter().zip(scalars).flat_map(|(counts, s)| counts.iter().zip(&s.instructions));
        let (mut all, mut scalar) = (0, 0);
        for (&count, &is_scalar) in counts {
            all += count;
            scalar += if is_scalar { count } else { 0 };
        }
        scalar as f64 / all.max(1) as f64
    }
}

impl Observer for Executed {
    fn issue(&mut self, issue: &Issue, _: &Warp, _: &Image) {
        self.counts[issue.function.0 as usize][issue.instruction as usize] += 1;
    }
}
