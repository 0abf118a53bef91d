//! The buffer's entries in the RTL, by age: words of its netlist, and claims of the rows in which
//! they are.

use heddle_contract::bits;
use heddle_contract::prt::{Config, SOURCES, kind, op};
use heddle_formal::{Graph, Lit, Netlist, Word};

use heddle_testbench::claims::Claims;

/// Places in the word of an instruction: behind the kinds, whether there is a guard; behind that,
/// the class of the instruction, its code, and the registers.
const GUARDED: usize = 2 * (SOURCES + 1);
const CLASS: usize = GUARDED + 1;
const CODE: usize = CLASS + bits(op::CLASSES) as usize;
pub(super) const REGISTERS: usize = CODE + op::VECTOR_BITS as usize;

/// An entry of the buffer.
pub(super) struct Entry {
    pub(super) valid: Lit,
    /// The partition of the entry, one bit a partition.
    pub(super) owner: Word,
    /// The instruction without its immediate.
    pub(super) word: Word,
    /// Sources, destination, guard: whether there is one, of each kind, and the register as the
    /// partition numbers it.
    pub(super) operands: Vec<([Lit; 3], Word)>,
    pub(super) imm: Word,
}

impl Entry {
    /// Returns the code of the instruction.
    pub(super) fn code(&self) -> &[Lit] {
        &self.word[CODE..REGISTERS]
    }
    /// Returns the number of the instruction's class.
    pub(super) fn class(&self) -> &[Lit] {
        &self.word[CLASS..CODE]
    }
}

/// Returns the words of a memory of the buffer.
fn memory(cfg: &Config, n: &Netlist, name: &str) -> Vec<Word> {
    let one = cfg.entries == 1;
    let row = |k| if one { format!("buffer.{name}.rows.word") } else { format!("buffer.{name}.rows.words[{k}]") };
    (0..cfg.entries).map(|k| n.word(&row(k))).collect()
}

/// Returns the rows of a partition's entries, if it has them all, oldest first: those that are
/// kept, and behind them those that rows name.
fn chain(cfg: &Config, g: &mut Graph, n: &Netlist, p: usize) -> Vec<Word> {
    let count = cfg.entries as usize;
    let mut rows: Vec<Word> = (0..count.min(3)).map(|k| n.word(&format!("buffer.chain${p}.row${k}.q"))).collect();
    if count > 3 {
        let links = memory(cfg, n, "links");
        while rows.len() < count {
            let row = g.select(&links, rows.last().expect("there are three"));
            rows.push(row);
        }
    }
    rows
}

/// Returns the mask of the places of a partition's entries, among which one that was left may be
/// empty. What entered in the last cycle has none yet.
pub(super) fn placed(n: &Netlist, p: usize) -> Word {
    let mut own = n.word(&format!("buffer.order${p}.own.q"));
    // nothing is before place 0, so that up to there as many are counted as are in it, and no other
    // mask of it has a reader
    own[0] = n.word(&format!("buffer.order${p}.one.q"))[0];
    own
}

/// The places that the entries of the last cycle get in this one.
pub(super) struct Entering {
    /// Mask of the places that are filled then.
    filled: Word,
    /// For each partition, mask of the places that its entries get.
    pub(super) own: Vec<Word>,
    /// Whether there is no place for an entry.
    lost: Lit,
    /// Whether it is known for each input whether it brought an entry.
    known: Lit,
}

impl Entering {
    pub(super) fn new(cfg: &Config, g: &mut Graph, n: &Netlist) -> Self {
        let places = cfg.entries as usize;
        let mut filled = n.word("buffer.occupied.places.q");
        let mut own = vec![vec![Lit::FALSE; places]; cfg.partitions as usize];
        let (mut lost, mut known) = (Lit::FALSE, Lit::TRUE);
        for k in 0..cfg.width {
            let entered = n.word(&format!("buffer.entered${k}.q"));
            let any = n.bit(&format!("buffer.occupied.entered${k}.q"));
            let of_partition = g.any(entered.iter().copied());
            let differ = g.xor(any, of_partition);
            known = g.and(known, !differ);
            let none_left = g.and(any, filled[places - 1]);
            lost = g.or(lost, none_left);
            for place in (0..places).rev() {
                let behind = if place == 0 { Lit::TRUE } else { filled[place - 1] };
                let first = g.and(behind, !filled[place]);
                for (own, entered) in own.iter_mut().zip(&entered) {
                    let gets = g.and(first, *entered);
                    own[place] = g.or(own[place], gets);
                }
                let gets = g.and(any, behind);
                filled[place] = g.or(filled[place], gets);
            }
        }
        Entering { filled, own, lost, known }
    }

