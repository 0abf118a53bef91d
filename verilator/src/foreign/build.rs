//! The build of a model in C: preprocessed, so that the key of the cache has all that it includes,
//! then compiled and linked by the compiler of Verilated models.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use heddle_sandbox::child::{Ended, run};

use super::{ForeignError, HEADER};
use crate::cache::{Cache, Key};
use crate::error::BuildError;
use crate::files::{read_at_most, write_whole};
use crate::interrupt::{self, Interrupted};
use crate::lint;
use crate::toolchain::Toolchain;

/// Name of the library in its entry.
const LIBRARY: &str = "model.so";
/// Most bytes of a source.
const MOST_BYTES: u64 = 64 << 20;
/// Time limit of the compiler.
const PATIENCE: Duration = Duration::from_secs(600);
/// Whether the file is C or C++, by how its name ends.
const CPP: [&str; 4] = ["cc", "cpp", "cxx", "C"];
const FLAGS: &[&str] = &["-O2", "-fPIC", "-g0"];
/// A name that is missing is found here, not at the first call.
const LINK: &[&str] = &["-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs", "-Wl,--version-script=exports", "-lm"];
const EXPORTS: &str = "{ global: heddle_model_*; local: *; };\n";

/// Returns the library of a model, which is built if it is not in the cache; what it includes is in
/// its own folder or in those of `include`.
pub(super) fn library(
    tools: &Toolchain,
    cache: &Cache,
    source: &Path,
    include: &[PathBuf],
) -> Result<PathBuf, ForeignError> {
    let path = source.display().to_string();
    read_at_most(source, MOST_BYTES).map_err(|source| ForeignError::File { path: path.clone(), source })?;
    // a place that stays, as the preprocessed text names it
    let header = cache.make("header")?;
    write_whole(&header.join("heddle_model.h"), HEADER.as_bytes()).map_err(|error| cache.error(error))?;
    let cpp = source.extension().is_some_and(|end| CPP.iter().any(|known| end == *known));
    let (language, preprocessed, end) = if cpp { ("c++", "c++-cpp-output", "ii") } else { ("c", "cpp-output", "i") };
    let mut command = tools.cxx();
    command.args(["-E", "-I"]).arg(header);
    command.args(include.iter().flat_map(|folder| [OsStr::new("-I"), folder.as_os_str()]));
    command.args(["-x", language]).arg(source);
    let text = compiler(&path, command)?;
    let flags = format!("{:?} {:?} {FLAGS:?} {LINK:?} {preprocessed}", tools.cxx(), tools.cxx_options());
    let key = Key::new("foreign", &[&text, &flags, EXPORTS, tools.identity()]);
    let folder = cache.entry(&key, |folder| {
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).map_err(|error| cache.error(error));
        write(&format!("model.{end}"), &text)?;
        write("exports", EXPORTS)?;
        let mut command = tools.cxx();
        command.current_dir(folder).args(FLAGS).args(tools.cxx_options());
        command.args(["-x", preprocessed]).arg(format!("model.{end}")).args(["-x", "none", "-o", LIBRARY]).args(LINK);
        compiler(&path, command).map(drop)
    })?;
    Ok(folder.join(LIBRARY))
}

/// Runs the compiler, and returns what it writes to standard output.
fn compiler(path: &str, mut command: Command) -> Result<String, ForeignError> {
    let tool = Path::new(command.get_program()).display().to_string();
    let ended = run(&mut command, PATIENCE).map_err(|source| BuildError::Start { tool, source })?;
    let Ended { status, out, err } = ended;
    if interrupt::asked() {
        return Err(BuildError::from(Interrupted).into());
    }
    if status.success() {
        Ok(out)
    } else {
        Err(ForeignError::Refused { path: path.into(), text: lint::clean(&err, "", "") })
    }
}
