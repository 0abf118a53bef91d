//! Random mutations of PTX texts, for fuzz tests.

use std::sync::LazyLock;

use super::snippet::module;
use super::types::accepted;

/// A stream of numbers from a seed (splitmix).
pub struct Chance(pub u64);

impl Chance {
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }
    pub fn below(&mut self, bound: usize) -> usize {
        (self.draw() % bound.max(1) as u64) as usize
    }
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The files of a folder below this crate, with their names.
pub fn files(folder: &str, extension: &str) -> Vec<(String, Vec<u8>)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|e| e == extension) {
            files.push((path.display().to_string(), std::fs::read(&path).expect("a file")));
        }
    }
    files.sort();
    files
}

/// Real texts: the workloads', the corpus, and a kernel of every instruction that is read.
pub static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts = vec![module(&accepted().collect::<Vec<_>>().join("\n"))];
    let workloads = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels");
    let mut folders: Vec<_> =
        std::fs::read_dir(workloads).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    folders.sort();
    for folder in folders {
        texts.extend(
            files(&folder.display().to_string(), "ptx")
                .into_iter()
                .filter_map(|(_, text)| String::from_utf8(text).ok()),
        );
    }
    texts.extend(
        files("tests/corpus/reader", "ptx").into_iter().map(|(_, text)| String::from_utf8_lossy(&text).into_owned()),
    );
    texts
});

/// Every instruction that is read, and some more statements.
pub static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let more = [
        "{ .param .b32 a, r; st.param.b32 [a], 1; call (r), twice, (a); ld.param.b32 %b32_0, [r]; }",
        "call (%b32_0), twice, (%b32_1);",
        "{ @%pred_0 bra END; @!%pred_1 ret; END: }",
        "{ ts: .branchtargets A, B; A: brx.idx %u32_0, ts; B: }",
        "{ p: .callprototype (.param .b32 _) _ (.param .b32 _); mov.u64 %u64_0, twice; call (%b32_0), %u64_0, (1), p; }",
        "{ .reg .v4 .f32 %v<3>; ld.global.v4.f32 %v1, [%u64_0]; mov.f32 %f32_0, %v1.w; }",
        "mov.b64 {%u32_0, _}, %b64_0; mov.b64 %b64_1, {%f32_0, %s32_1};",
        "{ .shared .align 8 .b8 more[16]; .local .f64 held[2]; .const .u32 table[2] = {1, 2}; }",
        "tex.2d.v4.f32.f32 {%f32_0, %f32_1, _, %f32_2}, [%u64_0, {%f32_3, %f32_4}]; txq.width.b32 %b32_0, [%u64_1];",
        "tex.level.a2d.v4.s32.f32 {%s32_0, _, _, _}, [%u64_0, {%u32_0, %f32_0, %f32_1, %f32_1}], %f32_2;",
        "suld.b.2d.v2.b32.clamp {%b32_0, %b32_1}, [%u64_0, {%s32_0, %s32_1}]; sust.b.1d.b64.zero [%u64_0, {%s32_0}], %b64_0;",
        "exit; trap; bar.sync 0; membar.gl; prefetch.global.L1 [%u64_0];",
    ];
    accepted().chain(more.map(str::to_string)).collect()
});

/// Every word of those texts, and signs, numbers and directives at the edges.
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut words: Vec<String> =
        TEXTS.iter().flat_map(|text| text.split_whitespace().take(4000)).map(str::to_string).collect();
    words.extend(EDGES.iter().map(|word| word.to_string()));
    words.sort();
    words.dedup();
    words
});

