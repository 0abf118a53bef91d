//! Tests with random programs that end, in which no thread depends on another: they leave the same
//! memory, whatever the size of a warp. `HEDDLE_FUZZ_SECONDS` makes the test longer.

use std::time::Instant;

use heddle_kernel::compile::{Allocated, Registers, Scalarization, image};
use heddle_kernel::execute::{Cause, Launch, Memory, Options, Unobserved, run};

use crate::execute::chance::Chance;
use crate::execute::ptx::{kernel, read};

const WORDS: u64 = 8;
pub const THREADS: u32 = 45;

/// Writes a program.
pub struct Writer<'c> {
    chance: &'c mut Chance,
    text: String,
    labels: u32,
    loops: Vec<(u32, bool)>,
    /// Functions that may be called: those with a greater number than the one at hand.
    function: u32,
    functions: u32,
    left: u32,
}

impl Writer<'_> {
    fn word(&mut self) -> String {
        format!("%r{}", self.chance.below(WORDS))
    }
    fn operand(&mut self) -> String {
        match self.chance.below(6) {
            0 => self.chance.below(9).to_string(),
            1 => (self.chance.next() as u32).to_string(),
            2 if self.function == 0 => "%t".into(),
            _ => self.word(),
        }
    }
    fn predicate(&mut self) -> String {
        format!("%p{}", self.chance.below(4))
    }
    fn guard(&mut self) -> String {
        match self.chance.below(4) {
            0 => format!("@{} ", self.predicate()),
            1 => format!("@!{} ", self.predicate()),
            _ => String::new(),
        }
    }
    fn line(&mut self, line: String) {
        self.text += &line;
        self.text.push('\n');
    }
    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }
    fn body(&mut self, depth: u32) {
        for _ in 0..1 + self.chance.below(5) {
            if self.left > 0 {
                self.left -= 1;
                self.statement(depth);
            }
        }
    }

    /// An if, a loop or a switch.
    fn nested(&mut self, kind: u64, depth: u32, p: &str, c: &str) {
        match kind {
            15 | 16 => {
                let label = self.label();
                self.line(format!("@{p} bra ELSE{label};"));
                self.body(depth + 1);
                if self.chance.below(2) == 0 {
                    self.line(format!("bra END{label};"));
                    self.line(format!("ELSE{label}:"));
                    self.body(depth + 1);
                    self.line(format!("END{label}:"));
                } else {
                    self.line(format!("ELSE{label}:"));
                }
            }
            17 | 18 => {
                let label = self.label();
                // the counters of nested loops are registers of their own
                let counter = format!("%r{}", 20 + self.loops.len());
                self.line(format!("and.b32 {counter}, {c}, 7;"));
                self.line(format!("LOOP{label}:"));
                self.loops.push((label, true));
                self.body(depth + 1);
                self.loops.pop();
                self.line(format!(
                    "NEXT{label}: sub.u32 {counter}, {counter}, 1; setp.gt.s32 %p9, {counter}, 0; @%p9 bra LOOP{label};"
                ));
                self.line(format!("OUT{label}:"));
            }
            _ => {
                let label = self.label();
                self.line(format!(
                    "and.b32 %r12, {c}, 3; T{label}: .branchtargets A{label}, B{label}, C{label}, B{label};"
                ));
                self.line(format!("brx.idx %r12, T{label};"));
                for case in ["A", "B", "C"] {
                    self.line(format!("{case}{label}:"));
                    self.body(depth + 1);
                    if self.chance.below(3) > 0 {
                        self.line(format!("bra END{label};"));
                    }
                }
                self.line(format!("END{label}:"));
            }
        }
    }

    fn statement(&mut self, depth: u32) {
        let (d, a, b) = (self.word(), self.operand(), self.operand());
        let (guard, p, at) = (self.guard(), self.predicate(), self.chance.below(15) * 4);
        let c = self.word();
        match self.chance.below(if depth < 4 { 21 } else { 15 }) {
            0..=2 => {
                let op = ["add.u32", "sub.s32", "mul.lo.u32", "xor.b32", "min.s32", "max.u32", "shl.b32", "mul.hi.s32"];
                let op = op[self.chance.below(8) as usize];
                self.line(format!("{guard}{op} {d}, {a}, {b};"));
            }
            3 | 4 => {
                let order = ["lt.u32", "ge.s32", "eq.u32", "gt.u32"][self.chance.below(4) as usize];
                self.line(format!("{guard}setp.{order} {p}, {a}, {b};"));
            }
            5 => self.line(format!("{guard}selp.b32 {d}, {a}, {b}, {p};")),
            6 => {
                self.line(format!("mul.wide.u32 %d1, {c}, 3; {guard}add.u64 %d2, %d2, %d1; cvt.u32.u64 {d}, %d2;"));
            }
            7 => self.line(format!("{guard}st.local.u32 [own+{at}], {c}; ld.local.u16 {d}, [own+{}];", at / 2)),
            8 => self.line(format!("and.b32 %r10, {c}, 60; cvt.u64.u32 %d3, %r10; mov.u64 %d4, own; add.u64 %d3, %d4, %d3; {guard}ld.local.u32 {d}, [%d3];")),
            9 if self.function == 0 => self.line(format!("{guard}st.global.u32 [%d5+{at}], {c};")),
            10 if self.function == 0 => {
                self.line(format!("{guard}st.shared.u32 [%r11+{at}], {c}; ld.shared.u32 {d}, [%r11+{}];", at / 4 * 4));
            }
            11 => self.line(format!("cvt.rn.f32.s32 %f1, {c}; {guard}fma.rn.f32 %f2, %f1, %f1, %f2; mov.b32 {d}, %f2;")),
            12 if self.chance.below(3) == 0 => {
                // a way out of the kernel, of the function, of the loop, of the round
                match (self.chance.below(4), self.loops.last().copied()) {
                    (0, _) => self.line(format!("{guard}exit;")),
                    (1, _) if self.function > 0 => self.line(format!("@{p} ret;")),
                    (2, Some((label, _))) => self.line(format!("@{p} bra OUT{label};")),
                    (_, Some((label, _))) => self.line(format!("@!{p} bra NEXT{label};")),
                    _ => {}
                }
            }
            13 if self.function < self.functions => {
                let callee = self.function + 1 + self.chance.below(u64::from(self.functions - self.function)) as u32;
                let skip = self.label();
                self.line(format!("@{p} bra SKIP{skip};"));
                self.line(format!(
                    "{{ .param .b32 a; .param .b32 r; st.param.b32 [a], {c}; call (r), f{callee}, (a); ld.param.b32 {d}, [r]; }}"
                ));
                self.line(format!("SKIP{skip}:"));
            }
            14 => {
                let q = self.predicate();
                self.line(format!("{guard}not.pred {p}, {q};"));
            }
            kind @ 15..=19 => self.nested(kind, depth, &p, &c),
            _ => self.line(format!("add.u32 {d}, {d}, {b};")),
        }
    }
}

