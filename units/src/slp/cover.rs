//! Cover points of the SIMD lane permutation unit.

use crate::slp::Slp;
use heddle_contract::slp::{Config, In, Out, tag};
use heddle_golden::slp::{Phase, Protocol, State};

use heddle_testbench::bench::Cover;
use heddle_testbench::points;

points! { COVER:
    EMPTY = "a mask without threads",
    ONE_THREAD = "a mask of one thread",
    WHOLE = "a mask of every thread of the CTA",
    ONE_WARP = "threads of one warp, not all of them",
    FULLEST_LANE = "a lane that is active in every warp, in a mask that is not whole",
    LAST_WARP = "a mask of the last warp alone",
    TAKEN = "a mask of the taken path",
    NOT_TAKEN = "a mask of the path that was not taken",
    RECONVERGED = "a mask where paths have met again",
    GAIN = "compaction gains",
    IDEAL = "compaction gains as much as any mechanism could",
    ALIGNED = "several warps, a lane without thread, and nothing to gain",
    DECLINED_GAIN = "declined, though compaction gains",
    DECLINED_ALIGNED = "declined, where compaction gains nothing",
    DECLINED_EMPTY = "declined, a mask without threads",
    DECLINE_NOTHING = "decline while nothing is counted",
    DECLINE_EARLY = "decline in the cycle in which a mask is accepted",
    DECLINE_LATE = "decline while a compacted mask leaves",
    REFUSED_COUNTED = "a mask is offered while another is counted",
    REFUSED_LEAVING = "a mask is offered while warps leave",
    REFUSED_LAST = "a mask is offered while the last warp waits",
    BEHIND_COMPACTED = "a mask is accepted as the last compacted warp leaves",
    BEHIND_DECLINED = "a mask is accepted as the last declined warp leaves",
    BEHIND_OTHER = "a mask is accepted behind one of another tag",
    BEHIND_EMPTY = "a mask is accepted in the cycle after an empty one was counted",
    WAITS = "a compacted warp waits",
    WAITS_DECLINED = "a declined warp waits",
    WAITS_LONG = "a warp waits for the eighth cycle",
    READY_NOTHING = "ready, and no warp is offered",
    ENDS = "one warp's threads come from the first warp and from the last",
    HOLES = "a compacted warp with a lane that is empty",
    FULL_WARP = "a compacted warp with threads of several warps in all lanes",
    RESET_COUNTED = "reset while a mask is counted",
    RESET_FIRST = "reset before the first warp has left",
    RESET_AMID = "reset between two warps of a mask",
    RESET_READY = "reset while the last warp is taken",
    EVEN = "an even warp is launched",
    ODD = "an odd warp is launched",
    WRAPS = "a warp beyond the width is launched",
    PLAIN = "a plain warp is launched whose mask would not be zero",
    PARTLY = "a partly filled warp is permuted",
    NO_THREADS = "a warp is launched without threads",
    LAST_SLOT = "the last slot is launched",
    REWRITTEN = "a slot is launched again, for another mask",
    READ_OLD = "a slot is read while another mask is written into it",
    READ_NEW = "a slot is read in the cycle after its launch",
    READ_ALL = "a slot is read when all were launched",
    AT_ONCE = "launch, read and acceptance in one cycle",
}

impl Cover for Slp {
    const UNREACHED: &'static str = include_str!("structure.toml");

