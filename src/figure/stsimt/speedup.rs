//! Section 5.6 and figures 7, 8 and 11 of STSIMT: speedups of the policies, by kernel and in the
//! mean.

use serde_json::{Map, Value, json};

use super::kernels::{BASE, Compared, Kernels, mean, of};
use super::mean::Group;
use crate::figure::study::agreement::Stated;
use crate::figure::study::checks::{Goes, number, order};
use crate::figure::study::sheet::{Rows, Sheet};
use crate::number::{decimals, group};
use crate::plot::{Bars, Chart};

/// A comparison of policies, and the paper's statements about it.
pub struct Comparison {
    /// The name of the figure, as in `stsimt/7`.
    pub figure: &'static str,
    /// The title of the figure.
    pub title: &'static str,
    /// The policies that are compared; [`BASE`], the baseline, is first.
    pub policies: &'static [&'static str],
    /// Means that the paper prints.
    pub claims: &'static [Claim],
    /// Orders of policies by speed, the fastest first, with the place: they follow from the paper's
    /// means.
    pub orders: &'static [(Group, &'static [&'static str], &'static str)],
}

/// A mean speedup that the paper states: a policy and the one that it is compared with, a group,
/// the statement, and the paper's text with each section.
type Claim = (&'static str, &'static str, Group, Stated, &'static str);

use Group::{All, Coherent, Divergent};
use Stated::{Gain, More};

/// Section 5.6 of STSIMT: smaller warps, and warps that belong to no lane.
pub const DESIGN: Comparison = Comparison {
    figure: "stsimt/5.6",
    title: "smaller warps, and warps that belong to no lane: speedup over simt",
    policies: &[BASE, "tsimt", "tsimt-w16", "tsimt-free"],
    claims: &[
        ("tsimt-w16", BASE, All, Gain(1.4), "+1.4 (5.6)"),
        ("tsimt-free", BASE, All, Gain(7.6), "+7.6 (5.6)"),
        ("tsimt-free", "tsimt", All, Gain(16.4), "+16.4 (5.6)"),
    ],
    orders: &[(All, &["tsimt-free", "tsimt-w16", BASE, "tsimt"], "5.3, 5.6")],
};

/// Figure 7 of STSIMT: TSIMT and its optimisations.
pub const TSIMT: Comparison = Comparison {
    figure: "stsimt/7",
    title: "TSIMT: speedup over simt",
    policies: &[BASE, "tsimt", "tsimt-exit", "tsimt-partial", "tsimt+"],
    claims: &[
        ("tsimt", BASE, All, Gain(-7.3), "-7.3 (5.3)"),
        ("tsimt", BASE, Divergent, Gain(-7.3), "-7.3 (5.3)"),
        ("tsimt", BASE, Coherent, Gain(-7.3), "-7.3 (5.3)"),
        ("tsimt+", BASE, All, Gain(-6.0), "-6.0 (5.5)"),
        ("tsimt+", "tsimt", All, Gain(1.4), "+1.4 (5.5)"),
    ],
    orders: &[(All, &[BASE, "tsimt+", "tsimt"], "5.3, 5.5")],
};

/// Figure 8 of STSIMT: STSIMT with lanes of two and of four threads.
pub const STSIMT: Comparison = Comparison {
    figure: "stsimt/8",
    title: "STSIMT: speedup over simt",
    policies: &[BASE, "tsimt", "tsimt+", "stsimt2", "stsimt4", "stsimt2-late", "stsimt4-late"],
    claims: &[
        ("stsimt4", BASE, Divergent, Gain(6.0), "+6 (5.7), +8 (6)"),
        ("stsimt4", BASE, Coherent, Gain(5.9), "+5.9 (5.7)"),
        ("stsimt4", BASE, All, Gain(6.0), "+6 (6)"),
        ("stsimt4", "tsimt", Divergent, Gain(10.0), "+10 (5.7)"),
        ("stsimt4", "tsimt", Coherent, Gain(12.6), "+12.6 (5.7)"),
        ("stsimt2", BASE, All, More, "faster (5.7)"),
        // whether these release registers early is not said (D85)
        ("stsimt4-late", BASE, Divergent, Gain(6.0), "+6 (5.7), +8 (6)"),
        ("stsimt4-late", BASE, Coherent, Gain(5.9), "+5.9 (5.7)"),
        ("stsimt4-late", BASE, All, Gain(6.0), "+6 (6)"),
        ("stsimt2-late", BASE, All, More, "faster (5.7)"),
    ],
    orders: &[
        (Divergent, &["stsimt4", BASE, "tsimt"], "5.3, 5.7"),
        (Coherent, &["stsimt4", BASE, "tsimt"], "5.3, 5.7"),
    ],
};

/// Figure 11 of STSIMT: scalarization.
pub const SCALAR: Comparison = Comparison {
    figure: "stsimt/11",
    title: "scalarization: speedup over simt",
    policies: &[
        BASE,
        "simt-scalar",
        "tsimt+",
        "tsimt+-scalar",
        "stsimt4",
        "stsimt4-scalar",
        "stsimt4-late",
        "stsimt4-late-scalar",
    ],
    claims: &[
        ("tsimt+-scalar", "tsimt+", All, Gain(16.1), "+16.1 (5.9)"),
        ("stsimt4-scalar", "stsimt4", All, Gain(13.0), "+13.0 (5.9)"),
        ("simt-scalar", "stsimt4-scalar", Coherent, Gain(1.3), "+1.3 (5.9)"),
        ("stsimt4-scalar", "simt-scalar", Divergent, Gain(4.2), "+4.2 (5.9)"),
        ("stsimt4-scalar", BASE, All, Gain(19.6), "+19.6 (abstract), +20 (5.10)"),
        ("tsimt+-scalar", BASE, All, Gain(9.3), "+9.3 (5.10), +16 (6)"),
        // whether these release registers early is not said (D85)
        ("stsimt4-late-scalar", "stsimt4-late", All, Gain(13.0), "+13.0 (5.9)"),
        ("stsimt4-late-scalar", BASE, All, Gain(19.6), "+19.6 (abstract), +20 (5.10)"),
    ],
    orders: &[(All, &["stsimt4-scalar", "tsimt+-scalar", "stsimt4", BASE, "tsimt+"], "5.5, 5.7, 5.10")],
};

/// The paper's main results (abstract, 5.3, 5.7, 5.10) by the fewest policies, for runs at the
/// paper's size, which take hours.
pub const HEADLINE: Comparison = Comparison {
    figure: "stsimt/headline",
    title: "TSIMT, STSIMT4 and scalarization: speedup over simt",
    policies: &[BASE, "tsimt", "stsimt4", "stsimt4-late", "stsimt4-scalar", "stsimt4-late-scalar"],
    claims: &[
        ("tsimt", BASE, All, Gain(-7.3), "-7.3 (5.3)"),
        ("stsimt4", BASE, Divergent, Gain(6.0), "+6 (5.7), +8 (6)"),
        ("stsimt4", BASE, Coherent, Gain(5.9), "+5.9 (5.7)"),
        ("stsimt4", BASE, All, Gain(6.0), "+6 (6)"),
        ("stsimt4-scalar", "stsimt4", All, Gain(13.0), "+13.0 (5.9)"),
        ("stsimt4-scalar", BASE, All, Gain(19.6), "+19.6 (abstract), +20 (5.10)"),
        // whether these release registers early is not said (D85)
        ("stsimt4-late", BASE, All, Gain(6.0), "+6 (6)"),
        ("stsimt4-late-scalar", BASE, All, Gain(19.6), "+19.6 (abstract), +20 (5.10)"),
    ],
    orders: &[(All, &["stsimt4-scalar", "stsimt4", BASE, "tsimt"], "5.3, 5.7, 5.10")],
};

/// All comparisons of policies.
pub const ALL: [&Comparison; 5] = [&DESIGN, &TSIMT, &STSIMT, &SCALAR, &HEADLINE];

/// Makes the figure of a comparison of policies.
pub fn sheet(comparison: &Comparison, kernels: &Kernels) -> Sheet {
    let compared = kernels.under(comparison.policies);
    let at = |policy: &str| comparison.policies.iter().position(|known| *known == policy).unwrap_or(0);
    let of_mean = |group, paper, against: &str, policy: &str| {
        mean(&compared, group, paper, |it| it.speedup(at(against), at(policy)))
    };
    let gain = |claim: &Claim, paper| of_mean(claim.2, paper, claim.1, claim.0).map(|mean| (mean - 1.0) * 100.0);
    let of_claim = |claim: &Claim| {
        let what = format!("{} against {}, {}, %", claim.0, claim.1, claim.2.name());
        number(what, claim.4, [true, false].map(|paper| gain(claim, paper)), claim.3)
    };
    let of_order = |(group, policies, place): &(Group, &'static [&'static str], &'static str)| {
        let speed = |n: usize, policy: &str| of_mean(*group, n == 0, BASE, policy);
        order(format!("order, {}", group.name()), (policies, Goes::Down, place), speed)
    };
    let checks = comparison.claims.iter().map(of_claim).chain(comparison.orders.iter().map(of_order)).collect();
    Sheet {
        figure: comparison.figure,
        title: comparison.title.into(),
        tables: vec![rows(comparison, &compared, &of_mean)],
        notes: kernels.left_out(comparison.policies),
        checks,
        lines: lines(comparison, &compared, &of_mean),
        chart: plot(comparison, &compared, &of_mean),
    }
}

