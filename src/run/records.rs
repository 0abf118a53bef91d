//! The records that the CUDA library writes during a program's run, and the results made of them.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

use heddle_cuda::settings::{Change, Record, records};
use heddle_gpu::measure::sampling::Estimate;
use heddle_gpu::system::{self, Ended, Event, Launch, Sample, Sampled, list};
use serde_json::json;

use crate::console::{aside, say};
use crate::error::Error;
use crate::number::group;
use crate::sim::ending::Ending;
use crate::sim::record::{Memory, Record as Kept};
use crate::sim::timeline::Timeline;

/// One finished run of a CUDA program.
pub struct Ran {
    /// The exit status of the program.
    pub status: ExitStatus,
    records: Vec<Record>,
}

impl Ran {
    /// Creates the run of a program that has ended, with the library's records from a folder.
    pub fn new(status: ExitStatus, folder: &Path) -> Ran {
        Ran { status, records: records(folder) }
    }

    /// Returns the launches that were timed, or those that were not.
    fn launches(&self, timed: bool) -> impl Iterator<Item = Launch> {
        self.records.iter().filter_map(move |record| match record {
            Record::Launch { kernel, cycles, statistics, .. } if cycles.is_some() == timed => {
                Some(Launch { kernel: kernel.clone(), cycles: cycles.unwrap_or(0), statistics: statistics.clone() })
            }
            _ => None,
        })
    }

    /// Returns the number of launches that have run.
    pub fn launched(&self) -> u64 {
        self.records.iter().filter(|record| matches!(record, Record::Launch { .. })).count() as u64
    }

    fn failed(&self) -> Option<&str> {
        self.records.iter().find_map(|record| match record {
            Record::Failed(why) => Some(why.as_str()),
            _ => None,
        })
    }

    /// Whether every launch came to its end, and the program launched something unless it was
    /// refused.
    pub fn is_whole(&self) -> bool {
        let refused = self.records.iter().any(|record| matches!(record, Record::Refused(_)));
        let ran = self.records.iter().any(|record| matches!(record, Record::Launch { .. }));
        self.failed().is_none() && (ran || !refused)
    }

    /// Returns why no kernel has run.
    fn nothing(&self) -> String {
        if let Some(signal) = self.status.signal() {
            return format!("signal {signal} ended the program before any launch came to its end");
        }
        let refused = self.records.iter().find_map(|record| match record {
            Record::Refused(why) => Some(why.as_str()),
            _ => None,
        });
        if self.records.iter().any(|record| matches!(record, Record::Launch { .. })) {
            return "none of its launches was timed".into();
        }
        refused.unwrap_or(
            "the program launched no kernel; if it is linked with CUDA's static runtime, link it with `-cudart shared`",
        )
        .into()
    }

    /// Returns the program's run in the form of a workload's, with all its launches together.
    pub fn ending(&self) -> Ending {
        let launches: Vec<Launch> = self.launches(true).collect();
        if launches.is_empty() {
            return match self.failed() {
                Some(why) => Ending::Trouble(why.into()),
                None => Ending::Refused(self.nothing()),
            };
        }
        let names = list();
        let mut statistics = vec![0; names.len()];
        for launch in &launches {
            statistics.iter_mut().zip(&launch.statistics).for_each(|(all, more)| *all += more);
        }
        let of = |name| names.iter().position(|counter| counter.name == name).map_or(0, |at| statistics[at]);
        let (instructions, thread_instructions) = (of("core.instructions"), of("core.thread_instructions"));
        let timeline = self.records.iter().find_map(|record| match record {
            Record::Timeline(samples) => Some(samples),
            _ => None,
        });
        let sample = |(cycle, lanes, units): &(u64, Vec<u64>, Vec<u64>)| Sample {
            cycle: *cycle,
            lanes: lanes.clone(),
            units: units.clone(),
        };
        let sampled = self.sampled();
        let cycles = launches.iter().map(|launch| launch.cycles).sum();
        let (sampled, [instructions, thread_instructions]) = match sampled {
            Some((sampled, all)) => (Some(sampled), all),
            None => (None, [instructions, thread_instructions]),
        };
        let run = system::Run {
            cycles: sampled.map_or(cycles, |it| it.estimate.cycles.round() as u64),
            instructions,
            thread_instructions,
            ended: if self.failed().is_some() { Ended::Stopped } else { Ended::Whole },
            statistics,
            timeline: timeline.into_iter().flatten().map(sample).collect(),
            launches,
            profile: self.records.iter().find_map(|record| match record {
                Record::Profile(profile) => Some(profile.clone()),
                _ => None,
            }),
            sampled,
        };
        let memory = if self.failed().is_some() { Memory::Partial } else { Memory::Unchecked };
        Ending::Done { record: Kept { run, memory }, kept: false }
    }

