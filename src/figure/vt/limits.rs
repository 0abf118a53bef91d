//! Table II and figures 2 and 3 of VT: the limits of each application's CTAs on a core, on Fermi
//! and on Kepler. No runs are needed.
//!
//! An application that launches CTAs of several shapes has the mean over its shapes; it is Type-S
//! if one of them is (I).

use heddle_gpu::study::vt_limits::Held;
use serde_json::json;

use super::applications::{Application, Class};
use super::means::{Of, arithmetic, names};
use super::measurements::{Machine, Measurements, Shaped};
use crate::figure::study::checks::{counted, gain, named, share};
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::decimals;
use crate::plot::{Bars, Chart};

/// One of the two GPUs that the paper compares.
struct Gpu {
    name: &'static str,
    /// The part of figure 2 about this GPU.
    part: &'static str,
    held: fn(&Shaped) -> &Held,
    machine: fn(&Measurements) -> &Machine,
    /// The paper's counts: Type-S applications, those limited by threads, those limited by CTAs;
    /// then its percentages of registers and shared memory in use.
    types: [usize; 3],
    used: [f64; 2],
    /// The paper's mean of threads beyond the scheduling limit, in percent.
    beyond: f64,
}

const GPUS: [Gpu; 2] = [
    Gpu {
        name: "Fermi",
        part: "2(a)",
        held: |it| &it.fermi,
        machine: |found| &found.machine,
        types: [18, 10, 8],
        used: [50.2, 15.4],
        beyond: 38.2,
    },
    Gpu {
        name: "Kepler",
        part: "2(b)",
        held: |it| &it.kepler,
        machine: |found| &found.kepler,
        types: [27, 22, 5],
        // 48.2 and 81.6 % are unused
        used: [51.8, 18.4],
        beyond: 97.7,
    },
];

/// Resources of a core, in the order of figure 2.
const RESOURCES: [&str; 4] = ["CTAs", "threads", "registers", "shared memory"];

impl Gpu {
    fn is_scheduling(&self, it: &Shaped) -> bool {
        (self.held)(it).scheduling < (self.held)(it).capacity
    }

    /// Returns the share of each resource in use while a core holds as many CTAs as it can, in
    /// percent.
    fn used(&self, found: &Measurements, it: &Shaped) -> [f64; 4] {
        let (machine, ctas) = ((self.machine)(found), (self.held)(it).base as f64);
        let shape = &it.shape;
        let warps = shape.warps as f64;
        let words = f64::from(shape.registers) * warps * 32.0;
        [
            100.0 * ctas / machine.scheduled[0],
            100.0 * ctas * warps / machine.scheduled[1],
            100.0 * ctas * words / machine.registers,
            100.0 * ctas * shape.shared as f64 / machine.shared,
        ]
    }

    /// Returns the threads beyond the scheduling limit up to capacity, in percent.
    fn beyond(&self, it: &Shaped) -> f64 {
        let held = (self.held)(it);
        (held.capacity as f64 / held.base as f64 - 1.0) * 100.0
    }

    /// Returns the mean of a value over the shapes of an application's CTAs.
    fn mean(&self, found: &Measurements, of: &Application, value: &dyn Fn(&Shaped) -> f64) -> Option<f64> {
        arithmetic(&found.of(of).map(value).collect::<Vec<_>>())
    }

    /// Returns the applications that are Type-S on this GPU, and those of them that are limited by
    /// threads.
    fn types(&self, found: &Measurements) -> [Vec<&'static Application>; 2] {
        let first = |of: &&'static Application| found.of(of).find(|it| self.is_scheduling(it));
        let all: Vec<_> = found.applications().into_iter().filter(|of| first(of).is_some()).collect();
        let threads = all.iter().copied().filter(|of| first(of).is_some_and(|it| (self.held)(it).by_threads)).collect();
        [all, threads]
    }
}

/// Whether all of the paper's applications are present, so that they can be counted.
fn is_whole(found: &Measurements) -> bool {
    found.applications().len() == Application::ALL.len()
}

