//! Every key with a number, over its range: what a GPU admits runs and leaves in memory what it
//! should, or is refused with a reason; and no delay made longer and no port or buffer made smaller
//! makes a program faster. `make ranges` makes all runs, `make test` a slice.

mod case;
mod judge;
mod law;

use std::collections::BTreeMap;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::length::some;
use heddle_gpu::config::Config;
use heddle_gpu::config::spec::{KEYS, Spec};
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Run, SimError};

use case::Case;
use judge::{Outcome, REAL, Simulate, judge};
use law::breaches;

/// Makes runs on all processors, those of GPUs as they are first, for which others are given
/// budgets; calls `keep` with each outcome.
fn judge_all(
    cases: &[Case],
    known: &BTreeMap<String, Outcome>,
    keep: impl Fn(&Case, &Outcome) + Sync,
) -> Vec<(Case, Outcome)> {
    let made = Mutex::new(known.clone());
    for as_it_is in [true, false] {
        let left =
            cases.iter().filter(|case| case.change.is_none() == as_it_is && !known.contains_key(&case.to_string()));
        let (left, next): (Vec<&Case>, _) = (left.collect(), AtomicUsize::new(0));
        let work = || {
            while let Some(case) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                let base = match made.lock().unwrap().get(&Case { change: None, ..**case }.to_string()) {
                    Some(Outcome::Ran(cycles)) => Some(*cycles),
                    _ => None,
                };
                let outcome = judge(case, base, REAL);
                keep(case, &outcome);
                made.lock().unwrap().insert(case.to_string(), outcome);
            }
        };
        std::thread::scope(|scope| {
            (0..std::thread::available_parallelism().map_or(1, usize::from)).for_each(|_| {
                scope.spawn(work);
            });
        });
    }
    let made = made.into_inner().unwrap();
    cases.iter().filter_map(|case| Some((*case, made.get(&case.to_string())?.clone()))).collect()
}

/// Runs that failed, each with its reason.
fn failed(judged: &[(Case, Outcome)]) -> Vec<String> {
    let failed = judged.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Failed(_)));
    failed.map(|(case, outcome)| format!("{case}: {outcome}")).collect()
}

/// `make ranges`: all runs. Those whose outcomes are in the file are not made again, unless they
/// failed.
#[test]
#[ignore = "an hour or two: `make ranges`"]
fn every_key_over_its_range() {
    let path = PathBuf::from(std::env::var("HEDDLE_RANGES").expect("a file: `make ranges RANGES=FILE`"));
    fs::create_dir_all(path.parent().expect("it lies in a folder")).unwrap();
    let text = fs::read_to_string(&path).unwrap_or_default();
    // the last line of a run that was killed may be cut
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    fs::write(&path, whole).unwrap();
    let read =
        |line: &str| line.split_once('\t').and_then(|(case, outcome)| Some((case.into(), Outcome::read(outcome)?)));
    let mut known: BTreeMap<String, Outcome> = whole.lines().filter_map(read).collect();
    known.retain(|_, outcome| !matches!(outcome, Outcome::Failed(_)));
    let file = Mutex::new(fs::File::options().append(true).open(&path).unwrap());
    let cases = case::every();
    let count = AtomicUsize::new(known.len());
    let judged = judge_all(&cases, &known, |case, outcome| {
        file.lock().unwrap().write_all(format!("{case}\t{outcome}\n").as_bytes()).unwrap();
        let done = count.fetch_add(1, Ordering::Relaxed) + 1;
        if std::io::stderr().is_terminal() {
            eprint!("\r{done} of {} runs", cases.len());
        }
    });
    let number = |is: fn(&Outcome) -> bool| judged.iter().filter(|(_, outcome)| is(outcome)).count();
    let (ran, refused) = (number(|it| matches!(it, Outcome::Ran(_))), number(|it| matches!(it, Outcome::Refused(_))));
    let (slow, failed, breaches) = (number(|it| *it == Outcome::Slow), failed(&judged), breaches(&judged));
    println!("{} runs: {ran} right, {refused} refused, {slow} too slow to end, {} failed", judged.len(), failed.len());
    println!("{} breaches of monotony:", breaches.len());
    breaches.iter().for_each(|breach| println!("{breach}"));
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn what_is_admitted_runs() {
    let judged = judge_all(&some(2, case::slice()), &BTreeMap::new(), |_, _| ());
    let failed = failed(&judged);
    assert!(failed.is_empty(), "{failed:#?}");
    let ran = judged.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Ran(_))).count();
    assert!(2 * ran > judged.len() && ran < judged.len(), "{ran} of {} ran", judged.len());
}

