//! Miss status holding registers: the outstanding lines, and the accesses that wait for each.

/// Outstanding lines and their waiters, those of each line in the order of their arrival.
#[derive(Debug, Clone)]
pub(super) struct Mshrs<T> {
    lines: Vec<u64>,
    /// The waiters of each line, in the order of `lines`.
    lists: Vec<List>,
    /// Nodes of the lists, with the next node of each. There are as many as accesses ever waited at
    /// once.
    nodes: Vec<(T, u32)>,
    free: Vec<u32>,
    limit: usize,
    merges: u32,
}

#[derive(Debug, Clone, Copy)]
struct List {
    first: u32,
    last: u32,
    count: u32,
}

impl<T: Copy> Mshrs<T> {
    pub fn new(limit: u32, merges: u32) -> Mshrs<T> {
        let room = limit as usize;
        let (lines, lists) = (Vec::with_capacity(room), Vec::with_capacity(room));
        Mshrs { lines, lists, nodes: vec![], free: vec![], limit: room, merges }
    }
    /// Number of outstanding lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }
    pub fn full(&self) -> bool {
        self.lines.len() == self.limit
    }
    pub fn find(&self, line: u64) -> Option<usize> {
        self.lines.iter().position(|&other| other == line)
    }
    /// Adds a waiter to an outstanding line; returns whether its MSHR had room.
    pub fn join(&mut self, at: usize, waiter: T) -> bool {
        if self.lists[at].count == self.merges {
            return false;
        }
        let node = self.node(waiter);
        let list = &mut self.lists[at];
        self.nodes[list.last as usize].1 = node;
        *list = List { last: node, count: list.count + 1, ..*list };
        true
    }
    /// Allocates an MSHR for a line that is requested now, and adds the first waiter. An MSHR must
    /// be free.
    pub fn start(&mut self, line: u64, waiter: T) {
        let node = self.node(waiter);
        self.lines.push(line);
        self.lists.push(List { first: node, last: node, count: 1 });
    }
    /// Frees the MSHR of a line that has arrived, and appends its waiters to `waited`.
    pub fn end(&mut self, line: u64, waited: &mut Vec<T>) {
        let Some(at) = self.find(line) else { return };
        self.lines.swap_remove(at);
        let list = self.lists.swap_remove(at);
        let mut node = list.first;
        for _ in 0..list.count {
            let (waiter, next) = self.nodes[node as usize];
            waited.push(waiter);
            self.free.push(node);
            node = next;
        }
    }
    fn node(&mut self, waiter: T) -> u32 {
        match self.free.pop() {
            Some(node) => {
                self.nodes[node as usize].0 = waiter;
                node
            }
            None => {
                self.nodes.push((waiter, 0));
                self.nodes.len() as u32 - 1
            }
        }
    }
}
