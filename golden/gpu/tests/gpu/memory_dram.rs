//! A DRAM channel, under a checker that derives the legality of every command from the timing's
//! definitions.

use crate::memory_desk::{Random, spec};
use heddle_gpu::config::spec::Spec;
use heddle_gpu::memory::dram::{Channel, Command, Timing, Transfer};
use heddle_gpu::memory::map::{Channels, Rows};

/// All commands so far: each new one is compared with each old one.
struct Checker {
    timing: Timing,
    commands: Vec<(u64, Command)>,
}

impl Checker {
    fn command(&mut self, now: u64, new: Command) {
        self.legal(now, new).unwrap_or_else(|why| panic!("{now}: {new:?}: {why}"));
        self.commands.push((now, new));
    }
    /// Why a command cannot be given now.
    fn legal(&self, now: u64, new: Command) -> Result<(), String> {
        let t = self.timing;
        let open = self.open(bank(new));
        if matches!(new, Command::Activate { .. }) != open.is_none() {
            return Err(format!("the bank has {open:?} open"));
        }
        // what is older than any distance does not matter
        for &(then, old) in self.commands.iter().rev().take_while(|(then, _)| now - then < 1000) {
            let same = bank(old) == bank(new);
            let mut least = 1;
            let mut needs = |distance: u64| least = least.max(distance);
            use Command::{Activate, Precharge, Read, Write};
            match (old, new) {
                (Activate { .. }, Activate { .. }) => needs(t.rrd),
                (Activate { .. }, Read { .. } | Write { .. }) if same => needs(t.rcd),
                (Activate { .. }, Precharge { .. }) if same => needs(t.ras),
                (Precharge { .. }, Activate { .. }) if same => needs(t.rp),
                (Read { .. }, Precharge { .. }) if same => needs(t.rtp),
                (Write { .. }, Precharge { .. }) if same => needs(t.wl + t.burst + t.wr),
                (Read { .. }, Read { .. }) | (Write { .. }, Write { .. }) => needs(t.ccd.max(t.burst)),
                (Write { .. }, Read { .. }) => needs(t.ccd.max(t.wl + t.burst + t.wtr)),
                (Read { .. }, Write { .. }) => needs(t.ccd.max((t.cl + t.burst + t.turn).saturating_sub(t.wl))),
                _ => {}
            }
            if now - then < least {
                return Err(format!("{} after {old:?}, which takes {least}", now - then));
            }
        }
        Ok(())
    }
    fn open(&self, wanted: usize) -> Option<u64> {
        self.commands.iter().rev().find_map(|&(_, old)| match old {
            Command::Activate { bank, row } if bank == wanted => Some(Some(row)),
            Command::Precharge { bank } if bank == wanted => Some(None),
            _ => None,
        })?
    }
}

fn bank(command: Command) -> usize {
    match command {
        Command::Activate { bank, .. }
        | Command::Precharge { bank }
        | Command::Read { bank }
        | Command::Write { bank } => bank,
    }
}

fn configurations() -> Vec<Spec> {
    vec![
        spec(&[]),
        spec(&[("dram.banks", 1), ("dram.queue", 1)]),
        spec(&[("dram.banks", 3), ("dram.burst", 2), ("dram.t_ccd", 1), ("dram.t_rrd", 1)]),
        spec(&[("dram.t_wl", 40), ("dram.t_cl", 1), ("dram.t_wtr", 1), ("dram.row", 256), ("dram.banks", 64)]),
        spec(&[("dram.t_ras", 1), ("dram.t_rp", 1), ("dram.t_rcd", 1), ("dram.t_ccd", 9), ("dram.queue", 256)]),
        spec(&[("dram.rate", 4), ("dram.burst", 8)]),
    ]
}

/// And those with a way to the scheduler.
fn all_configurations() -> Vec<Spec> {
    let far = [spec(&[("dram.latency", 50)]), spec(&[("dram.latency", 1), ("dram.queue", 1), ("dram.banks", 1)])];
    configurations().into_iter().chain(far).collect()
}

/// Random transfers, none of them before its cycle.
fn transfers(random: &mut Random, count: usize) -> Vec<(u64, Transfer)> {
    let mut cycle = 0;
    let mut next = || {
        cycle += if random.chance(10) { random.below(300) } else { random.below(4) };
        let reach = [1 << 12, 1 << 16, 1 << 22][random.below(3) as usize];
        let bursts = 1 + random.below(4) as u32;
        (cycle, Transfer { address: random.below(reach) / 128 * 128, bursts, write: random.chance(3), slice: 0 })
    };
    (0..count).map(|_| next()).collect()
}

