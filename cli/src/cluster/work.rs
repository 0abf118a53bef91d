//! A task: it runs the submitted command again and again, and does pieces that no other task does,
//! until none is left.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use heddle_testbench::interrupt;

use super::claim::is_done;
use super::folder::Folder;
use super::share::{Seen, Share};
use crate::error::{Error, Outcome};

/// Interval at which the results of other tasks are polled.
const LOOK: Duration = Duration::from_millis(500);

/// Does the pieces that are left of a submission, whose folder is `place`; `run` runs the command
/// with its role in the work.
pub fn work(place: &Path, mut run: impl FnMut(&Arc<Share>) -> Result<Outcome, Error>) -> Result<Outcome, Error> {
    let root = place.ancestors().nth(2).unwrap_or(place);
    let folder = Folder::existing(root)?;
    let share = Arc::new(Share::working(&folder));
    loop {
        let ended = run(&share);
        if interrupt::asked() {
            return Err(Error::Interrupted { what: "what was under way is given back to other tasks".into() });
        }
        match ended {
            Err(Error::Unfinished) => {}
            other => return other,
        }
        let Seen { missing, .. } = share.seen();
        let waits = share.waits();
        // what others do, they will end: this task makes room for the work of other people
        if missing.is_empty() || !waits && !missing.iter().any(|piece| share.is_left(piece)) {
            return Ok(Outcome::Equal);
        }
        while waits && !interrupt::asked() && !missing.iter().any(|piece| is_done(piece) || share.is_left(piece)) {
            std::thread::sleep(LOOK);
        }
    }
}
