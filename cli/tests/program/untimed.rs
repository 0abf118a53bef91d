//! Blocks whose golden models have no cycles: results in order, with tags, after a latency.

use std::collections::VecDeque;

use heddle_command::prelude::*;
use heddle_testbench::lockstep::Mismatch;
use heddle_testbench::shrink::Effort;
use heddle_testbench::target::{Failure, Hardware, ModelTools};
use heddle_testbench::trace::TraceFile;

/// Declares a block with a golden model without cycles: its inputs, its outputs, its streams, and
/// what it does with a transaction.
macro_rules! untimed {
    (
        $(#[$outer:meta])* $name:ident in $folder:literal,
        { $($inputs:tt)* }, { $($outputs:tt)* }, [$($stream:literal),*],
        $state:ty, |$q:ident, $i:ident, $o:ident, $give:ident| $take:block
    ) => {
        pub mod $name {
            use super::*;

            ports! { pub struct In |_cfg: Fixed, $i, k| { reset: bool [1] late, $($inputs)* } }
            ports! { pub struct Out |_cfg: Fixed, $o, k| { $($outputs)* } }

            $(#[$outer])*
            pub struct Block;

            impl heddle_command::prelude::Block for Block {
                const NAME: &'static str = stringify!($name);
                const SOURCE: &'static str = "a test";
                type Config = Fixed;
                type In = In;
                type Out = Out;
            }

            impl FromFiles for Block {
                fn source(_: &Fixed) -> (Source, Plan) {
                    let folder = concat!(env!("CARGO_MANIFEST_DIR"), $folder);
                    let file = concat!(stringify!($name), ".sv");
                    (Source::new(folder, &[file], stringify!($name)), Plan::default())
                }
            }

            impl Untimed for Block {
                type State = $state;

                fn streams(_: &Fixed) -> Vec<Stream> {
                    vec![$($stream.parse().unwrap()),*]
                }

                fn reset(_: &Fixed) -> $state {
                    <$state>::default()
                }

                fn take(_: &Fixed, $q: &mut $state, stream: usize, $i: &In, $give: &mut dyn FnMut(usize, Out)) {
                    assert_eq!(stream, 0);
                    $take
                }
            }

            bench!(Block, untimed);
        }
    };
}

untimed! {
    /// The queue: what goes in comes out.
    queue in "/../docs/examples",
    { push_i: bool [1] late, data_i: u32 [32] late when i.push_i, pop_i: bool [1] late, },
    { full_o: bool [1] late, data_o: u32 [32] late when !o.empty_o, empty_o: bool [1] late, },
    ["into push_i !full_o: data_i", "out !empty_o pop_i: data_o"],
    (), |_q, i, o, give| { give(1, Out { data_o: i.data_i, ..Out::default() }) }
}

untimed! {
    /// The multiplier, which takes some cycles.
    multiply in "/../docs/examples",
    { valid_i: bool [1] late, a_i: u16 [16] late when i.valid_i, b_i: u16 [16] late when i.valid_i,
      ready_i: bool [1] late, },
    { ready_o: bool [1] late, valid_o: bool [1] late, product_o: u32 [32] late when o.valid_o, },
    ["into valid_i ready_o: a_i b_i", "out valid_o ready_i: product_o within=50"],
    (), |_q, i, o, give| { give(1, Out { product_o: u32::from(i.a_i) * u32::from(i.b_i), ..Out::default() }) }
}

untimed! {
    /// Lanes whose results overtake each other.
    lanes in "/tests/program",
    { valid_i: bool [1] late, slow_i: bool [1] late when i.valid_i, id_i: u8 [4] late when i.valid_i,
      x_i: u16 [16] late when i.valid_i, ready_i: bool [1] late, },
    { ready_o: bool [1] late, valid_o: bool [1] late, slow_o: bool [1] late when o.valid_o,
      id_o: u8 [4] late when o.valid_o, y_o: u16 [16] late when o.valid_o, },
    ["into valid_i ready_o: slow_i id_i x_i", "out valid_o ready_i: slow_o id_o y_o tag=slow_o,id_o within=50"],
    (), |_q, i, o, give| {
        let y_o = i.x_i.wrapping_mul(3).wrapping_add(i.slow_i.into());
        give(1, Out { slow_o: i.slow_i, id_o: i.id_i, y_o, ..Out::default() });
    }
}

untimed! {
    /// A pipeline, whose results are neither early nor late.
    square in "/tests/program",
    { valid_i: bool [1] late, a_i: u8 [8] late when i.valid_i, },
    { valid_o: bool [1] late, square_o: u16 [16] late when o.valid_o, },
    ["into valid_i 1: a_i", "out valid_o 1: square_o after=3"],
    (), |_q, i, o, give| { give(1, Out { square_o: u16::from(i.a_i).pow(2), ..Out::default() }) }
}

/// Plants an edit in the RTL of a block; returns what is found, shrunk.
fn planted(unit: &Unit, tools: &ModelTools, from: &str, to: &str) -> Option<Failure> {
    unit.prepare("only").unwrap();
    let verilog = unit.emit("only");
    assert_eq!(verilog.matches(from).count(), 1, "{from}");
    let faulty = Hardware::file("faulty.v", verilog.replace(from, to));
    let target = unit.build(tools, "only", faulty).unwrap();
    let found = (0..4).find(|segment| target.segment(1, *segment, 1 << 14).unwrap().mismatch.is_some())?;
    let failure = target.explain(1, found, Effort::USUAL, &mut |_| ()).unwrap();
    let file = TraceFile::parse("shrunk".into(), failure.trace.clone()).unwrap();
    assert_eq!(target.replay(&file).unwrap(), failure.replay);
    Some(failure)
}

/// Returns what was found, unless it is at one of these ports, for one of these reasons, in fewer
/// cycles.
fn other_than(failure: &Failure, port: &str, reason: &str, most: u64) -> Option<String> {
    let (mismatch, said) = (failure.replay.mismatch.as_ref().unwrap(), failure.replay.reason.as_ref().unwrap());
    let Mismatch { cycle, port: differs, .. } = mismatch;
    let is_said = reason.split('|').any(|reason| said.contains(reason));
    let is_port = port.split('|').any(|port| port == *differs);
    (!(is_said && is_port && *cycle < most)).then(|| format!("cycle {cycle}, {differs}: {said}"))
}

#[test]
fn results_are_equal_whenever_they_come() {
    for unit in [
        Unit::of::<queue::Block>(),
        Unit::of::<multiply::Block>(),
        Unit::of::<lanes::Block>(),
        Unit::of::<square::Block>(),
    ] {
        unit.compare(1, 100_000).unwrap_or_else(|error| panic!("{}: {error}", unit.name));
    }
}

#[test]
fn faults_of_what_comes_are_found() {
    let tools = ModelTools::open().unwrap();
    let [queue, multiply, lanes, square] = [
        Unit::of::<queue::Block>(),
        Unit::of::<multiply::Block>(),
        Unit::of::<lanes::Block>(),
        Unit::of::<square::Block>(),
    ];
    // the block, an edit of its RTL, the port that differs, the reason, most cycles of the trace
    let mut wrong = Vec::new();
    let lost = "it has not come in 50 cycles";
    let either = "it has not come in 50 cycles|the payload differs";
    let more = "no transaction has a result that has not come";
    let other = "no transaction with its tag has a result|no transaction has a result";
    for (unit, from, to, port, reason, most) in [
        // a wrong payload; one that is lost; one that comes twice; two in another order
        (
            &queue,
            "words[last] <= data_i;",
            "words[last] <= data_i | 1;",
            "data_o",
            "result 1 of empty_o: the payload",
            3,
        ),
        (
            &queue,
            "if (push_i) begin",
            "if (push_i && !(pop_i && count == 1)) begin",
            "data_o",
            "the payload differs",
            6,
        ),
        (&queue, "if (pop_i) first", "if (pop_i && count != 2) first", "data_o", "the payload differs", 8),
        (&queue, "words[first];", "words[first ^ 2'(count == 2)];", "data_o", "the payload differs", 6),
        (&multiply, "b <= b >> 1;", "b <= b == 9 ? b : b >> 1;", "valid_o", lost, 80),
        (&multiply, "busy && b == 0;", "busy && b == 0 && a != 3;", "product_o", "the payload differs", 8),
        (
            &multiply,
            "else if (ready_i) busy <= 0;",
            "else if (ready_i) busy <= product_o[0] & ~a[31];",
            "valid_o",
            more,
            6,
        ),
        // with tags: a result is lost, comes twice, has another tag or payload, or never comes
        (&lanes, "(busy & ~give)", "(busy & ~(give | {2{give[0] & left == 3}}))", "valid_o|y_o", either, 70),
        (&lanes, "(busy & ~give)", "(busy & ~(give & {1'b1, left != 2}))", "valid_o", other, 8),
        (&lanes, "id[slow_o];", "id[slow_o && left != 0];", "valid_o", other, 12),
        (&lanes, "3 * x_i +", "3 * x_i + 16'(x_i == 9) +", "y_o", "the payload differs", 5),
        (&lanes, "left <= left - 1;", "left <= left - 3'(y[1] != 1);", "valid_o", lost, 70),
        // nothing is taken any more
        (
            &lanes,
            "!busy[1] : !busy[0];",
            "!busy[1] && y[1] != 4 : !busy[0] && y[1] != 4;",
            "ready_o",
            "nothing has moved in 50 cycles",
            80,
        ),
        // late, early, and one that is not asked for
        (&square, "valid[2];", "stage[2] == 9 ? valid[1] : valid[2];", "valid_o", "cycles", 8),
        (
            &square,
            "{valid[1:0], valid_i}",
            "{valid[1:0], valid_i | a_i == 7}",
            "valid_o",
            "no transaction was 3 cycles ago",
            5,
        ),
        (
            &square,
            "{valid[1:0], valid_i}",
            "{valid[1:0], valid_i & a_i != 7}",
            "valid_o",
            "it is due, 3 cycles after",
            5,
        ),
        (&square, "a_i * a_i;", "a_i * a_i + 16'(a_i == 15);", "square_o", "the payload differs", 5),
    ] {
        let Some(failure) = planted(unit, &tools, from, to) else { panic!("{to} is not found") };
        wrong.extend(other_than(&failure, port, reason, most).map(|found| format!("{to}: {found}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A model that panics is a finding of the model, with a trace that shows it.
#[test]
fn a_model_that_panics_is_found() {
    mod counts {
        pub use super::queue::{In, Out};
        use super::*;

        pub struct Counts;

        impl heddle_command::prelude::Block for Counts {
            const NAME: &'static str = "queue";
            const SOURCE: &'static str = "a test";
            type Config = Fixed;
            type In = In;
            type Out = Out;
        }

        impl FromFiles for Counts {
            fn source(cfg: &Fixed) -> (Source, Plan) {
                <queue::Block as FromFiles>::source(cfg)
            }
        }

        impl Machine for Counts {
            type State = VecDeque<u32>;
            const RESETS: Resets = Resets::Asynchronous;

            fn reset(_: &Fixed) -> VecDeque<u32> {
                VecDeque::new()
            }

            fn comb(_: &Fixed, q: &VecDeque<u32>, _: &In, o: &mut Out) {
                (o.full_o, o.empty_o) = (q.len() == 4, q.is_empty());
                o.data_o = q.front().copied().unwrap_or_default();
            }

            fn clock(_: &Fixed, q: &mut VecDeque<u32>, i: &In) {
                assert!(!(i.push_i && i.pop_i && q.len() == 3), "three are enough");
                i.pop_i.then(|| q.pop_front());
                i.push_i.then(|| q.push_back(i.data_i));
            }

            fn probe(_: &Fixed, q: &VecDeque<u32>, probe: &mut Probe) {
                probe.show("count", 3, q.len() as u64);
            }

            fn streams(_: &Fixed) -> Vec<Stream> {
                ["into push_i !full_o: data_i", "out !empty_o pop_i: data_o"]
                    .map(|line| line.parse::<Stream>().unwrap().with(Rule::Both))
                    .into()
            }
        }

        bench!(Counts, from files);
    }
    let unit = Unit::of::<counts::Counts>();
    unit.prepare("only").unwrap();
    let target = unit.build(&ModelTools::open().unwrap(), "only", Hardware::Emitted).unwrap();
    let found = target.segment(1, 0, 1 << 14).unwrap().mismatch.unwrap();
    assert!(found.panic().unwrap().contains("untimed.rs:"), "{found:?}");
    let failure = target.explain(1, 0, Effort::USUAL, &mut |_| ()).unwrap();
    assert_eq!(failure.replay.cycles, 4, "{}", failure.trace);
    assert_eq!(failure.replay.reason.as_deref(), Some("three are enough"));
    assert_eq!(failure.replay.state, [("count".to_owned(), 3)]);
}
