//! Verilog of configurations outside the presets: the hardware's own sources are compiled once
//! more, with other lists of configurations, because rust-hdl needs every width in the type.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use heddle_testbench::child::{self, Ended};
use heddle_testbench::kept::{self, Refused, Trust};
use heddle_testbench::unit::Unit;
use heddle_testbench::verilator::Cache;
use include_dir::{Dir, include_dir};

use heddle_command::error::Error;

// `sources` leads to the folders of other crates, as a package contains what lies in its own folder
static RTL: Dir = include_dir!("$CARGO_MANIFEST_DIR/sources/rtl");
static BLOCK: Dir = include_dir!("$CARGO_MANIFEST_DIR/sources/block");
static CONTRACT: Dir = include_dir!("$CARGO_MANIFEST_DIR/sources/contract");
/// The manifests of the workspace, the RTL, the contract and what both are made of.
const MANIFESTS: [&str; 4] = [
    include_str!("../sources/workspace.toml"),
    include_str!("../sources/rtl.toml"),
    include_str!("../sources/contract.toml"),
    include_str!("../sources/block.toml"),
];
/// The lock file, with the versions of crates that this command was built with.
const LOCK: &str = include_str!("../sources/workspace.lock");

/// The text in a source that precedes its list of configurations.
const LIST: &str = "_with!(cfg:";

/// Manifest and source of a program that prints Verilog: `emit PRESET NAME=VALUE...`.
const EMIT: [&str; 2] = [
    r#"[package]
name = "emit"
version.workspace = true
edition.workspace = true

[dependencies]
heddle-block.workspace = true
heddle-rtl.workspace = true
"#,
    r#"use heddle_block::{Block, Config, Rtl};

type Unit = heddle_rtl::UNIT;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut cfg = <Unit as Block>::Config::preset(&words.next().unwrap()).unwrap().clone();
    for word in words {
        let (name, value) = word.split_once('=').unwrap();
        *cfg.number(name).unwrap() = value.parse().unwrap();
    }
    print!("{}", Unit::verilog(&cfg).unwrap());
}
"#,
];
/// Build profile of the program, which is built once and runs little.
const PROFILE: &str = "\n[profile.dev]\ndebug = 0\nincremental = false\n";

/// Most bytes of a source.
const MOST_BYTES: u64 = 64 << 20;

/// Last lines of the compiler's output that an error shows.
const LAST: usize = 12;

/// Compiles the RTL of a unit for variants of a preset, lists of changed numbers, and returns their
/// Verilog.
pub fn compile(unit: &Unit, preset: &'static str, variants: &[&[(String, u32)]]) -> Result<Vec<String>, Error> {
    let cache = Cache::open()?;
    // the program that is built runs: no other user may have written any part of it
    let (folder, trust) = (cache.make("sweep")?, cache.trust());
    let refused = |error: io::Error| Error::from(cache.error(error));
    // one sweep at a time; the lock is freed when it is dropped
    let lock = kept::open(&folder.join("lock"), OpenOptions::new().create(true).truncate(false).write(true));
    let lock = lock.map_err(refused)?;
    lock.lock().map_err(refused)?;
    sources(&folder, trust, unit, preset, variants).map_err(refused)?;
    kept::make(&folder.join("target/debug"), trust).map_err(refused)?;
    let emit = folder.join("target/debug/emit");
    kept::is_there(&emit, trust, false).map_err(refused)?;
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--package", "emit", "--target-dir", "target"]).current_dir(&folder);
    let built = child::run(&mut cargo, Duration::MAX);
    let built = built.map_err(|error| Error::tool(format!("cargo: {error}"), NO_PRESET))?;
    if !built.status.success() {
        return Err(silent("the RTL with these numbers does not compile", &built));
    }
    let emitted = |changes: &&[(String, u32)]| {
        let words: Vec<String> = changes.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut emit = Command::new(&emit);
        let said = child::run(emit.arg(preset).args(&words), Duration::MAX).map_err(refused)?;
        if !said.status.success() {
            return Err(silent(&format!("{} {}: the RTL cannot be emitted", unit.name, words.join(" ")), &said));
        }
        Ok(said.out)
    };
    variants.iter().map(emitted).collect()
}

