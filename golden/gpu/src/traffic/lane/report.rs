//! What a core says when something is wrong: kernel, line, register, thread, both values; or who waits for what.

use heddle_contract::lane::Lane;
use heddle_golden::Device;
use heddle_kernel::execute::Cta;

use super::around::Differs;
use super::core::{Core, Warp};
use crate::decode::{Role, Source};
use crate::traffic::Trouble;
use crate::traffic::dispatch::Ground;

impl<D: Device<Lane>> Core<'_, D> {
    /// Kernel, line, thread.
    pub(super) fn place(&self, ground: &Ground, lane: usize, tag: u8, thread: usize) -> String {
        let module = ground.image.module;
        let kernel = &module.functions[ground.image.kernel.0 as usize].name;
        let Some(flight) = &self.sides[lane].flights[usize::from(tag)] else { return format!("kernel `{kernel}`") };
        let micro = &flight.micro;
        let instruction = module.functions[micro.function.0 as usize].code.get(micro.instruction as usize);
        let line = instruction.map_or(0, |instruction| module.source.place(instruction.at.start).line);
        let (warp, cta) = match &self.warps[flight.warp] {
            Some(warp) => (warp.number, self.ctas[warp.cta].as_ref().map_or([0; 3], Cta::id)),
            None => (0, [0; 3]),
        };
        let thread = warp * ground.options.warp_size as usize + micro.thread(thread);
        format!("kernel `{kernel}`, {}:{line}, CTA {cta:?}, thread {thread}, lane {lane}", module.source.name)
    }

    pub(super) fn differs(&self, ground: &Ground, differs: &Differs) -> Trouble {
        let Differs { lane, tag, operand, thread, here, program } = *differs;
        let place = self.place(ground, lane, tag, thread);
        let name = self.sides[lane].flights[usize::from(tag)].as_ref().map(|flight| {
            let (micro, at) = (&flight.micro, operand);
            let registers = &ground.image.module.functions[micro.function.0 as usize].registers;
            let name = match micro.step.sources[at] {
                Source::Register(place) => {
                    registers.get(place.register.0 as usize).map_or("a constant", |register| &register.name)
                }
                _ => "a constant",
            };
            let is_address = matches!(micro.step.role, Role::Memory(..)) && operand == 0;
            format!("{}{name}", if is_address { "address from " } else { "" })
        });
        let what = format!("{place}: {}: the lane says {here:#x}, the program {program:#x}", name.unwrap_or_default());
        Trouble::Wrong { cycle: self.cycle, what }
    }

    /// Nothing moves: a barrier that not all reach, or a fault of our own.
    pub(super) fn still(&self, ground: &Ground) -> Trouble {
        if let Some(fault) = self.ctas.iter().flatten().find_map(|cta| cta.stuck(ground.image)) {
            return Trouble::Run(fault.into());
        }
        let stuck = self.warps.iter().enumerate().find_map(|(n, warp)| Some((n, warp.as_ref()?)));
        let what = stuck.map_or("nobody is there".into(), |(n, warp)| {
            let Warp { number, lane, flying, flags, .. } = warp;
            let oldest = self.sides[*lane].oldest(n).map(|flight| flight.micro.step);
            let next = self.ctas[warp.cta].as_ref().and_then(|cta| cta.next(ground.image, *number));
            format!(
                "no progress: warp {number} of lane {lane} stands at {next:?}, waits for {flying} instructions, the oldest {oldest:?}, for predicates \
                 {flags:?}, and has {} to issue",
                warp.micros.len()
            )
        });
        Trouble::Wrong { cycle: self.cycle, what }
    }
}
