//! `malloc` and `free` of kernels: blocks of the device's memory, thread by thread, the lowest lane
//! first.

use super::code::CallSite;
use super::fault::{Cause, Halt};
use super::instruction::ExecEnv;
use super::rows::Lanes;
use super::warp::Warp;

/// The name of the kernels' blocks in errors.
const NAME: &str = "device malloc";

impl Warp {
    /// `malloc`: allocates bytes and returns the address of a block, which lives until `free` or
    /// the end of the memory; null if memory is full.
    pub(super) fn malloc<O>(&mut self, env: &mut ExecEnv<O>, site: &CallSite, threads: u32) -> Result<(), Halt> {
        let ([bytes], [result]) = (&site.arguments[..], &site.results[..]) else {
            return Err(Halt::new(Cause::Malformed("`malloc` takes bytes and returns an address".into()), None));
        };
        for lane in Lanes(threads) {
            let bytes = self.slot(*bytes, lane);
            let address = if bytes == 0 { 0 } else { env.memory.allocate(NAME, bytes).unwrap_or(0) };
            for (word, value) in
                [address as u32, (address >> 32) as u32].into_iter().take(result.words as usize).enumerate()
            {
                self.local[(self.frame.local + result.word) as usize + word][lane] = value;
            }
        }
        Ok(())
    }

    /// `free`: frees a block that `malloc` returned; null is no error.
    pub(super) fn free<O>(&mut self, env: &mut ExecEnv<O>, site: &CallSite, threads: u32) -> Result<(), Halt> {
        let [block] = site.arguments[..] else {
            return Err(Halt::new(Cause::Malformed("`free` takes an address".into()), None));
        };
        for lane in Lanes(threads) {
            let address = self.slot(block, lane);
            let ours = env.memory.is_named(address, NAME);
            if address != 0 && !(ours && env.memory.free(address)) {
                return Err(Halt::new(Cause::Free { address }, lane as u32));
            }
        }
        Ok(())
    }
}
