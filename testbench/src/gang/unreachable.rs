//! Cover points that a ganging unit of some size cannot reach.

use heddle_contract::gang::{Config, Schedule, Split};

use super::points::{COVER, Point};

/// Points of re-forming.
const REFORMED: &[Point] = &[
    Point::REFORM_GANGS,
    Point::REFORM_MIXED,
    Point::REFORM_SINGLES,
    Point::REFORM_GROUPS,
    Point::REFORM_LOWER,
    Point::REFORM_HIGH,
    Point::REFORM_WHOLE,
    Point::REFORM_DIFFER,
    Point::REFORM_UNKNOWN,
    Point::REFORM_NONE,
    Point::BLOCKED_REPORT,
    Point::BLOCKED_WAKE,
    Point::BLOCKED_ISSUE,
];

/// Returns the cover points that this configuration of the ganging unit cannot reach.
pub fn unreachable(cfg: &Config) -> Vec<&'static str> {
    let mut points = Vec::new();
    let mut without = |can: bool, gone: &[Point]| {
        if !can {
            points.extend_from_slice(gone);
        }
    };
    let control = cfg.split == Split::Control;
    without(cfg.split == Split::Impatient, &[Point::TORN_SINGLES]);
    without(
        cfg.split == Split::Group,
        &[Point::TORN_BOTH, Point::TORN_REST, Point::TORN_WOKEN, Point::TORN_NONE, Point::TORN_HIGHER],
    );
    without(!control, &[Point::TORN_PC, Point::TORN_MOVED]);
    without(control, &[Point::MEMORY_PATIENT]);
    without(cfg.partners != 0, REFORMED);
    without(cfg.partners > 2, &[Point::REFORM_MANY]);
    // as many as there are units
    without(cfg.partners != 0 && cfg.partners < cfg.slices, &[Point::REFORM_MORE]);
    without(cfg.sync_wait != 0, &[Point::MET]);
    // a report, a fetch and a fill come before an issue
    without(cfg.sync_wait > 2, &[Point::HELD, Point::TIMEOUT, Point::COMPLETE]);
    // gangs of one set share no slice
    without(cfg.sets > 1, &[Point::OVERLAP, Point::FETCH_OVERLAP]);
    // two slices of one set are a gang, or singletons
    without(cfg.sets > 1 || cfg.slices > 2, &[Point::FETCH_BESIDE]);
    without(cfg.issue > 1, &[Point::ISSUE_TWO]);
    without(cfg.issue > 2, &[Point::ISSUE_THREE]);
    without(cfg.issue > 3, &[Point::ISSUE_FOUR]);
    // as many gangs as there is room for leave no room
    without(cfg.issue < cfg.entries(), &[Point::LEFT]);
    without(cfg.fetches > 1, &[Point::FETCH_TWO]);
    without(cfg.fetches > 2, &[Point::FETCH_THREE]);
    without(cfg.fetches > 3, &[Point::FETCH_FOUR]);
    without(cfg.fetches < cfg.entries(), &[Point::FETCH_LEFT]);
    // a gang is all of its set
    without(
        cfg.slices > 2,
        &[
            Point::LAUNCH_PART,
            Point::SPLIT_GANGS,
            Point::SPLIT_MIXED,
            Point::SPLIT_TWO,
            Point::SPLIT_TWO_NEW,
            Point::SPLIT_NEW_FREED,
            Point::END_SOME,
            Point::REFORM_GANGS,
            Point::REFORM_MIXED,
            Point::REFORM_GROUPS,
            Point::REFORM_LOWER,
            Point::REFORM_HIGH,
            Point::REFORM_UNKNOWN,
            Point::REFORM_MORE,
            Point::HOLES,
            Point::ALL_SLICES,
            Point::TIE,
        ],
    );
    without(cfg.slices > 4, &[Point::SPLIT_MANY, Point::SPLIT_TWO_NEW, Point::SPLIT_NEW_FREED]);
    let greedy = !matches!(cfg.schedule, Schedule::Lrr | Schedule::Lpc);
    without(greedy, &[Point::GREEDY, Point::GREEDY_ALONE, Point::TIE]);
    without(cfg.schedule == Schedule::Lrr, &[Point::ROUND, Point::ROUND_ALONE]);
    without(cfg.schedule == Schedule::Lpc, &[Point::LOW, Point::SAME_PC]);
    let mut names: Vec<&str> = points.into_iter().map(|point| COVER[point as usize]).collect();
    names.sort_unstable();
    names.dedup();
    names
}
