//! Random small programs that end and leave the same memory in whatever order warps execute: loads,
//! stores, local and shared memory, barriers, divergence, loops, early exits, and atomics that
//! commute.

use heddle_golden::Chance;

/// Words of the table, which is only read.
pub(super) const TABLE: u32 = 1 << 14;
/// Words of each thread in the buffer that is written.
pub(super) const OWN: u32 = 16;
/// Registers that the program's statements use.
const WORDS: usize = 8;

/// Functions that programs call: each has a loop or a branch, registers, predicates and local
/// memory of its own.
const FUNCTIONS: &str = ".func (.param .b32 y) g(.param .b32 x)
{
.reg .b32 %r<4>; .reg .pred %p<2>; .local .align 4 .b8 own[8];
ld.param.b32 %r0, [x]; and.b32 %r1, %r0, 3; st.local.u32 [own], %r0;
LOOP: add.u32 %r0, %r0, %r1; sub.u32 %r1, %r1, 1; setp.gt.s32 %p0, %r1, 0; @%p0 bra LOOP;
ld.local.u32 %r2, [own]; xor.b32 %r0, %r0, %r2; st.param.b32 [y], %r0; ret;
}
.func (.param .b32 y) f(.param .b32 x)
{
.reg .b32 %r<5>; .reg .pred %p<3>; .local .align 4 .b8 own[8];
ld.param.b32 %r0, [x]; mov.u32 %r3, 5; and.b32 %r1, %r0, 5; setp.eq.u32 %p1, %r1, 4; st.local.u32 [own+4], %r1; @%p1 bra ELSE;
{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r0; call.uni (b), g, (a); ld.param.b32 %r3, [b]; }
setp.gt.u32 %p2, %r3, 1000; @%p2 bra END;
ELSE: add.u32 %r3, %r3, %r0;
END: ld.local.u32 %r4, [own+4]; add.u32 %r3, %r3, %r4; st.param.b32 [y], %r3; ret;
}
";

/// Writer of a random program.
struct Writer<'c> {
    chance: &'c mut Chance,
    text: String,
    labels: u32,
    /// Loops around the present statement, the inmost last.
    loops: Vec<u32>,
    left: u32,
    /// Whether statements may call functions.
    calls: bool,
}

