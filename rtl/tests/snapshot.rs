//! The Verilog of the smallest lane, for a person to review. `HEDDLE_BLESS=1` accepts a change.

use heddle_contract::Config as _;
use heddle_contract::lane::{Config, Lane};
use heddle_rtl::Rtl;

#[test]
fn snapshot_of_the_tiny_lane() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots/lane-tiny.v");
    let (_, tiny) = Config::presets().iter().find(|(name, _)| *name == "tiny").expect("a preset named tiny");
    let verilog = Lane::verilog(tiny).expect("RTL of a preset");
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        std::fs::write(path, &verilog).expect("the snapshot written");
    }
    let snapshot = std::fs::read_to_string(path).unwrap_or_default();
    let first = verilog.lines().zip(snapshot.lines()).position(|(now, then)| now != then);
    let place = first.unwrap_or_else(|| verilog.lines().count().min(snapshot.lines().count())) + 1;
    assert!(verilog == snapshot, "{path}:{place}: differs; `make bless` accepts it");
}
