//! `heddle kernel run`: functional execution of kernels, and a check of their results.

use std::time::Instant;

use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::execute::{Options, Unobserved};
use heddle_testbench::interrupt;
use serde_json::json;

use super::program::Loaded;
use crate::cli::{KernelRun, Scalar};
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::explain::Explain;
use crate::number::group;
use crate::progress::{Task, Work};

/// Runs `heddle kernel run`: executes a kernel functionally, prints counts, and checks the results
/// if wanted.
pub fn run(args: &KernelRun) -> Result<Outcome, Error> {
    let loaded = Loaded::of(&args.program)?;
    let mut session = loaded.session(&args.program.scale)?;
    if args.check && !session.expects() {
        return Err(Error::input(
            format!("{}: the launch description expects no results, so nothing can be checked", loaded.name),
            "list the expected results under [[expect]] in the launch description",
        ));
    }
    let allocated = if args.allocate { Allocated::Rewritten } else { Allocated::No };
    let registers = Registers { scalars: args.scalar.into(), allocated };
    let options =
        Options { warp_size: args.warp_size, check_scalars: true, stop: interrupt::asked, ..Options::default() };
    let options = Options {
        limit: args.limit.unwrap_or(options.limit),
        // a kernel may take as long as it likes: Ctrl-C ends it
        cta_limit: u64::MAX,
        livelock: args.livelock,
        ..options
    };
    let task = Task::start("run", Work::Open);
    task.say(loaded.name.clone());
    let start = Instant::now();
    let statistics = session.run(registers, &options, &mut Unobserved).explained()?;
    let seconds = start.elapsed().as_secs_f64();
    let wrong = if args.check { session.check().explained()? } else { Vec::new() };
    drop(task);
    let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    let result = match (args.check, wrong.is_empty()) {
        (false, _) => "not checked",
        (true, true) => "as expected",
        (true, false) => "WRONG",
    };
    let rate = statistics.thread_instructions as f64 / seconds / 1e6;
    let efficiency = statistics.thread_instructions as f64
        / (statistics.warp_instructions.max(1) * u64::from(args.warp_size)) as f64;
    if args.json {
        let event = json!({
            "event": "run", "kernel": loaded.name, "scale": args.program.scale, "warp_size": args.warp_size, "result": result.to_lowercase(),
            "wrong": wrong, "launches": statistics.launches, "ctas": statistics.ctas, "warps": statistics.warps, "threads": statistics.threads,
            "warp_instructions": statistics.warp_instructions, "thread_instructions": statistics.thread_instructions,
            "simd_efficiency": efficiency, "seconds": seconds,
        });
        say!("{event}");
    } else {
        say!("{result} {} ({})", loaded.name, args.program.scale);
        wrong.iter().for_each(|wrong| say!("  {wrong}"));
        say!(
            "  {} launches, {} CTAs, {} threads",
            group(statistics.launches),
            group(statistics.ctas),
            group(statistics.threads)
        );
        say!(
            "  {} warp instructions, {} thread instructions, SIMD efficiency {efficiency:.3}",
            group(statistics.warp_instructions),
            group(statistics.thread_instructions)
        );
        say!("  {seconds:.3} s, {rate:.0} M thread instructions/s");
    }
    Ok(if wrong.is_empty() { Outcome::Equal } else { Outcome::Mismatch })
}

impl From<Scalar> for Scalarization {
    fn from(scalar: Scalar) -> Self {
        match scalar {
            Scalar::None => Scalarization::None,
            Scalar::All => Scalarization::All,
            Scalar::Restricted => Scalarization::Restricted,
        }
    }
}
