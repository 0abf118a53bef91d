//! Tests of `heddle check --verilog`: a design of the user's beside a golden model in C.

use std::fs;

use crate::desk::{Desk, root};

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
