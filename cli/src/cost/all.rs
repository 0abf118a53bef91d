//! `heddle cost`: the tables of all costs of units: area, slowest paths, macros, and the papers'
//! figures.

use std::path::{Path, PathBuf};

use heddle_synth::{Flow, Report};

use super::area::{About, objects, selected, show, synthesise};
use super::gating::areas;
use super::papers::{has_their_units, papers};
use super::{confined, flow};
use super::{placed, sweep};
use crate::block::Module;
use crate::cli::AllCosts;
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::select::Selected;

/// Path of OSU's 180 nm cell library, where Debian installs it.
const OSU: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// Runs `heddle cost`: prints the costs of units with each library, and the papers' figures, or
/// runs a sweep.
pub fn run(args: &AllCosts) -> Result<Outcome, Error> {
    if !args.sweep.is_empty() {
        return sweep::run(args);
    }
    let module = Module::read(&args.users)?;
    let none_named = args.selection.is_empty() && module.is_none();
    let selected = match module {
        Some(Module { selected, .. }) => vec![selected],
        None => selected(&args.selection)?,
    };
    let flows = flows(args)?.into_iter().map(|flow| confined(flow, &selected)).collect::<Vec<_>>();
    let physical = args.places.placed.then(|| placed::physical(&args.liberty, &args.places)).transpose()?;
    for flow in &flows {
        let mut reports = synthesise(flow, &selected, args.jobs, !args.no_sizing)?;
        let first = std::ptr::eq(flow, &flows[0]);
        let physical = physical.as_ref().filter(|_| first);
        if let Some(physical) = physical {
            placed::place(flow, physical, &selected, &args.places, args.jobs, &mut reports)?;
        }
        let found: Vec<(&Selected, &Report)> = selected.iter().zip(&reports).collect();
        if args.json {
            objects(flow, &found);
            if physical.is_some() {
                placed::tell(&found, &args.places, true);
            }
            continue;
        }
        for (title, about) in [("area", About::Area), ("slowest paths", About::Timing), ("macros", About::Macros)] {
            // macros are the same with every library
            if about != About::Macros || first {
                say!("== {title}, {}\n", flow.library.name);
                show(about, flow, &found);
                say!("");
            }
        }
        if physical.is_some() {
            say!("== mapped, sized and placed, {}\n", flow.library.name);
            placed::beside(&found);
            placed::tell(&found, &args.places, false);
            say!("");
        }
    }
    if args.gating {
        if !args.json {
            say!("== clock gates, {}\n", flows[0].library.name);
        }
        areas(&flows[0], &selected, args.jobs, args.json)?;
    }
    if args.papers || none_named && has_their_units() {
        if !args.json {
            say!("== the papers' figures, {}\n", flows[0].library.name);
        }
        papers(&flows[0], args.jobs, args.json)?;
    }
    Ok(Outcome::Equal)
}

/// Returns a flow for each library that is named; without any, for NanGate's, and OSU's if it is
/// installed.
fn flows(args: &AllCosts) -> Result<Vec<Flow>, Error> {
    if !args.liberty.is_empty() {
        return args.liberty.iter().map(|liberty| flow(std::slice::from_ref(liberty), args.period)).collect();
    }
    let mut named: Vec<Option<PathBuf>> = vec![None];
    if Path::new(OSU).is_file() {
        named.push(Some(OSU.into()));
    } else {
        aside!("{OSU} is missing: 180 nm is left out (`make libraries` installs the library)");
    }
    named.iter().map(|liberty| flow(liberty.as_slice(), args.period)).collect()
}
