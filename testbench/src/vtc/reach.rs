//! What a controller of some size can and can not do.

use heddle_contract::vtc::Config;

use super::cover::Point;

/// Why a kernel does not fit, if there is one reason alone.
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
    points
}

pub fn unreachable_crossed(_: &Config) -> Vec<&'static str> {
    Vec::new()
}