/// Returns a preset, by number, with changed parameters, as an element of a source's list of
/// configurations.
fn row(preset: usize, changes: &[(String, u32)]) -> String {
    let changes: String = changes.iter().map(|(name, value)| format!(", {name}: {value}")).collect();
    format!("[{preset}{changes}]")
}

const NO_PRESET: &str = "numbers that no preset has are compiled, with Rust's cargo";

fn silent(what: &str, ended: &Ended) -> Error {
    let lines: Vec<&str> = ended.err.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(LAST)..].join("\n");
    Error::tool(format!("{what}:\n{last}"), "try values nearer to a preset's (`heddle units`)")
}

/// Writes into a folder the workspace of the RTL, for variants of a preset alone, what it is made
/// of, and the program that emits it.
///
/// # Errors
///
/// A file cannot be written, or is not this user's alone.
pub fn sources(
    folder: &Path,
    trust: Trust,
    unit: &Unit,
    preset: &str,
    variants: &[&[(String, u32)]],
) -> io::Result<()> {
    let number = unit.presets.iter().position(|(name, _)| *name == preset).expect("it is one of the unit's presets");
    let rows: Vec<String> = variants.iter().map(|changes| row(number, changes)).collect();
    let put = |name: &str, text: &str| put(&folder.join(name), trust, text.as_bytes());
    let [workspace, rtl, contract, block] = MANIFESTS;
    // features matter where the whole workspace is built
    let alone = |manifest: &str| manifest.replace("heddle-features.workspace = true\n", "");
    put("Cargo.toml", &members(workspace))?;
    put("Cargo.lock", LOCK)?;
    put("emit/Cargo.toml", EMIT[0])?;
    put("emit/src/main.rs", &EMIT[1].replace("UNIT", unit.of.rsplit("::").next().expect("a type has a name")))?;
    put("block/Cargo.toml", &alone(block))?;
    copy(&BLOCK, &folder.join("block/src"), trust, &|_, text| text.to_string())?;
    put("contract/Cargo.toml", &alone(contract))?;
    copy(&CONTRACT, &folder.join("contract/src"), trust, &|_, text| text.to_string())?;
    put("rtl/Cargo.toml", &alone(rtl))?;
    let own = Path::new(unit.name).join("mod.rs");
    copy(&RTL, &folder.join("rtl/src"), trust, &|path, text| listed(text, if path == own { &rows } else { &[] }))
}

/// Returns the workspace's manifest, without the command and with these members.
fn members(manifest: &str) -> String {
    let workspace = manifest.split("[package]").next().unwrap_or_default();
    let line = |line: &str| match line.starts_with("members = ") {
        true => "members = [\"emit\", \"block\", \"contract\", \"rtl\"]\n".to_string(),
        false => format!("{line}\n"),
    };
    workspace.lines().map(line).chain([PROFILE.to_string()]).collect()
}

/// Returns a source with these configurations in place of its list, if it has a list.
fn listed(text: &str, rows: &[String]) -> String {
    let list = |(before, rest): (&str, &str)| {
        let (_, after) = rest.split_once(')')?;
        Some(format!("{before}{LIST} {}){after}", rows.join(" ")))
    };
    text.split_once(LIST).and_then(list).unwrap_or_else(|| text.to_string())
}

fn copy(from: &Dir, to: &Path, trust: Trust, change: &dyn Fn(&Path, &str) -> String) -> io::Result<()> {
    for file in from.files() {
        put(&to.join(file.path()), trust, change(file.path(), file.contents_utf8().unwrap_or_default()).as_bytes())?;
    }
    from.dirs().try_for_each(|folder| copy(folder, to, trust, change))
}

/// Writes a file unless it has that content already: cargo rebuilds by file times.
fn put(path: &Path, trust: Trust, text: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), |folder| kept::make(folder, trust))?;
    match kept::read(path, MOST_BYTES, trust) {
        Ok(there) if there == text => Ok(()),
        Err(error) if Refused::of(&error).is_some() => Err(error),
        _ => kept::write(path, text),
    }
}
