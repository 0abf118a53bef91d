//! Blocks whose RTL is in files: Verilog or SystemVerilog, with a module around it that has the
//! ports of the contract.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use heddle_verilator::BuildError;
use heddle_verilator::block::{self, Plan, Source, SourceError};

use crate::target::{ModelTools, NoModelTools};
use heddle_block::{Block, Stream};

/// Name of the module around a module from files.
pub use heddle_verilator::block::TOP;

/// A block whose RTL is in files. `bench!(Mine, from files)` makes it an
/// [`Rtl`](heddle_block::Rtl).
pub trait FromFiles: Block {
    /// Returns the files of the RTL with these parameters, and what becomes of ports that are not
    /// ports of the contract as they are.
    fn source(cfg: &Self::Config) -> (Source, Plan);
}

/// Texts that were read, by the block's type and its configuration.
static READ: Mutex<Option<HashMap<(TypeId, String), String>>> = Mutex::new(None);

/// Reads the RTL of a configuration, unless it has been read: what [`verilog`] returns. Its inputs
/// follow the rules of these streams, and of the golden model's by the stimulus.
///
/// # Errors
///
/// Tools are missing, Verilator refuses the files, or they reach beyond their ports.
pub fn read<B: FromFiles>(cfg: &B::Config, streams: Vec<Stream>) -> Result<(), SourceError> {
    if verilog::<B>(cfg).is_some() {
        return Ok(());
    }
    let tools = tools()?;
    let (source, plan) = B::source(cfg);
    let text = source.read(&tools.tools, &tools.cache)?;
    let block = block::Block::new(&source, &text, &Plan { streams: Some(streams), ..plan })?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.get_or_insert_default().insert(key::<B>(cfg), block.verilog);
    Ok(())
}

/// Returns the tools, which are looked for once: their versions take as long as a file.
fn tools() -> Result<&'static ModelTools, SourceError> {
    static TOOLS: OnceLock<ModelTools> = OnceLock::new();
    if let Some(tools) = TOOLS.get() {
        return Ok(tools);
    }
    let found = ModelTools::open().map_err(|error| match error {
        NoModelTools::Tool(error) => SourceError::Tool(error),
        NoModelTools::Cache(error) => SourceError::Build(BuildError::from(error)),
    })?;
    Ok(TOOLS.get_or_init(|| found))
}

/// Returns the RTL of a configuration; `None` until it has been [`read`].
pub fn verilog<B: FromFiles>(cfg: &B::Config) -> Option<String> {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.as_ref()?.get(&key::<B>(cfg)).cloned()
}

fn key<B: FromFiles>(cfg: &B::Config) -> (TypeId, String) {
    (TypeId::of::<B>(), format!("{cfg:?}"))
}
