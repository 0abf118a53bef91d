//! Registers in flight, and those of them that the controller counts: its ports take one issue and one writeback a cycle (DEVIATIONS, D143).

use heddle_contract::vtc::MAX_COUNT;

/// Registers of a CTA.
#[derive(Debug, Clone, Copy, Default)]
struct Account {
    /// In flight.
    pending: u32,
    /// In flight as far as the controller counts.
    counted: u32,
}

/// The accounts of all places of the status table.
#[derive(Debug)]
pub(super) struct Ledger {
    accounts: Vec<Account>,
    /// Places whose two numbers differ.
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
    /// A CTA issues a step that writes so many registers.
    pub fn issued(&mut self, place: usize, registers: u32) {
        self.accounts[place].pending += registers;
        self.note(place);
    }
    /// So many registers of a CTA are written.
    pub fn written(&mut self, place: usize, registers: u32) {
        self.accounts[place].pending -= registers;
        self.note(place);
    }
    /// All that was issued is counted.
    pub fn issues_are_counted(&self, place: usize) -> bool {
        self.accounts[place].pending <= self.accounts[place].counted
    }
    /// Nothing of a CTA is in flight as far as the controller counts.
    pub fn is_settled(&self, place: usize) -> bool {
        self.accounts[place].counted == 0
    }
    /// Nothing of a CTA is in flight, and the controller counts nothing.
    pub fn is_empty(&self, place: usize) -> bool {
        self.is_settled(place) && self.accounts[place].pending == 0
    }
    /// Registers of a CTA in flight, and those that the controller counts.
    #[cfg(test)]
    pub fn account(&self, place: usize) -> (u32, u32) {
        (self.accounts[place].pending, self.accounts[place].counted)
    }
    /// All numbers agree.
    pub fn is_even(&self) -> bool {
        self.uneven == 0
    }
    /// Registers in flight that are not counted.
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
    /// The issue that is reported in this cycle, of the place that most is missing for: its registers. `most` can be in flight for a CTA; `may` says of
    /// which places an issue can be reported.
    pub fn issue(&self, most: u32, may: impl Fn(usize) -> bool) -> Option<(usize, u8)> {
        let missing = |(place, account): (usize, &Account)| {
            let count = account.pending.saturating_sub(account.counted);
            (count != 0 && account.counted < most && may(place)).then_some((count.min(most - account.counted), place))
        };
        let (count, place) = self.uneven().filter_map(missing).max_by_key(|&(count, place)| (count, !place))?;
        Some((place, count.min(MAX_COUNT.into()) as u8))
    }
    /// The writeback that is reported in this cycle.
    pub fn writeback(&self) -> Option<(usize, u8)> {
        let gone = |(place, account): (usize, &Account)| {
            let count = account.counted.saturating_sub(account.pending);
            (count != 0).then_some((count, place))
        };
        let (count, place) = self.uneven().filter_map(gone).max_by_key(|&(count, place)| (count, !place))?;
        Some((place, count.min(MAX_COUNT.into()) as u8))
    }
    /// The controller counts an issue.
    pub fn count_issue(&mut self, place: usize, count: u8) {
        self.accounts[place].counted += u32::from(count);
        self.note(place);
    }
    /// The controller counts a writeback.
    pub fn count_writeback(&mut self, place: usize, count: u8) {
        self.accounts[place].counted -= u32::from(count);
        self.note(place);
    }
}