/// A geometric mean speedup over a group, of the paper's workloads or of all, of one policy against
/// another.
type Mean<'a> = dyn Fn(Group, bool, &str, &str) -> Option<f64> + 'a;

fn rows(comparison: &Comparison, compared: &[Compared], of_mean: &Mean) -> Rows {
    let policies = &comparison.policies[1..];
    let mut rows = Vec::new();
    for it in compared {
        let star = if it.kernel.paper { " *" } else { "" };
        let cycles = group(it.runs[0].cycles);
        let speedups = (1..comparison.policies.len()).map(|run| format!("{:.3}", it.speedup(0, run)));
        let start = [format!("{}{star}", it.kernel.name), format!("{:.3}", it.kernel.efficiency), cycles];
        rows.push(start.into_iter().chain(speedups).collect());
    }
    for (paper, whose) in [(true, "the paper's (*)"), (false, "all")] {
        for group in Group::EACH {
            let count = of(compared, group, paper).count();
            let name = format!("geometric mean, {}, {} of {whose}", group.name(), count);
            let shown = |policy: &&str| decimals(of_mean(group, paper, BASE, policy), 3);
            rows.push([name, String::new(), String::new()].into_iter().chain(policies.iter().map(shown)).collect());
        }
    }
    let header = ["kernel", "SIMD efficiency", "cycles under simt"].iter().chain(policies);
    Rows {
        title: "speedup over simt, in order of SIMD efficiency".into(),
        words: 1,
        header: header.map(|word| word.to_string()).collect(),
        rows,
    }
}

