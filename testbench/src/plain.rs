//! The parts of a comparison that a block need not write: stimulus and shrinking that follow from
//! its ports, and no cover points, crosses, claims or operations. The macro `bench!` gives them to
//! a block.

use heddle_block::{Golden, Ports};

use crate::drawn::{Drawn, reset, simpler};
use crate::entropy::Entropy;

/// The stimulus of a block between cycles, by its ports.
#[derive(Debug, Clone, Default)]
pub struct Stimulus {
    ports: Vec<Drawn>,
    slots: Vec<u64>,
}

impl Stimulus {
    /// Creates the stimulus before the first cycle.
    pub fn new<B: Golden>(cfg: &B::Config) -> Self {
        Self::of(B::In::shape(cfg).iter().map(|port| Drawn::new(port.width, Vec::new())).collect())
    }

    /// Creates the stimulus of these ports, the reset first.
    pub fn of(ports: Vec<Drawn>) -> Self {
        Stimulus { slots: vec![0; ports.len()], ports }
    }

    /// Draws the next cycle's input, which is legal, into `i`, which holds the last cycle's input.
    pub fn next<B: Golden>(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, e: &mut Entropy, i: &mut B::In) {
        i.pack(cfg, &mut self.slots);
        self.slots[0] = reset(e);
        for (slot, port) in self.slots.iter_mut().zip(&mut self.ports).skip(1) {
            *slot = port.draw(*slot, e);
        }
        *i = B::In::unpack(cfg, &self.slots);
        B::repair(cfg, p, q, i);
    }
}

/// Returns simpler inputs in place of `i`: all ports zero, then each port simpler.
pub fn shrink_candidates<B: Golden>(cfg: &B::Config, i: &B::In) -> Vec<B::In> {
    let mut slots = vec![0; B::In::shape(cfg).len()];
    let mut found = vec![B::In::unpack(cfg, &slots)];
    i.pack(cfg, &mut slots);
    for at in 0..slots.len() {
        let value = slots[at];
        for simpler in simpler(value) {
            slots[at] = simpler;
            found.push(B::In::unpack(cfg, &slots));
        }
        slots[at] = value;
    }
    found.retain(|candidate| candidate != i);
    found
}

/// Implements parts of a comparison that are not written by hand: `plain!(Fifo: Shrink, Cover)`.
#[macro_export]
macro_rules! plain {
    ($block:ty: $($part:ident),+ $(,)?) => {
        $($crate::plain!(@$part $block);)+
    };
    (@Drive $block:ty) => {
        impl $crate::bench::Drive for $block {
            type Stimulus = $crate::plain::Stimulus;

            fn stimulus(cfg: &Self::Config) -> Self::Stimulus {
                $crate::plain::Stimulus::new::<Self>(cfg)
            }

            fn next(
                cfg: &Self::Config,
                s: &mut Self::Stimulus,
                p: &Self::Protocol,
                q: &Self::State,
                e: &mut $crate::entropy::Entropy,
                i: &mut Self::In,
            ) {
                s.next::<Self>(cfg, p, q, e, i);
            }
        }
    };
    (@Shrink $block:ty) => {
        impl $crate::bench::Shrink for $block {
            fn shrink_candidates(cfg: &Self::Config, i: &Self::In) -> Vec<Self::In> {
                $crate::plain::shrink_candidates::<Self>(cfg, i)
            }
        }
    };
    (@Cover $block:ty) => {
        impl $crate::bench::Cover for $block {
            const COVER: &'static [&'static str] = &[];

            fn unreachable(_: &Self::Config) -> Vec<&'static str> {
                Vec::new()
            }

            fn cover(
                _: &Self::Config,
                _: &Self::Protocol,
                _: &Self::State,
                _: &Self::In,
                _: &Self::Out,
                _: &mut dyn FnMut(usize),
            ) {
            }
        }
    };
    (@Crosses $block:ty) => {
        impl $crate::bench::Crosses for $block {}
    };
    (@Prove $block:ty) => {
        impl $crate::bench::Prove for $block {}
    };
    (@Work $block:ty) => {
        impl $crate::bench::Work for $block {}
    };
}

/// Implements the traits of a comparison for a block with a golden model: `bench!(Fifo)` all of
/// them, `bench!(Fifo: Shrink, Cover, Crosses, Prove, Work)` those that are named, where the others
/// are written by hand. With `bench!(Fifo, from files)` the RTL is that of
/// [`FromFiles`](crate::from_files::FromFiles), too; with `bench!(Fifo, untimed)` it is, and the
/// golden model is [`Untimed`](heddle_block::Untimed).
#[macro_export]
macro_rules! bench {
    ($block:ty) => {
        $crate::bench!($block: Drive, Shrink, Cover, Crosses, Prove, Work);
    };
    ($block:ty: $($part:ident),+ $(,)?) => {
        $crate::plain!($block: $($part),+);

        impl $crate::bench::Bench for $block {}
    };
    ($block:ty, from files) => {
        $crate::bench!($block, from files: Drive, Shrink, Cover, Crosses, Prove, Work);
    };
    ($block:ty, from files: $($part:ident),+ $(,)?) => {
        $crate::plain!($block: $($part),+);
        $crate::bench!(@written $block);

        impl $crate::bench::Bench for $block {
            fn prepare(cfg: &Self::Config) -> Result<(), $crate::verilator::block::SourceError> {
                $crate::from_files::read::<Self>(cfg, Vec::new())
            }
        }
    };
    ($block:ty, untimed) => {
        $crate::bench!($block, untimed: Drive, Shrink, Cover, Crosses, Prove, Work);
    };
    ($block:ty, untimed: $($part:ident),+ $(,)?) => {
        $crate::plain!($block: $($part),+);
        $crate::bench!(@written $block);

        impl $crate::Machine for $block {
            type State = ();

            fn reset(_: &Self::Config) {}

            fn comb(_: &Self::Config, (): &(), _: &Self::In, _: &mut Self::Out) {}

            fn clock(_: &Self::Config, (): &mut (), _: &Self::In) {}

            fn legal(cfg: &Self::Config, (): &(), i: &Self::In) -> Result<(), $crate::Illegal> {
                <Self as $crate::Untimed>::legal(cfg, i)
            }

            fn repair(cfg: &Self::Config, (): &(), i: &mut Self::In) {
                <Self as $crate::Untimed>::repair(cfg, i);
            }
        }

        impl $crate::bench::Bench for $block {
            fn prepare(cfg: &Self::Config) -> Result<(), $crate::verilator::block::SourceError> {
                $crate::from_files::read::<Self>(cfg, <Self as $crate::Untimed>::streams(cfg))
            }

            fn scoreboard(cfg: &Self::Config) -> Option<Box<dyn $crate::scoreboard::Scoreboard>> {
                Some(Box::new($crate::scoreboard::Results::<Self>::new(cfg)))
            }
        }
    };
    (@written $block:ty) => {
        impl $crate::Rtl for $block {
            const TOP: &'static str = $crate::from_files::TOP;
            const WRITTEN: bool = true;

            fn verilog(cfg: &Self::Config) -> Option<String> {
                $crate::from_files::verilog::<Self>(cfg)
            }
        }
    };
}
