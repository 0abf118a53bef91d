//! The constant cache: broadcast, one distinct word a cycle, hits and misses.

use crate::memory_desk::{Random, access, odd, spec};
use heddle_gpu::config::spec::Spec;
use heddle_gpu::memory::{
    Access, AccessKind, ConstantCounters, CoreLink, Hierarchy, MemorySystem, Port, ReadOnlyCache,
};
use heddle_gpu::system::clock::{Clock, Domain};

/// Cycle, token, threads.
type Served = (u64, u32, u64);

/// One core's constant cache, given each access as soon as it takes it; the last one was given in
/// the cycle that is told.
fn run(spec: &Spec, accesses: &[Access], skip: bool) -> (Vec<Served>, ReadOnlyCache, u64) {
    let clock = Clock::new(spec).unwrap();
    let (mut memory, mut cache) = (Hierarchy::new(spec), ReadOnlyCache::constants(spec, 0));
    let mut left = accesses.iter().peekable();
    let (mut served, mut wake, mut time, mut given) = (vec![], 0, 0, 0);
    while left.peek().is_some() || !cache.idle() || !memory.idle() {
        for domain in Domain::ALL {
            let Some(cycle) = clock.coincides(domain, time) else { continue };
            if domain != Domain::Core {
                if !skip || memory.next(domain, cycle) == Some(cycle) {
                    memory.tick(domain, cycle);
                }
            } else if !skip || memory.wakes(0) || wake <= cycle {
                while let Some(reply) = memory.reply(0) {
                    assert_eq!(reply.port, Port::Constant);
                    cache.reply(cycle, &reply);
                }
                cache.tick(cycle, &mut memory);
                served.extend(std::iter::from_fn(|| cache.served(cycle)).map(|it| (cycle, it.token, it.threads)));
                if cache.accepts()
                    && let Some(access) = left.next()
                {
                    cache.push(cycle, access.clone());
                    given = cycle;
                }
                let more = (cache.accepts() && left.peek().is_some()).then_some(cycle + 1);
                wake = more.into_iter().chain(cache.next(cycle)).min().unwrap_or(u64::MAX);
            }
        }
        time += 1;
        assert!(time < 10_000_000, "something is lost");
    }
    (served, cache, given)
}

#[test]
fn words_go_one_a_cycle() {
    let spec = spec(&[("core.count", 1)]);
    let latency = u64::from(spec.constant.latency);
    // the line is fetched by the first access
    for words in [1, 2, 5, 16] {
        let one = access(0, AccessKind::Load, 0x1000_0000, 0);
        let mut many = access(1, AccessKind::Load, 0x1000_0000, 0);
        *many.addresses = std::array::from_fn(|lane| 0x1000_0000 + lane as u64 % words * 4);
        let (first, ..) = run(&spec, std::slice::from_ref(&one), true);
        assert_eq!((first.len(), first[0].2), (1, 0xFFFF_FFFF));
        // again when the line is there: pushed one behind the other after those that wait for it
        let mut script = vec![one.clone(); 1];
        script.extend(vec![many; 600]);
        let (served, cache, _) = run(&spec, &script, true);
        assert_eq!(ConstantCounters::from(cache.counters()).words, 1 + 600 * words);
        assert_eq!(ConstantCounters::from(cache.counters()).misses, 1);
        let (last, before) = (served[served.len() - 1].0, served[served.len() - 1 - 64 * words as usize].0);
        assert_eq!(last - before, 64 * words, "{words} words");
        assert!(served[0].0 > latency);
    }
}

#[test]
fn hits_take_the_latency() {
    let spec = spec(&[("core.count", 1), ("constant.latency", 17)]);
    let one = |token| access(token, AccessKind::Load, 0x1000_0000 + u64::from(token) * 4, 0);
    let (served, ..) = run(&spec, &(0..16).map(one).collect::<Vec<_>>(), true);
    let miss = served[0].0;
    // those that found the line on its way came with it
    assert!(served.iter().take(8).all(|it| it.0 == miss));
    let (alone, cache, _) = run(&spec, &[one(0), one(1)], true);
    assert_eq!(ConstantCounters::from(cache.counters()).merged, 1);
    assert_eq!(alone.len(), 2);
    let far = |token: u32| access(token, AccessKind::Load, 0x1000_0000, 0);
    let many: Vec<_> = (0..600).map(far).collect();
    let (served, cache, given) = run(&spec, &many, true);
    let hit = served.iter().find(|it| it.1 == 599).unwrap().0;
    let before = served.iter().find(|it| it.1 == 598).unwrap().0;
    assert_eq!(hit - before, 1);
    // looked up in the cycle after it came
    assert_eq!(hit - given, 1 + 17);
    assert_eq!(ConstantCounters::from(cache.counters()).hits + ConstantCounters::from(cache.counters()).merged, 599);
}

#[test]
fn every_thread_is_served_once_and_skipping_changes_nothing() {
    for spec in &odd() {
        for seed in 0..4 {
            let mut random = Random(seed);
            let mut next = |token| {
                let mut it = access(token, AccessKind::Load, 0, 0);
                let words = 1 + random.below(32);
                *it.addresses = std::array::from_fn(|_| 0x1000_0000 + random.below(words) * 68);
                it.threads = random.next() & 0xFFFF_FFFF;
                it
            };
            let script: Vec<_> = (0..50).map(&mut next).collect();
            let (with, a, _) = run(spec, &script, true);
            let (without, b, _) = run(spec, &script, false);
            assert_eq!(with, without);
            assert_eq!(a.counters(), b.counters());
            for access in &script {
                let mine = with.iter().filter(|it| it.1 == access.token);
                let threads = mine.fold(0, |all, it| {
                    assert_eq!(all & it.2, 0, "served twice");
                    all | it.2
                });
                assert_eq!(threads, access.threads);
            }
        }
    }
}
