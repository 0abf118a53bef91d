//! Driver API: streams and events.

use crate::boundary::{Out, driver};
use crate::core::{Callback, HostFunction, Until, after, call_host, with};

driver! {
    "heddle_cuStreamCreate" fn create(stream: Out<u64>, flags: u32) {
        with(|gpu| stream.put(gpu.create_stream(flags, 0)))
    }
    "heddle_cuStreamCreateWithPriority" fn create_with_priority(stream: Out<u64>, flags: u32, priority: i32) {
        with(|gpu| stream.put(gpu.create_stream(flags, priority)))
    }
    "heddle_cuStreamDestroy_v2" fn destroy(stream: u64) {
        with(|gpu| gpu.destroy_stream(stream))
    }
    "heddle_cuStreamSynchronize" fn synchronize(stream: u64) {
        after(Until::Stream(stream), |gpu| gpu.wait_for_stream(stream))
    }
    "heddle_cuStreamQuery" fn query(stream: u64) {
        with(|gpu| gpu.is_done(Until::Stream(stream)).and_then(|()| gpu.wait_for_stream(stream)))
    }
    "heddle_cuStreamWaitEvent" fn wait_event(stream: u64, waited: u64, _flags: u32) {
        with(|gpu| gpu.wait_in_stream(stream, waited))
    }
    "heddle_cuStreamAddCallback" fn add_callback(stream: u64, callback: Callback, data: u64, _flags: u32) {
        call_host(stream, move || callback.into_iter().for_each(|callback| callback(stream, 0, data)))
    }
    "heddle_cuLaunchHostFunc" fn launch_host_function(stream: u64, function: HostFunction, data: u64) {
        call_host(stream, move || function.into_iter().for_each(|function| function(data)))
    }
    "heddle_cuStreamGetPriority" fn priority(stream: u64, priority: Out<i32>) {
        with(|gpu| priority.put(gpu.stream(stream)?.priority))
    }
    "heddle_cuStreamGetFlags" fn flags(stream: u64, flags: Out<u32>) {
        with(|gpu| flags.put(gpu.stream(stream)?.flags))
    }
    "heddle_cuStreamIsCapturing" fn is_capturing(stream: u64, status: Out<i32>) {
        with(|gpu| gpu.check_stream(stream))?;
        status.put(0)
    }
    "heddle_cuStreamAttachMemAsync" fn attach_memory(stream: u64, _address: u64, _bytes: usize, _flags: u32) {
        with(|gpu| gpu.check_stream(stream))
    }
    "heddle_cuEventCreate" fn event_create(to: Out<u64>, _flags: u32) {
        with(|gpu| to.put(gpu.create_event()))
    }
    "heddle_cuEventDestroy_v2" fn event_destroy(known: u64) {
        with(|gpu| gpu.destroy_event(known))
    }
    "heddle_cuEventRecord" fn event_record(known: u64, stream: u64) {
        with(|gpu| gpu.record_event(known, stream))
    }
    "heddle_cuEventQuery" fn event_query(known: u64) {
        with(|gpu| gpu.is_done(Until::Event(known)).and_then(|()| gpu.wait_for_event(known)))
    }
    "heddle_cuEventSynchronize" fn event_synchronize(known: u64) {
        after(Until::Event(known), |gpu| gpu.wait_for_event(known))
    }
    "heddle_cuEventElapsedTime" fn event_elapsed(milliseconds: Out<f32>, start: u64, end: u64) {
        with(|gpu| milliseconds.put(gpu.elapsed(start, end)?))
    }
    "heddle_cuEventElapsedTime_v2" fn event_elapsed_2(milliseconds: Out<f32>, start: u64, end: u64) {
        with(|gpu| milliseconds.put(gpu.elapsed(start, end)?))
    }
}
