//! Tests of `heddle check --verilog`: a design of the user's beside a golden model in C.

use std::fs;

use crate::desk::{Desk, root};
use crate::length::at_length;

/// A folder with the queue of the book, and its model.
fn queue() -> Desk {
    let desk = Desk::new();
    for name in ["queue.sv", "queue.c"] {
        desk.write(name, fs::read(root().join("docs/examples").join(name)).unwrap());
    }
    desk
}

/// The same with an edit of one of the files.
fn edited(name: &str, from: &str, to: &str) -> Desk {
    let desk = queue();
    let text = fs::read_to_string(desk.path(name)).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    desk.write(name, text.replace(from, to));
    desk
}

const CHECK: &str = "check --verilog queue.sv --top queue --model queue.c --no-wave";

#[test]
fn a_design_equals_its_model_and_a_fault_of_either_is_found() {
    queue().run(CHECK).is(0, &["equal    queue: 1 000 000 cycles"]);
    // of the design: a pop is lost that comes with the push of the last word
    let broken = edited("queue.sv", "if (pop_i) first", "if (pop_i && !(push_i && count == 3)) first");
    let ran = broken.run(CHECK);
    ran.is(1, &["shrunk   to 5 cycles", "data_o: golden 0x1, RTL 0x0", "state    count=0x3"]);
    let again = ran.out.lines().find_map(|line| line.strip_prefix("  again    heddle ")).unwrap();
    assert!(again.starts_with("check --verilog queue.sv --top queue --model queue.c --replay "), "{again}");
    broken.run(again).is(1, &["MISMATCH block/queue", "data_o: golden 0x1, RTL 0x0"]);
    // of the model: it forgets what is pushed while it is popped
    let forgets = edited("queue.c", "if (in[1] && !full)", "if (in[1] && !full && !in[3])");
    forgets.run(CHECK).is(1, &["MISMATCH block/queue", "golden"]);
    // a reset that the model does not make
    let remains = edited("queue.c", "memset(model, 0, sizeof(struct queue));", "((struct queue *)model)->count &= 2;");
    remains.run(CHECK).is(1, &["MISMATCH block/queue"]);
}

#[test]
fn a_model_that_is_none_is_refused() {
    let refused = |from: &str, to: &str, words: &[&str]| {
        let ran = edited("queue.c", from, to).run(CHECK);
        assert!(!ran.is(2, words).is(2, &["help: "]).out.contains("equal"), "{}", ran.out);
    };
    refused(
        "out[1] = q->words[0];",
        "out[1] = ((struct queue *)q)->words[0]++;",
        &["heddle_model_comb is called twice"],
    );
    refused("return HEDDLE_MODEL_VERSION", "return 7", &["queue.c has version 7 of heddle_model.h"]);
    refused(
        "push_i:1 data_i:32",
        "data_i:32 push_i:1",
        &["it has   reset:1 data_i:32 push_i:1", "expected reset:1 push_i:1 data_i:32"],
    );
    refused("out[2] = q->count == 0;", "out[2] = q->absent;", &["queue.c does not compile", "absent"]);
    refused("void heddle_model_clock", "static void clock_of", &["heddle_model_clock"]);
}

