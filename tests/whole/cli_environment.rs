//! Tests of the command when a tool, the cache or the disk fails: the cause that it names, and the
//! files that it leaves.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use crate::desk::{Desk, Ran, cache, ran, signal, wait_for};
use crate::liberty;

#[test]
fn a_tool_that_is_missing_or_broken_is_named() {
    let desk = Desk::new();
    let nowhere = desk.path("cache");
    let with = |variable: &str, value: &OsStr| {
        desk.run_with("check mul32 --cycles 100", &[(variable, value), ("HEDDLE_CACHE", nowhere.as_os_str())])
    };
    let fails =
        desk.script("fails", "case $1 in --version|--getenv) exec verilator \"$@\";; esac; echo oh no >&2; exit 9");
    let dies = desk.script("dies", "case $1 in --version) exec g++ --version;; esac; kill -9 $$");
    let table = [
        ("VERILATOR", OsStr::new("/nonexistent"), "verilator not found (tried /nonexistent)"),
        ("VERILATOR", OsStr::new("/bin/false"), "/bin/false does not run"),
        ("VERILATOR", OsStr::new("/bin/true"), "/bin/true does not run"),
        ("VERILATOR", OsStr::new("/etc/passwd"), "/etc/passwd does not run"),
        ("VERILATOR", fails.as_os_str(), "oh no"),
        ("CXX", OsStr::new("/nonexistent"), "C++ compiler not found (tried /nonexistent)"),
        ("CXX", OsStr::new("/bin/false"), "/bin/false does not run"),
        ("CXX", OsStr::new("/bin/true"), "/bin/true reported success, but there is no runtime.h.gch"),
        ("CXX", dies.as_os_str(), "signal: 9"),
        ("PATH", OsStr::new("/nonexistent"), "verilator not found (tried verilator)"),
    ];
    for (variable, value, expected) in table {
        if variable == "VERILATOR" && value == fails && std::env::var_os("VERILATOR").is_some() {
            continue; // the script knows the one in the path alone
        }
        let clean = |ran: Ran| {
            ran.is(3, &[expected, "heddle doctor"]);
        };
        if variable == "PATH" {
            let mut command = desk.heddle("check mul32 --cycles 100");
            clean(ran(command.env("PATH", value).env_remove("VERILATOR")));
        } else {
            clean(with(variable, value));
        }
    }
    assert_eq!(desk.names("cache"), ["locks"], "nothing half-made is left");
    let doctor = desk.run_with("doctor --json", &[("VERILATOR", OsStr::new("/bin/false"))]);
    assert_eq!(doctor.is(3, &[]).json()[0]["ok"], false);
}

#[test]
fn a_cache_that_can_not_be_used_is_named() {
    let desk = Desk::new();
    desk.write("file", "");
    let below = desk.path("file/cache");
    for place in [OsStr::new("/proc/x"), below.as_os_str(), desk.path("file").as_os_str()] {
        let cache = [("HEDDLE_CACHE", place)];
        desk.run_with("check mul32 --cycles 100", &cache).is(3, &[place.to_str().unwrap(), "set HEDDLE_CACHE"]);
        desk.run_with("doctor", &cache).is(3, &["MISSING  cache", "set HEDDLE_CACHE"]);
    }
    let mut homeless = desk.heddle("check mul32 --cycles 100");
    ran(homeless.env_remove("HEDDLE_CACHE").env_remove("XDG_CACHE_HOME").env_remove("HOME")).is(3, &["HEDDLE_CACHE"]);

    // a compiler that finds no room, where a small disk cannot be mounted
    let full = desk.script(
        "full",
        "case $1 in --version) exec g++ --version;; esac; echo 'model.o: No space left on device' >&2; exit 1",
    );
    let cache = desk.path("cache");
    let variables = [("CXX", full.as_os_str()), ("HEDDLE_CACHE", cache.as_os_str())];
    desk.run_with("check mul32 --cycles 100", &variables).is(3, &["No space left on device", "make room"]);
    assert_eq!(desk.names("cache"), ["locks"]);
}

#[test]
fn a_full_disk_is_named() {
    let desk = Desk::new();
    desk.wrong_multiplier();
    fs::create_dir(desk.path("disk")).unwrap();
    let disk = desk.path("disk");
    let heddle = env!("CARGO_BIN_EXE_heddle");
    let words = "check mul32 --dut wrong.v --cycles 100 --out found";
    // the traced model is in the cache from here on
    desk.run(words).is(1, &["MISMATCH"]);
    let trace = desk.names("found").into_iter().find(|name| name.ends_with(".trace")).unwrap();
    let replay = format!("replay found/{trace} --dut wrong.v --wave w.vcd");
    let cases = [
        ("HEDDLE_CACHE", words, 0, 3, "the cache folder"),
        ("HEDDLE_CACHE", words, 40, 3, "the cache folder"),
        ("HEDDLE_CACHE", words, 300, 3, "the cache folder"),
        ("TMPDIR", &replay, 0, 3, "the folder for temporary files"),
        ("OUT", "check mul32 --dut wrong.v --cycles 100 --out disk", 0, 2, "mul32-paper"),
    ];
    for (variable, words, room, status, expected) in cases {
        let size = 40 + room;
        let fill = "head -c 40k /dev/zero >disk/fill";
        let mount = format!("mount -t tmpfs -o size={size}k,mode=755 tmpfs disk && {fill} && exec '{heddle}' {words}");
        let mut small = Command::new("unshare");
        small.args(["--user", "--map-root-user", "--mount", "sh", "-c", &mount]).current_dir(desk.0.path());
        small.env("HEDDLE_CACHE", cache()).env(variable, &disk);
        let ran = ran(&mut small);
        if ran.err.contains("unshare:") || ran.err.contains("mount:") {
            return eprintln!("no small disk can be mounted here: {}", ran.err);
        }
        ran.is(status, &[expected, "No space left", "help"]);
    }
    assert!(!desk.path("w.vcd").exists());
}

