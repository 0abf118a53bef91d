//! Programs of both APIs, in C, built against the libraries alone: no toolkit, no headers of
//! CUDA's.

use std::io::{BufRead, BufReader};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use heddle_cuda::libraries;
use heddle_cuda::settings::{Record, STOP, Settings, Timed, VARIABLE, records};
use tempfile::TempDir;

#[path = "programs/checkpoints.rs"]
mod checkpoints;

/// The libraries, laid out once.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let core = libraries::core(&std::env::current_exe().unwrap()).expect("cargo has built the library");
        libraries::lay_out(folder.path(), &core).unwrap();
        folder
    });
    folder.path()
}

/// The arguments by which a program is linked with libraries.
fn libraries_of(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("-l:{name}")).collect()
}

/// Builds a program against a library, once: another test may run it already.
fn built(name: &str, library: &str, defines: &str) -> PathBuf {
    build(name, library, defines, &libraries_of(&[library]))
}

/// Builds a program against several libraries.
fn built_with(name: &str, libraries: &[String]) -> PathBuf {
    build(name, "both", "0", libraries)
}

fn build(name: &str, library: &str, defines: &str, libraries: &[String]) -> PathBuf {
    static BUILDING: Mutex<()> = Mutex::new(());
    let _alone = BUILDING.lock().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(format!("{name}.c"));
    let program = folder().join(format!("{name}-{library}"));
    if program.exists() {
        return program;
    }
    let mut cc = Command::new("cc");
    cc.arg("-O1").arg(format!("-DVERSION={defines}")).arg(source).arg("-o").arg(&program);
    cc.arg("-L").arg(folder()).args(libraries).arg("-lpthread");
    let output = cc.output().expect("the C compiler, which links Rust, too");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// Runs a program under a policy, or functionally; what it said, and what was recorded.
fn run(program: &Path, arguments: &[&str], policy: Option<&str>, stop: bool) -> (Output, Vec<Record>) {
    run_on(&["core.count=1", "dram.channels=1", "l2.bytes=131072"], program, arguments, policy, stop)
}

/// Runs a program as [`run`] does, on a GPU with these changes to its configuration.
fn run_on(set: &[&str], program: &Path, arguments: &[&str], policy: Option<&str>, stop: bool) -> (Output, Vec<Record>) {
    let set = set.iter().map(|set| set.to_string()).collect();
    let policy = policy.map(String::from);
    run_as(&Settings { policy, set, ..Settings::default() }, program, arguments, stop)
}

/// Runs a program with these settings, as [`run`] does.
fn run_as(settings: &Settings, program: &Path, arguments: &[&str], stop: bool) -> (Output, Vec<Record>) {
    let run = tempfile::tempdir().unwrap();
    settings.write(run.path()).unwrap();
    let mut command = Command::new(program);
    command.args(arguments).env("LD_LIBRARY_PATH", folder()).env(VARIABLE, run.path());
    let stopper = stop.then(|| {
        let path = run.path().join(STOP);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            std::fs::write(path, "").unwrap();
        })
    });
    let output = command.output().unwrap();
    if let Some(thread) = stopper {
        thread.join().unwrap();
    }
    (output, records(run.path()))
}

const MODES: [Option<&str>; 3] = [None, Some("simt"), Some("stsimt4")];

fn launches(records: &[Record]) -> usize {
    records.iter().filter(|record| matches!(record, Record::Launch { whole: true, .. })).count()
}

fn passed(output: &Output) -> String {
    let (said, why) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(said.ends_with("passed\n") && output.status.success(), "{said}{why}");
    assert!(!why.contains("no version information"), "{why}");
    said.into_owned()
}

#[test]
fn the_driver_api_works_under_every_mode() {
    let program = built("driver", "libcuda.so.1", "0");
    for mode in MODES {
        let (output, records) = run(&program, &[], mode, false);
        passed(&output);
        assert_eq!(launches(&records), 3, "{mode:?}");
    }
}

#[test]
fn the_runtime_api_works_in_every_version() {
    let libraries = [("libcudart.so.11.0", "11080"), ("libcudart.so.12", "12090"), ("libcudart.so.13", "13000")];
    for ((library, version), mode) in libraries.into_iter().zip(MODES) {
        let (output, records) = run(&built("runtime", library, version), &[], mode, false);
        let said = passed(&output);
        let lines: Vec<&str> = said.lines().collect();
        let expected =
            ["launched", "thread 0", "thread 1", "thread 2", "thread 3", "synchronised", "thread 0", "passed"];
        assert_eq!(lines, expected, "{library}");
        assert_eq!(launches(&records), 3, "{library}");
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            why.contains("cudaGraphCreate is not supported") && why.contains("`mapa` (PTX 7.8) is not supported"),
            "{why}"
        );
    }
}

