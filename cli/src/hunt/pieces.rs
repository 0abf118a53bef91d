//! Pieces of a hunt that tasks share: segments of the seed's stream, and, where a hunt has a time,
//! the share of each task.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use heddle_testbench::campaign::{Piece, Pieces, Shared};
use heddle_testbench::target::Hardware;
use serde_json::{Value, json};

use super::Prepared;
use crate::cli::Cluster;
use crate::cluster::{Share, TASKS};
use crate::error::Error;
use crate::store::{Mine, Store, Turn};

/// Most pieces that a hunt by cycles is divided into, and most numbers of a piece: some ten
/// seconds.
const PIECES: u64 = 256;
const LARGEST: u64 = 1024;
/// Pieces in a row that are not there, after which no more are looked for: more than tasks can have
/// at once.
const GAP: u64 = 1024;

/// The pieces of work of a lockstep campaign, with their results in the store that tasks share.
pub struct HuntPieces<'a> {
    store: &'a Store,
    seed: u64,
    matters: Vec<String>,
    size: u64,
    time: Option<Duration>,
    /// Pieces in a row that were looked for and are not there.
    gap: AtomicU64,
    /// Cycles by target of pieces that the end of the time cut short.
    cut: Mutex<Vec<u64>>,
    /// The first error; the hunt ends with it.
    failed: Mutex<Option<Error>>,
}

impl<'a> HuntPieces<'a> {
    /// Creates the pieces of a campaign; `numbers` is the number of its segments, of all targets.
    pub fn new(
        store: &'a Store,
        prepared: &Prepared,
        cycles: Option<u64>,
        time: Option<Duration>,
        numbers: u64,
    ) -> Self {
        let size = if cycles.is_some() { numbers.div_ceil(PIECES).clamp(1, LARGEST) } else { LARGEST };
        let mut matters = vec![device(&prepared.hardware), prepared.seed.to_string(), format!("{cycles:?} {size}")];
        matters.push(prepared.tools.tools.version().to_string());
        matters.extend(prepared.targets.iter().map(|target| format!("{}/{}", target.unit(), target.preset())));
        let cut = Mutex::new(vec![0; prepared.targets.len()]);
        let (gap, failed) = (AtomicU64::new(0), Mutex::default());
        HuntPieces { store, seed: prepared.seed, matters, size, time, gap, cut, failed }
    }

    fn name(&self, what: &str, number: impl ToString) -> String {
        let (seed, number) = (self.seed.to_string(), number.to_string());
        let words = ["fuzz", &seed, what, &number];
        self.store.name(&words, self.matters.iter().map(String::as_bytes).chain([what.as_bytes(), number.as_bytes()]))
    }

    /// The file that holds a number that failed.
    fn marker(&self) -> String {
        self.name("failed", "")
    }

    /// Claims one task's share of a campaign that is limited by time; `None` if none is left, or
    /// this process is an observer.
    pub fn share(&self, cluster: &Cluster) -> Result<Option<(String, Mine)>, Error> {
        let Some(time) = self.time else { return Ok(None) };
        let tasks = cluster.tasks.unwrap_or(TASKS);
        for share in 0..tasks {
            let name = self.name("share", format!("{share} of {tasks}, {} s", time.as_secs()));
            if let Some(kept) = self.store.find(&name)? {
                self.store.see(&name);
                self.cut_short(&read(&kept).map_or(Vec::new(), |cut| cut.cycles));
            } else if let Turn::Mine(mine) = self.store.take(&name)? {
                return Ok(Some((name, mine)));
            }
        }
        Ok(None)
    }

    /// Records that a task's share of the time is used up.
    pub fn shared(&self, (name, mine): (String, Mine)) -> Result<(), Error> {
        let cut = std::mem::take(&mut *self.cut.lock().expect("no panic here"));
        self.store.keep(&name, json!({ "cycles": cut }))?;
        mine.done();
        Ok(())
    }

    /// Returns, by target, the cycles of pieces that were cut short by the end of the time.
    pub fn cut(&self) -> Vec<u64> {
        self.cut.lock().expect("no panic here").clone()
    }

    fn cut_short(&self, cycles: &[u64]) {
        let mut cut = self.cut.lock().expect("no panic here");
        cut.iter_mut().zip(cycles).for_each(|(cut, cycles)| *cut += cycles);
    }

    /// Notes an error that ends the hunt.
    fn fail<T>(&self, error: Error, then: T) -> T {
        self.failed.lock().expect("no panic here").get_or_insert(error);
        then
    }

    /// Returns the error that ended the campaign, if there is one.
    pub fn ended(&self) -> Result<(), Error> {
        self.failed.lock().expect("no panic here").take().map_or(Ok(()), Err)
    }

    fn try_piece(&self, piece: u64, run: &mut dyn FnMut() -> Piece) -> Result<Shared, Error> {
        let name = self.name("segments", piece);
        if let Some(done) = self.store.find(&name)?.and_then(|kept| read(&kept)) {
            // in a hunt by time, the pieces are not known before: the shares are what is waited for
            self.time.is_none().then(|| self.store.see(&name));
            self.gap.store(0, Ordering::Relaxed);
            return Ok(Shared::Done(done));
        }
        let works = self.store.share().is_none_or(Share::works);
        if !works && self.time.is_some() {
            let gap = self.gap.fetch_add(1, Ordering::Relaxed);
            return Ok(if gap < GAP { Shared::Elsewhere } else { Shared::End });
        }
        let mine = match self.store.take(&name)? {
            Turn::Mine(mine) => mine,
            Turn::Kept(kept) => return Ok(read(&kept).map_or(Shared::Elsewhere, Shared::Done)),
            Turn::Others => return Ok(Shared::Elsewhere),
        };
        let done = run();
        if done.whole {
            self.store.keep(&name, json!({ "cycles": done.cycles, "failed": done.failed }))?;
            mine.done();
            if let Some(failed) = done.failed {
                self.store.keep(&self.marker(), json!({ "failed": failed }))?;
            }
        } else {
            self.cut_short(&done.cycles);
        }
        Ok(Shared::Done(done))
    }
}

impl Pieces for HuntPieces<'_> {
    fn size(&self) -> u64 {
        self.size
    }

    fn piece(&self, piece: u64, run: &mut dyn FnMut() -> Piece) -> Shared {
        self.try_piece(piece, run).unwrap_or_else(|error| self.fail(error, Shared::End))
    }

    fn failed(&self) -> Option<u64> {
        // what was looked for in order needs no marker
        let works = self.store.share().is_none_or(Share::works);
        let kept = if works { self.store.find(&self.marker()) } else { Ok(None) };
        kept.unwrap_or_else(|error| self.fail(error, None))?.get("failed")?.as_u64()
    }
}

fn read(kept: &Value) -> Option<Piece> {
    let cycles = kept.get("cycles")?.as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?;
    Some(Piece { cycles, failed: kept.get("failed").and_then(Value::as_u64), whole: true })
}

/// Returns what distinguishes hardware from the RTL of the command's own version.
fn device(hardware: &Hardware) -> String {
    match hardware {
        Hardware::File { verilog, .. } | Hardware::Block { verilog, .. } => verilog.clone(),
        Hardware::Fpga => "fpga".into(),
        Hardware::Emitted | Hardware::Mutants { .. } => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunts_of_different_hardware_share_no_results() {
        let all =
            [Hardware::Emitted, Hardware::Fpga, Hardware::file("a.v", "module a;"), Hardware::file("a.v", "module b;")];
        let all = all.map(|hardware| device(&hardware));
        assert!((1..all.len()).all(|n| !all[..n].contains(&all[n])), "{all:?}");
    }
}
