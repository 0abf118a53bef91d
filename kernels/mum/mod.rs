//! MUM: DNA sequence alignment with a suffix tree.

pub(crate) mod tree;

use heddle_golden::Chance;

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// The letter that ends the text.
const END: u8 = 4;

/// Makes the text and the queries, of which each begins `stride` letters after the one before and
/// is followed by ends; returns the text.
pub(crate) fn make_letters(size: &Sizes, data: &mut Buffers, stride: usize) -> Vec<u8> {
    let mut chance = Chance(41);
    let n = size.count("text") - 1;
    let text = &mut data.u8_mut("text")[..=n];
    text.iter_mut().for_each(|letter| *letter = chance.below(4) as u8);
    text[n] = END;
    // a genome repeats itself
    for _ in 0..n / 100 {
        let (from, to) = (chance.below(n as u32 - 60) as usize, chance.below(n as u32 - 60) as usize);
        text.copy_within(from..from + 40, to);
    }
    let text = text.to_vec();
    for query in data.u8_mut("queries").chunks_exact_mut(stride) {
        let (query, rest) = query.split_at_mut(size.count("length"));
        rest.fill(END);
        let from = chance.below((n - query.len()) as u32) as usize;
        query.copy_from_slice(&text[from..from + query.len()]);
        // most are pieces of the text, some have a letter that is read wrongly, some come from
        // elsewhere
        match chance.below(10) {
            0 => query.iter_mut().for_each(|letter| *letter = chance.below(4) as u8),
            1..4 => query[chance.below(query.len() as u32) as usize] = chance.below(4) as u8,
            _ => {}
        }
    }
    text
}

fn make(size: &Sizes, data: &mut Buffers) {
    let text = make_letters(size, data, size.count("length"));
    let words = tree::build(&text).into_iter().flat_map(|node| node.words());
    data.s32_mut("tree").iter_mut().zip(words).for_each(|(held, word)| *held = word);
}

/// All suffixes of a text in alphabetical order.
pub(crate) struct Suffixes<'a> {
    text: &'a [u8],
    order: Vec<usize>,
}

impl<'a> Suffixes<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        let mut order: Vec<usize> = (0..text.len()).collect();
        order.sort_by_key(|&from| &text[from..]);
        Suffixes { text, order }
    }

    /// The length of the longest prefix of a word that occurs in the text.
    pub(crate) fn longest(&self, word: &[u8]) -> usize {
        let at = self.order.partition_point(|&from| self.text[from..] < *word);
        let common = |&from: &usize| self.text[from..].iter().zip(word).take_while(|(a, b)| a == b).count();
        // the longest match stands beside the word's own place
        self.order[at.saturating_sub(1)..(at + 1).min(self.order.len())].iter().map(common).max().unwrap_or(0)
    }

    /// The places at which the text has a word.
    fn places(&self, word: &[u8]) -> &[usize] {
        let begins = |from: usize| &self.text[from..(from + word.len()).min(self.text.len())];
        let low = self.order.partition_point(|&from| begins(from) < word);
        let high = self.order.partition_point(|&from| begins(from) <= word);
        &self.order[low..high]
    }
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let (length, least) = (size.count("length"), size.count("least"));
    let positions = length - least + 1;
    let text = data.u8("text").to_vec();
    let queries = data.u8("queries").to_vec();
    let suffixes = Suffixes::new(&text);
    for (id, query) in queries.chunks_exact(length).enumerate() {
        for from in 0..positions {
            let matched = suffixes.longest(&query[from..]);
            data.s32_mut("lengths")[id * positions + from] = matched as i32;
            if matched < least {
                continue;
            }
            let left = from.checked_sub(1).map(|left| query[left]);
            let places = suffixes.places(&query[from..from + matched]).iter();
            let maximal = places.filter(|&&place| place == 0 || Some(text[place - 1]) != left);
            data.s32_mut("places")[id * positions + from] = maximal.clone().count() as i32;
            data.s32_mut("first")[id * positions + from] = maximal.min().map_or(-1, |&place| place as i32);
        }
    }
}

#[test]
fn words_are_found_wherever_they_are() {
    // 0 1 2 1 2 1 is banana
    let suffixes = Suffixes::new(&[0, 1, 2, 1, 2, 1, END]);
    assert_eq!(suffixes.longest(&[2, 1, 2, 3]), 3);
    assert_eq!(suffixes.longest(&[3, 3]), 0);
    assert_eq!(suffixes.longest(&[1, 2, 0]), 2);
    let mut places = suffixes.places(&[1, 2]).to_vec();
    places.sort();
    assert_eq!(places, [1, 3]);
    assert_eq!(suffixes.places(&[2, 2]), [0usize; 0]);
}