const EDGES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    ":",
    "|",
    "!",
    "@",
    "-",
    "~",
    "?",
    "<<",
    "<",
    ">",
    "=",
    "_",
    "0",
    "-1",
    "1",
    "4294967296",
    "18446744073709551615",
    "0x8000000000000000",
    "0f7FC00000",
    "0d0000000000000000",
    "1e400",
    "1.",
    "0b",
    "0f",
    ".reg .b32 %z<4000000000>;",
    ".global .b8 big[4294967296];",
    ".global .u8 far[2][2000000000] = {{1}, {2}};",
    "{1, {2, 3}}",
    "generic(",
    ".v4",
    ".v2",
    ".x",
    ".func",
    ".entry",
    ".param",
    ".extern",
    ".weak",
    ".alias a, b;",
    "call",
    "ret;",
    "bra",
    "brx.idx",
    ".branchtargets",
    ".callprototype",
    ".calltargets",
    "L:",
    "/*",
    "*/",
    "//",
    "\"",
    "\\",
    "#",
    "@@",
    "%",
    "$",
    ".",
    "::",
    "\u{0}",
    "\u{e4}",
    "\u{1F600}",
    "WARP_SZ",
    "%tid",
    "%tid.w",
    "%r99999",
    ".section x { ",
    ".loc 1 2 3",
    ".file 1 \"a\"",
    ".pragma \"\";",
    ".maxntid",
    ".align",
    ".version 1.3",
    ".target sm_10",
    ".target sm_100a",
    ".address_size 32",
    ".texref",
    "tex.2d",
    ".v4.f32.f32",
    "tld4.r.2d",
    "txq.width.b32",
    "suld.b.2d.b32.trap",
    "sust.b.1d.v2.b32.zero",
    ".tex .u32 t;",
    ".global .texref t;",
    ".global .surfref s;",
    "[t, {%r1, %r2}]",
    "[s, {%r1}]",
    "0xFF(x)",
    "%p|%q",
    "((((((((((((((((",
    "----------------",
    "!!!!!!!!",
    "{{{{{{{{",
];

fn boundary(text: &str, at: usize) -> usize {
    (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// A text made of words.
pub fn soup(seed: u64) -> String {
    let mut chance = Chance(seed);
    let mut text = match chance.below(4) {
        0 => String::new(),
        1 => ".version 1.3\n.target sm_13\n".to_string(),
        2 => ".version 8.0\n.target sm_90\n.address_size 64\n".to_string(),
        _ => {
            ".version 7.0\n.target sm_50\n.entry k(.param .u64 p)\n{\n.reg .b32 %r<9>;\n.reg .pred %p<9>;\n".to_string()
        }
    };
    for _ in 0..chance.below(200) {
        text.push_str(chance.pick::<String>(&WORDS));
        text.push_str(chance.pick::<&str>(&[" ", " ", " ", "\n", "", ";\n", ", "]));
    }
    text
}

/// A real text with some mistakes.
pub fn mutated(seed: u64) -> String {
    let mut chance = Chance(seed);
    let mut text = match chance.below(4) {
        0 => chance.pick::<String>(&TEXTS).clone(),
        _ => {
            let lines: Vec<&str> = (0..1 + chance.below(20)).map(|_| chance.pick::<String>(&LINES).as_str()).collect();
            module(&lines.join("\n"))
        }
    };
    // a part is as good as the whole, and faster
    if text.len() > 20_000 && chance.below(4) > 0 {
        let end = boundary(&text, chance.below(20_000));
        text.truncate(end);
    }
    for _ in 0..=chance.below(4) {
        let a = boundary(&text, chance.below(text.len() + 1));
        let b = boundary(&text, (a + chance.below(40)).min(text.len()));
        match chance.below(14) {
            0 => text.replace_range(a..b, ""),
            1 => text.insert_str(a, chance.pick::<String>(&WORDS)),
            2 => text.replace_range(a..b, chance.pick::<String>(&WORDS)),
            3 => {
                let part = text[a..b].repeat(1 + chance.below(100));
                text.insert_str(b, &part);
            }
            4 => {
                let other = chance.pick::<String>(&TEXTS);
                let c = boundary(other, chance.below(other.len() + 1));
                let d = boundary(other, (c + chance.below(300)).min(other.len()));
                text.insert_str(a, &other[c..d]);
            }
            5 => text.truncate(a),
            6 => text.insert(a, char::from_u32(chance.below(0x300) as u32).unwrap_or('?')),
            7 => {
                let word = chance.pick::<String>(&WORDS).repeat(1 + chance.below(300));
                text.insert_str(a, &word);
            }
            _ => swap_words(&mut text, a, &mut chance),
        }
    }
    text
}

/// A word takes the place of one that begins like it: a register of a register, a number of a
/// number.
fn swap_words(text: &mut String, at: usize, chance: &mut Chance) {
    let words: Vec<&str> =
        text[at..].split(|c: char| " \t\n,.;[]{}()".contains(c)).filter(|word| !word.is_empty()).take(60).collect();
    if words.is_empty() {
        return;
    }
    let from = *chance.pick(&words);
    let alike: Vec<&str> = words.iter().copied().filter(|word| word.as_bytes()[0] == from.as_bytes()[0]).collect();
    let to = chance.pick(&alike).to_string();
    let place = from.as_ptr() as usize - text.as_ptr() as usize;
    text.replace_range(place..place + from.len(), &to);
}
