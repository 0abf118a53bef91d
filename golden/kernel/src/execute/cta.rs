use super::code::{AnyDest, Reduction};
use super::fault::{Cause, Fault, Halt};
use super::image::Image;
use super::memory::Memory;
use super::observer::Observer;
use super::special::Shape;
use super::step::{Around, Arrival, Event};
use super::warp::{State, Warp};
use super::{Launch, Options, Statistics};

/// Bytes of registers and local memory of a CTA at most.
pub(crate) const BUDGET: u64 = 1 << 30;

/// Threads that wait, or have passed by, at a barrier.
#[derive(Debug, Clone, Copy, Default)]
struct Barrier {
    used: bool,
    expected: Option<u32>,
    /// Threads that came, and the same with whole warps counted.
    threads: u32,
    counted: u32,
    none: bool,
    all: bool,
    true_ones: u32,
}

/// A CTA: its warps, its shared memory, its barriers.
#[derive(Debug, Clone, Default)]
pub struct Cta {
    /// In order of their threads.
    pub warps: Vec<Warp>,
    shared: Vec<u8>,
    barriers: [Barrier; 16],
    id: [u32; 3],
    threads: u32,
    lanes: u32,
}

impl Cta {
    /// A CTA at the start of a kernel. The launch was found good by [`Launch::check`].
    pub fn new(image: &Image, launch: &Launch, options: &Options, id: [u32; 3]) -> Result<Cta, Fault> {
        launch.check(image, options)?;
        let mut cta = Cta::default();
        cta.start(image, launch, options, id)?;
        Ok(cta)
    }

    /// The same with the buffers of one that has ended.
    pub(crate) fn start(
        &mut self,
        image: &Image,
        launch: &Launch,
        options: &Options,
        id: [u32; 3],
    ) -> Result<(), Fault> {
        let threads = launch.block.iter().product::<u32>();
        let lanes = options.warp_size;
        let warps = threads.div_ceil(lanes);
        let shared = image.shared(launch.dynamic_shared) as u32;
        self.shared.clear();
        self.shared.resize(shared as usize, 0);
        self.barriers = Default::default();
        (self.id, self.threads, self.lanes) = (id, threads, lanes);
        self.warps.resize_with(warps as usize, Warp::new);
        for (number, warp) in self.warps.iter_mut().enumerate() {
            let number = number as u32;
            warp.check_scalars = options.check_scalars;
            warp.budget = (BUDGET / 128 / u64::from(warps)) as usize;
            let shape = Shape {
                grid: launch.grid,
                block: launch.block,
                cta: id,
                warp: number,
                lanes,
                launch: launch.number,
                shared,
                dynamic: launch.dynamic_shared,
            };
            let mask = u32::MAX >> (32 - (threads - number * lanes).min(lanes));
            warp.start(image, shape, mask).map_err(|halt| {
                let mut fault = image.fault(image.kernel.0, 0, halt.0.0);
                fault.cta = Some(id);
                fault
            })?;
        }
        Ok(())
    }

    /// Its place in the grid.
    pub fn id(&self) -> [u32; 3] {
        self.id
    }
    /// Its shared memory, from the window's start.
    pub fn shared(&self) -> &[u8] {
        &self.shared
    }
    /// All its warps have ended.
    pub fn done(&self) -> bool {
        self.warps.iter().all(|warp| warp.state == State::Done)
    }

    /// Executes one instruction of a warp that is ready; how many threads took part.
    pub fn step<O: Observer>(
        &mut self,
        image: &Image,
        launch: &Launch,
        options: &Options,
        memory: &mut Memory,
        observer: &mut O,
        warp: usize,
    ) -> Result<u32, Fault> {
        let mut statistics = Statistics::default();
        self.steps(image, launch, options, memory, observer, warp, 1, &mut statistics)?;
        Ok(statistics.thread_instructions as u32)
    }

