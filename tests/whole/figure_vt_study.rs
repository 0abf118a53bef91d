//! `heddle figure vt` as its users meet it: limits made by hand, the order of figure 5, speedups
//! held against `heddle sim`, and data files.

use std::fs;

use crate::desk::Desk;
use serde_json::{Value, json};

/// The line of a kernel, or of an application.
fn line<'a>(lines: &'a [Value], key: &str, name: &str) -> &'a Value {
    lines.iter().find(|line| line[key] == name).unwrap_or_else(|| panic!("no {key} `{name}`"))
}

/// A statement among lines.
fn statement<'a>(lines: &'a [Value], what: &str) -> &'a Value {
    line(lines, "check", what)
}

fn close(value: &Value, wanted: f64) {
    let value = value.as_f64().unwrap_or_else(|| panic!("no number: {value}"));
    assert!((value - wanted).abs() <= 1e-9 * wanted.abs().max(1.0), "{value} is not {wanted}");
}

#[test]
fn limits_are_those_made_by_hand() {
    let desk = Desk::new();
    let ran = desk.run("figure vt/table2 --json");
    let lines = ran.is(0, &[]).json();
    // words of registers of a thread and bytes of shared memory; then CTAs: by schedulers, by
    // capacity, with virtual threads, scheduled all
    for (kernel, needs, [scheduling, capacity, vt, max]) in [
        // 256 threads: 48 / 8 warps; 32768 / (8 * 256)
        ("va", [256, 8, 0], [6, 16, 16, 16]),
        // 32768 / (14 * 256) = 9.1
        ("conv2d", [256, 14, 0], [6, 9, 9, 9]),
        // 51 CTAs have room, and the status table has 32 places
        ("quantize", [64, 10, 0], [8, 51, 32, 51]),
        // 49152 / 5184 = 9.5, and with contexts of 6 beats (128 + 4 * 640 bits) 49152 /
        // (5184 + 384) = 8.8: no more than without
        ("convolve_columns", [128, 16, 5184], [8, 9, 0, 9]),
        // 49152 / 6144 = 8: both limits are the same, which is no Type-S
        ("histogram256", [192, 12, 6144], [8, 8, 0, 8]),
        // a warp a CTA: 49152 / 2180 = 22.5; with 2 beats of 64 bytes 49152 / 2308 = 21.3
        ("nw_grow", [16, 22, 2180], [8, 22, 21, 22]),
    ] {
        let it = line(&lines, "kernel", kernel);
        assert_eq!(json!([it["threads"], it["registers"], it["shared"]]), json!(needs), "{kernel}");
        assert_eq!((&it["scheduling"], &it["capacity"]), (&json!(scheduling), &json!(capacity)), "{kernel}");
        assert_eq!(it["vt"], if vt == 0 { Value::Null } else { json!(vt) }, "{kernel}");
        assert_eq!((&it["max"], &it["base"]), (&json!(max), &json!(scheduling.min(capacity))), "{kernel}");
        assert_eq!(it["here"], if scheduling < capacity { "S" } else { "C" }, "{kernel}");
    }
    assert_eq!(lines.iter().filter(|line| line["kernel"].is_string()).count(), 65);
}

#[test]
fn resources_in_use_are_those_made_by_hand() {
    let desk = Desk::new();
    let lines = desk.run("figure vt/2 --json --only va,nw").is(0, &[]).json();
    let of = |gpu: &str, name: &str| {
        lines.iter().find(|line| line["gpu"] == gpu && line["application"] == name).unwrap()["used"].clone()
    };
    let fermi = of("Fermi", "VA");
    close(&fermi["CTAs"], 75.0);
    close(&fermi["threads"], 100.0);
    close(&fermi["registers"], 100.0 * 6.0 * 8.0 * 256.0 / 32768.0);
    close(&of("Kepler", "VA")["registers"], 100.0 * 8.0 * 8.0 * 256.0 / 65536.0);
    close(&of("Fermi", "ND")["shared memory"], 100.0 * 8.0 * 2180.0 / 49152.0);
    // VA: 16 CTAs instead of 6, and 32 instead of 8
    let lines = desk.run("figure vt/3 --json --only va").is(0, &[]).json();
    close(&line(&lines, "application", "VA")["fermi"], 100.0 * (16.0 / 6.0 - 1.0));
    close(&line(&lines, "application", "VA")["kepler"], 300.0);
}

