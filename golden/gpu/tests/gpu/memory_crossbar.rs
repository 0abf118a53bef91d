//! Tests of the crossbar: its bandwidth, its arbitration, its back-pressure, and that no packet is
//! lost.

use crate::memory_desk::Random;
use heddle_gpu::memory::crossbar::{Crossbar, Room, Traffic};

fn room(source: usize, destination: usize) -> Room {
    Room { source, destination }
}

#[test]
fn a_packet_alone() {
    for flits in [1, 2, 5] {
        for latency in [1, 2, 9] {
            let mut crossbar = Crossbar::new(3, 3, room(1, 1), latency);
            crossbar.push(2, 1, flits, 'a');
            let there = (10..).find(|&now| {
                crossbar.tick(now);
                crossbar.front(1).is_some()
            });
            // its last flit leaves in cycle 10 + flits - 1
            assert_eq!(there, Some(10 + flits - 1 + latency));
            assert_eq!(crossbar.pop(1), Some('a'));
            assert!(crossbar.idle());
        }
    }
}

#[test]
fn sources_take_turns() {
    for (sources, flits) in [(1, 1), (3, 1), (30, 1), (7, 5), (70, 3)] {
        let mut crossbar = Crossbar::new(sources, 2, room(2, 4), 5);
        let mut came = vec![];
        for now in 0..sources as u64 * flits * 20 {
            for source in 0..sources {
                if crossbar.accepts(source) {
                    crossbar.push(source, 1, flits, source);
                }
            }
            crossbar.tick(now);
            came.extend(crossbar.pop(1));
        }
        // all of the bandwidth is used, and each has the same share in the same order
        assert!(came.len() as u64 >= sources as u64 * 20 - 5 - 1, "{}", came.len());
        assert!(came.iter().enumerate().all(|(number, &source)| source == number % sources));
    }
}

#[test]
fn ports_do_not_share() {
    // a permutation goes through at full speed
    let ports = 9;
    let mut crossbar = Crossbar::new(ports, ports, room(4, 1), 3);
    let mut came = vec![0; ports];
    for now in 0..1000 {
        for source in 0..ports {
            if crossbar.accepts(source) {
                crossbar.push(source, (source + 4) % ports, 2, source);
            }
        }
        crossbar.tick(now);
        for (port, count) in came.iter_mut().enumerate() {
            *count += u64::from(crossbar.pop(port).is_some());
        }
    }
    assert!(came.iter().all(|&count| count >= 498), "{came:?}");
}

#[test]
fn a_full_destination_presses_back() {
    let (latency, capacity) = (4, 2);
    let mut crossbar = Crossbar::new(1, 2, room(3, capacity), latency);
    let mut sent = 0;
    for now in 0..200 {
        while crossbar.accepts(0) {
            crossbar.push(0, 0, 1, sent);
            sent += 1;
        }
        crossbar.tick(now);
    }
    // the queue there, a wire full of packets, the queue here
    assert_eq!(sent, capacity + latency as usize + 3);
    // others are not let by: there is one queue at a source
    let mut came = vec![];
    for now in 200..300 {
        came.extend(crossbar.pop(0));
        crossbar.tick(now);
    }
    assert_eq!(came, (0..sent).collect::<Vec<_>>());
    assert!(crossbar.traffic().held > 0);
}

/// A packet taken: the cycle, the destination, its number.
type Taken = (u64, usize, u32);
/// A packet sent: from where, to where, its number.
type Sent = (usize, usize, u32);

/// Random traffic from and to everybody, taken at random times.
fn run(seed: u64, skip: bool) -> (Vec<Taken>, Vec<Sent>, Traffic) {
    let mut random = Random(seed);
    let (sources, destinations) = (1 + random.below(9) as usize, 1 + random.below(9) as usize);
    let room = room(1 + random.below(3) as usize, 1 + random.below(3) as usize);
    let mut crossbar = Crossbar::new(sources, destinations, room, 1 + random.below(12));
    let (mut sent, mut came, mut number) = (vec![], vec![], 0u32);
    let quiet = 3000;
    for now in 0..quiet + 4000 {
        if !skip || crossbar.next(now) == Some(now) {
            crossbar.tick(now);
        }
        for port in 0..destinations {
            if random.chance(3) || now >= quiet {
                came.extend(crossbar.pop(port).map(|what| (now, port, what)));
            }
        }
        for source in 0..sources {
            // there are pauses
            let (wants, to, flits) =
                (now % 500 < 300 && random.chance(4), random.below(destinations as u64), random.below(5));
            if wants && now < quiet && crossbar.accepts(source) {
                crossbar.push(source, to as usize, 1 + flits, number);
                sent.push((source, to as usize, number));
                number += 1;
            }
        }
    }
    assert!(crossbar.idle());
    (came, sent, crossbar.traffic())
}

#[test]
fn nothing_is_lost_or_passed() {
    for seed in 0..60 {
        let (came, sent, traffic) = run(seed, true);
        assert_eq!(came.len(), sent.len());
        assert_eq!(traffic.packets as usize, sent.len());
        let mut numbers: Vec<u32> = came.iter().map(|it| it.2).collect();
        numbers.sort_unstable();
        assert!(numbers.iter().enumerate().all(|(at, &number)| at == number as usize));
        for &(_, port, number) in &came {
            assert_eq!(sent[number as usize].1, port);
        }
        // from one source to one destination in order
        let mut last = std::collections::BTreeMap::new();
        for &(_, port, number) in &came {
            let before = last.insert((sent[number as usize].0, port), number);
            assert!(before.is_none_or(|before| before < number), "seed {seed}");
        }
    }
}

#[test]
fn skipping_changes_nothing() {
    for seed in 100..160 {
        assert_eq!(run(seed, true), run(seed, false), "seed {seed}");
    }
}
