//! Helpers of the tests of execution: kernels as PTX text, and their runs.

use heddle_kernel::execute::{
    Divergence, Fault, Image, Launch, LowestPc, Memory, Observer, Options, Statistics, Unobserved, WarpStack, run_with,
};
use heddle_kernel::program::Module;

use crate::execute::followed::Followed;

/// A module around a kernel `k` that gets buffers of words; `%out` is the first one's address,
/// `%in` the second's.
pub fn kernel(declarations: &str, body: &str) -> String {
    format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n{declarations}\n\
         .visible .entry k(.param .u64 out, .param .u64 in)\n{{\n\
         .reg .pred %p<20>;\n.reg .b16 %h<20>;\n.reg .b32 %r<40>;\n.reg .f32 %f<20>;\n.reg .b64 %d<40>;\n.reg .f64 %g<9>;\n\
         .reg .b64 %out, %in, %my, %mine;\n.reg .b32 %t;\n\
         ld.param.u64 %out, [out];\nld.param.u64 %in, [in];\n\
         mov.u32 %t, %tid.x;\nmul.wide.u32 %d0, %t, 4;\nadd.s64 %my, %out, %d0;\nadd.s64 %mine, %in, %d0;\n\
         {body}\n}}\n"
    )
}

pub fn read(text: &str) -> Module {
    heddle_kernel::read("test.ptx", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A kernel's run: CTAs and threads in a row.
pub struct Run {
    pub grid: u32,
    pub block: u32,
    pub dynamic_shared: u32,
    pub out: Vec<u32>,
    pub input: Vec<u32>,
    pub options: Options,
}

impl Run {
    /// With an output word a thread of so many.
    pub fn of(block: u32) -> Run {
        let out = vec![0; block as usize];
        Run { grid: 1, block, dynamic_shared: 0, out, input: vec![], options: Options::default() }
    }
    pub fn with(self, input: impl IntoIterator<Item = u32>) -> Run {
        Run { input: input.into_iter().collect(), ..self }
    }
    pub fn warps(mut self, warp_size: u32) -> Run {
        self.options.warp_size = warp_size;
        self
    }
    /// What it writes, or why it stops.
    pub fn go(&self, text: &str) -> Result<Vec<u32>, Fault> {
        self.observed(text, &mut Unobserved).map(|(out, _)| out)
    }
    pub fn observed<O: Observer>(&self, text: &str, observer: &mut O) -> Result<(Vec<u32>, Statistics), Fault> {
        self.observed_with::<WarpStack, O>(text, observer)
    }
    pub fn observed_with<D: Divergence, O: Observer>(
        &self,
        text: &str,
        observer: &mut O,
    ) -> Result<(Vec<u32>, Statistics), Fault> {
        let module = read(text);
        let image = Image::new(&module, module.function("k").unwrap())?;
        let mut memory = Memory::new(&module).unwrap();
        let bytes = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|word| word.to_le_bytes()).collect() };
        let addresses = [("out", &self.out), ("in", &self.input)].map(|(name, words)| {
            let address = memory.allocate(name, 4 * words.len() as u64).unwrap();
            memory.write(address, &bytes(words)).unwrap();
            address
        });
        let parameters = addresses.iter().flat_map(|a| a.to_le_bytes()).collect();
        let launch = Launch {
            grid: [self.grid, 1, 1],
            block: [self.block, 1, 1],
            dynamic_shared: self.dynamic_shared,
            parameters,
            number: 0,
            sizes: None,
        };
        let statistics = run_with::<D, O>(&image, &launch, &mut memory, observer, &self.options)?;
        let out = memory.read(addresses[0], 4 * self.out.len() as u64).unwrap();
        Ok((out.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect(), statistics))
    }
}

/// The same output for all warp sizes and both orders of divergence, each thread's by what the host
/// says.
pub fn expect(text: &str, block: u32, host: impl Fn(u32) -> u32) {
    for warp_size in [1, 2, 4, 8, 16, 32] {
        let run = Run::of(block).warps(warp_size);
        let stack = run.go(text);
        let lowest = run.observed_with::<Followed<LowestPc>, _>(text, &mut Unobserved).map(|(out, _)| out);
        for (order, out) in [("stack", stack), ("lowest PC", lowest)] {
            let out = out.unwrap_or_else(|fault| panic!("{order}: {fault}\n{text}"));
            for (thread, &word) in out.iter().enumerate() {
                assert_eq!(word, host(thread as u32), "{order}, thread {thread}, warps of {warp_size}\n{text}");
            }
        }
    }
}
