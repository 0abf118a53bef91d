//! `heddle figure stsimt` as its users meet it: held against `heddle sim`, and against means made
//! by hand.

use std::collections::BTreeMap;
use std::fs;

use crate::desk::Desk;
use heddle_gpu::config::Config;
use heddle_gpu::energy::Table;
use heddle_gpu::system::list;
use serde_json::Value;

const PLUS: [&str; 5] = ["simt", "tsimt", "tsimt-exit", "tsimt-partial", "tsimt+"];

/// Cycles and statistics of a kernel under a policy, as `heddle sim` has them: by workload, kernel
/// and policy.
fn simulated(desk: &Desk, workloads: &str, policies: &[&str]) -> BTreeMap<[String; 3], (u64, Vec<u64>)> {
    let ran = desk
        .run(&format!("sim {workloads} --policy {} --set core.code=unchanged --json --keep kept", policies.join(",")));
    ran.is(0, &[]);
    let mut found = BTreeMap::new();
    for run in ran.json() {
        let text = |value: &Value| value.as_str().unwrap().to_string();
        for kernel in run["kernels"].as_array().unwrap() {
            let counts = list().iter().map(|counter| kernel["statistics"][counter.name].as_u64().unwrap()).collect();
            let key = [text(&run["workload"]), text(&kernel["kernel"]), text(&run["policy"])];
            found.insert(key, (kernel["cycles"].as_u64().unwrap(), counts));
        }
    }
    found
}

fn close(a: &Value, b: f64) {
    let a = a.as_f64().unwrap_or_else(|| panic!("no number: {a}"));
    assert!((a - b).abs() <= 1e-9 * b.abs().max(1e-300), "{a} is not {b}");
}

fn statistic(counts: &[u64], name: &str) -> f64 {
    counts[list().iter().position(|counter| counter.name == name).unwrap()] as f64
}

#[test]
fn speedups_are_those_of_sim_and_their_means_made_by_hand() {
    let desk = Desk::new();
    // VA is none of the paper's; GAU and BFS have two kernels
    let runs = simulated(&desk, "va gau nn", &PLUS);
    let ran = desk.run("figure stsimt/7 --only va,gau,nn --json --keep kept --address 64");
    ran.is(0, &["runs are kept from earlier commands"]);
    let lines = ran.json();
    let kernels: Vec<&Value> = lines.iter().filter(|line| line["kernel"].is_string()).collect();
    assert_eq!(kernels.len(), 4);
    let mut before = 0.0;
    for kernel in &kernels {
        assert_eq!(kernel["figure"], "stsimt/7");
        assert_eq!(kernel["paper"], kernel["workload"] != "VA");
        let of = |policy: &str| {
            let key = ["workload", "function"].map(|name| kernel[name].as_str().unwrap().to_string());
            &runs[&[key[0].clone(), key[1].clone(), policy.to_string()]]
        };
        let (base, counts) = of("simt");
        let efficiency = statistic(counts, "core.thread_instructions") / statistic(counts, "core.instructions") / 32.0;
        close(&kernel["efficiency"], efficiency);
        assert!(efficiency >= before, "not sorted");
        assert_eq!(kernel["divergent"], efficiency < 0.85);
        before = efficiency;
        for policy in PLUS {
            assert_eq!(kernel["cycles"][policy], of(policy).0);
            close(&kernel["speedup"][policy], *base as f64 / of(policy).0 as f64);
        }
    }
    let means: Vec<&Value> = lines.iter().filter(|line| line["mean"].is_string()).collect();
    assert_eq!(means.len(), 6);
    for mean in means {
        let group = mean["mean"].as_str().unwrap();
        let wanted = |kernel: &&&Value| {
            let divergent = kernel["divergent"] == true;
            (mean["of"] == "all" || kernel["paper"] == true)
                && match group {
                    "divergent" => divergent,
                    "coherent" => !divergent,
                    _ => true,
                }
        };
        let of_mean: Vec<&&Value> = kernels.iter().filter(wanted).collect();
        assert_eq!(mean["kernels"], of_mean.len());
        if of_mean.is_empty() {
            assert!(mean["speedup"]["tsimt"].is_null());
            continue;
        }
        let product: f64 = of_mean.iter().map(|kernel| kernel["speedup"]["tsimt"].as_f64().unwrap()).product();
        close(&mean["speedup"]["tsimt"], product.powf(1.0 / of_mean.len() as f64));
    }
    let check = |what: &str| {
        let found = lines.iter().find(|line| line["check"] == what);
        found.unwrap_or_else(|| panic!("no check `{what}`: {}", ran.out)).clone()
    };
    let one = check("tsimt against simt, all, %");
    assert_eq!(one["paper"], "-7.3 (5.3)");
    let ours: f64 = one["ours"].as_str().unwrap().parse().unwrap();
    assert_eq!(one["stated"]["gain"], -7.3);
    assert_eq!(one["direction"], ours < -1.0);
    assert_eq!(one["size"], (2.0 / 3.0..=1.5).contains(&(one["value"].as_f64().unwrap() / -7.3)));
    let order = check("order, all");
    assert_eq!(order["paper"], "simt > tsimt+ > tsimt (5.3, 5.5)");
    assert!(order["direction"].is_boolean() && order["size"].is_boolean());
    let agreement = &lines.last().unwrap()["agreement"];
    let judged = lines.iter().filter(|line| line["direction"].is_boolean()).count();
    assert_eq!(agreement["direction"][1], judged);
}

