//! Tests of the proof engine on modules so small that the answer is known.

use std::collections::HashMap;

use heddle_formal::{
    Aiger, Answer, Bounded, Correspondence, Frames, Graph, How, Limit, Lit, Netlist, Pair, Problem, Rules, Verdict,
    bounded, correspond, elaborate, elaborate_with_unwritten, equivalent, inductive,
};

/// Counts from 0 to `last` and begins anew; a spare register follows the count, and is shown when
/// asked for.
fn counter(last: u32, spare: &str) -> String {
    format!(
        "module top(clock, reset, ask, count, shown, valid);
           input clock, reset, ask; output [2:0] count; output [2:0] shown; output valid;
           reg [2:0] q; reg [2:0] spare; reg full;
           assign count = q; assign shown = spare; assign valid = full;
           always @(posedge clock) begin
             q <= reset ? 3'd0 : (q == 3'd{last} ? 3'd0 : q + 3'd1);
             full <= !reset & ask;
             {spare}
           end
         endmodule"
    )
}

const SPARE: &str = "if (ask) spare <= q;";

fn problem(verilog: &str, property: impl Fn(&mut Graph, &Netlist) -> Lit) -> (Problem, Lit) {
    let aiger = elaborate("top", verilog).unwrap();
    let mut graph = Graph::default();
    let netlist = aiger.add(&mut graph, &mut HashMap::new(), &mut HashMap::new()).unwrap().netlist;
    let property = property(&mut graph, &netlist);
    let reset = netlist.bit("reset");
    (Problem { graph, netlist, reset, assumptions: vec![], invariants: vec![] }, property)
}

#[test]
fn what_follows_from_itself_is_proved() {
    let below = |limit| move |g: &mut Graph, n: &Netlist| g.less(&n.word("count"), &g.number(limit, 4));
    let (p, property) = problem(&counter(4, SPARE), below(5));
    assert_eq!(inductive(&p, &[property], 1, Limit::NONE), Some(vec![true]));
    // true, but 6 comes after 5, which nothing forbids
    let (p, property) = problem(&counter(4, SPARE), |g, n| !g.is(&n.word("count"), 6));
    assert_eq!(inductive(&p, &[property], 1, Limit::NONE), Some(vec![false]));
    assert_eq!(bounded(&p, property, 20, Limit::NONE), Bounded::Holds(20));
    // with what comes before it forbidden, too, it follows
    let (mut p, property) = problem(&counter(4, SPARE), |g, n| !g.is(&n.word("count"), 6));
    let word = p.netlist.word("count");
    let five = !p.graph.is(&word, 5);
    assert_eq!(inductive(&p, &[property, five], 1, Limit::NONE), Some(vec![true, true]));
    // or two cycles before
    assert_eq!(inductive(&p, &[property], 2, Limit::NONE), Some(vec![true]));
}

#[test]
fn what_breaks_is_refuted_by_the_shortest_run() {
    let (p, property) = problem(&counter(4, SPARE), |g, n| !g.is(&n.word("count"), 3));
    let Bounded::Refuted(inputs) = bounded(&p, property, 20, Limit::NONE) else { panic!("it is reached") };
    // reset, then 0, 1, 2, 3
    assert_eq!(inputs.len(), 5);
    assert_eq!(inputs.iter().map(|cycle| cycle["reset"]).collect::<Vec<_>>(), [1, 0, 0, 0, 0]);
    assert_eq!(bounded(&p, property, 3, Limit::NONE), Bounded::Holds(3));
    assert_eq!(inductive(&p, &[property], 1, Limit::NONE), Some(vec![false]));
}

#[test]
fn what_is_assumed_counts() {
    let (mut p, property) = problem(&counter(4, SPARE), |_, n| !n.bit("valid"));
    assert!(matches!(bounded(&p, property, 5, Limit::NONE), Bounded::Refuted(_)));
    p.assumptions.push(!p.netlist.bit("ask"));
    assert_eq!(inductive(&p, &[property], 1, Limit::NONE), Some(vec![true]));
}

fn verdict(other: &str, careful: bool) -> Verdict {
    verdict_within(other, careful, 12, Limit::NONE)
}

fn verdict_within(other: &str, careful: bool, depth: usize, limit: Limit) -> Verdict {
    let right: Aiger = elaborate("top", &counter(4, SPARE)).unwrap();
    let other = elaborate("top", other).unwrap();
    let rules = move |g: &mut Graph, n: &Netlist| {
        let mut rules = Rules::default();
        if careful {
            rules.care.insert("shown".into(), n.bit("valid"));
            rules.invariants.push(g.less(&n.word("count"), &g.number(5, 3)));
        }
        rules
    };
    equivalent(&Pair { right: &right, other: &other, rules: &rules, reset: "reset" }, depth, limit).unwrap()
}

