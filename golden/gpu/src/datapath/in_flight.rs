//! Steps in flight, by token.

use crate::microop::MicroOp;

/// Steps in flight, and the threads of each that wait for memory.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    steps: Vec<Option<Box<MicroOp>>>,
    missing: Vec<u64>,
    spare: Vec<u32>,
}

impl InFlight {
    /// Records a step that is issued, and returns its token.
    pub fn put(&mut self, op: Box<MicroOp>) -> u32 {
        let token = self.spare.pop().unwrap_or_else(|| {
            self.steps.push(None);
            self.missing.push(0);
            self.steps.len() as u32 - 1
        });
        self.steps[token as usize] = Some(op);
        token
    }
    /// Removes and returns a step that is over; `None` if the token has no step.
    pub fn take(&mut self, token: u32) -> Option<Box<MicroOp>> {
        let op = self.steps[token as usize].take()?;
        self.spare.push(token);
        Some(op)
    }
    #[inline(always)]
    pub fn get(&self, token: u32) -> Option<&MicroOp> {
        self.steps[token as usize].as_deref()
    }
    #[inline(always)]
    pub fn get_mut(&mut self, token: u32) -> Option<&mut MicroOp> {
        self.steps[token as usize].as_deref_mut()
    }
    /// Records the threads of a step that wait for memory.
    pub fn waits(&mut self, token: u32, threads: u64) {
        self.missing[token as usize] = threads;
    }
    /// Records that data came for threads of a step; returns whether these were the last that
    /// waited.
    pub fn arrived(&mut self, token: u32, threads: u64) -> bool {
        let missing = &mut self.missing[token as usize];
        *missing &= !threads;
        *missing == 0
    }
    /// Returns all steps in flight.
    #[cfg(test)]
    pub fn iter(&self) -> impl Iterator<Item = &MicroOp> {
        self.steps.iter().flatten().map(AsRef::as_ref)
    }
}
