//! Directed stimuli of the lane, for energy: one instruction again and again, on registers of
//! random contents, so that two runs differ in one thing.

use crate::lane::Lane;
use heddle_contract::lane::{Config, In, Out, kind, op};
use heddle_golden::Golden;
use heddle_golden::lane::{Protocol, State};
use heddle_golden::stsimt_5;

use super::issues;
use heddle_testbench::bench::{Exercise, Work};
use heddle_testbench::entropy::Entropy;

/// Number of instructions of an exercise, after those that fill the registers.
const LENGTH: u32 = 48;
/// Cycles in which the last instructions leave the lane.
const QUIET: usize = 64;
/// Number of registers: 0 and 1 are read, 2 is written.
const REGISTERS: u32 = 3;

/// Groups of operations on about the same hardware, first to last; the first stands for them. The
/// cost of a word's way through the lane is in `mov`.
const KINDS: &[(&str, u8, u8)] = &[
    ("add, sub s32", op::ADD, op::SUB),
    ("mul s32", op::MUL_LO, op::MUL_HI_U),
    ("mad s32", op::MAD, op::MAD),
    ("and, or, xor, not", op::AND, op::NOT),
    ("shl, shr", op::SHL, op::SHR_U),
    ("min, max, abs, neg s32", op::MIN_S, op::NEG),
    ("setp s32", op::SETP_EQ, op::SETP_GE_U),
    ("add, sub f32", op::ADD_F, op::SUB_F),
    ("mul f32", op::MUL_F, op::MUL_F),
    ("fma f32", op::FMA_F, op::FMA_F),
    ("min, max, abs, neg f32", op::MIN_F, op::NEG_F),
    ("cvt f32 from integer", op::F_OF_S, op::F_OF_U),
    ("cvt integer from f32", op::S_OF_F_NEAREST, op::U_OF_F_ZERO),
    ("setp f32", op::SETP_EQ_F, op::SETP_NAN_F),
];

const INSTRUCTION: usize = 0;
const READ: usize = 1;
const WRITTEN: usize = 2;
const SHARED: usize = 3;

/// An instruction of an exercise: operation, number of register operands, number of active threads,
/// and whether the data are zero.
#[derive(Clone, Copy)]
struct Plan {
    op: u8,
    registers: usize,
    threads: u32,
    zero: bool,
}

/// The work of an exercise, after the registers are filled.
#[derive(Clone, Copy)]
enum Do {
    /// Idle time, as a multiple of the time that instructions of full warps take.
    Nothing(u32),
    Issue(Plan),
}

/// A golden lane that is driven, and the inputs that drove it.
struct Driver<'a> {
    cfg: &'a Config,
    q: State,
    p: Protocol,
    inputs: Vec<In>,
    entropy: Entropy,
}

impl<'a> Driver<'a> {
    fn new(cfg: &'a Config) -> Self {
        let (q, p) = (<Lane as Golden>::reset(cfg), Lane::protocol(cfg));
        Driver { cfg, q, p, inputs: Vec::new(), entropy: Entropy::new(1, 0) }
    }

    fn step(&mut self, i: In) {
        let mut o = Out::default();
        Lane::comb(self.cfg, &self.q, &i, &mut o);
        Lane::observe(self.cfg, &mut self.p, &self.q, &i, &o);
        Lane::clock(self.cfg, &mut self.q, &i);
        self.inputs.push(i);
    }

    /// Returns an input in which all outputs are accepted, so that nothing outside stalls the lane.
    fn open(&self) -> In {
        In { req_ready: true, ext_ready: true, ..In::default() }
    }

    /// Offers an instruction as soon as that is legal.
    fn issue(&mut self, i: &In) {
        for _ in 0..1000 {
            let free = !self.p.in_flight(&self.q) & (u64::MAX >> (64 - self.cfg.tags));
            let i = In { issue_valid: true, issue_tag: free.trailing_zeros() as u8, ..i.clone() };
            if free != 0 && self.q.accepts(self.cfg, i.issue_op) && Lane::legal(self.cfg, &self.p, &self.q, &i).is_ok()
            {
                return self.step(i);
            }
            self.step(self.open());
        }
        panic!("the lane never takes {}", i.issue_op);
    }

    fn instruction(&mut self, warp: u32, plan: Plan) -> In {
        let registers = [kind::VECTOR, kind::VECTOR, kind::VECTOR];
        let mut i = self.open();
        i.issue_op = plan.op;
        i.issue_warp = warp as u8;
        i.issue_mask = if plan.threads == 0 { 0 } else { u64::MAX >> (64 - plan.threads) };
        i.issue_guard = self.cfg.full_mask();
        i.issue_pred = self.entropy.word() & self.cfg.full_mask();
        i.issue_writes = !op::is_setp(plan.op);
        i.issue_dst = 2;
        i.issue_kind = std::array::from_fn(|s| if s < plan.registers { registers[s] } else { kind::IMMEDIATE });
        i.issue_src = std::array::from_fn(|s| if s < plan.registers { [0, 1, 0][s] } else { 0 });
        i.issue_imm = if plan.zero { 0 } else { self.entropy.word() as u32 };
        i
    }

