//! The queue of `docs/examples`, with a golden model in which faults can be planted.

use std::cell::Cell;
use std::collections::VecDeque;

use heddle_cli::prelude::*;

pub use crate::written::{In, Out};

pub struct Queue;

impl Block for Queue {
    const NAME: &'static str = "queue";
    const SOURCE: &'static str = "an example of the documents";
    type Config = Fixed;
    type In = In;
    type Out = Out;
}

impl FromFiles for Queue {
    fn source(_: &Fixed) -> (Source, Plan) {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples");
        (Source::new(folder, &["queue.sv"], "queue"), Plan::default())
    }
}

/// What the model does wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// Nothing.
    None,
    /// It takes the last word first.
    Order,
    /// It is full with a word less.
    Full,
    /// A word that is pushed into an empty queue is seen in the same cycle.
    Late,
    /// A pop is lost beside a push.
    Both,
    /// A reset leaves a word.
    Reset,
}

thread_local! {
    static FAULT: Cell<Fault> = const { Cell::new(Fault::None) };
}

/// Runs something with a fault in the model of this thread.
pub fn with<T>(fault: Fault, run: impl FnOnce() -> T) -> T {
    FAULT.set(fault);
    let ran = run();
    FAULT.set(Fault::None);
    ran
}

impl Machine for Queue {
    type State = VecDeque<u32>;
    const RESETS: Resets = Resets::Asynchronous;

    fn reset(_: &Fixed) -> VecDeque<u32> {
        if FAULT.get() == Fault::Reset { VecDeque::from([0]) } else { VecDeque::new() }
    }

    fn comb(_: &Fixed, q: &VecDeque<u32>, i: &In, o: &mut Out) {
        o.full_o = q.len() == if FAULT.get() == Fault::Full { 3 } else { 4 };
        o.empty_o = q.is_empty() && !(FAULT.get() == Fault::Late && i.push_i);
        o.data_o = q.front().copied().unwrap_or(i.data_i);
    }

    fn clock(_: &Fixed, q: &mut VecDeque<u32>, i: &In) {
        if i.pop_i && !(FAULT.get() == Fault::Both && i.push_i) {
            q.pop_front();
        }
        match FAULT.get() {
            Fault::Order if i.push_i => q.push_front(i.data_i),
            _ if i.push_i => q.push_back(i.data_i),
            _ => {}
        }
    }

    fn streams(_: &Fixed) -> Vec<Stream> {
        vec![
            Stream::into_block("push_i", "!full_o", &["data_i"]).with(Rule::Both),
            Stream::out_of_block("!empty_o", "pop_i", &["data_o"]).with(Rule::Both),
        ]
    }
}

bench!(Queue, from files);
