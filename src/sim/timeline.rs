//! The timeline of a run: its grids, and the CTAs on each core.

use std::collections::BTreeMap;
use std::sync::Mutex;

use heddle_gpu::system::Event;

use super::ending::Ending;

/// The span of a CTA on a core, from its start to its end, in core cycles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CtaSpan {
    /// Coordinates of the CTA in the grid.
    pub cta: [u32; 3],
    /// Index of the core.
    pub core: usize,
    /// Index of the CTA's place on the core, the lowest that was free: spans at one place do not
    /// overlap.
    pub place: usize,
    /// Core cycle in which the CTA starts.
    pub from: u64,
    /// Core cycle in which the CTA, or else the run, ends.
    pub to: u64,
    /// Spans of cycles in which the CTA's warps have slots, under virtual threads.
    pub active: Vec<(u64, u64)>,
}

/// The grids and CTAs of a run over time.
#[derive(Debug, Clone, Default)]
pub struct Timeline {
    /// The grids: kernel, and first and last core cycle.
    pub grids: Vec<(String, u64, u64)>,
    /// The CTAs that have ended, in the order of their ends.
    pub ctas: Vec<CtaSpan>,
    /// For each core, the CTA at each place, and the cycle since which it is active.
    cores: BTreeMap<usize, Vec<Option<Held>>>,
    in_grid: bool,
}

#[derive(Debug, Clone)]
struct Held {
    span: CtaSpan,
    since: Option<u64>,
}

impl Timeline {
    /// Begins a grid, which ends the grid before.
    pub fn grid(&mut self, cycle: u64, kernel: &str) {
        self.close(cycle);
        self.in_grid = true;
        self.grids.push((kernel.into(), cycle, cycle));
    }

    /// Records an event of a CTA: it starts, gets or loses its slots, or ends.
    pub fn event(&mut self, event: &Event) {
        match *event {
            Event::Started { cycle, core, cta } => self.start(cycle, core, cta),
            Event::CameIn { cycle, core, cta } => self.swap(cycle, core, cta, true),
            Event::WentOut { cycle, core, cta } => self.swap(cycle, core, cta, false),
            Event::Ended { cycle, core, cta } => self.end(cycle, core, cta),
        }
    }

    /// Ends the current grid and all CTAs that are still running, when a run ends or stops.
    pub fn close(&mut self, cycle: u64) {
        let held = |(&core, places): (&usize, &Vec<Option<Held>>)| {
            places.iter().flatten().map(move |held| (core, held.span.cta)).collect::<Vec<_>>()
        };
        let open: Vec<(usize, [u32; 3])> = self.cores.iter().flat_map(held).collect();
        open.into_iter().for_each(|(core, cta)| self.end(cycle, core, cta));
        if std::mem::take(&mut self.in_grid)
            && let Some(grid) = self.grids.last_mut()
        {
            grid.2 = cycle;
        }
    }

    /// Puts a CTA at the first free place of its core.
    fn start(&mut self, cycle: u64, core: usize, cta: [u32; 3]) {
        let places = self.cores.entry(core).or_default();
        let place = places.iter().position(Option::is_none).unwrap_or(places.len());
        if place == places.len() {
            places.push(None);
        }
        let span = CtaSpan { cta, core, place, from: cycle, to: cycle, active: vec![] };
        places[place] = Some(Held { span, since: None });
    }

    fn held(&mut self, core: usize, cta: [u32; 3]) -> Option<&mut Option<Held>> {
        let is = |held: &&mut Option<Held>| held.as_ref().is_some_and(|held| held.span.cta == cta);
        self.cores.get_mut(&core)?.iter_mut().find(is)
    }

    fn swap(&mut self, cycle: u64, core: usize, cta: [u32; 3], comes: bool) {
        let Some(Some(held)) = self.held(core, cta) else { return };
        match comes {
            true => held.since = held.since.or(Some(cycle)),
            false => held.span.active.extend(held.since.take().map(|since| (since, cycle))),
        }
    }

    fn end(&mut self, cycle: u64, core: usize, cta: [u32; 3]) {
        let Some(Held { mut span, since }) = self.held(core, cta).and_then(Option::take) else { return };
        span.to = cycle;
        span.active.extend(since.map(|since| (since, cycle)));
        self.ctas.push(span);
    }
}

/// Returns the timelines of runs, each closed at the last cycle of its run.
pub fn closed(timelines: Vec<Mutex<Timeline>>, endings: &[Ending]) -> Vec<Timeline> {
    let closed = |(timeline, ending): (Mutex<Timeline>, &Ending)| {
        let mut timeline = timeline.into_inner().expect("no panic while it is held");
        timeline.close(ending.record().map_or(0, |record| record.run.cycles));
        timeline
    };
    timelines.into_iter().zip(endings).map(closed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctas_take_the_first_free_place_and_end_with_the_run() {
        let mut timeline = Timeline::default();
        let cta = |x| [x, 0, 0];
        timeline.grid(0, "a");
        timeline.event(&Event::Started { cycle: 0, core: 3, cta: cta(0) });
        timeline.event(&Event::Started { cycle: 0, core: 3, cta: cta(1) });
        timeline.event(&Event::CameIn { cycle: 1, core: 3, cta: cta(1) });
        timeline.event(&Event::WentOut { cycle: 3, core: 3, cta: cta(1) });
        timeline.event(&Event::CameIn { cycle: 4, core: 3, cta: cta(1) });
        timeline.event(&Event::Ended { cycle: 5, core: 3, cta: cta(0) });
        timeline.event(&Event::Started { cycle: 6, core: 3, cta: cta(2) });
        timeline.event(&Event::Ended { cycle: 9, core: 3, cta: cta(1) });
        timeline.event(&Event::Ended { cycle: 9, core: 3, cta: cta(7) });
        timeline.grid(10, "b");
        timeline.event(&Event::Started { cycle: 11, core: 0, cta: cta(0) });
        // cut short
        timeline.close(20);
        let spans = timeline.ctas.iter().map(|span| (span.core, span.place, span.cta[0], span.from, span.to));
        // the third CTA has the place of the first, which had ended when it came
        let wanted = [(3, 0, 0, 0, 5), (3, 1, 1, 0, 9), (3, 0, 2, 6, 10), (0, 0, 0, 11, 20)];
        assert_eq!(spans.collect::<Vec<_>>(), wanted);
        assert_eq!(timeline.ctas[1].active, [(1, 3), (4, 9)]);
        assert_eq!(timeline.grids, [("a".into(), 0, 10), ("b".into(), 10, 20)]);
    }
}
