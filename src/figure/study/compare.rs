//! Claims of a paper about runs that are compared with others, as data.

use super::checks::{is_like, number};
use super::sheet::Check;

/// A key of a run: the figure's change of the GPU, and the policy.
pub type Key = (&'static str, &'static str);

/// The values of ours that agree with the paper's.
#[derive(Debug, Clone, Copy)]
pub enum Agrees {
    /// Those with the direction of the paper's value, half to twice as large.
    Like(f64),
    /// Those that differ from the first value by the second at most.
    Within(f64, f64),
    /// Those from the first value to the second.
    From(f64, f64),
    /// Those with an amount below the value.
    Small(f64),
    /// Those below the value.
    Below(f64),
    /// Those above the value.
    Above(f64),
}

impl Agrees {
    /// Whether our value agrees.
    pub fn holds(self, ours: f64) -> bool {
        match self {
            Agrees::Like(paper) => is_like(ours, paper),
            Agrees::Within(paper, by) => (ours - paper).abs() <= by,
            Agrees::From(least, most) => (least..=most).contains(&ours),
            Agrees::Small(most) => ours.abs() < most,
            Agrees::Below(most) => ours < most,
            Agrees::Above(least) => ours > least,
        }
    }
}

/// A claim about the mean of a group, in percent by which a run exceeds another one.
pub struct Claim<G> {
    what: &'static str,
    /// The paper's value, with its section.
    paper: &'static str,
    group: G,
    run: Key,
    against: Key,
    agrees: Agrees,
}

/// Returns a claim: what is compared, the paper's value with its section, a group, a run and the
/// one that it is compared with, and the values that agree.
pub const fn claim<G: Copy>(
    what: &'static str,
    paper: &'static str,
    group: G,
    [run, against]: [Key; 2],
    agrees: Agrees,
) -> Claim<G> {
    Claim { what, paper, group, run, against, agrees }
}

/// Checks claims; `ours` are the values over a group's workloads, and over others.
pub fn checks<G: Copy>(claims: &[Claim<G>], ours: impl Fn(G, Key, Key) -> [Option<f64>; 2]) -> Vec<Check> {
    let check =
        |it: &Claim<G>| number(it.what, it.paper, ours(it.group, it.run, it.against), |ours| it.agrees.holds(ours));
    claims.iter().map(check).collect()
}
