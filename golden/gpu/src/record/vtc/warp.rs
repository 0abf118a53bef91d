//! A warp as the scoreboard and the status table see it.

use heddle_kernel::execute::{Cta, Image, State};

use super::plan::{Place, Plan, Program};

/// What the controller was told last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// It goes on.
    Runs,
    /// It is stalled by memory.
    Stalled,
    /// It is at a barrier.
    Waits,
    /// It has exited.
    Exited,
}

/// Registers that an instruction will write.
#[derive(Debug, Clone)]
struct Pending {
    number: u64,
    /// Calls that the warp was in.
    calls: usize,
    places: Vec<Place>,
    /// Memory takes long.
    long: bool,
}

/// A warp.
#[derive(Debug, Clone)]
pub(super) struct Warp {
    pub told: Told,
    /// It came to a barrier, which the controller has not heard.
    pub arrived: bool,
    pending: Vec<Pending>,
}

/// What a warp could do in a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Can {
    /// Its next instruction.
    Issue,
    /// Tell that memory stalls it.
    Stall,
    /// Tell that it goes on.
    Wake,
    /// Tell that it is at a barrier.
    Arrive,
    /// Tell that the barrier is open.
    Open,
    /// End.
    Exit,
    /// Nothing.
    Nothing,
}

impl Warp {
    pub fn new() -> Warp {
        Warp { told: Told::Runs, arrived: false, pending: vec![] }
    }

    /// An instruction was issued that writes registers.
    pub fn owe(&mut self, number: u64, calls: usize, plan: &Plan, long: bool) {
        self.pending.push(Pending { number, calls, places: plan.writes.clone(), long });
    }
    /// They are written.
    pub fn pay(&mut self, number: u64) {
        self.pending.retain(|pending| pending.number != number);
    }
    /// What the next instruction waits for: nothing, something, something from memory that takes long.
    fn hazard(&self, cta: &Cta, warp: usize, image: &Image, program: &Program) -> Option<bool> {
        if cta.state(warp) == State::Done {
            return self.pending.iter().map(|pending| pending.long).max();
        }
        let (function, number) = cta.next(image, warp)?;
        let plan = program.plan(function, number)?;
        let calls = cta.calls(warp);
        let meets = |pending: &&Pending| {
            pending.calls == calls && pending.places.iter().any(|place| plan.touches.contains(place))
        };
        self.pending.iter().filter(meets).map(|pending| pending.long).max()
    }

    /// What it can do.
    pub fn can(&self, cta: &Cta, warp: usize, image: &Image, program: &Program) -> Can {
        let state = cta.state(warp);
        match self.told {
            Told::Exited => Can::Nothing,
            Told::Waits if matches!(state, State::Waiting(_)) => Can::Nothing,
            Told::Waits => Can::Open,
            Told::Runs if self.arrived || matches!(state, State::Waiting(_)) => Can::Arrive,
            Told::Runs | Told::Stalled => match (self.hazard(cta, warp, image, program), self.told) {
                (Some(true), Told::Runs) => Can::Stall,
                (Some(true), _) => Can::Nothing,
                (_, Told::Stalled) => Can::Wake,
                (Some(false), _) => Can::Nothing,
                (None, _) if state == State::Done => Can::Exit,
                (None, _) => Can::Issue,
            },
        }
    }

    /// Its CTA became active: nobody is stalled any more.
    pub fn activate(&mut self) {
        if self.told == Told::Stalled {
            self.told = Told::Runs;
        }
    }
}
