//! Cover points that a ganging unit of some size cannot reach.

use heddle_contract::gang::{Config, Picks, Schedule, Split};

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
    Point::REFORM_EVENT,
    Point::REFORM_FETCHED,
    Point::REFORM_NONE,
    Point::BLOCKED_REPORT,
    Point::BLOCKED_WAKE,
    Point::BLOCKED_ISSUE,
    Point::ALONE_MERGED,
    Point::WANT_MERGED,
];

/// Points of picked gangs that share slices: gangs of one set share none.
const OVERLAPS: &[Point] = &[
    Point::OVERLAP,
    Point::OVERLAP_LOW,
    Point::OVERLAP_HIGH,
    Point::OVERLAP_ALIKE,
    Point::OVERLAP_YOUNGER,
    Point::OVERLAP_PASSED,
    Point::PICK_WAY_TAKEN,
    Point::PICK_HELD_TAKEN,
];

/// Points that need a gang that is not all of its set.
const PARTED: &[Point] = &[
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
    Point::GREEDY_SIZE,
    Point::PICK_WAY_BUSY,
];

/// Points of picks, which there are where they are made ahead.
const PICKED: &[Point] = &[
    Point::ISSUE_HIGH,
    Point::BUSY_GANG,
    Point::BUSY_ALONE,
    Point::GREEDY_SECOND,
    Point::PICK_FRESH,
    Point::PICK_NEXT,
    Point::PICK_STAYS,
    Point::PICK_WAY_BUSY,
    Point::PICK_HELD_BUSY,
    Point::PICK_MERGED,
    Point::PICK_GROWN,
    Point::PICK_VOID,
    Point::PICK_GONE,
    Point::PICK_BORN,
    Point::PICK_READY,
    Point::ALONE_WAY,
    Point::ALONE_HELD,
    Point::ALONE_VOID,
    Point::ALONE_READY,
    Point::ALONE_MERGED,
    Point::ALONE_FRESH,
    Point::FETCH_HIGH,
    Point::FETCH_OVERLAP,
    Point::FETCH_TURN,
    Point::FETCH_ROUND,
    Point::FETCH_PICK_SPLIT,
    Point::FETCH_PICK_MERGED,
    Point::FETCH_WAY,
    Point::FETCH_HELD,
    Point::FETCH_VOID,
    Point::FETCH_BORN,
    Point::FETCH_READY,
    Point::WANT_WAY,
    Point::WANT_HELD,
    Point::WANT_MERGED,
    Point::WANT_VOID,
    Point::WANT_READY,
];

/// Returns the cover points that this configuration of the ganging unit cannot reach.
pub fn unreachable(cfg: &Config) -> Vec<&'static str> {
    let mut points = Vec::new();
    splits_and_merges(cfg, &mut points);
    issue(cfg, &mut points);
    fetch(cfg, &mut points);
    let ahead = cfg.picks == Picks::Ahead;
    without(&mut points, ahead, PICKED);
    without(&mut points, ahead, OVERLAPS);
    let several = !ahead && cfg.issue > 1;
    without(
        &mut points,
        several && cfg.sets > 1 && cfg.slices > 4 && cfg.schedule == Schedule::Bgto,
        &[Point::NEXT_PASSED],
    );
    without(&mut points, several && cfg.sets > 1, &[Point::NEXT_NONE, Point::NEXT_ENTRY]);
    without(&mut points, !ahead && cfg.fetches > 1 && cfg.sets > 1, &[Point::FETCH_ENTRY]);
    // gangs of one set share no slice, and those of two slices are equal
    let bigger = cfg.sets > 1 && cfg.slices > 2 && (!ahead || cfg.fetches > 1);
    without(&mut points, bigger, &[Point::FETCH_BIG]);
    without(&mut points, cfg.sets > 1 || cfg.slices > 2, &[Point::WANT_OVERRIDDEN]);
    let mut names: Vec<&str> = points.into_iter().map(|point| COVER[point as usize]).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Adds the points that are gone unless the configuration can reach them.
fn without(points: &mut Vec<Point>, can: bool, gone: &[Point]) {
    if !can {
        points.extend_from_slice(gone);
    }
}

fn splits_and_merges(cfg: &Config, points: &mut Vec<Point>) {
    let mut without = |can, gone: &[Point]| without(points, can, gone);
    let control = cfg.split == Split::Control;
    without(cfg.split == Split::Impatient, &[Point::TORN_SINGLES]);
    without(
        cfg.split == Split::Group,
        &[Point::TORN_BOTH, Point::TORN_REST, Point::TORN_WOKEN, Point::TORN_NONE, Point::TORN_HIGHER],
    );
    // of two slices both are singletons then
    without(cfg.slices > 2, &[Point::TORN_BOTH, Point::TORN_REST, Point::TORN_WOKEN, Point::TORN_HIGHER]);
    without(!control, &[Point::TORN_PC, Point::TORN_MOVED]);
    without(control, &[Point::MEMORY_PATIENT]);
    without(cfg.partners != 0, REFORMED);
    // a gang of two slices is the whole of its set
    let gangs_meet = cfg.partners != 0 && cfg.slices > 2;
    without(gangs_meet, &[Point::PICK_MERGED, Point::PICK_GROWN, Point::FETCH_PICK_MERGED]);
    without(cfg.partners > 2, &[Point::REFORM_MANY]);
    // as many as there are units
    without(cfg.partners != 0 && cfg.partners < cfg.slices, &[Point::REFORM_MORE]);
    without(cfg.sync_wait != 0, &[Point::MET]);
    // a report acts, then come a fetch, at once if the unit is picked already, and a fill, before
    // an issue
    without(cfg.sync_wait > 2, &[Point::HELD, Point::TIMEOUT, Point::COMPLETE]);
    without(cfg.slices > 2, PARTED);
    without(cfg.slices > 4, &[Point::SPLIT_MANY, Point::SPLIT_TWO_NEW, Point::SPLIT_NEW_FREED]);
    // each at another PC
    without(cfg.pc_bits > 1, &[Point::SPLIT_MANY]);
    // another warp of a slice is one of another set
    without(cfg.sets > 1, &[Point::REPORT_ON, Point::WAKE_ON]);
}