/// Makes table II of VT: the shapes and limits of each application's CTAs.
pub fn table_2(found: &Measurements) -> Sheet {
    let row = |it: &Shaped| {
        let shape = &it.shape;
        let number = |it: Option<u64>| it.map_or("-".into(), |it| it.to_string());
        let more = |held: &Held| number((held.unlimited > held.base).then_some(held.unlimited));
        let vt = it.fermi.virtual_threads;
        vec![
            it.application.name.to_string(),
            it.application.folder.to_string(),
            shape.kernel.clone(),
            it.application.class.letter().to_string(),
            letter(GPUS[0].is_scheduling(it)).to_string(),
            shape.threads.to_string(),
            shape.registers.to_string(),
            shape.shared.to_string(),
            it.fermi.scheduling.to_string(),
            it.fermi.capacity.to_string(),
            number(vt.map(|(ctas, _)| ctas)),
            more(&it.fermi),
            shape.ctas.to_string(),
        ]
    };
    let line = |it: &Shaped| {
        let (shape, held) = (&it.shape, &it.fermi);
        json!({
            "figure": "vt/table2", "application": it.application.name, "workload": it.application.folder, "kernel": shape.kernel,
            "paper": it.application.class.letter(), "here": letter(GPUS[0].is_scheduling(it)), "threads": shape.threads,
            "registers": shape.registers, "shared": shape.shared, "scheduling": held.scheduling, "capacity": held.capacity,
            "base": held.base, "vt": held.virtual_threads.map(|(ctas, _)| ctas), "max": held.unlimited, "ctas": shape.ctas,
        })
    };
    let header = [
        "application",
        "workload",
        "kernel",
        "paper",
        "here",
        "threads",
        "registers",
        "shared",
        "scheduling",
        "capacity",
        "vt",
        "max",
        "grid",
    ];
    let (agree, differ): (Vec<_>, Vec<_>) =
        found.applications().into_iter().partition(|of| (of.class == Class::Scheduling) == found.is_scheduling(of));
    Sheet {
        figure: "vt/table2",
        title: "the applications, and the limits of their CTAs on a core".into(),
        tables: vec![Rows {
            title: "CTAs of each shape; vt and max: CTAs on a core with them, where they are more".into(),
            words: 5,
            header: header.map(str::to_string).to_vec(),
            rows: found.shapes.iter().map(row).collect(),
        }],
        notes: vec![format!("classed as in the paper: {}; otherwise: {}", agree.len(), names(&differ))],
        checks: vec![counted(
            "applications classed as in the paper",
            format!("{} (table II)", found.applications().len()),
            found.applications().len(),
            (Some(agree.len()), format!("{}; otherwise: {}", agree.len(), names(&differ))),
        )],
        lines: found.shapes.iter().map(line).collect(),
        chart: plot(found, "limits of CTAs on Fermi", "CTAs on a core", &["scheduling", "capacity"], &|of, n| {
            let of_shape = |it: &Shaped| [it.fermi.scheduling, it.fermi.capacity.min(64)][n] as f64;
            GPUS[0].mean(found, of, &of_shape)
        }),
    }
}

fn letter(scheduling: bool) -> &'static str {
    if scheduling { "S" } else { "C" }
}

/// Returns a plot with bars for each application.
fn plot(
    found: &Measurements,
    title: &str,
    vertical: &str,
    series: &[&str],
    value: &dyn Fn(&Application, usize) -> Option<f64>,
) -> Chart {
    let all = found.applications();
    let values = |n: usize| all.iter().map(|of| value(of, n).unwrap_or(0.0)).collect();
    Chart::Bars(Bars {
        title: format!("VT: {title}"),
        vertical: vertical.into(),
        groups: all.iter().map(|of| of.name.to_string()).collect(),
        series: series.iter().enumerate().map(|(n, name)| (name.to_string(), values(n))).collect(),
        line: None,
        divides: vec![all.iter().filter(|of| of.class == Class::Scheduling).count()],
    })
}

/// Makes figure 2 of VT: resources of a core in use, on Fermi and on Kepler.
pub fn figure_2(found: &Measurements) -> Sheet {
    let mut sheet = Sheet {
        figure: "vt/2",
        title: "resources of a core in use, %: as many CTAs as it holds".into(),
        tables: Vec::new(),
        notes: vec!["an application's value is the mean over the shapes of its CTAs, each once".into()],
        checks: Vec::new(),
        lines: Vec::new(),
        chart: plot(found, "resources in use on Fermi", "%", &RESOURCES, &|of, n| {
            GPUS[0].mean(found, of, &|it| GPUS[0].used(found, it)[n])
        }),
    };
    for gpu in &GPUS {
        let value = |of: &Application, n: usize| gpu.mean(found, of, &|it| gpu.used(found, it)[n]);
        let [scheduling, by_threads] = gpu.types(found);
        let mut rows = Vec::new();
        for of in found.applications() {
            let here = scheduling.contains(&of);
            let limit = match (here, by_threads.contains(&of)) {
                (false, _) => "capacity",
                (true, true) => "threads",
                (true, false) => "CTAs",
            };
            let used: Vec<Option<f64>> = (0..RESOURCES.len()).map(|n| value(of, n)).collect();
            sheet.lines.push(json!({
                "figure": sheet.figure, "gpu": gpu.name, "application": of.name, "paper": of.class.letter(), "here": letter(here),
                "limit": limit, "used": RESOURCES.iter().map(ToString::to_string).zip(used.iter().map(|it| json!(it))).collect::<serde_json::Map<_, _>>(),
            }));
            let words = [of.name, of.class.letter(), letter(here), limit].map(str::to_string);
            let used = used.into_iter().map(|it| decimals(it, 1));
            rows.push(words.into_iter().chain(used).collect());
        }
        let header = ["application", "paper (Fermi)", "here", "limit"].iter().chain(&RESOURCES);
        sheet.tables.push(Rows {
            title: format!("{}: figure {}", gpu.name, gpu.part),
            words: 4,
            header: header.map(|word| word.to_string()).collect(),
            rows,
        });
        sheet.checks.extend(checks_2(found, gpu, [&scheduling, &by_threads], &value));
    }
    sheet
}

