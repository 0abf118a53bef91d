//! Tests of the cache of built models: what it keeps, and from which damage it recovers.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use heddle_verilator::{BuildError, Cache, CacheError, Instance, Model, Options, Toolchain};

use crate::support::{COUNTER, Compiler, OPTIONS, child, design, seed, stimulus};

/// The compiler is called for the runtime's header, the runtime, the model and the link.
const CALLS: usize = 4;

fn build(tools: &Toolchain, root: &Path) -> Model {
    Model::build(tools, &Cache::at(root), &design(COUNTER), OPTIONS).unwrap_or_else(|e| panic!("{e}"))
}

fn works(model: &Model) {
    let mut out = [0; 12];
    Instance::new(model, seed(1)).run(&stimulus(3), &mut out).unwrap();
    assert_eq!(out[4 * 2 + 1], 3);
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().display().to_string()).collect()
}

/// Builds in the folder and with the compiler that the parent names.
#[test]
#[ignore = "run by other tests in a process of its own"]
fn build_in_a_child() {
    let variable = |name| std::env::var_os(name).map(PathBuf::from);
    let (Some(root), Some(compiler)) = (variable("TEST_CACHE"), variable("TEST_COMPILER")) else { return };
    works(&build(&Compiler::tools(&compiler), &root));
}

fn build_in_child(compiler: &Compiler, root: &Path) -> std::process::Child {
    let variables: [(&str, &OsStr); 2] = [("TEST_CACHE", root.as_ref()), ("TEST_COMPILER", compiler.folder().as_ref())];
    child("cache::build_in_a_child", &variables).spawn().unwrap()
}

#[test]
fn threads_and_processes_build_once_and_broken_entries_again() {
    let compiler = Compiler::new();
    let root = tempfile::tempdir().unwrap();
    let mut children = [build_in_child(&compiler, root.path()), build_in_child(&compiler, root.path())];
    thread::scope(|scope| {
        (0..4).for_each(|_| drop(scope.spawn(|| works(&build(&compiler.tools, root.path())))));
    });
    children.iter_mut().for_each(|child| assert!(child.wait().unwrap().success()));
    // Each child asks the compiler for its version.
    assert_eq!(compiler.calls(), CALLS + 2);

    compiler.forget();
    let model = build(&compiler.tools, root.path());
    assert_eq!(compiler.calls(), 0, "the second time, nothing is compiled");

    // The old library stays usable while a new one takes its place.
    let library = model.folder().join("model.so");
    for broken in [&b""[..], b"not a library", &fs::read(&library).unwrap()[..4096]] {
        compiler.forget();
        fs::remove_file(&library).unwrap();
        fs::write(&library, broken).unwrap();
        works(&build(&compiler.tools, root.path()));
        assert_eq!(compiler.calls(), CALLS - 2, "the runtime and its header are whole");
    }
    works(&model);

    // An entry that agrees with its manifest and still does not load is built once more.
    fs::remove_file(&library).unwrap();
    fs::write(&library, "").unwrap();
    let manifest = fs::read_to_string(model.folder().join("manifest")).unwrap();
    let empty = "0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 model.so";
    let lines = manifest.lines().map(|line| if line.ends_with(" model.so") { empty } else { line });
    fs::write(model.folder().join("manifest"), lines.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    works(&build(&compiler.tools, root.path()));
}

#[test]
fn a_build_that_is_killed_leaves_nothing_to_trip_over() {
    let compiler = Compiler::new();
    let root = tempfile::tempdir().unwrap();
    // The first call asks for the version; the second is in the middle of a build.
    let mut child = build_in_child(&compiler, root.path());
    wait_for(|| compiler.calls() == 1);
    compiler.slow(true);
    wait_for(|| compiler.calls() == 2);
    child.kill().unwrap();
    child.wait().unwrap();
    compiler.slow(false);
    assert!(names(root.path()).iter().any(|name| name.starts_with("tmp.")), "it was killed too late");
    works(&build(&compiler.tools, root.path()));
    let left: Vec<_> = names(root.path()).into_iter().filter(|name| name.starts_with("tmp.")).collect();
    assert!(left.is_empty(), "{left:?}");
}

fn wait_for(condition: impl Fn() -> bool) {
    for _ in 0..600 {
        if condition() {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("it did not happen within 30 s");
}

#[test]
fn a_folder_that_can_not_be_written_is_an_error_with_a_remedy() {
    let file = tempfile::NamedTempFile::new().unwrap();
    for root in [file.path().join("cache"), PathBuf::from("/proc/heddle")] {
        let error = Model::build(crate::support::tools(), &Cache::at(&root), &design(COUNTER), OPTIONS).unwrap_err();
        assert!(matches!(error, BuildError::Cache(CacheError::Folder { .. })), "{error}");
        let text = error.to_string();
        assert!(text.contains(&root.display().to_string()), "{text}");
        assert!(text.contains("set HEDDLE_CACHE to a folder that can be written"), "{text}");
    }
}

#[test]
fn a_full_disk_is_the_caches_error() {
    let compiler = Compiler::new();
    let text = "#!/bin/sh\necho \"$0: model.o: No space left on device\" >&2\nexit 1\n";
    fs::write(compiler.folder().join("cxx"), text).unwrap();
    let root = tempfile::tempdir().unwrap();
    let error = Model::build(&compiler.tools, &Cache::at(root.path()), &design(COUNTER), OPTIONS).unwrap_err();
    assert!(error.to_string().contains(&root.path().display().to_string()), "{error}");
    assert!(matches!(error, BuildError::Cache(CacheError::Folder { .. })), "{error}");
}

#[test]
fn of_a_confined_build_the_program_alone_is_kept() {
    let root = tempfile::tempdir().unwrap();
    let options = Options { confined: true, ..OPTIONS };
    let model = Model::build(crate::support::tools(), &Cache::at(root.path()), &design(COUNTER), options).unwrap();
    let names = fs::read_dir(model.folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, ["manifest", "model"]);
    let trusted = Model::build(crate::support::tools(), &Cache::at(root.path()), &design(COUNTER), OPTIONS).unwrap();
    assert_ne!(trusted.folder(), model.folder(), "what is confined is never loaded");
}
