//! What the cores share: the CTAs of a grid in order, and an instruction stepped while somebody looks.

use heddle_kernel::execute::{AccessKind, Cta, Image, Issue, Memory, Observer, Options, Traffic};
use heddle_kernel::launch::{Grid, RunError};
use heddle_kernel::program::Space;

/// The CTAs of a grid that are still to start, by their place in it, x fastest.
#[derive(Debug, Clone)]
pub struct Ctas {
    sides: [u32; 3],
    next: u64,
}

impl Ctas {
    /// All of a grid.
    pub fn of(grid: &Grid) -> Ctas {
        Ctas { sides: grid.launch.grid, next: 0 }
    }
    /// The next one to start.
    pub fn peek(&self) -> Option<[u32; 3]> {
        let [x, y, z] = self.sides.map(u64::from);
        let n = self.next;
        (n < x * y * z).then(|| [n % x, n / x % y, n / x / y].map(|place| place as u32))
    }
}

impl Iterator for Ctas {
    type Item = [u32; 3];
    fn next(&mut self) -> Option<[u32; 3]> {
        let place = self.peek()?;
        self.next += 1;
        Some(place)
    }
}

/// An access to memory, lane by lane.
#[derive(Debug, Clone, Copy)]
pub struct Access {
    /// To read, to write, or both at once.
    pub kind: AccessKind,
    /// The space; generic where the lanes' addresses lie in several.
    pub space: Space,
    /// By lane.
    pub addresses: [u64; 32],
    /// Bytes a lane.
    pub bytes: u32,
}

/// What was seen of the last instruction.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// Who executed what.
    pub issue: Option<Issue>,
    /// The access that it made.
    pub access: Option<Access>,
    /// The threads that took it, if it was a conditional branch.
    pub taken: Option<u32>,
}

impl Observer for Seen {
    fn issue(&mut self, issue: &Issue, _: &heddle_kernel::execute::Warp, _: &Image) {
        *self = Seen { issue: Some(*issue), ..Seen::default() };
    }
    fn traffic(&mut self, _: &Issue, traffic: &Traffic) {
        let Traffic { kind, space, addresses, bytes } = *traffic;
        self.access = Some(Access { kind, space, addresses: *addresses, bytes });
    }
    fn branch(&mut self, _: &Issue, taken: u32) {
        self.taken = Some(taken);
    }
}

/// What executing needs beside the CTA.
pub struct GridContext<'a, 'm> {
    /// The kernel.
    pub image: &'a Image<'m>,
    /// How it was launched.
    pub grid: &'a Grid,
    /// How it is run.
    pub options: &'a Options,
    /// The device's memory.
    pub memory: &'a mut Memory,
}

impl GridContext<'_, '_> {
    /// Starts a CTA.
    pub fn start(&self, place: [u32; 3]) -> Result<Cta, RunError> {
        Ok(Cta::new(self.image, &self.grid.launch, self.options, place)?)
    }
    /// Executes one instruction of a warp.
    pub fn step<O: Observer>(&mut self, cta: &mut Cta, warp: usize, observer: &mut O) -> Result<(), RunError> {
        cta.step(self.image, &self.grid.launch, self.options, self.memory, observer, warp)?;
        Ok(())
    }
}

/// Threads of a CTA's warps.
pub(crate) fn threads(grid: &Grid, options: &Options) -> Vec<u32> {
    let (threads, size) = (grid.launch.block.iter().product::<u32>(), options.warp_size);
    (0..threads.div_ceil(size)).map(|warp| (threads - warp * size).min(size)).collect()
}
