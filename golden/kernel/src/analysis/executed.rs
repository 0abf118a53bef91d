use super::Scalars;
use crate::execute::{Image, Issue, Observer, Warp};
use crate::program::Module;

/// An observer that counts how often each instruction is executed, once per warp.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executed {
    /// Executions by function and instruction.
    pub counts: Vec<Vec<u64>>,
}

impl Executed {
    /// Creates counters of zero for all instructions of a module.
    pub fn new(module: &Module) -> Executed {
        Executed { counts: module.functions.iter().map(|f| vec![0; f.code.len()]).collect() }
    }
    /// Returns the share of executed instructions that are scalar (the dynamic count of STSIMT
    /// figure 10); `scalars` by function.
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
