//! Tests of golden models in C: what is built, loaded and refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heddle_verilator::foreign::{Foreign, ForeignError, State};

use crate::support::{Compiler, cache, port, tools};

/// A counter that may be given something to add.
pub const COUNTER: &str = r#"
#include "heddle_model.h"
#include <stdio.h>
#include <stdlib.h>

struct counter { uint64_t q; };

unsigned heddle_model_version(void) { return HEDDLE_MODEL_VERSION; }
const char *heddle_model_ports(void) { return "reset:1 x:8 > q:16 odd:1"; }
void *heddle_model_new(const char *preset) { return preset[0] == 'c' ? malloc(sizeof(struct counter)) : NULL; }
void heddle_model_free(void *model) { free(model); }
void heddle_model_reset(void *model) { ((struct counter *)model)->q = 0; }
void heddle_model_comb(const void *model, const uint64_t *in, uint64_t *out, uint8_t *care) {
    out[0] = ((const struct counter *)model)->q;
    out[1] = in[1] & 1;
    care[1] = in[1] != 0;
}
void heddle_model_clock(void *model, const uint64_t *in) {
    struct counter *q = model;
    q->q = (q->q + in[1]) & 0xffff;
}
int heddle_model_legal(const void *model, const uint64_t *in, char *why, size_t room) {
    if (in[1] != 13) return 1;
    snprintf(why, room, "x is %d", (int)in[1]);
    return 0;
}
void heddle_model_show(const void *model, void (*signal)(void *, const char *, unsigned, uint64_t), void *to) {
    signal(to, "q", 16, ((const struct counter *)model)->q);
}
"#;

/// Builds a model of the counter's ports in a folder.
fn built_in(folder: &Path, name: &str, text: &str) -> Result<Arc<Foreign>, ForeignError> {
    let source = folder.join(name);
    fs::write(&source, text).unwrap();
    let ports = ([port("reset", 1), port("x", 8)], [port("q", 16), port("odd", 1)]);
    Foreign::build(tools(), &cache(), &source, &[], "counter", (&ports.0, &ports.1))
}

fn built(text: &str) -> Result<Arc<Foreign>, ForeignError> {
    built_in(tempfile::tempdir().unwrap().path(), "model.c", text)
}

fn outputs(state: &State, x: u64) -> Vec<(u64, bool)> {
    let mut outputs = Vec::new();
    state.comb(|k| [0, x][k], |_, word, care| outputs.push((word, care)));
    outputs
}

#[test]
fn a_model_in_c_runs() {
    let model = built(COUNTER).unwrap();
    let (mut a, b) = (State::new(&model), State::new(&model));
    a.clock(|k| [0, 7][k]);
    a.clock(|k| [0, 8][k]);
    assert_eq!(outputs(&a, 0), [(15, true), (0, false)]);
    assert_eq!(outputs(&b, 1), [(0, true), (1, true)]);
    let mut shown = Vec::new();
    a.show(&mut |name, width, value| shown.push((name.to_owned(), width, value)));
    assert_eq!(shown, [("q".to_owned(), 16, 15)]);
    assert_eq!((a.legal(|_| 12), a.legal(|_| 13)), (Ok(()), Err("x is 13".to_owned())));
    a.reset();
    assert_eq!(outputs(&a, 0)[0], (0, true));
    // an object may outlive the last that is known of its library
    drop((model, b));
    assert_eq!(outputs(&a, 3), [(0, true), (1, true)]);
    let alone = format!("{COUNTER}int heddle_model_threads(void) {{ return 1; }}\n");
    assert!(built(&alone).unwrap().alone() && !built(COUNTER).unwrap().alone());
}

#[test]
fn cpp_is_compiled_as_such() {
    let text = COUNTER
        .replace("malloc(sizeof(struct counter))", "new counter")
        .replace("free(model);", "delete static_cast<counter *>(model);");
    let text = text.replace("struct counter *q = model;", "auto *q = static_cast<counter *>(model);");
    let folder = tempfile::tempdir().unwrap();
    let model = built_in(folder.path(), "model.cpp", &text).unwrap();
    assert_eq!(outputs(&State::new(&model), 1)[1], (1, true));
}

#[test]
fn a_model_is_built_anew_when_it_or_what_it_includes_changes() {
    let (compiler, folder) = (Compiler::new(), tempfile::tempdir().unwrap());
    let source: PathBuf = folder.path().join("model.c");
    fs::write(&source, COUNTER.replace("#include <stdlib.h>", "#include <stdlib.h>\n#include \"step.h\"")).unwrap();
    let ports = ([port("reset", 1), port("x", 8)], [port("q", 16), port("odd", 1)]);
    let calls = |step: &str| {
        fs::write(folder.path().join("step.h"), step).unwrap();
        compiler.forget();
        Foreign::build(&compiler.tools, &cache(), &source, &[], "counter", (&ports.0, &ports.1)).unwrap();
        compiler.calls()
    };
    // each time it is preprocessed, and only what has changed is compiled
    assert_eq!(
        [calls("#define STEP 1\nint step;"), calls("#define STEP 1\nint step;"), calls("int steps;")],
        [2, 1, 2]
    );
}

#[test]
fn what_is_no_model_is_refused() {
    let refused = |text: &str| match built(text) {
        Ok(_) => panic!("it is accepted: {text}"),
        Err(error) => error.to_string(),
    };
    let version = refused(&COUNTER.replace("return HEDDLE_MODEL_VERSION", "return 2"));
    assert!(version.ends_with("model.c has version 2 of heddle_model.h, and this is version 1"), "{version}");
    let ports = refused(&COUNTER.replace("x:8", "x:9"));
    assert!(ports.contains("it has   reset:1 x:9 > q:16 odd:1\n  expected reset:1 x:8 > q:16 odd:1"), "{ports}");
    let missing = refused(&COUNTER.replace("void heddle_model_clock", "static void clock_of"));
    assert!(missing.contains("heddle_model_clock"), "{missing}");
    let null = refused(&COUNTER.replace("preset[0] == 'c'", "preset[0] == 'x'"));
    assert!(null.ends_with("heddle_model_new(\"counter\") returned NULL"), "{null}");
    let wrong = refused(&COUNTER.replace("q->q = (q->q", "q->q = (q->absent"));
    assert!(wrong.contains("model.c does not compile:\n") && wrong.contains("absent"), "{wrong}");
    let types = refused(&COUNTER.replace("void *heddle_model_new", "int heddle_model_new"));
    assert!(types.contains("conflicting types for"), "{types}");
    // a function that is in no library is found here, and not in the middle of a run
    let undefined = refused(&COUNTER.replace(
        "void heddle_model_reset(void *model) {",
        "void elsewhere(void);\nvoid heddle_model_reset(void *model) { elsewhere();",
    ));
    assert!(undefined.contains("elsewhere"), "{undefined}");
    let absent = Foreign::build(tools(), &cache(), Path::new("absent.c"), &[], "c", (&[], &[]));
    assert!(absent.is_err_and(|error| error.to_string().starts_with("absent.c: ")));
}
