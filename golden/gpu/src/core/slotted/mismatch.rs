//! Report of a unit that computed another value than the program: kernel, line, CTA, thread, lane,
//! register, both values.

use heddle_kernel::program::RegisterId;

use super::SlottedCore;
use crate::base::{GridContext, SimError};
use crate::datapath::{Datapath, Seen, ValueMismatch};
use crate::formation::Formation;
use crate::residency::Residency;

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Returns the error for a mismatch: the instruction and the thread whose value differs, and
    /// the program's value.
    pub(super) fn wrong(&self, now: u64, grid: &GridContext, mismatch: &ValueMismatch) -> SimError {
        let ValueMismatch { lane, here, program, .. } = *mismatch;
        let module = grid.image.module;
        let kernel = &module.functions[grid.image.kernel.0 as usize].name;
        let function = &module.functions[mismatch.function.0 as usize];
        let instruction = function.code.get(mismatch.instruction as usize);
        let line = instruction.map_or(0, |instruction| module.source.place(instruction.at.start).line);
        let (warp, cta) = self
            .chassis
            .contexts
            .cta(mismatch.warp)
            .map_or((0, [0; 3]), |(resident, number)| (number, resident.cta.id()));
        let thread = warp * grid.options.warp_size as usize + mismatch.thread;
        let name =
            |register: RegisterId| function.registers.get(register.0 as usize).map_or("?", |register| &register.name);
        let what = match mismatch.seen {
            Seen::Address => "an address".into(),
            Seen::Operand(None) => "a constant".into(),
            Seen::Operand(Some(register)) => format!("operand `{}`", name(register)),
            Seen::Written(register) => format!("`{}`, written", name(register)),
            Seen::Predicate => "a comparison".into(),
        };
        let what = format!(
            "kernel `{kernel}`, {}:{line}, CTA {cta:?}, thread {thread}, core {}, lane {lane}: {what}: the lane has {here:#x}, the program {program:#x}",
            module.source.name, self.chassis.frame.number
        );
        SimError::Wrong { cycle: now, what }
    }
}
