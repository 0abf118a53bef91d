//! Claims beside a naive model: one living holder a piece, and every piece done once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;

use super::*;

/// The tasks that are dead, by job.
type Dead = Arc<Mutex<BTreeSet<String>>>;

fn task(job: &str, dead: &Dead, place: Place) -> Claims {
    let mut owner = Owner::own();
    owner.job = Some(job.to_string());
    let dead = Arc::clone(dead);
    let judge = move |owner: &Owner| {
        let job = owner.job.clone().unwrap_or_default();
        if dead.lock().unwrap().contains(&job) { Life::Dead } else { Life::Alive }
    };
    Claims::with(owner, Box::new(judge), place, LEASE)
}

/// Many tasks take, give back, finish and die at once; returns how often a piece had two living
/// holders, or was done twice.
fn violations(place: Place, pieces: usize) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let (dead, next) = (Dead::default(), AtomicU32::new(0));
    let holders: Mutex<BTreeMap<usize, String>> = Mutex::default();
    let (wrong, done) = (Mutex::new(0), Mutex::new(vec![0; pieces]));
    let piece = |n: usize| folder.path().join(format!("piece-{n}"));
    let work = |mut random: u32| {
        let mut job = format!("1_{}", next.fetch_add(1, Ordering::Relaxed));
        let mut claims = task(&job, &dead, place);
        while (0..pieces).any(|n| !piece(n).exists()) {
            for n in 0..pieces {
                let Ok(Some(claim)) = claims.take(&piece(n)) else { continue };
                if piece(n).exists() {
                    claim.done();
                    continue;
                }
                if holders.lock().unwrap().insert(n, job.clone()).is_some() {
                    *wrong.lock().unwrap() += 1;
                }
                std::thread::yield_now();
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                holders.lock().unwrap().remove(&n);
                match random >> 30 {
                    0 => drop(claim),
                    1 => {
                        // the task is killed, and another begins
                        std::mem::forget(claim);
                        dead.lock().unwrap().insert(job);
                        job = format!("1_{}", next.fetch_add(1, Ordering::Relaxed));
                        claims = task(&job, &dead, place);
                    }
                    _ => {
                        done.lock().unwrap()[n] += 1;
                        fs::write(piece(n), "done").unwrap();
                        claim.done();
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let work = &work;
            scope.spawn(move || work(seed * 77_777 + 1));
        }
    });
    let twice: usize = done.into_inner().unwrap().iter().map(|times| times - 1).sum();
    let left = fs::read_dir(folder.path()).unwrap().flatten();
    let left = left.filter(|file| file.file_name().to_string_lossy().contains("claim")).count();
    wrong.into_inner().unwrap() + twice + left
}

#[test]
fn a_piece_has_one_holder_and_is_done_once() {
    assert_eq!(violations(link, 200), 0);
}

/// Looks, then puts: between the two another task can do the same.
fn look_then_put(from: &Path, to: &Path) -> io::Result<bool> {
    if to.exists() {
        return Ok(false);
    }
    std::thread::yield_now();
    fs::copy(from, to).map(|_| true)
}

/// Replaces what is there.
fn replace(from: &Path, to: &Path) -> io::Result<bool> {
    fs::copy(from, to).map(|_| true)
}

#[test]
fn a_claim_that_is_not_atomic_is_found() {
    for (name, place) in [("look, then put", look_then_put as Place), ("replace", replace)] {
        let found = (0..20).any(|_| violations(place, 200) > 0);
        assert!(found, "{name}: two tasks had one piece, and nothing noticed");
    }
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Take,
    GiveBack,
    Die,
    Finish,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// One step after the other, the claims on a piece are what the model says: free, or held by
    /// one task.
    #[test]
    fn claims_agree_with_a_model(steps in prop::collection::vec((0..3usize, 0..2usize, prop::sample::select(
        vec![Step::Take, Step::Take, Step::GiveBack, Step::Die, Step::Finish])), 1..60)) {
        let folder = tempfile::tempdir().unwrap();
        let piece = |n: usize| folder.path().join(format!("piece-{n}"));
        let dead = Dead::default();
        let mut names: Vec<String> = (0..3).map(|n| format!("1_{n}")).collect();
        let mut tasks: Vec<Claims> = names.iter().map(|job| task(job, &dead, link)).collect();
        let mut held: [Option<(usize, Claim)>; 2] = [None, None];
        for (at, (who, n, step)) in steps.into_iter().enumerate() {
            let mine = held[n].as_ref().is_some_and(|(holder, _)| *holder == who);
            match step {
                Step::Take => {
                    prop_assert_eq!(tasks[who].is_left(&piece(n)), held[n].is_none());
                    let claim = tasks[who].take(&piece(n)).unwrap();
                    prop_assert_eq!(claim.is_some(), held[n].is_none());
                    if let Some(claim) = claim {
                        held[n] = Some((who, claim));
                    }
                    let holder = tasks[who].holder(&piece(n)).unwrap().and_then(|owner| owner.job);
                    prop_assert_eq!(holder.as_ref(), held[n].as_ref().map(|(who, _)| &names[*who]));
                }
                Step::GiveBack if mine => held[n] = None,
                Step::Finish if mine => held[n].take().unwrap().1.done(),
                Step::Die => {
                    for place in &mut held {
                        if place.as_ref().is_some_and(|(holder, _)| *holder == who) {
                            std::mem::forget(place.take());
                        }
                    }
                    dead.lock().unwrap().insert(names[who].clone());
                    names[who] = format!("2_{at}");
                    tasks[who] = task(&names[who], &dead, link);
                }
                Step::GiveBack | Step::Finish => {}
            }
        }
    }
}

#[test]
fn a_claim_that_nobody_can_judge_holds_while_it_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let piece = folder.path().join("piece");
    let unknown = || Box::new(|_: &Owner| Life::Unknown);
    let lease = Duration::from_millis(400);
    let (one, other) =
        (Claims::with(Owner::own(), unknown(), link, lease), Claims::with(Owner::own(), unknown(), link, lease));
    let claim = one.take(&piece).unwrap().unwrap();
    for _ in 0..12 {
        assert!(other.take(&piece).unwrap().is_none());
        std::thread::sleep(lease / 4);
    }
    // its task is gone
    std::mem::forget(claim);
    drop(one);
    let started = Instant::now();
    while other.take(&piece).unwrap().is_none() {
        assert!(started.elapsed() < 20 * lease, "the claim is never given back");
        std::thread::sleep(lease / 4);
    }
    assert!(started.elapsed() > lease / 2);
}

