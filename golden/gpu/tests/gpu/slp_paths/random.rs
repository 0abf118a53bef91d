//! Tests of the profile with random programs: its counts equal those that follow from each thread's
//! own sequence of instructions.

use std::collections::BTreeMap;

use heddle_golden::Chance;
use heddle_golden::slp::permutation::Permutation;
use heddle_gpu::study::slp_profile::{Path, Profile, Warps, profile};
use heddle_kernel::analysis::{Flow, Reconvergence};
use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Image, Issue, Observer, Options, Statistics, Unobserved, Warp};
use heddle_kernel::launch::{Buffers, Description, Session};
use heddle_kernel::program::{Function, Op};

use super::program::{OWN, TABLE, program};

/// The permutations that a profile has, with its seed.
const PERMUTATIONS: [Permutation; 9] = Permutation::all(1);

/// Instructions of each thread, by CTA and number.
#[derive(Default)]
struct Sequences(BTreeMap<([u32; 3], u32), Vec<u32>>);

impl Observer for Sequences {
    fn issue(&mut self, issue: &Issue, _: &Warp, _: &Image) {
        // warps of one thread
        self.0.entry((issue.cta, issue.warp)).or_default().push(issue.instruction);
    }
}

/// A CTA whose threads are walked through, each by its own sequence.
struct Walk<'a> {
    function: &'a Function,
    meetings: &'a Reconvergence,
    width: usize,
    sequences: Vec<&'a [u32]>,
    at: Vec<usize>,
    found: Warps,
    active: u64,
    /// Divergent branches.
    divergent: u64,
    /// A planted fault: threads that are left of a mask are compacted anew at once.
    forgets: bool,
}

impl Walk<'_> {
    fn next(&self, thread: usize) -> Option<u32> {
        self.sequences[thread].get(self.at[thread]).copied()
    }

    /// Threads go on from one instruction until they come to another one, in warps that were made
    /// of `whole`; those that have not ended.
    fn go(&mut self, mut threads: Vec<usize>, mut whole: Vec<usize>, until: u32) -> Vec<usize> {
        loop {
            threads.retain(|thread| self.next(*thread).is_some());
            let Some(number) = threads.first().and_then(|thread| self.next(*thread)) else { return threads };
            assert!(threads.iter().all(|thread| self.next(*thread) == Some(number)), "a path has one next instruction");
            if number == until {
                return threads;
            }
            if self.forgets {
                whole = threads.clone();
            }
            self.count(&threads, &whole);
            threads.iter().for_each(|thread| self.at[*thread] += 1);
            let instruction = &self.function.code[number as usize];
            let Op::Branch { target, .. } = instruction.op else { continue };
            let (taken, others): (Vec<usize>, Vec<usize>) =
                threads.iter().partition(|thread| self.next(**thread) == Some(target));
            if taken.is_empty() || others.is_empty() {
                continue;
            }
            self.divergent += 1;
            let meets = self.meetings.at(number).unwrap();
            let mut met = self.go(taken.clone(), taken, meets);
            met.extend(self.go(others.clone(), others, meets));
            met.sort();
            (threads, whole) = (met.clone(), met);
        }
    }

    fn count(&mut self, threads: &[usize], whole: &[usize]) {
        self.active += threads.len() as u64;
        self.found.ideal += threads.len().div_ceil(self.width) as u64;
        let homes: std::collections::BTreeSet<usize> = threads.iter().map(|thread| thread / self.width).collect();
        self.found.plain += homes.len() as u64;
        for (permutation, sum) in PERMUTATIONS.iter().zip(&mut self.found.compacted) {
            let lane =
                |thread: usize| permutation.lanes(self.width as u32, (thread / self.width) as u32)[thread % self.width];
            // each lane gives its threads to warps in their order
            let mut given: BTreeMap<u32, usize> = BTreeMap::new();
            let warps = whole.iter().map(|thread| {
                let place = given.entry(lane(*thread)).or_default();
                *place += 1;
                (*place, *thread)
            });
            let held: std::collections::BTreeSet<usize> =
                warps.filter(|(_, thread)| threads.contains(thread)).map(|(warp, _)| warp).collect();
            *sum += held.len() as u64;
        }
    }
}

/// A random program on random CTAs.
struct Case {
    text: String,
    description: String,
    width: u32,
    threads: u32,
}

