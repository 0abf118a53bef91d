//! Prints how many 32-bit words each kernel of some PTX files takes: `words FILE.ptx...`.
//! `kernels/ptxas.py` puts another compiler's beside them.
//!
//! A line a kernel: file, kernel, words a thread without scalars, words a thread and words a warp
//! with them, the most words that are alive at once.

use heddle_kernel::analysis::{Flow, Liveness};
use heddle_kernel::compile::{Allocated, Registers, Scalarization, allocation, executed};
use heddle_kernel::program::Function;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for file in std::env::args().skip(1) {
        let module = heddle_kernel::read(&file, &std::fs::read_to_string(&file)?)?;
        let module = executed(&module, Registers { scalars: Scalarization::None, allocated: Allocated::Rewritten });
        for (_, function) in module.kernels() {
            let of = |scalars| allocation(module, function, Registers { scalars, allocated: Allocated::Rewritten });
            let (none, all) = (of(Scalarization::None)?, of(Scalarization::All)?);
            let most = alive(function);
            println!("{file} {} {} {} {} {most}", function.name, none.vectors, all.vectors, all.scalars);
        }
    }
    Ok(())
}

/// The most words that are alive behind an instruction, together with those that it writes.
fn alive(function: &Function) -> u32 {
    let flow = Flow::of(function);
    let liveness = Liveness::of(function, &flow);
    let mut most = 0;
    for block in 0..flow.blocks.len() {
        liveness.walk(function, &flow, block, |i, after| {
            let mut after = after.clone();
            function.code[i].registers_written().for_each(|w| after.insert(w.0 as usize));
            most = most.max(after.iter().map(|r| function.registers[r].ty.words()).sum());
        });
    }
    most
}
