//! The build of a model, from Verilog to an entry of the cache: Verilator, one compiler call, one
//! link. No make.
//!
//! An entry holds `model.so`, the object `model.o` it was linked from, `heddle.h` and, in `gen`,
//! Verilator's output. That of a confined model holds the executable `model` alone, which is never
//! loaded into this process.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use heddle_block::Port;
use heddle_sandbox::child::{Ended, run};

use super::cache::{Cache, Key};
use super::design::{Design, Options};
use super::driven;
use super::error::BuildError;
use super::initial;
use super::lint;
use super::orders::{self, BLOCK};
use super::ports;
use super::shim::{self, Names};
use super::toolchain::Toolchain;
use crate::interrupt::{self, Interrupted};

/// File names of a build's results: the library that is loaded or the program that is run, and the
/// object.
pub(super) const LIBRARY: &str = "model.so";
pub(super) const PROGRAM: &str = "model";
pub(super) const OBJECT: &str = "model.o";
/// The folder of Verilator's output, and the name of the class in it.
pub(super) const GENERATED: &str = "gen";
const PREFIX: &str = "Vmodel";

/// One evaluation order and one result for every version: delays are ignored, undefined values are
/// random by the seed.
const VERILATE: &[&str] = &["--cc", "-O3", "--x-assign", "unique", "--x-initial", "unique", "--no-timing"];
/// Toggle counts of the bits of words up to this width; of a memory its ports, not its words.
const COVERAGE: &[&str] = &["--coverage-toggle", "--coverage-max-width", "256"];
/// Waves of all values, however wide or deep; for the depth, 0 would mean no memory at all.
const TRACE: &[&str] = &["--trace", "--trace-max-array", "1000000", "--trace-max-width", "1000000"];
/// -O3, because Verilator's own -Os costs up to two thirds of the speed. Time comes from the
/// context alone, and the functions that would end the process are the shim's.
const COMPILE: &[&str] = &[
    "-std=gnu++17",
    "-O3",
    "-fPIC",
    "-fno-semantic-interposition",
    "-w",
    "-DVERILATOR=1",
    "-DVL_TIME_CONTEXT",
    "-DVL_USER_FINISH",
    "-DVL_USER_STOP",
    "-DVL_USER_FATAL",
    "-DVM_COVERAGE=0",
    "-DVM_SC=0",
    "-DVM_TIMING=0",
    "-DVM_TRACE_FST=0",
    "-DVM_TRACE_SAIF=0",
];
/// The header that every file of a model begins with, and the compiler's own form of it.
const RUNTIME: [&str; 2] = ["runtime.h", "runtime.h.gch"];
/// Missing symbols are found here and not at the first call, which would end the process.
const LINK: &[&str] = &["-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs", "-Wl,--version-script=exports"];
pub(super) const LIBRARIES: &[&str] = &["-latomic", "-pthread"];
/// Two models in one process, perhaps of two Verilators, share nothing: without this the loader
/// would merge the runtime's inline statics.
const EXPORTS: &str = "{ global: heddle_*; local: *; };\n";

/// Version of the build's steps, raised when they change in a way that no text or flag shows.
const RECIPE: &str = "3";

/// Time limit of a tool on one model, beyond which it is taken to hang: the largest model takes
/// half a minute.
const PATIENCE: Duration = Duration::from_secs(1200);

/// Bytes of a test file; a disk without room for them is full.
const ROOM: usize = 1 << 16;

/// The inputs of all steps of one build.
pub(super) struct Build<'a> {
    pub(super) tools: &'a Toolchain,
    pub(super) cache: &'a Cache,
    pub(super) design: &'a Design<'a>,
    pub(super) options: Options<'a>,
}

