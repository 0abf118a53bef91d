//! Runs that keep checkpoints and continue from them: what comes out is what comes out of a run
//! without a pause.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use heddle_cuda::checkpoint;
use heddle_cuda::settings::{Checkpoint, Record, Settings, Timed};
use heddle_gpu::system::list;
use tempfile::TempDir;

use super::{built, run_as};

/// A run of `steps.c`: 60 launches of `step`, 4 of `says`.
struct Steps {
    folder: TempDir,
    program: PathBuf,
    settings: Settings,
}

/// What a program said, and what was recorded.
type Came = (String, String, Vec<Record>);

impl Steps {
    /// Creates a run under a policy that times `launches`, and keeps a checkpoint before each
    /// launch whose number is a multiple of `every`.
    fn new(policy: Option<&str>, launches: Option<(u64, Option<u64>)>, every: Option<u64>) -> Steps {
        let folder = tempfile::tempdir().unwrap();
        let [version, program] = ["1", "steps"].map(String::from);
        let file = folder.path().join("state");
        let checkpoint = Some(Checkpoint { file, every, ctas: None, version, program });
        let policy = policy.map(String::from);
        let set = ["core.count=1", "dram.channels=1", "l2.bytes=131072"].map(String::from).to_vec();
        let timed = Timed { launches, ..Timed::default() };
        let settings = Settings { policy, set, timed, checkpoint, ..Settings::default() };
        Steps { folder, program: built("steps", "libcuda.so.1", "0"), settings }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    fn came(&self, settings: &Settings, words: &[&str]) -> Came {
        let (output, records) = run_as(settings, &self.program, words, false);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr), records)
    }

    /// The run, from its checkpoint if there is one.
    fn run(&self, words: &[&str]) -> Came {
        self.came(&self.settings, words)
    }

    /// The launch before or within which the checkpoint lies, and the CTAs of it that have run.
    fn place(&self) -> (u64, Option<u64>) {
        let header = checkpoint::open(&self.settings).unwrap().expect("a checkpoint");
        (header.launches, header.within.map(|within| within.ctas))
    }

    /// The launch before which the checkpoint lies.
    fn lies(&self) -> u64 {
        self.place().0
    }
}

const WORDS: [&str; 3] = ["60", "1", "7"];

#[test]
fn a_run_that_continues_ends_as_one_without_a_pause() {
    let cases = [
        (None, None, Some(10)),
        (Some("simt"), Some((50, None)), None),
        (Some("simt"), Some((20, Some(60))), Some(16)),
        (Some("stsimt4"), None, Some(25)),
    ];
    for (policy, launches, every) in cases {
        let steps = Steps::new(policy, launches, every);
        let whole = steps.run(&WORDS);
        assert!(whole.0.ends_with("passed\n") && whole.1.is_empty(), "{whole:?}");
        let lies = match (launches, every) {
            (Some((first, _)), None) => first,
            (_, every) => 63 / every.unwrap() * every.unwrap(),
        };
        assert_eq!(steps.lies(), lies);
        let kept = fs::read(steps.file()).unwrap();
        assert_eq!(steps.run(&WORDS), whole, "{policy:?} {launches:?} {every:?}");
        assert_eq!(fs::read(steps.file()).unwrap(), kept);
        // where no launch is timed before a checkpoint, its presence changes nothing
        if every.is_none() || policy.is_none() {
            let without = Settings { checkpoint: None, ..steps.settings.clone() };
            assert_eq!(steps.came(&without, &WORDS), whole);
        }
    }
}

/// What CTAs before the checkpoint have printed and counted is in it, and their launch counts once.
#[test]
fn a_run_continues_between_the_ctas_of_a_launch() {
    let policies = [("stsimt", "simt"), ("stsimt", "tsimt+"), ("vws", "ivws"), ("vt", "vt"), ("simt-simd", "vector")];
    for ((config, policy), ctas) in policies.into_iter().zip([2, 1, 3, 4, 2]) {
        let mut steps = Steps::new(Some(policy), Some((40, None)), None);
        steps.settings.config = config.into();
        let without = Settings { checkpoint: None, ..steps.settings.clone() };
        steps.settings.checkpoint.as_mut().unwrap().ctas = Some(ctas);
        let words = |what: &'static str| ["50", "1", "7", what];
        let whole = steps.run(&words("louder"));
        assert!(whole.0.ends_with("passed\n") && whole.1.is_empty(), "{whole:?}");
        fs::remove_file(steps.file()).unwrap();
        // ends behind the 45th launch of `step`, the 48th in all, or within that of `says` before
        steps.run(&words("louder, leaves"));
        let place = steps.place();
        assert_eq!(place, if ctas < 4 { (47, Some(3 / ctas * ctas)) } else { (45, Some(4)) }, "{policy}");
        assert_eq!(steps.run(&words("louder")), whole, "{policy}");
        // the work is that of a run without checkpoints, and its time is not
        let timed = |records: &[Record], of: &str| {
            let at = list().iter().position(|counter| counter.name == of).unwrap();
            let count = |record: &Record| match record {
                Record::Launch { cycles: Some(_), statistics, whole: true, .. } => Some(statistics[at]),
                _ => None,
            };
            records.iter().filter_map(count).collect::<Vec<u64>>()
        };
        let others = steps.came(&without, &words("louder")).2;
        for of in ["core.ctas", "core.thread_instructions"] {
            assert_eq!(timed(&whole.2, of), timed(&others, of), "{policy}: {of}");
        }
        assert_ne!(whole.2, others, "{policy}");
    }
}

