//! Which units a test is about: `HEDDLE_UNIT=name,...` names some of them; all, if it does not say.

use heddle_testbench::units::units;

/// Whether a unit is tested in this run. A name that no unit has ends the test.
pub fn chosen(unit: &str) -> bool {
    let Ok(wanted) = std::env::var("HEDDLE_UNIT") else { return true };
    for name in wanted.split(',') {
        assert!(units().iter().any(|unit| unit.name == name), "HEDDLE_UNIT: there is no unit `{name}`");
    }
    wanted.split(',').any(|name| name == unit)
}
