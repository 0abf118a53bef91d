//! Contexts: there is one, the primary context or one that the program has created. A second
//! context is refused.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering};

use super::device::check;
use crate::boundary::{Out, driver};
use crate::core::{Until, settle, with_any};
use crate::error::{Error, code};

/// The primary context's handle.
const PRIMARY: u64 = 0xC0DE_0010;

/// The handle of the context that the program has created.
const MADE: u64 = 0xC0DE_0020;

static RETAINED: AtomicU32 = AtomicU32::new(0);

thread_local! {
    /// The contexts of a thread, the current one last.
    static STACK: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

fn known(context: u64) -> Result<(), Error> {
    match context {
        0 | PRIMARY | MADE => Ok(()),
        _ => Err(Error::new(code::INVALID_CONTEXT, format!("{context:#x} is not a context"))),
    }
}

fn create(to: Out<u64>, device: i32) -> Result<(), Error> {
    check(device)?;
    if RETAINED.swap(1, Ordering::Relaxed) != 0 {
        return Err(Error::new(code::NOT_SUPPORTED, "a second context is not supported: use the primary one"));
    }
    STACK.with_borrow_mut(|stack| stack.push(MADE));
    to.put(MADE)
}

fn destroy() -> Result<(), Error> {
    STACK.with_borrow_mut(Vec::clear);
    RETAINED.store(0, Ordering::Relaxed);
    with_any(|gpu| gpu.reset())
}

fn current() -> u64 {
    STACK.with_borrow(|stack| stack.last().copied().unwrap_or(0))
}

driver! {
    "heddle_cuDevicePrimaryCtxRetain" fn retain(context: Out<u64>, device: i32) {
        check(device)?;
        with_any(|_| Ok(()))?;
        RETAINED.fetch_add(1, Ordering::Relaxed);
        context.put(PRIMARY)
    }
    "heddle_cuDevicePrimaryCtxRelease" fn release_1(device: i32) {
        release_context(device)
    }
    "heddle_cuDevicePrimaryCtxRelease_v2" fn release(device: i32) {
        release_context(device)
    }
    "heddle_cuDevicePrimaryCtxReset" fn reset_1(device: i32) {
        check(device)?;
        with_any(|gpu| gpu.reset())
    }
    "heddle_cuDevicePrimaryCtxReset_v2" fn reset(device: i32) {
        check(device)?;
        with_any(|gpu| gpu.reset())
    }
    "heddle_cuDevicePrimaryCtxGetState" fn primary_state(device: i32, flags: Out<u32>, active: Out<i32>) {
        check(device)?;
        flags.put(0)?;
        active.put(i32::from(RETAINED.load(Ordering::Relaxed) != 0))
    }
    "heddle_cuDevicePrimaryCtxSetFlags_v2" fn primary_flags(device: i32, _flags: u32) {
        check(device)
    }
    "heddle_cuCtxCreate_v2" fn ctx_create_2(context: Out<u64>, _flags: u32, device: i32) {
        create(context, device)
    }
    "heddle_cuCtxCreate_v4" fn ctx_create_4(context: Out<u64>, _parameters: u64, _flags: u32, device: i32) {
        create(context, device)
    }
    "heddle_cuCtxDestroy_v2" fn ctx_destroy(context: u64) {
        known(context)?;
        destroy()
    }
    "heddle_cuCtxGetCurrent" fn get_current(context: Out<u64>) {
        context.put(current())
    }
    "heddle_cuCtxSetCurrent" fn set_current(context: u64) {
        known(context)?;
        STACK.with_borrow_mut(|stack| {
            stack.pop();
            if context != 0 {
                stack.push(context);
            }
        });
        Ok(())
    }
    "heddle_cuCtxPushCurrent_v2" fn push_current(context: u64) {
        known(context)?;
        STACK.with_borrow_mut(|stack| stack.push(context));
        Ok(())
    }
    "heddle_cuCtxPopCurrent_v2" fn pop_current(context: Out<u64>) {
        let none = || Error::new(code::INVALID_CONTEXT, "no context is current");
        let popped = STACK.with_borrow_mut(Vec::pop).ok_or_else(none)?;
        context.give(popped);
        Ok(())
    }
    "heddle_cuCtxGetDevice" fn get_device(device: Out<i32>) {
        if current() == 0 {
            return Err(Error::new(code::INVALID_CONTEXT, "no context is current"));
        }
        device.put(0)
    }
    "heddle_cuCtxGetApiVersion" fn api_version(_context: u64, version: Out<u32>) {
        version.put(3020)
    }
    "heddle_cuCtxGetFlags" fn get_flags(flags: Out<u32>) {
        flags.put(0)
    }
    "heddle_cuCtxSynchronize" fn synchronize() {
        settle(Until::All);
        with_any(|gpu| gpu.synchronise())
    }
    "heddle_cuCtxSetLimit" fn set_limit(_limit: i32, _value: usize) {
        Ok(())
    }
    "heddle_cuCtxSetCacheConfig" fn set_cache(_cache: i32) {
        Ok(())
    }
    "heddle_cuCtxGetStreamPriorityRange" fn priorities(least: Out<i32>, greatest: Out<i32>) {
        least.give(0);
        greatest.give(-5);
        Ok(())
    }
}

fn release_context(device: i32) -> Result<(), Error> {
    check(device)?;
    // one release too many does no harm: what is reset is released, too
    let _ = RETAINED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| count.checked_sub(1));
    Ok(())
}
