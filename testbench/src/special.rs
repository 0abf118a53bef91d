//! Special values of wide payloads, a rule of the stimulus of all units: in one of sixteen cycles
//! payload that is valid is 0, all ones, one bit, or what it was before, where that is legal.

use heddle_block::Ports;

use crate::bench::Bench;
use crate::entropy::Entropy;
use crate::segment::CONTROL_BITS;

/// Special values of a port; the last is the value that it had when it was valid before.
pub const VALUES: [&str; 4] = ["zero", "all ones", "one bit", "as before"];
const AS_BEFORE: usize = 3;

/// Mean number of cycles from one special value to the next.
const EVERY: u32 = 16;
/// Most cycles that a port waits to have the value again that it had before.
const WAIT: u32 = 64;

/// A wide port of a unit: an array is one port.
#[derive(Debug, Clone)]
pub struct Wide {
    /// Name of the port.
    pub name: &'static str,
    /// The first of its slots, and their number.
    slots: (usize, usize),
    width: u32,
    /// Whether it is meaningful in every cycle.
    always: bool,
}

impl Wide {
    fn all_ones(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// Its slots whose payload is valid.
    fn valid<'a>(&self, care: &'a [bool]) -> impl Iterator<Item = usize> + 'a {
        (self.slots.0..self.slots.0 + self.slots.1).filter(|slot| care[*slot])
    }
}

/// Returns the ports that are wider than those by which anything waits: immediates, masks, PCs,
/// data.
pub fn wide<B: Bench>(cfg: &B::Config) -> Vec<Wide> {
    let mut at = 0;
    let ports = B::In::declared(cfg).into_iter().map(|port| {
        let slots = (at, port.count.unwrap_or(1));
        at += slots.1;
        Wide { name: port.name, slots, width: port.width, always: port.when.is_none() }
    });
    ports.filter(|port| port.width > CONTROL_BITS).collect()
}

/// The special values of a segment.
pub struct Specials<B: Bench> {
    wide: Vec<Wide>,
    entropy: Entropy,
    /// Cycles until the next special value.
    left: u32,
    /// A slot that is to have a value again, and for how many cycles it may wait.
    again: Option<(usize, u64, u32)>,
    slots: Vec<u64>,
    care: Vec<bool>,
    drawn: B::In,
}

impl<B: Bench> Specials<B> {
    /// Creates the special values of a segment, drawn from an entropy of their own.
    pub fn new(cfg: &B::Config, mut entropy: Entropy) -> Self {
        let slots = B::In::shape(cfg).len();
        let wide = wide::<B>(cfg);
        let left = if wide.is_empty() { u32::MAX } else { 1 + entropy.below(2 * EVERY) };
        let drawn = B::In::default();
        Specials { wide, entropy, left, again: None, slots: vec![0; slots], care: vec![false; slots], drawn }
    }

    /// Gives payload of a cycle's input a special value, if it is time.
    #[inline]
    pub fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 + self.entropy.below(2 * EVERY);
            self.draw(cfg, p, q, i);
        } else if self.again.is_some() {
            self.repeat(cfg, p, q, i);
        }
    }

    /// Draws a value for all wide ports, for one, or for one of its elements.
    #[inline(never)]
    fn draw(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) {
        i.pack(cfg, &mut self.slots);
        i.care(cfg, &mut self.care);
        let e = &mut self.entropy;
        let valid = || self.wide.iter().filter(|port| port.valid(&self.care).next().is_some());
        let count = valid().count() as u32;
        if count == 0 {
            return;
        }
        let (value, extent) = (e.below(4) as usize, e.below(8));
        let port = valid().nth(e.below(count) as usize).expect("there are as many");
        let element = port.slots.0 + e.below(port.slots.1 as u32) as usize;
        if value == AS_BEFORE {
            self.again = self.care[element].then_some((element, self.slots[element], WAIT));
            return;
        }
        let ports = if extent < 3 { &self.wide[..] } else { std::slice::from_ref(port) };
        let mut given = false;
        for port in ports {
            let value = match value {
                0 => 0,
                1 => port.all_ones(),
                // the ends more often than what is between
                _ => {
                    let any = e.below(port.width);
                    1 << e.pick(&[any, any, 0, port.width - 1])
                }
            };
            for slot in port.valid(&self.care).filter(|slot| extent < 6 || *slot == element) {
                self.slots[slot] = value;
                given = true;
            }
        }
        if given {
            self.give(cfg, p, q, i);
        }
    }

    /// Gives a slot the value again that it had, once it has another one.
    #[inline(never)]
    fn repeat(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) {
        let Some((slot, value, wait)) = self.again else { return };
        self.again = (wait > 1).then_some((slot, value, wait - 1));
        i.pack(cfg, &mut self.slots);
        if self.slots[slot] == value {
            return;
        }
        i.care(cfg, &mut self.care);
        if self.care[slot] {
            self.slots[slot] = value;
            self.again = None;
            self.give(cfg, p, q, i);
        }
    }

    /// Changes an input into what the slots say, where that is legal as it is.
    fn give(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) {
        self.drawn.clone_from(i);
        *i = B::In::unpack(cfg, &self.slots);
        let wanted = i.clone();
        B::repair(cfg, p, q, i);
        if *i != wanted {
            i.clone_from(&self.drawn);
        }
    }
}

/// Counts of the special values that stimulus gives to each wide port.
#[derive(Debug, Clone)]
pub struct Seen {
    wide: Vec<Wide>,
    /// The value that each slot had when it was valid, and whether it was in the last cycle.
    before: Vec<Option<(u64, bool)>>,
    slots: Vec<u64>,
    care: Vec<bool>,
    /// Cycles by port and value, in the order of [`VALUES`].
    pub hits: Vec<[u64; VALUES.len()]>,
}

impl Seen {
    /// Creates counters that are all zero.
    pub fn none<B: Bench>(cfg: &B::Config) -> Self {
        let (wide, slots) = (wide::<B>(cfg), B::In::shape(cfg).len());
        let hits = vec![[0; VALUES.len()]; wide.len()];
        Seen { wide, before: vec![None; slots], slots: vec![0; slots], care: vec![false; slots], hits }
    }

    /// Counts the special values of a cycle. A value is as before if the port was not valid, or had
    /// another one, in the cycle between.
    pub fn see<B: Bench>(&mut self, cfg: &B::Config, i: &B::In) {
        i.pack(cfg, &mut self.slots);
        i.care(cfg, &mut self.care);
        for (port, hits) in self.wide.iter().zip(&mut self.hits) {
            let mut now = [false; VALUES.len()];
            for slot in port.slots.0..port.slots.0 + port.slots.1 {
                if !self.care[slot] {
                    self.before[slot] = self.before[slot].map(|(value, _)| (value, false));
                    continue;
                }
                let value = self.slots[slot];
                now[0] |= value == 0;
                now[1] |= value == port.all_ones();
                now[2] |= value.is_power_of_two();
                now[AS_BEFORE] |= self.before[slot] == Some((value, port.always)) && !(port.always && value == 0);
                self.before[slot] = Some((value, true));
            }
            hits.iter_mut().zip(now).for_each(|(hits, now)| *hits += u64::from(now));
        }
    }

    /// Returns the names of the special values of each wide port, in the order of the counts.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.wide.iter().flat_map(|port| VALUES.map(|value| format!("{}: {value}", port.name)))
    }
}
