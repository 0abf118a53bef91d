//! A user's Verilog files as one preprocessed text, and what Verilator's tree says of it.
//!
//! Directives in the text name the user's files and lines, so messages do too. A module that
//! Verilator finds in a folder, by its name, becomes a part of the text: what is built later reads
//! nothing but the text.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use heddle_sandbox::child::{Ended, run};
use heddle_sandbox::{Kind, confine};

use super::error::SourceError;
use super::loads::loaded;
use super::typed::{parameters, types, with_types};
use crate::cache::Cache;
use crate::error::BuildError;
use crate::files::read_at_most;
use crate::interrupt::{self, Interrupted};
use crate::lint;
use crate::toolchain::{Toolchain, Version};
use crate::tree::{Effect, Place, Top};

/// The first Verilator whose tree is read as JSON.
const JSON: Version = Version { major: 5, minor: 30 };
/// Most bytes of a file.
const MOST_BYTES: u64 = 64 << 20;
/// Time limit of Verilator on a text, which is not compiled here.
const PATIENCE: Duration = Duration::from_secs(300);

/// A user's Verilog: its files, and how they are read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// The files, in their order.
    pub files: Vec<PathBuf>,
    /// Folders of files to include, and of modules that are in no file.
    pub include: Vec<PathBuf>,
    /// Macros and their values.
    pub define: Vec<(String, String)>,
    /// Parameters of the top module and their values: numbers, strings, or types.
    pub parameters: Vec<(String, String)>,
    /// The top module.
    pub top: String,
}

/// A source that was read: one text, and its tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The preprocessed text of all files.
    pub verilog: String,
    /// What it says of the top module.
    pub top: Top,
}

impl Source {
    /// Creates the source of module `top` in these files, which are in `folder`.
    pub fn new(folder: &str, files: &[&str], top: &str) -> Self {
        let files = files.iter().map(|file| Path::new(folder).join(file)).collect();
        Source { files, top: top.to_owned(), ..Source::default() }
    }

    /// Creates the source of module `top` from a list of files, as other tools read it with `-f`:
    /// in each line files, `+incdir+DIR`, `+define+NAME=VALUE` or `-y DIR`; `//` and `#` begin
    /// comments. Paths are from the list's folder.
    pub fn listed(list: &Path, top: &str) -> Self {
        let mut source = Source { top: top.to_owned(), ..Source::default() };
        let Ok(text) = fs::read_to_string(list) else {
            // where it is read, what is wrong is said
            source.files.push(list.to_owned());
            return source;
        };
        let folder = list.parent().unwrap_or(Path::new(""));
        for line in text.lines() {
            let line = line.split("//").next().unwrap_or_default();
            let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
            while let Some(word) = words.next() {
                match word.strip_prefix('+').and_then(|plus| plus.split_once('+')) {
                    Some(("incdir", path)) => source.include.push(folder.join(path)),
                    Some(("define", macros)) => {
                        let (name, value) = macros.split_once('=').unwrap_or((macros, "1"));
                        source.define.push((name.to_owned(), value.to_owned()));
                    }
                    _ if word == "-y" => source.include.extend(words.next().map(|path| folder.join(path))),
                    _ => source.files.push(folder.join(word)),
                }
            }
        }
        source
    }

    /// Adds a file.
    #[must_use]
    pub fn file(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push(path.into());
        self
    }

    /// Adds a folder of files to include, and of modules that are in no file.
    #[must_use]
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.include.push(folder.into());
        self
    }

    /// Adds a macro and its value.
    #[must_use]
    pub fn define(mut self, name: &str, value: impl ToString) -> Self {
        self.define.push((name.to_owned(), value.to_string()));
        self
    }

    /// Gives a parameter of the top module a value: a number, a string in quotes, or a type.
    #[must_use]
    pub fn parameter(mut self, name: &str, value: impl ToString) -> Self {
        self.parameters.push((name.to_owned(), value.to_string()));
        self
    }

    /// Reads the source: nothing of it is compiled or run.
    ///
    /// # Errors
    ///
    /// A file cannot be read, Verilator refuses it, or it reaches beyond its ports.
    pub fn read(&self, tools: &Toolchain, cache: &Cache) -> Result<Text, SourceError> {
        let own =
            cache.make("read").and_then(|folder| tempfile::tempdir_in(folder).map_err(|error| cache.error(error)));
        let own = own.map_err(BuildError::from)?;
        for folder in &self.include {
            let path = || folder.display().to_string();
            fs::read_dir(folder).map_err(|source| SourceError::File { path: path(), source })?;
        }
        let reading = Reading { source: self, tools, own: own.path() };
        let mut verilog = reading.preprocess(&self.files)?;
        let top = reading.tree(&verilog)?;
        let found = top.files.iter().filter(|file| !verilog.contains(&format!("\"{file}\"")));
        let found: Vec<PathBuf> = found.map(PathBuf::from).collect();
        if !found.is_empty() {
            verilog = reading.preprocess(&[self.files.clone(), found].concat())?;
        }
        let text = Text { verilog: loaded(self, &verilog, &top.loads)?, top };
        if let Some((name, first, place)) = duplicate(&text) {
            return Err(SourceError::Duplicate { place, first, name });
        }
        match effect_in(&text).or_else(|| text.top.effects.first().cloned()) {
            Some(effect) => Err(SourceError::Effect(effect)),
            None => Ok(text),
        }
    }
}

