//! Tests of configurations: they have the values that the papers print, and an error names the line
//! of the mistake.

use heddle_gpu::config::spec::{Effect, KEYS, Kind, Value};
use heddle_gpu::config::{Config, SHIPPED};

pub fn stsimt() -> &'static str {
    SHIPPED[0].1
}

/// The value of a key.
pub fn value(config: &Config, name: &str) -> String {
    let row = config.rows().find(|(key, ..)| key.to_string() == name);
    row.unwrap_or_else(|| panic!("no key {name}")).1.to_string()
}

/// What is said of a file in which `from` has become `to`.
fn with(from: &str, to: &str) -> String {
    assert!(stsimt().contains(from), "{from}");
    Config::read("my.toml", &stsimt().replacen(from, to, 1)).unwrap_err().to_string()
}

/// The number of the line in which a text stands.
fn line(text: &str) -> usize {
    1 + stsimt().lines().position(|line| line.contains(text)).unwrap()
}

/// What the papers print, by file.
const PRINTED: &[(&str, &[(&str, &str)])] = &[
    // table III, and section 5.2, 3.3, table I
    (
        "stsimt",
        &[
            ("core.count", "30"),
            ("dram.channels", "8"),
            ("dram.bus", "8"),
            ("core.clock", "1300"),
            ("interconnect.clock", "650"),
            ("dram.clock", "800"),
            ("shared.bytes", "65536"),
            ("core.ctas", "16"),
            ("core.width", "8"),
            ("core.sfus", "2"),
            ("l1.bytes", "32768"),
            ("fetch.bytes", "4096"),
            ("l2.bytes", "1048576"),
            ("core.warps", "32"),
            ("core.warp_size", "32"),
            ("core.issue", "1"),
            ("core.schedulers", "1"),
            ("core.registers", "16384"),
            ("pipeline.banks", "8"),
        ],
    ),
    // table 2
    (
        "slp",
        &[
            ("core.count", "30"),
            ("core.warps", "32"),
            ("core.warp_size", "32"),
            ("core.width", "32"),
            ("core.registers", "16384"),
            ("shared.bytes", "32768"),
            ("core.scheduling", "sticky"),
            ("l1.bytes", "32768"),
            ("l1.ways", "8"),
            ("l1.line", "64"),
            ("l2.bytes", "1048576"),
            ("l2.ways", "64"),
            ("l2.line", "64"),
            ("dram.channels", "8"),
        ],
    ),
    // table 1
    (
        "vws",
        &[
            ("core.count", "1"),
            ("core.warp_size", "32"),
            ("core.width", "32"),
            ("shared.bytes", "49152"),
            ("l1.bytes", "65536"),
            ("l1.line", "128"),
            ("l1.ways", "8"),
            ("l2.bytes", "131072"),
            ("l2.line", "128"),
            ("l2.ways", "8"),
            ("core.scheduling", "gto"),
            ("pipeline.execute", "10"),
        ],
    ),
    // table I
    (
        "vt",
        &[
            ("core.count", "15"),
            ("core.clock", "1400"),
            ("core.width", "16"),
            ("core.warp_size", "32"),
            ("core.ctas", "8"),
            ("core.warps", "48"),
            ("core.schedulers", "2"),
            ("core.registers", "32768"),
            ("l1.bytes", "16384"),
            ("shared.bytes", "49152"),
            ("shared.banks", "16"),
            ("l1.mshrs", "64"),
            ("core.scheduling", "lrr"),
            ("vt.warps", "256"),
            ("vt.depth", "4"),
            ("vt.beat", "512"),
            ("vt.active_queue", "30"),
            ("vt.inactive_queue", "30"),
        ],
    ),
    (
        "simt-simd",
        &[
            ("core.count", "1"),
            ("core.clock", "1600"),
            ("vector.partitions", "4"),
            ("vector.timing", "unit"),
            ("vector.pack", "bucket"),
            ("vector.assign", "static"),
        ],
    ),
];

