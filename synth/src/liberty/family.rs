//! Families of cells: cells of the same function and pins that differ in strength.

use std::collections::BTreeMap;

use super::{Cell, Library};
use crate::error::DataError;
use crate::function;

/// Most inputs of a cell whose family is looked for.
const MOST: usize = 8;

impl Library {
    /// Returns the families of cells that have several members, each by area: cells of the same
    /// pins, whose outputs and next state are the same functions.
    pub(crate) fn families(&self) -> Vec<Vec<String>> {
        let mut families: BTreeMap<Vec<String>, Vec<&String>> = BTreeMap::new();
        for (name, cell) in &self.cells {
            if let Ok(Some(key)) = cell.key() {
                families.entry(key).or_default().push(name);
            }
        }
        let mut families: Vec<Vec<&String>> = families.into_values().filter(|family| family.len() > 1).collect();
        for family in &mut families {
            family.sort_by(|a, b| self.cells[*a].area.total_cmp(&self.cells[*b].area));
        }
        families.into_iter().map(|family| family.into_iter().cloned().collect()).collect()
    }

    /// Whether the library has cells that differ in strength alone.
    pub fn has_strengths(&self) -> bool {
        !self.families().is_empty()
    }

    /// Whether one cell may stand in another's place: the same pins, and the same function of each.
    pub(crate) fn alike(&self, one: &str, other: &str) -> bool {
        let key = |name: &str| self.cells.get(name).and_then(|cell| cell.key().ok()?);
        one == other || key(one).is_some_and(|of_one| Some(of_one) == key(other))
    }
}

impl Cell {
    /// Returns what cells of a family have in common: names of inputs, and the truth table of each
    /// output and of the next state. `None` for a cell that is never exchanged.
    pub(crate) fn key(&self) -> Result<Option<Vec<String>>, DataError> {
        let inputs: Vec<&String> =
            self.pins.iter().filter(|(_, pin)| pin.function.is_none()).map(|(name, _)| name).collect();
        let state = self.register.as_ref();
        let timed = self.pins.values().filter(|pin| pin.function.is_some()).all(|pin| !pin.timing.arcs.is_empty());
        if inputs.is_empty()
            || inputs.len() > MOST
            || !timed
            || (self.remembers && state.is_none())
            || self.high_impedance
        {
            return Ok(None);
        }
        let table = |text: &str| -> Result<String, DataError> {
            let value = |values: u32| {
                function::evaluate(text, &|name| {
                    if let Some(inverse) = state.and_then(|state| state.state.iter().position(|known| known == name)) {
                        return Ok((values >> inputs.len() & 1 == 1) ^ (inverse == 1));
                    }
                    let at = inputs.iter().position(|input| *input == name);
                    let no_input = || DataError::NoInput { function: text.to_string(), pin: name.to_string() };
                    Ok(values >> at.ok_or_else(no_input)? & 1 == 1)
                })
            };
            (0..2u32 << inputs.len()).map(|values| Ok(if value(values)? { '1' } else { '0' })).collect()
        };
        let mut key: Vec<String> = inputs.iter().map(|name| (*name).clone()).collect();
        for (name, pin) in &self.pins {
            if let Some(function) = &pin.function {
                key.push(format!("{name} = {}", table(function)?));
            }
        }
        if let Some(register) = state {
            key.push(format!("{} at {}", table(&register.next)?, register.clock));
            for (function, value) in &register.forced {
                key.push(format!("{value} if {}", table(function)?));
            }
        }
        Ok(Some(key))
    }
}
