//! Tests of hardware that runs a block of cycles ahead: a run ends as in cycle-by-cycle order,
//! wherever the source ends, breaks a rule or shows a mismatch.

use heddle_contract::{Block, Config, Ports};
use heddle_golden::{Device, Golden, Illegal, Model};
use heddle_testbench::lockstep::{Lockstep, Random, Run, RunError, Slots, Source};
use heddle_testbench::verilator::Stopped;
use heddle_units::slp::Slp;

type Cfg = <Slp as Block>::Config;

/// Cycles of a block.
const BLOCK: usize = 8;

/// A golden model as hardware, with an output that is wrong in one cycle.
struct Hardware {
    model: Model<Slp>,
    cfg: Cfg,
    ahead: usize,
    cycle: u64,
    wrong: u64,
    next: Vec<u64>,
    running: Option<Vec<u64>>,
    done: Vec<u64>,
}

impl Slots for Hardware {
    fn run(&mut self, inputs: &[u64], outputs: &mut [u64]) -> Result<(), Stopped> {
        let (i, o) = (<Slp as Block>::In::shape(&self.cfg).len(), <Slp as Block>::Out::shape(&self.cfg).len());
        for (inputs, outputs) in inputs.chunks_exact(i).zip(outputs.chunks_exact_mut(o)) {
            let mut out = <Slp as Block>::Out::default();
            self.model.step(&<Slp as Block>::In::unpack(&self.cfg, inputs), &mut out);
            out.pack(&self.cfg, outputs);
            if self.cycle == self.wrong {
                outputs.iter_mut().for_each(|slot| *slot = !*slot);
            }
            self.cycle += 1;
        }
        Ok(())
    }

    fn ahead(&self) -> usize {
        self.ahead
    }

    fn put(&mut self, cycle: usize, inputs: &[u64]) {
        assert_eq!(self.next.len(), cycle * inputs.len(), "in order");
        self.next.extend(inputs);
    }

    fn start(&mut self, cycles: usize) {
        let width = <Slp as Block>::In::shape(&self.cfg).len();
        assert!(
            self.running.is_none() && self.next.len() == cycles * width,
            "one block at a time, of all that was put"
        );
        self.running = Some(std::mem::take(&mut self.next));
    }

    fn finish(&mut self) -> Result<(), Stopped> {
        let inputs = self.running.take().expect("a block was started");
        let [i, o] = [<Slp as Block>::In::shape(&self.cfg).len(), <Slp as Block>::Out::shape(&self.cfg).len()];
        let mut outputs = vec![0; inputs.len() / i * o];
        let ran = self.run(&inputs, &mut outputs);
        self.done = outputs;
        ran
    }

    fn get(&mut self, cycle: usize, outputs: &mut [u64]) {
        outputs.copy_from_slice(&self.done[cycle * outputs.len()..][..outputs.len()]);
    }
}

/// Random inputs, which break a rule in one cycle.
struct Breaks(Random<Slp>, u64);

impl Source<Slp> for Breaks {
    fn next(
        &mut self,
        cfg: &Cfg,
        p: &<Slp as Golden>::Protocol,
        q: &<Slp as Golden>::State,
        i: &mut <Slp as Block>::In,
    ) -> Result<bool, Illegal> {
        if self.1 == 0 {
            return Err(Illegal { port: "none", reason: "a rule".into() });
        }
        self.1 -= 1;
        self.0.next(cfg, p, q, i)
    }
}

fn run(ahead: usize, cycles: u64, wrong: u64, breaks: u64, seen: &mut Vec<Vec<u64>>) -> Result<Run, RunError> {
    let cfg = <Cfg as Config>::preset("tiny").unwrap();
    let model = Model::<Slp>::new(cfg.clone());
    let (next, running, done) = (Vec::new(), None, Vec::new());
    let mut hardware = Hardware { model, cfg: cfg.clone(), ahead, cycle: 0, wrong, next, running, done };
    let mut source = Breaks(Random::new(cfg, 1, 0, cycles), breaks);
    Lockstep::<Slp>::new(cfg).run_and(&mut source, &mut hardware, |slots| {
        seen.push(slots.to_vec());
        true
    })
}

#[test]
fn a_run_ends_alike_in_turn_and_ahead() {
    const NEVER: u64 = u64::MAX;
    let block = BLOCK as u64;
    let places = [0, 1, block - 1, block, block + 1, 2 * block - 1, 2 * block, 2 * block + 1, 5 * block];
    let mut ends = [0; 3];
    for cycles in places {
        for place in places.into_iter().chain([NEVER]) {
            for (wrong, breaks) in
                [(place, NEVER), (NEVER, place), (place, place), (place, place / 2), (place / 2, place)]
            {
                let (mut in_turn, mut ahead) = (Vec::new(), Vec::new());
                let expected = run(0, cycles, wrong, breaks, &mut in_turn);
                assert_eq!(run(BLOCK, cycles, wrong, breaks, &mut ahead), expected, "{cycles} {wrong} {breaks}");
                assert_eq!(ahead, in_turn[..ahead.len()], "what is seen is the same");
                ends[match expected {
                    Ok(Run { mismatch: None, .. }) => 0,
                    Ok(_) => 1,
                    Err(_) => 2,
                }] += 1;
            }
        }
    }
    assert!(ends.iter().all(|count| *count > 10), "{ends:?}");
}
