//! Perfetto trace of a run: grids, the CTAs on each core, and how busy the lanes of core 0 are. A
//! nanosecond on the time line is a core cycle.

use std::path::{Path, PathBuf};

use heddle_testbench::files::{could_write, write_whole};

use super::perfetto::Packets;
use super::plan::Plan;
use super::record::Record;
use super::timeline::{CtaSpan, Timeline};
use crate::error::Error;

/// The output file of a run's trace.
pub struct Trace {
    path: PathBuf,
    title: String,
}

/// Track ids. A core's number, from 1 up, is in the bits above the number of a CTA's place on the
/// core.
const GPU: u64 = 1;
const GRIDS: u64 = 2;
const CORE: u64 = 1 << 16;
const LANE: u64 = 1 << 40;
const UNIT: u64 = 1 << 41;

impl Trace {
    /// Prepares the trace; an error before any work for more than one run, or if the file cannot be
    /// written.
    pub fn wanted(path: &Path, plan: &Plan) -> Result<Trace, Error> {
        let [job] = plan.jobs[..] else {
            let what = format!("--trace shows one run, and {} are asked for", plan.jobs.len());
            return Err(Error::input(what, "name one workload and one policy"));
        };
        could_write(path).map_err(|error| refuse(path, error))?;
        let title = format!("{}, {}: 1 ns is a core cycle", plan.run(&job), plan.gpu());
        Ok(Trace { path: path.into(), title })
    }

    /// Writes the trace file, whole or not at all: the timeline, and the samples in the run's
    /// record.
    pub fn write(&self, timeline: &Timeline, record: Option<&Record>) -> Result<(), Error> {
        let mut packets = Packets::default();
        packets.process(GPU, &self.title);
        packets.track(GRIDS, GPU, "grids");
        add_spans(&mut packets, timeline);
        if let Some(record) = record {
            add_counters(&mut packets, record);
        }
        write_whole(&self.path, packets.bytes()).map_err(|error| refuse(&self.path, error))
    }
}

/// Adds the grids, and the CTAs at each place of each core.
fn add_spans(packets: &mut Packets, timeline: &Timeline) {
    for (kernel, from, to) in &timeline.grids {
        packets.begin(*from, GRIDS, kernel);
        packets.end(*to, GRIDS);
    }
    let mut spans: Vec<&CtaSpan> = timeline.ctas.iter().collect();
    spans.sort_by_key(|span| (span.core, span.place, span.from));
    let mut before = None;
    for span in spans {
        let above = CORE * (span.core as u64 + 1);
        let track = above + span.place as u64 + 1;
        if before.map(|(core, _)| core) != Some(span.core) {
            packets.track(above, GPU, &format!("core {}", span.core));
        }
        if before != Some((span.core, span.place)) {
            packets.track(track, above, &format!("core {} CTA {}", span.core, span.place));
        }
        before = Some((span.core, span.place));
        packets.begin(span.from, track, &format!("CTA {:?}", span.cta));
        for &(from, to) in &span.active {
            packets.begin(from, track, "active");
            packets.end(to, track);
        }
        packets.end(span.to, track);
    }
}

/// Adds thread instructions a cycle, of each lane of core 0 and of all lanes; and its warps by the
/// size of their unit, where there is a ganging unit.
fn add_counters(packets: &mut Packets, record: &Record) {
    let samples = &record.run.timeline;
    let lanes = samples.iter().map(|sample| sample.lanes.len()).max().unwrap_or(0);
    for lane in 0..=lanes {
        let name = if lane < lanes { format!("core 0 lane {lane}") } else { "core 0".into() };
        packets.counter(LANE + lane as u64, GPU, &format!("{name} IPC"), "threads/cycle");
    }
    let mut begin = 0;
    for sample in samples {
        let cycles = sample.cycle.saturating_sub(begin).max(1) as f64;
        let all = std::iter::once((lanes, sample.lanes.iter().sum()));
        for (lane, threads) in sample.lanes.iter().copied().enumerate().chain(all) {
            let threads: u64 = threads;
            packets.count(begin, LANE + lane as u64, threads as f64 / cycles);
        }
        begin = sample.cycle;
    }
    let sizes = samples.iter().map(|sample| sample.units.len()).max().unwrap_or(0);
    for size in 0..sizes as u64 {
        packets.counter(UNIT + size, GPU, &format!("core 0 warps in units of {}", size + 1), "warps");
    }
    for sample in samples {
        for (size, &warps) in (0..).zip(&sample.units) {
            packets.count(sample.cycle, UNIT + size, warps as f64);
        }
    }
}

fn refuse(path: &Path, error: std::io::Error) -> Error {
    Error::input(format!("{}: {error}", path.display()), "name a file in a folder that can be written with --trace")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use heddle_gpu::system::Event;

    use super::*;

    #[test]
    fn slices_on_a_track_follow_each_other() {
        let mut timeline = Timeline::default();
        let cta = |x| [x, 0, 0];
        timeline.grid(0, "a");
        timeline.event(&Event::Started { cycle: 0, core: 3, cta: cta(0) });
        timeline.event(&Event::Started { cycle: 0, core: 3, cta: cta(1) });
        timeline.event(&Event::CameIn { cycle: 2, core: 3, cta: cta(1) });
        timeline.event(&Event::Ended { cycle: 5, core: 3, cta: cta(0) });
        timeline.event(&Event::Started { cycle: 6, core: 3, cta: cta(2) });
        timeline.event(&Event::Ended { cycle: 9, core: 3, cta: cta(1) });
        timeline.grid(10, "b");
        timeline.close(20);
        let mut packets = Packets::default();
        add_spans(&mut packets, &timeline);
        let mut tracks: BTreeMap<u64, Vec<(u64, bool)>> = BTreeMap::new();
        for packet in super::super::perfetto::decode::events(packets.bytes()) {
            tracks.entry(packet.track).or_default().push((packet.time, packet.begins));
        }
        let place = |core: u64, place: u64| CORE * (core + 1) + place + 1;
        let expected = BTreeMap::from([
            (GRIDS, vec![(0, true), (10, false), (10, true), (20, false)]),
            // the second CTA's place was taken when the third came
            (place(3, 0), vec![(0, true), (5, false), (6, true), (10, false)]),
            (place(3, 1), vec![(0, true), (2, true), (9, false), (9, false)]),
        ]);
        assert_eq!(tracks, expected);
    }
}
