//! Pieces of a coverage run: segments of each preset's random stimulus, and its recordings. Their
//! counts add up.

use heddle_testbench::coverage::Coverage;
use heddle_testbench::segment::within;
use serde_json::{Value, json};

use super::Covered;
use crate::cli::Cover;
use crate::error::Error;
use crate::models::jobs;
use crate::progress::{Task, Work};
use crate::recordings::{self, recorded};
use crate::select::Selected;
use crate::store::Store;

/// Cycles of a piece, unless one segment is longer.
const CYCLES: u64 = 1 << 22;

/// A piece: some segments of a preset's random stimulus, or its recordings.
struct Piece<'a> {
    of: &'a Selected,
    segments: Vec<(u64, u64)>,
    recorded: bool,
}

/// Measures the coverage of each preset; `None` where a piece is missing.
pub fn measure(args: &Cover, store: &Store, selected: &[Selected]) -> Result<Vec<Option<Covered>>, Error> {
    if !args.no_kernels {
        recordings::open(&[])?;
    }
    let pieces: Vec<Piece> = selected.iter().flat_map(|of| pieces(args, of)).collect();
    let task = Task::start("cover", Work::Cycles(args.cycles * selected.len() as u64));
    let name = |piece: &Piece| {
        let Selected { unit, preset, .. } = piece.of;
        let first = piece.segments.first().map_or("recorded".into(), |(number, _)| number.to_string());
        let seed = args.seed.to_string();
        let matters =
            [unit.name, preset, &seed, &format!("{:?} {}", piece.segments, piece.recorded)].map(str::to_string);
        store.name(&["cover", unit.name, preset, &first], matters.iter().map(String::as_bytes))
    };
    let made = store.each(
        jobs(args.jobs),
        &pieces,
        name,
        |piece, kept| read(args, piece, kept),
        |piece| {
            let Selected { unit, preset, .. } = piece.of;
            let recordings = if piece.recorded { recorded(unit.name, preset)? } else { Vec::new() };
            let recordings: Vec<_> = recordings.into_iter().map(|(_, file)| file).collect();
            let coverage = unit.cover(preset, args.seed, &piece.segments, &recordings, &|cycles| task.add(cycles))?;
            let cells: Vec<[u64; 2]> = coverage.cells.iter().map(|cell| [cell.random, cell.kernels]).collect();
            let populations: Vec<_> =
                coverage.populations.iter().map(|one| json!([one.size, one.most, one.cycles])).collect();
            let (random, kernels) = (coverage.random, coverage.kernels);
            Ok(json!({ "random": random, "kernels": kernels, "cells": cells, "populations": populations }))
        },
    )?;
    let mut made = made.into_iter();
    let sum = |of: &Selected| {
        let parts: Vec<Option<Coverage>> =
            pieces.iter().filter(|piece| std::ptr::eq(piece.of, of)).filter_map(|_| made.next()).collect();
        let parts = parts.into_iter().collect::<Option<Vec<_>>>()?;
        let coverage = parts.into_iter().reduce(|mut all, part| {
            all.add(&part);
            all
        })?;
        Some(Covered { unit: of.unit.name, preset: of.preset, coverage })
    };
    Ok(selected.iter().map(sum).collect())
}

/// Returns the pieces of a preset.
fn pieces<'a>(args: &Cover, of: &'a Selected) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    let mut segments = Vec::new();
    for segment in within(args.cycles) {
        segments.push(segment);
        if segments.iter().map(|(_, length)| length).sum::<u64>() >= CYCLES {
            pieces.push(Piece { of, segments: std::mem::take(&mut segments), recorded: false });
        }
    }
    // the recordings are short, and go with the rest
    pieces.push(Piece { of, segments, recorded: !args.no_kernels });
    pieces
}

/// Reads the result of a piece; `None` if the value is something else.
fn read(args: &Cover, piece: &Piece, kept: &Value) -> Option<Coverage> {
    let mut coverage = piece.of.unit.cover(piece.of.preset, args.seed, &[], &[], &|_| ()).ok()?;
    let number = |value: &Value, key: &str| value.get(key)?.as_u64();
    (coverage.random, coverage.kernels) = (number(kept, "random")?, number(kept, "kernels")?);
    let cells = kept.get("cells")?.as_array().filter(|cells| cells.len() == coverage.cells.len())?;
    for (cell, counts) in coverage.cells.iter_mut().zip(cells) {
        (cell.random, cell.kernels) = (counts.get(0)?.as_u64()?, counts.get(1)?.as_u64()?);
    }
    for (one, counts) in coverage.populations.iter_mut().zip(kept.get("populations")?.as_array()?) {
        let [size, most, cycles] = [0, 1, 2].map(|n| counts.get(n).and_then(Value::as_u64));
        (one.size, one.most, one.cycles) = (size? as u32, most? as u32, cycles?);
    }
    Some(coverage)
}
