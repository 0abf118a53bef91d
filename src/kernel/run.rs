//! `heddle kernel run`: functional execution of kernels, and a check of their results.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::execute::{Options, Unobserved};
use heddle_kernel::launch::Buffers;
use heddle_testbench::files::write_whole;
use heddle_testbench::interrupt;
use serde_json::json;

use super::program::Loaded;
use crate::cli::{KernelRun, Scalar};
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::explain::Explained;
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
    if let Some(folder) = &args.contents {
        files(folder, &session.contents())?;
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
    if let Some(folder) = &args.contents {
        let contents = session.contents();
        for (path, data) in files(folder, &contents)?.iter().zip(contents.0.values()) {
            write_whole(path, &data.to_bytes()).map_err(|error| refuse(path, error))?;
        }
    }
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

/// Returns the file of each buffer in a folder, which is made; an error before any work if a name
/// is no file's name.
fn files(folder: &Path, contents: &Buffers) -> Result<Vec<PathBuf>, Error> {
    fs::create_dir_all(folder).map_err(|error| refuse(folder, error))?;
    let file = |name: &String| {
        if name.is_empty() || name.contains(['/', '\0']) {
            let what = format!("a buffer with the name `{name}` cannot have a file of its own");
            return Err(Error::input(what, "give it another name in the launch description"));
        }
        Ok(folder.join(format!("{name}.bin")))
    };
    contents.0.keys().map(file).collect()
}

fn refuse(path: &Path, error: std::io::Error) -> Error {
    Error::input(format!("{}: {error}", path.display()), "name a folder that can be written with --contents")
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
