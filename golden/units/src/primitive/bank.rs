use crate::primitive::Bank;
use heddle_contract::primitive::bank::{Config, In, Out};

use crate::require;
use crate::{Golden, Illegal, Probe, Violation};

const MAX_WIDTH: usize = heddle_contract::lane::MAX_WIDTH;

/// The state of a register bank: its rows, and the row that was read last.
#[derive(Debug, Clone)]
pub struct State {
    rows: Vec<[u32; MAX_WIDTH]>,
    valid: bool,
    row: [u32; MAX_WIDTH],
}

impl Golden for Bank {
    type State = State;
    /// For each row, the words that were written since the last reset, a bit each.
    type Protocol = Vec<u8>;

    fn reset(cfg: &Config) -> State {
        State { rows: vec![[0; MAX_WIDTH]; cfg.lines as usize], valid: false, row: [0; MAX_WIDTH] }
    }

    #[inline]
    fn comb(_: &Config, q: &State, _: &In, o: &mut Out) {
        o.valid = q.valid;
        o.row = q.row;
    }

    #[inline]
    fn clock(cfg: &Config, q: &mut State, i: &In) {
        if i.reset {
            q.valid = false;
        } else if i.enable && i.write == 0 {
            q.row = q.rows[usize::from(i.line)];
            q.valid = true;
        } else if i.enable {
            for k in (0..cfg.width as usize).filter(|k| i.write >> k & 1 == 1) {
                q.rows[usize::from(i.line)][k] = i.data[k];
            }
        }
    }

    fn invariant(_: &Config, _: &Self::Protocol, _: &State) -> Result<(), Violation> {
        Ok(())
    }

    fn probe(cfg: &Config, q: &State, probe: &mut Probe) {
        for (line, row) in q.rows.iter().enumerate() {
            for (k, word) in row.iter().enumerate().take(cfg.width as usize) {
                probe.show(format!("line{line}.word{k}"), 32, *word);
            }
        }
    }

    fn protocol(cfg: &Config) -> Vec<u8> {
        vec![0; cfg.lines as usize]
    }

    fn legal(cfg: &Config, p: &Vec<u8>, _: &State, i: &In) -> Result<(), Illegal> {
        require(!(i.reset && i.enable), "enable", || "low during reset".into())?;
        if !i.enable {
            return Ok(());
        }
        let line = usize::from(i.line);
        require(line < p.len(), "line", || "less than `lines`".into())?;
        let all = (1u8 << cfg.width) - 1;
        require(i.write != 0 || p[line] == all, "line", || "every word of a row that is read was written".into())
    }

    fn repair(cfg: &Config, p: &Vec<u8>, q: &State, i: &mut In) {
        i.enable &= Self::legal(cfg, p, q, i).is_ok();
    }

    #[inline]
    fn observe(_: &Config, p: &mut Vec<u8>, _: &State, i: &In, _: &Out) {
        if i.reset {
            p.fill(0);
        } else if i.enable {
            p[usize::from(i.line)] |= i.write;
        }
    }
}
