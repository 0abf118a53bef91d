//! `heddle kernel show`: the results of the analyses of a kernel.

use heddle_kernel::allocate::allocate;
use heddle_kernel::analysis::{Branches, Flow, Kind, Liveness, Reconvergence, Scalars};
use heddle_kernel::compile::{Allocated, Registers, Scalarization, allocation, executed, scalars};
use heddle_kernel::program::{Allocation, Function, Location, Module, Op, RegisterId};
use heddle_testbench::files::{could_write, write_whole};

use super::graph;
use super::program::Loaded;
use crate::cli::KernelShow;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::explain::Explained;
use crate::table::{right_from, table};

/// Runs `heddle kernel show`: prints branches, scalars and registers of each function, and draws
/// the control-flow graph.
pub fn run(args: &KernelShow) -> Result<Outcome, Error> {
    let Loaded { name, module, .. } = Loaded::open(&args.kernel, None, args.address)?;
    let refused: Vec<_> = module.functions.iter().filter_map(|function| function.refused.as_ref()).collect();
    if let (Some(first), false) = (refused.first(), module.kernels().any(|(_, kernel)| kernel.refused.is_none())) {
        return Err((*first).clone().explained());
    }
    summary(&module)?;
    refused.iter().for_each(|error| say!("\nkernels that reach this cannot run:\n{error}"));
    for function in module.functions.iter().filter(|function| readable(function)) {
        let shown = Shown::of(&module, function)?;
        if args.branches {
            say!("\n{}: branches", function.name);
            shown.branches();
        }
        if args.scalar {
            say!("\n{}: instructions, s where they are scalar", function.name);
            shown.scalars();
        }
        if args.regs {
            say!("\n{}: registers", function.name);
            shown.registers();
        }
    }
    if let Some(path) = &args.cfg {
        let unwritable = |error: std::io::Error| {
            Error::input(
                format!("{}: {error}", path.display()),
                "name a file in a folder that can be written with --cfg",
            )
        };
        could_write(path).map_err(unwritable)?;
        write_whole(path, graph::draw(&name, &module).as_bytes()).map_err(unwritable)?;
        say!("\ncontrol-flow graph: {}", path.display());
    }
    Ok(Outcome::Equal)
}

/// Whether a function has a body and all of the body is supported.
fn readable(function: &Function) -> bool {
    function.defined && function.refused.is_none()
}

/// Prints a table with one row for each function.
fn summary(module: &Module) -> Result<(), Error> {
    let mut table = table();
    table.set_header([
        "function",
        "",
        "instructions",
        "blocks",
        "P-branches",
        "D-branches",
        "scalar",
        "restricted",
        "registers",
        "with scalars",
        "restricted",
    ]);
    right_from(&mut table, 2);
    for (number, function) in module.functions.iter().enumerate().filter(|(_, function)| readable(function)) {
        let flow = Flow::of(function);
        let branches = Branches::of(module, function, &flow);
        let count = |kind| branches.iter().filter(|(_, k)| *k == kind).count().to_string();
        let share = |which| format!("{:.1} %", 100.0 * scalars(module, function, which).share());
        let words = |which| {
            let registers = Registers { scalars: which, allocated: Allocated::Rewritten };
            let module = executed(module, registers);
            let Allocation { vectors, scalars, .. } = allocation(module, &module.functions[number], registers)
                .map_err(heddle_kernel::launch::RunError::from)
                .explained()?;
            Ok::<_, Error>(if which == Scalarization::None {
                vectors.to_string()
            } else {
                format!("{vectors} + {scalars}")
            })
        };
        table.add_row([
            function.name.clone(),
            if function.entry { "kernel" } else { "function" }.into(),
            function.code.len().to_string(),
            flow.blocks.len().to_string(),
            count(Kind::Programmable),
            count(Kind::Data),
            share(Scalarization::All),
            share(Scalarization::Restricted),
            words(Scalarization::None)?,
            words(Scalarization::All)?,
            words(Scalarization::Restricted)?,
        ]);
    }
    say!("{table}");
    say!("registers: 32-bit words a thread + words a warp, after allocation; scalar: share of instructions");
    Ok(())
}

/// A function with the results of its analyses.
struct Shown<'a> {
    module: &'a Module,
    function: &'a Function,
    flow: Flow,
    scalars: Scalars,
}

