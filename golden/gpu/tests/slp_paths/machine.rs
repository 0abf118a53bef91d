//! A kernel of a few lines, profiled.

use heddle_gpu::study::slp_profile::{Path, Profile, add_grid};
use heddle_gpu::system::SimError;
use heddle_kernel::execute::{Image, Launch, Memory, Options};
use heddle_kernel::launch::Grid;

/// Registers, and the thread's number in `%r0` with the word `in[tid]` in `%r1`; [`PREAMBLE`] instructions.
const START: &str = ".reg .pred %p<10>; .reg .b32 %r<40>; .reg .b64 %d<9>;
mov.u32 %r0, %tid.x; ld.param.u64 %d0, [in]; mul.wide.u32 %d1, %r0, 4; add.u64 %d0, %d0, %d1; ld.global.u32 %r1, [%d0];";
/// Instructions before the body.
pub const PREAMBLE: u64 = 5;

/// One CTA of `threads` threads in warps of `width` that runs a body; the profile and its paths in the order of their ends.
pub fn run(width: u32, threads: u32, words: &[u32], body: &str) -> Result<(Profile, Vec<Path>), SimError> {
    run_with(width, threads, words, "", body)
}

/// The same beside functions of the program.
pub fn run_with(
    width: u32,
    threads: u32,
    words: &[u32],
    functions: &str,
    body: &str,
) -> Result<(Profile, Vec<Path>), SimError> {
    let head = ".version 7.0\n.target sm_70\n.address_size 64\n";
    let text = format!("{head}{functions}\n.visible .entry k(.param .u64 in) {{\n{START}\n{body}\n}}\n");
    let module = heddle_kernel::read("k.ptx", &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let kernel = module.kernels().next().unwrap().0;
    let image = Image::new(&module, kernel).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let mut memory = Memory::new(&module).unwrap();
    let at = memory.allocate("in", 4 * u64::from(threads)).unwrap();
    let bytes: Vec<u8> = words.iter().take(threads as usize).flat_map(|word| word.to_le_bytes()).collect();
    memory.write(at, &bytes).unwrap();
    let parameters = at.to_le_bytes().to_vec();
    let launch = Launch { grid: [1, 1, 1], block: [threads, 1, 1], dynamic_shared: 0, parameters, number: 0 };
    let options = Options { warp_size: width, cta_limit: 100_000, ..Options::default() };
    let (mut profile, mut paths) = (Profile::default(), Vec::new());
    let grid = Grid { kernel, launch };
    add_grid(&mut profile, &grid, &image, &mut memory, &options, &mut |path| paths.push(path.clone()))?;
    Ok((profile, paths))
}

/// A word a thread: 1 for those that are named, as figures name them (0 to 9, A to V).
pub fn words(threads: u32, named: &str) -> Vec<u32> {
    (0..threads)
        .map(|thread| u32::from(named.contains(char::from_digit(thread, 36).unwrap().to_ascii_uppercase())))
        .collect()
}
