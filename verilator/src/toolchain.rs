//! The tools, Verilator and a C++ compiler: they are found once, with their versions.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use heddle_sandbox::around;
use heddle_sandbox::child::run;

/// The oldest Verilator that the binding is tested with: Debian 12's.
const OLDEST: Version = Version { major: 5, minor: 6 };

/// Verilator and a C++ compiler, with everything about them that a cache key needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    verilator: PathBuf,
    cxx: Vec<OsString>,
    include: PathBuf,
    version: Version,
    identity: String,
    /// Program and version, one line for each program.
    shown: String,
    /// Files and folders that a confined tool must read.
    places: Vec<PathBuf>,
}

/// A Verilator release: 5.006 is `major` 5, `minor` 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Number before the dot.
    pub major: u32,
    /// Number after the dot.
    pub minor: u32,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.major, self.minor)
    }
}

/// Writes the programs with the versions that they report.
impl fmt::Display for Toolchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// The error of a tool that cannot be used, with a remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// The program does not exist.
    #[error("{tool} not found (tried {tried}): {remedy}")]
    NotFound {
        /// Name of the tool.
        tool: &'static str,
        /// The programs tried.
        tried: String,
        /// Remedy.
        remedy: &'static str,
    },
    /// The program is there, but older than the binding can use.
    #[error("{program} is Verilator {found}, and {OLDEST} is the oldest that works: {remedy}")]
    TooOld {
        /// The program.
        program: String,
        /// Its version.
        found: Version,
        /// Remedy.
        remedy: &'static str,
    },
    /// The program exists and does not work.
    #[error("{program} does not run: {reason}: {remedy}")]
    Broken {
        /// The program.
        program: String,
        /// Its message or its behaviour.
        reason: String,
        /// Remedy.
        remedy: &'static str,
    },
}

/// Time limit of a tool that reports its version: long, as the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(300);

const GET_VERILATOR: &str = "install it (apt-get install verilator), or set VERILATOR to its path";
const GET_CXX: &str = "install one (apt-get install g++), or set CXX to its path";

impl Toolchain {
    /// Finds Verilator and a C++ compiler, by environment variables or in the path, with their
    /// versions.
    ///
    /// The variables are `VERILATOR` (else `verilator`) and `CXX` (else `g++`, `clang++` or `c++`).
    /// This runs the tools three times, about 0.1 s: find once.
    ///
    /// # Errors
    ///
    /// A tool is missing, too old or broken.
    pub fn find() -> Result<Self, ToolError> {
        Self::with(set("VERILATOR").as_deref(), set("CXX").as_deref())
    }

    /// Finds Verilator and a C++ compiler by the given programs; `None` means the path.
    ///
    /// A compiler may carry arguments, as in `ccache g++ -O1`. Its options, from the first word
    /// with a dash on, come behind those of a model's build, where they win.
    ///
    /// # Errors
    ///
    /// As [`find`](Self::find).
    pub fn with(verilator: Option<&OsStr>, cxx: Option<&OsStr>) -> Result<Self, ToolError> {
        let verilator = program(verilator.unwrap_or(OsStr::new("verilator")));
        let said = ask("verilator", &mut Command::new(&verilator), "--version", GET_VERILATOR)?;
        let root = ask("verilator", &mut Command::new(&verilator), "--getenv VERILATOR_ROOT", GET_VERILATOR)?;
        let include = Path::new(root.trim()).join("include");
        let version = version(&verilator, &said, &include)?;
        let (cxx, cxx_said) = compiler(cxx)?;
        let identity = format!("{}\n{}\n{said}\n{cxx:?}\n{cxx_said}\n", verilator.display(), include.display());
        let compiler: Vec<_> = cxx.iter().map(|word| word.display().to_string()).collect();
        let first = cxx_said.lines().next().unwrap_or_default();
        let shown = format!("Verilator {version} ({})\n{first} ({})", verilator.display(), compiler.join(" "));
        let programs = cxx.iter().take_while(|word| !is_option(word)).map(Path::new).chain([&*verilator]);
        let places = programs.flat_map(around).chain([include.clone()]).collect();
        Ok(Self { verilator, cxx, include, version, identity, shown, places })
    }

    /// Returns the toolchain with one more option of the compiler. The user's own options stand
    /// behind it, and win.
    pub fn with_option(mut self, option: &str) -> Self {
        self.cxx.insert(self.first_option(), option.into());
        self
    }

    /// Returns the version of Verilator.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Returns the include folder of Verilator, with `verilated.cpp`.
    pub fn include(&self) -> &Path {
        &self.include
    }

    /// Returns a Verilator command without arguments.
    pub(super) fn verilator(&self) -> Command {
        quiet(Command::new(&self.verilator))
    }

    /// Returns a compiler command without arguments but its own that are no options.
    pub(super) fn cxx(&self) -> Command {
        let mut command = quiet(Command::new(&self.cxx[0]));
        command.args(&self.cxx[1..self.first_option()]);
        command
    }

    /// Returns the compiler's own options.
    pub(super) fn cxx_options(&self) -> &[OsString] {
        &self.cxx[self.first_option()..]
    }

    fn first_option(&self) -> usize {
        self.cxx.iter().skip(1).position(is_option).map_or(self.cxx.len(), |k| k + 1)
    }

    /// Returns the files and folders that the tools, and what they build, must read beside those of
    /// the system.
    pub(super) fn places(&self) -> Vec<PathBuf> {
        self.places.clone()
    }