impl<'a> Shown<'a> {
    fn of(module: &'a Module, function: &'a Function) -> Result<Self, Error> {
        Ok(Shown { module, function, flow: Flow::of(function), scalars: scalars(module, function, Scalarization::All) })
    }

    fn line(&self, instruction: u32) -> Option<u32> {
        self.function.code.get(instruction as usize).map(|i| self.module.source.place(i.at.start).line)
    }

    fn text(&self, instruction: u32) -> String {
        let span = self.function.code[instruction as usize].at;
        let text = &self.module.source.text[span.start as usize..span.end as usize];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn branches(&self) {
        let branches = Branches::of(self.module, self.function, &self.flow);
        let meets = Reconvergence::of(self.function, &self.flow);
        let mut table = table();
        table.set_header(["line", "branch", "condition", "may diverge", "threads reconverge"]);
        for (instruction, kind) in branches.iter() {
            let condition = match kind {
                Kind::Programmable => "P: thread ids and launch constants",
                Kind::Data => "D: data",
            };
            let op = &self.function.code[instruction as usize].op;
            let meets = match (op, meets.at(instruction).map(|at| self.line(at))) {
                (Op::Return | Op::Exit, _) => "threads that take it leave".into(),
                (_, Some(Some(line))) => format!("line {line}"),
                _ => "at the end of the function".into(),
            };
            let parts = match op {
                Op::Return | Op::Exit => "",
                _ if self.scalars.parts(self.function, instruction) => "yes",
                _ => "no",
            };
            let line = self.line(instruction).unwrap_or_default().to_string();
            table.add_row([line, self.text(instruction), condition.into(), parts.into(), meets]);
        }
        say!("{table}");
    }

    fn scalars(&self) {
        for instruction in 0..self.function.code.len() as u32 {
            let mark = if self.scalars.instructions[instruction as usize] { 's' } else { ' ' };
            say!("{:>6} {mark} {}", self.line(instruction).unwrap_or_default(), self.text(instruction));
        }
        let mut table = table();
        table.set_header(["register", "", "why"]);
        for (register, why) in self.function.registers.iter().zip(&self.scalars.why) {
            let (class, why) = match why {
                None => ("scalar", String::new()),
                Some(reason) => ("vector", reason.text(self.module, self.function)),
            };
            table.add_row([register.name.clone(), class.into(), why]);
        }
        say!("{table}");
    }

    fn registers(&self) {
        let allocation = allocate(self.function, &self.flow, &self.scalars, Default::default());
        let liveness = Liveness::of(self.function, &self.flow);
        let mut alive = vec![None::<(u32, u32)>; self.function.registers.len()];
        let mut note = |register: usize, instruction: u32| {
            let span = alive[register].get_or_insert((instruction, instruction));
            *span = (span.0.min(instruction), span.1.max(instruction));
        };
        for block in 0..self.flow.blocks.len() {
            liveness.walk(self.function, &self.flow, block, |instruction, after| {
                after.iter().for_each(|r| note(r, instruction as u32))
            });
        }
        for (index, instruction) in self.function.code.iter().enumerate() {
            instruction
                .registers_read()
                .chain(instruction.registers_written())
                .for_each(|RegisterId(r)| note(r as usize, index as u32));
        }
        let mut table = table();
        table.set_header(["register", "type", "place", "live in lines"]);
        for ((register, location), alive) in self.function.registers.iter().zip(&allocation.locations).zip(alive) {
            let words = |letter: char, at: u32| match register.ty.words() {
                1 => format!("{letter}{at}"),
                words => format!("{letter}{at}-{letter}{}", at + words - 1),
            };
            let place = match *location {
                Location::Vector(at) => words('v', at),
                Location::Scalar(at) => words('s', at),
                Location::Predicate(at) => format!("p{at}"),
                Location::ScalarPredicate(at) => format!("sp{at}"),
            };
            let line = |instruction| self.line(instruction).unwrap_or_default();
            let alive = alive.map_or("never".into(), |(first, last)| format!("{} to {}", line(first), line(last)));
            table.add_row([register.name.clone(), register.ty.name().into(), place, alive]);
        }
        say!("{table}");
    }
}
