//! Figure 12 of STSIMT: runtime, power, energy and energy-delay product, relative to simt.

use heddle_gpu::config::Config;
use heddle_gpu::energy::{Energy, Table};
use serde_json::{Map, Value, json};

use super::kernels::{BASE, Compared, Kernels, of};
use super::mean::Group;
use crate::figure::study::agreement::Stated::{self, Gain, More};
use crate::figure::study::checks::{Goes, number, order};
use crate::figure::study::mean::{arithmetic, geometric};
use crate::figure::study::sheet::{Rows, Sheet};
use crate::number::decimals;
use crate::plot::{Bars, Chart};

/// The policies whose runs figure 12 needs.
pub const POLICIES: &[&str] =
    &[BASE, "tsimt+", "tsimt+-scalar", "stsimt4", "stsimt4-scalar", "stsimt4-late", "stsimt4-late-scalar"];

const WHAT: [&str; 4] = ["runtime", "power", "energy", "EDP"];

/// Statements of section 5.10, by policy and index into [`WHAT`]: the paper's text, and the
/// statement.
const CLAIMS: [(&str, usize, &str, Stated); 15] = [
    ("tsimt+", 1, "+1: 101 % (5.10)", Gain(1.0)),
    ("tsimt+", 3, "less efficient (5.10)", More),
    ("stsimt4", 0, "-5.6 (5.10)", Gain(-5.6)),
    ("stsimt4", 1, "+1.8 (5.10)", Gain(1.8)),
    ("stsimt4", 2, "-4.1 (5.10)", Gain(-4.1)),
    ("stsimt4", 3, "-9.5 (5.10)", Gain(-9.5)),
    ("tsimt+-scalar", 0, "-8.3 (5.10)", Gain(-8.3)),
    ("tsimt+-scalar", 1, "+5.9 (5.10)", Gain(5.9)),
    ("tsimt+-scalar", 3, "-10.1 (5.10)", Gain(-10.1)),
    ("stsimt4-scalar", 0, "-16.4 (5.10)", Gain(-16.4)),
    ("stsimt4-scalar", 1, "+5.6 (5.10)", Gain(5.6)),
    ("stsimt4-scalar", 3, "-26.2 (5.10), -26.4 (6)", Gain(-26.2)),
    // whether these release registers early is not said (D85)
    ("stsimt4-late", 3, "-9.5 (5.10)", Gain(-9.5)),
    ("stsimt4-late-scalar", 0, "-16.4 (5.10)", Gain(-16.4)),
    ("stsimt4-late-scalar", 3, "-26.2 (5.10), -26.4 (6)", Gain(-26.2)),
];

/// Policies in the order of the paper's EDP, the most efficient first.
const ORDER: [&str; 5] = ["stsimt4-scalar", "tsimt+-scalar", "stsimt4", BASE, "tsimt+"];

/// A kernel with its energy under each policy.
struct Spent<'a> {
    it: &'a Compared<'a>,
    energy: Vec<Energy>,
}

impl Spent<'_> {
    /// Returns runtime, power, energy and EDP of a run, relative to the first run.
    fn relative(&self, run: usize) -> [f64; 4] {
        let (base, mine) = (numbers(&self.energy[0]), numbers(&self.energy[run]));
        [0, 1, 2, 3].map(|n| mine[n] / base[n])
    }
}

fn numbers(energy: &Energy) -> [f64; 4] {
    [energy.seconds, energy.watts(), energy.total(), energy.delay_product()]
}