    /// Returns the mask of the places of a partition's entries when all have one, and those behind
    /// one that was left have closed up.
    fn own(&self, g: &mut Graph, n: &Netlist, p: usize) -> Word {
        let (placed, closes) = (placed(n, p), n.word("buffer.closes.q"));
        let next = |k: usize| placed.get(k + 1).copied().unwrap_or(Lit::FALSE);
        let at = |k: usize| {
            let closed = g.mux(closes[k], next(k), placed[k]);
            g.or(closed, self.own[p][k])
        };
        (0..placed.len()).map(at).collect()
    }
}

/// Returns the entries of the buffer, the oldest first.
pub(super) fn of(cfg: &Config, g: &mut Graph, n: &Netlist, entering: &Entering) -> Vec<Entry> {
    let valid = &entering.filled;
    let count = cfg.partitions as usize;
    let own: Vec<Word> = (0..count).map(|p| entering.own(g, n, p)).collect();
    let chains: Vec<Vec<Word>> = (0..count).map(|p| chain(cfg, g, n, p)).collect();
    let (words, imms) = (memory(cfg, n, "words"), memory(cfg, n, "imms"));
    let entry = |k: usize| {
        let mut row = vec![Lit::FALSE; chains[0][0].len()];
        for (own, chain) in own.iter().zip(&chains) {
            let older = g.count(&own[..k]);
            for (j, at) in chain.iter().enumerate().take(k + 1) {
                let this = g.is(&older, j as u64);
                let this = g.and(own[k], this);
                row = row.iter().zip(at).map(|(other, bit)| g.mux(this, *bit, *other)).collect();
            }
        }
        let word = g.select(&words, &row);
        Entry {
            valid: valid[k],
            owner: own.iter().map(|own| own[k]).collect(),
            operands: operands(cfg, g, &word, valid[k]),
            word,
            imm: g.select(&imms, &row),
        }
    };
    (0..cfg.entries as usize).map(entry).collect()
}

/// Returns for each partition which of the entries are its: a bit a place.
pub(super) fn by_partition(cfg: &Config, entries: &[Entry]) -> Vec<Word> {
    (0..cfg.partitions as usize).map(|p| entries.iter().map(|entry| entry.owner[p]).collect()).collect()
}

/// Returns the operands of an instruction as the buffer holds it, if it is valid: of each, whether
/// it is of each kind, and its register.
pub(super) fn operands(cfg: &Config, g: &mut Graph, word: &[Lit], valid: Lit) -> Vec<([Lit; 3], Word)> {
    let (bits, first) = (cfg.register_bits() as usize, REGISTERS);
    let operand = |g: &mut Graph, at: usize| {
        let register = word[first + at * bits..first + (at + 1) * bits].to_vec();
        let of_kind = [kind::DATA, kind::MASK, kind::META].map(|kind| {
            if at <= SOURCES {
                g.is(&word[2 * at..2 * at + 2], kind.into())
            } else if kind == kind::MASK {
                word[GUARDED]
            } else {
                Lit::FALSE
            }
        });
        (of_kind.map(|lit| g.and(valid, lit)), register)
    };
    (0..SOURCES + 2).map(|at| operand(g, at)).collect()
}

/// Claims of the rows in which the entries are.
pub(super) fn rows(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, entries: &[Entry], entering: &Entering) {
    let count = cfg.entries as usize;
    let mut held = vec![Vec::new(); count];
    let mut ends = Lit::TRUE;
    for (p, own) in by_partition(cfg, entries).iter().enumerate() {
        let chain = chain(cfg, g, n, p);
        let there = g.count(own);
        let mut more = Lit::FALSE;
        for (few, flag) in ["one", "two", "three"].into_iter().enumerate() {
            let enough = g.number(few as u64, there.len());
            let enough = g.less(&enough, &there);
            let differ = g.xor(enough, n.bit(&format!("buffer.chain${p}.{flag}.q")));
            ends = g.and(ends, !differ);
        }
        for (j, row) in chain.iter().enumerate().rev() {
            let last = g.is(&there, j as u64 + 1);
            more = g.or(more, last);
            for (k, held) in held.iter_mut().enumerate() {
                let here = g.is(row, k as u64);
                held.push(g.and(more, here));
            }
            // of three or more, the last is known
            if j >= 2 {
                let same = g.equal(&n.word(&format!("buffer.chain${p}.tail.q")), row);
                let right = g.implies(last, same);
                ends = g.and(ends, right);
            }
        }
    }
    let taken = n.word("buffer.rows.taken.q");
    let mut apart = Lit::TRUE;
    for (held, taken) in held.iter().zip(&taken) {
        let (any, one) = (g.any(held.iter().copied()), g.at_most_one(held));
        let differ = g.xor(any, *taken);
        let right = g.and(one, !differ);
        apart = g.and(apart, right);
    }
    c.claim("each entry has a row of its own, and no other row is taken", apart);
    c.claim("it is known whether a partition has one entry, two, three, and which is the last of three", ends);
    c.claim("there is a place for what entered", !entering.lost);
    c.claim("it is known which inputs brought an entry", entering.known);
}
