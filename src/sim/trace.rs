//! What happened when: grids, the CTAs on each core, and how busy the lanes of core 0 were. A nanosecond on the time line is a core cycle.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use heddle_gpu::system::Event;
use heddle_testbench::files::{could_write, write_whole};

use super::perfetto::Packets;
use super::plan::Plan;
use super::record::Record;
use crate::error::Error;

/// The trace of a run, and the file that it goes to.
pub struct Trace {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    packets: Packets,
    cores: BTreeMap<usize, Vec<Option<Held>>>,
    in_grid: bool,
}

/// A CTA on a core.
struct Held {
    cta: [u32; 3],
    /// Under virtual threads: a slice within its own says when it is active.
    active: bool,
}

/// Tracks. A core's number from 1 up stands above the number of a place for a CTA on it.
const GPU: u64 = 1;
const GRIDS: u64 = 2;
const CORE: u64 = 1 << 16;
const LANE: u64 = 1 << 40;
const UNIT: u64 = 1 << 41;

impl Trace {
    /// Refused before any work for more than one run, or where nothing can be written.
    pub fn wanted(path: &Path, plan: &Plan) -> Result<Trace, Error> {
        let [job] = plan.jobs[..] else {
            let what = format!("--trace shows one run, and {} are asked for", plan.jobs.len());
            return Err(Error::input(what, "name one workload and one policy"));
        };
        could_write(path).map_err(|error| refuse(path, error))?;
        let mut state = State::default();
        let (workload, policy) = (&plan.workload(&job).name, plan.policy(&job).name());
        state.packets.process(GPU, &format!("{workload}, {policy}, {}: 1 ns is a core cycle", plan.config.name));
        state.packets.track(GRIDS, GPU, "grids");
        Ok(Trace { path: path.into(), state: Mutex::new(state) })
    }

    /// A grid begins, and with it the one before ends.
    pub fn grid(&self, cycle: u64, kernel: &str) {
        let mut state = self.state.lock().expect("no panic here");
        state.close(cycle);
        state.in_grid = true;
        state.packets.begin(cycle, GRIDS, kernel);
    }

    /// Something happened.
    pub fn event(&self, event: &Event) {
        let mut state = self.state.lock().expect("no panic here");
        match *event {
            Event::Started { cycle, core, cta } => state.start(cycle, core, cta),
            Event::CameIn { cycle, core, cta } => state.swap(cycle, core, cta, true),
            Event::WentOut { cycle, core, cta } => state.swap(cycle, core, cta, false),
            Event::Ended { cycle, core, cta } => state.end(cycle, core, cta),
        }
    }

    /// Writes the file, whole or not at all.
    pub fn write(&self, record: Option<&Record>) -> Result<(), Error> {
        let mut state = self.state.lock().expect("no panic here");
        if let Some(record) = record {
            state.close(record.run.cycles);
            state.timeline(record);
        }
        write_whole(&self.path, state.packets.bytes()).map_err(|error| refuse(&self.path, error))
    }
}

impl State {
    /// A CTA takes the first free place of its core; slices on one track could only nest.
    fn start(&mut self, cycle: u64, core: usize, cta: [u32; 3]) {
        let above = CORE * (core as u64 + 1);
        let places = self.cores.entry(core).or_insert_with(|| {
            self.packets.track(above, GPU, &format!("core {core}"));
            Vec::new()
        });
        let free = places.iter().position(Option::is_none).unwrap_or(places.len());
        let track = above + free as u64 + 1;
        if free == places.len() {
            places.push(None);
            self.packets.track(track, above, &format!("core {core} CTA {free}"));
        }
        places[free] = Some(Held { cta, active: false });
        self.packets.begin(cycle, track, &format!("CTA {cta:?}"));
    }

    /// The track of a CTA, and the CTA.
    fn held(&mut self, core: usize, cta: [u32; 3]) -> Option<(u64, &mut Option<Held>)> {
        let is = |held: &Option<Held>| held.as_ref().is_some_and(|held| held.cta == cta);
        let (place, held) = self.cores.get_mut(&core)?.iter_mut().enumerate().find(|(_, held)| is(held))?;
        Some((CORE * (core as u64 + 1) + place as u64 + 1, held))
    }

    fn swap(&mut self, cycle: u64, core: usize, cta: [u32; 3], comes: bool) {
        let Some((track, Some(held))) = self.held(core, cta) else { return };
        let was = std::mem::replace(&mut held.active, comes);
        match comes {
            true if !was => self.packets.begin(cycle, track, "active"),
            false if was => self.packets.end(cycle, track),
            _ => {}
        }
    }

