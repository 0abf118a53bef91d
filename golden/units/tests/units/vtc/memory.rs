//! A model of shared memory and an SM around a virtual thread controller: a restored context must
//! equal the saved one, bit for bit.

use heddle_contract::vtc::{Config, In, Out};

use heddle_golden::Chance;

/// What the SM holds of a CTA.
#[derive(Debug, Clone, Default)]
struct Held {
    id: [u32; 3],
    stacks: Vec<Vec<u64>>,
}

pub struct Memory {
    cfg: Config,
    rows: Vec<Vec<u64>>,
    /// By CTA.
    ctas: Vec<Held>,
    /// By slot: its CTA, and the beats of a context that arrived.
    owners: Vec<usize>,
    arrived: Vec<Vec<u64>>,
    warps: usize,
    /// The row that was read in the last cycle.
    read: Option<usize>,
    /// Contexts that were compared.
    pub compared: usize,
}

impl Memory {
    pub fn new(cfg: &Config) -> Self {
        Memory {
            cfg: cfg.clone(),
            rows: vec![vec![0xdead; cfg.beat_words() as usize]; cfg.rows as usize],
            ctas: vec![Held::default(); cfg.ctas as usize],
            owners: vec![0; cfg.active as usize],
            arrived: vec![Vec::new(); cfg.active as usize],
            warps: 0,
            read: None,
            compared: 0,
        }
    }

    /// What the SM shows of the warp that is copied. `o` holds the early outputs.
    pub fn show(&self, o: &Out, i: &mut In) {
        if o.copy_valid {
            let held = &self.ctas[self.owners[usize::from(o.copy_slot)]];
            i.copy_id = held.id;
            let stack = &held.stacks[usize::from(o.copy_warp)];
            i.copy_stack[..stack.len()].copy_from_slice(stack);
        }
    }

    /// The end of a cycle.
    pub fn clock(&mut self, i: &In, o: &Out, chance: &mut Chance) {
        let words = self.cfg.beat_words() as usize;
        if i.kernel_valid && !o.kernel_refused {
            self.warps = i.kernel_warps.into();
        }
        if o.restore_valid {
            let (slot, row) = (usize::from(o.restore_slot), self.read.expect("something was read"));
            assert_eq!(self.arrived[slot].len(), usize::from(o.restore_beat) * words, "beats come in order");
            self.arrived[slot].extend(&self.rows[row]);
        }
        if o.invalidate_valid {
            assert!(self.arrived[usize::from(o.invalidate_slot)].is_empty(), "void before the first beat arrives");
        }
        if o.activate_valid {
            self.activate(o, chance);
        }
        if i.issue_valid {
            // the warp goes on, and its stack changes
            let held = &mut self.ctas[self.owners[usize::from(i.issue_slot)]];
            let warp = chance.below(self.warps as u32) as usize;
            let word = chance.below(self.cfg.stack_words()) as usize;
            held.stacks[warp][word] = chance.word();
        }
        self.read = (o.mem_valid && !o.mem_write).then_some(o.mem_row.into());
        assert!(!(o.mem_valid && i.demand), "demand comes first");
        if o.mem_valid && o.mem_write {
            self.rows[usize::from(o.mem_row)] = o.mem_data[..words].to_vec();
        }
        if i.reset {
            self.read = None;
            self.arrived.iter_mut().for_each(Vec::clear);
        }
    }

    fn activate(&mut self, o: &Out, chance: &mut Chance) {
        let (slot, cta) = (usize::from(o.activate_slot), usize::from(o.activate_cta));
        self.owners[slot] = cta;
        let stack_words = self.cfg.stack_words() as usize;
        if o.activate_fresh {
            assert!(self.arrived[slot].is_empty(), "nothing is restored for a fresh CTA");
            let id = [chance.word() as u32, chance.word() as u32, chance.word() as u32];
            let stacks = (0..self.warps).map(|_| (0..stack_words).map(|_| chance.word()).collect()).collect();
            self.ctas[cta] = Held { id, stacks };
            return;
        }
        let mut arrived = std::mem::take(&mut self.arrived[slot]).into_iter();
        let (low, high) = (arrived.next().unwrap(), arrived.next().unwrap());
        let header = u128::from(low) | u128::from(high) << 64;
        let held = &self.ctas[cta];
        assert_eq!(header as u8, o.activate_vwi, "first virtual warp id");
        assert_eq!((header >> 8) as usize & 31, self.warps - 1, "warps");
        let id = [13, 45, 77].map(|at| (header >> at) as u32);
        assert_eq!((id, header >> 109), (held.id, 0), "identifiers");
        for stack in &held.stacks {
            let restored: Vec<u64> = arrived.by_ref().take(stack_words).collect();
            assert_eq!(&restored, stack);
        }
        assert!(arrived.all(|word| word == 0), "zeros to the end");
        self.compared += 1;
    }
}
