//! Tests of the counters of caches, interconnect, L2 and DRAM. All clocks are alike, so that
//! latencies add up.

use crate::statistics::desk::{Desk, Ledger};

/// From a request to L2, a flit that is 16 cycles on the wire.
const THERE: u64 = 1 + 16 + 1;
/// A line from DRAM: two bursts of four cycles, the first 12 cycles after its command, and the
/// cycle until the channel sees the request. Opening a row takes 12, closing one 12.
pub const DRAM: u64 = 1 + 12 + 4 + 4;
pub const OPEN: u64 = 12;
/// Within L2, beside that.
const L2: u64 = 60;
/// Back: a header of 8 and a line of 128 bytes are five flits of 32.
const BACK: u64 = 5 - 1 + 16;

/// The parameter, and each thread's address: so many bytes apart.
pub fn addresses(stride: u32) -> String {
    format!(
        "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, {stride};\nadd.s64 %rd3, %rd1, %rd2;\n"
    )
}

pub fn kernel(stride: u32, body: &str) -> Desk {
    Desk::new(&(addresses(stride) + body))
}

/// Code: 16 instructions of 8 bytes a line, two at once.
pub fn instruction_cache(ledger: &mut Ledger) {
    for instructions in [1, 2, 3, 16, 17, 40] {
        let desk = Desk::new(&"add.u32 %r1, %r1, 1;\n".repeat(instructions as usize - 1));
        let seen = desk.run();
        let lines = u64::div_ceil(instructions, 16);
        ledger.are(&seen, "fetch", &[("accesses", instructions.div_ceil(2)), ("misses", lines)]);
        ledger.is(&seen, "interconnect.requests", lines);
        // two warps come to the first line while it is on its way, and find the others soon or late
        let seen = desk.launch(1, 64).run();
        ledger.is(&seen, "fetch.accesses", 2 * instructions.div_ceil(2));
        assert!((1 + lines..=2 * lines).contains(&seen.get("fetch.misses")));
        ledger.is(&seen, "interconnect.requests", lines);
    }
}

/// Two loads that do not wait for each other.
const TWICE: &str = "ld.global.u32 %r2, [%rd3];\nld.global.u32 %r4, [%rd3];\nadd.u32 %r5, %r2, %r4;";

pub fn loads(ledger: &mut Ledger) {
    for stride in [0, 4, 8, 36, 128, 256] {
        let lines = if stride >= 128 { 32 } else { u64::from(31 * stride + 4).div_ceil(128) };
        let body = "ld.global.u32 %r2, [%rd3];\nadd.u32 %r3, %r2, 1;\nld.global.u32 %r4, [%rd3];";
        let seen = kernel(stride, body).run();
        // the second load comes when the first is over: it hits
        ledger.are(&seen, "l1", &[("loads", 2), ("stores", 0), ("atomics", 0), ("threads", 64)]);
        ledger.are(&seen, "l1", &[("transactions", 2 * lines), ("misses", lines), ("hits", lines), ("merged", 0)]);
        ledger.are(&seen, "l1", &[("stall_mshr", 0), ("stall_merge", 0), ("stall_port", 0), ("written", 0)]);
        // the second does not wait for the first: it finds its lines on their way
        let seen = kernel(stride, TWICE).run();
        ledger.are(&seen, "l1", &[("misses", lines), ("hits", 0), ("merged", lines)]);
    }
    // one line: its time on the way
    let seen = kernel(0, "ld.global.u32 %r2, [%rd3];").run();
    ledger.is(&seen, "l1.mshr_cycles", THERE + OPEN + DRAM + L2 + BACK);
}

