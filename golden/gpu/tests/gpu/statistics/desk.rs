//! Helpers of the tests of statistics: small kernels on small GPUs, and the list of the counters
//! whose values are tested.

use std::collections::BTreeSet;

use heddle_gpu::config::Config;
use heddle_gpu::measure::statistics::Counters;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Ended, Event, Options, Run, Watch, simulate};
use heddle_kernel::launch::{Description, Session};

/// A kernel `k` with a parameter `out`, how it is launched, and on what: STSIMT's GPU, or another,
/// with one core and one channel, all clocks alike, and these changes.
#[derive(Clone)]
pub struct Desk {
    pub body: String,
    pub grid: u32,
    pub block: u32,
    pub gpu: &'static str,
    pub policy: &'static str,
    pub changes: Vec<&'static str>,
}

/// What makes STSIMT's GPU simple to count on.
const SIMPLE: &[&str] = &[
    "core.scheduling=lrr",
    "core.products=sp",
    "l1.allocate=fill",
    "l1.store_hit=keep",
    "l1.miss_queue=none",
    "shared.banks=32",
    "shared.threads=none",
];

/// What latencies are made of, whatever the file has; register banks make nothing wait.
const FIXED: &[&str] = &[
    "pipeline.collector=none",
    "interconnect.latency=16",
    "interconnect.flit=32",
    "interconnect.header=8",
    "interconnect.queue=8",
    "l1.latency=30",
    "l1.line=128",
    "l1.mshrs=32",
    "l1.merges=8",
    "constant.latency=8",
    "constant.mshrs=4",
    "texture.latency=80",
    "texture.mshrs=128",
    "fetch.latency=2",
    "fetch.line=128",
    "fetch.mshrs=4",
    "l2.latency=60",
    "l2.line=128",
    "l2.ways=8",
    "l2.mshrs=32",
    "l2.merges=8",
    "l2.queue=8",
    "dram.bus=8",
    "dram.burst=8",
    "dram.rate=2",
    "dram.latency=0",
    "dram.queue=32",
    "dram.banks=16",
    "dram.row=2048",
    "dram.t_cl=12",
    "dram.t_wl=4",
    "dram.t_rcd=12",
    "dram.t_rp=12",
    "dram.t_ras=28",
    "dram.t_rrd=6",
    "dram.t_ccd=2",
    "dram.t_wr=12",
    "dram.t_wtr=5",
];

/// A run, and when CTAs came and went.
pub struct Seen {
    pub run: Run,
    pub started: Vec<u64>,
    pub ended: Vec<u64>,
    /// When CTAs got slots (true) and lost them amid their work.
    pub in_and_out: Vec<(u64, bool)>,
}

#[derive(Default)]
struct Ctas {
    started: Vec<u64>,
    ended: Vec<u64>,
    in_and_out: Vec<(u64, bool)>,
}

impl Watch for Ctas {
    fn event(&mut self, event: &Event) {
        match *event {
            Event::Started { cycle, .. } => self.started.push(cycle),
            Event::Ended { cycle, .. } => self.ended.push(cycle),
            Event::CameIn { cycle, .. } => self.in_and_out.push((cycle, true)),
            Event::WentOut { cycle, .. } => self.in_and_out.push((cycle, false)),
        }
    }
}

