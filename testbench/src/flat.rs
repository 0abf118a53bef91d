//! Verilog that people wrote as one flat module of plain Verilog, which the flows of Yosys read.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use heddle_sandbox::{Kind, around, confine, confine_tool};
use heddle_synth::{Reader, Resets, SLANG, SynthError, Yosys};
use heddle_verilator::{Cache, CacheError};

/// The reason why there is no flat module.
#[derive(Debug, thiserror::Error)]
pub enum FlatError {
    /// Yosys does not read the Verilog.
    #[error(transparent)]
    Synth(#[from] SynthError),
    /// There is no place for the text.
    #[error(transparent)]
    Cache(#[from] CacheError),
}

/// Returns Verilog with top module `top` as one flat module of plain Verilog.
///
/// # Errors
///
/// Yosys does not read it.
pub fn flat(top: &str, verilog: &str, resets: Resets) -> Result<String, FlatError> {
    let reader = Reader { yosys: Yosys::find()?.prepared(confine_tool), slang, keep: Cache::open()?.make("flat")? };
    Ok(reader.flat(top, verilog, resets)?)
}

/// Finds slang: the Yosys that reads all of SystemVerilog. Its first start takes a minute, in which
/// it compiles itself.
///
/// # Errors
///
/// It cannot be started.
pub fn slang() -> io::Result<Yosys> {
    Ok(Yosys::find_as(SLANG)?.prepared(confine_slang))
}

/// Variables of slang's runtime: the folder with what it compiled, and the folder that it sees.
const COMPILED: &str = "YOWASP_CACHE_DIR";
const SEES: &str = "YOWASP_MOUNT";

/// Confines slang to a folder, as [`confine_tool`] does.
fn confine_slang(command: &mut Command, own: &Path) -> io::Result<()> {
    let caches = || {
        Some(env::var_os("XDG_CACHE_HOME").map_or(PathBuf::from(env::var_os("HOME")?).join(".cache"), PathBuf::from))
    };
    let compiled = env::var_os(COMPILED).map(PathBuf::from).or_else(|| Some(caches()?.join("YoWASP")));
    let reads = around(Path::new(SLANG)).into_iter().chain(compiled.clone());
    confine(command.current_dir(own), Kind::Tool, own, &reads.collect::<Vec<_>>())?;
    command.env(SEES, format!("/={}", own.display())).envs(compiled.map(|compiled| (COMPILED, compiled)));
    Ok(())
}