pub fn stores(ledger: &mut Ledger) {
    for stride in [4, 16, 64, 128] {
        let (lines, sectors) = (u64::from(stride) / 4, u64::from(stride.min(32)));
        let body =
            "ld.global.u32 %r2, [%rd3];\nadd.u32 %r3, %r2, 1;\nst.global.u32 [%rd3], %r3;\nst.global.u32 [%rd3], %r1;";
        let seen = kernel(stride, body).run();
        ledger.are(&seen, "l1", &[("loads", 1), ("stores", 2), ("threads", 96), ("transactions", 3 * lines)]);
        // the load has brought all lines; each store sends the sectors that it touches
        ledger.are(&seen, "l1", &[("store_hits", 2 * lines), ("written", 2 * 32 * sectors)]);
        ledger.are(&seen, "l2", &[("writes", 2 * lines), ("write_hits", 2 * lines), ("atomics", 0)]);
        // the first store evicts them
        let seen = kernel(stride, body).set(&["l1.store_hit=evict"]).run();
        ledger.are(&seen, "l1", &[("store_hits", lines), ("written", 2 * 32 * sectors)]);
        let seen = kernel(stride, "st.global.u32 [%rd3], %r1;").run();
        ledger.are(&seen, "l1", &[("store_hits", 0), ("misses", 0)]);
        ledger.are(&seen, "l2", &[("writes", lines), ("write_hits", 0)]);
    }
}

pub fn atomics(ledger: &mut Ledger) {
    // each twice: the line is there in L2 the second time, and never in L1
    let body = "atom.global.add.u32 %r2, [%rd3], 1;\nadd.u32 %r3, %r2, 1;\natom.global.add.u32 %r4, [%rd3], %r3;\nld.global.u32 %r5, [%rd3];";
    let seen = kernel(4, body).run();
    ledger.are(&seen, "l1", &[("atomics", 2), ("loads", 1), ("threads", 96), ("transactions", 3)]);
    // beside the code's line and the parameter's
    ledger.are(&seen, "l2", &[("atomics", 2), ("reads", 2 + 1), ("misses", 3), ("hits", 2), ("merged", 0)]);
    // out: three headers, and twice 8 + 128 bytes; back: a code line, a constant line of 64 bytes,
    // the load's line, two times the operands
    ledger.are(&seen, "interconnect", &[("requests", 5), ("request_flits", 3 + 2 * 5)]);
    ledger.are(&seen, "interconnect", &[("replies", 5), ("reply_flits", 5 + 3 + 5 + 2 * 5)]);
}

pub fn stalls_of_l1(ledger: &mut Ledger) {
    // two lines, one MSHR: the second goes when the first comes, and has stalled since the cycle
    // after that one went
    let alone = kernel(0, "ld.global.u32 %r2, [%rd3];").run().get("l1.mshr_cycles");
    let seen = kernel(4 * 2, "ld.global.u32 %r2, [%rd3];").set(&["l1.mshrs=1"]).run();
    ledger.are(&seen, "l1", &[("stall_mshr", alone - 1), ("stall_merge", 0), ("stall_port", 0)]);
    // the second line's row is open
    ledger.is(&seen, "l1.mshr_cycles", alone + THERE + DRAM + L2 + BACK);
    // two loads of one line, four cycles apart, and only one may wait for it
    let seen = kernel(0, TWICE).set(&["l1.merges=1"]).run();
    ledger.are(&seen, "l1", &[("stall_merge", alone - 4), ("stall_mshr", 0), ("stall_port", 0), ("hits", 1)]);
    // a cache of one line: the second line finds it reserved until the first has come
    let one = ["l1.bytes=128", "l1.ways=1", "l1.allocate=miss"];
    let seen = kernel(4 * 2, "ld.global.u32 %r2, [%rd3];").set(&one).run();
    ledger.are(&seen, "l1", &[("stall_line", alone - 1), ("stall_mshr", 0), ("stall_port", 0)]);
    // stores of two flits, one packet in the queue: the port takes one every other cycle, and all
    // but the first two wait one
    let seen = kernel(128, "st.global.u32 [%rd3], %r1;").set(&["interconnect.queue=1"]).run();
    ledger.are(&seen, "l1", &[("stall_port", 30), ("stall_mshr", 0), ("stall_line", 0), ("stall_merge", 0)]);
    // a queue that holds them all
    let seen = kernel(128, "st.global.u32 [%rd3], %r1;").set(&["interconnect.queue=1", "l1.miss_queue=32"]).run();
    ledger.are(&seen, "l1", &[("stall_port", 0)]);
}

