//! What several tests need: a small program on one core, and the cycles of a round of it.

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Options, Run, simulate};
use heddle_kernel::launch::{Description, Session};

/// One CTA on one core of a shipped configuration, changed by `sets`.
pub struct Bench<'a> {
    pub config: &'a str,
    pub sets: &'a [&'a str],
    pub policy: &'a str,
    /// Warps of the CTA, and active threads of each.
    pub warps: usize,
    pub active: u32,
}

impl Bench<'_> {
    /// Runs a program; `body` is executed `rounds` times, and every thread that is not active ends before.
    ///
    /// Before it stand `%rd1`, the address of a buffer, `%r1`, the thread in its CTA, and what `before` says; `%r2` to `%r19`, `%rd2` to `%rd19`, `%f1` to
    /// `%f9` and `%p3` are free. `globals` are declarations of the module.
    pub fn run(&self, globals: &str, before: &str, body: &str, rounds: u32) -> Run {
        let mut config = Config::shipped(self.config).unwrap();
        config.set(&["core.count=1"]).unwrap();
        config.set(self.sets).unwrap();
        let ptx = program(globals, before, body);
        let module = heddle_kernel::read("bench.ptx", &ptx).unwrap_or_else(|why| panic!("{why}\n{ptx}"));
        let text = description(self.warps, self.active, rounds);
        let description = Description::read("bench.toml", &text).unwrap();
        let mut session = Session::new("bench.toml", &module, &description, "test", None).unwrap();
        let policy = Policy::named(self.policy).unwrap();
        simulate(&config.spec, &policy, &mut session, &Options::default(), &mut ()).unwrap()
    }

    /// Core cycles of a round: what runs of 4 rounds and of 12 differ in.
    pub fn cycles(&self, globals: &str, before: &str, body: &str) -> f64 {
        let [short, long] = [4, 12].map(|rounds| self.run(globals, before, body, rounds));
        (long.cycles - short.cycles) as f64 / 8.0
    }

    /// Core cycles from an instruction to its dependent: of a round that is `line`, `count` times, less what a round costs beside it.
    pub fn distance(&self, globals: &str, before: &str, line: &str, count: usize) -> f64 {
        let [one, many] = [1, 1 + count].map(|times| self.cycles(globals, before, &line.repeat(times)));
        (many - one) / count as f64
    }
}

fn program(globals: &str, before: &str, body: &str) -> String {
    format!(
        "
.version 7.0
.target sm_70
.address_size 64
{globals}
.visible .entry bench(.param .u64 out, .param .u32 active, .param .u32 rounds)
{{
    .reg .pred %p<4>;
    .reg .f32 %f<10>;
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    mov.u32 %r1, %tid.x;
    and.b32 %r20, %r1, 31;
    ld.param.u32 %r21, [active];
    setp.ge.u32 %p1, %r20, %r21;
    @%p1 bra DONE;
    ld.param.u32 %r22, [rounds];
    ld.param.u64 %rd1, [out];
{before}
LOOP:
{body}
    sub.s32 %r22, %r22, 1;
    setp.ne.s32 %p2, %r22, 0;
    @%p2 bra LOOP;
DONE:
    exit;
}}
"
    )
}

fn description(warps: usize, active: u32, rounds: u32) -> String {
    format!(
        r#"
name = "BENCH"
[size.test]
n = 4194304
[[buffer]]
name = "out"
type = "u32"
count = "n"
[[run]]
[[run.launch]]
kernel = "bench"
grid = [1]
block = [{}]
args = [{{ buffer = "out" }}, {{ u32 = {active} }}, {{ u32 = {rounds} }}]
"#,
        warps * 32
    )
}