#[test]
fn the_papers_tables_stand_in_the_files() {
    assert_eq!(PRINTED.len(), SHIPPED.len());
    for (name, values) in PRINTED {
        let config = Config::shipped(name).unwrap();
        for (key, printed) in *values {
            assert_eq!(value(&config, key), *printed, "{name} {key}");
            let source = config.rows().find(|row| row.0.to_string() == *key).unwrap().2;
            assert!(!source.starts_with("assumed"), "{name} {key} is printed: {source}");
        }
        // whatever names no paper is of a paper's simulator, or an assumption, and says why
        for (key, _, source) in config.rows() {
            let paper = ["STSIMT", "SLP", "VWS", "VT", "SIMT-SIMD"].iter().any(|paper| source.starts_with(paper));
            let assumed = source.strip_prefix("assumed: ").is_some_and(|why| why.len() > 4);
            let simulator = source.strip_prefix("GPGPU-Sim ").is_some_and(|why| why.starts_with(['2', '3', '4']));
            let elsewhere =
                simulator || source.starts_with("CUDA C programming guide") || source.starts_with("public: ");
            assert!(paper || assumed || elsewhere, "{name} {key}: {source}");
            assert_eq!(
                assumed || elsewhere,
                !values.iter().any(|(printed, _)| *printed == key.to_string()) && !also_printed(name, &key.to_string()),
                "{name} {key}"
            );
        }
    }
    // VWS table 1: 32 bytes a core cycle
    let vws = Config::shipped("vws").unwrap().spec;
    assert_eq!(vws.dram.channels * vws.dram.bus * vws.dram.rate * vws.dram.clock, 32 * vws.core.clock);
}

/// Printed in a section, or worked out of what is.
fn also_printed(name: &str, key: &str) -> bool {
    let vws = [
        "core.warps",
        "core.schedulers",
        "core.issue",
        "fetch.width",
        "fetch.buffer",
        "fetch.bytes",
        "fetch.ports",
        "slices.picks",
        "dram.clock",
        "dram.rate",
        "dram.channels",
    ];
    let stsimt = ["core.sps", "core.cadence", "core.overlap", "pipeline.special_interval", "l1.lines"];
    name == "vws" && vws.contains(&key) || name == "stsimt" && stsimt.contains(&key)
}

#[test]
fn what_is_not_known_is_refused_with_the_nearest_right_name() {
    let said = with("[interconnect]", "[interconect]");
    assert!(
        said.contains(&format!(
            "my.toml:{}: there is no section `interconect`; did you mean `interconnect`?",
            line("[interconnect]")
        )),
        "{said}"
    );
    let said = with("[core]", "[zzz]\nx = 1\n[core]");
    assert!(said.contains("the sections are: core, pipeline, fetch"), "{said}");
    let said = with("clock = { value = 800", "clok = { value = 800");
    assert!(
        said.contains(&format!(
            "my.toml:{}: section `dram` has no key `clok`; did you mean `clock`?",
            line("value = 800")
        )),
        "{said}"
    );
    let said = with("[dram]\n", "[dram]\nwarp_size = { value = 32, source = \"x\" }\n");
    assert!(said.contains("did you mean `core.warp_size`?"), "{said}");
    let said = with("[dram]\n", "[dram]\nqqq = 1\n");
    assert!(said.contains("its keys are: clock, channels"), "{said}");
    let said = with("count = { value = 30, source", "count = { vlaue = 30, source");
    assert!(
        said.contains(&format!(
            "my.toml:{}: core.count: `vlaue` is neither `value` nor `source`; did you mean `value`?",
            line("count = ")
        )),
        "{said}"
    );
}

#[test]
fn what_is_missing_is_named() {
    let clock = "clock = { value = 800, source = \"STSIMT table III\" }\n";
    let said = with(clock, "");
    assert!(
        said.contains("`dram.clock` is missing; write `clock = { value = ..., source = \"...\" }` under `[dram]`"),
        "{said}"
    );
    assert!(said.contains(&format!("my.toml:{}:", line("[dram]"))), "{said}");
    let at = stsimt().find("[dram]").unwrap();
    let said = Config::read("my.toml", &stsimt()[..at]).unwrap_err().to_string();
    assert!(said.contains("section `dram` is missing"), "{said}");
    assert!(Config::read("my.toml", "").unwrap_err().to_string().contains("my.toml:1: section `core` is missing"));
    for (from, to, word) in [
        (", source = \"STSIMT table III\" }", " }", "`source` is missing"),
        ("value = 30, ", "", "`value` is missing"),
        ("source = \"STSIMT table III\"", "source = \"\"", "the source is empty"),
        ("source = \"STSIMT table III\"", "source = \"  \"", "the source is empty"),
        ("source = \"STSIMT table III\"", "source = 3", "the source is an integer"),
        ("{ value = 30, source = \"STSIMT table III\" }", "30", "an integer without a source"),
    ] {
        let said = with(from, to);
        assert!(said.contains(&format!("my.toml:{}: core.count: {word}", line("count = "))), "{said}");
    }
}