/// What a sampled run executes functionally has no cycles.
#[test]
fn launches_that_a_sample_leaves_out_are_not_timed() {
    let steps = Steps::new(Some("simt"), None, None);
    let settings = Settings { sample: true, checkpoint: None, ..steps.settings.clone() };
    let (_, _, records) = steps.came(&settings, &WORDS);
    let timed = |record: &Record| matches!(record, Record::Launch { cycles: Some(_), .. });
    assert_eq!(records.iter().filter(|record| timed(record)).count(), 13);
}

/// The time of launches is saved that a checkpoint has the answers of.
#[test]
fn launches_before_a_checkpoint_are_not_executed_again() {
    let steps = Steps::new(None, None, Some(60));
    let run = || {
        let began = Instant::now();
        let came = steps.run(&["60", "20000", "7"]);
        (came, began.elapsed())
    };
    let ((whole, long), (continued, short)) = (run(), run());
    assert_eq!(whole, continued);
    assert!(short < long / 2, "{short:?}, and {long:?} without the checkpoint");
}

/// Several policies share the launches that none of them times.
#[test]
fn a_checkpoint_before_the_first_timed_launch_is_for_every_policy() {
    let steps = Steps::new(Some("simt"), Some((50, Some(52))), None);
    steps.run(&WORDS);
    let of = |steps: &Steps, policy: &str| Settings { policy: Some(policy.into()), ..steps.settings.clone() };
    let continued = steps.came(&of(&steps, "stsimt4"), &WORDS);
    let alone = Steps::new(Some("stsimt4"), Some((50, Some(52))), None);
    assert_eq!(continued, alone.run(&WORDS));
    // where launches were timed before it, a checkpoint is of its settings alone
    let steps = Steps::new(Some("simt"), Some((20, None)), Some(10));
    steps.run(&WORDS);
    let refused = checkpoint::open(&of(&steps, "stsimt4")).unwrap_err();
    assert!(refused.contains("timed under other settings"), "{refused}");
}

#[test]
fn a_program_with_other_calls_is_refused_by_call_and_number() {
    let steps = Steps::new(Some("simt"), Some((50, Some(52))), None);
    steps.run(&WORDS);
    for (words, why) in [
        (["60", "1", "8", ""], "call 1 is a copy of 1024 bytes to 0x10001"),
        (["60", "2", "7", ""], "call 2 is launch 0 of `step`, functional, 4 x 1 x 1 CTAs of 64 x 1 x 1 threads"),
        (["60", "1", "7", "more"], "is a copy of 4 bytes from 0x10001"),
        (["30", "1", "7", ""], "call 45 is a copy of 1024 bytes from 0x10001"),
        (["60", "1", "7", "leaves"], "it has ended after"),
    ] {
        let (_, why_not, records) = steps.run(&words.map(|word| word));
        assert!(why_not.contains(why) && why_not.contains("remove it to begin anew"), "{words:?}: {why_not}");
        assert!(matches!(records.last(), Some(Record::Failed(_))), "{records:?}");
    }
    // another kernel of the same name
    let (_folder, program) = script("export STEPS_CHANGED=0000000\n", &steps.program);
    let steps = Steps { program, ..steps };
    let (_, why, _) = steps.run(&WORDS);
    assert!(why.contains("call 0 is a module of ") && why.contains("it was a module of "), "{why}");
    let steps = Steps { program: built("steps", "libcuda.so.1", "0"), ..steps };
    // launches that the checkpoint executed functionally cannot be timed
    let timed = Timed { launches: Some((45, Some(47))), ..Timed::default() };
    let (_, why, _) = steps.came(&Settings { timed, ..steps.settings.clone() }, &WORDS);
    assert!(why.contains("is launch 45 of `says`, timed") && why.contains("it was launch 45 of `says`, func"), "{why}");
}