#[test]
fn table_four_and_energy_follow_from_the_statistics() {
    let desk = Desk::new();
    let runs = simulated(&desk, "nn", &["simt", "tsimt", "tsimt+", "tsimt+-scalar", "stsimt4", "stsimt4-scalar"]);
    let of = |policy: &str| &runs[&["NN".to_string(), "nn".to_string(), policy.to_string()]];
    let lines = desk.run("figure stsimt/table4 --only nn --json --keep kept").is(0, &[]).json();
    let kernel = &lines[0];
    assert_eq!(kernel["kernel"], "NN_0");
    let counts = &of("tsimt").1;
    // over busy cycles; and as the paper counts (D120): a CTA goes to a cluster of three cores
    // while there is one without
    let clusters = of("tsimt").0 as f64 * (3.0 * statistic(counts, "core.ctas")).min(30.0);
    let busy = statistic(counts, "core.busy");
    for (row, cycles, slots) in [("busy", busy, busy), ("counted", clusters, statistic(counts, "slots.issued"))] {
        let share = |name: &str| statistic(counts, name) / cycles;
        close(&kernel[row]["conflicts"][0], 100.0 * statistic(counts, "core.conflicts_1") / slots);
        close(&kernel[row]["lanes_dynamic"], share("core.lanes_dynamic"));
        close(&kernel[row]["lanes_static"], share("core.lanes_static"));
        close(&kernel[row]["warps"], share("core.warps"));
        assert!(share("core.lanes_dynamic") <= share("core.lanes_static") && share("core.lanes_static") <= 8.0);
    }
    // the paper's row beside it
    close(&kernel["printed"][0], 9.51);
    close(&kernel["printed"][5], 21.11);

    let lines = desk.run("figure stsimt/12 --only nn --json --keep kept").is(0, &[]).json();
    let spec = Config::shipped("stsimt").unwrap().spec;
    for policy in ["simt", "tsimt+", "tsimt+-scalar", "stsimt4", "stsimt4-scalar"] {
        let (cycles, counts) = of(policy);
        let energy = Table::shipped().energy(&spec, counts, *cycles);
        let run = &lines[0]["runs"][policy];
        close(&run["joules"], energy.total());
        close(&run["watts"], energy.watts());
        close(&run["edp"], energy.delay_product());
        close(&run["seconds"], *cycles as f64 / 1300e6);
    }
}

#[test]
fn what_does_not_fit_is_left_out_of_all_means_and_named() {
    let desk = Desk::new();
    // with half of a core's registers, LIB's warps have more than a lane
    let half = "--set core.registers=8192";
    let ran = desk.run(&format!("figure stsimt/8 --only libor,nn --json --address 64 {half}"));
    ran.is(0, &["left out: LIB (tsimt: `lib_greeks` does not fit"]);
    let lines = ran.json();
    assert_eq!(lines.iter().filter(|line| line["kernel"].is_string()).count(), 1);
    // nothing is left: nothing is said to agree
    let ran = desk.run(&format!("figure stsimt/8 --only libor {half}"));
    ran.is(0, &["left out: LIB", "stsimt4 against tsimt, coherent, %"]);
    let lines = desk.run(&format!("figure stsimt/8 --only libor --json {half}")).json();
    assert!(lines.iter().filter(|line| line["check"].is_string()).all(|line| line["direction"].is_null()));
}

