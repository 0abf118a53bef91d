//! Cover points of the choice among the entries by the classes whose pipelines are ready.

use heddle_contract::prt::In;
use heddle_contract::prt::op::{CLASSES, Class};
use heddle_golden::prt::State;

use super::cover::Point;

/// All classes of operations.
pub const ALL: u8 = (1 << CLASSES) - 1;

/// Whether operations of a class are complex.
pub fn is_complex(class: Class) -> bool {
    !class.is_simple() && class != Class::Store
}

/// Points of the choice among the entries that are free to go, by their pipelines.
pub fn cover(q: &State, i: &In, issued: Option<usize>, at: &mut impl FnMut(Point, bool)) {
    use super::cover::Point::*;
    let free = || q.buffer.held().iter().enumerate().filter(|(n, _)| q.buffer.free >> n & 1 == 1);
    let busy = || free().filter(|(_, entry)| !entry.class.is_in(i.issue_ready));
    let older = busy().filter(|(n, _)| issued.is_some_and(|issued| *n < issued)).count();
    at(PASSES_BUSY, older > 0);
    at(PASSES_TWO, older > 1);
    at(ALL_BUSY, issued.is_none() && busy().count() > 1);
    at(OLDER_OF_TWO, free().count() - busy().count() > 1);
    let points = [
        (ONLY_ALU, BUSY_ALU),
        (ONLY_FMA, BUSY_FMA),
        (ONLY_EXCHANGE, BUSY_EXCHANGE),
        (ONLY_DIVIDE, BUSY_DIVIDE),
        (ONLY_LOAD, BUSY_LOAD),
        (ONLY_STORE, BUSY_STORE),
    ];
    for (class, (only, waits)) in Class::ALL.into_iter().zip(points) {
        let own = 1 << class as u8;
        at(only, i.issue_ready == own && issued.is_some());
        at(waits, i.issue_ready == ALL & !own && busy().count() > 0);
    }
}
