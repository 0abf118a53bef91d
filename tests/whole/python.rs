//! The Python module over the command. Without Python nothing is run, and what a library is missing
//! for is skipped by name; `make python` has them all.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::desk::{cache, ran, root};

#[test]
fn the_module_does_what_its_tests_say() {
    let python = std::env::var_os("PYTHON").filter(|path| !path.is_empty()).unwrap_or("python3".into());
    let new_enough = ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"];
    let found = Command::new(&python).args(new_enough).stdin(Stdio::null()).stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no Python 3.10 or newer ({})", python.display());
        return;
    }
    let heddle = Path::new(env!("CARGO_BIN_EXE_heddle")).parent().unwrap();
    let path = format!("{}:{}", heddle.display(), std::env::var("PATH").unwrap_or_default());
    let mut tests = Command::new(&python);
    tests.args(["-m", "unittest", "discover", "-v", "-s", "python/tests"]).current_dir(root()).stdin(Stdio::null());
    tests
        .env("PYTHONPATH", "python")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PATH", path)
        .env("HEDDLE_CACHE", cache());
    let tests = ran(&mut tests);
    tests.is(0, &["\nOK"]);
    tests.err.lines().filter(|line| line.contains("... skipped")).for_each(|line| eprintln!("{line}"));
}