/// Replaces the file, and returns why it is refused.
fn refused(steps: &Steps, bytes: &[u8]) -> String {
    fs::write(steps.file(), bytes).unwrap();
    let why = checkpoint::open(&steps.settings).expect_err(&format!("{} bytes", bytes.len()));
    assert!(!why.is_empty());
    why
}

#[test]
fn a_file_that_is_cut_damaged_or_another_is_refused() {
    let steps = Steps::new(None, None, Some(30));
    steps.run(&WORDS);
    let whole = fs::read(steps.file()).unwrap();
    for end in (0..whole.len()).step_by(7).chain([whole.len() - 1]) {
        let why = refused(&steps, &whole[..end]);
        assert!(why.contains("cut or damaged") || end < 20 && why.contains("not a checkpoint"), "{end}: {why}");
    }
    for at in (20..whole.len()).step_by(11) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        refused(&steps, &damaged);
    }
    assert!(refused(&steps, b"").contains("it is not a checkpoint"));
    let other = [b"heddle checkpoint 0\n", &whole[20..]].concat();
    assert!(refused(&steps, &other).contains("another version of Heddle"));
    fs::write(steps.file(), whole).unwrap();
    let with = |version: &str, program: &str| {
        let Checkpoint { file, every, ctas, .. } = steps.settings.checkpoint.clone().unwrap();
        let [version, program] = [version, program].map(String::from);
        let checkpoint = Some(Checkpoint { file, every, ctas, version, program });
        checkpoint::open(&Settings { checkpoint, ..steps.settings.clone() }).unwrap_err()
    };
    assert!(with("2", "steps").contains("of another version of Heddle, 1: this is 2"));
    assert!(with("1", "leaps").contains("of another program, steps: this is leaps"));
}

/// Answers of 64 MB are written early, so that memory does not hold all of them.
#[test]
fn many_answers_do_not_wait_in_memory() {
    let steps = Steps::new(Some("simt"), Some((200, None)), None);
    let words = ["40", "1", "7", "copies"];
    let whole = steps.run(&words);
    assert!(whole.0.ends_with("passed\n") && (17..=40).contains(&steps.lies()), "{whole:?} {}", steps.lies());
    assert_eq!(steps.run(&words), whole);
}

/// What a checkpoint cannot hold ends the checkpoints, and not the run.
#[test]
fn a_program_whose_state_cannot_be_kept_runs_on() {
    for (what, why) in [("managed", "managed, mapped or registered memory"), ("takes", "a kernel has allocated memory")]
    {
        let steps = Steps::new(None, None, Some(10));
        let (said, line, _) = steps.run(&["60", "1", "7", what]);
        assert!(said.ends_with("passed\n") && line.contains("no further checkpoint is written"), "{said}{line}");
        assert!(line.contains(why), "{line}");
        assert_eq!(steps.file().exists(), what == "takes");
        if what == "takes" {
            assert_eq!((steps.lies(), steps.run(&["60", "1", "7", what]).0), (20, said));
        }
    }
}

/// A limit on the size of files stands for a full disk.
#[test]
fn a_full_disk_leaves_the_checkpoint_before_and_the_run_goes_on() {
    let words = |launches: &'static str| [launches, "1", "7", "large"];
    let steps = Steps::new(None, None, Some(30));
    steps.run(&words("40"));
    let kept = fs::read(steps.file()).unwrap();
    let (_folder, program) = script("trap '' XFSZ\nulimit -f 2048\n", &steps.program);
    let limited = Steps { program, ..steps };
    let (said, why, records) = limited.run(&words("60"));
    assert!(why.contains("the checkpoint before launch 60 was not written: File too large"), "{why}");
    assert!(fs::read(limited.file()).unwrap() == kept);
    assert_eq!(names(limited.folder.path()), ["state"]);
    let without = Settings { checkpoint: None, ..limited.settings.clone() };
    let (whole, _, others) = limited.came(&without, &words("60"));
    assert_eq!((said, records), (whole, others));
}

/// A program that executes `before` in the shell and becomes another program.
fn script(before: &str, program: &Path) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("script");
    fs::write(&path, format!("#!/bin/sh\n{before}exec {} \"$@\"\n", program.display())).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    (folder, path)
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    fs::read_dir(folder).unwrap().map(name).collect()
}

#[test]
fn what_a_killed_run_left_aside_is_removed() {
    let steps = Steps::new(None, None, Some(10));
    for name in ["state.12.new", "state.x.new", "other.12.new"] {
        fs::write(steps.folder.path().join(name), "").unwrap();
    }
    checkpoint::tidy(&steps.file());
    let mut left = names(steps.folder.path());
    left.sort();
    assert_eq!(left, ["other.12.new", "state.x.new"]);
}
