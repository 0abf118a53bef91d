//! Streams: what is given to one is done at once.

use crate::boundary::{Out, runtime};
use crate::core::{Gpu, Stream, invalid, with};
use crate::error::Error;

/// Refuses what is no stream: 0, 1 and 2 are those that every program has.
pub fn check(gpu: &Gpu, stream: u64) -> Result<(), Error> {
    match stream <= 2 || gpu.streams.contains_key(&stream) {
        true => Ok(()),
        false => Err(invalid("stream", stream)),
    }
}

/// Makes a stream.
pub(crate) fn create(gpu: &mut Gpu, flags: u32, priority: i32) -> u64 {
    let handle = gpu.handle();
    gpu.streams.insert(handle, Stream { flags, priority });
    handle
}

/// A function of the host's that a stream calls.
pub(crate) type Callback = Option<extern "C" fn(u64, i32, u64)>;
/// The same without a status.
pub(crate) type HostFunction = Option<extern "C" fn(u64)>;

runtime! {
    "heddle_cudaStreamCreate" fn stream_create(stream: Out<u64>) {
        with(|gpu| stream.put(create(gpu, 0, 0)))
    }
    "heddle_cudaStreamCreateWithFlags" fn stream_create_with_flags(stream: Out<u64>, flags: u32) {
        with(|gpu| stream.put(create(gpu, flags, 0)))
    }
    "heddle_cudaStreamCreateWithPriority" fn stream_create_with_priority(stream: Out<u64>, flags: u32, priority: i32) {
        with(|gpu| stream.put(create(gpu, flags, priority)))
    }
    "heddle_cudaStreamDestroy" fn stream_destroy(stream: u64) {
        with(|gpu| gpu.streams.remove(&stream).map(drop).ok_or_else(|| invalid("stream", stream)))
    }
    "heddle_cudaStreamSynchronize" fn stream_synchronize(stream: u64) {
        with(|gpu| {
            check(gpu, stream)?;
            gpu.synchronise()
        })
    }
    "heddle_cudaStreamQuery" fn stream_query(stream: u64) {
        with(|gpu| {
            check(gpu, stream)?;
            gpu.synchronise()
        })
    }
    "heddle_cudaStreamWaitEvent" fn stream_wait_event(stream: u64, event: u64, _flags: u32) {
        with(|gpu| {
            check(gpu, stream)?;
            gpu.events.get(&event).map(drop).ok_or_else(|| invalid("event", event))
        })
    }
    "heddle_cudaStreamGetFlags" fn stream_flags(stream: u64, flags: Out<u32>) {
        with(|gpu| {
            check(gpu, stream)?;
            flags.put(gpu.streams.get(&stream).map_or(0, |stream| stream.flags))
        })
    }
    "heddle_cudaStreamGetPriority" fn stream_priority(stream: u64, priority: Out<i32>) {
        with(|gpu| {
            check(gpu, stream)?;
            priority.put(gpu.streams.get(&stream).map_or(0, |stream| stream.priority))
        })
    }
    "heddle_cudaStreamAddCallback" fn stream_add_callback(stream: u64, callback: Callback, data: u64, _flags: u32) {
        with(|gpu| check(gpu, stream))?;
        if let Some(callback) = callback {
            callback(stream, 0, data);
        }
        Ok(())
    }
    "heddle_cudaLaunchHostFunc" fn launch_host_function(stream: u64, function: HostFunction, data: u64) {
        with(|gpu| check(gpu, stream))?;
        if let Some(function) = function {
            function(data);
        }
        Ok(())
    }
    "heddle_cudaStreamAttachMemAsync" fn stream_attach_memory(stream: u64, _address: u64, _bytes: usize, _flags: u32) {
        with(|gpu| check(gpu, stream))
    }
    "heddle_cudaStreamIsCapturing" fn stream_is_capturing(stream: u64, status: Out<i32>) {
        with(|gpu| check(gpu, stream))?;
        status.put(0)
    }
}
