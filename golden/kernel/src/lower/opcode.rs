//! The dispatch of an instruction to its reader by opcode.

use super::body::Body;
use super::line::Line;
use super::{arithmetic, bits, call, compare, control, convert, memory, stack, texture, transfer, video, warp};
use crate::error::{Fault, quoted};
use crate::since;
use crate::syntax::tree::Instruction;

/// Returns an error for an instruction that is not supported.
pub fn refuse(instruction: &Instruction) -> Result<(), Fault> {
    match since::instruction(instruction) {
        Some((name, since)) => {
            Err(Fault::unsupported(instruction.name.at, format!("the instruction `{name}` (PTX {since})")))
        }
        None => Ok(()),
    }
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
