//! Instructions whose outcome depends on registers: branches by table, calls, barriers.

use super::code::{CallSite, Source};
use super::fault::{Cause, Halt};
use super::image::Image;
use super::instruction::ExecEnv;
use super::outcome::{Arrival, Call, Outcome};
use super::rows::Lanes;
use super::warp::Warp;
use crate::program::FunctionId;

impl Warp {
    /// Executes a branch by table: finds each thread's target.
    pub(crate) fn branch_by_table(
        &mut self,
        image: &Image,
        table: u32,
        index: Source,
        reconverge_pc: u32,
        mask: u32,
    ) -> Result<Outcome, Halt> {
        let table = &image.tables[table as usize];
        for lane in Lanes(mask) {
            let index = self.row(image, index)[lane];
            let missing = || Halt::new(Cause::BranchIndex { index, length: table.len() }, lane as u32);
            self.targets[lane] = *table.get(index as usize).ok_or_else(missing)?;
        }
        Ok(if mask == 0 { Outcome::Next } else { Outcome::Indexed { threads: mask, reconverge_pc } })
    }

    /// Executes a barrier: returns the arriving threads and their predicates.
    pub(crate) fn arrive(&self, image: &Image, site: u32, mask: u32) -> Result<Outcome, Halt> {
        if mask == 0 {
            return Ok(Outcome::Next);
        }
        let barrier = &image.barriers[site as usize];
        let first = mask.trailing_zeros() as usize;
        let same = |source: Source| {
            let row = self.row(image, source);
            Lanes(mask).all(|lane| row[lane] == row[first]).then_some(row[first])
        };
        let number = self.row(image, barrier.number)[first];
        let wrong = || Halt::new(Cause::BarrierOperand(number), first as u32);
        let number = same(barrier.number).filter(|&number| number < 16).ok_or_else(wrong)?;
        let expected = match barrier.threads {
            Some(threads) => Some(same(threads).filter(|&n| n > 0 && n % self.shape.lanes == 0).ok_or_else(wrong)?),
            None => None,
        };
        let predicates = barrier.reduction.map_or(0, |(_, flag)| self.flag(flag)) & mask;
        let waits = barrier.waits;
        Ok(Outcome::Barrier(Arrival { barrier: number, expected, threads: mask, predicates, waits, site }))
    }

    /// Executes a call: of one function, or of the first thread's where addresses differ.
    pub(crate) fn call<O>(&mut self, env: &mut ExecEnv<O>, call: u32, mask: u32) -> Result<Outcome, Halt> {
        let image = env.image;
        if mask == 0 {
            return Ok(Outcome::Next);
        }
        let site = &image.calls[call as usize];
        let first = mask.trailing_zeros();
        let (function, threads) = match site.address {
            None => (site.functions.first().copied().unwrap_or(u32::MAX), mask),
            Some((source, wide)) => {
                let address = self.value(image, source, wide, first as usize);
                let known = FunctionId::of_address(address).filter(|f| site.functions.contains(&f.0));
                let function = known.ok_or_else(|| Halt::new(Cause::CallTarget { address }, first))?;
                let same = |lane: &usize| self.value(image, source, wide, *lane) == address;
                (function.0, Lanes(mask).filter(same).fold(0, |group, lane| group | 1 << lane))
            }
        };
        let later = mask & !threads;
        if image.body(function).is_some() {
            return Ok(Outcome::Call(Call { site: call, function, threads, later }));
        }
        self.outside(env, function, site, threads)?;
        Ok(if later == 0 { Outcome::Next } else { Outcome::Repeat { threads: later } })
    }

    /// Executes a function that the module declares and CUDA's runtime defines.
    fn outside<O>(&mut self, env: &mut ExecEnv<O>, function: u32, site: &CallSite, threads: u32) -> Result<(), Halt> {
        let (image, lane) = (env.image, threads.trailing_zeros());
        let name = image.module.functions.get(function as usize).map_or("?", |f| &f.name);
        match name {
            "vprintf" => self.print(env, site, threads),
            "malloc" => self.malloc(env, site, threads),
            "free" => self.free(env, site, threads),
            "__assertfail" | "__assert_fail" => Err(Halt::new(Cause::Assertion, lane)),
            _ => Err(Halt::new(Cause::Undefined(name.into()), lane)),
        }
    }
}
