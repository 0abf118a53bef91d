//! Registers in flight, and those of them that the controller counts: its ports take one issue and
//! one writeback a cycle (DEVIATIONS, D143).

use heddle_contract::vtc::MAX_COUNT;

/// Numbers of registers of one CTA.
#[derive(Debug, Clone, Copy, Default)]
struct Account {
    /// Registers in flight.
    pending: u32,
    /// Registers in flight as far as the controller counts.
    counted: u32,
}

/// Registers in flight of the CTA at each place of the status table.
#[derive(Debug)]
pub(super) struct Ledger {
    accounts: Vec<Account>,
    /// Bit mask of the places whose two numbers differ.
    uneven: u64,
}

impl Ledger {
    pub fn new(places: usize) -> Ledger {
        Ledger { accounts: vec![Account::default(); places], uneven: 0 }
    }
    fn note(&mut self, place: usize) {
        let Account { pending, counted } = self.accounts[place];
        self.uneven = self.uneven & !(1 << place) | u64::from(pending != counted) << place;
    }
    /// Records that the CTA at `place` issues a step that writes `registers` registers.
    pub fn issued(&mut self, place: usize, registers: u32) {
        self.accounts[place].pending += registers;
        self.note(place);
    }
    /// Records that `registers` registers of the CTA at `place` are written.
    pub fn written(&mut self, place: usize, registers: u32) {
        self.accounts[place].pending -= registers;
        self.note(place);
    }
    /// Whether the controller counts all issued registers of the CTA at `place`.
    pub fn issues_are_counted(&self, place: usize) -> bool {
        self.accounts[place].pending <= self.accounts[place].counted
    }
    /// Whether no register of a CTA is in flight as far as the controller counts.
    pub fn is_settled(&self, place: usize) -> bool {
        self.accounts[place].counted == 0
    }
    /// Whether no register of a CTA is in flight, and the controller counts none.
    pub fn is_empty(&self, place: usize) -> bool {
        self.is_settled(place) && self.accounts[place].pending == 0
    }
    /// Returns the registers of a CTA in flight, and those that the controller counts.
    #[cfg(test)]
    pub fn account(&self, place: usize) -> (u32, u32) {
        (self.accounts[place].pending, self.accounts[place].counted)
    }
    /// Whether the registers in flight and the counted ones agree for all CTAs.
    pub fn is_even(&self) -> bool {
        self.uneven == 0
    }
    /// Number of registers in flight that the controller does not count.
    pub fn uncounted(&self) -> u64 {
        self.uneven().map(|(_, account)| account.pending.saturating_sub(account.counted)).map(u64::from).sum()
    }
    fn uneven(&self) -> impl Iterator<Item = (usize, &Account)> {
        let mut left = self.uneven;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            self.accounts.get(place).map(|account| (place, account))
        })
    }
    /// Returns the issue to report in this cycle: the place with the most uncounted registers, and
    /// their number; `None` if there is nothing to report. `most` is the limit of registers in
    /// flight for a CTA; `may` says for which places an issue can be reported.
    pub fn issue(&self, most: u32, may: impl Fn(usize) -> bool) -> Option<(usize, u8)> {
        let missing = |(place, account): (usize, &Account)| {
            let count = account.pending.saturating_sub(account.counted);
            (count != 0 && account.counted < most && may(place)).then_some((count.min(most - account.counted), place))
        };
        let (count, place) = self.uneven().filter_map(missing).max_by_key(|&(count, place)| (count, !place))?;
        Some((place, count.min(MAX_COUNT.into()) as u8))
    }
    /// Returns the writeback to report in this cycle: a place and a number of registers; `None` if
    /// there is nothing to report.
    pub fn writeback(&self) -> Option<(usize, u8)> {
        let gone = |(place, account): (usize, &Account)| {
            let count = account.counted.saturating_sub(account.pending);
            (count != 0).then_some((count, place))
        };
        let (count, place) = self.uneven().filter_map(gone).max_by_key(|&(count, place)| (count, !place))?;
        Some((place, count.min(MAX_COUNT.into()) as u8))
    }
    /// Records that the controller counts an issue of `count` registers.
    pub fn count_issue(&mut self, place: usize, count: u8) {
        self.accounts[place].counted += u32::from(count);
        self.note(place);
    }
    /// Records that the controller counts a writeback of `count` registers.
    pub fn count_writeback(&mut self, place: usize, count: u8) {
        self.accounts[place].counted -= u32::from(count);
        self.note(place);
    }
}
