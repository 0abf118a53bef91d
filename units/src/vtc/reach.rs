//! Cover points that a virtual thread controller of some size can and cannot reach.

use heddle_contract::vtc::Config;

use super::cover::Point;

/// Returns the cover point of the only reason why a kernel does not fit; `None` if it fits, or
/// there are several reasons.
pub fn refused(cfg: &Config, warps: u32, ctas: u32, active: u32) -> Option<Point> {
    let inside = |n: u32, most: u32| (1..=most).contains(&n);
    if !inside(warps, cfg.warps) || !inside(ctas, cfg.ctas) || !inside(active, cfg.active) {
        return Some(Point::TOO_LARGE);
    }
    let reasons = [
        (warps * active > cfg.pwis, Point::NO_PWI),
        (warps * ctas > cfg.vwis, Point::NO_VWI),
        (cfg.beats(warps) * ctas > cfg.rows, Point::NO_ROOM),
    ];
    let mut why = reasons.into_iter().filter(|(refused, _)| *refused).map(|(_, point)| point);
    why.next().filter(|_| why.next().is_none())
}

pub fn unreachable(cfg: &Config) -> Vec<Point> {
    let mut points = Vec::new();
    let mut without = |reason: Point, found: bool| {
        if !found {
            points.push(reason);
        }
    };
    // no kernel is refused for that reason and for no other
    for reason in [Point::NO_PWI, Point::NO_VWI, Point::NO_ROOM] {
        let kernels = (1..=cfg.warps).flat_map(|w| (1..=cfg.ctas).map(move |c| (w, c)));
        let mut kernels = kernels.flat_map(|(w, c)| (1..=cfg.active).map(move |a| (w, c, a)));
        without(reason, kernels.any(|(w, c, a)| refused(cfg, w, c, a) == Some(reason)));
    }
    let mut unless = |possible: bool, some: &[Point]| {
        if !possible {
            points.extend(some);
        }
    };
    use Point::*;
    // another slot beside the one that is spoken of
    unless(cfg.active > 1, &[OTHER_SLOT, FREE_FIRST, TWO_MARKED, PAST_LOWER]);
    // a CTA beside the one that goes out and the one that comes in, and two
    unless(cfg.ctas > 2, &[OTHER_WRITTEN, READY_WRITTEN, ASSIGN_SNAPSHOT, JOIN_WRITE_OUT, JOIN_OUT_ASSIGN]);
    unless(cfg.ctas > 3, &[JOIN_THREE]);
    // a copy that lasts; a warp that does something else than another
    unless(cfg.warps > 1, &[WAKE_FIRST, MARK_EXITED, MARK_BY_EXIT, OPEN_ARRIVE, WAKE_STALL]);
    unless(cfg.warps > 2, &[WAKE_MIDDLE]);
    unless(cfg.warps * cfg.active > 2, &[THREE_EVENTS]);
    // with the parameter, warps at a barrier count; without, one of them keeps its CTA from going
    // out
    unless(cfg.barrier && cfg.warps > 1, &[OPEN_COPY, MARK_BARRIER, MARK_BY_BARRIER, BARRIER_OUT]);
    unless(!cfg.barrier && cfg.warps > 1, &[BARRIER_STALLED]);
    points
}

/// Returns the cover points of an event in a phase of the handler that this configuration cannot
/// reach.
pub fn unreachable_crossed(cfg: &Config) -> Vec<&'static str> {
    let mut points = Vec::new();
    if cfg.active == 1 {
        // the only slot has no active CTA then
        points.extend(["hit while restoring", "wake while restoring", "stall while restoring", "exit while restoring"]);
        points.extend(["barrier while restoring", "open while restoring", "issue while restoring"]);
        // the only CTA that is active is stalled as a whole
        points.extend(["stall while copying", "exit while copying", "barrier while copying", "issue while copying"]);
        if !cfg.barrier {
            points.push("open while copying");
        }
    }
    if cfg.ctas < 3 {
        // one goes out, the other is ready, and there is no third
        points.extend(["miss while copying", "assign while copying"]);
    }
    points
}
