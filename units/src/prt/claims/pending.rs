//! The pending registers in the RTL, as each partition numbers them and as physical ones, and
//! claims of them.

use heddle_contract::prt::Config;
use heddle_formal::{Graph, Lit, Netlist, Word};

use super::partitions::Partitions;
use heddle_testbench::claims::{Claims, one_hot};

/// Names of the masks of data, mask and metadata registers in the RTL.
const FILES: [&str; 3] = ["data", "mask", "meta"];

/// The pending registers.
pub(super) struct Pending {
    /// Of each partition those of each kind, a bit a register of its own numbers.
    pub(super) own: Vec<[Word; 3]>,
    /// Those of each kind, a bit a physical register.
    pub(super) physical: [Word; 3],
}

impl Pending {
    pub(super) fn new(cfg: &Config, g: &mut Graph, n: &Netlist, partitions: &Partitions) -> Self {
        let count = cfg.partitions as usize;
        let own: Vec<_> =
            (0..count).map(|p| FILES.map(|file| n.word(&format!("buffer.front${p}.{file}.bits.q")))).collect();
        let bits = cfg.register_bits() as usize;
        let mut physical = [cfg.registers, cfg.masks, cfg.metas()].map(|file| vec![Lit::FALSE; file as usize]);
        for (p, own) in own.iter().enumerate() {
            for (kind, (own, physical)) in (1u8..).zip(own.iter().zip(&mut physical)) {
                for (number, bit) in own.iter().enumerate() {
                    let number = g.number(number as u64, bits);
                    let register = partitions.physical(g, p, kind, &number, bits);
                    for (here, pends) in one_hot(g, *bit, &register, physical.len()).into_iter().zip(&mut *physical) {
                        *pends = g.or(*pends, here);
                    }
                }
            }
        }
        Pending { own, physical }
    }

    /// Claims of the pending registers, as the ports show them.
    pub(super) fn claims(
        &self,
        cfg: &Config,
        g: &mut Graph,
        n: &Netlist,
        c: &mut Claims,
        partitions: &Partitions,
        done_kind: &[Lit],
    ) {
        let (reset, done, issued) = (n.bit("reset"), n.bit("done_valid"), n.bit("issue_valid"));
        let (mut as_seen, mut somebodys) = (Lit::TRUE, Lit::TRUE);
        for (kind, bits) in self.physical.iter().enumerate() {
            let of_kind = g.is(&n.word("issue_dst_kind"), kind as u64 + 1);
            let (goes, comes) = (g.and(issued, of_kind), g.and(done, done_kind[kind]));
            let goes = one_hot(g, goes, &n.word("issue_dst"), bits.len());
            let comes = one_hot(g, comes, &n.word("done_register"), bits.len());
            for (register, bit) in bits.iter().enumerate() {
                let seen = g.latch();
                let stays = g.and(seen, !comes[register]);
                let next = g.or(goes[register], stays);
                g.monitor(seen, reset, false, next);
                let differ = g.xor(seen, *bit);
                as_seen = g.and(as_seen, !differ);
            }
        }
        for (p, own) in self.own.iter().enumerate() {
            for (kind, bits) in (1u8..).zip(own) {
                for (number, bit) in bits.iter().enumerate() {
                    let number = g.number(number as u64, cfg.register_bits() as usize + 1);
                    let has = partitions.has(g, p, kind, &number);
                    let owned = g.and(partitions.running[p], has);
                    let right = g.implies(*bit, owned);
                    somebodys = g.and(somebodys, right);
                }
            }
        }
        c.claim("a register is pending from its issue until it is written", as_seen);
        c.claim("what is pending belongs to a partition that runs", somebodys);
    }
}
