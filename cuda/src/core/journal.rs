//! The journal of a run that keeps checkpoints: the program's calls that depend on the device's
//! memory, with their answers. A run that continues repeats them from a checkpoint.

use std::borrow::Cow;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use heddle_kernel::execute::{Launch, Memory};

use super::engine::{Kernel, Took};
use super::gpu::Gpu;
use crate::boundary::say_once;
use crate::checkpoint::{self, Answer, Call, Entry, Header, Parts, Reader, Within};
use crate::error::{Error, code};
use crate::settings::{self, Checkpoint, Settings};

/// Bytes of calls and answers that are kept in memory: more make a checkpoint due, as far as that
/// changes no cycles.
const MOST: usize = 1 << 26;

/// The journal; `None` in a run that keeps no checkpoints.
#[derive(Default)]
pub struct Journal(Option<Open>);

/// A journal that is kept.
struct Open {
    checkpoint: Checkpoint,
    settings: Settings,
    /// The checkpoint that is repeated: its calls that are still to come.
    past: Option<(Header, Reader)>,
    /// The last checkpoint, and the bytes of its calls and answers.
    before: Option<(File, u64)>,
    /// The lines and bytes of calls since then.
    since: Vec<u8>,
    /// Calls so far.
    calls: u64,
    /// Whether a launch was timed.
    timed: bool,
    /// The last launch before which a checkpoint was due.
    last: u64,
    /// What the launch under way has printed, and the number of allocations before it.
    printed: Vec<String>,
    allocations: usize,
    /// Why the program cannot go on.
    refused: Option<String>,
}

impl Answer {
    /// Returns the answer to a launch that took this and printed these texts.
    fn new(took: &Took, printed: Vec<String>) -> Answer {
        let Took { cycles, instructions, time, statistics } = took.clone();
        Answer { cycles, instructions, time: time.to_bits(), statistics, printed }
    }

    /// Returns what the launch took, and what it printed.
    fn parts(self) -> (Took, Vec<String>) {
        let Answer { cycles, instructions, time, statistics, printed } = self;
        (Took { cycles, instructions, time: f64::from_bits(time), statistics }, printed)
    }
}

/// Returns the digest of contents.
pub fn digest(contents: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    hasher.finish()
}

impl Journal {
    /// Opens the journal of a run, in the first process that uses the device; a run whose
    /// checkpoint is there continues from it.
    pub fn open(settings: &Settings, folder: &Path) -> Result<Journal, String> {
        let Some(checkpoint) = settings.checkpoint.clone() else { return Ok(Journal::default()) };
        if File::create_new(folder.join(settings::JOURNAL)).is_err() {
            say_once(
                "checkpoints are of the first process of the program that uses the device: this is another".into(),
            );
            return Ok(Journal::default());
        }
        let wrong = |error: std::io::Error| format!("{}: {error}", checkpoint.file.display());
        let (mut past, mut before, mut timed) = (None, None, false);
        if checkpoint.file.exists() {
            let (header, reader, file) = checkpoint::read(&checkpoint.file).map_err(wrong)?;
            (timed, before) = (header.timing.is_some(), Some((file, 0)));
            past = Some((header, reader));
        }
        Ok(Journal(Some(Open {
            checkpoint,
            settings: settings.clone(),
            past,
            before,
            since: vec![],
            calls: 0,
            timed,
            last: 0,
            printed: vec![],
            allocations: 0,
            refused: None,
        })))
    }

    /// Whether checkpoints are kept.
    pub fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// CTAs of a timed launch from one checkpoint within it to the next; `None`: none lies within.
    pub fn ctas(&self) -> Option<u64> {
        self.0.as_ref()?.checkpoint.ctas
    }

    /// Keeps no further checkpoint, for this reason.
    pub fn stop(&mut self, why: &str) {
        if let Some(open) = self.0.take() {
            say_once(format!("{}: no further checkpoint is written: {why}", open.checkpoint.file.display()));
        }
    }

    /// The journal behind CTAs that have run; `None` if it is not kept, or ends here as they have
    /// allocated memory.
    fn behind(&mut self, memory: &Memory) -> Option<&mut Open> {
        if self.0.as_ref().is_some_and(|open| open.allocations != memory.allocations().len()) {
            self.stop("a kernel has allocated memory");
        }
        self.0.as_mut()
    }