fn checks_2(
    found: &Measurements,
    gpu: &Gpu,
    [scheduling, by_threads]: [&[&'static Application]; 2],
    value: &dyn Fn(&Application, usize) -> Option<f64>,
) -> Vec<Check> {
    let ours = [scheduling.len(), by_threads.len(), scheduling.len() - by_threads.len()];
    let by_limit = |[all, threads, ctas]: [usize; 3]| format!("{all}: {threads} by threads, {ctas} by CTAs");
    let mut checks = vec![counted(
        format!("{}: Type-S applications of 35", gpu.name),
        format!("{} (I)", by_limit(gpu.types)),
        gpu.types[0],
        (is_whole(found).then_some(ours[0]), by_limit(ours)),
    )];
    for (n, paper) in [(2, gpu.used[0]), (3, gpu.used[1])] {
        // on Kepler the paper names no applications
        let over_ours = arithmetic(&scheduling.iter().filter_map(|of| value(of, n)).collect::<Vec<_>>());
        let over_paper = Of::Paper.mean(found, arithmetic, &|of| value(of, n));
        let first = if gpu.name == "Fermi" { over_paper } else { over_ours };
        checks.push(share(
            format!("{}, Type-S: {} in use, %", gpu.name, RESOURCES[n]),
            paper,
            "III",
            [first, over_ours],
        ));
    }
    if gpu.name == "Fermi" {
        let others: Vec<_> = found.applications().into_iter().filter(|of| of.class == Class::Capacity).collect();
        let ours: Vec<_> = found.applications().into_iter().filter(|of| !scheduling.contains(of)).collect();
        for (n, paper) in [(2, 91.9), (3, 22.8)] {
            let mean = |of: &[&Application]| arithmetic(&of.iter().filter_map(|of| value(of, n)).collect::<Vec<_>>());
            let what = format!("Fermi, Type-C: {} in use, %", RESOURCES[n]);
            checks.push(share(what, paper, "III", [mean(&others), mean(&ours)]));
        }
    }
    checks
}

/// Makes figure 3 of VT: threads beyond the scheduling limit.
pub fn figure_3(found: &Measurements) -> Sheet {
    let value = |gpu: &Gpu, of: &Application| gpu.mean(found, of, &|it| gpu.beyond(it));
    let mut checks = Vec::new();
    for gpu in &GPUS {
        let [scheduling, _] = gpu.types(found);
        let here = arithmetic(&scheduling.iter().filter_map(|of| value(gpu, of)).collect::<Vec<_>>());
        let paper = Of::Paper.mean(found, arithmetic, &|of| value(gpu, of));
        let first = if gpu.name == "Fermi" { paper } else { here };
        let what = format!("{}: threads beyond the scheduling limit, mean, %", gpu.name);
        checks.push(gain(what, gpu.beyond, "III", [first, here]));
    }
    let most = |gpu: &Gpu| {
        let each = found.applications().into_iter().filter_map(|of| Some((of, value(gpu, of)?)));
        each.max_by(|a, b| a.1.total_cmp(&b.1))
    };
    if let Some((of, most)) = most(&GPUS[1]) {
        let check = gain("Kepler: at most, %", 300.0, "III", [Some(most).filter(|_| is_whole(found)), None]);
        checks.push(named(check, format!("{most:+.1} ({})", of.name)));
    }
    let row = |of: &&'static Application| {
        let shown = |gpu: &Gpu| value(gpu, of).map_or("-".into(), |it| format!("{it:+.1}"));
        vec![of.name.to_string(), of.class.letter().to_string(), shown(&GPUS[0]), shown(&GPUS[1])]
    };
    let line = |of: &&'static Application| {
        json!({
            "figure": "vt/3", "application": of.name, "paper": of.class.letter(), "fermi": value(&GPUS[0], of), "kepler": value(&GPUS[1], of),
        })
    };
    Sheet {
        figure: "vt/3",
        title: "threads beyond the scheduling limit up to capacity, without contexts, %".into(),
        tables: vec![Rows {
            title: "the mean over the shapes of an application's CTAs".into(),
            words: 2,
            header: ["application", "paper", "Fermi", "Kepler"].map(str::to_string).to_vec(),
            rows: found.applications().iter().map(row).collect(),
        }],
        notes: Vec::new(),
        checks,
        lines: found.applications().iter().map(line).collect(),
        chart: plot(found, "threads beyond the scheduling limit", "%", &["Fermi", "Kepler"], &|of, n| {
            value(&GPUS[n], of)
        }),
    }
}