fn lines(comparison: &Comparison, compared: &[Compared], of_mean: &Mean) -> Vec<Value> {
    let mut lines = Vec::new();
    for it in compared {
        let each = |value: &dyn Fn(usize) -> Value| -> Map<String, Value> {
            comparison.policies.iter().enumerate().map(|(run, policy)| (policy.to_string(), value(run))).collect()
        };
        lines.push(json!({
            "figure": comparison.figure, "kernel": it.kernel.name, "workload": it.kernel.workload, "function": it.kernel.function,
            "paper": it.kernel.paper, "efficiency": it.kernel.efficiency, "divergent": Divergent.has(it.kernel.efficiency),
            "cycles": each(&|run| json!(it.runs[run].cycles)), "speedup": each(&|run| json!(it.speedup(0, run))),
        }));
    }
    for paper in [true, false] {
        for group in Group::EACH {
            let means: Map<String, Value> = comparison
                .policies
                .iter()
                .map(|policy| (policy.to_string(), json!(of_mean(group, paper, BASE, policy))))
                .collect();
            lines.push(json!({
                "figure": comparison.figure, "mean": group.name(), "of": if paper { "paper" } else { "all" },
                "kernels": of(compared, group, paper).count(), "speedup": means,
            }));
        }
    }
    lines
}

/// Returns a plot of the paper's kernels and their means; of all kernels if none of the paper's was
/// run.
fn plot(comparison: &Comparison, compared: &[Compared], of_mean: &Mean) -> Chart {
    let paper = compared.iter().any(|it| it.kernel.paper);
    let shown: Vec<&Compared> = of(compared, All, paper).collect();
    let means = Group::EACH.into_iter().filter(|group| of(compared, *group, paper).count() > 0);
    let means: Vec<Group> = means.collect();
    let values = |run: usize, policy: &str| {
        let of_kernels = shown.iter().map(|it| it.speedup(0, run));
        let of_groups = means.iter().filter_map(|group| of_mean(*group, paper, BASE, policy));
        of_kernels.chain(of_groups).collect::<Vec<f64>>()
    };
    let policies = comparison.policies.iter().enumerate().skip(1);
    let names = shown.iter().map(|it| it.kernel.name.clone());
    Chart::Bars(Bars {
        title: format!("STSIMT {}: {}", comparison.figure.trim_start_matches("stsimt/"), comparison.title),
        vertical: "speedup".into(),
        groups: names.chain(means.iter().map(|group| format!("mean: {}", group.name()))).collect(),
        series: policies.map(|(run, policy)| (policy.to_string(), values(run, policy))).collect(),
        line: Some(1.0),
        divides: divides(&shown),
    })
}

/// Returns the indices where the coherent kernels begin, and where they end.
pub fn divides(shown: &[&Compared]) -> Vec<usize> {
    let divergent = shown.iter().filter(|it| Divergent.has(it.kernel.efficiency)).count();
    let mut divides = vec![divergent, shown.len()];
    divides.dedup();
    divides.retain(|group| *group > 0);
    divides
}
