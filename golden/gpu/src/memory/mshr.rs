//! Miss status holding registers: the lines that are on their way, and who waits for each.

/// Who waits, line by line; those of one line in the order in which they came.
#[derive(Debug, Clone)]
pub(super) struct Mshrs<T> {
    lines: Vec<u64>,
    /// Beside `lines`.
    lists: Vec<List>,
    /// What the lists are made of. It grows to the most that ever waited, and no further.
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
    /// Lines on their way.
    pub fn len(&self) -> usize {
        self.lines.len()
    }
    pub fn full(&self) -> bool {
        self.lines.len() == self.limit
    }
    pub fn find(&self, line: u64) -> Option<usize> {
        self.lines.iter().position(|&other| other == line)
    }
    /// Waits for a line that is on its way; whether one more could.
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
    /// Waits for a line that is asked for now. There must be room.
    pub fn start(&mut self, line: u64, waiter: T) {
        let node = self.node(waiter);
        self.lines.push(line);
        self.lists.push(List { first: node, last: node, count: 1 });
    }
    /// A line is there: hands over who waited for it.
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