    /// Returns what was timed of a sampled run, and its warp and thread instructions; a program
    /// that resets the device has several such runs.
    fn sampled(&self) -> Option<(Sampled, [u64; 2])> {
        let sum = |a: [u64; 2], b: [u64; 2]| [a[0] + b[0], a[1] + b[1]];
        let of = |record: &Record| match *record {
            Record::Sampled { launches, ctas, cycles, margin, instructions } => {
                Some((Sampled { launches, ctas, estimate: Estimate { cycles, margin } }, instructions))
            }
            _ => None,
        };
        self.records.iter().filter_map(of).reduce(|(a, some), (b, more)| {
            let (launches, ctas) = (sum(a.launches, b.launches), sum(a.ctas, b.ctas));
            (Sampled { launches, ctas, estimate: a.estimate + b.estimate }, sum(some, more))
        })
    }

    /// Returns the grids and CTAs of the run over time.
    pub fn timeline(&self) -> Timeline {
        let mut timeline = Timeline::default();
        for record in &self.records {
            match record {
                Record::Grid { cycle, kernel } => timeline.grid(*cycle, kernel),
                &Record::Cta { cycle, core, cta, change } => timeline.event(&match change {
                    Change::Started => Event::Started { cycle, core, cta },
                    Change::CameIn => Event::CameIn { cycle, core, cta },
                    Change::WentOut => Event::WentOut { cycle, core, cta },
                    Change::Ended => Event::Ended { cycle, core, cta },
                }),
                _ => {}
            }
        }
        timeline.close(self.launches(true).map(|launch| launch.cycles).sum());
        timeline
    }

    /// Prints which launches were timed; an error if none was, though some have run.
    pub fn timed(&self, name: &str, policy: &str, json: bool) -> Result<(), Error> {
        let numbers = |record: &Record| match record {
            Record::Launch { number, cycles: Some(_), .. } => Some(*number),
            _ => None,
        };
        let timed: Vec<u64> = self.records.iter().filter_map(numbers).collect();
        let others: Vec<Launch> = self.launches(false).collect();
        let all = timed.len() + others.len();
        let (Some(first), Some(last)) = (timed.first(), timed.last()) else {
            if others.is_empty() {
                return Ok(());
            }
            let mut kernels: Vec<&str> = others.iter().map(|launch| launch.kernel.as_str()).collect();
            kernels.sort_unstable();
            kernels.dedup();
            let what = format!("{name}: none of the {all} launches (0 to {}) was timed", all - 1);
            let there = format!("--launches, --kernel and --instructions choose; kernels are {}", kernels.join(", "));
            return Err(Error::input(what, there));
        };
        let warp: u64 = others.iter().filter_map(|launch| launch.statistics.first()).sum();
        if json {
            say!(
                "{}",
                json!({
                    "event": "timed", "workload": name, "policy": policy, "launches": all, "timed": timed.len(),
                    "first": first, "last": last, "functional_warp_instructions": warp,
                })
            );
        } else {
            let (count, all, warp) = (group(timed.len() as u64), group(all as u64), group(warp));
            aside!(
                "{name}, {policy}: {count} of {all} launches were timed, from number {first} to {last}; \
                 the others executed {warp} warp instructions functionally"
            );
        }
        Ok(())
    }

    /// Prints the instruction counts of functional execution.
    pub fn functional(&self, name: &str, json: bool) {
        let launches: Vec<Launch> = self.launches(false).collect();
        let whole = self.records.iter().filter(|record| matches!(record, Record::Launch { whole: true, .. })).count();
        let sum = |at: usize| launches.iter().filter_map(|launch| launch.statistics.get(at)).sum::<u64>();
        let (warp, thread) = (sum(0), sum(1));
        if json {
            let event = json!({
                "event": "run", "workload": name, "policy": null, "launches": whole,
                "warp_instructions": warp, "thread_instructions": thread, "failed": self.failed(),
            });
            say!("{event}");
        } else if let Some(why) = self.failed() {
            aside!("{name}: a launch failed after {} others: {why}", group(whole as u64));
            let (warp, thread) = (group(warp), group(thread));
            aside!("{name}: until then {warp} warp instructions, {thread} thread instructions");
        } else if launches.is_empty() {
            aside!("{name}: {}", self.nothing());
        } else {
            let (launches, warp, thread) = (group(launches.len() as u64), group(warp), group(thread));
            aside!("{name}: {launches} launches, {warp} warp instructions, {thread} thread instructions");
        }
    }
}