impl Desk {
    /// One CTA of one warp under `simt`.
    pub fn new(body: &str) -> Desk {
        Desk { body: body.into(), grid: 1, block: 32, gpu: "stsimt", policy: "simt", changes: vec![] }
    }
    pub fn launch(self, grid: u32, block: u32) -> Desk {
        Desk { grid, block, ..self }
    }
    /// On another GPU than STSIMT's.
    pub fn on(self, gpu: &'static str) -> Desk {
        Desk { gpu, ..self }
    }
    pub fn policy(self, policy: &'static str) -> Desk {
        Desk { policy, ..self }
    }
    pub fn set(self, changes: &[&'static str]) -> Desk {
        Desk { changes: [&self.changes, changes].concat(), ..self }
    }
    pub fn run(&self) -> Seen {
        // a texture over the buffer, for those that fetch
        let fetches = self.body.contains("[image");
        let reference = if fetches { ".global .texref image;\n" } else { "" };
        let binding = if fetches { "[[texture]]\nname = \"image\"\nbuffer = \"out\"\nsize = [512, 512]\n" } else { "" };
        let ptx = format!(
            ".version 6.4\n.target sm_30\n.address_size 64\n{reference}.const .align 128 .b32 table[64];\n.visible .entry k(.param .u64 out)\n{{\n\
             .reg .b32 %r<16>;\n.reg .b64 %rd<16>;\n.reg .f32 %f<8>;\n.reg .f64 %d<8>;\n.reg .pred %p<4>;\n\
             .shared .align 128 .b32 words[2048];\n{}\nret;\n}}\n",
            self.body
        );
        let launch = format!(
            "name = \"k\"\n[[buffer]]\nname = \"out\"\ntype = \"u32\"\ncount = 262144\n{binding}[[run]]\n[[run.launch]]\n\
             kernel = \"k\"\ngrid = [{}]\nblock = [{}]\nargs = [{{ buffer = \"out\" }}]\n",
            self.grid, self.block
        );
        let mut config = Config::shipped(self.gpu).unwrap();
        let clocks = ["core.clock=1000", "interconnect.clock=1000", "l2.clock=1000", "dram.clock=1000"];
        config.set(&["core.count=1", "dram.channels=1", "l2.bytes=131072"]).unwrap();
        config.set(&clocks).unwrap();
        config.set(FIXED).unwrap();
        if self.gpu == "stsimt" {
            config.set(SIMPLE).unwrap();
        }
        config.set(&self.changes).unwrap();
        let module = heddle_kernel::read("k.ptx", &ptx).unwrap_or_else(|error| panic!("{error}"));
        let description = Description::read("k.toml", &launch).unwrap_or_else(|error| panic!("{error}"));
        let mut session = Session::new("k.toml", &module, &description, "test", None).unwrap();
        let policy = Policy::named(self.policy).unwrap();
        let mut ctas = Ctas::default();
        let run = simulate(&config.spec, &policy, &mut session, &Options::default(), &mut ctas);
        let run = run.unwrap_or_else(|trouble| panic!("{trouble}"));
        assert_eq!(run.ended, Ended::Whole);
        Seen { run, started: ctas.started, ended: ctas.ended, in_and_out: ctas.in_and_out }
    }
}

impl Seen {
    pub fn get(&self, name: &str) -> u64 {
        self.run.get(name).unwrap_or_else(|| panic!("there is no counter {name}"))
    }
}

/// Counters whose value is known, found to be so; that one counts nothing where there is nothing
/// says too little.
#[derive(Default)]
pub struct Ledger(pub BTreeSet<String>);

impl Ledger {
    /// A counter's value in a run.
    pub fn is(&mut self, seen: &Seen, name: &str, wanted: u64) {
        assert_eq!(seen.get(name), wanted, "{name}");
        self.found(name, wanted);
    }
    /// Several, `core.` or the like before each name.
    pub fn are(&mut self, seen: &Seen, prefix: &str, wanted: &[(&str, u64)]) {
        for (name, wanted) in wanted {
            self.is(seen, &format!("{prefix}.{name}"), *wanted);
        }
    }
    /// Several of a set that no run has, as `prefix` has them in lists.
    pub fn values<C: Counters>(&mut self, prefix: &str, counters: &C, wanted: &[(&str, u64)]) {
        for (name, wanted) in wanted {
            let name = format!("{prefix}.{name}");
            let at = C::LIST.iter().position(|counter| counter.name == name);
            let value = at.map(|at| counters.values()[at]);
            assert_eq!(value, Some(*wanted), "{name}");
            self.found(&name, *wanted);
        }
    }
    /// By how much a counter differs between a run and a shorter one.
    pub fn grows(&mut self, shorter: &Seen, longer: &Seen, name: &str, wanted: u64) {
        assert_eq!(longer.get(name) - shorter.get(name), wanted, "{name}");
        self.found(name, wanted);
    }
    fn found(&mut self, name: &str, value: u64) {
        if value != 0 {
            self.0.insert(name.into());
        }
    }
}