/// A claim whose owner is on another system, touched so long ago, is free for a process that has
/// only just begun.
#[test]
fn a_claim_that_is_not_touched_is_free_for_whoever_looks() {
    let minute = Duration::from_secs(60);
    let unknown = || Claims::with(Owner::own(), Box::new(|_: &Owner| Life::Unknown), link, LEASE);
    let cases = [(0, false), (4, false), (6, true), (60 * 24 * 30, true), (-4, false), (-60, true)];
    for (minutes, free) in cases {
        let folder = tempfile::tempdir().unwrap();
        let piece = folder.path().join("piece");
        std::mem::forget(unknown().take(&piece).unwrap());
        let claim = File::options().write(true).open(file(&piece, 0)).unwrap();
        let age = minute * i32::unsigned_abs(minutes);
        let touched = if minutes < 0 { SystemTime::now() + age } else { SystemTime::now() - age };
        claim.set_modified(touched).unwrap();
        let looks = unknown();
        assert_eq!(looks.holder(&piece).unwrap().is_none(), free, "{minutes} minutes");
        assert_eq!(looks.is_left(&piece), free, "{minutes} minutes");
        assert_eq!(unknown().take(&piece).unwrap().is_some(), free, "{minutes} minutes");
    }
}

#[test]
fn a_touch_is_of_now_and_what_is_no_claim_is_neither_touched_nor_emptied() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let claims = task("1_0", &Dead::default(), link);
    let claim = claims.take(&at("piece")).unwrap().unwrap();
    assert_eq!(fs::metadata(file(&at("piece"), 0)).unwrap().mode() & 0o444, 0o444, "others read who has it");
    let old = SystemTime::UNIX_EPOCH;
    File::options().write(true).open(file(&at("piece"), 0)).unwrap().set_modified(old).unwrap();
    touch(&file(&at("piece"), 0)).unwrap();
    assert!(fs::metadata(file(&at("piece"), 0)).unwrap().modified().unwrap() > old + LEASE);
    // another user puts a link to a file of ours in its place
    fs::write(at("precious"), "content").unwrap();
    fs::remove_file(file(&at("piece"), 0)).unwrap();
    std::os::unix::fs::symlink(at("precious"), file(&at("piece"), 0)).unwrap();
    touch(&file(&at("piece"), 0)).unwrap_err();
    assert!(claims.take(&at("piece")).err().unwrap().to_string().contains("a symbolic link"));
    assert!(!claims.is_left(&at("piece")));
    drop(claim);
    assert_eq!(fs::read(at("precious")).unwrap(), b"content");
}

#[test]
fn a_folder_that_cannot_hold_claims_is_an_error() {
    let claims = task("1_0", &Dead::default(), link);
    assert!(claims.take(Path::new("/proc/piece")).is_err());
}
