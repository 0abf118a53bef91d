//! The queue of `docs/examples`, with golden models that are right, or wrong in one way.

use std::collections::VecDeque;

use heddle_command::prelude::*;

pub use crate::written::{In, Out};

/// What a model does wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    None,
    Order,
    Full,
    Late,
    Both,
    Reset,
}

/// Declares queues whose models have these faults.
macro_rules! queues {
    ($($(#[$outer:meta])* $name:ident $fault:ident),* $(,)?) => {$(
        $(#[$outer])*
        pub struct $name;

        impl Block for $name {
            const NAME: &'static str = "queue";
            const SOURCE: &'static str = "an example of the documents";
            type Config = Fixed;
            type In = In;
            type Out = Out;
        }

        impl FromFiles for $name {
            fn source(_: &Fixed) -> (Source, Plan) {
                let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples");
                (Source::new(folder, &["queue.sv"], "queue"), Plan::default())
            }
        }

        impl Machine for $name {
            type State = VecDeque<u32>;
            const RESETS: Resets = Resets::Asynchronous;

            fn reset(_: &Fixed) -> VecDeque<u32> {
                if Fault::$fault == Fault::Reset { VecDeque::from([0]) } else { VecDeque::new() }
            }

            fn comb(_: &Fixed, q: &VecDeque<u32>, i: &In, o: &mut Out) {
                o.full_o = q.len() == if Fault::$fault == Fault::Full { 3 } else { 4 };
                o.empty_o = q.is_empty() && !(Fault::$fault == Fault::Late && i.push_i);
                o.data_o = q.front().copied().unwrap_or(i.data_i);
            }

            fn clock(_: &Fixed, q: &mut VecDeque<u32>, i: &In) {
                if i.pop_i && !(Fault::$fault == Fault::Both && i.push_i) {
                    q.pop_front();
                }
                match Fault::$fault {
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

        bench!($name, from files);
    )*};
}

queues! {
    /// It does nothing wrong.
    Queue None,
    /// It takes the last word first.
    Unordered Order,
    /// It is full with a word less.
    Small Full,
    /// A word that is pushed into an empty queue is seen in the same cycle.
    Early Late,
    /// A pop is lost beside a push.
    Lossy Both,
    /// A reset leaves a word.
    Unreset Reset,
}