/// Makes figure 12 of STSIMT.
pub fn sheet(kernels: &Kernels, config: &Config) -> Sheet {
    let table = Table::shipped();
    let compared = kernels.under(POLICIES);
    let spend = |it| Spent { it, energy: energies(it, &table, config) };
    let spent: Vec<Spent> = compared.iter().map(spend).filter(|spent| spent.energy[0].seconds > 0.0).collect();
    let mean = |run: usize, what: usize, paper: bool| {
        geometric(spent.iter().filter(|spent| spent.it.kernel.paper || !paper).map(|spent| spent.relative(run)[what]))
    };
    let at = |policy: &str| POLICIES.iter().position(|known| *known == policy).unwrap_or(0);
    let of_claim = |(policy, what, paper, stated): &(&str, usize, &str, Stated)| {
        let ours = [true, false].map(|paper| mean(at(policy), *what, paper).map(|mean| (mean - 1.0) * 100.0));
        number(format!("{} of {policy} against simt, %", WHAT[*what]), *paper, ours, *stated)
    };
    let edp = |n: usize, policy: &str| mean(at(policy), 3, n == 0);
    let by_edp = order("order by EDP", (&ORDER, Goes::Up, "5.10"), edp);
    let checks = CLAIMS.iter().map(of_claim).chain([by_edp]).collect();
    let paper = spent.iter().any(|spent| spent.it.kernel.paper);
    let values = |run: usize| (0..4).map(|what| mean(run, what, paper).unwrap_or(0.0)).collect::<Vec<f64>>();
    Sheet {
        figure: "stsimt/12",
        title: "runtime, power, energy and energy times delay: geometric means against simt".into(),
        tables: vec![means(&compared, &mean), shares(&spent, &table)],
        notes: kernels.left_out(POLICIES),
        checks,
        lines: spent.iter().map(line).collect(),
        chart: Chart::Bars(Bars {
            title: "STSIMT 12: geometric means against simt".into(),
            vertical: "of simt's".into(),
            groups: WHAT.map(str::to_string).to_vec(),
            series: POLICIES.iter().enumerate().map(|(run, policy)| (policy.to_string(), values(run))).collect(),
            line: Some(1.0),
            divides: Vec::new(),
        }),
    }
}

fn energies(it: &Compared, table: &Table, config: &Config) -> Vec<Energy> {
    it.runs.iter().map(|launch| table.energy(&config.spec, &launch.statistics, launch.cycles)).collect()
}

fn means(compared: &[Compared], mean: &dyn Fn(usize, usize, bool) -> Option<f64>) -> Rows {
    let mut rows = Vec::new();
    for (paper, whose) in [(true, "the paper's"), (false, "all")] {
        let count = of(compared, Group::All, paper).count();
        for (run, policy) in POLICIES.iter().enumerate() {
            let shown = (0..4).map(|what| decimals(mean(run, what, paper), 3));
            rows.push([format!("{policy}, {count} kernels of {whose}")].into_iter().chain(shown).collect());
        }
    }
    let header = [""].iter().chain(&WHAT).map(|word| word.to_string()).collect();
    Rows { title: "of simt's".into(), words: 1, header, rows }
}

/// Returns a table of the mean share of each part in a kernel's energy.
fn shares(spent: &[Spent], table: &Table) -> Rows {
    let names = table.events.iter().map(|event| &event.name).chain(table.power.iter().map(|power| &power.name));
    let mut rows = Vec::new();
    for (part, name) in names.enumerate() {
        let share = |run: usize| {
            let share = |spent: &Spent| {
                let energy = &spent.energy[run];
                energy.events.iter().chain(&energy.statics).nth(part).map_or(0.0, |joules| joules / energy.total())
            };
            let mean = arithmetic(spent.iter().filter(|spent| spent.it.kernel.paper).map(share));
            decimals(mean.map(|mean| mean * 100.0), 1)
        };
        rows.push([name.clone()].into_iter().chain((0..POLICIES.len()).map(share)).collect());
    }
    let header = [""].iter().chain(POLICIES).map(|word| word.to_string()).collect();
    Rows {
        title: "where it goes: mean share of a kernel's energy, %, the paper's workloads".into(),
        words: 1,
        header,
        rows,
    }
}

fn line(spent: &Spent) -> Value {
    let kernel = spent.it.kernel;
    let of_run = |(policy, energy): (&&str, &Energy)| {
        let [seconds, watts, joules, edp] = numbers(energy);
        (policy.to_string(), json!({ "seconds": seconds, "watts": watts, "joules": joules, "edp": edp }))
    };
    let runs: Map<String, Value> = POLICIES.iter().zip(&spent.energy).map(of_run).collect();
    json!({
        "figure": "stsimt/12", "kernel": kernel.name, "workload": kernel.workload, "function": kernel.function,
        "paper": kernel.paper, "efficiency": kernel.efficiency, "runs": runs,
    })
}