/// Every command with its cycle, every line read with its cycle.
type Log = (Vec<(u64, Command)>, Vec<(u64, u64)>);

/// Runs a channel, skipping or not.
fn drive(spec: &Spec, script: &[(u64, Transfer)], skip: bool) -> (Log, Channel) {
    let mut channel = Channel::new(spec);
    let mut left = script.iter().peekable();
    let (mut commands, mut lines) = (vec![], vec![]);
    for now in 0.. {
        if left.peek().is_none() && channel.idle() {
            break;
        }
        if !skip || channel.next(now) == Some(now) {
            commands.extend(channel.tick(now).map(|command| (now, command)));
            lines.extend(std::iter::from_fn(|| channel.done(0)).map(|line| (now, line)));
        }
        while let Some((_, transfer)) = left.next_if(|(cycle, _)| *cycle <= now && channel.accepts()) {
            channel.push(*transfer);
        }
        assert!(now < 10_000_000, "transfers are lost");
    }
    ((commands, lines), channel)
}

#[test]
fn every_command_is_legal_and_no_transfer_is_lost() {
    for (number, spec) in all_configurations().iter().enumerate() {
        for seed in 0..5 {
            let script = transfers(&mut Random(seed), 400);
            let ((commands, lines), channel) = drive(spec, &script, true);
            let rows = Rows::new(spec);
            let mut checker = Checker { timing: Timing::new(spec), commands: vec![] };
            // bursts wanted of each row
            let mut wanted = std::collections::BTreeMap::new();
            for (_, it) in &script {
                *wanted.entry((rows.place(it.address), it.write)).or_insert(0) += it.bursts;
            }
            for &(now, command) in &commands {
                let write = matches!(command, Command::Write { .. });
                if let Command::Read { bank } | Command::Write { bank } = command {
                    let row = checker.open(bank).expect("an open row");
                    let left = wanted.get_mut(&((bank, row), write)).expect("somebody wants it");
                    *left = u32::checked_sub(*left, 1).expect("somebody still wants it");
                }
                checker.command(now, command);
            }
            assert!(wanted.values().all(|&left| left == 0), "configuration {number}, seed {seed}");
            let mut asked: Vec<u64> = script.iter().filter(|it| !it.1.write).map(|it| it.1.address).collect();
            let mut came: Vec<u64> = lines.iter().map(|it| it.1).collect();
            asked.sort_unstable();
            came.sort_unstable();
            assert_eq!(asked, came);
            let counters = channel.counters();
            let count = |is: fn(&Command) -> bool| commands.iter().filter(|it| is(&it.1)).count() as u64;
            assert_eq!(counters.reads as usize, asked.len());
            assert_eq!((counters.reads + counters.writes) as usize, script.len());
            assert_eq!(counters.bursts, script.iter().map(|it| u64::from(it.1.bursts)).sum::<u64>());
            assert_eq!(counters.activates, count(|it| matches!(it, Command::Activate { .. })));
            assert_eq!(counters.precharges, count(|it| matches!(it, Command::Precharge { .. })));
            assert!(counters.busy <= counters.active);
        }
    }
}

#[test]
fn the_checker_sees_what_is_wrong() {
    let timing = Timing::new(&spec(&[]));
    let row = |bank| Command::Activate { bank, row: 0 };
    let read = Command::Read { bank: 0 };
    let write = Command::Write { bank: 0 };
    let close = Command::Precharge { bank: 0 };
    let wrong: [&[(u64, Command)]; 9] = [
        &[(0, read)],
        &[(0, row(0)), (100, row(0))],
        &[(0, row(0)), (timing.rcd - 1, read)],
        &[(0, row(0)), (timing.rrd - 1, row(1))],
        &[(0, row(0)), (timing.ras - 1, close)],
        &[(0, row(0)), (50, close), (50 + timing.rp - 1, row(0))],
        &[(0, row(0)), (50, read), (51, read)],
        &[(0, row(0)), (50, write), (50 + timing.wl + timing.burst + timing.wtr - 1, read)],
        &[(0, row(0)), (50, write), (50 + timing.wl + timing.burst + timing.wr - 1, close)],
    ];
    for commands in wrong {
        let (&(now, last), before) = commands.split_last().unwrap();
        let mut checker = Checker { timing, commands: vec![] };
        before.iter().for_each(|&(now, command)| checker.command(now, command));
        assert!(checker.legal(now, last).is_err(), "{commands:?}");
        // far enough away, all but the nonsensical is legal
        let far = checker.legal(now + 500, last);
        assert_eq!(far.is_err(), checker.open(bank(last)).is_none() != matches!(last, Command::Activate { .. }));
    }
}

