//! STSIMT figures 9 and 10: the savings of scalarization, in registers of a warp and in
//! instructions, by the algorithm of 4.2 and by that of Lee et al.

use heddle_kernel::analysis::{Executed, Scalars};
use heddle_kernel::compile::{Allocated, Registers, Scalarization, allocation, executed, scalars};
use heddle_kernel::execute::{Image, Issue, Observer, Options, Warp};
use heddle_kernel::launch::RunError;
use heddle_kernel::program::Module;
use heddle_testbench::interrupt;
use heddle_workloads::{Address, WORKLOADS};
use serde_json::json;

use super::plot::Plot;
use crate::cli::Figure;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::explain::Explained;
use crate::kernel::program::{Loaded, all};
use crate::plot::{Chart, Form, Panel};
use crate::progress::{Task, Work};
use crate::table::{right_from, table};

/// Threads of a warp, for which registers are counted.
const WARP: u32 = 32;
/// The scale of the workloads; the programs behind the papers' averages have scales of their own.
const SCALE: &str = "test";
/// The paper whose workloads have means of their own.
const PAPER: &str = "STSIMT";

/// A kernel's numbers for each size of addresses, in the user's order.
struct Built {
    /// The kernel's name, from the first build; it is the same in all builds.
    name: String,
    /// Whether the paper has the kernel too.
    paper: bool,
    each: Vec<Kernel>,
}

/// A kernel's numbers for one size of addresses: those of the algorithm first, then those of the
/// restricted one.
struct Kernel {
    name: String,
    /// Whether the paper has the kernel too.
    paper: bool,
    /// Size of the program's addresses.
    address: Address,
    /// 32-bit words of registers of a warp: without scalars, with scalars, and with the restricted
    /// algorithm.
    words: [f64; 3],
    /// Shares of instructions that are scalar, in percent: static, then executed.
    scalar: [[f64; 2]; 2],
}

/// Makes figure 9 of STSIMT: registers of a warp with and without scalars.
pub fn registers(args: &Figure) -> Result<Outcome, Error> {
    let plot = Plot::wanted(args, "stsimt-9.svg")?;
    let kernels = kernels(args, "figure stsimt/9")?;
    let columns: [(&str, Value, f64); 3] = [
        ("no scalars", |k| k.words[0], 773.2),
        ("scalars", |k| k.words[1], 571.1),
        ("restricted", |k| k.words[2], 695.0),
    ];
    if args.json {
        let line = |k: &Kernel| {
            json!({
                "figure": "stsimt/9", "kernel": k.name, "paper": k.paper, "address": k.address.bits(),
                "none": k.words[0], "scalars": k.words[1], "restricted": k.words[2],
            })
        };
        kernels.iter().flat_map(|kernel| &kernel.each).for_each(|kernel| say!("{}", line(kernel)));
    } else {
        say!("STSIMT figure 9: 32-bit registers of a warp of {WARP} threads");
        print(&kernels, &columns);
    }
    let panel = |title: &str, wanted: fn(&Built) -> bool| curves(title, "registers a warp", &kernels, &columns, wanted);
    let panels = [panel("the paper's workloads", |k| k.paper), panel("all workloads", |_| true)];
    plot.show(args, &Chart::panels(panels, 2, "kernels, in order of the first curve"))?;
    Ok(Outcome::Equal)
}

/// Makes figure 10 of STSIMT: shares of instructions that are scalar.
pub fn instructions(args: &Figure) -> Result<Outcome, Error> {
    let plot = Plot::wanted(args, "stsimt-10.svg")?;
    let kernels = kernels(args, "figure stsimt/10")?;
    let columns: [(&str, Value, f64); 4] = [
        ("static", |k| k.scalar[0][0], 31.1),
        ("executed", |k| k.scalar[0][1], 30.3),
        ("restricted, static", |k| k.scalar[1][0], 12.9),
        ("restricted, executed", |k| k.scalar[1][1], 13.5),
    ];
    if args.json {
        let line = |k: &Kernel| {
            json!({ "figure": "stsimt/10", "kernel": k.name, "paper": k.paper, "address": k.address.bits(),
                "static": k.scalar[0][0], "executed": k.scalar[0][1],
                "restricted_static": k.scalar[1][0], "restricted_executed": k.scalar[1][1] })
        };
        kernels.iter().flat_map(|kernel| &kernel.each).for_each(|kernel| say!("{}", line(kernel)));
    } else {
        say!("STSIMT figure 10: instructions that are scalar, in percent of all");
        print(&kernels, &columns);
    }
    let panel = |title: &str, wanted: fn(&Built) -> bool| curves(title, "% scalar", &kernels, &columns, wanted);
    let panels = [panel("the paper's workloads", |k| k.paper), panel("all workloads", |_| true)];
    plot.show(args, &Chart::panels(panels, 2, "kernels, in order of the first curve"))?;
    Ok(Outcome::Equal)
}

type Value = fn(&Kernel) -> f64;

/// A column of the table: title, value, and the paper's mean.
type Column<'a> = (&'a str, Value, f64);

