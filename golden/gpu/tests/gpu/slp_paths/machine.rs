//! A kernel of a few lines, profiled, and run on a core that compacts.

use heddle_golden::slp::permutation::Permutation;
use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::study::slp_profile::{Path, Profile, add_grid, profile};
use heddle_gpu::system::{self, Run, SimError, simulate};
use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::execute::{Image, Launch, Memory, Options};
use heddle_kernel::launch::{Description, Grid, Session};
use heddle_kernel::program::Module;

/// Registers, and the thread's number in `%r0` with the word `in[tid]` in `%r1`; [`PREAMBLE`]
/// instructions.
const START: &str = ".reg .pred %p<10>; .reg .b32 %r<40>; .reg .b64 %d<9>;
mov.u32 %r0, %tid.x; ld.param.u64 %d0, [in]; mul.wide.u32 %d1, %r0, 4; add.u64 %d0, %d0, %d1; ld.global.u32 %r1, [%d0];";
/// TBC with each of [`Permutation::all`].
const TBC: [&str; 9] = [
    "tbc",
    "tbc-odd-even",
    "tbc-flip-odd",
    "tbc-rotate-odd",
    "tbc-half",
    "tbc-random",
    "tbc-wid",
    "tbc-rev-wid",
    "tbc-balanced",
];
/// Instructions before the body.
pub const PREAMBLE: u64 = 5;

/// One CTA of `threads` threads in warps of `width` that runs a body; the profile and its paths in
/// the order of their ends.
pub fn run(width: u32, threads: u32, words: &[u32], body: &str) -> Result<(Profile, Vec<Path>), SimError> {
    run_with(width, threads, words, "", body)
}

/// The program around a body, beside functions.
fn text(functions: &str, body: &str) -> String {
    let head = ".version 7.0\n.target sm_70\n.address_size 64\n";
    format!("{head}{functions}\n.visible .entry k(.param .u64 in) {{\n{START}\n{body}\n}}\n")
}

/// The same beside functions of the program.
pub fn run_with(
    width: u32,
    threads: u32,
    words: &[u32],
    functions: &str,
    body: &str,
) -> Result<(Profile, Vec<Path>), SimError> {
    let text = text(functions, body);
    let module = heddle_kernel::read("k.ptx", &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let kernel = module.kernels().next().unwrap().0;
    let image = Image::new(&module, kernel).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let mut memory = Memory::new(&module).unwrap();
    let at = memory.allocate("in", 4 * u64::from(threads)).unwrap();
    let bytes: Vec<u8> = words.iter().take(threads as usize).flat_map(|word| word.to_le_bytes()).collect();
    memory.write(at, &bytes).unwrap();
    let parameters = at.to_le_bytes().to_vec();
    let launch =
        Launch { grid: [1, 1, 1], block: [threads, 1, 1], dynamic_shared: 0, parameters, number: 0, sizes: None };
    let options = Options { warp_size: width, cta_limit: 100_000, ..Options::default() };
    let (mut profile, mut paths) = (Profile::default(), Vec::new());
    let grid = Grid::new(kernel, launch);
    add_grid(&mut profile, &grid, &image, &mut memory, &options, &mut |path| paths.push(path.clone()))?;
    Ok((profile, paths))
}

/// A kernel of a few lines, as cores execute it.
pub struct Small {
    /// Threads of a warp.
    pub width: u32,
    module: Module,
    description: Description,
}

impl Small {
    /// One CTA of as many threads as there are words.
    pub fn new(width: u32, words: &[u32], functions: &str, body: &str) -> Small {
        let text = text(functions, body);
        let module = heddle_kernel::read("k.ptx", &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let threads = words.len();
        let description = format!(
            "name = \"K\"\n[[buffer]]\nname = \"in\"\ntype = \"u32\"\ncount = {threads}\nfill = {{ values = {words:?} }}
[[run]]\n[[run.launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [{threads}]\nargs = [{{ buffer = \"in\" }}]"
        );
        let description = Description::read("k.toml", &description).unwrap_or_else(|why| panic!("{why}"));
        Small { width, module, description }
    }

    fn session(&self) -> Session<'_> {
        Session::new("k.toml", &self.module, &self.description, "test", None).unwrap()
    }

    /// A run on one core.
    pub fn simulate(&self, policy: &str) -> Run {
        let sets = [format!("core.warp_size={}", self.width), format!("core.width={}", self.width)];
        let (spec, policy) = (Config::one_core("slp", &sets), Policy::named(policy).unwrap());
        simulate(&spec, &policy, &mut self.session(), &system::Options::default(), &mut ()).unwrap()
    }

    /// Cores issue the warp instructions, and have the active threads, that a profile counts:
    /// without compaction, and under every permutation.
    pub fn is_judged(&self) {
        let registers = Registers { scalars: Scalarization::None, allocated: Allocated::Rewritten };
        let options = Options { warp_size: self.width, ..Options::default() };
        let counted = profile(&mut self.session(), registers, &options, &mut |_| {}).unwrap();
        let under = Permutation::all(1).map(|permutation| counted.issued.under(permutation));
        for (policy, issued) in TBC.into_iter().zip(under).chain([("no-tbc", counted.issued.plain)]) {
            let run = self.simulate(policy);
            assert_eq!((policy, run.instructions), (policy, issued), "{}", self.module.source.text);
            assert_eq!(run.get("blocks.active_threads"), Some(counted.active), "{policy}");
        }
    }
}

/// A word a thread: 1 for those that are named, as figures name them (0 to 9, A to V).
pub fn words(threads: u32, named: &str) -> Vec<u32> {
    (0..threads)
        .map(|thread| u32::from(named.contains(char::from_digit(thread, 36).unwrap().to_ascii_uppercase())))
        .collect()
}