/// Returns the cache entry of a design, built if it is absent.
pub(super) fn entry(
    tools: &Toolchain,
    cache: &Cache,
    design: &Design,
    options: Options,
) -> Result<(Key, PathBuf), BuildError> {
    for name in std::iter::once(design.top).chain(design.ports().map(|port| port.name.as_str())) {
        if !ports::is_identifier(name) {
            return Err(BuildError::Name { name: name.to_owned() });
        }
    }
    let build = Build { tools, cache, design, options };
    let key = build.key();
    let fill = |folder: &Path| if options.confined { build.fill_confined(folder) } else { build.fill(folder) };
    let folder = cache.entry(&key, |folder| fill(folder).map_err(|error| build.unless_full(folder, error)))?;
    Ok((key, folder))
}

/// Runs Verilator alone on a design, and keeps nothing of its output. This takes a fraction of the
/// time of a build, and finds what Verilator warns of, and loops, which the order of the logic
/// shows.
///
/// # Errors
///
/// As [`Model::build`](super::Model::build), but for those of the compiler.
pub fn verilate(tools: &Toolchain, cache: &Cache, design: &Design, options: Options) -> Result<(), BuildError> {
    let folder = tempfile::tempdir_in(cache.make("verilate")?).map_err(|error| cache.error(error))?;
    Build { tools, cache, design, options }.verilate(folder.path())
}

/// Compiles a C++ program with a model's flags, links it with the model's object, and returns the
/// path of the executable.
///
/// The program (`main`) may include `heddle.h`, or `Vmodel.h` and drive the class itself. It is the
/// denominator of a speed ratio; the executable is in the cache.
///
/// # Errors
///
/// As [`Model::build`](super::Model::build); a program that does not compile is
/// [`BuildError::Compile`].
pub fn bare_benchmark(
    tools: &Toolchain,
    cache: &Cache,
    design: &Design,
    options: Options,
    main: &str,
) -> Result<PathBuf, BuildError> {
    let (key, model) = entry(tools, cache, design, options)?;
    let build = Build { tools, cache, design, options };
    let key = Key::new("bare", &[key.name(), main]);
    let folder = cache.entry(&key, |folder| {
        build.write(&folder.join("main.cpp"), main)?;
        let mut command = build.compiler(folder);
        command.arg("-I").arg(&model).arg("-I").arg(model.join(GENERATED));
        command.args(["main.cpp", "-o", "main"]).arg(model.join(OBJECT)).args(build.runtime(&model)?).args(LIBRARIES);
        build.run(command, &folder.join("main"), |text| build.refused(&text))
    })?;
    Ok(folder.join("main"))
}