#[test]
fn figure_5_has_the_paper_s_order() {
    let desk = Desk::new();
    let lines = desk.run("figure vt/5 --json").is(0, &[]).json();
    let order = |policy: &str, event: &str| -> Vec<u64> {
        let is = |line: &&Value| line["policy"] == policy && line["event"] == event;
        lines.iter().filter(is).map(|line| line["cta"].as_u64().unwrap()).collect()
    };
    assert_eq!(order("vt", "in")[..6], [1, 2, 3, 4, 1, 2]);
    assert_eq!(order("vt", "out")[..4], [1, 2, 3, 4]);
    assert_eq!(order("simt", "in"), [1, 2, 3, 4]);
    assert!(order("simt", "out").is_empty());
    for policy in ["simt", "vt"] {
        let mut ended = order(policy, "ends");
        ended.sort();
        assert_eq!(ended, [1, 2, 3, 4]);
        assert_eq!(statement(&lines, &format!("{policy}: order of CTAs"))["direction"], true);
    }
    assert_eq!(statement(&lines, "cycles with virtual threads, without")["direction"], true);
}

#[test]
fn speedups_are_those_of_sim_and_a_data_file_says_them_again() {
    let desk = Desk::new();
    let third = "--set core.count=5 --set dram.channels=2 --set l2.bytes=262144";
    let policies = "simt,vt,mascar,max,vt-plain,mascar-queue,max-plain,vt-barrier,vt-load";
    let ran = desk.run(&format!("sim va pf --config vt --policy {policies} {third} --keep kept --json"));
    let simulated = ran.is(0, &[]).json();
    let cycles = |workload: &str, policy: &str| {
        let is = |run: &&Value| run["workload"] == workload && run["policy"] == policy;
        simulated.iter().find(is).unwrap()["cycles"].as_f64().unwrap()
    };
    let ran = desk.run("figure vt/8 --only va,pf --keep kept --data found.json --json");
    let lines = ran.is(0, &[]).json();
    let mut product = 1.0;
    for (name, workload) in [("VA", "VA"), ("PF", "PF")] {
        let it = line(&lines, "application", name);
        for policy in policies.split(',').skip(1) {
            close(&it["speedup"][policy], cycles(workload, "simt") / cycles(workload, policy));
        }
        product *= cycles(workload, "simt") / cycles(workload, "vt");
    }
    let mean = line(&lines, "mean", "the paper's Type-S");
    close(&mean["speedup"]["vt"], product.sqrt());
    assert_eq!(mean["applications"], 2);
    let gain = |policy: &str| mean["speedup"][policy].as_f64().unwrap() - 1.0;
    let part = statement(&lines, "vt's part of what all CTAs would gain: gain of vt over gain of max-plain, %");
    // more CTAs gain nothing here, of which there is no part
    assert_eq!((gain("max-plain"), part["ours"].as_str()), (0.0, Some("-")));
    assert_eq!(part["direction"], Value::Null);
    // PF has no more CTAs with virtual threads, and runs as without
    assert_eq!(cycles("PF", "simt"), cycles("PF", "vt"));
    let type_c = statement(&lines, "Type-C: vt as fast as the baseline");
    assert_eq!(
        (&type_c["direction"], type_c["ours"].as_str().unwrap().starts_with("to the cycle in 1 of 1")),
        (&json!(true), true)
    );

    let again = desk.run("figure vt/8 --from found.json --data copy.json --json").is(0, &[]).json();
    assert_eq!(again, lines);
    let read = |name: &str| fs::read_to_string(desk.path(name)).unwrap();
    assert_eq!(read("copy.json"), read("found.json"));
    let data: Value = serde_json::from_str(&read("found.json")).unwrap();
    assert_eq!(data["command"], "heddle figure vt/8 --scale test --address 64 --only va,pf");
    // another figure of the same runs
    let slots = desk.run("figure vt/4 --from found.json --json").is(0, &[]).json();
    let parts = slots.iter().find(|line| line["application"] == "VA" && line["policy"] == "vt").unwrap();
    close(&json!(parts["slots"].as_object().unwrap().values().filter_map(Value::as_f64).sum::<f64>()), 100.0);
}

