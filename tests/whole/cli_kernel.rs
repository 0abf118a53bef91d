//! Tests of `heddle kernel` as users meet it: its output for programs that are right, wrong, and
//! not programs at all.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::desk::Desk;

/// Adds one to every element, and goes round a loop as often as an element says.
const PTX: &str = r#".version 6.0
.target sm_35
.address_size 64

.visible .entry step(
	.param .u64 step_param_0,
	.param .u32 step_param_1
)
{
	.reg .pred 	%p<3>;
	.reg .b32 	%r<8>;
	.reg .b64 	%rd<5>;

	ld.param.u64 	%rd1, [step_param_0];
	ld.param.u32 	%r1, [step_param_1];
	mov.u32 	%r2, %ctaid.x;
	mov.u32 	%r3, %ntid.x;
	mov.u32 	%r4, %tid.x;
	mad.lo.s32 	%r5, %r2, %r3, %r4;
	setp.ge.u32 	%p1, %r5, %r1;
	@%p1 bra 	DONE;
	cvta.to.global.u64 	%rd2, %rd1;
	mul.wide.u32 	%rd3, %r5, 4;
	add.s64 	%rd4, %rd2, %rd3;
	ld.global.u32 	%r6, [%rd4];
AGAIN:
	add.s32 	%r6, %r6, 1;
	setp.lt.s32 	%p2, %r6, 100;
	@%p2 bra 	AGAIN;
	st.global.u32 	[%rd4], %r6;
DONE:
	ret;
}
"#;

const LAUNCH: &str = r#"name = "STEP"
[[buffer]]
name = "x"
type = "s32"
count = 300
fill = { start = 0, step = 1 }
[[run]]
[[run.launch]]
kernel = "step"
grid = [3]
block = [128]
args = [{ buffer = "x" }, { s32 = 300 }]
[[expect]]
buffer = "x"
values = [100, 100, 100]
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("step.ptx", PTX);
    desk.write("step.toml", LAUNCH);
    desk
}

#[test]
fn a_file_runs_with_the_description_beside_it() {
    let desk = desk();
    desk.run("kernel run step.ptx --check").is(0, &["as expected STEP (test)", "1 launches, 3 CTAs, 384 threads"]);
    for way in ["--warp-size 4", "--scalar all", "--scalar restricted --allocate", "--warp-size 16 --allocate"] {
        let ran = desk.run(&format!("kernel run step.ptx --check --json {way}"));
        let json = ran.is(0, &[]).json();
        assert_eq!(json.len(), 1);
        assert_eq!(json[0]["result"], "as expected");
        assert_eq!(
            json[0]["thread_instructions"],
            desk.run("kernel run step.ptx --json").json()[0]["thread_instructions"],
            "{way}"
        );
    }
    desk.write("wrong.toml", LAUNCH.replace("[100, 100, 100]", "[100, 101, 100]"));
    desk.run("kernel run step.ptx --launch wrong.toml").is(0, &["not checked STEP"]);
    desk.run("kernel run step.ptx --launch wrong.toml --check")
        .is(1, &["WRONG STEP", "x[1] is 100, expected 101 (1 of 3 elements differ)"]);
}

#[test]
fn a_kernel_that_stops_says_where() {
    let desk = desk();
    let cases = [
        ("{ s32 = 300 }", "{ s32 = 310 }", "step.ptx:25:2, CTA (2, 0, 0), thread (44, 0, 0): load of 4 bytes at 0x"),
        ("{ buffer = \"x\" }", "{ u64 = 268435458 }", "not a multiple of 4"),
        ("{ buffer = \"x\" }", "{ u64 = 16 }", "load of 4 bytes at 0x10"),
        ("block = [128]", "block = [2048]", "1 to 1024"),
        (", { s32 = 300 }", "", "1 arguments, but `step` takes 2"),
        ("{ s32 = 300 }", "{ s64 = 300 }", "8 bytes, but parameter `step_param_1` has 4"),
        ("kernel = \"step\"", "kernel = \"stop\"", "has no kernel `stop`; there are: step"),
        ("count = 300", "count = \"m\"", "there is no size `m`"),
        ("values =", "value =", "unknown field `value`"),
        ("values = [100, 100, 100]", "reference = true", "only a workload of this project"),
    ];
    for (right, wrong, words) in cases {
        assert!(LAUNCH.contains(right), "{right}");
        desk.write("wrong.toml", LAUNCH.replacen(right, wrong, 1));
        desk.run("kernel run step.ptx --check --launch wrong.toml").is(2, &[words]);
    }
}

