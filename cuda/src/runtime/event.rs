//! Runtime API: events, which are times of the simulated clock.

use crate::boundary::{Out, runtime};
use crate::core::{Until, after, with};

runtime! {
    "heddle_cudaEventCreate" fn event_create(event: Out<u64>) {
        with(|gpu| event.put(gpu.create_event()))
    }
    "heddle_cudaEventCreateWithFlags" fn event_create_with_flags(event: Out<u64>, _flags: u32) {
        with(|gpu| event.put(gpu.create_event()))
    }
    "heddle_cudaEventDestroy" fn event_destroy(event: u64) {
        with(|gpu| gpu.destroy_event(event))
    }
    "heddle_cudaEventRecord" fn event_record(event: u64, stream: u64) {
        with(|gpu| gpu.record_event(event, stream))
    }
    "heddle_cudaEventRecordWithFlags" fn event_record_with_flags(event: u64, stream: u64, _flags: u32) {
        with(|gpu| gpu.record_event(event, stream))
    }
    "heddle_cudaEventQuery" fn event_query(event: u64) {
        with(|gpu| gpu.is_done(Until::Event(event)).and_then(|()| gpu.wait_for_event(event)))
    }
    "heddle_cudaEventSynchronize" fn event_synchronize(event: u64) {
        after(Until::Event(event), |gpu| gpu.wait_for_event(event))
    }
    "heddle_cudaEventElapsedTime" fn event_elapsed(milliseconds: Out<f32>, start: u64, end: u64) {
        with(|gpu| milliseconds.put(gpu.elapsed(start, end)?))
    }
    "heddle_cudaEventElapsedTime_v2" fn event_elapsed_2(milliseconds: Out<f32>, start: u64, end: u64) {
        with(|gpu| milliseconds.put(gpu.elapsed(start, end)?))
    }
}
