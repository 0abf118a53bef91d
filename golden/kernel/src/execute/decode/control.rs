//! Decoding of control flow, barriers, and exchanges between the threads of a warp.

use super::{Decoder, Decoding, malformed};
use crate::execute::code::{AnyDest, BarrierAccess, CallSite, Code, Reduction, Slot};
use crate::program::{Barrier, Instruction, Op, Target, VariableId, Vote};

impl Decoder<'_, '_> {
    pub fn control(&mut self, number: u32, instruction: &Instruction) -> Decoding<Code> {
        let start = self.image.bodies[self.id.0 as usize].as_ref().map_or(0, |body| body.start);
        let reconverge_pc = start + self.reconvergence.at(number).unwrap_or(self.function.code.len() as u32);
        Ok(match &instruction.op {
            Op::Barrier(barrier) => return self.barrier(instruction, *barrier),
            Op::Branch { target, .. } => Code::Branch { target: start + target, reconverge_pc },
            Op::BranchIndexed { targets, .. } => {
                self.image.tables.push(targets.iter().map(|target| start + target).collect());
                let table = self.image.tables.len() as u32 - 1;
                Code::BranchIndexed { table, index: self.value(instruction, 0, 1)?, reconverge_pc }
            }
            Op::Call { target, arguments, results } => return self.call(instruction, target, arguments, results),
            Op::Return => Code::Return,
            Op::Exit => Code::Exit,
            Op::Trap => Code::Trap,
            _ => Code::Nothing,
        })
    }

    fn barrier(&mut self, instruction: &Instruction, barrier: Barrier) -> Decoding<Code> {
        let (counted, waits, reduction) = match barrier {
            Barrier::Sync { counted } => (counted, true, None),
            Barrier::Arrive => (true, false, None),
            Barrier::ReduceAnd { counted } => (counted, true, Some(Reduction::And)),
            Barrier::ReduceOr { counted } => (counted, true, Some(Reduction::Or)),
            Barrier::ReducePopc { counted } => (counted, true, Some(Reduction::Popc)),
        };
        let number = self.value(instruction, 0, 1)?;
        let threads = if counted { Some(self.value(instruction, 1, 1)?) } else { None };
        let reduction = match reduction {
            Some(reduction) => Some((reduction, self.flag(instruction, 1 + usize::from(counted))?)),
            None => None,
        };
        let to = self.any_dest(instruction, 0)?;
        self.image.barriers.push(BarrierAccess { number, threads, waits, reduction, to });
        Ok(Code::Barrier(self.image.barriers.len() as u32 - 1))
    }

    fn call(
        &mut self,
        instruction: &Instruction,
        target: &Target,
        arguments: &[VariableId],
        results: &[VariableId],
    ) -> Decoding<Code> {
        let (functions, address) = match target {
            Target::Direct(function) => (vec![function.0], None),
            Target::Indirect(list) => {
                let last = instruction.reads.len().checked_sub(1);
                let address = last.map_or_else(|| malformed("an indirect call reads no address"), Ok)?;
                let (address, words) = self.source(self.read(instruction, address)?)?;
                (list.iter().map(|f| f.0).collect(), Some((address, words > 1)))
            }
        };
        if functions.iter().any(|&f| f as usize >= self.image.module.functions.len()) {
            return malformed("a call of no function");
        }
        let module = self.image.module;
        let slots = |variables: &[VariableId]| -> Decoding<Vec<Slot>> {
            variables.iter().map(|&v| self.places.slot(module, self.id, v)).collect()
        };
        let site = CallSite { functions, address, arguments: slots(arguments)?, results: slots(results)? };
        self.image.calls.push(site);
        Ok(Code::Call(self.image.calls.len() as u32 - 1))
    }

    pub fn exchange(&mut self, instruction: &Instruction) -> Decoding<Code> {
        Ok(match instruction.op {
            Op::Vote { kind, negated, sync } => {
                let members = if sync { Some(self.value(instruction, 1, 1)?) } else { None };
                let to = self.any_dest(instruction, 0)?;
                if let AnyDest::Flag(_) = to
                    && kind == Vote::Ballot
                {
                    return malformed("a ballot goes to a register");
                }
                Code::Vote { kind, p: self.flag(instruction, 0)?, negated, members, to }
            }
            Op::Shuffle { kind, sync } => {
                let [a, b, c] = [0, 1, 2].map(|n| self.value(instruction, n, 1));
                if sync {
                    self.value(instruction, 3, 1)?;
                }
                let to = self.dest(instruction, 0)?;
                Code::Shuffle { kind, reads: [a?, b?, c?], to, p: self.flag_dest(instruction, 1)? }
            }
            Op::Match { all, ty } => {
                let a = self.value(instruction, 0, ty.words())?;
                let members = self.value(instruction, 1, 1)?;
                let (to, p) = (self.dest(instruction, 0)?, self.flag_dest(instruction, 1)?);
                Code::Match { all, a, members, wide: ty.words() > 1, to, p }
            }
            Op::ActiveMask => Code::ActiveMask { to: self.dest(instruction, 0)? },
            Op::Redux { kind, ty, nan } => {
                if ty.bits() != 32 {
                    return malformed("redux of other than 32 bits");
                }
                let [a, members] = [0, 1].map(|n| self.value(instruction, n, 1));
                Code::Redux { kind, ty, nan, a: a?, members: members?, to: self.dest(instruction, 0)? }
            }
            _ => return malformed("nothing that threads tell each other"),
        })
    }
}