/// Prints a table with each column for each size of addresses, and the means.
fn print(kernels: &[Built], columns: &[Column]) {
    let addresses: Vec<Address> =
        kernels.first().map_or(Vec::new(), |kernel| kernel.each.iter().map(|each| each.address).collect());
    let mut table = table();
    let titles =
        addresses.iter().flat_map(|address| columns.iter().map(move |(name, ..)| format!("{name}, {address}")));
    table.set_header(std::iter::once(String::new()).chain(titles));
    let row = |name: &str, value: &dyn Fn(usize, &Column) -> f64| {
        let values = (0..addresses.len()).flat_map(|n| columns.iter().map(move |column| (n, column)));
        let cells = values.map(|(n, column)| format!("{:.1}", value(n, column)));
        std::iter::once(name.to_string()).chain(cells).collect::<Vec<_>>()
    };
    for kernel in kernels {
        let mark = if kernel.paper { " *" } else { "" };
        table.add_row(row(&format!("{}{mark}", kernel.name), &|n, (_, value, _)| value(&kernel.each[n])));
    }
    table.add_row([""]);
    table.add_row(row("mean of the paper's workloads (*)", &|n, (_, value, _)| {
        mean(kernels, n, *value, |kernel| kernel.paper)
    }));
    table.add_row(row("mean of all", &|n, (_, value, _)| mean(kernels, n, *value, |_| true)));
    table.add_row(row("the paper's mean", &|_, (.., paper)| *paper));
    right_from(&mut table, 1);
    say!("{table}");
}

fn mean(kernels: &[Built], n: usize, value: Value, wanted: impl Fn(&Built) -> bool) -> f64 {
    let values: Vec<f64> =
        kernels.iter().filter(|kernel| wanted(kernel)).map(|kernel| value(&kernel.each[n])).collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns a panel with the curves for the first size of addresses.
fn curves(title: &str, vertical: &str, kernels: &[Built], columns: &[Column], wanted: fn(&Built) -> bool) -> Panel {
    let mut order: Vec<&Kernel> = kernels.iter().filter(|it| wanted(it)).filter_map(|it| it.each.first()).collect();
    order.sort_by(|a, b| columns[0].1(a).total_cmp(&columns[0].1(b)));
    let curve = |value: Value| order.iter().enumerate().map(|(n, kernel)| (n as f64, value(kernel))).collect();
    let curves = columns.iter().map(|(name, value, _)| (name.to_string(), curve(*value))).collect();
    Panel { title: title.into(), vertical: vertical.into(), form: Form::Lines, curves }
}

fn kernels(args: &Figure, what: &'static str) -> Result<Vec<Built>, Error> {
    if args.rtl {
        return Err(Error::input(format!("{what} has no unit in it: it is about programs"), "leave out --rtl"));
    }
    let mut addresses = args.addresses();
    addresses.dedup();
    let task = Task::start(what, Work::Pieces((WORKLOADS.len() * addresses.len()) as u64));
    let mut kernels: Vec<Built> = Vec::new();
    for (nth, address) in addresses.iter().enumerate() {
        let mut measured = Vec::new();
        for workload in all(*address) {
            let workload = workload?;
            if interrupt::asked() {
                return Err(Error::interrupted());
            }
            task.say(workload.name.clone());
            measure(&workload, *address, &mut measured)?;
            task.add(1);
        }
        if nth == 0 {
            let built = |kernel: &Kernel| Built { name: kernel.name.clone(), paper: kernel.paper, each: Vec::new() };
            kernels = measured.iter().map(built).collect();
        }
        kernels.iter_mut().zip(measured).for_each(|(built, kernel)| built.each.push(kernel));
    }
    Ok(kernels)
}

/// Counts of executed instructions, by the kernel that they are executed for.
struct ByKernel(Vec<Executed>);

impl Observer for ByKernel {
    fn issue(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        self.0[image.kernel.0 as usize].issue(issue, warp, image);
    }
}

fn measure(workload: &Loaded, address: Address, kernels: &mut Vec<Kernel>) -> Result<(), Error> {
    let module = &workload.module;
    let mut executed = ByKernel(module.functions.iter().map(|_| Executed::new(module)).collect());
    workload
        .session(SCALE)?
        .run(Registers::default(), &Options { stop: interrupt::asked, ..Options::default() }, &mut executed)
        .explained()?;
    let of = |which| module.functions.iter().map(|function| scalars(module, function, which)).collect::<Vec<Scalars>>();
    let found = [of(Scalarization::All), of(Scalarization::Restricted)];
    let paper =
        workload.launch.iter().any(|(_, description)| description.papers.iter().any(|paper| paper.starts_with(PAPER)));
    let several = module.kernels().count() > 1;
    for (number, (id, function)) in module.kernels().enumerate() {
        let words = |which| words(module, id.0 as usize, which);
        let share = |scalars: &[Scalars]| {
            [100.0 * scalars[id.0 as usize].share(), 100.0 * executed.0[id.0 as usize].share(scalars)]
        };
        kernels.push(Kernel {
            name: if several { format!("{}_{number} {}", workload.name, function.name) } else { workload.name.clone() },
            paper,
            address,
            words: [words(Scalarization::None)?, words(Scalarization::All)?, words(Scalarization::Restricted)?],
            scalar: [share(&found[0]), share(&found[1])],
        });
    }
    Ok(())
}

fn words(module: &Module, function: usize, scalars: Scalarization) -> Result<f64, Error> {
    let registers = Registers { scalars, allocated: Allocated::Unchanged };
    let module = executed(module, registers);
    let allocation = allocation(module, &module.functions[function], registers).map_err(RunError::from).explained()?;
    Ok(f64::from(allocation.words(WARP)))
}