impl Build<'_> {
    fn key(&self) -> Key {
        let &Design { top, verilog, inputs, outputs, .. } = self.design;
        let shim = self.shim(&Names::mangled(inputs, outputs));
        let list =
            |ports: &[Port]| ports.iter().map(|port| format!("{}:{} ", port.name, port.width)).collect::<String>();
        let verilator = format!("{:?}", self.verilator(Path::new("")));
        let texts =
            [verilog, &self.around(), &shim, shim::HEADER, &initial::source(), EXPORTS, &list(inputs), &list(outputs)];
        let confined = if self.options.confined { "confined" } else { "" };
        let steps = [RECIPE, &verilator, &self.flags(), self.tools.identity(), confined];
        Key::new(top, &[&texts[..], &steps[..]].concat())
    }

    /// Returns the compiler's and the linker's flags, for keys.
    fn flags(&self) -> String {
        let (cxx, options) = (self.tools.cxx(), self.tools.cxx_options());
        format!("{cxx:?} {options:?} {:?} {COMPILE:?} {LINK:?} {LIBRARIES:?}", self.variant())
    }

    /// Runs the steps of a build in an entry's folder.
    fn fill(&self, folder: &Path) -> Result<(), BuildError> {
        self.verilate(folder)?;
        self.compile(folder)?;
        let mut link = self.compiler(folder);
        link.args(LINK).args(["-o", LIBRARY, OBJECT]).args(self.runtime(folder)?).args(LIBRARIES);
        self.run(link, &folder.join(LIBRARY), |text| self.refused(&text))
    }

    /// Runs Verilator.
    pub(super) fn verilate(&self, folder: &Path) -> Result<(), BuildError> {
        self.write(&folder.join(self.file()), self.design.verilog)?;
        if self.once() {
            self.write(&folder.join(format!("{}.v", driven::TOP)), &self.around())?;
        }
        let header = folder.join(GENERATED).join(format!("{PREFIX}.h"));
        self.run(self.verilator(folder), &header, |text| self.explain(&text))
    }

    /// Compiles Verilator's output and the shim to an object.
    pub(super) fn compile(&self, folder: &Path) -> Result<(), BuildError> {
        let names = self.check_ports(folder)?;
        self.write(&folder.join("heddle.h"), shim::HEADER)?;
        self.write(&folder.join("exports"), EXPORTS)?;
        self.write(&folder.join("all.cpp"), &self.sources(folder, &names)?)?;
        // the folder is named, too, as a confined compiler reads what its arguments name
        let header = self.header()?;
        let mut compile = self.compiler(folder);
        compile.args(["-I.", "-I", GENERATED, "-I"]).arg(&header).arg("-include").arg(header.join(RUNTIME[0]));
        compile.args(["-c", "all.cpp", "-o", OBJECT]);
        self.run(compile, &folder.join(OBJECT), |text| self.refused(&text))
    }

    /// Returns the error of a full disk, if the disk is full, else `error`: not every tool notices
    /// that its files were cut short.
    fn unless_full(&self, folder: &Path, error: BuildError) -> BuildError {
        match fs::write(folder.join("room"), [1; ROOM]) {
            Err(full) if full.kind() == io::ErrorKind::StorageFull => self.cache.error(full).into(),
            _ => error,
        }
    }

    /// Whether a cycle is evaluated once. Waves show inputs that change between two edges, and
    /// counts have the design's own names.
    fn once(&self) -> bool {
        self.design.rising && !self.options.traced && !self.options.covered
    }

    /// Returns the Verilog of the module around the design, empty if there is none.
    fn around(&self) -> String {
        if self.once() { driven::source(self.design) } else { String::new() }
    }

    /// Returns the Verilog file's name in the cache: the module's, as lint requires.
    fn file(&self) -> String {
        format!("{}.v", self.design.top)
    }

    /// Returns the Verilog file's name for the user.
    fn origin(&self) -> String {
        self.design.origin.map_or_else(|| self.file(), |origin| origin.display().to_string())
    }

    fn verilator(&self, folder: &Path) -> Command {
        let mut command = self.tools.verilator();
        // assertions of a user's file hold from its first reset on; ours has none
        let asserts = if self.options.confined { "--assert" } else { "--no-assert" };
        command.current_dir(folder).args(VERILATE).arg(asserts);
        if self.options.traced {
            command.args(TRACE);
        }
        if self.options.covered {
            command.args(COVERAGE);
        }
        self.options.lint.apply(&mut command);
        let top = if self.once() { driven::TOP } else { self.design.top };
        command.args(["--prefix", PREFIX, "--Mdir", GENERATED, "--top-module", top]).arg(self.file());
        if self.once() {
            command.arg(format!("{}.v", driven::TOP));
        }
        command
    }

    /// Flags of a model that writes waves or counts: it spends its time on that, so that it is
    /// compiled faster. The last -O and the last -D are effective, and the user's options come
    /// last.
    fn variant(&self) -> &'static [&'static str] {
        match self.options {
            Options { traced: true, .. } => &["-DVM_TRACE=1", "-DVM_TRACE_VCD=1", "-O1"],
            Options { covered: true, .. } => &["-DVM_TRACE=0", "-DVM_TRACE_VCD=0", "-DVM_COVERAGE=1", "-O1"],
            Options { .. } => &["-DVM_TRACE=0", "-DVM_TRACE_VCD=0"],
        }
    }

    pub(super) fn compiler(&self, folder: &Path) -> Command {
        let include = self.tools.include();
        let mut command = self.tools.cxx();
        command.current_dir(folder).args(COMPILE).args(self.variant()).args(self.tools.cxx_options());
        command.arg("-I").arg(include).arg("-I").arg(include.join("vltstd"));
        command
    }

    /// Returns the ports' C++ names, if they are the contract's ports.
    fn check_ports(&self, folder: &Path) -> Result<Names, BuildError> {
        let mut found = ports::read(&self.read(&folder.join(GENERATED).join(format!("{PREFIX}.h")))?);
        found.retain(|port| !self.once() || port.name != driven::DRIVE);
        let &Design { inputs, outputs, select, .. } = self.design;
        let faults = ports::compare(&found, inputs, select, outputs);
        if !faults.is_empty() {
            return Err(BuildError::Ports { file: self.origin(), top: self.design.top.to_owned(), faults });
        }
        Ok(Names { inputs: ports::cpp_names(&found, inputs), outputs: ports::cpp_names(&found, outputs) })
    }

    /// Returns one translation unit: all of Verilator's output, and the shim.
    fn sources(&self, folder: &Path, names: &Names) -> Result<String, BuildError> {
        let generated = folder.join(GENERATED);
        let entries = fs::read_dir(&generated).map_err(|e| self.cache.error(e))?;
        let mut files: Vec<_> = entries.flatten().map(|entry| entry.file_name().display().to_string()).collect();
        files.retain(|name| name.ends_with(".cpp"));
        files.sort();
        let mut text = format!("#include \"{PREFIX}.h\"\n{}\n", initial::source());
        for name in &files {
            let path = generated.join(name);
            self.write(&path, &initial::rewrite(&self.read(&path)?))?;
            text += &format!("#include \"{name}\"\n");
        }
        Ok(text + &self.shim(names))
    }

    fn shim(&self, names: &Names) -> String {
        let shim = shim::source(self.design, names, self.once(), self.options.confined);
        match self.options {
            Options { confined: true, .. } => shim + &orders::main(BLOCK),
            Options { covered: true, .. } => shim + shim::COVERAGE,
            Options { .. } => shim,
        }
    }

    /// Returns the folder of the header of Verilator's runtime, read by the compiler once for all
    /// models: that is half of its time for a small one.
    fn header(&self) -> Result<PathBuf, BuildError> {
        let [header, parsed] = RUNTIME;
        let key = Key::new("parsed", &[&self.flags(), self.tools.identity()]);
        self.cache.entry(&key, |folder| {
            self.write(&folder.join(header), "#include \"verilated.h\"\n")?;
            let mut command = self.compiler(folder);
            command.args(["-x", "c++-header", header, "-o", parsed]);
            self.run(command, &folder.join(parsed), |text| self.refused(&text))
        })
    }

    /// Returns the objects of Verilator's runtime that the model in `folder` needs: compiled once
    /// for all models.
    pub(super) fn runtime(&self, folder: &Path) -> Result<Vec<PathBuf>, BuildError> {
        let units = runtime_units(&self.read(&folder.join(GENERATED).join(format!("{PREFIX}_classes.mk")))?);
        let key = Key::new("runtime", &[&units.join(" "), &self.flags(), self.tools.identity()]);
        let folder = self.cache.entry(&key, |folder| {
            let mut command = self.compiler(folder);
            command.arg("-c").args(units.iter().map(|unit| self.tools.include().join(format!("{unit}.cpp"))));
            let last = folder.join(format!("{}.o", units.last().map_or("verilated", String::as_str)));
            self.run(command, &last, |text| self.refused(&text))
        })?;
        Ok(units.iter().map(|unit| folder.join(format!("{unit}.o"))).collect())
    }

    /// Runs a tool that must write `result`; its output becomes an error if it fails.
    pub(super) fn run(
        &self,
        mut command: Command,
        result: &Path,
        fail: impl FnOnce(String) -> BuildError,
    ) -> Result<(), BuildError> {
        let tool = Path::new(command.get_program()).display().to_string();
        if self.options.confined {
            self.confine(&mut command).map_err(|source| BuildError::Start { tool: tool.clone(), source })?;
        }
        let ended = run(&mut command, PATIENCE).map_err(|source| BuildError::Start { tool: tool.clone(), source });
        let Ended { status, err: text, .. } = ended?;
        if interrupt::asked() {
            return Err(Interrupted.into());
        }
        if status.success() && result.is_file() {
            return Ok(());
        }
        if status.success() {
            let file = result.file_name().unwrap_or_default().display().to_string();
            return Err(BuildError::Nothing { tool, file });
        }
        if let Some(line) = text.lines().find(|line| line.contains("No space left on device")) {
            let folder = env::temp_dir();
            if line.contains(&format!("error writing to {}", folder.display())) {
                let folder = folder.display().to_string();
                return Err(BuildError::NoRoom { tool, folder, text: line.to_owned() });
            }
            return Err(self.cache.error(io::Error::new(io::ErrorKind::StorageFull, line.to_owned())).into());
        }
        Err(fail(if text.trim().is_empty() { format!("it ended with {status}") } else { text }))
    }

    /// Returns the error of Verilog that Verilator refuses.
    fn explain(&self, text: &str) -> BuildError {
        let (file, top) = (self.origin(), self.design.top);
        let found = lint::modules(self.design.verilog);
        if !found.iter().any(|name| name == top) {
            return BuildError::Top { file, top: top.to_owned(), found };
        }
        let text_for_user = lint::clean(text, &self.file(), &file);
        // a top module that is not found stands in no line
        // and a preprocessed text has lines of the user's files
        let preprocessed = self.design.verilog.starts_with("`line ");
        if preprocessed || text.contains(&format!("{}:", self.file())) || text.contains("--top-module") {
            BuildError::Verilog { file, text: text_for_user }
        } else {
            let tool = Path::new(self.tools.verilator().get_program()).display().to_string();
            BuildError::Verilate { tool, file, text: text_for_user }
        }
    }

    /// Returns the error of C++ that the compiler refuses.
    pub(super) fn refused(&self, text: &str) -> BuildError {
        let tool = Path::new(self.tools.cxx().get_program()).display().to_string();
        BuildError::Compile { tool, top: self.design.top.to_owned(), text: lint::clean(text, "", "") }
    }

    fn write(&self, path: &Path, text: &str) -> Result<(), BuildError> {
        Ok(fs::write(path, text).map_err(|e| self.cache.error(e))?)
    }

    fn read(&self, path: &Path) -> Result<String, BuildError> {
        Ok(fs::read_to_string(path).map_err(|e| self.cache.error(e))?)
    }
}

