//! The C++ between a Verilated model and Rust: a few C functions, one `uint64_t` slot a port.

use std::fmt::Write as _;

use heddle_block::Port;

use super::design::Design;
use super::driven;
use super::ports::{CLOCK, mangle};

/// Folds one output slot into a checksum, and returns the new checksum.
///
/// A checksum starts at 0 and folds every slot of every cycle in order; the C++ side does the same.
/// It costs an addition and a rotation, because the bare model is measured with it.
#[inline]
pub fn fold(state: u64, slot: u64) -> u64 {
    state.rotate_left(5).wrapping_add(slot)
}

/// The header that a C++ program needs to drive a model: `heddle.h` in the model's entry.
pub(super) const HEADER: &str = r#"// Drives one instance of a Verilated model. Slots are in the order of the port lists.
#pragma once
#include <cstddef>
#include <cstdint>
extern "C" {
size_t heddle_inputs();
size_t heddle_outputs();
// A model whose registers start from random values, the same for the same seed. The seed is not 0,
// and two calls never overlap, on any threads.
void* heddle_create(uint32_t seed);
void heddle_free(void* model);
// Runs cycles and returns how many were completed: fewer if the Verilog stopped.
size_t heddle_run(void* model, const uint64_t* in, uint64_t* out, size_t cycles);
// The same, with the outputs folded into *state.
size_t heddle_checksum(void* model, const uint64_t* in, uint64_t* state, size_t cycles);
// Sets the input that no slot drives, if there is one: it is 0 until then, and keeps its value.
void heddle_select(void* model, uint64_t value);
// The outputs as they stand.
void heddle_peek(void* model, uint64_t* out);
// Why the Verilog stopped, or null.
const char* heddle_stopped(void* model);
// 0: the file is open. 1: it cannot be opened. 2: the model was built without tracing.
int heddle_trace_open(void* model, const char* path);
// Why the file is not whole, or null. The text is valid until the model is freed.
const char* heddle_trace_close(void* model);
}
"#;

/// The C++ names of all ports, in the order of the port lists.
pub(super) struct Names {
    pub(super) inputs: Vec<String>,
    pub(super) outputs: Vec<String>,
}

impl Names {
    /// Returns the names before the model's header is known.
    pub(super) fn mangled(inputs: &[Port], outputs: &[Port]) -> Self {
        let names = |ports: &[Port]| ports.iter().map(|port| mangle(&port.name)).collect();
        Self { inputs: names(inputs), outputs: names(outputs) }
    }
}

/// Returns the shim of one model, to be compiled in one translation unit with it; `once` if its
/// inputs have registers, `asserts` if its assertions are compiled: they are on from the first
/// cycle of reset on, since a register that is not reset yet would fail them.
pub(super) fn source(design: &Design, names: &Names, once: bool, asserts: bool) -> String {
    let &Design { inputs, outputs, select, .. } = design;
    // A value that is too wide would upset the model, which trusts that unused bits are 0.
    let mask = |port: &Port| u64::MAX >> (64 - port.width);
    let mut drive = String::new();
    for (k, (port, name)) in inputs.iter().zip(&names.inputs).enumerate() {
        let _ = writeln!(drive, "    top.{name} = in[{k}] & {:#x}u;", mask(port));
    }
    let select = select.map(|port| format!("    top.{} = value & {:#x}u;", mangle(&port.name), mask(port)));
    let mut sample = String::new();
    for (k, name) in names.outputs.iter().enumerate() {
        let _ = writeln!(sample, "    out[{k}] = top.{name};");
    }
    let reset = inputs.iter().position(|port| port.name == RESET);
    let resets = reset.filter(|_| asserts).map(|slot| format!("const bool resets = in[{slot}] != 0;"));
    let turns = if resets.is_some() { "if (resets) model.context.assertOn(true);" } else { "" };
    let off = if resets.is_some() { "model->context.assertOn(false);" } else { "" };
    let template = TEMPLATE.replace("@CYCLES@", if once { ONCE } else { TWICE });
    let template = template.replace("@RESETS@", &resets.unwrap_or_default()).replace("@ASSERTS@", turns);
    let template = template.replace("@OFF@", off);
    template
        .replace("@INPUTS@", &inputs.len().to_string())
        .replace("@OUTPUTS@", &outputs.len().to_string())
        .replace("@CLOCK@", CLOCK)
        .replace("@DRIVE@", driven::DRIVE)
        .replace("@INPUT@", drive.trim_end())
        .replace("@SELECT@", &select.unwrap_or_default())
        .replace("@SAMPLE@", sample.trim_end())
        .replace("@FAILED@", FAILED)
}

/// Name of the input that resets a design.
const RESET: &str = "reset";

/// The reason of a stop by a failed assertion, or by `$stop`, which Verilator does not tell apart.
pub(super) const FAILED: &str = "a failed assertion or $stop";

