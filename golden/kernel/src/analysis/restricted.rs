use super::scalar::{Marking, Reason, Scalars, Step4, mark};
use super::{Flow, Liveness, Region, Rules};
use crate::program::{Function, Module};

/// The step 4 of the restricted algorithm: where control flow may have diverged, nothing is scalar.
struct Convergent;

impl Step4 for Convergent {
    fn part(&self, marking: &mut Marking, branch: u32, region: &Region) {
        for (_, blocks) in &region.sides {
            for i in blocks.iter().flat_map(|b| marking.flow.instructions(b)) {
                marking.instruction(i as u32, Reason::Apart { branch });
            }
        }
    }
}

impl Scalars {
    /// Finds the scalars by the restricted algorithm of Lee et al. (CGO 2013), as STSIMT 4.2
    /// describes it. An instruction is scalar only where it is certain that all threads of the warp
    /// that have not exited are together. A device function can be called from where they are not,
    /// so nothing in it is scalar.
    pub fn restricted(
        module: &Module,
        function: &Function,
        flow: &Flow,
        liveness: &Liveness,
        rules: &Rules,
    ) -> Scalars {
        let at_once = Some(Reason::Called).filter(|_| !function.entry);
        mark((module, function), flow, liveness, rules, at_once, &Convergent)
    }
}
