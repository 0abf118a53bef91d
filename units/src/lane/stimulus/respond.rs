//! Random responses of memory and of external units: in any order, unless another instruction is
//! chained.

use heddle_contract::lane::{Config, In, MAX_WIDTH};
use heddle_golden::lane::{Protocol, State};

use super::Stimulus;
use heddle_testbench::entropy::Entropy;

impl Stimulus {
    pub(super) fn respond(&mut self, cfg: &Config, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        let (mut tags, followed) = (p.owing(q) & !self.late.mask(), p.followed(cfg, q, i));
        // two draws: with luck one for each port
        for _ in 0..2 {
            if tags == 0 {
                return;
            }
            let tag = e.bit_of(tags) as u8;
            tags &= !(1 << tag);
            let flight = &p.flights[tag as usize];
            let (bundle, slots) = if followed >> tag & 1 == 1 || e.chance(self.profile.in_order) {
                let Some(next) = p.next_in_order(cfg, tag) else { continue };
                next
            } else {
                let bundle = (e.bit_of(flight.sent) / cfg.width) as u8;
                let owed = p.owed(cfg, q, flight.memory, tag, bundle);
                let some = owed & e.word() as u8;
                (bundle, if some == 0 || e.chance(128) { owed } else { some })
            };
            let mut data = [0; MAX_WIDTH];
            for value in data.iter_mut().take(cfg.width as usize) {
                *value = u64::from(self.value(e)) | u64::from(self.value(e)) << 32;
            }
            if flight.memory {
                (i.rsp_valid, i.rsp_tag, i.rsp_bundle, i.rsp_slots, i.rsp_data) = (true, tag, bundle, slots, data);
            } else {
                (i.res_valid, i.res_tag, i.res_bundle, i.res_slots, i.res_data) = (true, tag, bundle, slots, data);
            }
        }
    }
}