#[test]
fn a_figure_is_put_together_from_the_data_of_its_parts() {
    let desk = Desk::new();
    fs::create_dir(desk.path("parts")).unwrap();
    let run = |rest: &str| desk.run(&format!("figure stsimt/headline --keep kept --address 64 {rest}"));
    for workload in ["nn", "va", "dg"] {
        run(&format!("--only {workload} --data parts/{workload}.json")).is(0, &[]);
    }
    run("--only dg,nn,va --data whole.json --json").is(0, &["stsimt4-scalar against simt, all, %"]);
    desk.run("figure stsimt/headline --from parts --data again.json --json").is(0, &[]);
    let lines = |name: &str| -> Vec<String> {
        let text = fs::read_to_string(desk.path(name)).unwrap();
        // reading and writing may move the last digit of an efficiency
        let line = |line: &str| match (line.split_once("\"efficiency\":"), line.split_once(",\"cycles\"")) {
            (Some((before, _)), Some((_, after))) => format!("{before}{after}"),
            _ => line.trim_end_matches(',').to_string(),
        };
        let mut lines: Vec<String> = text.lines().map(line).collect();
        lines.sort();
        lines.iter().map(|line| line.trim_end_matches(',').to_string()).collect()
    };
    assert_eq!(lines("again.json"), lines("whole.json"));
    // one file is a part, too
    desk.run("figure stsimt/headline --from whole.json").is(0, &["NN_0", "DG"]);
    // the same kernel twice, parts of different commands, what is no data, and nothing
    let refused = |from: &str, said: &str| {
        desk.run(&format!("figure stsimt/headline --from {from}")).is(2, &[said]);
    };
    fs::copy(desk.path("parts/nn.json"), desk.path("parts/twice.json")).unwrap();
    refused("parts", "is there twice");
    fs::remove_file(desk.path("parts/twice.json")).unwrap();
    run("--only sto --set pipeline.window=16 --data parts/sto.json").is(0, &[]);
    refused("parts", "sto.json");
    desk.write("parts/sto.json", "{}");
    refused("parts", "no data of STSIMT's figures");
    fs::create_dir(desk.path("empty")).unwrap();
    refused("empty", "no data file");
    refused("there.json", "there.json");
    desk.run("figure stsimt/8 --from whole.json").is(2, &["needs runs under tsimt+"]);
    // a number that no run has
    let whole = fs::read_to_string(desk.path("whole.json")).unwrap();
    let at = whole.find("\"simt\":").expect("cycles under simt") + "\"simt\":".len();
    let digits = whole[at..].find(|c: char| !c.is_ascii_digit()).unwrap();
    for wrong in ["0", "-1", "1e300"] {
        desk.write("wrong.json", format!("{}{wrong}{}", &whole[..at], &whole[at + digits..]));
        refused("wrong.json", "cycles.simt is");
    }
}

#[test]
fn all_figures_come_with_one_page() {
    let desk = Desk::new();
    fs::create_dir(desk.path("plots")).unwrap();
    let words = "figure stsimt --only nn,va --keep kept --plot plots --html page.html";
    let ran = desk.run(&format!("{words} --jobs 1"));
    ran.is(0, &["STSIMT 7: ", "STSIMT table4: ", "STSIMT 12: ", "the paper's statements", "stsimt/11"]);
    let page = fs::read_to_string(desk.path("page.html")).unwrap();
    // 4, 5.6, 7, 8, table IV, 11, 12; figure 6 is of a workload that was not asked for
    assert_eq!(page.matches("<svg").count(), 7);
    assert_eq!(page.matches("<h2").count(), 7);
    for word in ["src=", "href=", "url(", "<script"] {
        assert!(!page.contains(word), "{word}");
    }
    assert_eq!(page.matches("<table>").count(), page.matches("</table>").count());
    assert_eq!(fs::read_dir(desk.path("plots")).unwrap().count(), 7);
    let svg = fs::read_to_string(desk.path("plots/stsimt-7.svg")).unwrap();
    assert!(svg.contains("NN_0") && !svg.contains("VA_0"), "the plot is of the paper's kernels");
    // the same from kept runs, and on two threads
    let again = desk.run(&format!("{words} --jobs 2"));
    assert_eq!(again.out, ran.out);
    let afresh = desk.run(&format!("{words} --jobs 2 --afresh"));
    assert_eq!(afresh.out, ran.out);
}

