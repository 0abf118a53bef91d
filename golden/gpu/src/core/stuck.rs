//! What a core says of its warps when nothing moves any more.

use heddle_kernel::execute::{Fault, State};

use super::Core;
use super::execution::Execution;
use super::slots::Wait;
use crate::traffic::dispatch::Ground;

impl<X: Execution> Core<X> {
    /// What the program did wrong: a barrier that not all reach.
    pub fn fault(&self, ground: &Ground) -> Option<Fault> {
        self.ctas.iter().flatten().find_map(|resident| resident.cta.stuck(ground.image))
    }

    /// Each warp: where it stands, and what it waits for.
    pub fn stuck(&self, ground: &Ground) -> Vec<String> {
        let module = ground.image.module;
        let line = |(slot, warp): (usize, &super::Warp)| {
            let resident = self.ctas[warp.cta].as_ref()?;
            let (cta, state) = (&resident.cta, resident.cta.state(warp.number));
            let (function, next) = cta.next(ground.image, warp.number)?;
            // who waits at a barrier stands behind it
            let number = if matches!(state, State::Waiting(_)) { next.saturating_sub(1) } else { next };
            let function = &module.functions[function.0 as usize];
            let place = function.code.get(number as usize).map_or(0, |code| module.source.place(code.at.start).line);
            let waits = |wait: Wait| self.waiting[wait as usize] >> slot & 1 == 1;
            let resource = match state {
                State::Waiting(barrier) => format!("barrier {barrier}"),
                _ if waits(Wait::Long) => "memory".into(),
                _ if waits(Wait::Fetch) => "its next instruction".into(),
                _ if waits(Wait::Pipeline) => "an execution unit".into(),
                _ if warp.flying != 0 => format!("{} instructions in flight", warp.flying),
                _ => "its turn".into(),
            };
            let (name, cta, warp) = (&function.name, cta.id(), warp.number);
            Some(format!(
                "core {}, CTA {cta:?}, warp {warp}: `{name}`, {}:{place}, waits for {resource}",
                self.number, module.source.name
            ))
        };
        self.warps.iter().enumerate().filter_map(|(slot, warp)| line((slot, warp.as_ref()?))).collect()
    }
}