/// Words of the table, `stride` bytes apart, for four groups of threads.
fn constants(stride: u32) -> String {
    format!(
        "mov.u32 %r1, %tid.x;\nand.b32 %r1, %r1, 3;\nmul.wide.u32 %rd1, %r1, {stride};\nmov.u64 %rd2, table;\n\
            add.s64 %rd3, %rd2, %rd1;\nld.const.u32 %r3, [%rd3];\n"
    )
}

pub fn constant_cache(ledger: &mut Ledger) {
    let again = "add.u32 %r4, %r3, %r3;\nld.const.u32 %r5, [%rd3];";
    for (stride, words, lines) in [(0, 1, 1), (4, 4, 1), (32, 4, 2), (64, 4, 4)] {
        let seen = Desk::new(&(constants(stride) + again)).run();
        // a line is sent for once; the other words of it find it on its way; then all are there
        ledger.are(&seen, "constant", &[("loads", 2), ("words", 2 * words), ("misses", lines)]);
        ledger.are(&seen, "constant", &[("merged", words - lines), ("hits", words), ("stall", 0)]);
        ledger.is(&seen, "core.accesses", 64);
    }
    // two lines, one on its way at a time: the second's first word comes two cycles later than the
    // first's, and a line of 64 bytes is three flits
    let seen = Desk::new(&constants(32)).set(&["constant.mshrs=1"]).run();
    let close = seen.get("dram.precharges") * 12;
    ledger.is(&seen, "constant.stall", THERE + close + OPEN + DRAM + L2 + (BACK - 2) - 2);
    ledger.are(&seen, "constant", &[("words", 4), ("misses", 2), ("merged", 2), ("hits", 0)]);
}

/// A fetch at each thread's place in the first row, so many texels of four bytes apart, and another
/// one behind it.
fn fetches(stride: u32, registers: &str) -> String {
    format!(
        "mov.u32 %r1, %tid.x;\nmul.lo.u32 %r2, %r1, {stride};\nmov.u32 %r3, 0;\n\
         tex.2d.v4.u32.s32 {registers}, [image, {{%r2, %r3}}];\nadd.u32 %r2, %r4, %r2;\n\
         tex.2d.v4.u32.s32 {registers}, [image, {{%r2, %r3}}];\nadd.u32 %r9, %r4, %r5;\nadd.u32 %r9, %r4, %r4;\n"
    )
}

pub fn texture_cache(ledger: &mut Ledger) {
    // the buffer is all zeros, so that the second fetch, which waits for the first, is at the same
    // places and hits
    for (stride, lines) in [(0, 1), (1, 1), (4, 4), (16, 16)] {
        let seen = Desk::new(&fetches(stride, "{%r4, %r6, %r7, %r8}")).run();
        ledger.are(&seen, "texture", &[("fetches", 2), ("lines", 2 * lines), ("misses", lines)]);
        ledger.are(&seen, "texture", &[("hits", lines), ("merged", 0), ("stall", 0)]);
        ledger.is(&seen, "core.accesses", 64);
        // nothing goes by L1
        ledger.are(&seen, "l1", &[("loads", 0), ("transactions", 0)]);
        // a second register is a second fetch of the first one's lines, which are on their way
        let seen = Desk::new(&fetches(stride, "{%r4, %r5, %r7, %r8}")).run();
        ledger.are(&seen, "texture", &[("fetches", 4), ("lines", 4 * lines), ("misses", lines)]);
        ledger.are(&seen, "texture", &[("merged", lines), ("hits", 2 * lines)]);
    }
    // two lines, one on its way at a time: the second one's only lookup stalls from its first cycle
    // to the first one's answer
    let seen = Desk::new(&fetches(2, "{%r4, %r6, %r7, %r8}")).set(&["texture.mshrs=1"]).run();
    ledger.is(&seen, "texture.stall", THERE + OPEN + DRAM + L2 + BACK - 1);
    ledger.are(&seen, "texture", &[("lines", 4), ("misses", 2), ("merged", 0), ("hits", 2)]);
}