#[test]
fn skipping_changes_nothing() {
    for spec in &all_configurations() {
        for seed in 10..14 {
            let script = transfers(&mut Random(seed), 300);
            let (with, a) = drive(spec, &script, true);
            let (without, b) = drive(spec, &script, false);
            assert_eq!(with, without);
            assert_eq!(a.counters(), b.counters());
        }
    }
}

/// What first ready, first come first served says, cycle by cycle, from the whole history: no state
/// but the open rows and the log.
#[test]
fn the_order_is_that_of_a_naive_scan() {
    let mut compared = 0;
    for spec in &configurations() {
        for seed in 20..24 {
            let script = transfers(&mut Random(seed), 120);
            let timing = Timing::new(spec);
            let rows = Rows::new(spec);
            let ((commands, _), channel) = drive(spec, &script, true);
            if channel.counters().aged > 0 {
                continue;
            }
            let mut naive = Checker { timing, commands: vec![] };
            let mut queue: Vec<Transfer> = vec![];
            let mut inbox: Vec<Transfer> = vec![];
            let mut left = script.iter().peekable();
            let mut now = 0;
            while naive.commands.len() < commands.len() && now < 1_000_000 {
                queue.append(&mut inbox);
                let legal = |command| naive.legal(now, command).is_ok();
                let open: Vec<_> = (0..spec.dram.banks as usize).map(|bank| naive.open(bank)).collect();
                let hits = |it: &Transfer| open[rows.place(it.address).0] == Some(rows.place(it.address).1);
                let column = |it: &Transfer| {
                    let bank = rows.place(it.address).0;
                    if it.write { Command::Write { bank } } else { Command::Read { bank } }
                };
                let first = queue.iter().position(|it| hits(it) && legal(column(it)));
                let command = match first {
                    Some(at) => {
                        let command = column(&queue[at]);
                        queue[at].bursts -= 1;
                        if queue[at].bursts == 0 {
                            queue.remove(at);
                        }
                        Some(command)
                    }
                    None => queue.iter().find_map(|it| {
                        let (bank, row) = rows.place(it.address);
                        let command = match open[bank] {
                            None => Command::Activate { bank, row },
                            Some(_) => Command::Precharge { bank },
                        };
                        let wanted = queue.iter().any(|other| rows.place(other.address).0 == bank && hits(other));
                        (!wanted && legal(command)).then_some(command)
                    }),
                };
                naive.commands.extend(command.map(|command| (now, command)));
                let full = |queue: &Vec<Transfer>, inbox: &Vec<Transfer>| {
                    queue.len() + inbox.len() >= spec.dram.queue as usize
                };
                while let Some((_, transfer)) = left.next_if(|(cycle, _)| *cycle <= now && !full(&queue, &inbox)) {
                    inbox.push(*transfer);
                }
                now += 1;
            }
            assert_eq!(naive.commands, commands);
            compared += 1;
        }
    }
    assert!(compared >= 12, "only {compared} runs without starvation");
}

/// Cycles from the first to the last burst of a read of so many lines, one after the other.
fn stream(spec: &Spec, lines: u64, write: bool) -> u64 {
    let bursts = spec.l2.line / (spec.dram.bus * spec.dram.burst);
    let line = |number: u64| (0, Transfer { address: number * u64::from(spec.l2.line), bursts, write, slice: 0 });
    let script: Vec<_> = (0..lines).map(line).collect();
    let ((commands, _), _) = drive(spec, &script, true);
    let column: Vec<u64> = commands
        .iter()
        .filter(|it| matches!(it.1, Command::Read { .. } | Command::Write { .. }))
        .map(|it| it.0)
        .collect();
    column.last().unwrap() - column[0]
}

#[test]
fn a_stream_has_no_gaps() {
    for write in [false, true] {
        for (ccd, rate) in [(1, 2), (2, 2), (3, 2), (7, 2), (1, 1), (2, 4)] {
            let spec = spec(&[("dram.t_ccd", ccd), ("dram.rate", rate)]);
            let lines = 2000;
            // bursts of four beats
            let each = 4 * ccd.max(4 / rate);
            let took = stream(&spec, lines, write) as f64;
            let exact = (lines * each) as f64;
            assert!(took >= exact - each as f64 && took < exact * 1.02, "{took} against {exact}");
        }
    }
}

#[test]
fn rows_of_one_bank_cycle_as_slowly_as_they_must() {
    let spec = spec(&[("dram.banks", 1), ("dram.row", 256)]);
    let line = |number: u64| (0, Transfer { address: number * 256, bursts: 1, write: false, slice: 0 });
    let script: Vec<_> = (0..100).map(line).collect();
    let ((commands, _), channel) = drive(&spec, &script, true);
    let opened: Vec<u64> =
        commands.iter().filter(|it| matches!(it.1, Command::Activate { .. })).map(|it| it.0).collect();
    assert_eq!(opened.len(), 100);
    assert!(opened.windows(2).all(|two| two[1] - two[0] == u64::from(spec.dram.t_ras + spec.dram.t_rp)));
    assert_eq!(channel.counters().precharges, 99);
}

