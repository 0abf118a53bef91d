//! Tests of the counters of interconnect, L2 and DRAM.

use crate::statistics::desk::{Desk, Ledger, Seen};
use crate::statistics::memory::{DRAM, OPEN, addresses, kernel};

const LOAD: &str = "ld.global.u32 %r2, [%rd3];";

fn line(stride: u32) -> Seen {
    kernel(stride, LOAD).run()
}

/// The code's line, the parameter's and those that are loaded.
pub fn traffic(ledger: &mut Ledger) {
    for (stride, lines) in [(0, 1), (4, 1), (8, 2), (128, 32)] {
        let seen = line(stride);
        // a header each way, a line of 128 bytes back, of 64 for the parameter
        let packets = 2 + lines;
        ledger.are(&seen, "interconnect", &[("requests", packets), ("request_flits", packets), ("replies", packets)]);
        ledger.are(
            &seen,
            "interconnect",
            &[("reply_flits", 5 + 3 + 5 * lines), ("request_held", 0), ("reply_held", 0)],
        );
        ledger.are(&seen, "l2", &[("reads", packets), ("misses", packets), ("hits", 0), ("merged", 0), ("writes", 0)]);
        // each is two bursts of four cycles
        ledger.are(&seen, "dram", &[("reads", packets), ("writes", 0), ("bursts", 2 * packets), ("busy", 8 * packets)]);
    }
    // stores: a header and a sector a line are two flits, a whole line five; nothing comes back
    for (stride, lines, flits) in [(4, 1, 5), (128, 32, 64)] {
        let seen = kernel(stride, "st.global.u32 [%rd3], %r1;").run();
        ledger.are(&seen, "interconnect", &[("requests", 2 + lines), ("request_flits", 2 + flits), ("replies", 2)]);
        ledger.are(&seen, "l2", &[("writes", lines), ("written_back", 0)]);
    }
}

/// What is there, what is on its way, and what has to go.
pub fn l2(ledger: &mut Ledger) {
    // the code's line, the parameter's and the data's come to each L1; L2 is asked for them at the
    // same time, or finds them on their way
    let seen = kernel(0, LOAD).launch(2, 32).set(&["core.count=2"]).run();
    ledger.are(&seen, "l2", &[("reads", 6), ("misses", 3), ("merged", 3), ("hits", 0)]);
    ledger.is(&seen, "dram.reads", 3);
    // the line's time: in DRAM only
    let code = Desk::new("").run();
    ledger.are(&code, "l2", &[("reads", 1), ("misses", 1), ("mshr_cycles", OPEN + DRAM)]);
    // L1 has one line: each access sends for its line again, and L2 has it
    let again = "ld.global.u32 %r2, [%rd3];\nadd.u32 %r3, %r2, 1;\nld.global.u32 %r4, [%rd3+512];\n\
        add.u32 %r3, %r4, 1;\nld.global.u32 %r4, [%rd3];\nadd.u32 %r3, %r4, 1;";
    let seen = kernel(0, again).set(&["l1.bytes=128", "l1.ways=1"]).run();
    ledger.are(&seen, "l1", &[("misses", 3), ("hits", 0)]);
    ledger.are(&seen, "l2", &[("misses", 4), ("hits", 1), ("merged", 0)]);
    // eight lines in all, those used last: 16 are written, after the code's and the parameter's
    // line, which go first
    let seen = kernel(64, "st.global.u32 [%rd3], %r1;").set(&["l2.bytes=1024"]).run();
    ledger.are(&seen, "l2", &[("writes", 16), ("written_back", 8), ("write_hits", 0)]);
    // of each line the two sectors that were written, which lie in two bursts
    ledger.are(&seen, "dram", &[("writes", 8), ("reads", 2), ("bursts", 2 * (2 + 8))]);
}

