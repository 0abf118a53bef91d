//! A suffix tree, built suffix by suffix: texts are random enough that the tree is shallow.

/// Number of letters: four, and the end of the text.
const LETTERS: usize = 5;

/// A node: a letter's child or 0, the node above, the node of the same letters without the first,
/// the letters of the edge to it in the text, and the number of letters from the root.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Node {
    pub(crate) child: [i32; LETTERS],
    parent: i32,
    pub(crate) link: i32,
    pub(crate) start: i32,
    pub(crate) end: i32,
    pub(crate) depth: i32,
}

/// Number of words of a node.
pub(crate) const WORDS: usize = LETTERS + 5;

impl Node {
    pub(crate) fn words(&self) -> [i32; WORDS] {
        let mut words = [0; WORDS];
        words[..LETTERS].copy_from_slice(&self.child);
        words[LETTERS..].copy_from_slice(&[self.parent, self.link, self.start, self.end, self.depth]);
        words
    }
}

/// Builds the suffix tree of a text that ends in a letter of its own; the root is node 0.
pub(crate) fn build(text: &[u8]) -> Vec<Node> {
    let mut tree = vec![Node::default()];
    for from in 0..text.len() {
        insert(&mut tree, text, from);
    }
    link(&mut tree, text);
    tree
}

fn insert(tree: &mut Vec<Node>, text: &[u8], from: usize) {
    let mut node = 0;
    loop {
        let at = from + tree[node].depth as usize;
        let letter = text[at] as usize;
        let next = tree[node].child[letter] as usize;
        if next == 0 {
            tree[node].child[letter] = tree.len() as i32;
            let (start, end, depth) = (at as i32, text.len() as i32, (text.len() - from) as i32);
            tree.push(Node { parent: node as i32, start, end, depth, ..Node::default() });
            return;
        }
        let edge = &text[tree[next].start as usize..tree[next].end as usize];
        let same = edge.iter().zip(&text[at..]).take_while(|(a, b)| a == b).count();
        node = if same == edge.len() { next } else { split(tree, text, next, same) };
    }
}

/// Inserts a node into the edge above `below`, after `letters` letters of the edge; returns the
/// node.
fn split(tree: &mut Vec<Node>, text: &[u8], below: usize, letters: usize) -> usize {
    let middle = tree.len();
    let Node { parent, start, .. } = tree[below];
    let end = start + letters as i32;
    let depth = tree[parent as usize].depth + letters as i32;
    let mut node = Node { parent, start, end, depth, ..Node::default() };
    node.child[text[end as usize] as usize] = below as i32;
    tree.push(node);
    tree[parent as usize].child[text[start as usize] as usize] = middle as i32;
    tree[below].parent = middle as i32;
    tree[below].start = end;
    middle
}

/// Sets the suffix links of inner nodes: from the parent's link down the edge's letters. Parents
/// come before their children.
fn link(tree: &mut [Node], text: &[u8]) {
    let mut queue: Vec<usize> = vec![0];
    while let Some(node) = queue.pop() {
        let inner = |n: usize| tree[n].child.iter().any(|&c| c != 0);
        queue.extend(tree[node].child.iter().map(|&c| c as usize).filter(|&c| c != 0 && inner(c)));
        if node == 0 {
            continue;
        }
        let Node { parent, start, end, depth, .. } = tree[node];
        let skip = i32::from(parent == 0);
        let edge = &text[(start + skip) as usize..end as usize];
        let mut to = tree[parent as usize].link as usize;
        while tree[to].depth < depth - 1 {
            let left = (depth - 1 - tree[to].depth) as usize;
            to = tree[to].child[edge[edge.len() - left] as usize] as usize;
        }
        tree[node].link = to as i32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The letters from the root to a node.
    fn letters(tree: &[Node], text: &[u8], node: usize) -> Vec<u8> {
        if node == 0 {
            return vec![];
        }
        let Node { parent, start, end, .. } = tree[node];
        [letters(tree, text, parent as usize), text[start as usize..end as usize].to_vec()].concat()
    }

    #[test]
    fn banana() {
        // with b, a, n as 0, 1, 2
        let text = [0, 1, 2, 1, 2, 1, 4];
        let tree = build(&text);
        // seven suffixes; a, ana and na branch; the root
        assert_eq!(tree.len(), 11);
        let mut suffixes = 0;
        for node in 1..tree.len() {
            let own = letters(&tree, &text, node);
            assert_eq!(own.len(), tree[node].depth as usize);
            if tree[node].end == 7 {
                assert!(text.ends_with(&own));
                suffixes += 1;
            } else {
                assert_eq!(letters(&tree, &text, tree[node].link as usize), own[1..]);
            }
        }
        assert_eq!(suffixes, 7);
    }
}