/// A group that loses its slot gives up what is on its way to its buffer, however much the buffer
/// holds.
#[test]
fn every_policy_fetches_into_buffers_of_any_size() {
    let key = KEYS.iter().find(|key| key.to_string() == "fetch.buffer").unwrap();
    let spec = Config::shipped("slp").unwrap().spec;
    let cases = Policy::names().into_iter().flat_map(|name| {
        // a vector machine is a GPU of its own
        let gpu = if Policy::named(&name).unwrap().applied(&spec).is_ok() { "slp" } else { "simt-simd" };
        let policy: &'static str = name.leak();
        [4, 32].map(|size| Case { gpu, policy, program: "bitonic", change: Some((key, size)) })
    });
    let judged = judge_all(&cases.collect::<Vec<_>>(), &BTreeMap::new(), |_, _| ());
    assert!(judged.iter().all(|(_, outcome)| matches!(outcome, Outcome::Ran(_))), "{judged:#?}");
}

/// Values of one key on one GPU, judged with a simulator that has a fault.
fn planted(name: &str, fault: Simulate) -> Vec<(Case, Outcome)> {
    let key = KEYS.iter().find(|key| key.to_string() == name).unwrap();
    let case = |change| Case { gpu: "vws", policy: "simt", program: "bitonic", change };
    let values = case::values("vws", key).into_iter().map(|value| Some((key, value)));
    let base = judge(&case(None), None, REAL);
    let Outcome::Ran(cycles) = base else { panic!("{base}") };
    let changed = values.map(|change| (case(change), judge(&case(change), Some(cycles), fault)));
    std::iter::once((case(None), base)).chain(changed).collect()
}

#[test]
fn planted_faults_are_caught() {
    let is_right = |spec: &Spec| spec.l1.latency != 1024;
    let faults: [(&str, Simulate); 5] = [
        ("panic: planted", &|spec, policy, session, watch| {
            assert!(is_right(spec), "planted");
            REAL(spec, policy, session, watch)
        }),
        ("memory", &|spec, policy, session, watch| {
            let before = session.memory.clone();
            let run = REAL(spec, policy, session, watch);
            session.memory = if is_right(spec) { session.memory.clone() } else { before };
            run
        }),
        ("deadlock", &|spec, policy, session, watch| match is_right(spec) {
            true => REAL(spec, policy, session, watch),
            false => Err(SimError::Deadlock { cycle: 1, fault: None, warps: Vec::new() }),
        }),
        ("cycle 1: planted", &|spec, policy, session, watch| match is_right(spec) {
            true => REAL(spec, policy, session, watch),
            false => Err(SimError::Wrong { cycle: 1, what: "planted".into() }),
        }),
        ("-> 1024", &|spec, policy, session, watch| {
            let run = REAL(spec, policy, session, watch)?;
            Ok(Run { cycles: if is_right(spec) { run.cycles } else { 1 }, ..run })
        }),
    ];
    let found = |fault| {
        let judged = planted("l1.latency", fault);
        [failed(&judged), breaches(&judged).iter().map(ToString::to_string).collect()].concat()
    };
    assert_eq!(found(REAL), [""; 0]);
    for (words, fault) in faults {
        let found = found(fault);
        assert!(found.len() == 1 && found[0].contains("l1.latency") && found[0].contains(words), "{words}: {found:?}");
    }
}

/// Where a smaller number makes a program faster, the I-cache misses at other times (DEVIATIONS,
/// D446).
#[test]
fn an_i_cache_that_always_hits_keeps_the_law() {
    let hits: Simulate = &|spec, policy, session, watch| {
        let mut spec = spec.clone();
        spec.fetch.bytes = None;
        REAL(&spec, policy, session, watch)
    };
    let series: [(&'static str, &'static str, &'static str, &str, [u64; 2]); 4] = [
        ("vt", "simt", "reduct", "fetch.buffer", [5, 32]),
        ("vt", "simt", "reduct", "pipeline.multiply_interval", [1, 8]),
        ("stsimt", "simt", "reduct", "core.count", [64, 256]),
        ("vws", "evws", "bitonic", "dram.t_rp", [4, 12]),
    ];
    for (gpu, policy, program, name, values) in series {
        let key = KEYS.iter().find(|key| key.to_string() == name).unwrap();
        let broken = |simulate| {
            let case = |value| Case { gpu, policy, program, change: Some((key, value)) };
            let as_it_is = Case { change: None, ..case(0) };
            let cases = [as_it_is, case(values[0]), case(values[1])];
            !breaches(&cases.map(|case| (case, judge(&case, None, simulate)))).is_empty()
        };
        assert!(broken(REAL) && !broken(hits), "{gpu} {policy} {program} {name}");
    }
}

#[test]
fn what_goes_on_for_too_long_is_slow() {
    let case = Case { gpu: "vws", policy: "evws", program: "bitonic", change: None };
    let Outcome::Ran(cycles) = judge(&case, None, REAL) else { panic!("it runs") };
    assert_eq!(judge(&case, Some(cycles / 40), REAL), Outcome::Slow);
}
