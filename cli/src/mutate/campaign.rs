//! The mutation campaign: every mutant of every preset, on several threads, except those whose
//! results are kept.

use heddle_synth::Yosys;
use heddle_testbench::interrupt;
use heddle_testbench::jobs::in_parallel;
use heddle_testbench::mutate::{Fate, Mutant, Mutants, fate};
use heddle_testbench::target::{Hardware, ModelTools, Target};

use super::draw;
use super::judge::{Judge, TOOLS};
use super::record;
use crate::cli::Mutate;
use crate::error::Error;
use crate::progress::{Task, Work};
use crate::select::Selected;
use crate::store::{Store, Turn};

/// The mutants of one preset, and the fate of each.
pub struct Campaign {
    /// The preset's name, as in `slp/tiny`.
    pub name: String,
    /// The emitted Verilog without mutants.
    pub verilog: String,
    pub mutants: Mutants,
    /// The fate of each mutant; `None` where the campaign was interrupted before.
    pub verdicts: Vec<Option<Fate>>,
    target: Box<dyn Target>,
    judge: Judge,
    seed: u64,
    cycles: u64,
    /// Names of the files that keep the fate of each mutant; the first is for the circuit without
    /// any.
    files: Vec<String>,
}

impl Campaign {
    /// Draws the mutants, builds the model that holds them all, and looks up the results that are
    /// kept.
    pub fn prepare(
        args: &Mutate,
        yosys: &Yosys,
        tools: &ModelTools,
        store: &Store,
        selected: &Selected,
    ) -> Result<Self, Error> {
        let name = format!("{}/{}", selected.unit.name, selected.preset);
        let task = Task::start("mutants", Work::Open);
        task.say(name.clone());
        let (verilog, mutants) = draw(args, yosys, selected)?;
        let together = mutants.together()?;
        let hardware = Hardware::Mutants { verilog: together.clone() };
        let built = selected.unit.build(tools, selected.preset, hardware.clone());
        let target = built.map_err(|error| Error::of_build(error, &hardware))?;
        drop(task);
        let judge = Judge::new(args, selected);
        let (depth, limit) = (args.depth.to_string(), args.limit.to_string());
        let files = (0..=mutants.list.len()).map(|number| {
            let (seed, cycles) = (args.seed.to_string(), args.cycles.to_string());
            let matters = [&together, &number.to_string(), &seed, &cycles, &depth, &limit];
            let words = [selected.unit.name, selected.preset, &number.to_string()];
            store.name(&words, matters.map(|part| part.as_bytes()))
        });
        let files: Vec<String> = files.collect();
        let find = |file: &String| if args.afresh { Ok(None) } else { kept(store, file) };
        let verdicts = files[1..].iter().map(find).collect::<Result<_, _>>()?;
        let (seed, cycles) = (args.seed.into(), args.cycles);
        Ok(Campaign { name, verilog, mutants, verdicts, target, judge, seed, cycles, files })
    }

    /// Returns the fate of a mutant under the stimulus, then under a solver; `None` after an
    /// interruption.
    fn fate(&self, mutant: &Mutant) -> Result<Option<Fate>, Error> {
        let target = self.target.mutant(mutant.number);
        let ended = fate(target.as_ref(), self.seed, self.cycles);
        let Some(Fate::Undecided { .. }) = ended else { return Ok(ended) };
        self.judge.judge(target.as_ref(), &self.mutants, mutant)
    }

    /// Checks that the circuit without a mutant equals the RTL, without which the figures mean
    /// nothing.
    fn sound(&self, store: &Store) -> Result<(), Error> {
        match &fate(self.target.mutant(0).as_ref(), self.seed, self.cycles) {
            None => Ok(()),
            // only a sound result is kept
            Some(unnoticed @ Fate::Undecided { .. }) => store.keep(&self.files[0], record::write(unnoticed)),
            Some(ended) => Err(Error::tool(
                format!("{}: the circuit without a mutant is not the RTL: {ended:?}", self.name),
                TOOLS,
            )),
        }
    }
}

fn kept(store: &Store, file: &str) -> Result<Option<Fate>, Error> {
    let fate = store.find(file)?.and_then(|kept| record::read(&kept));
    fate.iter().for_each(|_| store.see(file));
    Ok(fate)
}

/// Runs the mutants that have no kept result, `jobs` at a time.
pub fn run(campaigns: &mut [Campaign], store: &Store, jobs: usize) -> Result<(), Error> {
    // the circuits without a mutant run longest
    let mut left: Vec<(usize, usize)> = Vec::new();
    for (at, campaign) in campaigns.iter().enumerate() {
        if kept(store, &campaign.files[0])?.is_none() {
            left.push((at, 0));
        }
    }
    for (at, campaign) in campaigns.iter().enumerate() {
        let missing = campaign.verdicts.iter().enumerate().filter(|(_, verdict)| verdict.is_none());
        left.extend(missing.map(|(mutant, _)| (at, mutant + 1)));
    }
    let task = Task::start("mutants", Work::Pieces(left.len() as u64));
    let done = in_parallel(jobs, &left, |(at, number)| {
        if interrupt::asked() {
            return Ok(None);
        }
        let campaign = &campaigns[*at];
        let file = &campaign.files[*number];
        let mine = match store.take(file)? {
            Turn::Mine(mine) => mine,
            Turn::Kept(kept) => return Ok(record::read(&kept).filter(|_| *number != 0)),
            Turn::Others => return Ok(None),
        };
        task.say(format!("{} {number}", campaign.name));
        let ended = match number {
            0 => campaign.sound(store).map(|()| None)?,
            number => campaign.fate(&campaign.mutants.list[number - 1])?,
        };
        if let Some(ended) = &ended {
            store.keep(file, record::write(ended))?;
        }
        if !interrupt::asked() {
            mine.done();
        }
        task.add(1);
        Ok::<_, Error>(ended)
    });
    drop(task);
    for ((at, number), ended) in left.iter().zip(done) {
        if let Some(ended) = ended? {
            campaigns[*at].verdicts[number - 1] = Some(ended);
        }
    }
    Ok(())
}
