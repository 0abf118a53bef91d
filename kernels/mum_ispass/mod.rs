//! MUM-ISPASS: DNA sequence alignment with a suffix tree in textures.

use crate::mum::tree::{self, Node};
use crate::mum::{self, Suffixes};
use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Texels of a row of the textures.
const COLUMNS: u32 = 4096;

/// Returns the place of a node's texel: the column in the lower half, the row in the upper.
fn place(node: i32) -> u32 {
    (node as u32 % COLUMNS) | ((node as u32 / COLUMNS) << 16)
}

fn make(size: &Sizes, data: &mut Buffers) {
    let length = size.count("length");
    let text = mum::make_letters(size, data, length + 1);
    let tree = tree::build(&text);
    for (texel, node) in data.u32_mut("nodes").chunks_exact_mut(4).zip(&tree) {
        texel.copy_from_slice(&[node.start as u32, node.end as u32, place(node.child[4]), place(node.link)]);
    }
    for (texel, node) in data.u32_mut("children").chunks_exact_mut(4).zip(&tree) {
        texel.copy_from_slice(&[0, 1, 2, 3].map(|letter: usize| place(node.child[letter])));
    }
}

/// Returns the node at or above which a word of the text ends, and the number of letters of its
/// edge: none at the node above if the word cannot go on from there by `next`.
fn end(tree: &[Node], word: &[u8], next: Option<&u8>) -> (i32, i32) {
    let (mut above, mut node) = (0, 0);
    while (tree[node].depth as usize) < word.len() {
        above = node;
        node = tree[node].child[usize::from(word[tree[node].depth as usize])] as usize;
    }
    let letters = word.len() as i32 - tree[above].depth;
    let stuck = next.is_some() && tree[node].depth as usize == word.len();
    (node as i32, if stuck { 0 } else { letters })
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let (length, least) = (size.count("length"), size.count("least"));
    let text = data.u8("text")[..size.count("text")].to_vec();
    let (suffixes, tree) = (Suffixes::new(&text), tree::build(&text));
    let queries = data.u8("queries").to_vec();
    let positions = queries.chunks_exact(length + 1).flat_map(|query| (0..=length - least).map(|at| &query[at..length]));
    for (rest, found) in positions.zip(data.u32_mut("matches").chunks_exact_mut(2)) {
        let matched = suffixes.longest(rest);
        if matched >= least {
            let (node, letters) = end(&tree, &rest[..matched], rest.get(matched));
            found.copy_from_slice(&[place(node), letters as u32]);
        }
    }
}

#[test]
fn words_end_on_edges_and_at_nodes() {
    // banana, with b, a, n as 0, 1, 2
    let text = [0, 1, 2, 1, 2, 1, 4];
    let tree = tree::build(&text);
    let depth = |(node, letters): (i32, i32)| (tree[node as usize].depth, letters);
    // banan, on a leaf's edge of seven letters
    assert_eq!(depth(end(&tree, &text[..5], None)), (7, 5));
    // ana ends at a node below a: its edge has two letters
    assert_eq!(depth(end(&tree, &[1, 2, 1], None)), (3, 2));
    // there is no anab
    assert_eq!(depth(end(&tree, &[1, 2, 1], Some(&0))), (3, 0));
}
