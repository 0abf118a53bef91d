//! The process of a confined model: it is started, gets one order at a time, and every end of it
//! that was not asked for is an error.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, BufReader, PipeReader, Read, Write};
use std::num::NonZeroUsize;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use heddle_sandbox::{Kind, confine};
use tempfile::TempDir;

use super::confined::Program;
use super::error::Cause;
use super::orders::{KIND, LENGTH, MOST_TEXT, NUMBER, Order, SLOTS, TEXT};
use super::region::Region;
use crate::interrupt;

/// Interval at which a process that has not answered is polled.
const LOOK: Duration = Duration::from_millis(50);
/// Looks that an interruption leaves to an order under way.
const GRACE: u32 = 4;
/// Processor time that an order may take.
const LIMIT: Duration = Duration::from_secs(10);
/// Looks in a row at which a process sleeps and has done nothing: it waits for what never comes.
const ASLEEP: u32 = 100;
/// Lines that a process may print, and bytes of a line.
const LINES: usize = 1000;
const LINE: u64 = 1000;
/// Time that the last words of a process that has ended may take.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A running model. It is killed when it is dropped.
pub(super) struct Process {
    child: Child,
    region: Region,
    /// The folder that it may write: it stands in it.
    own: TempDir,
    orders: u32,
    /// Ends when all that it prints has been read.
    printed: Receiver<()>,
}

impl Process {
    /// Starts the process of a model.
    pub(super) fn start(program: &Program) -> io::Result<Self> {
        // beside the program where there is no place for temporary files: a mismatch is found all
        // the same
        let beside = program.path().parent().and_then(Path::parent).unwrap_or(Path::new("."));
        let own = tempfile::tempdir().or_else(|_| tempfile::tempdir_in(beside))?;
        let words = NonZeroUsize::new(SLOTS + 2 * program.half()).expect("a layout has words");
        let (region, shared) = Region::new(words)?;
        let (reader, writer) = io::pipe()?;
        let mut command = Command::new(program.path());
        command.current_dir(&own).stdin(shared).stdout(writer.try_clone()?).stderr(writer).process_group(0);
        confine(&mut command, Kind::Model, own.path(), program.reads())?;
        let child = spawn(command)?;
        let (done, printed) = channel();
        let (file, lines) = (program.file().1.clone(), program.printed());
        thread::spawn(move || {
            print(reader, &file, &lines);
            drop(done);
        });
        Ok(Self { child, region, own, orders: 0, printed })
    }

    /// Returns the folder that it may write.
    pub(super) fn own(&self) -> &Path {
        self.own.path()
    }

    /// Returns the words for inputs and outputs.
    pub(super) fn slots(&self) -> &[AtomicU64] {
        &self.region.words()[SLOTS..]
    }

    /// Gives an order and the words that belong to it, when the one before it is obeyed.
    pub(super) fn order(&mut self, order: Order, words: &[(usize, u64)]) -> Result<(), (Cause, String)> {
        self.obeyed()?;
        for (word, value) in words.iter().chain(&[(KIND, order as u64)]) {
            self.region.words()[*word].store(*value, Ordering::Relaxed);
        }
        self.orders = self.orders.wrapping_add(1);
        self.region.order(self.orders);
        Ok(())
    }

    /// Waits until the order is obeyed.
    ///
    /// # Errors
    ///
    /// The process ended, hangs, or the work is interrupted. It is of no more use.
    pub(super) fn obeyed(&mut self) -> Result<(), (Cause, String)> {
        let (mut looked, mut looks, mut asleep) = (Instant::now(), 0, 0);
        let mut times: Option<(Duration, Duration)> = None;
        loop {
            // before its end is looked for: what it answered counts
            let answered = self.region.answered();
            if answered == self.orders {
                return Ok(());
            }
            if looked.elapsed() < LOOK {
                self.region.wait(answered, LOOK.saturating_sub(looked.elapsed()));
                continue;
            }
            (looked, looks) = (Instant::now(), looks + 1);
            let ended = self.child.try_wait().map_err(|error| (Cause::Process, error.to_string()))?;
            if let Some(status) = ended {
                let _ = self.printed.recv_timeout(LAST_WORDS);
                return Err((Cause::Process, words(status)));
            }
            if looks >= GRACE && interrupt::asked() {
                return Err((Cause::Interrupt, "interrupted".into()));
            }
            let Some((now, sleeps)) = state(self.child.id()) else { continue };
            let (began, before) = *times.get_or_insert((now, now));
            asleep = if sleeps && now == before { asleep + 1 } else { 0 };
            times = Some((began, now));
            if now.saturating_sub(began) >= LIMIT {
                let what = format!("it did not end within {} s of processor time, and was killed", LIMIT.as_secs());
                return Err((Cause::Process, what));
            }
            if asleep >= ASLEEP {
                return Err((Cause::Process, "it waits for something that never comes, and was killed".into()));
            }
        }
    }

