//! Waves of a traced model, with more signals beside them.

use heddle_testbench::verilator::{CYCLE, Instance, Model, Options, Signal, Wave, merge};

use crate::support::{COUNTER, OPTIONS, cache, design, seed, stimulus, tools};

#[test]
fn a_wave_is_written_merged_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let (rtl, out) = (folder.path().join("rtl.vcd"), folder.path().join("out.vcd"));
    let model = Model::build(tools(), &cache(), &design(COUNTER), Options { traced: true, ..OPTIONS }).unwrap();
    let mut dut = Instance::new(&model, seed(1));
    dut.run(&stimulus(2), &mut [0; 8]).unwrap();
    dut.open_trace(&rtl).unwrap();
    dut.run(&stimulus(5)[3..], &mut [0; 16]).unwrap();
    dut.close_trace();
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
    // A second trace, of a fresh instance, and a file that can not be written.
    let mut dut = Instance::new(&model, seed(1));
    dut.open_trace(&rtl).unwrap();
    dut.open_trace(&rtl).unwrap();
    dut.run(&stimulus(1), &mut [0; 4]).unwrap();
    drop(dut);
    assert_eq!(Wave::read(&rtl).unwrap().at(&["TOP", "counter", "reset"], 0), Some(1));
    let error = Instance::new(&model, seed(1)).open_trace(&folder.path().join("no/wave.vcd")).unwrap_err();
    assert!(error.to_string().contains("no/wave.vcd: the trace can not be written"), "{error}");
}
