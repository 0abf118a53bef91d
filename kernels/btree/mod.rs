//! BTREE: searches in a B+ tree, in which record k has the key 3k.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

const APART: i32 = 3;

fn make(sizes: &Sizes, data: &mut Buffers) {
    let (records, order) = (sizes.count("records"), sizes.count("order"));
    // what the nodes of a level have as children: their first keys and numbers, from the records up
    // to the root
    let mut levels = vec![(0..records as i32).map(|k| (APART * k, k)).collect::<Vec<_>>()];
    for _ in 0..sizes.count("height") {
        let below = levels.last().expect("the records");
        let above = below.chunks(order).enumerate().map(|(k, node)| (node[0].0, k as i32)).collect();
        levels.push(above);
    }
    // nodes are numbered from the root; until here they were by level
    let (mut keys, mut children, mut number) = (Vec::new(), Vec::new(), 0);
    for (depth, level) in levels.iter().rev().enumerate() {
        let nodes = level.chunks(order);
        number += nodes.len() as i32;
        let first = if depth + 1 < levels.len() { number } else { 0 };
        for node in nodes {
            keys.extend(node.iter().map(|child| child.0).chain(std::iter::repeat_n(i32::MAX, order + 1 - node.len())));
            children.extend(node.iter().map(|child| first + child.1).chain(std::iter::repeat_n(0, order - node.len())));
        }
    }
    data.s32_mut("keys").copy_from_slice(&keys);
    data.s32_mut("children").copy_from_slice(&children);
    for query in 0..sizes.count("queries") {
        let start = query * 7919 % (records - 100);
        data.s32_mut("starts")[query] = APART * start as i32;
        data.s32_mut("ends")[query] = APART * (start + 1 + query % 90) as i32;
    }
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let records = data.s32("records").to_vec();
    for i in 0..sizes.count("queries") {
        let query = data.s32("queries")[i];
        data.s32_mut("answers")[i] = if query % APART == 0 { records[(query / APART) as usize] } else { -1 };
        let (start, end) = (data.s32("starts")[i], data.s32("ends")[i]);
        data.s32_mut("first")[i] = start / APART;
        data.s32_mut("length")[i] = (end - start) / APART + 1;
    }
}