impl Text {
    /// Returns the type parameters of a module that have their own types, each as it is declared:
    /// its name and its type.
    pub fn own_types(&self, source: &Source) -> Vec<(String, String)> {
        let given = |name: &str| source.parameters.iter().any(|(given, _)| given == name);
        let own = types(&self.verilog, &source.top).into_iter().filter(|one| !given(one.name));
        own.map(|one| (one.name.to_owned(), one.default.to_owned())).collect()
    }

    /// Returns the lines of the text with their places in the user's files. They have neither
    /// macros nor comments.
    pub fn lines(&self) -> impl Iterator<Item = (Place, &str)> {
        let mut next = Place::default();
        self.verilog.lines().filter_map(move |line| {
            if let Some(place) = Place::of_directive(line) {
                next = place;
                return None;
            }
            let place = next.clone();
            next.line += 1;
            Some((place, line))
        })
    }
}

/// A source that is being read, in a folder of its own.
struct Reading<'a> {
    source: &'a Source,
    tools: &'a Toolchain,
    own: &'a Path,
}

impl Reading<'_> {
    /// Returns the text of files with all macros expanded, and without comments.
    fn preprocess(&self, files: &[PathBuf]) -> Result<String, SourceError> {
        for file in files {
            let bytes = read_at_most(file, MOST_BYTES);
            let bytes = bytes.map_err(|source| SourceError::File { path: file.display().to_string(), source })?;
            if bytes.contains(&0) {
                return Err(SourceError::NotText { path: file.display().to_string() });
            }
            if let Some(line) = encrypted(&bytes) {
                let place = Place { file: file.display().to_string(), line };
                return Err(SourceError::Encrypted { place });
            }
        }
        let mut command = self.verilator();
        command.arg("-E").args(files);
        self.run(command, "")
    }

    /// Returns the flattened tree of the source, whose text is `verilog`.
    fn tree(&self, verilog: &str) -> Result<Top, SourceError> {
        let (tree, beside) = (self.own.join("tree"), self.own.join("beside"));
        let types: Vec<&str> = types(verilog, &self.source.top).iter().map(|one| one.name).collect();
        let (types, values): (Vec<_>, Vec<_>) =
            self.source.parameters.iter().cloned().partition(|(name, _)| types.contains(&name.as_str()));
        let files = if types.is_empty() { self.source.files.clone() } else { vec![self.typed(verilog, &types)?] };
        let json = self.tools.version() >= JSON;
        let mut command = self.verilator();
        if json {
            command.args(["--json-only", "--no-json-edit-nums", "--json-only-output"]).arg(&tree);
            command.arg("--json-only-meta-output").arg(&beside);
        } else {
            command.args(["--xml-only", "--xml-output"]).arg(&tree);
        }
        command.args(["--flatten", "--assert", "--no-timing", "-Wno-lint", "-Wno-style", "-Wno-fatal"]);
        command.args(values.iter().map(|(name, value)| format!("-G{name}={value}")));
        command.args(["--top-module", &self.source.top]).args(files);
        self.run(command, verilog)?;
        let read = |path: &Path| {
            let bytes = fs::read(path);
            let bytes = bytes.map_err(|source| SourceError::File { path: path.display().to_string(), source })?;
            Ok::<_, SourceError>(String::from_utf8_lossy(&bytes).into_owned())
        };
        let top = if json { Top::from_json(&read(&tree)?, &read(&beside)?) } else { Top::from_xml(&read(&tree)?) };
        let mut top = top?;
        top.files.retain(|file| !Path::new(file).starts_with(self.own));
        Ok(top)
    }

    /// Writes the text in which type parameters have these types into a file, and returns its path.
    fn typed(&self, verilog: &str, types: &[(String, String)]) -> Result<PathBuf, SourceError> {
        let path = self.own.join("typed.sv");
        let written = fs::write(&path, with_types(verilog, &self.source.top, types));
        written.map_err(|source| SourceError::File { path: path.display().to_string(), source })?;
        Ok(path)
    }

    /// Returns a confined command with what is the same for every reading. It stands in the user's
    /// folder, and reads the folders of the files beside those to include.
    fn verilator(&self) -> Command {
        let mut command = self.tools.verilator();
        command.arg("--Mdir").arg(self.own);
        command.args(self.source.include.iter().map(|folder| format!("-I{}", folder.display())));
        command.args(self.source.define.iter().map(|(name, value)| format!("-D{name}={value}")));
        command
    }

    /// Runs Verilator and returns what it prints; `verilog` is the text that it reads, if known.
    fn run(&self, mut command: Command, verilog: &str) -> Result<String, SourceError> {
        let tool = Path::new(command.get_program()).display().to_string();
        let start = |source| BuildError::Start { tool: tool.clone(), source };
        let files = self
            .source
            .files
            .iter()
            .map(|file| file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(".".as_ref()));
        let reads = self.source.include.iter().map(PathBuf::as_path).chain(files).map(Path::to_path_buf);
        let reads: Vec<PathBuf> = self.tools.places().into_iter().chain(reads).collect();
        confine(&mut command, Kind::Tool, self.own, &reads).map_err(start)?;
        let Ended { status, out, err } = run(&mut command, PATIENCE).map_err(start)?;
        if interrupt::asked() {
            return Err(BuildError::from(Interrupted).into());
        }
        if status.success() {
            return Ok(out);
        }
        let modules = lint::modules(verilog);
        if !verilog.is_empty() && !modules.contains(&self.source.top) {
            let file = self.source.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ");
            return Err(BuildError::Top { file, top: self.source.top.clone(), found: modules }.into());
        }
        if let Some(name) = text_after(&err, "Parameters from the command line were not found in the design: ") {
            let (top, name) = (self.source.top.clone(), name.to_owned());
            let known = parameters(verilog, &top).iter().map(|one| one.name.to_owned()).collect();
            return Err(SourceError::NoParameter { top, name, known });
        }
        if let Some(line) = err.lines().find_map(|line| line.split_once(": Unsupported: Interfaced port")) {
            let line = line.0.rsplit(' ').next().unwrap_or_default().to_owned();
            return Err(SourceError::Interface { line });
        }
        // where it has looked for a file in vain, this folder is not for the user
        let own = self.own.display().to_string();
        let err: String = err.lines().filter(|line| !line.contains(&own)).map(|line| format!("{line}\n")).collect();
        let text = lint::clean(&err, "", "");
        Err(SourceError::Refused { text: if text.is_empty() { format!("it ended with {status}") } else { text } })
    }
}