#[test]
fn versions_are_told_apart() {
    // the same, written otherwise
    let same = counter(4, SPARE).replace("q == 3'd4", "!(q != 3'd4)");
    assert_eq!(verdict(&same, false), Verdict::Equivalent(How::State));
    // 6 begins anew, too: it never is 6
    let unreachable = counter(4, SPARE).replace("q == 3'd4", "q == 3'd4 | q == 3'd6");
    assert_eq!(verdict(&unreachable, true), Verdict::Equivalent(How::Invariants));
    // the spare register takes what nobody sees, and keeps it for a cycle, or for ever
    let kept = counter(4, "if (ask | q[0]) spare <= q;");
    assert_eq!(verdict(&kept, true), Verdict::Equivalent(How::Relation(3)));
    let unseen = counter(4, "spare <= q;");
    assert_eq!(verdict(&unseen, true), Verdict::Equivalent(How::Pipeline(3)));
    let Verdict::Differs(inputs) = verdict(&unseen, false) else { panic!("it is seen") };
    assert!(inputs.len() <= 4);
    // it counts one further
    let Verdict::Differs(inputs) = verdict(&counter(5, SPARE), true) else { panic!("it is seen") };
    assert_eq!(inputs.len(), 7, "reset, 0 to 4, and then 5");
}

#[test]
fn abc_finds_the_invariant_that_nobody_gave_and_the_run_that_is_too_long_for_the_rest() {
    let unreachable = counter(4, SPARE).replace("q == 3'd4", "q == 3'd4 | q == 3'd6");
    assert_eq!(verdict(&unreachable, false), Verdict::Equivalent(How::Unreachable));
    let Verdict::Differs(inputs) = verdict_within(&counter(5, SPARE), true, 2, Limit::NONE) else {
        panic!("it is seen")
    };
    assert_eq!(inputs.iter().map(|cycle| cycle["reset"]).collect::<Vec<_>>(), [1, 0, 0, 0, 0, 0, 0]);
    // the same run, bit by bit: the spare register shows what it took only if it was asked to
    let shown = counter(4, "if (ask) spare <= q == 3'd4 ? 3'd7 : q;");
    let Verdict::Differs(inputs) = verdict_within(&shown, true, 2, Limit::NONE) else { panic!("it is seen") };
    assert_eq!((inputs.len(), inputs[5]["ask"]), (7, 1));
    let over = Limit { until: Some(std::time::Instant::now()) };
    assert_eq!(verdict_within(&unreachable, false, 12, over), Verdict::Undecided(0));
}

/// What comes out two cycles after it went in; `last` is what `q` takes.
fn delayed(first: &str, last: &str) -> Aiger {
    let ports = "input clock, reset, d; output reg q; reg one;";
    let body = format!("always @(posedge clock) begin one <= {first}; q <= !reset & ({last}); end");
    elaborate("top", &format!("module top(clock, reset, d, q); {ports} {body} endmodule")).unwrap()
}

#[test]
fn registers_are_not_paired_by_what_yosys_made_up() {
    // two registers in a row, one of which goes by another name, too
    let version = |alias: u32| {
        let ports = "input 0 0 d\ninput 1 0 reset\noutput 0 0 q\noutput 1 0 r\n";
        let names = format!("{ports}latch {alias} 0 _1_\nlatch 0 0 a\nlatch 1 0 b\n");
        Aiger::read("aag 4 2 2 2 0\n2\n4\n6 2\n8 6\n6\n8\n", &names).unwrap()
    };
    let (right, other) = (version(0), version(1));
    let pair = Pair { right: &right, other: &other, rules: &|_, _| Rules::default(), reset: "reset" };
    assert_eq!(equivalent(&pair, 4, Limit::NONE).unwrap(), Verdict::Equivalent(How::State));
}

#[test]
fn in_a_pipeline_registers_may_differ() {
    let told = |right: &Aiger, other: &Aiger| {
        let pair = Pair { right, other, rules: &|_, _| Rules::default(), reset: "reset" };
        equivalent(&pair, 12, Limit::NONE).unwrap()
    };
    let right = delayed("d", "one");
    assert_eq!(told(&right, &delayed("!d", "!one")), Verdict::Equivalent(How::Pipeline(1)));
    assert!(matches!(told(&right, &delayed("!d", "one")), Verdict::Differs(_)));
    // a register that depends on itself is no pipeline: it remembers what it was for ever
    let kept = |not: &str| delayed(&format!("{not}((d ^ {not}one) & !reset)"), &format!("{not}one"));
    assert_eq!(told(&kept(""), &kept("!")), Verdict::Equivalent(How::Unreachable));
}

