//! Tests of what results say of themselves, of sweeps, of launches alone, and of lists and manuals
//! of the command.

use std::fs;

use crate::desk::{Desk, STEP};

#[test]
fn results_say_what_made_them() {
    let desk = Desk::with_step();
    let version = desk.run("--version").is(0, &[]).out.trim().to_string();
    let commit = version.split_once('(').map_or("", |(_, commit)| commit.trim_end_matches(')'));
    assert!(version.starts_with("heddle 0.") && commit.bytes().all(|digit| digit.is_ascii_hexdigit()), "{version}");
    let words = "sim step.ptx --policy simt --set core.count=2 --set core.warps=32 --stats s.csv --html s.html";
    let settings = "stsimt, core.count=2, core.warps=32 (test)";
    desk.run(words).is(0, &[&format!("{settings}; {version}\n")]);
    let line = &desk.run(&format!("{words} --json")).is(0, &[]).json()[0];
    assert_eq!(
        (&line["config"], &line["set"][0], &line["set"][1]),
        (&"stsimt".into(), &"core.count=2".into(), &"core.warps=32".into())
    );
    assert_eq!(format!("heddle {}", line["version"].as_str().unwrap()), version);
    let csv = fs::read_to_string(desk.path("s.csv")).unwrap();
    let row = format!("simt,stsimt,core.count=2 core.warps=32,test,{},", line["version"].as_str().unwrap());
    assert!(csv.starts_with("workload,policy,config,set,scale,version,result,") && csv.contains(&row), "{csv}");
    let html = fs::read_to_string(desk.path("s.html")).unwrap();
    assert!(html.contains(&format!("<h1>{version}: {settings}</h1>")), "the page's title has no settings");
}

#[test]
fn a_list_of_values_is_a_sweep() {
    let desk = Desk::with_step();
    let ran = desk.run("sim step.ptx --policy simt,tsimt --set core.count=1,2 --set l1.bytes=16384,32768,16384 --json");
    let lines = ran.is(0, &[]).json();
    let points: Vec<String> = lines.iter().map(|line| format!("{} {}", line["set"], line["policy"])).collect();
    let point = |count, bytes, policy| format!("[\"core.count={count}\",\"l1.bytes={bytes}\"] \"{policy}\"");
    let of =
        |count| [16384, 32768].into_iter().flat_map(move |bytes| ["simt", "tsimt"].map(|it| point(count, bytes, it)));
    assert_eq!(points, of(1).chain(of(2)).collect::<Vec<_>>());
    // each point is the run with these settings alone, and speedups are over the first of all
    for (at, set) in [(2, "--set core.count=1 --set l1.bytes=32768"), (4, "--set core.count=2 --set l1.bytes=16384")] {
        let alone = &desk.run(&format!("sim step.ptx --policy simt {set} --json --afresh")).is(0, &[]).json()[0];
        assert_eq!(alone["statistics"], lines[at]["statistics"]);
        let speedup = lines[0]["cycles"].as_f64().unwrap() / alone["cycles"].as_f64().unwrap();
        assert_eq!(lines[at]["speedup"].as_f64().unwrap(), speedup);
    }
    let shown =
        desk.run("sim step.ptx --policy simt --set core.warps=32 --set core.count=1,2 --html s.html --stats s.csv");
    shown.is(0, &["stsimt, core.warps=32 (test)", " set ", " core.count=1 ", " core.count=2 "]);
    assert_eq!(fs::read_to_string(desk.path("s.csv")).unwrap().lines().count(), 3);
    desk.run("sim step.ptx --policy simt,tsimt --config slp --set low,high").is(0, &["slp (test)", " low ", " high "]);
    let many = (0..101).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let many = format!("sim step.ptx --policy simt --set dram.t_rp={many} --set dram.t_rcd={many}");
    for (words, said) in [
        ("sim step.ptx --policy simt --set core.count=1,,2", "--set core.count=: `` is not a whole number"),
        ("sim step.ptx --policy simt --set core.count=1,x", "--set core.count=x: `x` is not a whole number"),
        ("sim step.ptx --policy simt --set core.count=1,0", "--set core.count=0: 0 is not within"),
        ("sim step.ptx --policy simt --set core.count=1,2 --trace t.pftrace", "2 are asked for"),
        ("sim --print-config --set core.count=1,2", "a list of values is a sweep"),
        ("figure vt --set core.count=1,2", "a list of values is a sweep"),
        ("run --policy simt --set core.count=1,2 -- true", "a list of values is a sweep"),
        (&many, "more than 10000 combinations"),
    ] {
        desk.run(words).is(2, &[said]);
    }
}