#[test]
fn lanes_over_time() {
    let desk = Desk::new();
    // a core that has CTAs after one another
    let ran = desk.run("figure stsimt/6 --json --plot six.svg --set core.count=1 --set dram.channels=1");
    let lines = ran.is(0, &["lanes that never execute, tsimt+"]).json();
    for policy in ["tsimt", "tsimt+"] {
        let samples: Vec<&Value> = lines.iter().filter(|line| line["policy"] == policy).collect();
        assert!(samples.len() > 10, "{}", ran.out);
        let lanes = |sample: &Value| sample["ipc"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
        let mut before = 0;
        for sample in samples {
            let cycle = sample["cycle"].as_u64().unwrap();
            assert!(cycle > before);
            before = cycle;
            let lanes: Vec<f64> = lanes(sample);
            // a lane executes a thread a cycle; a step is counted when it is issued
            assert!(lanes.len() == 8 && lanes.iter().all(|ipc| (0.0..=1.4).contains(ipc)), "{lanes:?}");
        }
    }
    // 5.4: two CTAs of 84 threads, 6 and 7 empty; with 5.5's optimisations a third one finds room
    let check = |policy: &str| {
        lines.iter().find(|line| line["check"] == format!("lanes that never execute, {policy}")).unwrap()
    };
    assert_eq!((&check("tsimt")["ours"], &check("tsimt+")["ours"]), (&"2".into(), &"0".into()));
    assert!(fs::read_to_string(desk.path("six.svg")).unwrap().contains("lane 7"));
}

#[test]
fn wrong_words_are_refused_before_any_work() {
    let desk = Desk::new();
    desk.run("figure stsimt/13").is(2, &["there is no figure `stsimt/13`"]);
    desk.run("figure stsimt/7 --only hotsq").is(2, &["there is no workload `hotsq`", "did you mean"]);
    desk.run("figure stsimt/7 --only nn --scale huge").is(2, &["huge"]);
    desk.run("figure stsimt/7 --only nn --rtl").is(2, &["golden lanes", "leave out --rtl"]);
    desk.run("figure stsimt/7 --only nn --html .").is(2, &["--html"]);
    desk.run("figure stsimt/7 --only nn --set core.cont=4").is(2, &["core.cont", "did you mean `core.count`"]);
    desk.run("figure stsimt/7 --only nn --jobs 0").is(2, &["--jobs"]);
    desk.run("figure stsimt/7 --only nn --data .").is(2, &["--data"]);
    desk.run("figure stsimt/7 --only nn --address 48").is(2, &["32 or 64 bits"]);
    desk.run("figure stsimt/7 --only nn --vary core.cont=4").is(2, &["core.cont", "did you mean `core.count`"]);
    desk.run("figure stsimt/7 --only nn --longest 0s").is(2, &["one second"]);
    desk.run("figure stsimt/9 --vary low").is(2, &["stsimt/9 does not take --vary", "leave out --vary"]);
    desk.run("figure vt/eq2 --data x.json").is(2, &["vt/eq2 does not take --data"]);
}

#[test]
fn the_chart_of_a_figure_has_its_numbers() {
    let data = crate::desk::root().join("docs/papers/vt/study.json");
    let desk = Desk::new();
    let lines = desk.run(&format!("figure vt/8 --from {} --json", data.display())).is(0, &[]).json();
    let chart = &lines.iter().find(|line| line["chart"].is_object()).unwrap()["chart"];
    assert_eq!(chart["kind"], "bars");
    let series = chart["series"].as_array().unwrap().iter().find(|series| series[0] == "vt").unwrap();
    let place = |name: &str| chart["groups"].as_array().unwrap().iter().position(|group| group == name).unwrap();
    let row = lines.iter().find(|line| line["application"] == "HI").unwrap();
    assert_eq!(series[1][place("HI")], row["speedup"]["vt"]);
    // a figure without a sheet
    let lines = desk.run("figure vt/eq2 --json").is(0, &[]).json();
    let chart = &lines.last().unwrap()["chart"];
    assert_eq!((&chart["kind"], &chart["horizontal"]), (&"panels".into(), &"warps of a CTA".into()));
}