#[test]
fn a_model_with_global_variables_says_so() {
    let global = |threads: &str| {
        let desk =
            edited("queue.c", "return calloc(1, sizeof(struct queue));", "static struct queue one; return &one;");
        let text = fs::read_to_string(desk.path("queue.c")).unwrap();
        desk.write("queue.c", text.replace("{ free(model); }", "{}") + threads);
        desk.run(CHECK)
    };
    global("").is(2, &["beside a second model", "heddle_model_threads return 1"]);
    global("int heddle_model_threads(void) { return 1; }\n").is(0, &["equal    queue: 1 000 000 cycles"]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let desk = queue();
    desk.run("check --verilog queue.sv --top queue").is(2, &["--model"]);
    desk.run("check --verilog queue.sv --model queue.c").is(2, &["--top"]);
    desk.run("check slp/tiny -D X=1").is(2, &["-I, -D, -G", "--verilog FILE.v"]);
    desk.run("check --verilog queue.sv --top queue --model absent.c").is(2, &["absent.c: No such file", "help: "]);
    desk.run("check --verilog queue.sv --top queues --model queue.c").is(2, &["has no module queues: it has queue"]);
}

const MULTIPLY: &str = "check --verilog multiply.sv --top multiply --model multiply.c --no-wave";

/// A folder with the multiplier of the book and its model, and an edit of one of them.
fn multiply(name: &str, from: &str, to: &str) -> Desk {
    let desk = Desk::new();
    for name in ["multiply.sv", "multiply.c"] {
        desk.write(name, fs::read(root().join("docs/examples").join(name)).unwrap());
    }
    let text = fs::read_to_string(desk.path(name)).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    desk.write(name, text.replace(from, to));
    desk
}

#[test]
fn a_model_in_c_without_cycles_judges_verilog() {
    let found = |name: &str, from: &str, to: &str, words: &[&str]| {
        let desk = multiply(name, from, to);
        let ran = desk.run(MULTIPLY);
        ran.is(1, &["MISMATCH block/multiply", "  reason   result "]).is(1, words);
        // each run compiles a model: what is found in the Verilog is found again at length alone
        if name == "multiply.c" || at_length() {
            let again = ran.out.lines().find_map(|line| line.strip_prefix("  again    heddle ")).unwrap();
            desk.run(again).is(1, &["MISMATCH block/multiply", "  reason   result "]).is(1, words);
        }
    };
    multiply("multiply.c", "malloc(1)", "malloc(2)").run(MULTIPLY).is(0, &["equal    multiply: 1 000 000 cycles"]);
    let late = "it has not come in 1000 cycles in which all results are taken";
    let more = "no transaction has a result that has not come";
    found(
        "multiply.sv",
        "product_o + a;",
        "product_o + a + 32'(b == 5);",
        &["the payload differs", "product_o: golden"],
    );
    found("multiply.sv", "b <= b >> 1;", "b <= b == 9 ? b : b >> 1;", &[late, "valid_o: golden 0x1, RTL 0x0 (1 bit)"]);
    found("multiply.sv", "(ready_i) busy", "(ready_i && a != 4) busy", &[more, "valid_o: golden 0x0, RTL 0x1 (1 bit)"]);
    found("multiply.sv", "busy <= valid_i;", "busy <= valid_i && a_i != 3;", &["result "]);
    // of the model: a result too many, and one that is missing
    found(
        "multiply.c",
        "    give(to, 1, out);",
        "    for (int n = 0; n < 1 + (in[2] == 1); n++) give(to, 1, out);",
        &["result "],
    );
    found("multiply.c", "    give(to, 1, out);", "    if (in[3] != 1) give(to, 1, out);", &["result "]);
}

#[test]
fn a_model_without_cycles_that_is_no_function_is_refused() {
    let refused = |from: &str, to: &str, words: &[&str]| {
        multiply("multiply.c", from, to).run(MULTIPLY).is(2, words).is(2, &["help: "]);
    };
    let take = "uint64_t out[3] = {0, 0, in[2] * in[3]};";
    refused(
        take,
        "static uint64_t n; uint64_t out[3] = {0, 0, in[2] * in[3] + n++};",
        &["another result for the same"],
    );
    refused("give(to, 1, out);", "give(to, 0, out);", &["stream 0 has a result of stream 0, which is no stream out"]);
    refused(
        "out valid_o ready_i:",
        "out valid ready_i:",
        &["a stream names `valid`, which is not an output of one bit"],
    );
    refused(": product_o", ": produce_o", &["a stream names `produce_o`, which is not an output"]);
    refused("out valid_o ready_i: product_o", "", &["it has no stream out of the block"]);
    refused("out valid_o ready_i:", "out 1 ready_i:", &["neither a valid nor a latency"]);
    refused(
        "out valid_o ready_i: product_o",
        "out product_o",
        &["heddle_model_streams: `out product_o` does not begin"],
    );
    let free = multiply("multiply.c", "malloc(1)", "malloc(2)").run(&format!("{MULTIPLY} --free"));
    free.is(2, &["--free leaves out the streams"]);
}

/// What the bits of a report are called, what it says of another port, and which file it keeps.
#[test]
fn the_trace_of_another_fault_stays() {
    let desk = multiply("multiply.sv", "product_o + a;", "product_o + a + 1;");
    desk.run(MULTIPLY).is(1, &["trace    failures/block-multiply-product_o-1-0.trace"]);
    desk.run(MULTIPLY).is(1, &["trace    failures/block-multiply-product_o-1-0.trace"]);
    let text = fs::read_to_string(desk.path("multiply.sv")).unwrap();
    desk.write("multiply.sv", text.replace("+ a + 1;", "+ a + 32'(b == 9);"));
    desk.run(MULTIPLY).is(1, &["trace    failures/block-multiply-product_o-1-0-2.trace"]);
    assert_eq!(desk.names("failures").len(), 2);
}