/// Returns the line, from 1, from which on a file is encrypted.
fn encrypted(bytes: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(bytes);
    let begins = |line: &str| {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("`protected") => true,
            Some("`pragma") => words.next() == Some("protect") && words.next() == Some("begin_protected"),
            _ => false,
        }
    };
    (1..).zip(text.lines()).find(|(_, line)| begins(line)).map(|(number, _)| number)
}

/// Returns what follows some words of a message in their line.
fn text_after<'a>(message: &'a str, words: &str) -> Option<&'a str> {
    message.lines().find_map(|line| line.split_once(words)).map(|(_, after)| after)
}

/// Returns the first name that two modules have, and their places.
fn duplicate(text: &Text) -> Option<(String, Place, Place)> {
    let mut known = HashMap::new();
    let modules =
        text.lines().flat_map(|(place, line)| lint::modules(line).into_iter().map(move |name| (name, place.clone())));
    for (name, place) in modules {
        if let Some(first) = known.insert(name.clone(), place.clone()) {
            return Some((name, first, place));
        }
    }
    None
}

/// Words that stand for C or C++ beside the Verilog, and what the user calls them. The text has
/// neither macros nor comments that could hide them.
const FOREIGN: [(&str, &str); 2] = [("\"DPI-C\"", "DPI-C"), ("`systemc_", "a part in C++")];

/// Returns what reaches beyond the ports and is in no tree of every version.
fn effect_in(text: &Text) -> Option<Effect> {
    text.lines().find_map(|(place, line)| {
        let imports = || line.split_whitespace().any(|word| matches!(word, "import" | "export"));
        let foreign = FOREIGN.iter().find(|(word, _)| line.contains(word) && (word.starts_with('`') || imports()));
        foreign.map(|(_, what)| Effect { what, place })
    })
}