    /// Returns the answer to a call: `now`, or that of the checkpoint that is repeated.
    pub fn answer<'a>(&mut self, call: impl FnOnce() -> Call, now: &'a [u8]) -> Result<Cow<'a, [u8]>, Error> {
        let Some(open) = &mut self.0 else { return Ok(Cow::Borrowed(now)) };
        let call = call();
        if let Some(answer) = open.repeat(&call)? {
            return Ok(Cow::Owned(answer));
        }
        open.note(call, now);
        Ok(Cow::Borrowed(now))
    }

    /// Takes the reason why the program cannot go on.
    pub fn refused(&mut self) -> Option<String> {
        self.0.as_mut()?.refused.take()
    }

    /// Keeps what a launch has printed.
    pub fn print(&mut self, texts: &[String]) {
        if let Some(open) = &mut self.0 {
            open.printed.extend_from_slice(texts);
        }
    }

    /// Returns why the program cannot end here: it has not come to the checkpoint.
    pub fn is_behind(&mut self) -> Option<String> {
        let open = self.0.as_mut()?;
        let (header, _) = open.past.as_ref()?;
        let (calls, launches) = (header.calls, header.launches);
        open.refuse(format!("it has ended after {} of {calls} calls before launch {launches}", open.calls));
        open.refused.take()
    }
}

impl Open {
    /// Returns the answer of the checkpoint that is repeated; `None` behind it.
    fn repeat(&mut self, call: &Call) -> Result<Option<Vec<u8>>, Error> {
        let Some((header, reader)) = &mut self.past else { return Ok(None) };
        let number = self.calls;
        if number == header.calls {
            return Err(self.refuse(format!("there is {call} more before launch {}", self.last_launch())));
        }
        let entry = reader.line::<Entry>().and_then(|entry| Ok((reader.bytes(entry.bytes)?, entry.call)));
        match entry {
            Ok((answer, was)) if was == *call => {
                if let Some((_, bytes)) = &mut self.before {
                    *bytes = reader.read;
                }
                self.calls += 1;
                Ok(Some(answer))
            }
            Ok((_, was)) => Err(self.refuse(format!("call {number} is {call}; it was {was}"))),
            Err(error) => Err(self.refuse(format!("call {number} cannot be read: {error}"))),
        }
    }

    fn last_launch(&self) -> u64 {
        self.past.as_ref().map_or(0, |(header, _)| header.launches)
    }

    /// Ends the program, as it does not repeat its calls. The error has no reason: the one that is
    /// kept is printed.
    fn refuse(&mut self, why: String) -> Error {
        let file = self.checkpoint.file.display();
        self.refused = Some(format!("{file}: the program cannot continue from it: {why}; remove it to begin anew"));
        Error::new(code::UNKNOWN, "")
    }

    fn note(&mut self, call: Call, answer: &[u8]) {
        let entry = Entry { call, bytes: answer.len() as u64 };
        checkpoint::line(&mut self.since, &entry).expect("plain data, in memory");
        self.since.extend(answer);
        self.calls += 1;
    }

    /// Whether a checkpoint is due before a launch: a matter of the launch alone, so that a run
    /// that continues has the same ones.
    fn is_due(&self, number: u64, timed: bool) -> bool {
        let first = !self.timed && (timed || self.since.len() > MOST);
        number > self.last && (first || self.checkpoint.every.is_some_and(|every| number.is_multiple_of(every)))
    }

    /// Writes the checkpoint before or within a launch; if that fails, the earlier one stays, and
    /// the run goes on.
    fn write(&mut self, number: u64, within: Option<Within>, memory: &Memory) {
        let timing = self.timed.then(|| self.settings.timing());
        let place = if within.is_some() { "within" } else { "before" };
        let header = Header::new(&self.checkpoint, timing, number, self.calls, within);
        let before = self.before.as_ref().map(|(file, bytes)| (file, *bytes));
        let file = &self.checkpoint.file;
        match header.write(file, &Parts { before, since: &self.since, memory }) {
            Ok(file) => {
                let bytes = before.map_or(0, |(_, bytes)| bytes) + self.since.len() as u64;
                (self.before, self.since) = (Some((file, bytes)), vec![]);
            }
            Err(error) => say_once(format!(
                "{}: the checkpoint {place} launch {number} was not written: {error}; the run goes on",
                file.display()
            )),
        }
    }
}

