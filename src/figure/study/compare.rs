//! Claims of a paper about runs that are compared with others, as data.

use super::agreement::Stated;
use super::checks::number;
use super::sheet::Check;

/// A key of a run: the figure's change of the GPU, and the policy.
pub type Key = (&'static str, &'static str);

/// A claim about the mean of a group, in percent by which a run exceeds another one.
pub struct Claim<G> {
    what: &'static str,
    /// The paper's value, with its section.
    paper: &'static str,
    group: G,
    run: Key,
    against: Key,
    stated: Stated,
}

/// Returns a claim: what is compared, the paper's value with its section, a group, a run and the
/// one that it is compared with, and what the paper states.
pub const fn claim<G: Copy>(
    what: &'static str,
    paper: &'static str,
    group: G,
    [run, against]: [Key; 2],
    stated: Stated,
) -> Claim<G> {
    Claim { what, paper, group, run, against, stated }
}

/// Checks claims; `ours` are the values over a group's workloads, and over others.
pub fn checks<G: Copy>(claims: &[Claim<G>], ours: impl Fn(G, Key, Key) -> [Option<f64>; 2]) -> Vec<Check> {
    let check = |it: &Claim<G>| number(it.what, it.paper, ours(it.group, it.run, it.against), it.stated);
    claims.iter().map(check).collect()
}