#[test]
fn a_build_that_is_cut_short_leaves_nothing_that_hurts() {
    let desk = Desk::new();
    let (cache, tmp) = (desk.path("cache"), desk.path("tmp"));
    fs::create_dir(&tmp).unwrap();
    let at = desk.0.path().display();
    let slow = format!(
        "case $1 in --version) exec g++ --version;; esac\n\
         echo $$ >{at}/new && mv {at}/new {at}/called\n\
         while [ -e {at}/slow ]; do sleep 0.05; done\nexec g++ \"$@\""
    );
    let slow = desk.script("slow-cxx", &slow);
    let heddle = || {
        let mut command = desk.heddle("check mul32 --cycles 100");
        command.env("CXX", &slow).env("HEDDLE_CACHE", &cache).env("TMPDIR", &tmp);
        command
    };
    for (name, status) in [("INT", Some(130)), ("TERM", Some(130)), ("KILL", None)] {
        desk.write("slow", "");
        let _ = fs::remove_file(desk.path("called"));
        let mut child = heddle().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for(|| desk.path("called").exists());
        let compiler = fs::read_to_string(desk.path("called")).unwrap();
        let compiler = format!("/proc/{}/stat", compiler.trim());
        signal(&child, name);
        let ended = child.wait().unwrap();
        assert_eq!(ended.code(), status, "{name}");
        // the compiler is gone, or a zombie that its parent has not reaped
        wait_for(|| fs::read_to_string(&compiler).map_or(true, |state| state.contains(") Z ")));
        let left: Vec<_> = desk.names("cache").into_iter().filter(|name| name != "locks").collect();
        if status.is_some() {
            assert!(left.is_empty() && desk.names("tmp").is_empty(), "{name}: {left:?}");
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            assert!(said.contains("interrupted"), "{said}");
        } else {
            // the model's folder, and that of the header that it waited for
            assert!(left.len() == 2 && left.iter().all(|name| name.starts_with("tmp.")), "{left:?}");
        }
        fs::remove_file(desk.path("slow")).unwrap();
    }
    ran(&mut heddle()).is(0, &["equal"]);
    assert!(desk.names("cache").iter().all(|name| !name.starts_with("tmp.")), "{:?}", desk.names("cache"));
}

#[test]
fn a_signal_to_the_command_alone_ends_yosys_too() {
    let desk = Desk::new();
    desk.write("four.lib", liberty::liberty());
    // a program in the place of Yosys that answers `-V`, and otherwise does not end
    fs::create_dir(desk.path("bin")).unwrap();
    desk.script("bin/yosys", "case $1 in -V) echo Yosys 0.23; exit;; esac; echo $$ > working; exec sleep 1000");
    fs::create_dir(desk.path("tmp")).unwrap();
    let path = format!("{}:{}", desk.path("bin").display(), std::env::var("PATH").unwrap());
    let working = || {
        let folders = desk.names("tmp").into_iter();
        let file = folders.map(|name| desk.path("tmp").join(name).join("working")).find(|file| file.exists());
        file.and_then(|file| fs::read_to_string(file).ok()).filter(|text| text.ends_with('\n'))
    };
    for words in ["prove slp/tiny", "cost area slp/tiny --liberty four.lib", "mutate slp/tiny --count 1"] {
        let mut heddle = desk.heddle(words);
        heddle.env("PATH", &path).env("TMPDIR", desk.path("tmp")).env("HEDDLE_CACHE", desk.path("cache"));
        let mut child = heddle.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for(|| working().is_some());
        let yosys = format!("/proc/{}/stat", working().unwrap().trim());
        signal(&child, "TERM");
        assert_eq!(child.wait().unwrap().code(), Some(130), "{words}");
        wait_for(|| fs::read_to_string(&yosys).map_or(true, |state| state.contains(") Z ")));
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(said.contains("interrupted") && !said.contains("reports a problem"), "{words}: {said}");
        assert!(desk.names("tmp").is_empty(), "{words}: {:?}", desk.names("tmp"));
    }
}

#[test]
fn caches_beyond_the_memory_of_the_process_are_refused() {
    let desk = Desk::with_step();
    let limited = |set: &str| {
        let heddle = env!("CARGO_BIN_EXE_heddle");
        let line = format!("ulimit -v 600000; exec {heddle} sim step.ptx --policy simt --set core.count=256{set}");
        ran(Command::new("sh").args(["-c", &line]).current_dir(desk.path("")).env("HEDDLE_CACHE", cache()))
    };
    limited("").is(0, &[]);
    limited(" --set fetch.bytes=16777216").is(2, &["the caches of this GPU take", "bytes in the simulator"]);
}