    fn end(&mut self, cycle: u64, core: usize, cta: [u32; 3]) {
        let Some((track, held)) = self.held(core, cta) else { return };
        if held.take().is_some_and(|held| held.active) {
            self.packets.end(cycle, track);
        }
        self.packets.end(cycle, track);
    }

    /// Whatever goes on when a run is cut short ends with it.
    fn close(&mut self, cycle: u64) {
        let held = |(core, places): (&usize, &Vec<Option<Held>>)| {
            let core = *core;
            places.iter().flatten().map(move |held| (core, held.cta)).collect::<Vec<_>>()
        };
        let open: Vec<(usize, [u32; 3])> = self.cores.iter().flat_map(held).collect();
        open.into_iter().for_each(|(core, cta)| self.end(cycle, core, cta));
        if std::mem::take(&mut self.in_grid) {
            self.packets.end(cycle, GRIDS);
        }
    }

    /// Thread instructions a cycle, of each lane of core 0 and of all; and its warps by the size of their unit, where there is a ganging unit.
    fn timeline(&mut self, record: &Record) {
        let samples = &record.run.timeline;
        let lanes = samples.iter().map(|sample| sample.lanes.len()).max().unwrap_or(0);
        for lane in 0..=lanes {
            let name = if lane < lanes { format!("core 0 lane {lane}") } else { "core 0".into() };
            self.packets.counter(LANE + lane as u64, GPU, &format!("{name} IPC"), "threads/cycle");
        }
        let mut begin = 0;
        for sample in samples {
            let cycles = sample.cycle.saturating_sub(begin).max(1) as f64;
            let all = std::iter::once((lanes, sample.lanes.iter().sum()));
            for (lane, threads) in sample.lanes.iter().copied().enumerate().chain(all) {
                let threads: u64 = threads;
                self.packets.count(begin, LANE + lane as u64, threads as f64 / cycles);
            }
            begin = sample.cycle;
        }
        let sizes = samples.iter().map(|sample| sample.units.len()).max().unwrap_or(0);
        for size in 0..sizes as u64 {
            self.packets.counter(UNIT + size, GPU, &format!("core 0 warps in units of {}", size + 1), "warps");
        }
        for sample in samples {
            for (size, &warps) in (0..).zip(&sample.units) {
                self.packets.count(sample.cycle, UNIT + size, warps as f64);
            }
        }
    }
}

fn refuse(path: &Path, error: std::io::Error) -> Error {
    Error::input(format!("{}: {error}", path.display()), "name a file in a folder that can be written with --trace")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each track's slices, from the bytes: names of those that began and ended, in order.
    fn slices(bytes: &[u8]) -> BTreeMap<u64, Vec<(u64, bool)>> {
        let mut tracks: BTreeMap<u64, Vec<(u64, bool)>> = BTreeMap::new();
        for packet in super::super::perfetto::decode::events(bytes) {
            tracks.entry(packet.track).or_default().push((packet.time, packet.begins));
        }
        tracks
    }

    #[test]
    fn slices_on_a_track_follow_each_other() {
        let trace = Trace { path: PathBuf::new(), state: Mutex::default() };
        let cta = |x| [x, 0, 0];
        trace.grid(0, "a");
        trace.event(&Event::Started { cycle: 0, core: 3, cta: cta(0) });
        trace.event(&Event::Started { cycle: 0, core: 3, cta: cta(1) });
        trace.event(&Event::Ended { cycle: 5, core: 3, cta: cta(0) });
        trace.event(&Event::Started { cycle: 6, core: 3, cta: cta(2) });
        trace.event(&Event::Ended { cycle: 9, core: 3, cta: cta(1) });
        trace.event(&Event::Ended { cycle: 9, core: 3, cta: cta(7) });
        trace.grid(10, "b");
        trace.event(&Event::Started { cycle: 11, core: 0, cta: cta(0) });
        let mut state = trace.state.into_inner().unwrap();
        // cut short
        state.close(20);
        let tracks = slices(state.packets.bytes());
        let place = |core: u64, place: u64| CORE * (core + 1) + place + 1;
        let expected = BTreeMap::from([
            (GRIDS, vec![(0, true), (10, false), (10, true), (20, false)]),
            // the second CTA's place was taken when the third came
            (place(3, 0), vec![(0, true), (5, false), (6, true), (10, false)]),
            (place(3, 1), vec![(0, true), (9, false)]),
            (place(0, 0), vec![(11, true), (20, false)]),
        ]);
        assert_eq!(tracks, expected);
    }
}