#[test]
fn a_module_that_is_missing_is_an_error() {
    let text = "module top(clock, reset, q); input clock, reset; output q; missing m(.clock(clock), .q(q)); endmodule";
    let error = elaborate("top", text).unwrap_err().to_string();
    assert!(error.contains("missing"), "{error}");
}

#[test]
fn what_is_never_written_is_anything() {
    let two = |write: &str, q: &str| {
        format!(
            "module top(clock, reset, d, q); input clock, reset, d; output q; reg one, other;
             always @(posedge clock) begin one <= d & !reset; {write} end assign q = {q}; endmodule"
        )
    };
    let right = elaborate("top", &two("other <= 1'b0;", "one & !other")).unwrap();
    let told = |q: &str| {
        let text = two("", q);
        assert!(elaborate("top", &text).unwrap_err().to_string().contains("check"), "{q}");
        let other = elaborate_with_unwritten("top", &text).unwrap();
        let pair = Pair { right: &right, other: &other, rules: &|_, _| Rules::default(), reset: "reset" };
        equivalent(&pair, 12, Limit::NONE).unwrap()
    };
    assert!(matches!(told("one & (other | !other) & !other"), Verdict::Differs(_)));
    assert!(matches!(told("one & (!one | other)"), Verdict::Differs(_)));
    assert!(matches!(told("one & (other | !other)"), Verdict::Equivalent(_)));
}

#[test]
fn a_bit_that_nothing_reads_has_a_name_and_any_value() {
    let verilog =
        "module top(clock, reset, d, q); input clock, reset; input [3:0] d; output [2:0] q; reg [3:0] word, dead;
         always @(posedge clock) begin word <= d; dead <= word ^ d; end assign q = {word[3], word[1:0]}; endmodule";
    let aiger = elaborate("top", verilog).unwrap();
    let mut graph = Graph::default();
    let netlist = aiger.add(&mut graph, &mut HashMap::new(), &mut HashMap::new()).unwrap().netlist;
    let word = netlist.word("word");
    assert_eq!(word.len(), 4);
    assert_eq!(netlist.gone.get(&word[2]).map(String::as_str), Some("word[2]"));
    let both = graph.and(word[1], word[2]);
    for (of, gone) in [(word[1], false), (word[2], true), (!both, true)] {
        let cone = graph.cone([of]);
        assert_eq!(netlist.gone.keys().any(|lit| cone.contains(lit)), gone, "{of:?}");
        assert!(of == word[2] || cone.contains(&netlist.inputs["d"][1]), "what a register takes is in its cone");
    }
}

#[test]
fn damaged_files_are_refused() {
    let graph = "aag 3 1 1 1 1\n2\n4 6\n4\n6 2 4\n";
    let names = "input 0 0 a\noutput 0 0 q\nlatch 0 0 r\nwire 6 0 w\n";
    Aiger::read(graph, names).unwrap();
    for (n, _) in graph.char_indices() {
        for with in ["", "9", "-", "\n", "99999999999"] {
            let damaged = format!("{}{with}{}", &graph[..n], &graph[n + 1..]);
            let _ = Aiger::read(&damaged, names)
                .map(|a| a.add(&mut Graph::default(), &mut HashMap::new(), &mut HashMap::new()));
        }
    }
    for (n, _) in names.char_indices() {
        for with in ["", "9", "-", "\n", " "] {
            let damaged = format!("{}{with}{}", &names[..n], &names[n + 1..]);
            let _ = Aiger::read(graph, &damaged)
                .map(|a| a.add(&mut Graph::default(), &mut HashMap::new(), &mut HashMap::new()));
        }
    }
    assert!(Aiger::read("aag 3 1 1 1 1\n2\n4 99\n4\n6 2 4\n", names).is_err());
    assert!(Aiger::read(graph, "latch 7 0 r\n").is_err());
}

/// Two registers that are one, one that stays zero, and a sum.
fn origin(sum: &str) -> String {
    format!(
        "module top(clock, reset, a, b, q, seen, twin, none, tied);
           input clock, reset, a, b; output [1:0] q; output seen, twin, none; output [1:0] tied;
           reg [1:0] count; reg one, two, zero;
           assign q = count; assign seen = one; assign twin = one ^ two; assign none = zero; assign tied = 2'b10;
           always @(posedge clock) begin
             count <= reset ? 2'd0 : {sum};
             one <= !reset & a; two <= !reset & a; zero <= zero & b;
           end
         endmodule"
    )
}

