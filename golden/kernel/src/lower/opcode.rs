//! The dispatch of an instruction to its reader by opcode.

use super::body::Body;
use super::line::Line;
use super::{arithmetic, bits, call, compare, control, convert, memory, stack, texture, transfer, video, warp};
use crate::error::{Fault, quoted};
use crate::syntax::tree::Instruction;

/// The PTX instructions that are not supported here, by the first word of their names, each with
/// the version of PTX that has it first.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("sured", "3.0"),
    ("istypep", "4.0"),
    ("wmma", "6.0"),
    ("mma", "6.4"),
    ("ldmatrix", "6.5"),
    ("cp", "7.0"),
    ("mbarrier", "7.0"),
    ("stmatrix", "7.8"),
    ("movmatrix", "7.8"),
    ("mapa", "7.8"),
    ("getctarank", "7.8"),
    ("wgmma", "8.0"),
    ("elect", "8.0"),
    ("multimem", "8.1"),
    ("tensormap", "8.3"),
    ("tcgen05", "8.6"),
    ("clusterlaunchcontrol", "8.6"),
];

/// Whether an instruction is not supported here.
pub fn is_unsupported(name: &str) -> bool {
    UNSUPPORTED.iter().any(|(known, _)| *known == name)
}

/// Returns an error for an unsupported instruction, which quotes the words of a name like
/// `cp.async.bulk`.
pub fn refuse(instruction: &Instruction) -> Result<(), Fault> {
    let name = instruction.name;
    let Some((_, since)) = UNSUPPORTED.iter().find(|(known, _)| *known == name.text) else { return Ok(()) };
    let belongs = |word: &&str| name.text == "cp" && matches!(*word, "async" | "bulk" | "tensor" | "reduce");
    let words = instruction.words.iter().map(|word| word.text).take_while(belongs);
    let whole: Vec<&str> = std::iter::once(name.text).chain(words).collect();
    // copies in bulk came later than copies of words
    let since = if whole.contains(&"bulk") { "8.0" } else { since };
    Err(Fault::unsupported(name.at, format!("the instruction `{}` (PTX {since})", whole.join("."))))
}

/// Reads one instruction into the function body, by its opcode.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    match line.name() {
        "add" | "sub" | "mul" | "mad" | "fma" | "div" | "rem" | "abs" | "neg" | "min" | "max" | "addc" | "subc"
        | "madc" | "mul24" | "mad24" | "sad" | "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "ex2" | "lg2" | "tanh"
        | "copysign" | "testp" => arithmetic::lower(body, line),
        "and" | "or" | "xor" | "not" | "cnot" | "shl" | "shr" | "shf" | "bfe" | "bfi" | "bfind" | "fns" | "bmsk"
        | "szext" | "brev" | "popc" | "clz" | "lop3" | "prmt" | "dp4a" | "dp2a" => bits::lower(body, line),
        "setp" | "set" | "selp" | "slct" => compare::lower(body, line),
        "cvt" | "cvta" | "isspacep" => convert::lower(body, line),
        "mov" => transfer::lower(body, line),
        "ld" | "ldu" | "st" | "atom" | "red" | "prefetch" | "prefetchu" | "applypriority" | "discard"
        | "createpolicy" => memory::lower(body, line),
        "tex" | "tld4" | "txq" | "suq" => texture::fetch(body, line),
        "suld" | "sust" => texture::surface(body, line),
        "alloca" | "stacksave" | "stackrestore" => stack::lower(body, line),
        "vadd" | "vsub" | "vabsdiff" | "vmin" | "vmax" | "vshl" | "vshr" | "vmad" | "vset" | "vadd2" | "vsub2"
        | "vavrg2" | "vabsdiff2" | "vmin2" | "vmax2" | "vset2" | "vadd4" | "vsub4" | "vavrg4" | "vabsdiff4"
        | "vmin4" | "vmax4" | "vset4" => video::lower(body, line),
        "vote" | "shfl" | "match" | "redux" | "activemask" => warp::lower(body, line),
        "call" => call::lower(body, line),
        "bra" | "brx" | "ret" | "exit" | "trap" | "brkpt" | "bar" | "barrier" | "membar" | "fence" | "nanosleep"
        | "pmevent" | "griddepcontrol" | "setmaxnreg" => control::lower(body, line),
        other => Err(Fault::unexpected(line.at(), quoted(other), "an instruction of PTX")),
    }
}