impl Writer<'_> {
    fn below(&mut self, end: usize) -> usize {
        self.chance.below(end as u32) as usize
    }
    fn word(&mut self) -> String {
        format!("%r{}", self.below(WORDS))
    }
    fn operand(&mut self) -> String {
        match self.below(5) {
            0 => self.below(9).to_string(),
            1 => "%r20".into(),
            _ => self.word(),
        }
    }
    fn guard(&mut self) -> String {
        match self.below(4) {
            0 => format!("@%p{} ", self.below(4)),
            1 => format!("@!%p{} ", self.below(4)),
            _ => String::new(),
        }
    }
    fn line(&mut self, line: String) {
        self.text += &line;
        self.text.push('\n');
    }

    /// Writes statements, nested `depth` deep.
    fn body(&mut self, depth: usize) {
        for _ in 0..2 + self.below(4) {
            if self.left > 0 {
                self.left -= 1;
                self.statement(depth);
            }
        }
    }

    /// Makes `%d5` the address of a word of the table: scattered, or beside the neighbours'.
    fn somewhere(&mut self) {
        let c = self.word();
        let shift = self.below(3) * 8;
        let index = match self.below(3) {
            0 => format!("and.b32 %r10, {c}, {};", TABLE - 4),
            1 => format!("shl.b32 %r10, %r23, {}; and.b32 %r10, %r10, {};", self.below(7), TABLE - 4),
            _ => format!("add.u32 %r10, %r23, {shift}; and.b32 %r10, %r10, {};", TABLE - 4),
        };
        self.line(index);
        self.line("mul.wide.u32 %d5, %r10, 4; add.u64 %d5, %d1, %d5;".into());
    }

    fn statement(&mut self, depth: usize) {
        let (d, a, b, c) = (self.word(), self.operand(), self.operand(), self.word());
        let (guard, p, at) = (self.guard(), format!("%p{}", self.below(4)), self.below(8) * 4);
        if self.calls && self.below(8) == 0 {
            self.line(format!(
                "{{ .param .b32 a; .param .b32 b; st.param.b32 [a], {c}; {guard}call.uni (b), f, (a); ld.param.b32 {d}, [b]; }}"
            ));
            return;
        }
        match self.below(if depth < 3 { 20 } else { 16 }) {
            0..=2 => {
                let op =
                    ["add.u32", "sub.s32", "mul.lo.u32", "xor.b32", "min.s32", "shl.b32", "div.u32"][self.below(7)];
                self.line(format!("{guard}{op} {d}, {a}, {b};"));
            }
            3 => self.line(format!("{guard}setp.lt.u32 {p}, {a}, {b};")),
            4 => self.line(format!("{guard}selp.b32 {d}, {a}, {b}, {p};")),
            5 => self.line(format!("cvt.rn.f32.u32 %f1, {c}; {guard}sqrt.rn.f32 %f1, %f1; cvt.rzi.u32.f32 {d}, %f1;")),
            6 | 7 => {
                self.somewhere();
                self.line(format!("{guard}ld.global.u32 {d}, [%d5];"));
            }
            8 => {
                self.somewhere();
                self.line(format!("{guard}ld.global.v2.u32 {{{d}, %r11}}, [%d5+8]; add.u32 {d}, {d}, %r11;"));
            }
            9 => {
                self.somewhere();
                self.line(format!("{guard}ld.global.u64 %d6, [%d5]; cvt.u32.u64 {d}, %d6;"));
            }
            10 if self.below(2) == 0 => {
                // its second step waits for the load, and its first one does not
                self.somewhere();
                self.line(format!(
                    "{guard}ld.global.u32 %r12, [%d5]; st.global.v2.u32 [%d3+{}], {{{c}, %r12}};",
                    at / 8 * 8
                ));
            }
            10 => self.line(format!("{guard}st.global.u32 [%d3+{at}], {c};")),
            11 => self.line(format!("{guard}ld.global.u32 {d}, [%d3+{at}];")),
            12 => self.line(format!("{guard}st.local.u32 [own+{at}], {c}; ld.local.u32 {d}, [own+{}];", at / 8 * 4)),
            13 => self.line(format!("{guard}red.global.add.u32 [%d2+{at}], {c};")),
            14 => self.line(format!(
                "{guard}atom.global.add.u32 %r11, [%d2+{at}], {c}; and.b32 %r11, %r11, 0; add.u32 {d}, {d}, %r11;"
            )),
            15 => match (self.below(4), self.loops.last().copied()) {
                (0, _) => self.line(format!("@{p} exit;")),
                (1 | 2, Some(label)) => self.line(format!("@{p} bra OUT{label};")),
                _ => self.line(format!("{guard}not.b32 {d}, {c};")),
            },
            16 | 17 => self.branch(depth, &p),
            _ => self.round(depth, &c),
        }
    }

    fn branch(&mut self, depth: usize, p: &str) {
        self.labels += 1;
        let label = self.labels;
        self.line(format!("@{p} bra ELSE{label};"));
        self.body(depth + 1);
        self.line(format!("bra END{label};\nELSE{label}:"));
        self.body(depth + 1);
        self.line(format!("END{label}:"));
    }

    fn round(&mut self, depth: usize, c: &str) {
        self.labels += 1;
        let label = self.labels;
        // the counters of nested loops are registers of their own
        let counter = format!("%r{}", 30 + self.loops.len());
        self.line(format!("and.b32 {counter}, {c}, 3;\nLOOP{label}:"));
        self.loops.push(label);
        self.body(depth + 1);
        self.loops.pop();
        self.line(format!("sub.u32 {counter}, {counter}, 1; setp.gt.s32 %p9, {counter}, 0; @%p9 bra LOOP{label};"));
        self.line(format!("OUT{label}:"));
    }

    /// Writes an exchange between threads of a CTA through shared memory, between two barriers.
    fn exchange(&mut self) {
        let (d, c, p) = (self.word(), self.word(), self.below(4));
        self.line(format!(
            "st.shared.u32 [%r25], {c}; add.u32 %r26, %r20, 7; rem.u32 %r26, %r26, %r22; mad.lo.u32 %r26, %r26, 4, %r24;
             bar.sync 0; ld.shared.u32 {d}, [%r26];"
        ));
        let end = match self.below(3) {
            0 => format!("bar.red.popc.u32 %r27, 1, %p{p}; add.u32 {d}, {d}, %r27;"),
            _ => "bar.sync 0;".into(),
        };
        self.line(end);
    }
}

/// Returns a random program's text: its kernel `k` gets the written buffer, the table, and sums.
/// CTAs have `shared` bytes of shared memory, at least four for each thread. `calls`: some
/// statements call a function that branches and calls another one.
pub(super) fn program(chance: &mut Chance, shared: u32, calls: bool) -> String {
    let left = 8 + chance.below(24);
    let mut writer = Writer { chance, text: String::new(), labels: 0, loops: vec![], left, calls };
    for part in 0..2 + writer.below(3) {
        if part != 0 && writer.below(3) != 0 {
            writer.exchange();
        }
        writer.body(0);
    }
    let body = writer.text;
    let set: String = (0..WORDS).map(|r| format!("mad.lo.u32 %r{r}, %r23, {}, {};\n", r * 37 + 1, r)).collect();
    let conditions: String =
        (0..4).map(|p| format!("and.b32 %r9, %r23, {}; setp.eq.u32 %p{p}, %r9, {p};\n", 2 * p + 1)).collect();
    let store: String = (0..WORDS).map(|r| format!("st.global.u32 [%d3+{}], %r{r};\n", 32 + 4 * r)).collect();
    let functions = if calls { FUNCTIONS } else { "" };
    format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n{functions}.shared .align 4 .b8 tile[{shared}];
.visible .entry k(.param .u64 out, .param .u64 in, .param .u64 sums)
{{
.reg .pred %p<10>; .reg .b32 %r<40>; .reg .b64 %d<9>; .reg .f32 %f<3>; .local .align 8 .b8 own[64];
ld.param.u64 %d0, [out]; ld.param.u64 %d1, [in]; ld.param.u64 %d2, [sums];
mov.u32 %r20, %tid.x; mov.u32 %r21, %ctaid.x; mov.u32 %r22, %ntid.x; mad.lo.u32 %r23, %r21, %r22, %r20;
mul.wide.u32 %d3, %r23, {}; add.u64 %d3, %d0, %d3; mov.u32 %r24, tile; mad.lo.u32 %r25, %r20, 4, %r24;
{set}{conditions}
{body}
{store}}}
",
        OWN * 4
    )
}
