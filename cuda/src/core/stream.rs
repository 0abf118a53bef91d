//! Streams and events; events are times of the simulated clock.

use super::queue::Work;
use super::{Gpu, Stream, Until, invalid, with};
use crate::error::{Error, code};

/// A host function that a stream calls, with a status (`cudaStreamAddCallback`).
pub type Callback = Option<extern "C" fn(u64, i32, u64)>;
/// A host function that a stream calls, without a status (`cudaLaunchHostFunc`).
pub type HostFunction = Option<extern "C" fn(u64)>;

impl Gpu {
    /// Creates a stream and returns its handle.
    pub fn create_stream(&mut self, flags: u32, priority: i32) -> u64 {
        let handle = self.handle();
        self.streams.insert(handle, Stream { flags, priority });
        handle
    }
    /// Destroys the stream with this handle.
    pub fn destroy_stream(&mut self, stream: u64) -> Result<(), Error> {
        self.streams.remove(&stream).map(drop).ok_or_else(|| invalid("stream", stream))
    }
    /// Checks that a handle is a stream's; 0, 1 and 2 are CUDA's default streams.
    pub fn check_stream(&self, stream: u64) -> Result<(), Error> {
        match stream <= 2 || self.streams.contains_key(&stream) {
            true => Ok(()),
            false => Err(invalid("stream", stream)),
        }
    }
    /// Returns the properties of a stream; the default streams are without flags and of priority 0.
    pub fn stream(&self, stream: u64) -> Result<Stream, Error> {
        self.check_stream(stream)?;
        Ok(self.streams.get(&stream).copied().unwrap_or(Stream { flags: 0, priority: 0 }))
    }
    /// Returns the error "not ready" if this work is not done yet.
    pub fn is_done(&self, until: Until) -> Result<(), Error> {
        if self.waits(until) { Err(Error::new(code::NOT_READY, "")) } else { Ok(()) }
    }
    /// Synchronises with a stream whose work is done.
    pub fn wait_for_stream(&mut self, stream: u64) -> Result<(), Error> {
        self.check_stream(stream)?;
        self.synchronise()
    }

    /// Creates an event and returns its handle.
    pub fn create_event(&mut self) -> u64 {
        let handle = self.handle();
        self.events.insert(handle, None);
        handle
    }
    /// Destroys the event with this handle.
    pub fn destroy_event(&mut self, event: u64) -> Result<(), Error> {
        self.events.remove(&event).map(drop).ok_or_else(|| invalid("event", event))
    }
    /// Checks that a handle is an event's.
    pub fn check_event(&self, event: u64) -> Result<(), Error> {
        self.events.get(&event).map(drop).ok_or_else(|| invalid("event", event))
    }
    /// Records an event: sets its time to the simulated time when the stream's work before it is
    /// done.
    pub fn record_event(&mut self, event: u64, stream: u64) -> Result<(), Error> {
        self.check_stream(stream)?;
        self.check_event(event)?;
        match self.waits(Until::Stream(stream)) {
            true => self.put(stream, Work::Record(event)),
            false => drop(self.events.insert(event, Some(self.now))),
        }
        Ok(())
    }
    /// Makes the later work of a stream wait for an event.
    pub fn wait_in_stream(&mut self, stream: u64, event: u64) -> Result<(), Error> {
        self.check_stream(stream)?;
        self.check_event(event)?;
        if let Some(number) = self.queue.record_of(event) {
            self.put(stream, Work::Wait(number));
        }
        Ok(())
    }
    /// Synchronises with an event that is recorded.
    pub fn wait_for_event(&mut self, event: u64) -> Result<(), Error> {
        self.check_event(event)?;
        self.synchronise()
    }
    /// Returns the milliseconds of simulated time between two events.
    pub fn elapsed(&self, start: u64, end: u64) -> Result<f32, Error> {
        self.is_done(Until::Event(start))?;
        self.is_done(Until::Event(end))?;
        let time = |event: u64| {
            let known = self.events.get(&event).ok_or_else(|| invalid("event", event))?;
            known.ok_or_else(|| Error::new(code::INVALID_HANDLE, "the event was not recorded"))
        };
        Ok(((time(end)? - time(start)?) / 1e6) as f32)
    }
}

/// Calls a function of the host once the earlier work of a stream is done.
pub fn call_host(stream: u64, function: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    let mut function = Some(function);
    with(|gpu| {
        gpu.check_stream(stream)?;
        if gpu.waits(Until::Stream(stream)) {
            function.take().into_iter().for_each(|function| gpu.put(stream, Work::Host(Box::new(function))));
        }
        Ok(())
    })?;
    function.into_iter().for_each(|function| function());
    Ok(())
}