impl Case {
    fn random(chance: &mut Chance) -> Case {
        let width = [4, 8, 32][chance.below(3) as usize];
        let most = [6, 13, 16, 24, 40];
        let threads = most[chance.below(5) as usize] * if width == 32 { 2 } else { 1 };
        let grid = 1 + chance.below(3);
        let mut text = program(chance, 4 * threads, false);
        if !text.contains("bar.") {
            // more threads that exit
            let line = |(n, line): (usize, &str)| match line.contains("not.b32") {
                true => format!("@%p{} exit;\n", n % 4),
                false => format!("{line}\n"),
            };
            text = text.lines().enumerate().map(line).collect();
        }
        let description = format!(
            "name = \"K\"
[[buffer]]\nname = \"out\"\ntype = \"u32\"\ncount = {}
[[buffer]]\nname = \"in\"\ntype = \"u32\"\ncount = {TABLE}\nfill = {{ seed = 7, low = 0, high = 4294967295 }}
[[buffer]]\nname = \"sums\"\ntype = \"u32\"\ncount = 16
[[run]]
[[run.launch]]\nkernel = \"k\"\ngrid = [{grid}]\nblock = [{threads}]
args = [{{ buffer = \"out\" }}, {{ buffer = \"in\" }}, {{ buffer = \"sums\" }}]\n",
            grid * threads * OWN,
        );
        Case { text, description, width, threads }
    }

    fn run<T>(&self, act: impl FnOnce(&mut Session, &Function) -> T) -> (T, Buffers) {
        let module = heddle_kernel::read("k.ptx", &self.text).unwrap_or_else(|why| panic!("{why}\n{}", self.text));
        let description = Description::read("k.toml", &self.description).unwrap();
        let mut session = Session::new("k.toml", &module, &description, "test", None).unwrap();
        let made = act(&mut session, module.kernels().next().unwrap().1);
        (made, session.contents())
    }

    /// Warp instructions, threads that stood at them, and branches that part threads, as the
    /// threads' own sequences tell.
    fn by_threads(&self, forgets: bool) -> (Warps, u64, u64) {
        let mut sequences = Sequences::default();
        let (counts, _) = self.run(|session, function| {
            let options = Options { warp_size: 1, ..Options::default() };
            session.run(Registers::default(), &options, &mut sequences).unwrap();
            let meetings = Reconvergence::of(function, &Flow::of(function));
            let mut ctas: BTreeMap<[u32; 3], Vec<&[u32]>> = BTreeMap::new();
            sequences.0.iter().for_each(|((cta, _), sequence)| ctas.entry(*cta).or_default().push(sequence));
            let (mut found, mut active, mut divergent) = (Warps::default(), 0, 0);
            for sequences in ctas.into_values() {
                let all: Vec<usize> = (0..sequences.len()).collect();
                let (width, at) = (self.width as usize, vec![0; all.len()]);
                let mut walk =
                    Walk { function, meetings: &meetings, width, sequences, at, found, active, divergent, forgets };
                walk.go(all.clone(), all, function.code.len() as u32);
                (found, active, divergent) = (walk.found, walk.active, walk.divergent);
            }
            (found, active, divergent)
        });
        counts
    }
}

/// Judges a program; how many branches part threads in it, and the profile.
fn judge(seed: u64) -> (u64, Profile) {
    let case = Case::random(&mut Chance(seed));
    let what = || format!("seed {seed}, warps of {}, {} threads\n{}", case.width, case.threads, case.text);
    let options = |warp_size| Options { warp_size, ..Options::default() };
    let mut paths: Vec<Path> = Vec::new();
    let (made, left) = case.run(|session, _| {
        let made = profile(session, Registers::default(), &options(case.width), &mut |path| paths.push(path.clone()));
        made.unwrap_or_else(|why| panic!("{why}\n{}", what()))
    });
    let (executed, memory): (Statistics, _) =
        case.run(|session, _| session.run(Registers::default(), &options(case.width), &mut Unobserved).unwrap());
    assert!(left == memory, "other memory: {}", what());
    let counted = (made.issued.plain, made.effective, made.ctas, made.threads);
    let by_executor = (executed.warp_instructions, executed.thread_instructions, executed.ctas, executed.threads);
    assert_eq!(counted, by_executor, "{}", what());

    // where a side exits the two meet at the end alone, and join at a barrier before: these
    // sequences do not tell when
    if case.text.contains("exit;") && case.text.contains("bar.") {
        laws(&made, &paths, &what);
        return (0, made);
    }
    let (found, active, divergent) = case.by_threads(false);
    assert_eq!((made.issued, made.active), (found, active), "{}", what());
    let branches = made.branches.values().flat_map(|branch| &branch.instances);
    assert_eq!(branches.map(|it| it.divergent).sum::<u64>(), divergent, "{}", what());
    laws(&made, &paths, &what);
    (divergent, made)
}

/// What holds of every profile and of its paths.
fn laws(made: &Profile, paths: &[Path], what: &dyn Fn() -> String) {
    let mut sum = Profile::default();
    for path in paths {
        let Path { warps, issued, .. } = path;
        for (of, most) in [(warps, warps.plain), (issued, issued.plain)] {
            let between = |compacted: &u64| of.ideal <= *compacted && *compacted <= most;
            assert!(of.compacted.iter().all(between), "{path:?} {}", what());
        }
        assert!(path.effective <= path.active && path.waits == (path.instructions == 0), "{path:?} {}", what());
        sum.add(path);
    }
    assert_eq!((sum.issued, sum.active, sum.effective), (made.issued, made.active, made.effective), "{}", what());
    let instances = made.branches.values().flat_map(|branch| &branch.instances);
    let (mut all, mut sides) = (0, 0);
    for it in instances {
        all += it.divergent;
        sides += it.running.all.iter().chain(&it.waiting.all).sum::<u64>();
    }
    assert_eq!(sides, 2 * all, "{}", what());
    assert_eq!(paths.iter().filter(|path| path.branch.is_some()).count() as u64, sides, "{}", what());
}

#[test]
fn random_programs_are_counted_as_thread_by_thread() {
    let (mut divergent, mut fewer, mut apart) = (0, 0, 0);
    for seed in 0..400 {
        let (branches, made) = judge(seed);
        divergent += branches;
        fewer += u64::from(made.issued.compacted[0] < made.issued.plain);
        apart += u64::from(made.issued.compacted.iter().any(|sum| *sum != made.issued.compacted[0]));
    }
    assert!(divergent > 1000 && fewer > 20 && apart > 100, "{divergent} branches part; {fewer} and {apart} programs");
}

/// The programs have what it takes to tell warps that keep their threads from others.
#[test]
fn a_walk_that_forgets_which_warps_there_were_is_noticed() {
    let differs = |seed: &u64| {
        let case = Case::random(&mut Chance(*seed));
        case.by_threads(false) != case.by_threads(true)
    };
    assert!((0..400).any(|seed| differs(&seed)));
}
