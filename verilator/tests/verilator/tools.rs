//! Tests of tools that are missing or of the wrong kind.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use heddle_verilator::{ToolError, Toolchain};

use crate::support::child;

/// A program that runs `text` in the shell.
fn script(folder: &tempfile::TempDir, text: &str) -> std::path::PathBuf {
    let path = folder.path().join("tool");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    path
}

fn verilator(program: &OsStr) -> ToolError {
    Toolchain::with(Some(program), None).unwrap_err()
}

#[test]
#[ignore = "run by another test in a process of its own"]
fn find_in_a_child() {
    println!("{}", Toolchain::find().unwrap_err());
}

#[test]
fn a_missing_tool_is_named_with_a_remedy() {
    for (variable, package) in [("VERILATOR", "verilator"), ("CXX", "g++")] {
        let output = child("tools::find_in_a_child", &[(variable, OsStr::new("/nonexistent"))]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        for part in ["not found (tried /nonexistent)", variable, &format!("apt-get install {package}")] {
            assert!(said.contains(part), "{part} is not in {said}");
        }
    }
}

#[test]
fn a_tool_that_is_too_old_or_broken_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let include = folder.path().join("include");
    fs::create_dir(&include).unwrap();
    let root = folder.path().display();
    let old = script(&folder, &format!("test $1 = --version && echo Verilator 4.228 2022-10-01 || echo {root}"));
    assert!(matches!(verilator(old.as_ref()), ToolError::Broken { reason, .. } if reason.contains("its runtime")));
    fs::write(include.join("verilated.cpp"), "").unwrap();
    let text = verilator(old.as_ref()).to_string();
    assert!(text.contains("is Verilator 4.228, and 5.006 is the oldest"), "{text}");

    let silent = script(&folder, &format!("test $1 = --version && echo rev unknown || echo {root}"));
    let text = verilator(silent.as_ref()).to_string();
    assert!(text.contains("it reports no version"), "{text}");
    // Some builds state their version in the headers alone.
    fs::write(include.join("verilated_config.h"), "#define VERILATOR_VERSION \"5.48\"\n").unwrap();
    assert_eq!(Toolchain::with(Some(silent.as_ref()), None).unwrap().version().to_string(), "5.048");

    let failing = script(&folder, "echo oh no >&2; exit 3");
    let text = verilator(failing.as_ref()).to_string();
    assert!(text.contains("`--version` ended with exit status: 3: oh no"), "{text}");
}