/// Whether threads look at each other.
#[derive(Clone, Copy, PartialEq)]
pub enum Exchange {
    Never,
    /// Between barriers that all threads of a CTA come to.
    Barriers,
}

/// A program's text. It ends: loops have up to eight rounds, and a function calls only later ones.
pub fn program(chance: &mut Chance, exchange: Exchange) -> String {
    let functions = chance.below(3) as u32;
    let mut declarations = String::from(".shared .align 4 .b8 tile[2880];\n");
    for f in (1..=functions).rev() {
        declarations += &format!(".func (.param .b32 r) f{f}(.param .b32 a);\n");
    }
    let mut bodies = vec![];
    for function in 0..=functions {
        let (text, loops) = (String::new(), vec![]);
        let mut writer = Writer { chance, text, labels: 0, loops, function, functions, left: 40 };
        for p in 0..4 {
            let line = format!("setp.gt.u32 %p{p}, %r{p}, {};", writer.chance.below(40));
            writer.line(line);
        }
        writer.body(0);
        if function == 0 && exchange == Exchange::Barriers {
            let (d, p, at) = (writer.word(), writer.predicate(), writer.chance.below(15) * 4);
            writer.line(format!(
                "add.u32 %r13, %t, 7; rem.u32 %r13, %r13, {THREADS}; mov.u32 %r14, tile; mad.lo.u32 %r13, %r13, 64, %r14;
                 bar.sync 0; ld.shared.u32 {d}, [%r13+{at}]; bar.red.popc.u32 %r14, 1, {p}; add.u32 {d}, {d}, %r14;"
            ));
        }
        writer.body(0);
        bodies.push(writer.text);
    }
    for (f, body) in bodies.iter().enumerate().skip(1) {
        let set: String = (0..WORDS).map(|r| format!("add.u32 %r{r}, %r9, {r};")).collect();
        declarations += &format!(
            ".func (.param .b32 r) f{f}(.param .b32 a) {{ .reg .pred %p<10>; .reg .b32 %r<30>; .reg .b64 %d<9>; .reg .f32 %f<3>;
             .local .align 8 .b8 own[64]; ld.param.b32 %r9, [a]; {set} mov.u64 %d2, 5; mov.f32 %f2, 0f3f800000;
             st.param.b32 [r], %r9;\n{body}\nst.param.b32 [r], %r3; ret; }}\n"
        );
    }
    let set: String = (0..WORDS).map(|r| format!("mad.lo.u32 %r{r}, %t, {}, {r};", r % 3 + 1)).collect();
    let store: String = (0..WORDS).map(|r| format!("st.global.u32 [%d5+{}], %r{r};", 64 + 4 * r)).collect();
    kernel(
        &declarations,
        &format!(
            ".local .align 8 .b8 own[64]; mad.wide.u32 %d5, %t, 128, %out; mov.u32 %r11, tile; mad.lo.u32 %r11, %t, 64, %r11;
             mov.u64 %d2, 1; mov.f32 %f2, 0f00000000; {set}\n{}\n{store}",
            bodies[0]
        ),
    )
}

