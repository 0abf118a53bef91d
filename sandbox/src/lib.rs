//! Other programs: how they are run to their end, and the confinement of those that read, or are
//! made from, a file that is not trusted: a user's Verilog.
//!
//! A confined program reads the toolchain and the folders that it is given, writes to one folder of
//! its own, has no network, and reaches no other process. Landlock limits the files and seccomp the
//! system calls; both are inherited by every program that it starts. [`lacking`] says what of this
//! the kernel does not have.

mod calls;
pub mod child;
pub mod interrupt;
mod places;

use std::env;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
    path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};

pub use places::{around, in_path};

/// Environment variables that a confined program inherits: they say where the toolchain is.
const KEPT: &[&str] = &["PATH", "VERILATOR_ROOT", "LD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH"];
/// The access rights that the rules know; an older kernel enforces those of them that it has.
const RIGHTS: ABI = ABI::V6;
/// Files that any program may use.
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"];

/// Longest file that a confined program may write, in bytes.
const LONGEST: u64 = 4 << 30;
/// Most memory that a confined model, and a confined tool, may have, in bytes.
const MODEL_MEMORY: u64 = 8 << 30;
const TOOL_MEMORY: u64 = 16 << 30;
/// Most processor time of a confined tool, in seconds.
const TOOL_SECONDS: u64 = 1200;

/// What a confined program is, which decides the system calls that it may make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A tool, such as a compiler: it may start further tools.
    Tool,
    /// A model made from the file: it computes, and starts nothing. A call that a model has no use
    /// for ends it by SIGSYS, or fails.
    Model,
}

/// Confines a command to the toolchain, the folder `own`, which it may write, and the files and
/// folders `reads`.
///
/// Its environment is empty but for the variables that say where the toolchain is; its home and its
/// temporary files are in `own`. It ends with the thread that starts it.
///
/// # Errors
///
/// The kernel refuses rules that it said to have.
pub fn confine(command: &mut Command, kind: Kind, own: &Path, reads: &[PathBuf]) -> io::Result<()> {
    let kept = KEPT.iter().filter_map(|name| Some((*name, env::var_os(name)?)));
    command.env_clear().envs(kept).env("LC_ALL", "C").env("HOME", own).env("TMPDIR", own).env("CCACHE_DISABLE", "1");
    let mut files = Some(rules(own, reads).map_err(io::Error::other)?);
    let calls = calls::filters(kind)?;
    // a number, which goes through the pipe from the child
    let refused = || io::Error::from_raw_os_error(libc::EPERM);
    let restrict = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        limit(kind)?;
        close_inherited();
        if let Some(files) = files.take() {
            files.restrict_self().map_err(|_| refused())?;
        }
        calls.iter().try_for_each(|calls| seccompiler::apply_filter(calls).map_err(|_| refused()))
    };
    // SAFETY: between fork and exec, `restrict` makes system calls on values that were made before,
    // and allocates nothing.
    unsafe { command.pre_exec(restrict) };
    Ok(())
}

/// Makes a command that is not confined end with the thread that starts it.
fn end_with_starter(command: &mut Command) {
    let follow = || Ok(set_parent_process_death_signal(Some(Signal::KILL))?);
    // SAFETY: between fork and exec, `follow` makes one system call, and allocates nothing.
    unsafe { command.pre_exec(follow) };
}

/// Confines a tool that is in the path to a folder, which is its own.
///
/// # Errors
///
/// As [`confine`].
pub fn confine_tool(command: &mut Command, own: &Path) -> io::Result<()> {
    let reads = around(Path::new(command.get_program()));
    confine(command.current_dir(own), Kind::Tool, own, &reads)
}

/// Returns what the kernel cannot confine, in words; `None` if it confines all.
pub fn lacking() -> Option<&'static str> {
    match (has_landlock(), calls::supported()) {
        (true, true) => None,
        (false, true) => Some("no Landlock, so that files are not protected"),
        (true, false) => Some("no seccomp, so that network and processes are not protected"),
        (false, false) => Some("neither Landlock nor seccomp, so that nothing is protected"),
    }
}

fn has_landlock() -> bool {
    // SAFETY: the call with no attributes and this flag returns the version of Landlock, and
    // changes nothing.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, 0usize, 0usize, 1) > 0 }
}

/// Returns the rules on files: what is in no rule cannot be opened.
fn rules(own: &Path, reads: &[PathBuf]) -> Result<RulesetCreated, RulesetError> {
    let read = AccessFs::from_read(RIGHTS);
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    let special =
        AccessFs::MakeSym | AccessFs::MakeSock | AccessFs::MakeFifo | AccessFs::MakeChar | AccessFs::MakeBlock;
    let write = (AccessFs::from_all(RIGHTS) & !AccessFs::Execute) & !special;
    Ruleset::default()
        .handle_access(AccessFs::from_all(RIGHTS))?
        .handle_access(AccessNet::from_all(RIGHTS))?
        .scope(Scope::from_all(RIGHTS))?
        .create()?
        .add_rules(path_beneath_rules(places::system(), read))?
        .add_rules(path_beneath_rules(reads, read))?
        .add_rules(path_beneath_rules(DEVICES, device))?
        .add_rules(path_beneath_rules([own], write))
}

/// Sets the limits of a process.
fn limit(kind: Kind) -> io::Result<()> {
    let at_most = |resource, most: u64| {
        let own = rustix::process::getrlimit(resource);
        let most = own.maximum.map_or(most, |own| own.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
    };
    at_most(Resource::Core, 0)?;
    at_most(Resource::Fsize, LONGEST)?;
    match kind {
        Kind::Tool => {
            at_most(Resource::Cpu, TOOL_SECONDS)?;
            at_most(Resource::As, TOOL_MEMORY)?;
        }
        Kind::Model => at_most(Resource::As, MODEL_MEMORY)?,
    }
    Ok(())
}

/// Marks every file but the standard ones as closed at exec: what the process that starts us left
/// open is not the program's.
fn close_inherited() {
    // SAFETY: marking a descriptor closes nothing before exec, and needs no memory.
    unsafe {
        if libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) != 0 {
            // before Linux 5.11
            (3..1024).for_each(|file| _ = libc::fcntl(file, libc::F_SETFD, libc::FD_CLOEXEC));
        }
    }
}
