//! Runtime API: streams.

use crate::boundary::{Out, runtime};
use crate::core::{Callback, HostFunction, Until, after, call_host, with};

runtime! {
    "heddle_cudaStreamCreate" fn stream_create(stream: Out<u64>) {
        with(|gpu| stream.put(gpu.create_stream(0, 0)))
    }
    "heddle_cudaStreamCreateWithFlags" fn stream_create_with_flags(stream: Out<u64>, flags: u32) {
        with(|gpu| stream.put(gpu.create_stream(flags, 0)))
    }
    "heddle_cudaStreamCreateWithPriority" fn stream_create_with_priority(stream: Out<u64>, flags: u32, priority: i32) {
        with(|gpu| stream.put(gpu.create_stream(flags, priority)))
    }
    "heddle_cudaStreamDestroy" fn stream_destroy(stream: u64) {
        with(|gpu| gpu.destroy_stream(stream))
    }
    "heddle_cudaStreamSynchronize" fn stream_synchronize(stream: u64) {
        after(Until::Stream(stream), |gpu| gpu.wait_for_stream(stream))
    }
    "heddle_cudaStreamQuery" fn stream_query(stream: u64) {
        with(|gpu| gpu.is_done(Until::Stream(stream)).and_then(|()| gpu.wait_for_stream(stream)))
    }
    "heddle_cudaStreamWaitEvent" fn stream_wait_event(stream: u64, event: u64, _flags: u32) {
        with(|gpu| gpu.wait_in_stream(stream, event))
    }
    "heddle_cudaStreamGetFlags" fn stream_flags(stream: u64, flags: Out<u32>) {
        with(|gpu| flags.put(gpu.stream(stream)?.flags))
    }
    "heddle_cudaStreamGetPriority" fn stream_priority(stream: u64, priority: Out<i32>) {
        with(|gpu| priority.put(gpu.stream(stream)?.priority))
    }
    "heddle_cudaStreamAddCallback" fn stream_add_callback(stream: u64, callback: Callback, data: u64, _flags: u32) {
        call_host(stream, move || callback.into_iter().for_each(|callback| callback(stream, 0, data)))
    }
    "heddle_cudaLaunchHostFunc" fn launch_host_function(stream: u64, function: HostFunction, data: u64) {
        call_host(stream, move || function.into_iter().for_each(|function| function(data)))
    }
    "heddle_cudaStreamAttachMemAsync" fn stream_attach_memory(stream: u64, _address: u64, _bytes: usize, _flags: u32) {
        with(|gpu| gpu.check_stream(stream))
    }
    "heddle_cudaStreamIsCapturing" fn stream_is_capturing(stream: u64, status: Out<i32>) {
        with(|gpu| gpu.check_stream(stream))?;
        status.put(0)
    }
}
