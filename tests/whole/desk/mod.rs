//! A test fixture: the command in a folder of its own, and the result of its run.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// How a command ended.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Fails unless the status and all of the words are there, in either stream.
    pub fn is(&self, status: i32, words: &[&str]) -> &Self {
        let said = format!("status {}\n--- stdout\n{}\n--- stderr\n{}", self.status, self.out, self.err);
        assert_eq!(self.status, status, "{said}");
        for word in words {
            assert!(self.out.contains(word) || self.err.contains(word), "`{word}` is missing: {said}");
        }
        for word in ["panicked", "RUST_BACKTRACE", "stack backtrace"] {
            assert!(!said.contains(word), "{said}");
        }
        self
    }

    pub fn json(&self) -> Vec<Value> {
        let line = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
        self.out.lines().map(line).collect()
    }
}

/// The repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The cache that all tests share, unless they set another: `HEDDLE_CACHE`, so that `make test`
/// builds a model once for all of its programs.
pub fn cache() -> PathBuf {
    let own = || Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
    std::env::var_os("HEDDLE_CACHE").map_or_else(own, PathBuf::from)
}

/// A program that counts every element up to `BOUND`, and its launch description.
pub const STEP: &str = include_str!("step.ptx");
pub const STEP_LAUNCH: &str = include_str!("step.toml");

/// A folder to work in.
pub struct Desk(pub TempDir);

impl Desk {
    pub fn new() -> Self {
        Desk(TempDir::new().unwrap())
    }

    /// A folder with the program [`STEP`], which counts to 100.
    pub fn with_step() -> Self {
        let desk = Desk::new();
        desk.write("step.ptx", STEP.replace("BOUND", "100"));
        desk.write("step.toml", STEP_LAUNCH);
        desk
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), bytes).unwrap();
        name.to_string()
    }

    /// The command in this folder.
    pub fn heddle(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
        command.args(words.split_whitespace()).current_dir(self.0.path()).stdin(Stdio::null());
        command.env("HEDDLE_CACHE", cache());
        command
    }

    pub fn run(&self, words: &str) -> Ran {
        ran(&mut self.heddle(words))
    }

    pub fn run_with(&self, words: &str, variables: &[(&str, &OsStr)]) -> Ran {
        ran(self.heddle(words).envs(variables.iter().copied()))
    }

    /// The Verilog of a preset, with something replaced in it.
    pub fn verilog(&self, preset: &str, name: &str, from: &str, to: &str) -> String {
        let emitted = self.run(&format!("emit {preset}")).out;
        assert!(emitted.contains(from), "{from} is not in {emitted}");
        self.write(name, emitted.replacen(from, to, 1))
    }

    /// A multiplier whose high word is wrong for signed factors.
    pub fn wrong_multiplier(&self) -> String {
        let wrong = "high = sum$high + ((signs & a[31]) ? {b[30:0], 1'd0} : 32'd0);";
        self.verilog("mul32/paper", "wrong.v", "high = sum$high;", wrong)
    }

    /// A program that runs `text` in the shell.
    pub fn script(&self, name: &str, text: &str) -> PathBuf {
        self.write(name, format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(self.path(name), Permissions::from_mode(0o755)).unwrap();
        self.path(name)
    }

    /// Puts into `cache` what stands for CACTI, for units that have no memory, so that it is never
    /// run.
    pub fn without_memories(&self) {
        fs::create_dir_all(self.path("cache/libraries/cacti")).unwrap();
        for name in ["cacti", "crossbar", "cache.cfg"] {
            self.write(&format!("cache/libraries/cacti/{name}"), "");
        }
    }

    /// `slp/tiny` with a hundred registers more, all 0, which change nothing: `longer.v`; and with
    /// one that does: `wrong.v`.
    pub fn longer_and_wrong(&self) {
        let emitted = self.run("emit slp/tiny").out;
        let (ports, body) = emitted.split_once("output reg  launched;").unwrap();
        let body = body.replace(" launched =", " launched_ =");
        for (name, next) in [("longer", "more[99]"), ("wrong", "more[99] ^ launch_valid[0]")] {
            let text = format!(
                "{ports}output wire launched; reg launched_; reg [99:0] more;\n\
                 always @(posedge clock) more <= reset ? 100'd0 : {{more[98:0], {next}}};\n\
                 assign launched = launched_ ^ more[99];{body}"
            );
            self.write(&format!("{name}.v"), text);
        }
    }

    /// Builds `program` from a source of `cuda/tests/programs` against one of CUDA's libraries.
    pub fn cuda_program(&self, source: &str, library: &str) {
        self.run("run --libraries libraries").is(0, &[]);
        let sources = root().join("cuda/tests/programs");
        let mut cc = Command::new("cc");
        cc.args(["-DVERSION=12090", "-o", "program"]).arg(sources.join(format!("{source}.c")));
        cc.args(["-Llibraries", &format!("-l:{library}"), "-lpthread"]);
        assert!(cc.current_dir(self.path("")).status().unwrap().success());
    }

    /// The names of what lies in a folder.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<_> = fs::read_dir(self.path(folder)).unwrap().map(name).collect();
        names.sort();
        names
    }
}

pub fn ran(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { status: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}

/// Waits until something is so.
pub fn wait_for(what: impl Fn() -> bool) {
    let started = Instant::now();
    while !what() {
        assert!(started.elapsed() < Duration::from_secs(600), "it never happens");
        sleep(Duration::from_millis(20));
    }
}

/// Sends a signal to a process.
pub fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap().success());
}

/// Sends a signal to the group of processes that a process leads, as a terminal does.
pub fn signal_all(leader: &Child, name: &str) {
    let group = format!("-{}", leader.id());
    assert!(Command::new("kill").args([&format!("-{name}"), "--", &group]).status().unwrap().success());
}
