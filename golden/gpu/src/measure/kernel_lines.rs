//! The profile of a run's kernels by line of their PTX, over all launches and cores.

use std::collections::BTreeMap;

use heddle_kernel::execute::Image;
use heddle_kernel::program::{Origin, Origins};
use serde::{Deserialize, Serialize};

use super::history::History;
use super::lines::{LOST, LineCounters};

/// The profile of a run: its kernels by source line, and all statistics over time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Snapshots of all statistics over time.
    pub history: History,
    /// The profile of each kernel, in the order of their first launches.
    pub kernels: Vec<KernelProfile>,
}

/// The profile of a kernel, with counters for each line of its PTX, over all its launches and all
/// cores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelProfile {
    /// The kernel's name.
    pub kernel: String,
    /// The name of the PTX text that the kernel was read from.
    pub source: String,
    /// Number of launches of the kernel.
    pub launches: u64,
    /// Issue slots lost, by the classes of [`LOST`], while warps that had ended waited for their
    /// last accesses.
    pub ending: [u64; LOST.len()],
    /// Lines of PTX with instructions, in the order of the text.
    pub lines: Vec<SourceLine>,
}

/// A line of PTX with instructions, and its counters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceLine {
    /// The line's number in the PTX text, from 1.
    pub line: u32,
    /// The line's text, without the blanks around it.
    pub text: String,
    /// The line of the source language that the PTX was compiled from; `None` if the compiler did
    /// not write it down.
    pub from: Option<Origin>,
    /// Counters of the line's instructions, and of those that the register allocator put before
    /// them.
    pub counters: LineCounters,
}

/// The profiles of a run's kernels, launch by launch.
#[derive(Debug, Default)]
pub(crate) struct KernelLines {
    pub kernels: Vec<KernelProfile>,
}

impl KernelLines {
    /// Adds a launch of a kernel: the counters of each core, by an instruction's place in the
    /// image.
    pub fn add(&mut self, image: &Image, cores: impl Iterator<Item = Vec<LineCounters>>) {
        let mut places: Vec<LineCounters> = Vec::new();
        for core in cores {
            places.resize(places.len().max(core.len()), LineCounters::default());
            places.iter_mut().zip(&core).for_each(|(all, more)| *all += more);
        }
        let (kernel, source) = (&image.module.functions[image.kernel.0 as usize].name, &image.module.source);
        let known = |profile: &KernelProfile| (&profile.kernel, &profile.source) == (kernel, &source.name);
        let at = self.kernels.iter().position(known).unwrap_or_else(|| {
            self.kernels.push(blank(image));
            self.kernels.len() - 1
        });
        let profile = &mut self.kernels[at];
        profile.launches += 1;
        for (place, counters) in (0..).zip(&places).filter(|(_, counters)| !counters.is_empty()) {
            let Some(line) = line(image, place) else {
                profile.ending.iter_mut().zip(counters.lost).for_each(|(all, more)| *all += more);
                continue;
            };
            if let Ok(at) = profile.lines.binary_search_by_key(&line, |known| known.line) {
                profile.lines[at].counters += counters;
            }
        }
    }
}

/// The PTX line of the instruction at a place; of the return without text, the line of the
/// instruction before it.
fn line(image: &Image, place: u32) -> Option<u32> {
    let (function, number) = image.instruction(place)?;
    let function = image.module.functions.get(function.0 as usize)?;
    let at = function.code.get(number as usize).or(function.code.last()).map_or(function.at, |code| code.at);
    Some(image.module.source.place(at.start).line)
}

/// A kernel with all its lines, before its first launch.
fn blank(image: &Image) -> KernelProfile {
    let source = &image.module.source;
    let (origins, texts) = (Origins::of(source), source.text.lines().collect::<Vec<_>>());
    let places = (0..).take_while(|place| image.instruction(*place).is_some());
    let lines: BTreeMap<u32, SourceLine> = places
        .filter_map(|place| line(image, place))
        .map(|line| {
            let text = texts.get(line as usize - 1).map_or_else(String::new, |text| text.trim().to_string());
            (line, SourceLine { line, text, from: origins.at(line), counters: LineCounters::default() })
        })
        .collect();
    let kernel = image.module.functions[image.kernel.0 as usize].name.clone();
    KernelProfile {
        kernel,
        source: source.name.clone(),
        launches: 0,
        ending: Default::default(),
        lines: lines.into_values().collect(),
    }
}