/// The same with a register less, and another one less.
fn made(sum: &str, twin: &str) -> String {
    format!(
        "module top(clock, reset, a, b, q, seen, twin, none, tied);
           input clock, reset, a, b; output [1:0] q; output seen, twin, none; output [1:0] tied;
           reg [1:0] count; reg one; wire two = one;
           assign q = count; assign seen = one; assign twin = {twin}; assign none = 1'b0; assign tied = 2'b10;
           always @(posedge clock) begin
             count <= reset ? 2'd0 : {sum};
             one <= !(reset | !a);
           end
         endmodule"
    )
}

fn corresponds(origin: &str, made: &str) -> Correspondence {
    let [origin, made] = [origin, made].map(|verilog| elaborate("top", verilog).unwrap());
    correspond(&origin, &made, Limit::NONE).unwrap()
}

#[test]
fn a_netlist_corresponds_to_its_origin_or_not() {
    let right = origin("count + {1'b0, a}");
    let carry = "{count[1] ^ (count[0] & a), count[0] ^ a}";
    assert_eq!(corresponds(&right, &made(carry, "1'b0")), Correspondence::Same { registers: 5, spared: 2 });
    let wrong = made("{count[1] ^ (count[0] | a), count[0] ^ a}", "1'b0");
    assert_eq!(corresponds(&right, &wrong), Correspondence::Differs("q[1]".into()));
    assert_eq!(corresponds(&right, &made(carry, "one")), Correspondence::Differs("twin[0]".into()));
    // the other way round there are registers too many
    let Correspondence::Unpaired(_) = corresponds(&made(carry, "1'b0"), &right) else { panic!("they are not there") };
}

/// Whether a register stays 0 is a question of a product's factors, which takes longer.
#[test]
fn a_limit_that_is_reached_decides_nothing() {
    let top = |rest: &str| {
        format!(
            "module top(input clock, input [31:0] a, input [31:0] b, output q);
               wire [63:0] product = a * b;
               {rest}
             endmodule"
        )
    };
    let factored = "product == 64'd4611685975477714963 && a > 1 && b > 1";
    let origin = top(&format!("reg hard; always @(posedge clock) hard <= {factored}; assign q = hard;"));
    let [origin, made] = [origin, top("assign q = 1'b0;")].map(|verilog| elaborate("top", &verilog).unwrap());
    let over = Limit { until: Some(std::time::Instant::now()) };
    assert_eq!(correspond(&origin, &made, over).unwrap(), Correspondence::Undecided);
}

#[test]
fn constants_keep_their_names() {
    let (p, _) = problem(&origin("count"), |g, n| g.is(&n.word("tied"), 2));
    assert_eq!(p.netlist.word("tied"), vec![Lit::FALSE, Lit::TRUE]);
    assert_eq!(p.netlist.outputs["tied"].len(), 2);
}

#[test]
fn products_are_right_and_of_one_structure() {
    let widths = [(1, 1, 1), (3, 2, 5), (2, 3, 3), (3, 3, 8), (1, 4, 6), (4, 1, 2)];
    for (a, b, y) in widths {
        for signed in ["", "signed"] {
            let product = |beside: &str| {
                let verilog = format!(
                    "module top(clock, reset, a, b, y, z);
                       input clock, reset; input {signed} [{a}-1:0] a; input {signed} [{b}-1:0] b;
                       output [{y}-1:0] y; output z; {beside}
                       assign y = a * b;
                     endmodule"
                );
                elaborate("top", &verilog).unwrap()
            };
            let (mut graph, mut inputs) = (Graph::default(), HashMap::new());
            let mut add = |aiger: &Aiger| aiger.add(&mut graph, &mut inputs, &mut HashMap::new()).unwrap().netlist;
            let one = add(&product("assign z = 0;"));
            // what else a design has does not matter
            let other = add(&product("wire [3:0] more = a - b; assign z = more[2] ^ more[0];"));
            assert_eq!(one.word("y"), other.word("y"), "{a} x {b} = {y} {signed}");
            let extended = |value: u64, bits: u32| {
                let negative = signed == "signed" && value >> (bits - 1) & 1 == 1;
                value | if negative { u64::MAX << bits } else { 0 }
            };
            for (x, w) in (0..1 << a).flat_map(|x| (0..1 << b).map(move |w| (x, w))) {
                let known = [graph.is(&one.word("a"), x), graph.is(&one.word("b"), w)];
                let wanted = extended(x, a).wrapping_mul(extended(w, b)) & ((1 << y) - 1);
                let equal = graph.is(&one.word("y"), wanted);
                let mut frames = Frames::new(&graph, Limit::NONE);
                let flat: Vec<Lit> = known.into_iter().chain([!equal]).map(|lit| frames.at(0, lit)).collect();
                assert_eq!(frames.solve(&flat), Answer::Unsat, "{x} * {w} {signed}");
            }
        }
    }
}