#[test]
fn what_goes_wrong_has_a_code_and_a_place() {
    let program = built("faults", "libcuda.so.1", "0");
    let places = [
        ("trap", "`traps`, module 0:26:3"),
        ("odd", "not a multiple of 4"),
        ("wild", "CTA (0, 0, 0), thread (0, 0, 0): store"),
    ];
    for (what, place) in places.into_iter().chain([("threads", ""), ("fork", "forked")]) {
        for mode in [None, Some("simt")] {
            let (output, _) = run(&program, &[what], mode, false);
            passed(&output);
            let why = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(why.contains(place), "{what}: {why}");
        }
    }
}

/// Cases of `refused.c`, each with parts of the lines that are printed; the program checks the
/// error codes.
const REFUSED: [(&str, &[&str]); 8] = [
    ("none", &["is not a kernel of the program"]),
    ("cubin", &["machine code for sm_75", "no PTX for compute_75 or less", "compute_75"]),
    ("newer", &["PTX for compute_90", "no PTX for compute_75 or less"]),
    ("garbled", &["`what`", "fat binary 0:3:"]),
    ("damaged", &["the fat binary is damaged"]),
    ("other", &["fat binary 1:3:"]),
    (
        "large",
        &[
            "1024 x 2 x 1 threads",
            "1 x 70000 x 1",
            "200000 bytes of shared memory",
            "core.warp_size = 512",
            "shared.bytes = 200000",
        ],
    ),
    (
        "absent",
        &[
            "cudaGraphCreate is not supported (there are no graphs and no capture",
            "cudaStreamBeginCapture is not supported (there are no graphs and no capture",
            "cudaIpcGetMemHandle is not supported (memory and events cannot be shared between processes",
            "cooperative launches are not supported",
        ],
    ),
];

#[test]
fn what_cannot_be_run_has_a_code_and_a_line() {
    for (what, lines) in REFUSED {
        let program = built("refused", "libcudart.so.12", "0");
        let (output, _) = run_on(&["core.warps=8"], &program, &[what], Some("simt"), false);
        passed(&output);
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        for line in lines {
            assert!(why.contains(line), "{what}: `{line}` is not in {why}");
        }
    }
}

#[test]
fn a_kernel_that_knows_its_warps_is_refused_where_they_are_smaller() {
    let program = built("refused", "libcudart.so.12", "0");
    let smaller: [(&str, &[&str]); 3] = [("simt-w16", &[]), ("stsimt4-w16", &[]), ("simt", &["core.warp_size=16"])];
    for (policy, set) in smaller {
        let (output, _) = run_on(set, &program, &["warps"], Some(policy), false);
        passed(&output);
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        for part in ["a shuffle relies on which threads form a warp", &format!("`{policy}` has warps of ")] {
            assert!(why.contains(part), "{policy}: {why}");
        }
    }
}

#[test]
fn managed_variables_are_the_hosts_and_the_kernels() {
    for mode in MODES {
        let (output, records) = run(&built("managed", "libcudart.so.13", "0"), &[], mode, false);
        passed(&output);
        assert_eq!(launches(&records), 2, "{mode:?}");
    }
}

#[test]
fn a_launch_that_does_not_end_is_stopped() {
    let program = built("faults", "libcuda.so.1", "0");
    for mode in [None, Some("simt")] {
        let (output, records) = run(&program, &["spin"], mode, true);
        passed(&output);
        assert!(matches!(records.last(), Some(Record::Failed(why)) if why.contains("interrupted")), "{records:?}");
    }
}

#[test]
fn textures_and_surfaces_work_in_both_apis() {
    for (name, library, launched) in [("textures", "libcudart.so.11.0", 5), ("textures_driver", "libcuda.so.1", 7)] {
        let program = built(name, library, "0");
        for policy in [None, Some("simt"), Some("stsimt4")] {
            let (output, records) = run(&program, &[], policy, false);
            passed(&output);
            assert_eq!(launches(&records), launched, "{name}, {policy:?}");
        }
    }
}

#[test]
fn kernels_wait_for_streams_for_the_host_and_for_ctas() {
    let program = built("streams", "libcuda.so.1", "0");
    for what in ["stream", "behind", "default", "host", "poll", "counts", "thread", "function", "grid"] {
        passed(&run(&program, &[what], None, false).0);
    }
}

#[test]
fn a_kernel_that_waits_in_vain_is_named() {
    let program = built("streams", "libcuda.so.1", "0");
    for (what, mode) in [("never", None), ("never", Some("simt")), ("idle", None), ("leaves", None)] {
        let (output, records) = run(&program, &[what], mode, false);
        passed(&output);
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        let parts = [
            "kernel `waits`, module 0:8:",
            "CTA (0, 0, 0), thread (0, 0, 0): livelock: it waits for 4 bytes at",
            "hold 0x00000000",
        ];
        for part in parts {
            assert!(why.contains(part), "{what}, {mode:?}: {part} is not in {why}");
        }
        assert_eq!(why.contains("the program has ended, and not its kernel"), what == "leaves", "{why}");
        assert!(matches!(records.last(), Some(Record::Failed(why)) if why.contains("livelock")), "{records:?}");
    }
}