/// Returns the runtime's files, from the list that Verilator writes for make.
fn runtime_units(makefile: &str) -> Vec<String> {
    let mut lines = makefile.lines().map(str::trim);
    let mut units = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with("VM_GLOBAL_") {
            let list = lines.by_ref().take_while(|line| !line.is_empty());
            units.extend(list.map(|line| line.trim_end_matches('\\').trim().to_owned()).filter(|unit| is_unit(unit)));
        }
    }
    units
}

/// Whether a name is one of a file of the runtime: the list may be made from Verilog that is not
/// trusted.
fn is_unit(name: &str) -> bool {
    name.starts_with("verilated") && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_runtime_is_what_the_makefile_lists() {
        let makefile = "VM_SUPPORT_SLOW += \\\n\tV__Syms \\\n\nVM_GLOBAL_FAST += \\\n\tverilated \\\n\tverilated_threads \\\n\n\
                        # Slow\nVM_GLOBAL_SLOW += \\\n  verilated_vcd_c \\\n\n# end\n";
        let units = ["verilated", "verilated_threads", "verilated_vcd_c"];
        assert_eq!(super::runtime_units(makefile), units);
        let foreign = makefile.replace("verilated_threads", "../verilated").replace("verilated_vcd_c", "-ofile");
        assert_eq!(super::runtime_units(&foreign), ["verilated"]);
    }
}
