//! Tests of energy: sums made by hand, the statistics that may be counted, and the errors of a
//! wrong table.

use heddle_gpu::config::Config;
use heddle_gpu::energy::{Each, Table};
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Options, list, simulate};
use heddle_kernel::launch::Description;

const SMALL: &str = r#"
[[event]]
name = "steps"
counter = "core.steps"
picojoules = 40
source = "assumed: for this test"

[[event]]
name = "bursts"
counter = "dram.bursts"
picojoules = 2.5
source = "assumed: for this test"

[[power]]
name = "leakage"
each = "core"
milliwatts = 100
source = "assumed: for this test"

[[power]]
name = "memory"
each = "channel"
milliwatts = 250.5
source = "assumed: for this test"
"#;

fn place(name: &str) -> usize {
    list().iter().position(|counter| counter.name == name).unwrap()
}

/// What is said of a table in which `from` has become `to`.
fn with(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from}");
    Table::read("my.toml", &SMALL.replacen(from, to, 1)).unwrap_err().to_string()
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * b.abs(), "{a} is not {b}");
}

#[test]
fn sums_are_those_made_by_hand() {
    let table = Table::read("my.toml", SMALL).unwrap();
    let mut spec = Config::shipped("stsimt").unwrap().spec;
    (spec.core.count, spec.core.clock, spec.dram.channels) = (3, 1000, 2);
    let mut statistics = vec![7; list().len()];
    statistics[place("core.steps")] = 1000;
    statistics[place("dram.bursts")] = 8;
    let energy = table.energy(&spec, &statistics, 500);
    // 500 cycles at 1000 MHz
    close(energy.seconds, 0.5e-6);
    close(energy.events[0], 40e-9);
    close(energy.events[1], 20e-12);
    // 0.3 W and 0.501 W for 0.5 us
    close(energy.statics[0], 0.15e-6);
    close(energy.statics[1], 0.2505e-6);
    let total = 40e-9 + 20e-12 + 0.15e-6 + 0.2505e-6;
    close(energy.total(), total);
    close(energy.watts(), total / 0.5e-6);
    close(energy.delay_product(), total * 0.5e-6);
    let nothing = table.energy(&spec, &vec![0; list().len()], 0);
    assert_eq!((nothing.total(), nothing.watts(), nothing.delay_product()), (0.0, 0.0, 0.0));
}

#[test]
fn the_table_that_comes_along_is_sourced_and_counts_what_there_is() {
    let table = Table::shipped();
    let names: Vec<&str> = list().iter().map(|counter| counter.name).collect();
    for event in &table.events {
        assert!(names.contains(&event.counter.as_str()), "{}", event.counter);
        assert!(event.picojoules > 0.0, "{}", event.name);
    }
    let sources = table.events.iter().map(|event| &event.source).chain(table.power.iter().map(|power| &power.source));
    for source in sources {
        assert!(
            ["assumed: ", "measured: ", "Horowitz: ", "Keckler: "].iter().any(|start| source.starts_with(start)),
            "{source}"
        );
    }
    assert!(table.power.iter().any(|power| power.each == Each::Core));
    // each counter once: nothing is paid twice
    let mut counters: Vec<&str> = table.events.iter().map(|event| event.counter.as_str()).collect();
    counters.sort_unstable();
    counters.dedup();
    assert_eq!(counters.len(), table.events.len());
}

#[test]
fn a_wrong_table_is_told_with_its_line() {
    for (from, to, said) in [
        ("core.steps", "core.step", "my.toml:4: there is no statistic `core.step`; did you mean `core.steps`?"),
        ("counter", "conter", "my.toml:4: there is no key `conter`; did you mean `counter`?"),
        ("picojoules = 40\n", "", "my.toml:2: `picojoules` is missing"),
        ("= 40", "= -40", "my.toml:5: `picojoules` is out of range"),
        ("= 40", "= inf", "my.toml:5: `picojoules` is out of range"),
        ("= 40", "= \"40\"", "my.toml:5: `picojoules` is a string"),
        ("\"assumed: for this test\"", "\" \"", "my.toml:6: `source` is empty"),
        ("\"bursts\"", "\"steps\"", "my.toml:9: the name `steps` is used twice"),
        ("\"core\"", "\"lane\"", "my.toml:16: a GPU has no `lane`; one of: gpu, core, channel"),
        ("[[power]]", "[[powr]]", "my.toml:14: there is no section `powr`; did you mean `power`?"),
        ("name = \"leakage\"", "name = 3", "my.toml:15: `name` is an integer, not text"),
    ] {
        let error = with(from, to);
        assert!(error.starts_with(said), "{from} -> {to}: {error}");
    }
    let said = |text: &str| Table::read("my.toml", text).unwrap_err().to_string();
    assert!(said("\nevent = 3\n").starts_with("my.toml:2: an integer, not a list of tables"));
    assert!(said("\n[[event").starts_with("my.toml:2: "));
    assert!(said("").contains("the table has neither an event nor a power"));
}

/// A warp of which so many threads take part: `t + 1` in each.
fn operands(policy: &str, threads: u32) -> (u64, u64) {
    let text = ".version 6.0\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u32 n)\n{\n\
        .reg .b32 %r<5>; .reg .pred %p;\nmov.u32 %r1, %tid.x;\nld.param.u32 %r2, [n];\n\
        setp.ge.u32 %p, %r1, %r2;\n@%p bra END;\nadd.u32 %r3, %r1, %r2;\nadd.u32 %r4, %r3, %r1;\nadd.u32 %r3, %r4, %r3;\nEND:\nret;\n}\n";
    let launch = format!(
        "name = \"k\"\n[[run]]\n[[run.launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [32]\nargs = [{{ u32 = {threads} }}]\n"
    );
    let module = heddle_kernel::read("k.ptx", text).unwrap();
    let description = Description::read("k.toml", &launch).unwrap();
    let mut session = heddle_kernel::launch::Session::new("k.toml", &module, &description, "test", None).unwrap();
    let spec = Config::shipped("stsimt").unwrap().spec;
    let run = simulate(&spec, &Policy::named(policy).unwrap(), &mut session, &Options::default(), &mut ()).unwrap();
    (run.get("core.operands_read").unwrap(), run.get("core.operands_written").unwrap())
}

#[test]
fn a_conventional_core_moves_whole_entries_and_a_lane_those_of_its_threads() {
    // with one thread less, three additions have six words less to read and three to write, if
    // words move a thread
    let saved = |policy: &str, more: u32, less: u32| {
        let (more, less) = (operands(policy, more), operands(policy, less));
        (more.0 - less.0, more.1 - less.1)
    };
    assert_eq!(saved("simt", 32, 1), (0, 0));
    assert_eq!(saved("tsimt", 9, 8), (6, 3));
    assert_eq!(saved("tsimt", 32, 1), (31 * 6, 31 * 3));
    // entries of four: nothing is saved within one
    assert_eq!(saved("stsimt4", 8, 5), (0, 0));
    assert_eq!(saved("stsimt4", 9, 8), (4 * 6, 4 * 3));
    assert_eq!(saved("stsimt2", 3, 2), (2 * 6, 2 * 3));
}
