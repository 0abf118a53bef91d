//! Fuzz tests of the reader: no text makes it panic, hang or use memory out of proportion, and
//! every module that it returns is consistent.
//!
//! `HEDDLE_FUZZ_SECONDS=900 cargo test --release --workspace --test reader -- --ignored hunt` looks
//! for longer. What it finds it leaves in `tests/corpus/reader`, which the quick test reads from
//! then on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use heddle_kernel::program::{Module, Op, Operand, Target};
use heddle_kernel::read;
use proptest::prelude::*;

use super::heap::most_held;
use super::mutation::{Chance, LINES, TEXTS, files, mutated, soup};
use super::snippet::module;

/// A module whose numbers all mean something.
fn whole(module: &Module) {
    let text = module.source.text.len() as u32;
    for variable in &module.variables {
        assert!(
            variable.align.is_power_of_two()
                && variable.at.end <= text
                && variable.initial.len() as u64 <= variable.bytes
        );
        assert!(variable.owner.is_none_or(|owner| (owner.0 as usize) < module.functions.len()));
        assert!(
            variable
                .addresses
                .iter()
                .all(|(at, id, ..)| *at < variable.bytes && (id.0 as usize) < module.variables.len())
        );
    }
    for function in &module.functions {
        let (registers, variables, end) =
            (function.registers.len() as u32, module.variables.len() as u32, function.code.len() as u32);
        assert!(function.parameters.iter().all(|parameter| parameter.variable.0 < variables));
        assert!(function.returns.iter().all(|id| id.0 < variables));
        for instruction in &function.code {
            assert!(instruction.at.start <= instruction.at.end && instruction.at.end <= text);
            assert!(
                instruction
                    .registers_read()
                    .chain(instruction.registers_written())
                    .all(|register| register.0 < registers)
            );
            assert!(
                instruction.reads.iter().all(|read| !matches!(read, Operand::Variable(id, _) if id.0 >= variables))
            );
            match &instruction.op {
                Op::Branch { target, .. } => assert!(*target <= end),
                Op::BranchIndexed { targets, .. } => assert!(targets.iter().all(|target| *target <= end)),
                Op::Call { target, arguments, results } => {
                    assert!(arguments.iter().chain(results).all(|id| id.0 < variables));
                    let functions = match target {
                        Target::Direct(id) => std::slice::from_ref(id),
                        Target::Indirect(ids) => ids,
                    };
                    assert!(functions.iter().all(|id| (id.0 as usize) < module.functions.len()));
                }
                _ => {}
            }
        }
    }
}

/// What this thread has worked so far, whoever else keeps the machine busy (where the system
/// tells).
fn thread_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// A text is read or refused, in time and in bounds.
fn survives(text: &str) {
    let start = thread_time();
    let (result, held) = most_held(|| read("fuzz.ptx", text));
    match &result {
        Ok(module) => whole(module),
        Err(error) => {
            assert!(error.span.end as usize <= text.len() && error.place.line > 0 && error.place.column > 0);
            assert!(error.to_string().len() < 4000);
        }
    }
    let (bytes, took) = (text.len(), thread_time() - start);
    assert!(took < Duration::from_secs(2) + Duration::from_micros(bytes as u64 * 2), "{took:?} for {bytes} bytes");
    assert!(held < (160 << 20) + 1000 * bytes, "{held} bytes held for a text of {bytes}");
}

#[test]
fn mistakes_start_from_what_is_right() {
    for line in LINES.iter() {
        assert!(read("k.ptx", &module(line)).is_ok(), "{line}");
    }
}

#[test]
fn the_corpus_and_the_workloads() {
    TEXTS.iter().for_each(|text| survives(text));
    for (name, text) in files("tests/corpus/reader", "bytes") {
        println!("{name}");
        survives(&String::from_utf8_lossy(&text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn raw_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        survives(&String::from_utf8_lossy(&bytes));
        survives(&format!(".version 8.0\n.target sm_90\n{}", String::from_utf8_lossy(&bytes)));
    }
    #[test]
    fn soups_of_words(seed in any::<u64>()) {
        survives(&soup(seed));
    }
    #[test]
    fn texts_with_mistakes(seed in any::<u64>()) {
        survives(&mutated(seed));
    }
}

#[test]
fn what_is_long_or_deep_is_no_burden() {
    let head = ".version 8.0\n.target sm_90\n.address_size 64\n";
    let kernel = |body: &str| format!("{head}.entry k()\n{{\n.reg .b32 %r<2000000000>;\n.reg .b64 %d;\n{body}\n}}\n");
    let many = 100_000;
    for text in [
        format!("{head}{}", "(".repeat(many)),
        kernel(&"{".repeat(many)),
        kernel(&format!("mov.b32 %r1, {}1;", "-".repeat(many))),
        kernel(&format!("mov.b32 %r1, {}1;", "1+".repeat(many))),
        kernel(&format!("mov.b32 %r1, {}1;", "1?".repeat(many))),
        kernel(&format!("mov.b32 %r1, {}1;", "(".repeat(many))),
        kernel(&format!("mov.b32 {}", "{".repeat(many))),
        kernel(&format!("mov.b32 {}", "[".repeat(many))),
        kernel(&"mov.b32 %r1234567890, 1;".repeat(many)),
        kernel(&(0..many).map(|i| format!("L{i}: mov.b32 %r{i}, 1;")).collect::<String>()),
        format!("{head}.global .u8 x[2] = {}", "{".repeat(many)),
        format!("{head}.global .u8 x[4][1000000000] = {{{{1}},{{2}},{{3}}}};"),
        format!(
            "{head}{}",
            (0..2000).map(|i| format!(".global .u8 x{i}[2][60000000] = {{{{1}},{{2}}}};")).collect::<String>()
        ),
        // lists of targets that every branch, every call would repeat
        kernel(&format!("l: .branchtargets {}A;\nA:\n{}", "A, ".repeat(20_000), "brx.idx %r1, l;".repeat(20_000))),
        format!(
            "{head}{}.entry k() {{ .reg .b64 %d; p: .callprototype _ ();\n{} }}",
            (0..20_000).map(|i| format!(".func f{i}() {{}}")).collect::<String>(),
            "call %d, (), p;".repeat(20_000)
        ),
    ] {
        survives(&text);
    }
}

#[test]
#[ignore = "runs for HEDDLE_FUZZ_SECONDS"]
fn hunt() {
    let seconds = std::env::var("HEDDLE_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(60);
    let seed = std::env::var("HEDDLE_FUZZ_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let (end, mut chance, mut texts, mut read_whole, mut found) =
        (Instant::now() + Duration::from_secs(seconds), Chance(seed), 0u64, 0u64, 0);
    while Instant::now() < end {
        let seed = chance.draw();
        let text = match seed % 8 {
            0 => String::from_utf8_lossy(&(0..chance.below(2000)).map(|_| chance.draw() as u8).collect::<Vec<_>>())
                .into_owned(),
            1 | 2 => soup(seed),
            _ => mutated(seed),
        };
        texts += 1;
        read_whole += read("fuzz.ptx", &text).is_ok() as u64;
        if catch_unwind(AssertUnwindSafe(|| survives(&text))).is_err() {
            found += 1;
            let path = format!("{}/tests/corpus/reader/found-{seed:016x}.bytes", env!("CARGO_MANIFEST_DIR"));
            std::fs::write(&path, &text).expect("the corpus' folder");
            println!("{path}");
        }
    }
    println!("{texts} texts, {read_whole} of them read, {found} found");
    assert_eq!(found, 0);
}