/// A pipeline of `dram.latency` L2 cycles before the scheduler, which takes a transfer a DRAM cycle
/// and holds one a stage.
#[test]
fn the_way_to_the_scheduler_takes_its_time() {
    for (latency, stages) in [(1, 2), (65, 80), (100, 124)] {
        let near = spec(&[]);
        let far = spec(&[("dram.latency", latency)]);
        let one = |number: u64| (0, Transfer { address: number * 128, bursts: 2, write: false, slice: 0 });
        let [((soon, _), _), ((late, _), channel)] = [&near, &far].map(|spec| drive(spec, &[one(0)], true));
        assert_eq!(late[0].0 - soon[0].0, stages, "{latency} cycles of 650 MHz in cycles of 800 MHz");
        assert!(channel.idle());
        let mut full = Channel::new(&far);
        let taken = (0..).take_while(|&number| full.accepts().then(|| full.push(one(number).1)).is_some()).count();
        assert_eq!(taken, far.dram.queue as usize + stages as usize);
        // bandwidth is what it was
        let [near, far] = [&near, &far].map(|spec| stream(spec, 2000, false));
        assert!(far.abs_diff(near) < 40, "{far} against {near}");
    }
}

#[test]
fn nobody_starves() {
    // row hits without end, and one transfer that wants another row of the same bank
    let spec = spec(&[("dram.banks", 1), ("dram.queue", 8)]);
    let mut channel = Channel::new(&spec);
    let other = 1 << 20;
    let bound = 8 * u64::from(spec.dram.t_ras + spec.dram.t_rp) + 200;
    let (mut sent, mut came) = (None, None);
    for now in 0..20_000 {
        channel.tick(now);
        while let Some(line) = channel.done(0) {
            came = came.or((line == other).then_some(now));
        }
        while channel.accepts() {
            let address = if now > 100 && sent.is_none() { other } else { now % 16 * 128 };
            sent = sent.or((address == other).then_some(now));
            channel.push(Transfer { address, bursts: 1, write: false, slice: 0 });
        }
    }
    let waited = came.expect("it is served") - sent.unwrap();
    assert!(waited < bound, "{waited} against {bound}");
    assert!(channel.counters().aged > 0);
}

#[test]
fn the_address_map_loses_nothing() {
    for channels in [1, 3, 8, 7] {
        let spec = spec(&[("dram.channels", channels), ("l2.bytes", channels * 4096), ("l2.ways", 4)]);
        let map = Channels::new(&spec);
        let mut seen = std::collections::BTreeSet::new();
        let mut each = vec![0; channels as usize];
        for line in 0..channels * 500 {
            let address = line * 128;
            let (channel, local) = map.place(address);
            assert!(seen.insert((channel, local)), "two addresses at one place");
            assert_eq!(map.place(address + 5), (channel, local + 5));
            each[channel] += 1;
        }
        assert!(each.iter().all(|&lines| lines == 500), "{each:?}");
    }
    for (channels, slices) in [(6, 2), (1, 3), (3, 4)] {
        let bytes = channels * slices * 4096;
        let spec = spec(&[
            ("dram.channels", channels),
            ("l2.slices", slices),
            ("l2.bytes", bytes),
            ("l2.ways", 4),
            ("dram.interleave", 256),
        ]);
        let map = Channels::new(&spec);
        let mut seen = std::collections::BTreeSet::new();
        for line in 0..channels * slices * 500 {
            let address = line * 128 + 5;
            let (channel, local) = map.place(address);
            let (slice, own) = map.slice(local);
            // blocks go to the channels in turn, then to the next slice of each
            let block = address / 256;
            assert_eq!((channel as u64, slice as u64), (block % channels, block / channels % slices));
            assert_eq!(own, block / (channels * slices) * 256 + address % 256);
            assert_eq!(map.local(slice, own), local);
            assert!(seen.insert((channel, slice, own)), "two addresses at one place");
        }
    }
    for banks in [1, 3, 8] {
        let spec = spec(&[("dram.banks", banks), ("dram.row", 256)]);
        let rows = Rows::new(&spec);
        let places: std::collections::BTreeSet<_> = (0..999).map(|row| rows.place(row * 256)).collect();
        assert_eq!(places.len(), 999);
        assert!(places.iter().all(|&(bank, _)| bank < banks as usize));
    }
}