    /// Launches all warps and fills registers 0 and 1 of each: a thread's id times, or plus, a
    /// random number; or zero.
    fn fill(&mut self, zero: bool) {
        let (cfg, region) = (self.cfg, self.cfg.rows() / self.cfg.warps);
        assert!(REGISTERS * cfg.stride(cfg.threads) < region, "a warp has room for three registers and a scalar");
        for warp in 0..cfg.warps {
            let mut i = self.open();
            i.launch_valid = true;
            (i.launch_warp, i.launch_threads) = (warp as u8, cfg.threads as u8);
            i.launch_scalar = warp * region;
            i.launch_vector = warp * region + 1;
            self.step(i);
        }
        let plan = Plan { op: op::MOV, registers: 0, threads: cfg.threads, zero };
        for warp in 0..cfg.warps {
            for register in 0..2 {
                let mut i = self.instruction(warp, plan);
                i.issue_dst = register;
                if !zero {
                    i.issue_op = op::MUL_LO;
                    i.issue_kind[1] = kind::SPECIAL;
                    i.issue_src[1] = kind::THREAD;
                    i.issue_imm |= 1;
                }
                self.issue(&i);
            }
        }
    }

    fn run(mut self, what: Do) -> Vec<In> {
        self.fill(matches!(what, Do::Issue(Plan { zero: true, .. })));
        match what {
            Do::Issue(plan) => {
                for k in 0..LENGTH {
                    let i = self.instruction(k % self.cfg.warps, plan);
                    self.issue(&i);
                }
            }
            Do::Nothing(times) => (0..times * LENGTH * self.cfg.bundles()).for_each(|_| self.step(self.open())),
        }
        (0..QUIET).for_each(|_| self.step(self.open()));
        self.inputs
    }
}

impl Work for Lane {
    /// Names of the lane's operations that cost energy: three numbers, then operations by kind,
    /// counted by thread.
    const WORK: &'static [&'static str] = &{
        let mut names = [""; SHARED + KINDS.len()];
        (names[INSTRUCTION], names[READ], names[WRITTEN]) =
            ("instruction", "register word read", "register word written");
        let mut k = 0;
        while k < KINDS.len() {
            names[SHARED + k] = KINDS[k].0;
            k += 1;
        }
        names
    };

    /// Events of the GPU's energy table that belong to the lane, and the operations whose mean each
    /// is.
    const EVENTS: &'static [(&'static str, &'static [&'static str])] = &[
        ("arithmetic", &["add, sub s32", "mul s32", "add, sub f32", "mul f32"]),
        ("registers read", &["register word read"]),
        ("registers written", &["register word written"]),
    ];

    fn work(_: &Config, i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
        if !issues(i, o) || i.reset {
            return;
        }
        let mask = i.issue_mask & i.issue_guard;
        let threads = if i.issue_scalar { u64::from(mask != 0) } else { mask.count_ones().into() };
        count(INSTRUCTION, 1);
        for s in 0..3 {
            let words = 1 + u64::from(i.issue_wide[s]);
            match i.issue_kind[s] {
                kind::VECTOR => count(READ, words * threads),
                // once, for all
                kind::SCALAR => count(READ, words * u64::from(mask != 0)),
                _ => {}
            }
        }
        if i.issue_writes {
            count(WRITTEN, threads * (1 + u64::from(i.issue_dst_wide)));
        }
        if let Some(kind) = KINDS.iter().position(|(_, first, last)| (*first..=*last).contains(&i.issue_op)) {
            count(SHARED + kind, threads);
        }
    }

    fn exercises(cfg: &Config) -> Vec<Exercise<Vec<In>>> {
        let all = cfg.threads;
        let plan = |op, registers, threads| Plan { op, registers, threads, zero: false };
        let mut list =
            vec![("nothing".to_string(), Do::Nothing(1)), ("nothing, for longer".to_string(), Do::Nothing(2))];
        let mut add = |name: String, plan: Plan| list.push((name, Do::Issue(plan)));
        for threads in [0, 1, all / 2, all] {
            add(format!("mov.b32, {threads} threads"), plan(op::MOV, 1, threads));
            add(format!("add.s32, {threads} threads"), plan(op::ADD, 2, threads));
            add(format!("mad.lo.s32, {threads} threads"), plan(op::MAD, 3, threads));
        }
        add("add.s32, one register".into(), plan(op::ADD, 1, all));
        add("mad.lo.s32, two registers".into(), plan(op::MAD, 2, all));
        for (name, code, _) in KINDS.iter().filter(|(_, code, _)| ![op::ADD, op::MAD].contains(code)) {
            add(name.to_string(), plan(*code, if *code == op::FMA_F { 3 } else { 2 }, all));
        }
        for code in [op::ADD, op::MUL_LO, op::FMA_F] {
            add(format!("{}, zeros", op::name(code).unwrap_or_default()), Plan { zero: true, ..plan(code, 2, all) });
        }
        let exercise = |(name, what): (String, Do)| {
            let typical = !matches!(what, Do::Issue(Plan { zero: true, .. }));
            Exercise { name, stimulus: Driver::new(cfg).run(what), typical }
        };
        list.into_iter().map(exercise).collect()
    }

    /// Thread instructions a cycle under the micro-benchmark of STSIMT figure 5, by the mean over
    /// active threads.
    fn throughput(cfg: &Config) -> Option<f64> {
        stsimt_5::alone(cfg)
    }
}
