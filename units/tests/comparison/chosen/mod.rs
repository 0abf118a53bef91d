//! The selection of the units that a test covers: `HEDDLE_UNIT=name,...` names some of them;
//! without it, all.

use heddle_units::units;

/// Whether a unit is tested in this run. A name that no unit has ends the test.
pub fn chosen(unit: &str) -> bool {
    let Ok(wanted) = std::env::var("HEDDLE_UNIT") else { return true };
    for name in wanted.split(',') {
        assert!(units().iter().any(|unit| unit.name == name), "HEDDLE_UNIT: there is no unit `{name}`");
    }
    wanted.split(',').any(|name| name == unit)
}