    /// Returns the number of the answer.
    pub(super) fn number(&self) -> u64 {
        self.region.words()[NUMBER].load(Ordering::Relaxed)
    }

    /// Returns the text of the answer, fit to be printed; `None` if there is none.
    pub(super) fn text(&self) -> Option<String> {
        let words = self.region.words();
        let length = words[LENGTH].load(Ordering::Relaxed).checked_sub(1)?;
        let length = usize::try_from(length).unwrap_or(MOST_TEXT).min(MOST_TEXT);
        let bytes: Vec<u8> = words[TEXT..SLOTS]
            .iter()
            .flat_map(|word| word.load(Ordering::Relaxed).to_ne_bytes())
            .take(length)
            .collect();
        Some(printable(&String::from_utf8_lossy(&bytes)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // one that has ended needs no signal
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = self.printed.recv_timeout(LAST_WORDS);
    }
}

/// Starts a command from a thread that lives as long as this process: a confined process ends with
/// the thread that started it.
fn spawn(command: Command) -> io::Result<Child> {
    type Wanted = (Command, Sender<io::Result<Child>>);
    static STARTER: LazyLock<Mutex<Sender<Wanted>>> = LazyLock::new(|| {
        let (wanted, next) = channel::<Wanted>();
        thread::spawn(move || next.iter().for_each(|(mut command, reply)| _ = reply.send(command.spawn())));
        Mutex::new(wanted)
    });
    let (reply, started) = channel();
    let gone = || io::Error::other("no process can be started any more");
    STARTER.lock().unwrap_or_else(PoisonError::into_inner).send((command, reply)).map_err(|_| gone())?;
    started.recv().map_err(|_| gone())?
}

/// Returns the processor time of a process, and whether it sleeps.
fn state(process: u32) -> Option<(Duration, bool)> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // the name, in parentheses, may contain anything
    let mut fields = text.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    let ticks: u64 = fields.skip(10).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Some((Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second()), state == "S"))
}

/// Returns how a process ended, in words.
fn words(status: ExitStatus) -> String {
    const SIGSYS: i32 = 31;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("it exited with status {code}, which is no verdict"),
        (_, Some(SIGSYS)) => {
            "it was killed, for it tried to start a program, to use the network, or to reach another process or file"
                .into()
        }
        _ => format!("it was ended by {status}"),
    }
}

/// What Verilator writes of an assertion that fails.
const FAILED: &str = "Assertion failed";

/// Prints what a process prints on standard error, each line with the file's name. A line that was
/// printed before is not printed again: every instance says the same at its start, and shrinking
/// makes an assertion fail again and again.
fn print(pipe: PipeReader, file: &str, printed: &Mutex<HashSet<String>>) {
    let mut pipe = BufReader::new(pipe);
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        if !matches!(pipe.by_ref().take(LINE).read_until(b'\n', &mut line), Ok(1..)) {
            return;
        }
        let text = printable(String::from_utf8_lossy(&line).trim_end_matches('\n'));
        // the time, in brackets, stands before a failed assertion
        let what = text.split_once(FAILED).map_or(&*text, |(_, what)| what);
        let mut printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
        if printed.contains(what) {
            continue;
        }
        if printed.len() < LINES {
            printed.insert(what.to_owned());
        }
        drop(printed);
        number += 1;
        let said = match number {
            ..=LINES => text,
            _ if number == LINES + 1 => format!("more than {LINES} lines, which are left out"),
            _ => continue,
        };
        // a closed standard error is no fault of the model's
        let _ = writeln!(io::stderr(), "{file}: {said}");
    }
}

/// Returns a text without control characters, by which it could pass for another one's on a
/// terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect()
}