#[test]
fn what_is_in_use_follows_from_the_statistics() {
    let desk = Desk::new();
    let run = |policy: &str, statistics: Value| json!({ "application": "VA", "change": "", "policy": policy, "cycles": 1000, "statistics": statistics });
    let held = json!({
        "scheduling": 6, "by_threads": true, "capacity": 16, "base": 6, "virtual_threads": [16, 6], "unlimited": 16,
    });
    let machine = |ctas: f64, warps: f64| {
        json!({
            "cores": 2.0, "registers": 100.0, "shared": 50.0, "mshrs": 4.0, "channels": 2.0, "dram": 0.5, "line": 4.0,
            "scheduled": [ctas, warps],
        })
    };
    let data = json!({
        "command": "c", "what": "w", "set": [],
        "gpus": [{ "machine": machine(8.0, 48.0), "kepler": machine(16.0, 64.0) }],
        "shapes": [{
            "application": "VA", "kernel": "va", "threads": 256, "warps": 8, "registers": 8, "shared": 0, "ctas": 5,
            "launches": 1, "fermi": held.clone(), "kepler": held,
        }],
        "runs": [
            run("simt", json!({
                "core.busy": 500, "core.registers": 10000, "core.shared": 5000, "l1.mshr_cycles": 2000, "dram.busy": 100,
                "l1.hits": 60, "l1.misses": 30, "l1.merged": 10, "slots.issued": 40, "slots.long": 60,
            })),
            run("vt", json!({
                "core.busy": 250, "core.registers": 20000, "core.shared": 2500, "vt.contexts": 1250, "l1.mshr_cycles": 4000,
                "dram.busy": 200, "l1.hits": 50, "l1.misses": 30, "l1.merged": 20, "slots.issued": 80, "slots.long": 20,
            })),
        ],
        "left_out": [{ "of": "SN", "varied": "", "change": "", "why": "why" }], "wrong": [], "statements": [],
    });
    desk.write("found.json", data.to_string());
    let of = |figure: &str| {
        desk.run(&format!("figure vt/{figure} --from found.json --json")).is(0, &["left out: SN (why)"]).json()
    };
    let lines = of("12");
    let used = line(&lines, "application", "VA");
    close(&used["simt"]["registers"], 20.0);
    close(&used["vt"]["registers"], 80.0);
    close(&used["simt"]["shared memory"], 20.0);
    close(&used["vt"]["shared memory"], 20.0);
    close(&used["vt"]["shared memory with contexts"], 30.0);
    let lines = of("13");
    let used = line(&lines, "application", "VA");
    close(&used["simt"]["MSHRs"], 25.0);
    close(&used["vt"]["MSHRs"], 50.0);
    close(&used["simt"]["DRAM bandwidth"], 10.0);
    close(&used["simt"]["L1 misses"], 30.0);
    close(&used["vt"]["L1 misses and merges"], 50.0);
    assert_eq!(statement(&lines, "L1 miss rate with vt, merges as misses: mean rise, points")["ours"], "+10.0");
    // 25 and 50 % of 8 MSHRs, while a line comes every 40 and every 20 cycles
    for (policy, paper) in [("simt", "782"), ("vt", "959")] {
        let it = statement(&lines, &format!("{policy}: core cycles in flight a line that DRAM moves"));
        assert_eq!(it["ours"], "80.0");
        assert!(it["paper"].as_str().unwrap().starts_with(paper), "{it}");
    }
    let growth = statement(&lines, "growth of DRAM traffic with vt, %");
    assert_eq!((&growth["ours"], &growth["paper"]), (&json!("+100.0"), &json!("+26, of the means (V.D)")));
    // 60 of 100 slots of 1000 cycles issue nothing, and 20 of 100
    let lines = of("4");
    let removed = "VT: slots without issue that it removes, % of the baseline's slots";
    assert_eq!(statement(&lines, removed)["ours"], "+40.0");
    assert_eq!(statement(&lines, "baseline: long latency, % of slots")["ours"], "60.0");
}

#[test]
fn a_change_is_one_more_setting() {
    let desk = Desk::new();
    let lines = desk.run("figure vt/3 --only pf --vary core.registers=65536 --json").is(0, &[]).json();
    // 20 words of 256 threads: 6 CTAs, and 12
    let it = statement(&lines, "Fermi: threads beyond the scheduling limit, mean, %");
    assert_eq!(it["settings"], json!({ "ours": "+0.0", "core.registers=65536": "+100.0" }));
}

#[test]
fn what_cannot_be_is_refused() {
    let desk = Desk::new();
    desk.write("none.json", "{}");
    for (words, said) in [
        ("vt/6", "there is no figure `vt/6`"),
        ("vt/8 --only lps", "VT's table II has no application `lps`"),
        ("vt/8 --scale huge", "huge"),
        ("vt/8 --set core.nothing=1", "core.nothing"),
        ("vt/8 --vary core.nothing=1", "core.nothing"),
        ("vt/8 --address 64,32", "one size of addresses"),
        ("vt/8 --rtl", "golden controllers"),
        ("vt/8 --from none.json", "no data of VT's figures"),
        ("vt/8 --from there.json", "there.json"),
        ("vt/8 --from none.json --only va", "cannot be used with"),
        ("vt/eq2 --from none.json", "vt/eq2 does not take --from"),
        ("stsimt/12 --from none.json", "stsimt/12 does not take --from"),
    ] {
        desk.run(&format!("figure {words}")).is(2, &[said]);
    }
}