#[test]
fn values_of_another_kind_or_out_of_bounds_are_refused() {
    for (value, word) in [
        ("\"many\"", "`many` is not a whole number"),
        ("1.5", "the value is a float"),
        ("true", "the value is a boolean"),
        ("[30]", "the value is an array"),
        ("-1", "-1 is out of range"),
        ("99999999999999999999999", "99999999999999999999999 is out of range"),
        ("4294967296", "4294967296 is too large"),
        ("0", "0 is not within 1 to 256"),
        ("257", "257 is not within 1 to 256"),
    ] {
        let said = with("value = 30", &format!("value = {value}"));
        assert!(
            said.contains(&format!(
                "my.toml:{}: core.count: {word}; `core.count` takes a whole number (cores)",
                line("count = ")
            )),
            "{said}"
        );
    }
    let said = with("\"lrr\"", "\"fifo\"");
    assert!(said.contains("`fifo` is none of: lrr, gto, two-level, sticky; `core.scheduling` takes one of"), "{said}");
    let said = with("value = \"lrr\"", "value = 3");
    assert!(said.contains("`3` is none of: lrr"), "{said}");
    // numbers as TOML has them
    let hex = stsimt().replacen("value = 30,", "value = 0x1E,", 1).replacen("value = 16384,", "value = 16_384,", 1);
    assert_eq!(Config::read("my.toml", &hex).unwrap().spec, Config::shipped("stsimt").unwrap().spec);
}

#[test]
fn what_does_not_fit_together_is_refused_where_it_stands() {
    let said = with("width = { value = 8,", "width = { value = 5,");
    assert!(
        said.contains(&format!("my.toml:{}: core.width: must divide core.warp_size", line("width = { value = 8,"))),
        "{said}"
    );
    let said = with("line = { value = 64,", "line = { value = 96,");
    assert!(said.contains("96 is not a power of two"), "{said}");
}

#[test]
fn what_is_no_toml_is_told_with_its_line() {
    let said = with("[fetch]", "[fetch");
    assert!(said.contains(&format!("my.toml:{}:", line("[fetch]"))), "{said}");
    let said = with("[fetch]", "[core]");
    assert!(said.contains("duplicate key"), "{said}");
    let said = with("[core]\n", "core = 3\n");
    assert!(said.contains("my.toml"), "{said}");
    let said = Config::read("my.toml", "core = 3").unwrap_err().to_string();
    assert!(said.contains("my.toml:1: `core` is an integer, not a section"), "{said}");
}

