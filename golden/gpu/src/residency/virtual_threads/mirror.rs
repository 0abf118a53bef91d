//! Comparison of the controller's outputs on CTAs and slots, with a mirror of them
//! and with the state of the core.

use heddle_golden::Device;
use heddle_golden::vtc::Vtc;

use super::VirtualThreads;
use super::context::{Words, context};
use super::cta::Place;
use crate::base::ids::Slot;
use crate::residency::{CoreView, Rebind, Residency};

impl<D: Device<Vtc>> VirtualThreads<D> {
    /// Takes the slot from its CTA, as the controller has invalidated it.
    pub(super) fn invalidate(
        &mut self,
        view: &impl CoreView,
        slot: usize,
        changes: &mut Vec<Rebind>,
    ) -> Result<(), String> {
        let place = self.places[slot].active.take().ok_or("a slot is invalidated in which no CTA is active")?;
        let (Some(grid), Some(cta)) = (self.grid, &mut self.ctas[place]) else { return Ok(()) };
        cta.slot = None;
        cta.copied = if self.timeless { Words::new() } else { context(&self.cfg, view, &cta.warps) };
        changes.extend(cta.warps.iter().map(|&warp| Rebind::Release(warp)));
        (self.gone, self.places[slot].coming) = (place, true);
        self.draining = if self.timeless { 0 } else { grid.beats };
        self.swaps.push((place, false));
        self.counters.swaps += 1;
        Ok(())
    }

    /// Activates a CTA as the controller says; the error says where its outputs and the mirror
    /// differ.
    pub(super) fn activate(&mut self, view: &impl CoreView, changes: &mut Vec<Rebind>) -> Result<(), String> {
        let o = &self.o;
        let (slot, place) = (usize::from(o.activate_slot), usize::from(o.activate_cta));
        let said = (usize::from(o.activate_pwi), usize::from(o.activate_vwi), o.activate_fresh);
        let settled = self.ledger.is_settled(place);
        let cta = self.ctas.get_mut(place).and_then(Option::as_mut).ok_or("a CTA became active that is not there")?;
        let meant = (slot * cta.warps.len(), place * cta.warps.len(), cta.fresh);
        if said != meant || cta.slot.is_some() || self.places[slot].active.is_some() || !settled {
            return Err(format!(
                "CTA {place} became active in slot {slot} with first physical and virtual warp and freshness {said:?}, which should be {meant:?}; in its own \
                 slot {:?}, that of {:?}, with {} registers in flight",
                cta.slot,
                self.places[slot].active,
                if settled { "no" } else { "some" }
            ));
        }
        let restored = &self.places[slot].restored;
        if !cta.fresh
            && !self.timeless
            && (*restored != cta.copied || *restored != context(&self.cfg, view, &cta.warps))
        {
            return Err(format!("CTA {place} came back to slot {slot} with another context than it has"));
        }
        *if cta.fresh { &mut self.counters.fresh } else { &mut self.counters.restored } += 1;
        self.swaps.push((place, true));
        (cta.fresh, cta.slot, cta.issued_from) = (false, Some(slot), slot);
        for (number, (&warp, reported)) in cta.warps.iter().zip(&mut cta.reported).enumerate() {
            changes.push(Rebind::Bind(warp, Slot((meant.0 + number) as u16)));
            reported.activate();
        }
        let warps = cta.warps.clone();
        self.places[slot] = Place { active: Some(place), ..Place::default() };
        warps.into_iter().for_each(|warp| self.touched(warp));
        Ok(())
    }

    /// Compares the outputs of the controller's last step with the mirror.
    pub(super) fn stepped(&mut self) -> Result<(), String> {
        let (i, o) = (&self.i, &self.o);
        if i.writeback_valid {
            let (slot, place) = (usize::from(i.writeback_slot), usize::from(i.writeback_cta));
            let hits = self.places[slot].active == Some(place);
            if hits != o.writeback_hit {
                return Err(format!("registers of CTA {place} from slot {slot}: hit {}", o.writeback_hit));
            }
        }
        if o.mem_valid {
            let written = o.mem_write.then_some(&o.mem_data[..]);
            if i.demand || !self.rows.access(o.mem_row, written) {
                return Err(format!("row {} of shared memory is moved, with demand {}", o.mem_row, i.demand));
            }
            *if o.mem_write { &mut self.counters.beats_written } else { &mut self.counters.beats_read } += 1;
            if o.mem_write {
                self.drained()?;
            }
        } else if i.demand && (self.draining != 0 || self.places.iter().any(|place| place.coming)) {
            self.counters.held += 1;
        }
        Ok(())
    }

    /// Checks a row written to shared memory: it must be the next one of the context that was
    /// copied.
    pub(super) fn drained(&mut self) -> Result<(), String> {
        let (words, row) = (self.cfg.beat_words() as usize, self.o.mem_row);
        let place = self.gone;
        let Some((grid, cta)) = self.grid.zip(self.ctas[place].as_ref()).filter(|_| self.draining != 0) else {
            return Err(format!("row {row} of shared memory is written, and no context is on its way"));
        };
        let beat = grid.beats - self.draining;
        let meant = self.cfg.rows as usize - (place + 1) * grid.beats + beat;
        let data = &cta.copied[beat * words..(beat + 1) * words];
        if usize::from(row) != meant || self.o.mem_data[..words] != *data {
            return Err(format!(
                "beat {beat} of CTA {place}: row {row} is written with {:x?}, which should be row {meant} with {data:x?}",
                &self.o.mem_data[..words]
            ));
        }
        self.draining -= 1;
        Ok(())
    }
}