    const COVER: &'static [&'static str] = COVER;

    const POPULATIONS: &'static [&'static str] = &["slots launched", "warps of a CTA that leaves"];

    fn populations(cfg: &Config, p: &Protocol, q: &State, count: &mut dyn FnMut(u32, u32)) {
        count(p.launched.count_ones(), cfg.warps);
        count(q.compactor.warps.into(), cfg.warps);
    }

    fn unreachable(cfg: &Config) -> Vec<&'static str> {
        let mut points = Vec::new();
        if cfg.warps <= cfg.width {
            points.push(Point::WRAPS);
        }
        if cfg.warps == 1 {
            // compaction needs two warps to make one of
            points.extend([Point::GAIN, Point::IDEAL, Point::ALIGNED, Point::DECLINED_GAIN, Point::DECLINED_ALIGNED]);
            // a mask is one warp, the last one
            points.extend([Point::REFUSED_LEAVING, Point::ENDS, Point::FULL_WARP, Point::RESET_AMID]);
            // warp 0 has the mask zero, and there is no other
            points.extend([Point::ODD, Point::PLAIN, Point::PARTLY, Point::REWRITTEN, Point::READ_OLD]);
            // the last warp is the first
            points.push(Point::LAST_WARP);
        }
        points.into_iter().map(|point| COVER[point as usize]).collect()
    }

    fn cover(cfg: &Config, p: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize)) {
        let mut at = |point: Point, reached: bool| {
            if reached {
                hit(point as usize);
            }
        };
        let held = &q.compactor;
        let gone = held.left != if held.declined { held.plain } else { held.warps };
        at(Point::READY_NOTHING, i.warp_ready && !o.warp_valid);
        if i.reset {
            at(Point::RESET_COUNTED, o.counted_valid);
            at(Point::RESET_FIRST, o.warp_valid && !gone);
            at(Point::RESET_AMID, o.warp_valid && gone);
            at(Point::RESET_READY, o.warp_valid && o.warp_last && i.warp_ready);
            return;
        }
        let accepted = i.accept_valid && o.accept_ready;
        at(Point::AT_ONCE, accepted && i.launch_valid && i.read_valid);
        if accepted {
            mask(cfg, i, &mut at);
            at(Point::BEHIND_COMPACTED, held.phase == Phase::Leaving && !held.declined);
            at(Point::BEHIND_DECLINED, held.phase == Phase::Leaving && held.declined);
            at(Point::BEHIND_OTHER, held.phase == Phase::Leaving && held.tag != i.accept_tag);
            at(Point::BEHIND_EMPTY, p.counted_empty);
            at(Point::DECLINE_EARLY, i.decline);
        }
        at(Point::DECLINE_NOTHING, i.decline && held.phase == Phase::Empty);
        at(Point::DECLINE_LATE, i.decline && held.phase == Phase::Leaving && !held.declined);
        if o.counted_valid {
            let gain = o.counted_warps < o.counted_plain;
            let ideal = held.columns.iter().map(|column| column.count_ones()).sum::<u32>().div_ceil(cfg.width);
            let hole = held.columns[..cfg.width as usize].contains(&0);
            let aligned = !gain && hole && o.counted_plain > 1;
            at(Point::GAIN, gain && !i.decline);
            at(Point::IDEAL, gain && !i.decline && u32::from(o.counted_warps) == ideal);
            at(Point::ALIGNED, aligned && !i.decline);
            at(Point::DECLINED_GAIN, gain && i.decline);
            at(Point::DECLINED_ALIGNED, aligned && i.decline);
            at(Point::DECLINED_EMPTY, o.counted_plain == 0 && i.decline);
            at(Point::REFUSED_COUNTED, i.accept_valid);
        }
        if o.warp_valid {
            at(Point::REFUSED_LEAVING, i.accept_valid && !o.warp_last);
            at(Point::REFUSED_LAST, i.accept_valid && o.warp_last && !i.warp_ready);
            at(Point::WAITS, !i.warp_ready && !held.declined);
            at(Point::WAITS_DECLINED, !i.warp_ready && held.declined);
            at(Point::WAITS_LONG, !i.warp_ready && p.waited == 7);
            let sources =
                (0..cfg.width as usize).filter(|lane| o.warp_lanes >> lane & 1 == 1).map(|lane| o.warp_source[lane]);
            let (least, most) = (sources.clone().min(), sources.max());
            at(Point::ENDS, cfg.warps > 1 && least == Some(0) && most == Some(cfg.warps as u8 - 1));
            at(Point::HOLES, !held.declined && o.warp_lanes != cfg.all_lanes());
            at(Point::FULL_WARP, !held.declined && o.warp_lanes == cfg.all_lanes() && least != most);
        }
        table(cfg, p, q, i, o, &mut at);
    }
}

/// Points of the shape of a mask that is accepted.
fn mask(cfg: &Config, i: &In, at: &mut impl FnMut(Point, bool)) {
    let rows = &i.accept_mask[..cfg.warps as usize];
    let (threads, warps) = (rows.iter().map(|row| row.count_ones()).sum::<u32>(), rows.iter().filter(|row| **row != 0));
    let one_warp = warps.count() == 1;
    let whole = threads == cfg.warps * cfg.width;
    at(Point::EMPTY, threads == 0);
    at(Point::ONE_THREAD, threads == 1);
    at(Point::WHOLE, whole);
    at(Point::ONE_WARP, one_warp && threads < cfg.width);
    at(Point::FULLEST_LANE, !whole && rows.iter().fold(u32::MAX, |lanes, row| lanes & row) != 0);
    at(Point::LAST_WARP, cfg.warps > 1 && one_warp && rows.last().is_some_and(|row| *row != 0));
    at(Point::TAKEN, i.accept_tag == tag::TAKEN);
    at(Point::NOT_TAKEN, i.accept_tag == tag::NOT_TAKEN);
    at(Point::RECONVERGED, i.accept_tag == tag::RECONVERGED);
}

/// Points of writes to the table and reads from it.
fn table(cfg: &Config, p: &Protocol, q: &State, i: &In, o: &Out, at: &mut impl FnMut(Point, bool)) {
    if i.launch_valid {
        let mask = heddle_golden::slp::permutation::balanced(cfg.width, i.launch_warp.into()) as u8;
        let written = if i.launch_plain { 0 } else { mask };
        let other = p.readable(cfg, i.launch_slot) && q.table[usize::from(i.launch_slot)] != written;
        at(Point::EVEN, i.launch_warp & 1 == 0);
        at(Point::ODD, i.launch_warp & 1 == 1);
        at(Point::WRAPS, u32::from(i.launch_warp) >= cfg.width);
        at(Point::PLAIN, i.launch_plain && mask != 0);
        at(Point::PARTLY, i.launch_threads != 0 && o.launch_lanes != i.launch_threads);
        at(Point::NO_THREADS, i.launch_threads == 0);
        at(Point::LAST_SLOT, u32::from(i.launch_slot) == cfg.warps - 1);
        at(Point::REWRITTEN, other);
        at(Point::READ_OLD, other && i.read_valid && i.read_slot == i.launch_slot);
    }
    if i.read_valid {
        at(Point::READ_NEW, p.fresh == Some(i.read_slot));
        at(Point::READ_ALL, p.launched.count_ones() == cfg.warps);
    }
}