/// A small generator (xorshift), the same everywhere.
struct Random(u64);
impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// Whatever happens to a file: it is read, or refused with a line that it has.
#[test]
fn damaged_files_are_read_or_refused() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut read, mut refused) = (0, 0);
    for round in 0..4000 {
        let mut bytes = SHIPPED[round % SHIPPED.len()].1.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len().max(1));
            let end = (at + 1 + random.below(40)).min(bytes.len());
            match random.below(5) {
                _ if bytes.is_empty() => break,
                0 => drop(bytes.drain(at..end)),
                1 => bytes[at] = b" \n={}[]\",.-0919#ex\\_\xC3"[random.below(20)],
                2 => bytes.insert(at, b"\n={}[]\"0-'"[random.below(10)]),
                3 => bytes.truncate(at.max(1)),
                _ => {
                    let piece = bytes[at..end].to_vec();
                    let to = random.below(bytes.len());
                    bytes.splice(to..to, piece);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        match Config::read("f", &text) {
            Ok(config) => {
                read += 1;
                assert!(config.rows().all(|(_, _, source)| !source.is_empty()));
                assert!(config.spec.check().is_ok());
            }
            Err(error) => {
                refused += 1;
                if let Some(line) = error.place.strip_prefix("f:") {
                    let line: usize = line.parse().unwrap();
                    assert!(line >= 1 && line <= text.matches('\n').count() + 1, "{error}");
                } else {
                    // a value that does not fit at a corner alone
                    assert!(error.place.contains("--set "), "{error}");
                }
                assert!(!error.what.is_empty() && !error.help.is_empty(), "{error}");
            }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}

#[test]
fn values_are_set_all_together() {
    let shipped = Config::shipped("stsimt").unwrap();
    let mut config = shipped.clone();
    // 16 alone would not be divided by 32
    config.set(&["core.width=16", "core.warp_size = 16", "core.scheduling=gto"]).unwrap();
    assert_eq!(
        (config.spec.core.width, config.spec.core.warp_size, value(&config, "core.scheduling").as_str()),
        (16, 16, "gto")
    );
    let sources: Vec<_> = config.rows().filter(|row| row.2 == "--set").map(|row| row.0.to_string()).collect();
    assert_eq!(sources, ["core.warp_size", "core.width", "core.scheduling"]);
    for (change, said) in [
        ("core.width", "--set core.width: no value; a key and a value are expected, as in `core.count=4`"),
        ("core.widht=4", "--set core.widht=4: there is no key `core.widht`; did you mean `core.width`?"),
        ("qq=4", "--set qq=4: there is no key `qq`; `heddle sim --print-config` lists all keys"),
        (
            "core.width=",
            "--set core.width=: `` is not a whole number; `core.width` takes a whole number (threads/cycle)",
        ),
        ("core.width=-8", "`-8` is not a whole number"),
        ("core.width=64", "--set core.width=64: 64 is not within 1 to 32"),
        ("core.scheduling=best", "`best` is none of: lrr, gto, two-level, sticky"),
        (
            "core.width=5",
            "stsimt with --set core.width=5: core.width: must divide core.warp_size = 32, and is 5; give the key another value",
        ),
    ] {
        let mut config = shipped.clone();
        let error = config.set(&[change]).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
        assert_eq!(config, shipped, "a refused change changes nothing");
    }
    // what is set can be written down again
    assert!(KEYS.iter().all(|key| matches!(key.kind, Kind::Word(_)) || !key.unit.is_empty()));
    // a delay says so, and so does what goes on in a cycle
    assert!(KEYS.iter().all(|key| !key.unit.ends_with(" cycles") || key.more == Some(Effect::Slower)));
    assert!(KEYS.iter().all(|key| !key.unit.ends_with("cycle") || key.more == Some(Effect::Faster)));
    assert!(matches!(shipped.spec.values()[0], Value::Number(30)));
}

/// The keys of L1 at their bounds and beyond, and sets that its hash does not fit.
#[test]
fn keys_of_l1_are_checked() {
    let set = |changes: &[&str]| Config::shipped("stsimt").unwrap().set(changes).map_err(|error| error.to_string());
    for changes in [
        &["l1.lines=1", "l1.miss_queue=1"][..],
        &["l1.lines=32", "l1.miss_queue=1024"],
        &["l1.miss_queue=none", "l1.allocate=miss", "l1.store_hit=evict"],
        &["l1.hash=fermi"],
        &["l1.hash=fermi", "l1.ways=8"],
    ] {
        assert_eq!(set(changes), Ok(()));
    }
    for (changes, said) in [
        (&["l1.lines=0"][..], "0 is not within 1 to 32"),
        (&["l1.lines=33"], "33 is not within 1 to 32; `l1.lines` takes a whole number (transactions/cycle)"),
        (&["l1.miss_queue=0"], "0 is not within 1 to 1024; `l1.miss_queue` takes a whole number (requests), or `none`"),
        (&["l1.miss_queue=1025"], "1025 is not within 1 to 1024"),
        (&["l1.miss_queue=many"], "`many` is neither a whole number nor `none`"),
        (&["l1.allocate=never"], "`never` is none of: miss, fill"),
        (&["l1.hash=1"], "none of: none, fermi"),
        (&["l1.store_hit=drop"], "`drop` is none of: keep, evict"),
        (&["l1.hash=fermi", "l1.ways=16"], "l1.hash: `fermi` takes 32 or 64 sets of lines of 128 bytes, not 16 of 128"),
        (&["l1.hash=fermi", "l1.bytes=49152"], "not 96 of 128; give the key another value, or also set the other key"),
        (&["l1.hash=fermi", "l1.bytes=16384", "l1.line=64"], "not 64 of 64"),
    ] {
        let error = set(changes).unwrap_err();
        assert!(error.contains(said), "{error}");
    }
}
