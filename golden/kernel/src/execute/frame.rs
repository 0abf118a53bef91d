//! Frames: the registers, predicates and local memory of a function of a warp.

use super::code::{Body, Preset, Slot};
use super::fault::{Cause, Halt};
use super::image::Image;
use super::outcome::Call;
use super::rows::{blend, broadcast};
use super::special;
use super::warp::Warp;
use super::window::LOCAL;

/// The frame of a kernel or called function: the places of its registers and local variables while
/// it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    pub(crate) function: u32,
    /// The first row, first predicate and first word of local memory of the frame.
    pub(crate) rows: usize,
    pub(crate) flags: usize,
    pub(crate) local: u32,
    /// The threads that entered the function.
    pub(crate) mask: u32,
    /// The lanes in which the rows belong to this frame: all, unless other threads of the warp may
    /// be in frames of their own.
    pub(crate) lanes: u32,
    /// The call that made the frame.
    pub(crate) call: u32,
    /// The number of frames below this one.
    pub(crate) depth: usize,
}

impl Frame {
    /// Returns the frame of a kernel, above the words that lie below all frames.
    pub(crate) fn of_kernel(image: &Image, mask: u32) -> Frame {
        Frame {
            function: image.kernel.0,
            rows: 0,
            flags: 0,
            local: image.local,
            mask,
            lanes: u32::MAX,
            call: u32::MAX,
            depth: 0,
        }
    }

    /// Returns the part of the frame of a warp that has these lanes in it.
    pub(crate) fn part(self, lanes: u32) -> Frame {
        let own = if self.depth == 0 { u32::MAX } else { lanes };
        Frame { mask: self.mask & lanes, lanes: self.lanes & own, ..self }
    }
}

impl Warp {
    /// Makes room for the current frame.
    pub(crate) fn open(&mut self, body: &Body) -> Result<(), Halt> {
        let frame = self.frame;
        let (rows, local) = (frame.rows + body.rows as usize + 2, (frame.local + body.local) as usize);
        if rows + local > self.budget {
            let what = "registers and local memory of a CTA".into();
            return Err(Halt::new(Cause::MemoryFull { what, limit: super::cta::BUDGET }, None));
        }
        // rows keep what an earlier frame left, except those that may be read before they are
        // written
        if self.rows.len() < rows {
            self.rows.resize(rows, [0; 32]);
        }
        for &row in &body.fresh {
            if let Some(row) = self.rows.get_mut(frame.rows + row as usize) {
                blend(row, &[0; 32], frame.lanes);
            }
        }
        let flags = frame.flags + body.predicates as usize;
        if self.flags.len() < flags {
            self.flags.resize(flags, 0);
        }
        self.flags[frame.flags..flags].iter_mut().for_each(|flag| *flag &= !frame.lanes);
        if self.local.len() < local {
            self.local.resize(local, [0; 32]);
        }
        self.local[frame.local as usize..local].iter_mut().for_each(|row| blend(row, &[0; 32], frame.lanes));
        self.preset(body, false);
        Ok(())
    }

    /// Sets the rows that hold special registers and local addresses; with `timed`, only those that
    /// change with time.
    pub(crate) fn preset(&mut self, body: &Body, timed: bool) {
        for &(row, preset) in &body.prologue {
            let rows = match preset {
                Preset::Special(which) if !timed || which.by_time() => special::rows(which, &self.shape, self.steps),
                Preset::Local(byte) if !timed => {
                    broadcast((LOCAL + u64::from(self.frame.local) * 4).wrapping_add_signed(byte))
                }
                _ => continue,
            };
            let at = self.frame.rows + row as usize;
            for (to, row) in self.rows.iter_mut().skip(at).zip(&rows) {
                blend(to, row, self.frame.lanes);
            }
        }
    }

    /// Opens the called function's frame above the caller's and passes the arguments; returns the
    /// caller's frame.
    pub fn enter(&mut self, image: &Image, call: &Call) -> Result<Frame, Halt> {
        self.enter_in(image, call, u32::MAX)
    }

    /// Opens a frame as [`Self::enter`] does, in these lanes alone.
    pub(crate) fn enter_in(&mut self, image: &Image, call: &Call, lanes: u32) -> Result<Frame, Halt> {
        let missing = || Halt::new(Cause::Malformed("a call of no function".into()), None);
        let body = image.body(call.function).ok_or_else(missing)?;
        let below = self.frame;
        let caller = image.body(below.function).map_or((0, 0, 0), |b: &Body| (b.rows, b.predicates, b.local));
        self.frame = Frame {
            function: call.function,
            rows: below.rows + caller.0 as usize + 2,
            flags: below.flags + caller.1 as usize,
            local: below.local + caller.2,
            mask: call.threads,
            lanes,
            call: call.site,
            depth: below.depth + 1,
        };
        self.open(body)?;
        if let Some(site) = image.calls.get(call.site as usize) {
            for (&argument, &parameter) in site.arguments.iter().zip(&body.parameters) {
                self.pass((below.local, argument), (self.frame.local, parameter), call.threads);
            }
        }
        Ok(below)
    }

    /// Closes the current frame, which all its threads have left, and copies the return values into
    /// the caller's variables.
    pub fn leave(&mut self, image: &Image, caller: Frame) {
        let callee = self.frame;
        self.deliver(image, caller);
        self.flags.truncate(callee.flags);
        self.local.truncate(callee.local as usize);
    }

    /// Returns to the caller's frame as [`Self::leave`] does, but keeps what lies above it, where
    /// other threads may have frames.
    pub(crate) fn deliver(&mut self, image: &Image, caller: Frame) {
        let callee = std::mem::replace(&mut self.frame, caller);
        if let (Some(site), Some(body)) = (image.calls.get(callee.call as usize), image.body(callee.function)) {
            for (&result, &returned) in site.results.iter().zip(&body.returns) {
                self.pass((callee.local, returned), (caller.local, result), callee.mask & self.alive);
            }
        }
    }

    /// Copies words between local frames, for a call.
    fn pass(&mut self, from: (u32, Slot), to: (u32, Slot), mask: u32) {
        for word in 0..from.1.words.min(to.1.words) {
            let source = self.local.get((from.0 + from.1.word + word) as usize).copied();
            let target = self.local.get_mut((to.0 + to.1.word + word) as usize);
            if let (Some(source), Some(target)) = (source, target) {
                blend(target, &source, mask);
            }
        }
    }
}