    /// Executes instructions of a warp as long as it is ready, so many at most.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub(crate) fn steps<O: Observer>(
        &mut self,
        image: &Image,
        launch: &Launch,
        options: &Options,
        memory: &mut Memory,
        observer: &mut O,
        number: usize,
        most: u64,
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        let Some(warp) = self.warps.get_mut(number).filter(|warp| warp.state == State::Ready) else { return Ok(()) };
        let parameters = &launch.parameters;
        let mut around = Around { image, memory, shared: &mut self.shared, parameters, options, observer };
        let (mut left, mut threads) = (most, 0);
        let event = loop {
            if left == 0 {
                break Ok(Event::Goes);
            }
            left -= 1;
            match warp.step(&mut around) {
                Ok((event, busy)) => {
                    threads += u64::from(busy);
                    if event != Event::Goes {
                        break Ok(event);
                    }
                }
                Err(halt) => break Err(halt),
            }
        };
        statistics.warp_instructions += most - left;
        statistics.thread_instructions += threads;
        let settled = event.and_then(|event| match event {
            Event::Goes => Ok(()),
            Event::Arrived(arrival) => self.arrived(image, number, &arrival),
            Event::Ended => self.release(image),
        });
        settled.map_err(|halt| self.fault(image, number, halt))
    }

    /// A warp came to a barrier.
    fn arrived(&mut self, image: &Image, number: usize, arrival: &Arrival) -> Result<(), Halt> {
        let barrier = &mut self.barriers[arrival.barrier as usize & 15];
        if barrier.used && barrier.expected != arrival.expected {
            return Err(Halt::new(Cause::BarrierOperand(arrival.barrier), arrival.mask.trailing_zeros()));
        }
        if !barrier.used {
            *barrier = Barrier { used: true, expected: arrival.expected, none: true, all: true, ..Barrier::default() };
        }
        let holds = arrival.predicates & arrival.mask;
        barrier.none &= holds == 0;
        barrier.all &= holds == arrival.mask;
        barrier.true_ones += holds.count_ones();
        barrier.threads += arrival.mask.count_ones();
        // a barrier that counts takes warps as whole, in units that do not depend on their size: PTX counts 32 for the last one
        let first = number as u32 * self.lanes;
        let whole = self.threads.next_multiple_of(32.max(self.lanes)) - first;
        barrier.counted += if first + self.lanes >= self.threads { whole } else { self.lanes };
        self.release(image)
    }

    /// Opens the barriers that are complete.
    fn release(&mut self, image: &Image) -> Result<(), Halt> {
        loop {
            let alive: u32 = self.warps.iter().map(|warp| warp.alive.count_ones()).sum();
            let complete =
                |b: &Barrier| b.used && b.expected.map_or(b.threads >= alive, |expected| b.counted >= expected);
            let Some(number) = self.barriers.iter().position(complete) else { return Ok(()) };
            let barrier = std::mem::take(&mut self.barriers[number]);
            for warp in &mut self.warps {
                if warp.state == State::Waiting(number as u32) {
                    warp.pass_barrier(image, |reduction| match reduction {
                        Reduction::And => u32::from(barrier.all),
                        Reduction::Or => u32::from(!barrier.none),
                        Reduction::Popc => barrier.true_ones,
                    })?;
                }
            }
        }
    }

    /// Why nothing moves: all warps that have not ended wait. None if one is ready or all have ended.
    pub fn stuck(&self, image: &Image) -> Option<Fault> {
        if self.warps.iter().any(|warp| warp.state == State::Ready) {
            return None;
        }
        let waiting = self.warps.iter().position(|warp| matches!(warp.state, State::Waiting(_)))?;
        let State::Waiting(number) = self.warps[waiting].state else { return None };
        let barrier = &self.barriers[number as usize & 15];
        let alive = self.warps.iter().map(|warp| warp.alive.count_ones()).sum();
        let (arrived, expected) = match barrier.expected {
            Some(expected) => (barrier.counted, expected),
            None => (barrier.threads, alive),
        };
        let lane = self.warps[waiting].alive.trailing_zeros();
        Some(self.fault(image, waiting, Halt::new(Cause::Barrier { barrier: number, arrived, expected }, lane)))
    }

    /// A fault of a warp where it stands.
    pub(crate) fn fault(&self, image: &Image, number: usize, halt: Halt) -> Fault {
        let (mut cause, lane) = *halt.0;
        let warp = &self.warps[number];
        let (function, instruction) = image.code.get(warp.at as usize).map_or((0, 0), |d| (d.function, d.number));
        if let Cause::Scalar { register, .. } = &mut cause {
            *register = image.written_at(function, instruction, register);
        }
        let mut fault = image.fault(function, instruction, cause);
        fault.cta = Some(self.id);
        fault.thread = lane.map(|lane| warp.shape.thread(lane));
        fault
    }
}

/// What a warp gets from a barrier that opens.
pub(crate) type Awaited = Option<(Reduction, AnyDest)>;