/// The memory that a program leaves; empty if it takes too long.
fn memory_of(text: &str, registers: Registers, warp_size: u32, quantum: u64) -> Vec<u8> {
    let module = read(text);
    let image = image(&module, module.function("k").unwrap(), registers).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut memory = Memory::new(&module).unwrap();
    let bytes = 128 * u64::from(THREADS);
    let out = memory.allocate("out", bytes).unwrap();
    let parameters = [out, 0].iter().flat_map(|p| p.to_le_bytes()).collect();
    let launch = Launch { grid: [1; 3], block: [THREADS, 1, 1], dynamic_shared: 0, parameters, number: 0, sizes: None };
    let options = Options { warp_size, quantum, cta_limit: 20_000_000, check_scalars: true, ..Options::default() };
    match run(&image, &launch, &mut memory, &mut Unobserved, &options) {
        // nested loops and calls may take too long
        Err(fault) if matches!(fault.cause, Cause::Limit(_)) => vec![],
        Err(fault) => panic!("{fault}\n{text}"),
        Ok(_) => memory.read(out, bytes).unwrap().to_vec(),
    }
}

#[test]
fn warps_of_any_size_with_any_registers_leave_the_same() {
    let time = crate::execute::chance::fuzz_time();
    let start = Instant::now();
    let (mut ended, mut different, mut seed) = (0, 0, 0);
    while seed < 300 || start.elapsed() < time {
        let text = program(&mut Chance(seed as u64), Exchange::Never);
        let alone = memory_of(&text, Registers::default(), 1, 1 << 20);
        ended += usize::from(!alone.is_empty());
        different += usize::from(alone.chunks(128).collect::<std::collections::BTreeSet<_>>().len() > 10);
        let (all, restricted) = (Scalarization::All, Scalarization::Restricted);
        let ways = [
            (4, 7, Registers::default()),
            (8, 1, Registers { scalars: all, allocated: Allocated::No }),
            (32, 100, Registers::default()),
            (32, 1000, Registers { scalars: restricted, allocated: Allocated::Rewritten }),
            (32, 1000, Registers { scalars: all, allocated: Allocated::Rewritten }),
            (32, 1000, Registers { scalars: all, allocated: Allocated::Unchanged }),
        ];
        for (warp_size, quantum, registers) in ways {
            let together = memory_of(&text, registers, warp_size, quantum);
            if !(alone.is_empty() || together.is_empty()) {
                assert!(together == alone, "seed {seed}, warps of {warp_size}, {registers:?}\n{text}");
            }
        }
        seed += 1;
    }
    assert!(ended > seed * 29 / 30 && different > seed * 5 / 6, "{ended} ended, {different} with threads that differ");
}