    /// Returns programs and versions, for cache keys.
    pub(super) fn identity(&self) -> &str {
        &self.identity
    }
}

fn is_option(word: &OsString) -> bool {
    word.as_encoded_bytes().starts_with(b"-")
}

/// Sets a command to messages in English, which are parsed, and to no input.
fn quiet(mut command: Command) -> Command {
    command.env("LC_ALL", "C").stdin(std::process::Stdio::null());
    command
}

/// Returns the value of an environment variable, unless it is empty.
fn set(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// Returns a program's path made absolute, as the tools run in folders of the cache; a plain name
/// stays.
fn program(name: &OsStr) -> PathBuf {
    let path = Path::new(name);
    if path.components().count() > 1 {
        std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
    } else {
        path.to_owned()
    }
}

/// Runs `command` with the words of `args` and returns its output.
fn ask(tool: &'static str, command: &mut Command, args: &str, remedy: &'static str) -> Result<String, ToolError> {
    let program = Path::new(command.get_program()).display().to_string();
    command.args(args.split(' ')).env("LC_ALL", "C").stdin(std::process::Stdio::null());
    let output = run(command, PATIENCE).map_err(|e| match e.kind() {
        ErrorKind::NotFound => ToolError::NotFound { tool, tried: program.clone(), remedy },
        _ => ToolError::Broken { program: program.clone(), reason: e.to_string(), remedy },
    })?;
    if output.status.success() {
        return Ok(output.out.trim().to_owned());
    }
    let line = output.err.lines().find(|line| !line.trim().is_empty()).unwrap_or("no message");
    Err(ToolError::Broken { program, reason: format!("`{args}` ended with {}: {line}", output.status), remedy })
}

/// Returns the version that the program reports, else the version in its headers: some builds
/// outside a distribution print none.
fn version(program: &Path, said: &str, include: &Path) -> Result<Version, ToolError> {
    let broken = |reason| ToolError::Broken { program: program.display().to_string(), reason, remedy: GET_VERILATOR };
    if !include.join("verilated.cpp").is_file() {
        return Err(broken(format!("its runtime (verilated.cpp) is not in {}", include.display())));
    }
    let stated = said.strip_prefix("Verilator ").and_then(number);
    let version = stated
        .or_else(|| {
            let header = fs::read_to_string(include.join("verilated_config.h")).ok()?;
            let (_, value) = header.split_once("#define VERILATOR_VERSION \"")?;
            number(value)
        })
        .ok_or_else(|| broken(format!("it reports no version: {said:?}")))?;
    if version < OLDEST {
        let program = program.display().to_string();
        return Err(ToolError::TooOld { program, found: version, remedy: GET_VERILATOR });
    }
    Ok(version)
}

/// Parses `5.006 2023-01-22 rev ...`.
fn number(text: &str) -> Option<Version> {
    let text = text.split(|c: char| !c.is_ascii_digit() && c != '.').next()?;
    let (major, minor) = text.split_once('.')?;
    Some(Version { major: major.parse().ok()?, minor: minor.parse().ok()? })
}

/// Returns the compiler with its arguments, and its report of its version.
fn compiler(given: Option<&OsStr>) -> Result<(Vec<OsString>, String), ToolError> {
    let candidates: Vec<Vec<OsString>> = match given {
        Some(given) => vec![words(given)],
        None => ["g++", "clang++", "c++"].map(|name| vec![name.into()]).into(),
    };
    for words in &candidates {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        match ask("C++ compiler", &mut command, "--version", GET_CXX) {
            Err(ToolError::NotFound { .. }) => {}
            said => return Ok((words.clone(), said?)),
        }
    }
    let tried: Vec<_> = candidates.iter().map(|words| words[0].display().to_string()).collect();
    Err(ToolError::NotFound { tool: "C++ compiler", tried: tried.join(", "), remedy: GET_CXX })
}

/// Splits a command into program and arguments, unless the whole is the path of a program.
fn words(given: &OsStr) -> Vec<OsString> {
    match given.to_str() {
        Some(text) if !Path::new(given).is_file() => {
            let mut words = text.split_whitespace().map(OsString::from);
            let first = words.next().unwrap_or_default();
            std::iter::once(program(&first).into_os_string()).chain(words).collect()
        }
        _ => vec![program(given).into_os_string()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_ordered() {
        let debian = number("5.006 2023-01-22 rev (Debian 5.006-3)").unwrap();
        assert_eq!(debian, Version { major: 5, minor: 6 });
        assert_eq!(debian.to_string(), "5.006");
        assert!(debian >= OLDEST);
        assert!(number("4.228 2022-10-01").unwrap() < OLDEST);
        assert!(number("5.048 rev x").unwrap() > OLDEST);
        assert_eq!(number("rev vUNKNOWN-built20260516"), None);
    }

    #[test]
    fn a_compiler_may_carry_arguments() {
        assert_eq!(words(OsStr::new("ccache g++")), ["ccache", "g++"]);
        let tools = Toolchain::with(None, Some(OsStr::new("g++ -O1 -g"))).unwrap();
        assert_eq!(tools.cxx().get_args().count(), 0);
        assert_eq!(tools.cxx_options(), ["-O1", "-g"]);
        let env = Toolchain::with(None, Some(OsStr::new("env g++"))).unwrap();
        assert_eq!(env.cxx().get_args().collect::<Vec<_>>(), ["g++"]);
        assert!(env.cxx_options().is_empty());
    }
}
