//! Mutated programs: a text that can still be read runs to an end or stops with an error; no mutant
//! panics, hangs or takes unbounded memory. `HEDDLE_FUZZ_SECONDS` makes the test longer.

use std::time::{Duration, Instant};

use heddle_golden::Chance;
use heddle_kernel::compile::{Allocated, CompileError, Registers, Scalarization};
use heddle_kernel::execute::{Options, Unobserved};
use heddle_kernel::launch::{Description, RunError, Session};
use heddle_workloads::WORKLOADS;

/// Limits on the warp instructions of a workload, and of a CTA.
const LIMITS: (u64, u64) = (100_000, 20_000);

const IMMEDIATES: &[&str] = &[
    "0",
    "1",
    "-1",
    "31",
    "32",
    "63",
    "64",
    "255",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "9223372036854775807",
    "0f7F800000",
    "0f7FC00000",
];

fn pick<'a, T>(chance: &mut Chance, of: &'a [T]) -> &'a T {
    &of[chance.below(of.len() as u32) as usize]
}

/// Returns a text with one to four lines changed.
fn damaged(chance: &mut Chance, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let code: Vec<usize> =
        (0..lines.len()).filter(|&n| lines[n].starts_with('\t') && lines[n].trim_end().ends_with(';')).collect();
    for _ in 0..=chance.below(4) {
        let (at, other) = (*pick(chance, &code), *pick(chance, &code));
        let words: Vec<String> = lines[at].split_whitespace().map(str::to_string).collect();
        let theirs: Vec<String> = lines[other].split_whitespace().map(str::to_string).collect();
        let (Some(mine), Some(there)) = (words.last(), theirs.last()) else { continue };
        match chance.below(6) {
            0 => lines[at].clear(),
            1 => lines.swap(at, other),
            2 => lines[at] = lines[other].clone(),
            // another opcode
            3 => lines[at] = lines[at].replacen(&words[0], &theirs[0], 1),
            // another last operand
            4 => lines[at] = lines[at].replace(mine.as_str(), there),
            _ => lines[at] = lines[at].replace(mine.as_str(), &format!("{};", pick(chance, IMMEDIATES))),
        }
    }
    lines.join("\n")
}

#[test]
fn damaged_programs_end_in_an_orderly_way() {
    let seconds = std::env::var("HEDDLE_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut chance = Chance(0xda3a6ed);
    let (mut read, mut ended, mut stopped, mut longest) = (0, 0, 0, Duration::ZERO);
    for round in 0.. {
        if until.map_or(round == 600, |until| Instant::now() >= until) {
            break;
        }
        let workload = pick(&mut chance, WORKLOADS);
        let text = damaged(&mut chance, workload.ptx);
        let start = Instant::now();
        let Ok(module) = heddle_kernel::read("damaged.ptx", &text) else { continue };
        read += 1;
        let description = Description::read(&workload.file(), workload.launch).expect("it is ours");
        let Ok(mut session) = Session::new("damaged.toml", &module, &description, "test", Some(workload.host)) else {
            continue;
        };
        let scalars = *pick(&mut chance, &[Scalarization::None, Scalarization::All, Scalarization::Restricted]);
        let allocated = *pick(&mut chance, &[Allocated::No, Allocated::Unchanged, Allocated::Rewritten]);
        let registers = Registers { scalars, allocated };
        let warp_size = *pick(&mut chance, &[4, 32]);
        let options =
            Options { warp_size, limit: LIMITS.0, cta_limit: LIMITS.1, check_scalars: true, ..Options::default() };
        match session.run(registers, &options, &mut Unobserved) {
            Ok(_) => ended += 1,
            // our own mistakes would show here
            Err(RunError::Compile(error @ CompileError::Allocation { .. })) => panic!("{error}\n{text}"),
            Err(error) => {
                assert!(!error.to_string().contains("is scalar, but"), "{}: {error}\n{text}", workload.name);
                stopped += 1;
            }
        }
        longest = longest.max(start.elapsed());
    }
    println!("{read} read, {ended} ended, {stopped} stopped, the longest took {longest:?}");
    assert!(read > 50 && ended > 20 && stopped > 20);
    assert!(longest < Duration::from_secs(300));
}