#[test]
fn launches_are_counted_alone() {
    let desk = Desk::new();
    let lines = desk.run("sim bfs --policy simt --json --by-launch").is(0, &[]).json();
    let launches = lines[0]["launches"].as_array().unwrap();
    assert_eq!(launches.len(), 20);
    let sum: u64 = launches.iter().map(|it| it["statistics"]["core.instructions"].as_u64().unwrap()).sum();
    assert_eq!(lines[0]["statistics"]["core.instructions"], sum);
    desk.run("sim bfs --policy simt --stats s.csv --by-launch").is(0, &[" launch ", " bfs_expand "]);
    let csv = fs::read_to_string(desk.path("s.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), &rows[0][7..11]), (21, &["launch", "kernel", "cycles", "instructions"][..]));
    let sum: u64 = rows[1..].iter().map(|row| row[10].parse::<u64>().unwrap()).sum();
    assert_eq!(lines[0]["instructions"], sum);
    assert!(rows[1..].iter().enumerate().all(|(n, row)| row[7] == n.to_string() && row.len() == rows[0].len()));
}

#[test]
fn every_policy_is_listed() {
    let desk = Desk::new();
    let lines = desk.run("policies --json").is(0, &[]).json();
    let of = |name: &str| lines.iter().find(|line| line["policy"] == name).unwrap_or_else(|| panic!("no {name}"));
    for (name, paper, unit) in [
        ("simt", "stsimt", None),
        ("stsimt4", "stsimt", Some("lane")),
        ("ivws", "vws", Some("gang")),
        ("tbc", "slp", Some("slp")),
        ("vt", "vt", Some("vtc")),
        ("vt-free", "vt", None),
        ("simt-simd", "simt-simd", Some("prt")),
    ] {
        assert_eq!((&of(name)["paper"], &of(name)["unit"]), (&paper.into(), &unit.into()), "{name}");
    }
    // what is listed is what there is
    let mut known: Vec<String> = Vec::new();
    for line in &lines {
        let name = line["policy"].as_str().unwrap();
        let ends = line["options"].as_array().unwrap().iter().map(|end| end.as_str().unwrap());
        known.extend(std::iter::once("").chain(ends).map(|end| format!("{name}{end}")));
    }
    let all = heddle_gpu::policy::Policy::names();
    known.sort();
    let mut all: Vec<String> = all.into_iter().filter(|name| !name.ends_with("-w16-scalar")).collect();
    all.sort();
    assert_eq!(known, all);
    desk.run("policies").is(0, &["tbc", "-balanced", "virtual threads"]);
}

#[test]
fn the_manual_and_completions_are_there() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish"] {
        desk.run(&format!("completions {shell}")).is(0, &["heddle", "policies"]);
    }
    desk.run("completions csh").is(2, &["bash"]);
    desk.run("man -o pages").is(0, &["heddle.1"]);
    let page = fs::read_to_string(desk.path("pages/heddle-sim.1")).unwrap();
    assert!(page.contains(".TH heddle-sim 1") && page.contains("by\\-launch"), "{page}");
    desk.write("file", "");
    desk.run("man -o file").is(2, &["file: "]);
}

#[test]
fn a_file_without_launches_gets_a_description() {
    let desk = Desk::new();
    desk.write("step.ptx", STEP.replace("BOUND", "100"));
    let ran = desk.run("sim step.ptx --policy simt");
    ran.is(2, &["there is no launch description", "step.toml"]);
    desk.write("other.toml", &ran.out);
    desk.run("kernel run step.ptx --launch other.toml").is(0, &["1 launches, 1 CTAs, 32 threads"]);
    desk.run("sim step.ptx --policy simt --launch other.toml").is(0, &["not checked"]);
    desk.run("sim step.ptx va --policy simt --launch other.toml").is(2, &["describes the launches of one kernel"]);
    desk.run("sim all --policy simt --launch other.toml").is(2, &["describes the launches of one kernel"]);
    let event = &desk.run("kernel run step.ptx --json").is(2, &[]).json()[0];
    assert_eq!(event["template"].as_str().unwrap().trim_end(), ran.out.trim_end());
    desk.write("empty.ptx", ".version 7.0\n.target sm_50\n.address_size 64\n");
    desk.run("kernel run empty.ptx").is(2, &["the module has no kernel"]);
}