fn issue(cfg: &Config, points: &mut Vec<Point>) {
    let mut without = |can, gone: &[Point]| without(points, can, gone);
    let schedule = cfg.schedule;
    let by_size = matches!(schedule, Schedule::Bgto | Schedule::Lgto);
    let greedy = by_size || schedule == Schedule::Gto;
    without(cfg.issue > 1, &[Point::ISSUE_TWO, Point::ISSUE_HIGH, Point::GREEDY_SECOND]);
    without(cfg.issue > 2, &[Point::ISSUE_THREE]);
    // with two sets it is too rare to be counted
    without(cfg.issue > 2 && cfg.sets > 2, &[Point::OVERLAP_PASSED]);
    without(cfg.issue > 3, &[Point::ISSUE_FOUR]);
    without(cfg.sets > 1 && cfg.issue > 1, OVERLAPS);
    without(by_size || schedule == Schedule::Lpc, &[Point::OVERLAP_ALIKE]);
    // of two gangs the older one goes
    without(schedule != Schedule::Gto, &[Point::OVERLAP_YOUNGER]);
    without(cfg.sets > 1, &[Point::WAITS_ALONE, Point::ALONE_HELD]);
    // a gang of one set takes the slice of another's singleton, and a third set has one, too
    without(cfg.sets > 2, &[Point::ALONE_WAY]);
    // with two sets it is too rare to be counted
    without(cfg.sets > 2, &[Point::PICK_WAY_TAKEN]);
    // beside the pick there is another singleton, and another again; with three sets both are too
    // rare to be counted
    without(cfg.sets > 3, &[Point::GREEDY_ALONE, Point::ALONE_FRESH]);
    // a scheduler has one entry a set
    let several = cfg.entries() > cfg.issuers();
    without(several, &[Point::TIE]);
    without(cfg.sets > 1 || several, &[Point::WAITS, Point::PICK_FRESH, Point::PICK_NEXT, Point::PICK_WAY_BUSY]);
    // beside the pick there is another gang, and another again; of one set they are equally old
    let three = cfg.sets * cfg.entries().div_ceil(cfg.issuers()) > 2;
    without(three, &[Point::LOW, Point::SAME_PC, Point::GREEDY_SIZE, Point::TIE]);
    without(three && cfg.sets > 1, &[Point::GREEDY]);
    without(cfg.sets * (cfg.entries() - 1).div_ceil(cfg.issue) > 2 && cfg.sets > 1, &[Point::GREEDY_SECOND]);
    without(by_size, &[Point::GREEDY_SIZE]);
    without(greedy, &[Point::GREEDY, Point::GREEDY_SECOND, Point::GREEDY_ALONE, Point::TIE]);
    without(schedule == Schedule::Lrr, &[Point::ROUND, Point::ROUND_ALONE]);
    without(schedule == Schedule::Lpc, &[Point::LOW, Point::SAME_PC]);
}

fn fetch(cfg: &Config, points: &mut Vec<Point>) {
    let mut without = |can, gone: &[Point]| without(points, can, gone);
    without(cfg.fetches > 1, &[Point::FETCH_TWO, Point::FETCH_HIGH]);
    without(cfg.fetches > 2, &[Point::FETCH_THREE]);
    without(cfg.fetches > 3, &[Point::FETCH_FOUR]);
    // gangs of one set share no slice
    without(cfg.sets > 1 && cfg.fetches > 1, &[Point::FETCH_OVERLAP, Point::FETCH_TURN, Point::FETCH_HELD]);
    // with two sets it is too rare to be counted
    without(cfg.sets > 2 && cfg.fetches > 1, &[Point::FETCH_WAY]);
    without(cfg.sets > 1 || cfg.entries() > cfg.fetchers(), &[Point::FETCH_WAITS]);
    // of two slices a gang of the only set leaves none, but for one that is filled before: it is
    // too rare to be counted
    without(cfg.slices > 2 || cfg.sets > 1, &[Point::FETCH_BESIDE]);
    without(cfg.sets > 1, &[Point::WANT_WAITS, Point::WANT_WAY]);
    // each takes a slice at least
    let most = cfg.slices;
    without(most > cfg.ports, &[Point::PORTS_SHORT, Point::WANT_WAY, Point::WANT_HELD]);
    without(most >= cfg.ports, &[Point::PORTS_ALL]);
}
