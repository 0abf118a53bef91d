//! The protocol between this process and a confined model: the layout of the memory that they
//! share, and the model's `main`.
//!
//! This process writes an order and raises the number of orders; the model obeys and raises the
//! number of answers to the same. Nothing that the model writes is trusted: it may be any word at
//! any time.

/// Cycles of a block, which is exchanged at once.
pub(super) const BLOCK: usize = 1024;

/// Words of the shared memory, of 64 bits. Numbers of orders and answers are 32 bits each, on lines
/// of their own.
pub(super) const ANSWER: usize = 8;
/// The order, and what it is about: cycles, or a seed and the selected circuit.
pub(super) const KIND: usize = 16;
pub(super) const CYCLES: usize = 17;
pub(super) const SEED: usize = 18;
pub(super) const SELECTED: usize = 19;
/// The half of the slots that cycles are in.
pub(super) const HALF: usize = 20;
/// The answer: a number, the length of a text plus 1 (0: there is none), and the text.
pub(super) const NUMBER: usize = 24;
pub(super) const LENGTH: usize = 25;
pub(super) const TEXT: usize = 32;
/// Most bytes of a text.
pub(super) const MOST_TEXT: usize = 1024;
/// Where the slots start: two halves, in each of which those of the outputs follow those of the
/// inputs.
pub(super) const SLOTS: usize = TEXT + MOST_TEXT / 8;

/// The name of a wave in the folder of a model.
pub(super) const WAVE: &str = "wave.vcd";

/// An order to a confined model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Order {
    /// Forget all state: a new instance. The answer is the number of ports.
    Create = 1,
    /// Run cycles. The answer is the number of completed ones, and why the Verilog stopped.
    Run = 2,
    /// Show the outputs as they stand.
    Peek = 3,
    /// Open a wave. The answer is what the shim answers.
    Open = 4,
    /// Close the wave. The answer is why it is incomplete.
    Close = 5,
}

/// Returns the model's `main`, for `cycles` cycles at most, to be compiled behind the shim.
pub(super) fn main(cycles: usize) -> String {
    let numbers = [
        ("@ANSWER@", ANSWER),
        ("@KIND@", KIND),
        ("@COUNT@", CYCLES),
        ("@SEED@", SEED),
        ("@SELECTED@", SELECTED),
        ("@HALF@", HALF),
        ("@NUMBER@", NUMBER),
        ("@LENGTH@", LENGTH),
        ("@TEXT@", TEXT),
        ("@MOST@", MOST_TEXT),
        ("@SLOTS@", SLOTS),
        ("@CYCLES@", cycles),
        ("@CREATE@", Order::Create as usize),
        ("@RUN@", Order::Run as usize),
        ("@PEEK@", Order::Peek as usize),
        ("@OPEN@", Order::Open as usize),
        ("@CLOSE@", Order::Close as usize),
    ];
    numbers.iter().fold(MAIN.replace("@WAVE@", WAVE), |text, (name, number)| text.replace(name, &number.to_string()))
}

const MAIN: &str = r#"
#include <cstdio>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

// Words of one half of the slots.
const size_t heddle_half = (heddle_inputs() + heddle_outputs()) * @CYCLES@;

void heddle_say(uint64_t* words, const char* text) {
    size_t length = text ? std::strlen(text) : 0;
    if (length > @MOST@) length = @MOST@;
    if (text) std::memcpy(words + @TEXT@, text, length);
    words[@LENGTH@] = text ? length + 1 : 0;
}

void heddle_obey(uint64_t* words, void*& model) {
    uint64_t* const in = words + @SLOTS@ + words[@HALF@] * heddle_half;
    uint64_t* const out = in + heddle_inputs() * @CYCLES@;
    words[@LENGTH@] = 0;
    switch (words[@KIND@]) {
    case @CREATE@:
        if (model) heddle_free(model);
        model = heddle_create(static_cast<uint32_t>(words[@SEED@]));
        heddle_select(model, words[@SELECTED@]);
        words[@NUMBER@] = heddle_inputs() << 32 | heddle_outputs();
        break;
    case @RUN@:
        words[@NUMBER@] = heddle_run(model, in, out, words[@COUNT@]);
        heddle_say(words, heddle_stopped(model));
        break;
    case @PEEK@: heddle_peek(model, out); break;
    case @OPEN@: words[@NUMBER@] = static_cast<uint64_t>(heddle_trace_open(model, "@WAVE@")); break;
    case @CLOSE@: heddle_say(words, heddle_trace_close(model)); break;
    }
}

}  // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 4096);
    const size_t size = (@SLOTS@ + 2 * heddle_half) * sizeof(uint64_t);
    void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0);
    if (memory == MAP_FAILED) return 1;
    uint64_t* const words = static_cast<uint64_t*>(memory);
    uint32_t* const order = reinterpret_cast<uint32_t*>(words);
    uint32_t* const answer = reinterpret_cast<uint32_t*>(words + @ANSWER@);
    void* model = nullptr;
    for (uint32_t seen = 0;;) {
        const uint32_t next = __atomic_load_n(order, __ATOMIC_ACQUIRE);
        if (next == seen) {
            syscall(SYS_futex, order, FUTEX_WAIT, seen, nullptr, nullptr, 0);
            continue;
        }
        heddle_obey(words, model);
        std::fflush(stdout);
        seen = next;
        __atomic_store_n(answer, seen, __ATOMIC_RELEASE);
        syscall(SYS_futex, answer, FUTEX_WAKE, 1, nullptr, nullptr, 0);
    }
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_the_text_is_filled() {
        let text = main(64);
        assert!(!text.contains('@') && text.contains("heddle_inputs() * 64;") && text.contains("case 5:"));
    }
}
