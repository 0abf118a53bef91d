//! Registers as words of the register file, for the rules of the protocol.

use heddle_contract::lane::{Config, In};

use super::state::State;

/// Words of the register file as bits: word `slot` of a row is `row * width + slot`. A vector
/// register's words are contiguous, one a thread, so a register and a mask are a first word and a
/// `u64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Words {
    pub first: usize,
    pub mask: u64,
}

impl Words {
    pub fn meets(self, other: Words) -> bool {
        if self.first <= other.first {
            let ahead = other.first - self.first;
            ahead < 64 && self.mask >> ahead & other.mask != 0
        } else {
            other.meets(self)
        }
    }
}

/// Returns the threads that an instruction executes: a scalar one runs as thread 0.
#[inline]
pub(super) fn effective_mask(cfg: &Config, i: &In) -> u64 {
    let active = i.issue_mask & i.issue_guard & cfg.full_mask();
    if i.issue_scalar { u64::from(active != 0) } else { active }
}

/// Whether all rows of a register exist.
pub(super) fn register_fits(cfg: &Config, q: &State, warp: u8, scalar: bool, register: u8) -> bool {
    let launch = q.launch(warp);
    let end = if scalar {
        launch.scalar + u32::from(register) / cfg.width + 1
    } else {
        launch.vector + (u32::from(register) + 1) * launch.stride
    };
    end <= cfg.rows()
}

pub(super) fn register_words(cfg: &Config, q: &State, warp: u8, scalar: bool, register: u8, mask: u64) -> Words {
    let launch = q.launch(warp);
    if scalar {
        let first = launch.scalar * cfg.width + u32::from(register);
        Words { first: first as usize, mask: u64::from(mask != 0) }
    } else {
        let first = (launch.vector + u32::from(register) * launch.stride) * cfg.width;
        Words { first: first as usize, mask }
    }
}
