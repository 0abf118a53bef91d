//! Tests of waveforms of a traced model, merged with further signals.

use heddle_verilator::{CYCLE, Design, Instance, Lint, Model, Options, Signal, Wave, merge};

use crate::support::{COUNTER, OPTIONS, cache, design, port, seed, stimulus, tools};

/// Registers of all kinds that nothing sets, some of which only a traced model keeps, in instances
/// of one module.
const UNSET: &str = "\
module unset(clock, i, o, wide);
    input wire clock;
    input wire [7:0] i;
    output wire [15:0] o;
    output wire [15:0] wide;
    wire [7:0] a;
    wire [7:0] b;
    wire [15:0] other;
    leaf first(.clock(clock), .i(i), .o(a), .wide(wide));
    leaf second(.clock(clock), .i(i), .o(b), .wide(other));
    assign o = {a, b};
endmodule
module leaf(input wire clock, input wire [7:0] i, output wire [7:0] o, output wire [15:0] wide);
    /* verilator no_inline_module */
    reg [7:0] dropped;
    reg [159:0] w;
    reg [63:0] m[0:3];
    reg [7:0] r;
    always @(posedge clock) begin
        dropped <= dropped + i;
        r <= r;
        w <= w;
        m[3] <= m[3];
    end
    assign o = r ^ m[i[1:0]][7:0];
    assign wide = w[159:144];
endmodule
";

#[test]
fn a_traced_model_starts_from_the_same_state() {
    let (inputs, outputs) = ([port("i", 8)], [port("o", 16), port("wide", 16)]);
    let design = Design {
        top: "unset",
        verilog: UNSET,
        origin: None,
        inputs: &inputs,
        select: None,
        outputs: &outputs,
        rising: false,
    };
    let words = |traced, rising| {
        let design = Design { rising, ..design };
        let model =
            Model::build(tools(), &cache(), &design, Options { lint: Lint::Lenient, traced, ..OPTIONS }).unwrap();
        let mut out = [0; 8];
        Instance::new(&model, seed(3)).run(&[0, 1, 2, 3], &mut out).unwrap();
        out
    };
    let plain = words(false, false);
    assert_eq!(plain, words(true, true));
    assert_eq!(plain, words(false, true));
    assert_ne!(plain[0] >> 8, plain[0] & 0xff, "two instances");
    assert!(plain[0] != plain[2] && plain[2] != plain[4] && plain[4] != plain[6], "the words of a memory");
}

#[test]
fn a_wave_is_written_merged_and_read_back() {
    [false, true].into_iter().for_each(written_and_read_back);
}

fn written_and_read_back(confined: bool) {
    let folder = tempfile::tempdir().unwrap();
    let (rtl, out) = (folder.path().join("rtl.vcd"), folder.path().join("out.vcd"));
    let options = Options { traced: true, confined, ..OPTIONS };
    let model = Model::build(tools(), &cache(), &design(COUNTER), options).unwrap();
    let mut dut = Instance::new(&model, seed(1));
    dut.run(&stimulus(2), &mut [0; 8]).unwrap();
    dut.open_trace(&rtl).unwrap();
    dut.run(&stimulus(5)[3..], &mut [0; 16]).unwrap();
    dut.close_trace().unwrap();
    dut.run(&stimulus(1), &mut [0; 4]).unwrap();

    let signal = Signal { path: vec!["golden".into(), "counter".into()], name: "count".into(), width: 16 };
    let values: Vec<Vec<u64>> = [3, 6, 9, 12].map(|count| vec![count]).into();
    merge(&rtl, &[signal], &values, &out).unwrap();
    let wave = Wave::read(&out).unwrap();
    for cycle in 2..6 {
        let start = CYCLE * cycle;
        let golden = wave.at(&["golden", "counter", "count"], start);
        assert_eq!(golden, Some(3 * (cycle - 1)), "cycle {cycle}");
        for name in ["count$q", "count"] {
            assert_eq!(wave.at(&["TOP", "counter", name], start), golden, "{name} in cycle {cycle}");
            assert_eq!(wave.at(&["TOP", "counter", name], start + 5), Some(3 * cycle), "after the edge");
        }
        assert_eq!([0, 5].map(|d| wave.at(&["TOP", "counter", "clock"], start + d)), [Some(0), Some(1)]);
        assert_eq!(wave.at(&["TOP", "counter", "x$1"], start), Some((1 << 32) + cycle - 1));
    }
    // A second trace, of a fresh instance, and a file that cannot be written.
    let mut dut = Instance::new(&model, seed(1));
    dut.open_trace(&rtl).unwrap();
    dut.open_trace(&rtl).unwrap();
    dut.run(&stimulus(1), &mut [0; 4]).unwrap();
    drop(dut);
    assert_eq!(Wave::read(&rtl).unwrap().at(&["TOP", "counter", "reset"], 0), Some(1));
    let error = Instance::new(&model, seed(1)).open_trace(&folder.path().join("no/wave.vcd")).unwrap_err();
    assert!(error.to_string().contains("no/wave.vcd: the trace cannot be written"), "{error}");
}
