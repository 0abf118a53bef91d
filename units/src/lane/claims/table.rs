//! Places of bundles in the RTL: words of its netlist.

use heddle_contract::lane::Config;
use heddle_formal::{Graph, Lit, Netlist, Word};

use heddle_testbench::claims::each;

/// A bundle somewhere in the lane.
#[derive(Default)]
pub(super) struct Bundle {
    pub(super) valid: Lit,
    pub(super) tag: Word,
    pub(super) group: Word,
    /// The operation within its class, where it is still known.
    pub(super) op: Option<Word>,
    pub(super) warp: Word,
    pub(super) scalar: Lit,
    /// Whether a result is written; known as long as it matters, not in the execute stages.
    pub(super) writes: Option<Lit>,
    pub(super) number: Word,
    /// Slots that are not granted yet.
    pub(super) slots: Word,
    pub(super) first: Lit,
    pub(super) last: Lit,
    /// Bank of a native result.
    pub(super) bank: Word,
}

/// All places of bundles in the unit.
pub(super) struct Table {
    /// The instruction register.
    pub(super) busy: Lit,
    pub(super) tag: Word,
    pub(super) left: Word,
    pub(super) remaining: Word,
    pub(super) columns: Vec<Word>,
    /// Places of the window, oldest first.
    pub(super) window: Vec<Bundle>,
    /// Pipeline stages, the writeback first.
    pub(super) stages: Vec<Bundle>,
    /// Places of the address queue, oldest first.
    pub(super) queue: Vec<Bundle>,
    pub(super) used: Word,
    pub(super) granted: Word,
}

/// Returns the words of a ring, from its head on.
pub(super) fn ring(g: &mut Graph, n: &Netlist, name: &str, head: &[Lit], count: usize) -> Vec<Word> {
    let words: Vec<Word> = (0..count).map(|k| n.word(&format!("{name}.words[{k}]"))).collect();
    (0..count)
        .map(|age| {
            let turned: Vec<Word> = (0..count).map(|head| words[(head + age) % count].clone()).collect();
            g.select(&turned, head)
        })
        .collect()
}

impl Table {
    pub(super) fn new(cfg: &Config, g: &mut Graph, n: &Netlist) -> Self {
        let entries = cfg.window as usize;
        let oldest = n.word("window.ring.head_q.q");
        let mut field = |name: &str| ring(g, n, &format!("window.{name}"), &oldest, entries);
        let [ops, tags, warps, scalars, writers] = ["ops", "tags", "warps", "scalars", "writers"].map(&mut field);
        let [numbers, slots, firsts, lasts] = ["bundles", "slot_sets", "firsts", "lasts"].map(&mut field);
        let banks = field("banks");
        let window = (0..entries).map(|k| Bundle {
            valid: n.bit(&format!("window.valid.q${k}")),
            tag: tags[k].clone(),
            group: n.word(&format!("window.groups.q${k}")),
            op: Some(ops[k].clone()),
            warp: warps[k].clone(),
            scalar: scalars[k][0],
            writes: Some(writers[k][0]),
            number: numbers[k].clone(),
            slots: slots[k].clone(),
            first: firsts[k][0],
            last: lasts[k][0],
            bank: banks[k].clone(),
        });
        // the places in the FP32 datapath where a whole operation is held: behind the normalisation
        // one bit of it is left
        let held = ["rows", "product", "shift", "sum"];
        let held = held.map(|place| n.find(&format!("execute.float$0.along_{place}.op_late.stages.q$0")));
        let held: Vec<Word> = held.into_iter().flatten().collect();
        let stage = |late: Option<u32>| {
            let field = |name: &str| match late {
                None => n.word(&format!("execute.{name}_q.q")),
                Some(k) => n.word(&format!("execute.{name}_late.stages.q${k}")),
            };
            let valid = match late {
                None => n.bit("execute.valid.q"),
                Some(k) => n.bit(&format!("execute.valid_late.stages.q${k}")),
            };
            Bundle {
                valid,
                tag: field("tag"),
                group: vec![Lit::FALSE; 2],
                op: late.map_or_else(|| Some(n.word("execute.op_q.q")), |k| held.get(k as usize).cloned()),
                warp: field("warp"),
                scalar: field("scalar")[0],
                writes: None,
                number: field("bundle"),
                slots: field("slots"),
                first: field("first")[0],
                last: field("last")[0],
                bank: field("bank"),
            }
        };
        let stages = (0..cfg.latency - 1).rev().map(Some).chain([None]).map(stage).collect();
        let window = window.collect();
        let (head, used, granted) = (n.word("queue.ring.head_q.q"), n.word("queue.used.q"), n.word("queue.granted.q"));
        let queue = queue(cfg, g, n, &head, &used, &granted);
        Table {
            busy: n.bit("sequencer.busy.q"),
            tag: n.word("instruction.has_tag.q"),
            left: n.word("sequencer.left.q"),
            remaining: n.word("sequencer.remaining.q"),
            columns: each(n, "sequencer.slot_columns.q", "", cfg.width as usize),
            window,
            stages,
            queue,
            used,
            granted,
        }
    }

    pub(super) fn bundles(&self) -> impl Iterator<Item = &Bundle> {
        self.window.iter().chain(&self.stages).chain(&self.queue)
    }
}

/// Bundles in the address queue.
fn queue(cfg: &Config, g: &mut Graph, n: &Netlist, head: &[Lit], used: &[Lit], granted: &[Lit]) -> Vec<Bundle> {
    let places = cfg.queue as usize;
    let mut field = |name: &str| ring(g, n, &format!("queue.{name}.entries"), head, places);
    let [tags, warps, writers, numbers] = ["tags", "warps", "writers", "bundles"].map(&mut field);
    let mut slots = field("slot_sets");
    slots[0] = slots[0].iter().zip(granted).map(|(slot, granted)| g.and(*slot, !*granted)).collect();
    (0..places)
        .map(|k| {
            let age = g.number(k as u64, used.len());
            Bundle {
                valid: g.less(&age, used),
                tag: tags[k].clone(),
                group: vec![Lit::TRUE, Lit::FALSE],
                warp: warps[k].clone(),
                writes: Some(writers[k][0]),
                number: numbers[k].clone(),
                slots: slots[k].clone(),
                ..Bundle::default()
            }
        })
        .collect()
}
