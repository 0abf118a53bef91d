//! Gives the command its version: the package's, and, where it is built in its own git repository,
//! the last commit that changed what it is built from. A commit of documents or tests alone builds
//! the same program, so that finished runs are still kept.

use std::path::Path;
use std::process::Command;

/// Digits of the commit that are shown.
const DIGITS: usize = 12;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let package = env!("CARGO_PKG_VERSION");
    let version = commit().map_or(package.into(), |commit| format!("{package} ({commit})"));
    println!("cargo::rustc-env=HEDDLE_VERSION={version}");
}

/// Returns the commit of this folder's repository; `None` without git, and where the sources lie in
/// another repository.
fn commit() -> Option<String> {
    let own = Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()?;
    if own != Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().ok()? {
        return None;
    }
    // a commit changes the log, and a checkout of another one the head
    for name in ["HEAD", "logs/HEAD"] {
        let file = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&file).exists() {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    let mut commit = git(&["log", "-1", "--format=%H", "--", ".", ":!*.md", ":!docs", ":!*tests*"])?;
    commit.truncate(DIGITS);
    Some(commit)
}

/// Returns what git answers in this folder; `None` if it fails.
fn git(words: &[&str]) -> Option<String> {
    let answer = Command::new("git").args(words).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
    let text = String::from_utf8(answer.stdout).ok().filter(|_| answer.status.success())?;
    Some(text.trim().into())
}