#[test]
fn a_program_that_is_none_is_refused_with_its_place() {
    let desk = desk();
    let cases = [
        ("add.s32", "ad.s32", "broken.ptx:27:2: "),
        ("%r6, %r6, 1;", "%r6, %r7777, 1;", "broken.ptx:27:"),
        ("bra \tAGAIN;", "bra \tNOWHERE;", "broken.ptx:29:"),
        ("add.s32", "sured.b.add.1d", "the instruction `sured` (PTX 2.0) is not supported"),
        (".target sm_35", "", "broken.ptx:"),
        ("}\n", "", "broken.ptx:"),
    ];
    for (right, wrong, words) in cases {
        assert!(PTX.contains(right), "{right}");
        desk.write("broken.ptx", PTX.replacen(right, wrong, 1));
        desk.run("kernel show broken.ptx").is(2, &[words]);
    }
    desk.write("zero.ptx", [0u8; 100]);
    // comments are in any encoding, and nothing else is
    desk.write("latin.ptx", [b"// \xe9\n", PTX.as_bytes()].concat());
    desk.write("word.ptx", [PTX.as_bytes(), b"\xe9\n"].concat());
    desk.run("kernel show zero.ptx").is(2, &["zero.ptx:1:1: "]);
    desk.run("kernel show latin.ptx").is(0, &["step"]);
    desk.run("kernel show word.ptx").is(2, &["word.ptx:", "found `\u{fffd}`"]);
    desk.run("kernel show missing.ptx").is(2, &["missing.ptx: No such file"]);
    desk.run("kernel run bfss").is(2, &["there is no workload `bfss`", "did you mean `BFS`?"]);
    desk.write("alone.ptx", PTX);
    desk.run("kernel run alone.ptx").is(2, &["there is no launch description", "alone.toml", "kernel = \"step\""]);
    desk.run("kernel run BWC --warp-size 8").is(2, &["`BWC` is warp-synchronous", "--warp-size 32"]);
    desk.run("kernel run VA --warp-size 3").is(2, &["1, 2, 4, 8, 16 or 32"]);
    desk.run("kernel run VA --scale huge").is(2, &["there is no scale `huge`; there are paper, study, test"]);
}

#[test]
fn what_is_found_is_shown() {
    let desk = desk();
    let ran = desk.run("kernel show step.ptx --branches --scalar --regs --cfg graph.svg");
    let words = [
        "P: thread ids and launch constants",
        "D: data",
        "line 30",
        "reads a thread id",
        "control-flow graph: graph.svg",
        "15 s ld.param.u32 %r1, [step_param_1]",
    ];
    ran.is(0, &words);
    let svg = fs::read_to_string(desk.path("graph.svg")).unwrap();
    assert!(svg.contains("<svg") && svg.contains("add.s32 %r6, %r6, 1"));
    desk.run("kernel show step.ptx --cfg step.ptx/graph.svg").is(2, &["--cfg"]);
    desk.run("kernel list").is(0, &["BFS", "STSIMT II", "warp-synchronous"]);
    let json = desk.run("kernel list --json").is(0, &[]).json();
    assert!(json.len() > 40 && json.iter().all(|workload| workload["scales"].as_array().unwrap().len() >= 2));
}

#[test]
fn an_endless_kernel_is_interrupted() {
    let desk = desk();
    desk.write("endless.ptx", PTX.replace("setp.lt.s32 \t%p2, %r6, 100;", "setp.eq.s32 \t%p2, %r6, %r6;"));
    let mut command = desk.heddle("kernel run endless.ptx --launch step.toml");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    sleep(Duration::from_millis(500));
    let running = child.try_wait().unwrap();
    assert!(running.is_none(), "ended by itself: {running:?}");
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn contents_come_from_files_and_go_to_files() {
    let desk = desk();
    let words = |count: i32| (0..count).flat_map(|n| (n - 5).to_le_bytes()).collect::<Vec<u8>>();
    desk.write("x.bin", words(300));
    desk.write("file.toml", LAUNCH.replace("{ start = 0, step = 1 }", "{ file = \"x.bin\" }"));
    let run = "kernel run step.ptx --launch file.toml --contents after";
    desk.run(run).is(0, &["not checked STEP"]);
    let after = fs::read(desk.path("after/x.bin")).unwrap();
    let after: Vec<i32> = after.chunks_exact(4).map(|it| i32::from_le_bytes(it.try_into().unwrap())).collect();
    assert_eq!(after, (0..300).map(|n| 100.max(n - 5 + 1)).collect::<Vec<i32>>());
    // as they are expected, from a file, too
    let expect = "fill = { file = \"after/x.bin\" }";
    let launch = fs::read_to_string(desk.path("file.toml")).unwrap().replace("values = [100, 100, 100]", expect);
    desk.write("again.toml", launch);
    desk.run("kernel run step.ptx --launch again.toml --check").is(0, &["as expected STEP"]);
    desk.run("kernel run step.ptx --launch again.toml --contents step.ptx").is(2, &["name a folder"]);
    desk.write("x.bin", words(299));
    desk.run(run).is(2, &["x.bin has 1196 bytes, but 300 elements of s32 have 1200"]);
    fs::remove_file(desk.path("x.bin")).unwrap();
    desk.run(run).is(2, &["x.bin: No such file"]);
    desk.write("name.toml", LAUNCH.replace("\"x\"", "\"../x\""));
    desk.run("kernel run step.ptx --launch name.toml --contents after").is(2, &["`../x`", "another name"]);
}

#[test]
fn a_workload_is_found_by_its_title() {
    let desk = Desk::new();
    desk.run("kernel run hotspot --check").is(0, &["as expected HOTSP ("]);
}