/// The source of the shim. In the runtime some of these functions end the process; here they end
/// the run: `$finish` in a user's Verilog must not end a check as if it had passed. They are
/// compiled with the model, and the runtime without its own.
const TEMPLATE: &str = r#"#include "heddle.h"
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

namespace {

struct Stop {
    std::string reason;
};

[[noreturn]] void stop(const char* file, int line, const std::string& reason) {
    std::string text = file && *file ? std::string{file} + ":" + std::to_string(line) + ": " : "";
    throw Stop{text + reason};
}

#if VM_TRACE
// The writer of waves ends the process when a write fails. So none does: the first fault is kept,
// and what follows it is dropped.
class WaveFile final : public VerilatedVcdFile {
  public:
    std::string fault;
    ssize_t write(const char* bytes, ssize_t length) override {
        for (ssize_t done = 0; fault.empty() && done < length;) {
            const ssize_t written = VerilatedVcdFile::write(bytes + done, length - done);
            if (written > 0) {
                done += written;
            } else if (written == 0 || errno != EINTR) {
                fault = std::strerror(errno);
            }
        }
        return length;
    }
};
#endif

struct Heddle {
    VerilatedContext context;
    std::unique_ptr<Vmodel> top;
#if VM_TRACE
    WaveFile file;
    std::unique_ptr<VerilatedVcdC> trace;
#endif
    uint64_t time = 0;
    bool stopped = false;
    std::string reason;

    // What the runtime keeps by thread: an instance may have come here from another one.
    void enter() { Verilated::threadContextp(&context); }
    void leave(const Stop& stop) {
        stopped = true;
        reason = stop.reason;
    }
    void dump(uint64_t at) {
#if VM_TRACE
        context.time(at);
        if (VL_UNLIKELY(trace)) trace->dump(at);
#else
        (void)at;
#endif
    }
};

inline void drive(Vmodel& top, const uint64_t* in) {
    (void)in;
@INPUT@
}

inline void select(Vmodel& top, uint64_t value) {
    (void)top, (void)value;
@SELECT@
}

inline void sample(Vmodel& top, uint64_t* out) {
    (void)out;
@SAMPLE@
}

@CYCLES@

// Runs cycles until the last one or until the Verilog stops, and calls `sampled` with the number of
// each while its outputs stand.
template <class Sampled> size_t run(void* handle, const uint64_t* in, size_t cycles, Sampled sampled) {
    Heddle& model = *static_cast<Heddle*>(handle);
    if (model.stopped) return 0;
    model.enter();
    size_t done = 0;
    try {
        run(model, in, cycles, done, sampled);
    } catch (const Stop& stop) {
        model.leave(stop);
    }
    return done;
}

}  // namespace

void vl_finish(const char* file, int line, const char*) { stop(file, line, "$finish"); }
void vl_stop(const char* file, int line, const char*) { stop(file, line, "@FAILED@"); }
void vl_fatal(const char* file, int line, const char*, const char* text) { stop(file, line, text ? text : "fatal"); }

extern "C" {

size_t heddle_inputs() { return @INPUTS@; }
size_t heddle_outputs() { return @OUTPUTS@; }

void* heddle_create(uint32_t seed) {
    auto model = std::make_unique<Heddle>();
    model->enter();
    heddle_draw = {};
    heddle_draw.seed = seed;
    // no model has threads of its own, nor does its context need any
    model->context.threads(1);
    model->context.randReset(2);
    @OFF@
    model->context.randSeed(static_cast<int>(seed));
#if VM_TRACE
    model->context.traceEverOn(true);
#endif
    try {
        model->top.reset(new Vmodel{&model->context, "TOP"});
        // The first evaluation draws the last random values, and runs the initial blocks. Known
        // inputs make it the same each time, and a low clock makes no edge.
        const uint64_t zero[@INPUTS@ + 1] = {};
        drive(*model->top, zero);
        select(*model->top, 0);
        begin(*model->top);
    } catch (const Stop& stop) {
        model->leave(stop);
    }
    return model.release();
}

void heddle_free(void* handle) {
    std::unique_ptr<Heddle> model{static_cast<Heddle*>(handle)};
    model->enter();
    heddle_trace_close(handle);
    model->top.reset();
}

size_t heddle_run(void* handle, const uint64_t* in, uint64_t* out, size_t cycles) {
    return run(handle, in, cycles, [=](Vmodel& top, size_t cycle) { sample(top, out + cycle * @OUTPUTS@); });
}

size_t heddle_checksum(void* handle, const uint64_t* in, uint64_t* state, size_t cycles) {
    uint64_t sum = *state;
    const size_t done = run(handle, in, cycles, [&](Vmodel& top, size_t) {
        uint64_t out[@OUTPUTS@ + 1];
        sample(top, out);
        for (size_t k = 0; k < @OUTPUTS@; ++k) sum = (sum << 5 | sum >> 59) + out[k];
    });
    *state = sum;
    return done;
}

void heddle_select(void* handle, uint64_t value) {
    Heddle& model = *static_cast<Heddle*>(handle);
    if (model.top) select(*model.top, value);
}

void heddle_peek(void* handle, uint64_t* out) {
    Heddle& model = *static_cast<Heddle*>(handle);
    if (model.top) sample(*model.top, out);
}

const char* heddle_stopped(void* handle) {
    const Heddle& model = *static_cast<Heddle*>(handle);
    return model.stopped ? model.reason.c_str() : nullptr;
}

int heddle_trace_open(void* handle, const char* path) {
#if VM_TRACE
    Heddle& model = *static_cast<Heddle*>(handle);
    if (!model.top) return 1;
    model.enter();
    heddle_trace_close(handle);
    model.file.fault.clear();
    model.trace = std::make_unique<VerilatedVcdC>(&model.file);
    model.top->trace(model.trace.get(), 99);
    model.trace->open(path);
    if (model.trace->isOpen()) return 0;
    model.trace.reset();
    return 1;
#else
    (void)handle, (void)path;
    return 2;
#endif
}

const char* heddle_trace_close(void* handle) {
#if VM_TRACE
    Heddle& model = *static_cast<Heddle*>(handle);
    if (model.trace) model.trace->close();
    model.trace.reset();
    return model.file.fault.empty() ? nullptr : model.file.fault.c_str();
#else
    (void)handle;
    return nullptr;
#endif
}
}
"#;

