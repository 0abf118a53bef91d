//! Verilator's and Yosys' opinion of every preset.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use heddle_rtl::WAIVERS;

/// Runs the tool on the file of each preset; every word that it says is a failure. Skips where it is not installed.
fn ask(tool: &str, arguments: impl Fn(&str, &Path) -> Vec<String>) {
    if Command::new(tool).arg("-V").output().is_err() {
        println!("skipped: {tool} is not installed");
        return;
    }
    let mut complaints = String::new();
    for emitted in common::everything() {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(tool).join(emitted.unit).join(emitted.preset);
        std::fs::create_dir_all(&folder).expect("a folder for the Verilog");
        let file = folder.join("top.v");
        std::fs::write(&file, &emitted.verilog).expect("the Verilog written");
        let output = Command::new(tool).args(arguments(emitted.unit, &file)).output().expect("the tool started");
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || !said.is_empty() {
            complaints += &format!("{}:\n{said}\n", emitted.name());
        }
    }
    assert!(complaints.is_empty(), "{tool}:\n{complaints}");
}

#[test]
fn verilator_has_nothing_to_say() {
    ask("verilator", |unit, file| {
        // --cc and not --lint-only: only a build orders the logic, and so finds loops
        let folder = file.parent().expect("a folder").display().to_string();
        let mut arguments: Vec<String> =
            ["--cc", "-Wall", "--top-module", unit, "--Mdir", &folder].map(Into::into).into();
        arguments.extend(WAIVERS.iter().map(|(warning, _)| format!("-Wno-{warning}")));
        arguments.push(file.display().to_string());
        arguments
    });
}

#[test]
fn yosys_elaborates() {
    ask("yosys", |unit, file| {
        let script =
            format!("read_verilog {}; hierarchy -check -top {unit}; proc; opt_clean; check -assert", file.display());
        vec!["-q".into(), "-p".into(), script]
    });
}

#[test]
fn width_is_never_waived() {
    // rust-hdl drops carries that Verilog keeps: this warning is what finds them
    assert!(WAIVERS.iter().all(|(warning, _)| !warning.starts_with("WIDTH")));
}
