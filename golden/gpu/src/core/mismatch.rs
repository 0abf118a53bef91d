//! What a core says of a unit that computed something else than the program: kernel, line, CTA, thread, lane, register, both values.

use super::Core;
use crate::datapath::{Difference, Execution, What};
use crate::system::SimError;
use crate::system::cta_dispatch::GridContext;

impl<X: Execution> Core<X> {
    /// Whose fault it is, where, and what it should have been.
    pub(super) fn wrong(&self, now: u64, ground: &GridContext, difference: &Difference) -> SimError {
        let Difference { lane, slot, here, program, .. } = *difference;
        let module = ground.image.module;
        let kernel = &module.functions[ground.image.kernel.0 as usize].name;
        let function = &module.functions[difference.function.0 as usize];
        let instruction = function.code.get(difference.instruction as usize);
        let line = instruction.map_or(0, |instruction| module.source.place(instruction.at.start).line);
        let (warp, cta) = match &self.warps[slot] {
            Some(warp) => (warp.number, self.ctas[warp.cta].as_ref().map_or([0; 3], |resident| resident.cta.id())),
            None => (0, [0; 3]),
        };
        let thread = warp * ground.options.warp_size as usize + difference.thread;
        let name = |register: heddle_kernel::program::RegisterId| {
            function.registers.get(register.0 as usize).map_or("?", |register| &register.name)
        };
        let what = match difference.what {
            What::Address => "an address".into(),
            What::Operand(None) => "a constant".into(),
            What::Operand(Some(register)) => format!("operand `{}`", name(register)),
            What::Written(register) => format!("`{}`, written", name(register)),
            What::Predicate => "a comparison".into(),
        };
        let what = format!(
            "kernel `{kernel}`, {}:{line}, CTA {cta:?}, thread {thread}, core {}, lane {lane}: {what}: the lane says {here:#x}, the program {program:#x}",
            module.source.name, self.number
        );
        SimError::Wrong { cycle: now, what }
    }
}