/// The program checks that the error is that of a launch that timed out, as without a choice.
#[test]
fn a_kernel_that_waits_in_vain_among_chosen_launches_has_the_same_error() {
    let timed = Timed { launches: Some((1, None)), ..Timed::default() };
    let settings = Settings { policy: Some("simt".into()), timed, ..Settings::default() };
    let (output, records) = run_as(&settings, &built("streams", "libcuda.so.1", "0"), &["never"], false);
    passed(&output);
    assert!(matches!(records.last(), Some(Record::Failed(why)) if why.contains("livelock")), "{records:?}");
}

#[test]
fn memory_that_is_not_there_is_refused() {
    let program = built("memory", "libcuda.so.1", "0");
    for (mode, words) in [(None, &[][..]), (None, &["1024"]), (Some("simt"), &["1024"])] {
        passed(&run(&program, words, mode, false).0);
    }
}

/// Runs a program until it launches a kernel without an end, and sends it a signal after some time.
/// Returns the status and the records of the program.
fn signalled(program: &Path, mode: Option<&str>, signal: &str, after: Duration) -> (ExitStatus, Vec<Record>) {
    let run = tempfile::tempdir().unwrap();
    Settings { policy: mode.map(String::from), ..Settings::default() }.write(run.path()).unwrap();
    let mut command = Command::new(program);
    command.arg("spin").env("LD_LIBRARY_PATH", folder()).env(VARIABLE, run.path()).stdout(Stdio::piped());
    // the tests may run where these signals are ignored, as under nohup
    let default = || {
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            // SAFETY: this changes the child alone, and is allowed between fork and exec
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
        Ok(())
    };
    // SAFETY: the function allocates nothing
    let mut child = unsafe { command.pre_exec(default) }.stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "launching\n");
    std::thread::sleep(after);
    assert!(Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
    (child.wait().unwrap(), records(run.path()))
}

#[test]
fn a_signal_ends_a_launch_before_it_ends_the_program() {
    let program = built("faults", "libcuda.so.1", "0");
    for (mode, signal, number) in [(None, "INT", 2), (Some("simt"), "TERM", 15), (None, "HUP", 1)] {
        // on a slow machine the launch may not have begun when the signal comes, and nothing is
        // recorded
        let ended = [300, 3000, 30_000].into_iter().map(|wait| {
            let (status, records) = signalled(&program, mode, signal, Duration::from_millis(wait));
            assert_eq!(status.signal(), Some(number));
            records
        });
        let records = ended.into_iter().find(|records| !records.is_empty()).unwrap_or_default();
        let [Record::Launch { kernel, whole: false, statistics, .. }, Record::Failed(why)] = &records[..] else {
            panic!("{records:?}");
        };
        assert!(kernel == "spins" && statistics.iter().any(|&count| count > 1000), "{statistics:?}");
        assert!(why.contains("interrupted in kernel `spins`"), "{why}");
    }
}

#[test]
fn relocatable_code_is_linked_by_name() {
    let both = libraries_of(&["libcudart.so.12", "libcuda.so.1"]);
    let program = built_with("linked", &both);
    let cases: [(&str, &str); 5] = [
        ("files", ""),
        ("machine", "-gencode arch=compute_75,code=compute_75"),
        ("twice", "`counter`, which another module defines, too"),
        ("missing", "variable `counter` is not defined here"),
        (
            "nested",
            "dynamic parallelism (`__cudaCDP2GetParameterBufferV2`), in which kernels launch kernels, is not supported",
        ),
    ];
    for mode in [None, Some("simt")] {
        for (what, line) in cases {
            let (output, _) = run(&program, &[what], mode, false);
            passed(&output);
            let why = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(why.contains(line), "{what}: {why}");
        }
    }
}

#[test]
fn what_the_device_claims_is_so() {
    let program = built_with("limits", &libraries_of(&["libcudart.so.12", "libcuda.so.1"]));
    for mode in [None, Some("simt")] {
        for what in ["limits", "pages"] {
            let (output, _) = run(&program, &[what], mode, false);
            passed(&output);
            let why = String::from_utf8_lossy(&output.stderr).into_owned();
            let lines = [
                "1 x 1 x 65 threads",
                "49153 bytes of shared memory are more than 49152",
                "cuGraphCreate is not supported",
            ];
            assert!(what != "limits" || lines.iter().all(|line| why.contains(line)), "{why}");
        }
    }
}

#[test]
fn memory_does_not_grow_by_launch() {
    let program = built_with("limits", &libraries_of(&["libcudart.so.12", "libcuda.so.1"]));
    for mode in [None, Some("simt")] {
        println!("{mode:?}: {}", passed(&run(&program, &["often"], mode, false).0));
    }
}