/// How a model runs cycles that are evaluated twice.
const TWICE: &str = r#"inline void begin(Vmodel& top) {
    top.@CLOCK@ = 0;
    top.eval();
}

// The clock falls with the new inputs, outputs are sampled, the clock rises.
template <class Sampled> void run(Heddle& model, const uint64_t* in, size_t cycles, size_t& done, Sampled& sampled) {
    Vmodel& top = *model.top;
    for (; done < cycles; ++done, in += @INPUTS@) {
        drive(top, in);
        @RESETS@
        top.@CLOCK@ = 0;
        top.eval();
        sampled(top, done);
        model.dump(model.time);
        top.@CLOCK@ = 1;
        top.eval();
        model.dump(model.time + 5);
        @ASSERTS@
        model.time += 10;
    }
}"#;

/// How a model with registers at its inputs runs cycles: see `driven`.
const ONCE: &str = r#"// Nothing depends on a falling edge, so that it costs next to nothing.
inline void fall(Vmodel& top) {
    top.@CLOCK@ = 0;
    top.@DRIVE@ = 0;
    top.eval();
}

inline void begin(Vmodel& top) {
    fall(top);
    top.@DRIVE@ = 1;
    top.eval();
}

// The clock rises together with that of the next inputs. Those of the first cycle come without it.
template <class Sampled> void run(Heddle& model, const uint64_t* in, size_t cycles, size_t& done, Sampled& sampled) {
    if (cycles == 0) return;
    Vmodel& top = *model.top;
    drive(top, in);
    begin(top);
    while (done < cycles) {
        @RESETS@
        sampled(top, done);
        fall(top);
        if (done + 1 < cycles) {
            drive(top, in += @INPUTS@);
            top.@DRIVE@ = 1;
        }
        top.@CLOCK@ = 1;
        top.eval();
        @ASSERTS@
        ++done;
    }
}"#;

/// Further source of the shim of a model that counts. Each instance of a module has counters of its
/// own.
pub(super) const COVERAGE: &str = r#"
#include "verilated_cov.h"

extern "C" void heddle_coverage_forget(void* handle) {
    static_cast<Heddle*>(handle)->context.coveragep()->zero();
}

// 0: the file is whole.
extern "C" int heddle_coverage_write(void* handle, const char* path) {
    Heddle& model = *static_cast<Heddle*>(handle);
    try {
        model.enter();
        model.context.coveragep()->forcePerInstance(true);
        model.context.coveragep()->write(path);
        return 0;
    } catch (const Stop&) {
        return 1;
    }
}
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driven::example;

    #[test]
    fn every_port_has_its_slot() {
        let design = example();
        let names = Names::mangled(design.inputs, design.outputs);
        for once in [false, true] {
            let text = source(&design, &names, once, true);
            assert!(text.contains("resets = in[0]") && text.matches("assertOn").count() == 2, "{text}");
            let drives = ["top.reset = in[0] & 0x1u;", "top.x__0240 = in[1] & 0xffffffffffffffffu;"];
            for line in [drives[0], drives[1], "top.s = value & 0x1ffu;", "out[0] = top.y;"] {
                assert!(text.contains(line), "{line}");
            }
            assert!(!text.contains('@'));
        }
    }

    #[test]
    fn a_checksum_sees_order() {
        let sum = |slots: &[u64]| slots.iter().fold(0, |state, &slot| fold(state, slot));
        assert_ne!(sum(&[1, 2]), sum(&[2, 1]));
        assert_eq!(sum(&[1]), 1);
    }
}