impl Gpu {
    /// Continues from the checkpoint that lies before or within a launch, or writes one before it
    /// if it is due. Behind CTAs that were timed the caches are empty then, in either case. Returns
    /// the number of CTAs that have run, and what they took.
    pub(super) fn before_launch(&mut self, kernel: Kernel, launch: &Launch, timed: bool) -> Result<(u64, Took), Error> {
        let (mut begun, number) = ((0, Took::default()), launch.number);
        let Some(open) = &mut self.journal.0 else { return Ok(begun) };
        open.allocations = self.memory.allocations().len();
        if let Some((header, mut reader)) = open.past.take() {
            if header.launches > number {
                open.past = Some((header, reader));
                return Ok(begun);
            }
            if open.calls != header.calls {
                let why = format!("launch {number} is call {}; it was call {}", open.calls, header.calls);
                return Err(open.refuse(why));
            }
            reader.memory(&mut self.memory).map_err(|error| open.refuse(error.to_string()))?;
            open.last = number;
            if let Some(Within { call: was, ctas, took }) = header.within {
                let call = Gpu::call_of(kernel, launch, timed);
                if was != call {
                    return Err(open.refuse(format!("it is {call}; it was {was}")));
                }
                let (took, printed) = took.parts();
                self.printing.keep(printed.clone());
                open.printed = printed;
                begun = (ctas, took);
            }
        } else if open.is_due(number, timed) {
            open.last = number;
            open.write(number, None, &self.memory);
            if let Some(chosen) = self.engine.timed.as_mut().filter(|_| open.timed) {
                chosen.restart(0);
            }
        }
        open.timed |= timed;
        if open.timed && open.checkpoint.every.is_none() && open.checkpoint.ctas.is_none() {
            // no further one will be due
            self.journal = Journal::default();
        }
        Ok(begun)
    }

    /// Writes the checkpoint behind the first CTAs of a timed launch, which took this, and empties
    /// the caches.
    pub(super) fn within_launch(&mut self, kernel: Kernel, launch: &Launch, ctas: u64, took: &Took) {
        let Some(open) = self.journal.behind(&self.memory) else { return };
        let took = Answer::new(took, open.printed.clone());
        let instructions = took.instructions;
        open.write(launch.number, Some(Within { call: Gpu::call_of(kernel, launch, true), ctas, took }), &self.memory);
        if let Some(chosen) = &mut self.engine.timed {
            chosen.restart(instructions);
        }
    }

    /// Returns the call of a launch.
    fn call_of(kernel: Kernel, launch: &Launch, timed: bool) -> Call {
        let Launch { grid, block, dynamic_shared: shared, ref parameters, number, .. } = *launch;
        let kernel = kernel.0.functions[kernel.1.0 as usize].name.clone();
        Call::Launch { number, kernel, grid, block, shared, parameters: digest(parameters), timed }
    }

    /// Returns the time and statistics of a launch that the checkpoint has; its output is printed.
    pub(super) fn repeated(&mut self, kernel: Kernel, launch: &Launch, timed: bool) -> Result<Option<Took>, Error> {
        let Some(open) = &mut self.journal.0 else { return Ok(None) };
        let Some(answer) = open.repeat(&Gpu::call_of(kernel, launch, timed))? else { return Ok(None) };
        let answer: Answer = serde_json::from_slice(&answer).map_err(|error| open.refuse(error.to_string()))?;
        let (took, printed) = answer.parts();
        self.printing.keep(printed);
        Ok(Some(took))
    }

    /// Adds a launch that has run to the journal.
    pub(super) fn note_launch(&mut self, kernel: Kernel, launch: &Launch, took: &Took) {
        let Some(open) = self.journal.behind(&self.memory) else { return };
        let answer = Answer::new(took, std::mem::take(&mut open.printed));
        let answer = serde_json::to_vec(&answer).expect("it is plain data");
        open.note(Gpu::call_of(kernel, launch, took.cycles.is_some()), &answer);
    }
}
