//! `heddle doctor`: checks that the tools are installed and work.

use std::fmt::Display;
use std::num::NonZeroU32;

use heddle_block::{Port, Timing};
use heddle_sandbox::lacking;
use heddle_synth::fpga::Nextpnr;
use heddle_synth::{Flow, SLANG, Yosys};
use heddle_testbench::flat::slang;
use heddle_testbench::interrupt;
use heddle_testbench::verilator::{BuildError, Cache, Design, Instance, Lint, Model, Options, Stopped, Toolchain};
use miette::Diagnostic as _;
use serde_json::json;

use crate::cli::Doctor;
use crate::console::say;
use crate::cost;
use crate::error::{Error, Outcome};
use crate::progress::{Task, Work};

/// A clock period, in ns: nothing is synthesised here.
const PERIOD: f64 = 1.0;

/// Runs `heddle doctor`: checks tools, cache and a small model; [`Outcome::NoTool`] if a needed
/// tool is missing.
pub fn run(args: &Doctor) -> Result<Outcome, Error> {
    let mut outcome = Outcome::Equal;
    let mut tell = |what: &str, needed: bool, found: Result<String, &dyn Display>| {
        let ok = found.is_ok();
        let text = found.unwrap_or_else(|error| error.to_string());
        if args.json {
            say!("{}", json!({ "check": what, "ok": ok, "needed": needed, "found": text }));
        } else {
            let verdict = if ok {
                "ok"
            } else if needed {
                "MISSING"
            } else {
                "absent"
            };
            say!("{verdict:<8} {what:<10} {}", text.replace('\n', "\n                    "));
        }
        if needed && !ok {
            outcome = Outcome::NoTool;
        }
    };
    let tools = Toolchain::find();
    let versions = tools.as_ref().map(|tools| tools.to_string()).map_err(|error| error as &dyn Display);
    tell("tools", true, versions);
    let cache = Cache::open();
    let cache = cache.and_then(|cache| cache.probe().map(|()| cache));
    let place = cache.as_ref().map(|cache| cache.root().display().to_string()).map_err(|error| error as &dyn Display);
    tell("cache", true, place);
    if let (Ok(tools), Ok(cache)) = (&tools, &cache) {
        let task = Task::start("building a model", Work::Open);
        let tried = try_model(tools, cache);
        drop(task);
        if interrupt::asked() {
            return Err(Error::interrupted());
        }
        tell("model", true, tried.as_ref().map(ToString::to_string).map_err(|error| error as &dyn Display));
    }
    let lacks = lacking();
    let confines =
        lacks.as_ref().map_or(Ok("a --dut, by Landlock and seccomp".into()), |lacks| Err(lacks as &dyn Display));
    tell("confined", false, confines);
    let yosys = Yosys::find();
    let version = yosys.as_ref().map(|yosys| yosys.version().to_string()).map_err(|error| error as &dyn Display);
    tell("yosys", false, version);
    let slang = slang().map_err(|error| {
        format!("{SLANG} could not be started: {error}: install it for SystemVerilog (pip install {SLANG})")
    });
    let version = slang.as_ref().map(|slang| slang.version().to_string()).map_err(|error| error as &dyn Display);
    tell("slang", false, version);
    // all that figures of cost need, Yosys among it
    let flow = cost::flow(&[], PERIOD).map_err(|error| match error.help() {
        Some(help) => format!("{error}: {help}"),
        None => error.to_string(),
    });
    tell("libraries", false, flow.as_ref().map(Flow::versions).map_err(|error| error as &dyn Display));
    let nextpnr = Nextpnr::find();
    let version = nextpnr.as_ref().map(|found| found.version().to_string()).map_err(|error| error as &dyn Display);
    tell("nextpnr", false, version);
    Ok(outcome)
}

/// Reasons why the smallest model does not run.
#[derive(Debug, thiserror::Error)]
enum ModelError {
    /// The model cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The model stops its simulation.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The model's register holds wrong values after the inputs 1 and 0.
    #[error("the smallest model does not work: its register held {0:?} for the inputs 1, 0")]
    Register([u64; 2]),
}

/// Builds, loads and runs the smallest possible model, which tests tools, compiler, cache folder
/// and loader together.
fn try_model(tools: &Toolchain, cache: &Cache) -> Result<&'static str, ModelError> {
    const VERILOG: &str = "module doctor(input wire clock, input wire d, output reg q);
        always @(posedge clock) q <= d;
        endmodule\n";
    let port = |name: &str| Port { name: name.to_string(), width: 1, timing: Timing::Early };
    let (inputs, outputs) = ([port("d")], [port("q")]);
    let design = Design {
        top: "doctor",
        verilog: VERILOG,
        origin: None,
        inputs: &inputs,
        select: None,
        outputs: &outputs,
        rising: true,
    };
    let options = Options { lint: Lint::Lenient, traced: false, covered: false, confined: false };
    let model = Model::build(tools, cache, &design, options)?;
    let mut q = [0; 2];
    Instance::new(&model, NonZeroU32::MIN).run(&[1, 0], &mut q)?;
    if q[1] == 1 { Ok("built, loaded and ran") } else { Err(ModelError::Register(q)) }
}
