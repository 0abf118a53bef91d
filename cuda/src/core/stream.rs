//! Streams and events: what is given to a stream is done at once, and events are times of the simulated clock.

use super::{Gpu, Stream, invalid};
use crate::error::{Error, code};

/// A function of the host's that a stream calls.
pub type Callback = Option<extern "C" fn(u64, i32, u64)>;
/// The same without a status.
pub type HostFunction = Option<extern "C" fn(u64)>;

impl Gpu {
    /// Makes a stream.
    pub fn create_stream(&mut self, flags: u32, priority: i32) -> u64 {
        let handle = self.handle();
        self.streams.insert(handle, Stream { flags, priority });
        handle
    }
    /// Forgets a stream.
    pub fn destroy_stream(&mut self, stream: u64) -> Result<(), Error> {
        self.streams.remove(&stream).map(drop).ok_or_else(|| invalid("stream", stream))
    }
    /// Refuses what is no stream: 0, 1 and 2 are those that every program has.
    pub fn check_stream(&self, stream: u64) -> Result<(), Error> {
        match stream <= 2 || self.streams.contains_key(&stream) {
            true => Ok(()),
            false => Err(invalid("stream", stream)),
        }
    }
    /// What a stream was made with; those that every program has are plain.
    pub fn stream(&self, stream: u64) -> Result<Stream, Error> {
        self.check_stream(stream)?;
        Ok(self.streams.get(&stream).copied().unwrap_or(Stream { flags: 0, priority: 0 }))
    }
    /// Waits for all that a stream was given.
    pub fn wait_for_stream(&mut self, stream: u64) -> Result<(), Error> {
        self.check_stream(stream)?;
        self.synchronise()
    }

    /// Makes an event.
    pub fn create_event(&mut self) -> u64 {
        let handle = self.handle();
        self.events.insert(handle, None);
        handle
    }
    /// Forgets an event.
    pub fn destroy_event(&mut self, event: u64) -> Result<(), Error> {
        self.events.remove(&event).map(drop).ok_or_else(|| invalid("event", event))
    }
    /// Refuses what is no event.
    pub fn check_event(&self, event: u64) -> Result<(), Error> {
        self.events.get(&event).map(drop).ok_or_else(|| invalid("event", event))
    }
    /// Gives an event the time of now.
    pub fn record_event(&mut self, event: u64, stream: u64) -> Result<(), Error> {
        self.check_stream(stream)?;
        let now = self.now;
        *self.events.get_mut(&event).ok_or_else(|| invalid("event", event))? = Some(now);
        Ok(())
    }
    /// Lets a stream wait for an event.
    pub fn wait_in_stream(&self, stream: u64, event: u64) -> Result<(), Error> {
        self.check_stream(stream)?;
        self.check_event(event)
    }
    /// Waits for an event.
    pub fn wait_for_event(&mut self, event: u64) -> Result<(), Error> {
        self.check_event(event)?;
        self.synchronise()
    }
    /// Milliseconds between two events.
    pub fn elapsed(&self, start: u64, end: u64) -> Result<f32, Error> {
        let time = |event: u64| {
            let known = self.events.get(&event).ok_or_else(|| invalid("event", event))?;
            known.ok_or_else(|| Error::new(code::INVALID_HANDLE, "the event was not recorded"))
        };
        Ok(((time(end)? - time(start)?) / 1e6) as f32)
    }
}
