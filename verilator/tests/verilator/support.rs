//! A small design, its tools, and a cache that the tests share.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::num::NonZeroU32;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, OnceLock};

use heddle_block::{Port, Timing};
use heddle_verilator::{Cache, Design, Lint, Model, Options, Toolchain};

/// A counter that adds what stands on an array of two ports, and a register that nothing sets.
pub const COUNTER: &str = "\
module counter(clock, reset, x$0, x$1, sum, count$q, idle__q, unset);
    input wire clock;
    input wire reset;
    input wire [7:0] x$0;
    input wire [32:0] x$1;
    output wire [63:0] sum;
    output wire [15:0] count$q;
    output wire idle__q;
    output wire [31:0] unset;
    reg [15:0] count;
    reg [31:0] never;
    always @(posedge clock)
        if (reset) count <= 16'h0;
        else count <= count + {8'h0, x$0};
    always @(posedge clock) never <= never;
    assign sum = {31'h0, x$1} + {48'h0, count};
    assign count$q = count;
    assign idle__q = count == 16'h0;
    assign unset = never;
endmodule
";

pub const OPTIONS: Options = Options { lint: Lint::Strict(&[]), traced: false, covered: false, confined: false };

pub static PORTS: LazyLock<(Vec<Port>, Vec<Port>)> = LazyLock::new(|| {
    let inputs = vec![port("reset", 1), port("x$0", 8), port("x$1", 33)];
    (inputs, vec![port("sum", 64), port("count$q", 16), port("idle__q", 1), port("unset", 32)])
});

pub fn port(name: &str, width: u32) -> Port {
    Port { name: name.to_owned(), width, timing: Timing::Late }
}

pub fn design(verilog: &str) -> Design<'_> {
    Design { top: "counter", verilog, origin: None, inputs: &PORTS.0, select: None, outputs: &PORTS.1, rising: false }
}

pub fn tools() -> &'static Toolchain {
    static TOOLS: OnceLock<Toolchain> = OnceLock::new();
    TOOLS.get_or_init(|| Toolchain::find().unwrap_or_else(|e| panic!("{e}")))
}

/// One folder for the run of the tests, so that the runtime is compiled once.
pub fn cache() -> Cache {
    Cache::at(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("models"))
}

/// The counter, evaluated twice a cycle or once, and in a process of its own.
pub fn counters() -> [Model; 3] {
    [(false, false), (true, false), (false, true)].map(built)
}

pub fn counter() -> Model {
    built((false, false))
}

fn built((rising, confined): (bool, bool)) -> Model {
    let options = Options { confined, ..OPTIONS };
    Model::build(tools(), &cache(), &Design { rising, ..design(COUNTER) }, options).unwrap()
}

pub fn seed(seed: u32) -> NonZeroU32 {
    NonZeroU32::new(seed).unwrap()
}

/// The counter with `text` in it.
pub fn with(text: &str) -> String {
    COUNTER.replace("endmodule", &format!("{text}\nendmodule"))
}

/// Reset, then `x$0` = 3 and `x$1` = 2 to the 32nd plus the cycle.
pub fn stimulus(cycles: u64) -> Vec<u64> {
    (0..cycles).flat_map(|c| [u64::from(c == 0), 3, (1 << 32) + c]).collect()
}

/// A compiler that writes a line for each call, and that waits while there is a file `slow` beside
/// it.
pub struct Compiler {
    folder: tempfile::TempDir,
    pub tools: Toolchain,
}

impl Compiler {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().display();
        let real = env::var("CXX").unwrap_or_else(|_| "g++".to_owned());
        let script = format!(
            "#!/bin/sh\necho call >>{at}/calls\nwhile [ -e {at}/slow ]; do sleep 0.05; done\nexec {real} \"$@\"\n"
        );
        fs::write(folder.path().join("cxx"), script).unwrap();
        fs::set_permissions(folder.path().join("cxx"), Permissions::from_mode(0o755)).unwrap();
        let compiler = Self { tools: Self::tools(folder.path()), folder };
        compiler.forget();
        compiler
    }

    /// The tools of the compiler in a folder: another process finds the same ones.
    pub fn tools(folder: &Path) -> Toolchain {
        let verilator = env::var_os("VERILATOR");
        Toolchain::with(verilator.as_deref(), Some(folder.join("cxx").as_os_str())).unwrap_or_else(|e| panic!("{e}"))
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn calls(&self) -> usize {
        fs::read_to_string(self.folder().join("calls")).map_or(0, |text| text.lines().count())
    }

    pub fn forget(&self) {
        let _ = fs::remove_file(self.folder().join("calls"));
    }

    pub fn slow(&self, slow: bool) {
        let file = self.folder().join("slow");
        if slow { fs::write(file, "").unwrap() } else { fs::remove_file(file).unwrap() }
    }
}

/// This test program again, running one ignored test with a variable set.
pub fn child(test: &str, variables: &[(&str, &OsStr)]) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture"]).envs(variables.iter().copied());
    command
}
