//! Figure 5 of VT: the order in which four CTAs of two warps become active and inactive on a core
//! that schedules two.

use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Event, Options, Watch, simulate};
use heddle_kernel::launch::{Description, Session};
use serde_json::json;

use super::runs::{BASE, gpu};
use crate::cli::Figure;
use crate::error::Error;
use crate::explain::Explained;
use crate::figure::study::checks::words;
use crate::figure::study::sheet::{Rows, Sheet};
use crate::plot::{Chart, Form, Panel};

/// The kernel of the figure: each CTA loads two lines of its own, one after the other, and stores
/// their sum.
const PROGRAM: &str = "
.version 4.0
.target sm_20
.address_size 64
.visible .entry waits(.param .u64 words)
{
    .reg .b32 %r<9>;
    .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [words];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.s32 %r4, %r1, %r2, %r3;
    mul.wide.s32 %rd2, %r4, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r5, [%rd3];
    add.s32 %r6, %r5, 1;
    ld.global.u32 %r7, [%rd3+4096];
    add.s32 %r8, %r6, %r7;
    st.global.u32 [%rd3], %r8;
    ret;
}
";

const LAUNCH: &str = "
name = \"waits\"
[[buffer]]
name = \"words\"
type = \"u32\"
count = 2048
fill = { start = 0, step = 1 }
[[run]]
[[run.launch]]
kernel = \"waits\"
grid = [4]
block = [64]
args = [{ buffer = \"words\" }]
";

/// Changes for a core that schedules two CTAs of two warps, and has room for four; with one
/// channel, memory replies in the order of the loads.
const CORE: [&str; 7] = [
    "core.count=1",
    "core.ctas=2",
    "core.warps=4",
    "core.active_warps=4",
    "core.schedulers=1",
    "vt.ctas=4",
    "dram.channels=1",
];

/// An event of a CTA; CTAs are numbered from 1 as in the figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    cycle: u64,
    cta: u32,
    what: &'static str,
}

const IN: &str = "in";
const OUT: &str = "out";
const ENDS: &str = "ends";

struct Steps {
    steps: Vec<Step>,
    /// Whether CTAs have slots from the start, as without virtual threads.
    at_once: bool,
}

impl Watch for Steps {
    fn event(&mut self, event: &Event) {
        let (cycle, cta, what) = match event {
            Event::CameIn { cycle, cta, .. } => (cycle, cta, IN),
            Event::WentOut { cycle, cta, .. } => (cycle, cta, OUT),
            Event::Ended { cycle, cta, .. } => (cycle, cta, ENDS),
            Event::Started { cycle, cta, .. } if self.at_once => (cycle, cta, IN),
            Event::Started { .. } => return,
        };
        self.steps.push(Step { cycle: *cycle, cta: cta[0] + 1, what });
    }
}

/// Returns the events of CTAs under a policy, and the cycles of the run.
fn steps(args: &Figure, policy: &str) -> Result<(Vec<Step>, u64), Error> {
    let config = gpu(args, "", &CORE)?;
    let module = heddle_kernel::read("figure 5", PROGRAM).explained()?;
    let description = Description::read("figure 5", LAUNCH).explained()?;
    let mut session = Session::new("figure 5", &module, &description, "test", None).explained()?;
    let unfit = |why: &dyn std::fmt::Display| Error::input(why.to_string(), "leave out --set");
    let policy = Policy::named(policy).ok_or_else(|| unfit(&"no such policy"))?;
    let mut steps = Steps { steps: Vec::new(), at_once: policy.name() == BASE };
    let run = simulate(&config.spec, &policy, &mut session, &Options::default(), &mut steps);
    let run = run.map_err(|why| unfit(&why))?;
    Ok((steps.steps, run.cycles))
}

/// Returns the CTAs in the order of their events of one kind.
fn order(steps: &[Step], what: &str) -> Vec<u32> {
    steps.iter().filter(|step| step.what == what).map(|step| step.cta).collect()
}

fn shown(ctas: &[u32]) -> String {
    ctas.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// Makes figure 5 of VT, from two short runs.
pub fn sheet(args: &Figure) -> Result<Sheet, Error> {
    let (mut rows, mut lines, mut checks, mut panels) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut cycles = Vec::new();
    for policy in [BASE, "vt"] {
        let (steps, ended) = steps(args, policy)?;
        for step in &steps {
            rows.push([policy.into(), step.cycle.to_string(), step.cta.to_string(), step.what.into()].to_vec());
            lines.push(
                json!({ "figure": "vt/5", "policy": policy, "cycle": step.cycle, "cta": step.cta, "event": step.what }),
            );
        }
        let (came, went) = (order(&steps, IN), order(&steps, OUT));
        let ours = format!("in {}; out {}", shown(&came), if went.is_empty() { "none".into() } else { shown(&went) });
        let (paper, agrees) = if policy == BASE {
            // two at a time; the others when one of them has ended
            ("in 1 2 3 4; out none (figure 5a)", came == [1, 2, 3, 4] && went.is_empty())
        } else {
            (
                "in 1 2 3 4 1 2; out 1 2 first (figure 5b)",
                came.starts_with(&[1, 2, 3, 4, 1, 2]) && went.starts_with(&[1, 2]),
            )
        };
        checks.push(words(format!("{policy}: order of CTAs"), paper, ours, Some(agrees)));
        panels.push(panel(policy, &steps, ended));
        cycles.push(ended);
    }
    let title = "four CTAs of two warps on a core that schedules two".to_string();
    checks.push(words(
        "cycles with virtual threads, without",
        "fewer (figure 5)",
        format!("{}, {}", cycles[1], cycles[0]),
        Some(cycles[1] < cycles[0]),
    ));
    Ok(Sheet {
        figure: "vt/5",
        title,
        tables: vec![Rows {
            title: "in: its warps have slots; out: they have none any more".into(),
            words: 1,
            header: ["policy", "cycle", "CTA", "event"].map(str::to_string).to_vec(),
            rows,
        }],
        notes: Vec::new(),
        checks,
        lines,
        chart: Chart::panels(panels, 2, "core cycle"),
    })
}

/// Returns a panel with a line for each CTA, which is up while the CTA's warps have slots.
fn panel(policy: &str, steps: &[Step], ended: u64) -> Panel {
    let curve = |cta: u32| {
        let height = |active: bool| f64::from(cta) + if active { 0.0 } else { -0.5 };
        let (mut points, mut active) = (vec![(0.0, height(false))], false);
        for step in steps.iter().filter(|step| step.cta == cta) {
            points.push((step.cycle as f64, height(active)));
            active = step.what == IN;
            points.push((step.cycle as f64, height(active)));
        }
        points.push((ended as f64, height(active)));
        (format!("CTA {cta}"), points)
    };
    Panel {
        title: format!("VT 5: {policy}"),
        vertical: "a CTA's line is up while it is active".into(),
        form: Form::Lines,
        curves: (1..=4).map(curve).collect(),
    }
}
