//! The data of SIMT-SIMD's study: matrices and runs. They are written to a data file and read back,
//! so that figures need no new runs.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::runs::{self, PACKINGS, Point, Setting, TIMINGS, TimedRun};
use crate::figure::study::data;

/// A matrix of the figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    /// The name of the matrix in the figures.
    pub name: String,
    /// Whether the paper's statements are judged by this matrix.
    pub judged: bool,
    /// The lengths of its rows, in elements.
    pub lengths: Vec<u32>,
}

/// All data of SIMT-SIMD's study.
#[derive(Debug, Clone, PartialEq)]
pub struct Measurements {
    /// The matrices; points have indices into them.
    pub matrices: Vec<Matrix>,
    /// The runs.
    pub made: Vec<TimedRun>,
}

/// A run with the rows in one order, as data files have it.
#[derive(Serialize, Deserialize)]
struct Line {
    matrix: String,
    timing: String,
    packing: String,
    partitions: u32,
    entries: u32,
    order: u64,
    masked: bool,
    cycles: u64,
    utilization: f64,
    length: f64,
}

/// Cycles and utilization with the rows in other orders, as data files have them.
#[derive(Serialize, Deserialize)]
struct Orders {
    matrix: String,
    timing: String,
    packing: String,
    partitions: u32,
    cycles: Vec<u64>,
    utilization: Vec<f64>,
}

impl Measurements {
    /// Returns the run of a matrix with the rows in their own order; `None` if there is none.
    pub fn at(&self, matrix: usize, setting: Setting, masked: bool) -> Option<&TimedRun> {
        runs::at(&self.made, matrix, setting, masked)
    }

    /// Returns the indices of the matrices by which the paper's statements are judged.
    pub fn judged(&self) -> Vec<usize> {
        (0..self.matrices.len()).filter(|matrix| self.matrices[*matrix].judged).collect()
    }

    /// Returns the names of the matrices.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.matrices.iter().map(|matrix| matrix.name.clone())
    }

    /// Returns a run as a line of JSON.
    pub fn line(&self, made: &TimedRun) -> Value {
        let Point { matrix, setting: Setting { timing, packing, partitions, entries }, order, masked } = made.point;
        json!(Line {
            matrix: self.matrices[matrix].name.clone(),
            timing: TIMINGS[timing].into(),
            packing: PACKINGS[packing].into(),
            partitions,
            entries,
            order,
            masked,
            cycles: made.cycles,
            utilization: made.utilization,
            length: made.length,
        })
    }

    /// Returns cycles and utilization with the rows in other orders, by matrix and setting.
    fn orders(&self) -> Vec<Value> {
        let mut all: Vec<(&Point, Vec<u64>, Vec<f64>)> = Vec::new();
        for TimedRun { point, cycles, utilization, .. } in self.made.iter().filter(|made| made.point.order != 0) {
            let same = |other: &Point| (other.matrix, other.setting) == (point.matrix, point.setting);
            match all.iter_mut().find(|(other, ..)| same(other)) {
                Some((_, all, shares)) => {
                    all.push(*cycles);
                    shares.push(*utilization);
                }
                None => all.push((point, vec![*cycles], vec![*utilization])),
            }
        }
        let line = |(point, cycles, utilization): (&Point, Vec<u64>, Vec<f64>)| {
            let Setting { timing, packing, partitions, .. } = point.setting;
            json!(Orders {
                matrix: self.matrices[point.matrix].name.clone(),
                timing: TIMINGS[timing].into(),
                packing: PACKINGS[packing].into(),
                partitions,
                cycles,
                utilization,
            })
        };
        all.into_iter().map(line).collect()
    }
}

impl data::Measured for Measurements {
    fn lists(&self) -> Vec<(&'static str, Vec<Value>)> {
        let own = self.made.iter().filter(|made| made.point.order == 0);
        vec![
            ("matrices", self.matrices.iter().map(|matrix| json!(matrix)).collect()),
            ("runs", own.map(|made| self.line(made)).collect()),
            ("orders", self.orders()),
        ]
    }

    fn read(data: &Value) -> Option<Measurements> {
        let list = |name: &str| data.get(name).cloned();
        let matrices: Vec<Matrix> = serde_json::from_value(list("matrices")?).ok()?;
        let lines: Vec<Line> = serde_json::from_value(list("runs")?).ok()?;
        let orders: Vec<Orders> = serde_json::from_value(list("orders")?).ok()?;
        let matrix = |name: &str| matrices.iter().position(|matrix| matrix.name == name);
        let place = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
        let setting = |timing: &str, packing: &str, partitions, entries| {
            let (timing, packing) = (place(&TIMINGS, timing)?, place(&PACKINGS, packing)?);
            Some(Setting { timing, packing, partitions, entries })
        };
        let mut made = Vec::new();
        for it in &lines {
            let setting = setting(&it.timing, &it.packing, it.partitions, it.entries)?;
            let point = Point { setting, matrix: matrix(&it.matrix)?, order: it.order, masked: it.masked };
            let Line { cycles, utilization, length, .. } = *it;
            made.push(TimedRun { point, cycles, utilization, length, wrong: Vec::new() });
        }
        for it in &orders {
            let (setting, matrix) = (setting(&it.timing, &it.packing, it.partitions, 0)?, matrix(&it.matrix)?);
            for ((order, cycles), utilization) in (1..).zip(&it.cycles).zip(&it.utilization) {
                let point = Point { setting, matrix, order, masked: false };
                let (cycles, utilization, length) = (*cycles, *utilization, f64::NAN);
                made.push(TimedRun { point, cycles, utilization, length, wrong: Vec::new() });
            }
        }
        (!matrices.is_empty()).then_some(Measurements { matrices, made })
    }

    fn wrong(&self) -> Vec<String> {
        self.made.iter().flat_map(|made| made.wrong.clone()).collect()
    }
}
