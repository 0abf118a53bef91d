//! Claims of the handler, and of the context that moves.

use heddle_contract::bits;
use heddle_contract::vtc::{Config, HEADER_BITS};
use heddle_formal::{Graph, Lit, Netlist, Word};

use super::{Table, minus};
use heddle_testbench::claims::{Claims, one_hot, within};

/// Claims of the handler, and of the context in the buffer and on its way.
pub fn claims(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let one = g.at_most_one(&[t.copying, t.restoring, t.draining]);
    let (marked, taken) = (t.at(g, &t.slot, |slot| slot.marked), t.at(g, &t.slot, |slot| slot.occupied));
    let others = g.any(t.queued.iter().copied());
    let copies = g.and(marked, others);
    let copies = g.implies(t.copying, copies);
    let inside = within(g, &t.slot, cfg.active);
    let restores = g.and(taken, inside);
    let restores = g.implies(t.restoring, restores);
    c.claim(
        "a marked CTA is copied while another is ready, and what is restored has a slot",
        g.all([one, copies, restores]),
    );
    ahead(cfg, g, n, c, t);
    rows(cfg, g, n, c, t);
    buffer(cfg, g, n, c, t);
}

/// Returns whether two bits agree.
fn same(g: &mut Graph, a: Lit, b: Lit) -> Lit {
    let differ = g.xor(a, b);
    !differ
}

/// Claims of what the handler computes a cycle before it is used.
fn ahead(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let bit = |name: &str| n.bit(&format!("handler.{name}.q"));
    let at = n.word("handler.at_q.q");
    let place = one_hot(g, Lit::TRUE, &t.slot, cfg.active as usize);
    let right = g.equal(&at, &place);
    let used = g.any([t.copying, t.restoring, bit("activated_q")]);
    c.claim("the slot's place is its number", g.implies(used, right));

    let warp = n.word("handler.warp_q.q");
    let last = g.equal(&warp, &n.word("kernel.warp_q.q"));
    let last = same(g, last, bit("last_warp_q"));
    let few = g.less(&warp, &t.warps);
    let mut banks: Vec<Lit> = Vec::new();
    for part in 0..cfg.beat_words().div_ceil(cfg.stack_words()).next_power_of_two() {
        for bank in 0.. {
            let Some(copies) = n.find(&format!("stacks.parts${part}.bank${bank}.copying.q")) else { break };
            banks.push(same(g, copies[0], t.copying));
        }
    }
    let banks = g.all(banks);
    let copied = g.and(last, few);
    let copied = g.implies(t.copying, copied);
    c.claim("the registers of the handler mark the last warp, and each bank that it copies", g.and(copied, banks));

    let (beat, end) = (n.word("handler.beat_q.q"), n.word("kernel.beat_q.q"));
    let last = g.equal(&beat, &end);
    let last = same(g, last, bit("last_beat_q"));
    let beyond = g.less(&end, &beat);
    let moving = g.or(t.restoring, t.draining);
    let right = g.and(last, !beyond);
    let known = g.implies(moving, right);
    let shown = g.equal(&n.word("handler.restored_beat_q.q"), &end);
    let shown = g.and(bit("restored_q"), shown);
    let whole = same(g, shown, bit("whole_q"));
    let none = g.is(&beat, 0);
    let again = g.implies(bit("whole_q"), none);
    let right = g.and(whole, again);
    let right = g.implies(t.restoring, right);
    c.claim("the registers of the handler mark the last beat, and that all have come", g.and(known, right));
}

