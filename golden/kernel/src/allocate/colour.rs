use super::interference::{Class, Interference};
use crate::program::Function;

/// Colours the registers of one file: returns the first word of each register (0 for other files')
/// and the words used. Greedy, in several orders; the fewest words win.
pub fn colour(function: &Function, graph: &Interference, class: Class) -> (Vec<u32>, u32) {
    let words: Vec<u32> = function.registers.iter().map(|r| r.ty.words().max(1)).collect();
    let members: Vec<u32> = (0..words.len() as u32).filter(|&r| graph.class(r as usize) == class).collect();
    let last = smallest_last(graph, &words, &members);
    // wide registers first leave no odd words between them
    let mut wide = last.clone();
    wide.sort_by_key(|&r| std::cmp::Reverse(words[r as usize]));
    let mut text = members;
    text.sort_by_key(|&r| graph.first_write(r as usize));
    let tries = [last, text, wide].map(|order| greedy(graph, &words, &order));
    tries.into_iter().min_by_key(|&(_, total)| total).expect("there are some")
}

/// Returns the registers in Matula's order: the one with the fewest neighbours (in words) is
/// removed again and again. Registers are coloured in the reverse of their removal.
fn smallest_last(graph: &Interference, words: &[u32], members: &[u32]) -> Vec<u32> {
    let mut degree = vec![0; words.len()];
    let mut buckets: Vec<Vec<u32>> = Vec::new();
    let put = |buckets: &mut Vec<Vec<u32>>, r: u32, at: usize| {
        buckets.resize_with(buckets.len().max(at + 1), Vec::new);
        buckets[at].push(r);
    };
    for &r in members {
        degree[r as usize] = graph.neighbours(r as usize).iter().map(|&n| words[n as usize] as usize).sum();
        put(&mut buckets, r, degree[r as usize]);
    }
    let mut gone = vec![false; words.len()];
    let mut order = Vec::with_capacity(members.len());
    let mut at = 0;
    while at < buckets.len() {
        let Some(r) = buckets[at].pop() else {
            at += 1;
            continue;
        };
        // an entry of a register that has moved down since is stale
        if gone[r as usize] || degree[r as usize] != at {
            continue;
        }
        gone[r as usize] = true;
        order.push(r);
        for &n in graph.neighbours(r as usize).iter().filter(|&&n| !gone[n as usize]) {
            degree[n as usize] -= words[r as usize] as usize;
            put(&mut buckets, n, degree[n as usize]);
            at = at.min(degree[n as usize]);
        }
    }
    order.reverse();
    order
}

/// Assigns each register, in the given order, the lowest aligned words that no neighbour has;
/// returns the places and the words used.
fn greedy(graph: &Interference, words: &[u32], order: &[u32]) -> (Vec<u32>, u32) {
    let mut place = vec![0; words.len()];
    let mut placed = vec![false; words.len()];
    // the register for which a word was last found taken, plus one
    let mut taken: Vec<u32> = Vec::new();
    let mut total = 0;
    for &r in order {
        let (own, mark) = (words[r as usize] as usize, r + 1);
        for &n in graph.neighbours(r as usize).iter().filter(|&&n| placed[n as usize]) {
            let at = place[n as usize] as usize;
            taken[at..at + words[n as usize] as usize].fill(mark);
        }
        let free = |at: usize| taken.iter().skip(at).take(own).all(|&t| t != mark);
        let at = (0..).step_by(own).find(|&at| free(at)).expect("words behind the last are free");
        taken.resize(taken.len().max(at + own), 0);
        (place[r as usize], placed[r as usize]) = (at as u32, true);
        total = total.max(at + own);
    }
    (place, total as u32)
}
