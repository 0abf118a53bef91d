//! Invariants that hold in every cycle of every load/store unit with queues of loads.

use std::collections::{BTreeMap, BTreeSet};

use super::super::LoadPath;
use super::desk::{Do, Queues, Script, Seen, warps};
use crate::memory::{AccessKind, QueueCounters};

/// The state of the checker: the threads still to be served, and the classes of warps and entries.
pub struct Laws {
    limits: [usize; 2],
    classes: bool,
    /// Warps of inactive CTAs.
    away: BTreeSet<u32>,
    /// Entries that are inactive.
    inactive: BTreeSet<u32>,
    /// Threads of each token that are not served.
    owed: BTreeMap<u32, u64>,
}

impl Laws {
    pub fn new(script: &Script) -> Laws {
        let owed = script.steps.iter().filter_map(|(_, step)| match step {
            Do::Push(job) => Some((job.token, (1 << job.lines.len()) - 1)),
            _ => None,
        });
        let (active, inactive, classes) = match script.path {
            LoadPath::InOrder => (0, 0, false),
            LoadPath::Queue { entries } => (entries, 0, false),
            LoadPath::TwoQueues { active, inactive } => (active, inactive, true),
        };
        let limits = [active as usize, inactive as usize];
        Laws { limits, classes, away: BTreeSet::new(), inactive: BTreeSet::new(), owed: owed.collect() }
    }
    /// Notes that a CTA has become active or inactive.
    pub fn turned(&mut self, step: &Do) {
        match *step {
            Do::Demote(cta) => self.away.extend(warps(cta)),
            Do::Promote(cta) => self.away.retain(|warp| !warps(cta).contains(warp)),
            Do::Push(_) => {}
        }
    }
    /// Checks a cycle's tag access by its effects: the entries that left the queues, and those that
    /// were refused once more.
    pub fn tick(
        &mut self,
        now: u64,
        head: Option<bool>,
        before: (Queues, QueueCounters),
        after: (Queues, QueueCounters),
    ) -> Result<(), String> {
        let ((before, counted), (after, counts)) = (before, after);
        let wrong = |what: &str| Err(format!("{what} in cycle {now}: {before:?}, then {after:?}"));
        let find = |queues: &Queues, id| queues.iter().flatten().find(|seen| seen.id == id).copied();
        let left: Vec<Seen> = before.iter().flatten().filter(|seen| find(&after, seen.id).is_none()).copied().collect();
        let again = before.iter().flatten().filter(|seen| {
            seen.may && find(&after, seen.id).is_some_and(|then| (then.may, then.why) != (seen.may, seen.why))
        });
        let went: Vec<Seen> = left.iter().chain(again).copied().collect();
        if went.len() as u64 != counts.retries - counted.retries {
            return wrong("an entry left without the tags, or two went to them");
        }
        let came = after.iter().flatten().filter(|seen| find(&before, seen.id).is_none()).count() as u64;
        if came != counts.queued - counted.queued {
            return wrong("entries came that were not counted");
        }
        self.classes(&before).or_else(|what| wrong(&what))?;
        let active = before[0].iter().find(|seen| seen.may && !seen.inactive);
        let inactive = before.iter().rev().flatten().find(|seen| seen.may && seen.inactive);
        match went[..] {
            [] if active.is_some() => return wrong("an entry of an active CTA could go, and did not"),
            [] if inactive.is_some() && head == Some(false) => return wrong("an inactive entry could go, and did not"),
            [went] if !went.may => return wrong("an entry retried without a reason"),
            [went] if went.inactive && active.is_some() => return wrong("an inactive entry went before an active one"),
            [went] if went.inactive && head == Some(true) => return wrong("an inactive entry went before the head"),
            [went] if !went.inactive && active != Some(&went) => return wrong("not the oldest active entry went"),
            [went] if went.inactive && inactive != Some(&went) => return wrong("not the oldest inactive entry went"),
            [_, _, ..] => return wrong("two entries went"),
            _ => {}
        }
        if (0..2).any(|queue| after[queue].len() > self.limits[queue]) {
            return wrong("a queue has more than fit");
        }
        let strays = after[0].iter().any(|seen| seen.inactive);
        if strays && after[1].len() < self.limits[1] {
            return wrong("an inactive entry stays in the active queue though there is room");
        }
        self.inactive = after.iter().flatten().filter(|seen| seen.inactive).map(|seen| seen.id).collect();
        Ok(())
    }
    /// Checks that entries of inactive CTAs are inactive, and that inactive entries stay inactive.
    fn classes(&self, queues: &Queues) -> Result<(), String> {
        for (queue, seen) in queues.iter().enumerate().flat_map(|(n, queue)| queue.iter().map(move |seen| (n, seen))) {
            let wanted = self.classes && self.away.contains(&seen.warp) || self.inactive.contains(&seen.id);
            if wanted && !seen.inactive {
                return Err("an entry of an inactive CTA counts as active".into());
            }
            if queue == 1 && !seen.inactive {
                return Err("an active entry is in the inactive queue".into());
            }
        }
        Ok(())
    }
    /// Checks that no thread is served twice.
    pub fn served(&mut self, served: &[(u32, u64)]) -> Result<(), String> {
        for &(token, threads) in served {
            let owed = self.owed.entry(token).or_default();
            if *owed & threads != threads {
                return Err(format!("threads {threads:#x} of access {token} are served twice"));
            }
            *owed &= !threads;
        }
        Ok(())
    }
    /// Checks, at the end of a run, that all threads were served and all entries left.
    pub fn end(&self, counts: &QueueCounters) -> Result<(), String> {
        if let Some((token, threads)) = self.owed.iter().find(|(_, threads)| **threads != 0) {
            return Err(format!("threads {threads:#x} of access {token} are never served"));
        }
        if !self.inactive.is_empty() || counts.retries < counts.queued {
            return Err("entries have come in that never went out".into());
        }
        Ok(())
    }
}

/// Whether accesses of this kind are loads.
pub fn is_load(kind: AccessKind) -> bool {
    kind == AccessKind::Load
}
