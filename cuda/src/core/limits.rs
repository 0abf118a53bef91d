//! Limits of the device that its properties claim, beside those that the executor checks.

use heddle_kernel::program::Space;

use super::gpu::{Gpu, Run};
use crate::error::{Error, code};

/// Most CTAs of a grid in y and in z.
const GRID: u32 = 65535;
/// Most threads of a CTA in z.
const DEPTH: u32 = 64;
/// Bytes of shared memory that a CTA can have without a kernel's opting in.
pub const SHARED: u32 = 48 << 10;
/// Number of the attribute by which a kernel opts in to more dynamic shared memory.
const DYNAMIC: i32 = 8;

impl Gpu {
    /// Checks a launch against the limits that `cudaDeviceProp` claims.
    pub(super) fn check_limits(&self, handle: u64, run: &Run) -> Result<(), Error> {
        let Run { grid, block, shared, .. } = run;
        let refuse = |why: String| Err(Error::new(code::INVALID_CONFIGURATION, why));
        if grid[1].max(grid[2]) > GRID {
            let [x, y, z] = grid;
            return refuse(format!("a grid of {x} x {y} x {z} CTAs is too large: y and z are {GRID} at most"));
        }
        if block[2] > DEPTH {
            let [x, y, z] = block;
            return refuse(format!("a CTA of {x} x {y} x {z} threads is too large: z is {DEPTH} at most"));
        }
        let function = self.function(handle)?;
        let fixed = fixed(function.kernel);
        let all = u64::from(*shared) + fixed;
        // more than a core has is an error of the executor, which says what the core would need
        let held = all <= u64::from(self.spec.shared.bytes);
        if *shared > function.dynamic && all > SHARED.into() && held {
            let why = format!(
                "{all} bytes of shared memory are more than {SHARED}: a kernel opts in with \
                 cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {shared})"
            );
            return Err(Error::new(code::INVALID_VALUE, why));
        }
        Ok(())
    }

    /// Sets an attribute of a kernel; only the size of its dynamic shared memory has a meaning.
    pub fn set_attribute(&mut self, handle: u64, number: i32, value: i32) -> Result<(), Error> {
        let fixed = fixed(self.function(handle)?.kernel);
        let most = u64::from(self.spec.shared.bytes).saturating_sub(fixed);
        if number != DYNAMIC {
            return Ok(());
        }
        match u32::try_from(value).ok().filter(|value| u64::from(*value) <= most) {
            Some(value) => self.opt_in(handle, value),
            None => {
                let why =
                    format!("{value} bytes of dynamic shared memory: a CTA of the kernel can have {most} at most");
                Err(Error::new(code::INVALID_VALUE, why))
            }
        }
    }
}

/// Returns the bytes of a kernel's static shared memory, without those of functions that it calls.
fn fixed((module, kernel): super::engine::Kernel) -> u64 {
    let of = |owner| owner == Some(kernel);
    module.variables.iter().filter(|it| it.space == Space::Shared && of(it.owner)).map(|it| it.bytes).sum()
}