/// Claims of the rows of contexts in shared memory, and of their first virtual warp ids.
fn rows(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    let width = cfg.row_bits() as usize;
    let first = n.word("kernel.row_q.q");
    let beats = n.word("kernel.beats_q.q");
    // the first row of each CTA's context, and its first virtual warp id
    let (mut begins, mut ids) = (vec![first], vec![g.number(0, bits(cfg.vwis) as usize)]);
    for cta in 1..cfg.ctas as usize {
        let row = minus(g, &begins[cta - 1], &beats);
        begins.push(row);
        let mut id = g.sum(&ids[cta - 1], &t.warps);
        id.truncate(ids[0].len());
        ids.push(id);
    }
    // a slot keeps the row a cycle after its CTA came, which has it from the product until then
    let (down, given) = (n.word("context_row.down_q.q"), n.word("context_row.give_q.q"));
    let computed = minus(g, &n.word("kernel.row_q.q"), &down);
    let stored: Vec<Word> = given
        .iter()
        .enumerate()
        .map(|(s, given)| {
            let row = n.word(&format!("context_row.contexts.each${s}.q"));
            row.iter().zip(&computed).map(|(kept, new)| g.mux(*given, *new, *kept)).collect()
        })
        .collect();
    let (mut kept, mut numbered) = (Lit::TRUE, Lit::TRUE);
    for (s, slot) in t.slots.iter().enumerate() {
        let row = &stored[s];
        let first = super::one_of(g, &begins, &slot.owner);
        let right = g.equal(row, &first);
        let right = g.implies(slot.occupied, right);
        kept = g.and(kept, right);
        let id = n.word(&format!("vwis.each${s}.q"));
        let first = super::one_of(g, &ids, &slot.owner);
        let right = g.equal(&id, &first);
        let right = g.implies(slot.occupied, right);
        numbered = g.and(numbered, right);
    }
    c.claim("a slot keeps the first virtual warp id of its CTA", numbered);

    let (saved, beat) = (n.word("context_row.saved.q"), n.word("handler.beat_q.q"));
    let starts = n.bit("context_row.starts.q");
    let row = n.word("context_row.row_q.q");
    let row: Word = row.iter().zip(&computed).map(|(row, new)| g.mux(starts, *new, *row)).collect();
    let after = |g: &mut Graph, first: &[Lit]| {
        let mut sum = g.sum(first, &beat);
        sum.truncate(width);
        g.equal(&row, &sum)
    };
    let own = g.select(&stored, &t.slot);
    let (read, written) = (after(g, &own), after(g, &saved));
    let reads = g.and(t.restoring, !n.bit("handler.whole_q.q"));
    let (reads, writes) = (g.implies(reads, read), g.implies(t.draining, written));
    c.claim("a beat moves to or from its own row", g.all([kept, reads, writes]));

    let restored = g.and(t.restoring, t.saving);
    let saves = g.or(t.draining, restored);
    let out: Vec<Lit> = (0..cfg.ctas as usize)
        .map(|cta| {
            let this = g.equal(&saved, &begins[cta]);
            g.all([this, t.assigned[cta], !t.inside[cta], !t.fresh[cta]])
        })
        .collect();
    let out = g.any(out);
    c.claim("a CTA whose context is written is out", g.implies(saves, out));
}

/// Claims of the stack buffer: what it shows, beat by beat.
fn buffer(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, t: &Table) {
    // a bank has two words where header, stacks and beats have an even number of them
    let words = u64::from(2 - cfg.stack_words() % 2);
    let stacks = u64::from(cfg.beat_words().div_ceil(cfg.stack_words()).next_power_of_two());
    let each = u64::from(cfg.stack_words()) / words;
    let (banks, wide, header) =
        (each * stacks, u64::from(cfg.beat_words()) / words, u64::from(HEADER_BITS / 64) / words);
    let (beat, from) = (n.word("handler.beat_q.q"), n.word("stacks.window.from_q.q"));
    // of one row no bank shows another, and nothing reads which of them leave
    let window = n.find("stacks.window.banks_q.q");
    let first = n.bit("stacks.first.q");
    let beats: Vec<Lit> = (0..u64::from(cfg.beats(cfg.warps)))
        .map(|b| {
            // the first place of the beat, if the banks of a row are places side by side and the
            // header stands before the second row
            let start = b * wide + banks - header;
            let mut right = vec![g.is(&beat, b), g.is(&from, start % banks), if b == 0 { first } else { !first }];
            for bank in 0..banks {
                if let Some(window) = &window {
                    let shows = (0..wide).any(|k| (start + k) % banks == bank);
                    right.push(if shows { window[bank as usize] } else { !window[bank as usize] });
                }
                // the next place of the bank; the header stands in the row before the first
                let place = start + (bank + banks - start % banks) % banks;
                if let Some(row) = n.find(&format!("stacks.parts${}.bank${}.row.q", bank / each, bank % each)) {
                    right.push(g.is(&row, (place / banks + (1 << row.len()) - 1) % (1 << row.len())));
                }
            }
            g.all(right)
        })
        .collect();
    let right = g.any(beats);
    c.claim("the buffer shows the words of the beat", g.implies(t.draining, right));
}
