//! Events: times of the simulated clock.

use super::check_stream;
use crate::boundary::{Out, runtime};
use crate::core::{Gpu, invalid, with};
use crate::error::{Error, code};

/// Makes an event.
pub(crate) fn create(gpu: &mut Gpu) -> u64 {
    let handle = gpu.handle();
    gpu.events.insert(handle, None);
    handle
}

/// Gives an event the time of now.
pub(crate) fn record(gpu: &mut Gpu, event: u64, stream: u64) -> Result<(), Error> {
    check_stream(gpu, stream)?;
    let now = gpu.now;
    *gpu.events.get_mut(&event).ok_or_else(|| invalid("event", event))? = Some(now);
    Ok(())
}

/// Milliseconds between two events.
pub(crate) fn elapsed(gpu: &Gpu, start: u64, end: u64) -> Result<f32, Error> {
    let time = |event: u64| {
        let known = gpu.events.get(&event).ok_or_else(|| invalid("event", event))?;
        known.ok_or_else(|| Error::new(code::INVALID_HANDLE, "the event was not recorded"))
    };
    Ok(((time(end)? - time(start)?) / 1e6) as f32)
}

/// Refuses what is no event.
pub(crate) fn check(gpu: &Gpu, event: u64) -> Result<(), Error> {
    gpu.events.get(&event).map(drop).ok_or_else(|| invalid("event", event))
}

/// Forgets an event.
pub(crate) fn destroy(gpu: &mut Gpu, event: u64) -> Result<(), Error> {
    gpu.events.remove(&event).map(drop).ok_or_else(|| invalid("event", event))
}

runtime! {
    "heddle_cudaEventCreate" fn event_create(event: Out<u64>) {
        with(|gpu| event.put(create(gpu)))
    }
    "heddle_cudaEventCreateWithFlags" fn event_create_with_flags(event: Out<u64>, _flags: u32) {
        with(|gpu| event.put(create(gpu)))
    }
    "heddle_cudaEventDestroy" fn event_destroy(event: u64) {
        with(|gpu| destroy(gpu, event))
    }
    "heddle_cudaEventRecord" fn event_record(event: u64, stream: u64) {
        with(|gpu| record(gpu, event, stream))
    }
    "heddle_cudaEventRecordWithFlags" fn event_record_with_flags(event: u64, stream: u64, _flags: u32) {
        with(|gpu| record(gpu, event, stream))
    }
    "heddle_cudaEventQuery" fn event_query(event: u64) {
        with(|gpu| {
            check(gpu, event)?;
            gpu.synchronise()
        })
    }
    "heddle_cudaEventSynchronize" fn event_synchronize(event: u64) {
        with(|gpu| {
            check(gpu, event)?;
            gpu.synchronise()
        })
    }
    "heddle_cudaEventElapsedTime" fn event_elapsed(milliseconds: Out<f32>, start: u64, end: u64) {
        with(|gpu| milliseconds.put(elapsed(gpu, start, end)?))
    }
    "heddle_cudaEventElapsedTime_v2" fn event_elapsed_2(milliseconds: Out<f32>, start: u64, end: u64) {
        with(|gpu| milliseconds.put(elapsed(gpu, start, end)?))
    }
}
