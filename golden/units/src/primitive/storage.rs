use crate::primitive::Storage;
use heddle_contract::primitive::storage::{Config, In, Out};

use crate::require;
use crate::{Golden, Illegal, Probe, Violation};

impl Golden for Storage {
    /// The words of the storage.
    type State = Vec<u32>;
    /// Words that were written since the last reset, a bit each.
    type Protocol = u64;

    fn reset(cfg: &Config) -> Vec<u32> {
        vec![0; cfg.depth as usize]
    }

    #[inline]
    fn comb(_: &Config, q: &Vec<u32>, i: &In, o: &mut Out) {
        o.valid = i.read;
        for k in (0..2).filter(|k| i.read[*k]) {
            o.q[k] = q[usize::from(i.read_at[k])];
        }
    }

    #[inline]
    fn clock(_: &Config, q: &mut Vec<u32>, i: &In) {
        if i.write && !i.reset {
            q[usize::from(i.write_at)] = i.data;
        }
    }

    fn invariant(_: &Config, _: &Self::Protocol, _: &Vec<u32>) -> Result<(), Violation> {
        Ok(())
    }

    fn probe(_: &Config, q: &Vec<u32>, probe: &mut Probe) {
        for (at, word) in q.iter().enumerate() {
            probe.show(format!("word{at}"), 32, *word);
        }
    }

    fn protocol(_: &Config) -> u64 {
        0
    }

    fn legal(cfg: &Config, p: &u64, _: &Vec<u32>, i: &In) -> Result<(), Illegal> {
        require(!i.reset || !(i.write || i.read[0] || i.read[1]), "reset", || {
            "nothing is written or read during it".into()
        })?;
        require(!i.write || u32::from(i.write_at) < cfg.depth, "write_at", || "less than `depth`".into())?;
        for k in (0..2).filter(|k| i.read[*k]) {
            let written = u32::from(i.read_at[k]) < cfg.depth && p >> i.read_at[k] & 1 == 1;
            require(written, "read_at", || "a word that is read was written".into())?;
        }
        Ok(())
    }

    fn repair(cfg: &Config, p: &u64, q: &Vec<u32>, i: &mut In) {
        if i.reset {
            (i.write, i.read) = (false, [false; 2]);
        }
        i.write &= u32::from(i.write_at) < cfg.depth;
        for k in 0..2 {
            let mut alone = In { read_at: i.read_at, ..In::default() };
            alone.read[k] = true;
            i.read[k] &= Self::legal(cfg, p, q, &alone).is_ok();
        }
    }

    #[inline]
    fn observe(_: &Config, p: &mut u64, _: &Vec<u32>, i: &In, _: &Out) {
        if i.reset {
            *p = 0;
        } else if i.write {
            *p |= 1 << i.write_at;
        }
    }
}