pub fn stalls_of_l2(ledger: &mut Ledger) {
    // two lines of a row, the second a cycle behind the first. One MSHR: it stalls until the first
    // is there
    let one = line(0).get("l2.mshr_cycles");
    let seen = kernel(8, LOAD).set(&["l2.mshrs=1"]).run();
    ledger.are(&seen, "l2", &[("stall_mshr", OPEN + DRAM - 1), ("stall_merge", 0), ("stall_dram", 0)]);
    // then its row is open
    ledger.is(&seen, "l2.mshr_cycles", one + DRAM);
    // a channel that takes one transfer: it stalls until the last burst's command, 16 cycles behind
    // the row's
    let seen = kernel(8, LOAD).set(&["dram.queue=1"]).run();
    ledger.are(&seen, "l2", &[("stall_dram", 1 + OPEN + 4 - 1), ("stall_mshr", 0), ("stall_merge", 0)]);
    // two cores ask for the code's line at the same time, and only one may wait for it
    let seen = Desk::new("").launch(2, 32).set(&["core.count=2", "l2.merges=1"]).run();
    ledger.are(&seen, "l2", &[("stall_merge", OPEN + DRAM - 1), ("stall_mshr", 0), ("stall_dram", 0)]);
    ledger.are(&seen, "l2", &[("merged", 0), ("misses", 1), ("hits", 1)]);
}

/// Packets for which there is no room.
pub fn held(ledger: &mut Ledger) {
    // three lines, one MSHR, one place at the slice: the second takes it until the first is there,
    // and the third, a cycle behind it, stays on the wire
    let seen = kernel(12, LOAD).set(&["l2.mshrs=1", "l2.queue=1"]).run();
    ledger.are(&seen, "interconnect", &[("request_held", OPEN + DRAM - 1), ("reply_held", 0)]);
    ledger.is(&seen, "l2.stall_mshr", (OPEN + DRAM - 1) + (DRAM - 1));
    // a core's cycle is 100 of the interconnect, and its port has one place. Two lines of L1 are
    // one of L2, which comes with an edge of the core's: their answers of three flits are there
    // after 78 and 81 cycles; with the core's next edge it takes the first, and the second comes in
    // a cycle later
    let slow = ["core.clock=10", "dram.clock=10", "interconnect.queue=1", "l1.line=64"];
    let seen = kernel(4, LOAD).set(&slow).run();
    ledger.are(&seen, "interconnect", &[("reply_held", 101 - 81), ("request_held", 0)]);
    ledger.are(&seen, "l2", &[("merged", 1), ("misses", 3)]);
}

pub fn dram(ledger: &mut Ledger) {
    // the code's lines, which are in one row
    for lines in [1, 2, 3] {
        let seen = Desk::new(&"add.u32 %r1, %r1, 1;\n".repeat(16 * (lines as usize - 1))).run();
        ledger.are(&seen, "dram", &[("activates", 1), ("precharges", 0), ("aged", 0), ("reads", lines)]);
        // the row is opened; the first burst follows after 12 cycles, the second after 4, and 16
        // later its data are over; then the row is open
        ledger.is(&seen, "dram.queue_cycles", (12 + 4) + (lines - 1) * 4);
        ledger.is(&seen, "dram.active", (12 + 4 + 16) + (lines - 1) * (4 + 16));
        ledger.is(&seen, "dram.busy", 8 * lines);
    }
    // 32 lines in 32 rows of 16 banks: each bank closes one of them, and one bank that of the
    // parameter
    let before = Desk::new(&addresses(4096)).run();
    let seen = kernel(4096, LOAD).run();
    ledger.grows(&before, &seen, "dram.activates", 32);
    ledger.grows(&before, &seen, "dram.precharges", 16 + 1);
    // 31 lines of one row, 8 cycles each, and in the second place one of another row of the bank:
    // with four places it waits for 4 * (28 + 12) cycles, then its row is opened, two bursts are
    // moved, and the first row is opened again
    let row = "add.s64 %rd1, %rd1, 131071;\nand.b64 %rd1, %rd1, -131072;\nadd.s64 %rd3, %rd1, %rd2;\n";
    let other = format!("{row}setp.eq.u32 %p1, %r1, 1;\n@%p1 add.s64 %rd3, %rd1, 253952;\n");
    let seen = kernel(128, &format!("{other}{LOAD}")).set(&["dram.row=8192", "dram.queue=4"]).run();
    let before = Desk::new(&addresses(128)).set(&["dram.row=8192", "dram.queue=4"]).run();
    ledger.is(&seen, "dram.aged", 4);
    ledger.grows(&before, &seen, "dram.activates", 3);
    // one that is not starved goes last
    let seen = kernel(128, &format!("{other}{LOAD}")).set(&["dram.row=8192", "dram.queue=32"]).run();
    ledger.is(&seen, "dram.aged", 0);
    ledger.grows(&before, &seen, "dram.activates", 2);
}
