//! Blocks of PULP's common_cells.

use std::collections::VecDeque;

use heddle_command::prelude::*;

use crate::{add, source};

/// Adds the blocks to a program.
pub fn units(heddle: Heddle) -> Heddle {
    let heddle = add::<register::Block>(add::<spill::Block>(add::<fifo::Block>(heddle)));
    let heddle = add::<popcount::Block>(add::<lzc::Block>(add::<through::Block>(heddle)));
    add::<onehot::Block>(add::<gray::Block>(heddle))
}

/// Declares a block: its name, its configuration and its ports.
macro_rules! block {
    ($name:literal, $config:ty) => {
        /// The block.
        pub struct Block;

        impl heddle_command::prelude::Block for Block {
            const NAME: &'static str = $name;
            const SOURCE: &'static str = "PULP common_cells";
            type Config = $config;
            type In = In;
            type Out = Out;
        }
    };
}

/// `cc_fifo`: a queue of any depth; with `through`, a word that comes into the empty queue is seen
/// at once.
mod fifo {
    use super::*;

    config! {
        /// Parameters of the FIFO.
        pub struct Config {
            /// Entries.
            depth: u32,
            /// Whether words fall through the empty queue.
            through: u32,
        }
        eight { depth: 8, through: 0 }
        five { depth: 5, through: 0 }
        through { depth: 4, through: 1 }
    }

    ports! {
        /// Inputs of a cycle.
        pub struct In |_cfg: Config, i, k| {
            reset: bool [1] late,
            clr_i: bool [1] late,
            flush_i: bool [1] late,
            data_i: u32 [32] late when i.push_i,
            push_i: bool [1] late,
            pop_i: bool [1] late,
        }
    }

    ports! {
        /// Outputs of a cycle.
        pub struct Out |cfg: Config, o, k| {
            full_o: bool [1] late,
            empty_o: bool [1] late,
            usage_o: u32 [bits(cfg.depth + 1)] late,
            data_o: u32 [32] late when !o.empty_o,
        }
    }

    block!("cc_fifo", Config);

    impl FromFiles for Block {
        fn source(cfg: &Config) -> (Source, Plan) {
            let source = source("cc_fifo").parameter("Depth", cfg.depth);
            (source.parameter("FallThrough", cfg.through), Plan::default())
        }
    }

    impl Machine for Block {
        type State = VecDeque<u32>;
        const RESETS: Resets = Resets::Asynchronous;

        fn reset(_: &Config) -> Self::State {
            VecDeque::new()
        }

        fn comb(cfg: &Config, q: &Self::State, i: &In, o: &mut Out) {
            let passes = cfg.through == 1 && q.is_empty() && i.push_i;
            o.full_o = q.len() == cfg.depth as usize;
            o.empty_o = q.is_empty() && !passes;
            o.usage_o = q.len() as u32;
            o.data_o = if passes { i.data_i } else { q.front().copied().unwrap_or(0) };
        }

        fn clock(_: &Config, q: &mut Self::State, i: &In) {
            if i.push_i {
                q.push_back(i.data_i);
            }
            if i.pop_i {
                q.pop_front();
            }
            if i.clr_i || i.flush_i {
                q.clear();
            }
        }

        fn streams(_: &Config) -> Vec<Stream> {
            vec![
                Stream::into_block("push_i", "!full_o", &["data_i"]).with(Rule::Both),
                Stream::out_of_block("!empty_o", "pop_i", &["data_o"]).with(Rule::Both).unless(&["clr_i", "flush_i"]),
            ]
        }
    }

    bench!(Block, from files);
}

/// Declares a register of a stream of one bit, with these registers: `accepts` and `shows` are its
/// ready and its output in a state, `next` its state after an edge.
macro_rules! stream_register {
    ($module:ident, $name:literal, $state:ty, $accepts:expr, $shows:expr, $next:expr) => {
        mod $module {
            use super::*;

            ports! {
                /// Inputs of a cycle.
                pub struct In |_cfg: Fixed, i, k| {
                    reset: bool [1] late,
                    clr_i: bool [1] late,
                    valid_i: bool [1] late,
                    data_i: bool [1] late when i.valid_i,
                    ready_i: bool [1] late,
                }
            }

            ports! {
                /// Outputs of a cycle.
                pub struct Out |_cfg: Fixed, o, k| {
                    ready_o: bool [1] late,
                    valid_o: bool [1] late,
                    data_o: bool [1] late when o.valid_o,
                }
            }

            block!($name, Fixed);

            impl FromFiles for Block {
                fn source(_: &Fixed) -> (Source, Plan) {
                    (source($name), Plan::default())
                }
            }

            impl Machine for Block {
                type State = $state;
                const RESETS: Resets = Resets::Asynchronous;

                fn reset(_: &Fixed) -> $state {
                    Default::default()
                }

                fn comb(_: &Fixed, q: &$state, i: &In, o: &mut Out) {
                    let accepts: fn(&$state, &In) -> bool = $accepts;
                    let shows: fn(&$state, &In) -> Option<bool> = $shows;
                    o.ready_o = accepts(q, i);
                    o.valid_o = shows(q, i).is_some();
                    o.data_o = shows(q, i).unwrap_or(false);
                }

                fn clock(_: &Fixed, q: &mut $state, i: &In) {
                    let accepts: fn(&$state, &In) -> bool = $accepts;
                    let next: fn($state, Option<bool>, bool) -> $state = $next;
                    let taken = (i.valid_i && accepts(q, i)).then_some(i.data_i);
                    *q = if i.clr_i { Default::default() } else { next(*q, taken, i.ready_i) };
                }

                // a clear comes without regard to offers
                fn streams(_: &Fixed) -> Vec<Stream> {
                    vec![
                        Stream::into_block("valid_i", "ready_o", &["data_i"]),
                        Stream::out_of_block("valid_o", "ready_i", &["data_o"]).unless(&["clr_i"]),
                    ]
                }
            }

            bench!(Block, from files);
        }
    };
}

// a register: a word goes in where the one before goes out
stream_register!(
    register,
    "cc_stream_register",
    Option<bool>,
    |q, i| q.is_none() || i.ready_i,
    |q, _| *q,
    |q, taken, ready| if q.is_none() || ready { taken } else { q }
);

// a register that words pass by while they are taken at once
stream_register!(
    through,
    "cc_fall_through_register",
    Option<bool>,
    |q, _| q.is_none(),
    |q, i| q.or(i.valid_i.then_some(i.data_i)),
    |q, taken, ready| if ready { None } else { q.or(taken) }
);

// two registers, so that no input is seen at an output of the same cycle: the second is the older
stream_register!(
    spill,
    "cc_spill_register",
    [Option<bool>; 2],
    |q, _| q[0].is_none() || q[1].is_none(),
    |q, _| q[1].or(q[0]),
    |[young, old], taken, ready| {
        let moves = young.is_some() && old.is_none();
        let next = if taken.is_some() || moves { taken } else { young };
        [
            next,
            if moves && !ready {
                young
            } else if ready {
                None
            } else {
                old
            },
        ]
    }
);

/// Declares a block without a clock: a function of one word, of which `legal` leaves what the block
/// allows.
macro_rules! function {
    (
        $module:ident, $name:literal, $parameter:literal, $in:ident, $legal:expr,
        { $($out:ident: $width:expr),+ }, $cfg:ident, $word:ident => $($value:expr),+
    ) => {
        mod $module {
            use super::*;

            /// Returns what of a word is allowed.
            const LEGAL: fn(u64) -> u64 = $legal;

            config! {
                /// Parameters of the function.
                pub struct Config {
                    /// Bits of its input.
                    width: u32,
                }
                eight { width: 8 }
                five { width: 5 }
                sixty { width: 60 }
            }

            ports! {
                /// Inputs of a cycle.
                pub struct In |cfg: Config, i, k| {
                    reset: bool [1] late,
                    $in: u64 [cfg.width] late,
                }
            }

            ports! {
                /// Outputs of a cycle.
                pub struct Out |$cfg: Config, o, k| {
                    $($out: u64 [$width] late,)+
                }
            }

            block!($name, Config);

            impl FromFiles for Block {
                fn source(cfg: &Config) -> (Source, Plan) {
                    (source($name).parameter($parameter, cfg.width), Plan::default())
                }
            }

            #[allow(unused_variables)]
            impl Machine for Block {
                type State = ();

                fn reset(_: &Config) {}

                fn comb($cfg: &Config, (): &(), i: &In, o: &mut Out) {
                    let $word = i.$in;
                    ($(o.$out,)+) = ($($value,)+);
                }

                fn clock(_: &Config, (): &mut (), _: &In) {}

                fn legal(_: &Config, (): &(), i: &In) -> Result<(), Illegal> {
                    let holds = LEGAL(i.$in) == i.$in;
                    if holds { Ok(()) } else { Err(Illegal { port: stringify!($in), reason: "it is not allowed".into() }) }
                }

                fn repair(_: &Config, (): &(), i: &mut In) {
                    i.$in = LEGAL(i.$in);
                }
            }

            bench!(Block, from files);
        }
    };
}

// the leading zeros of a word; of zero, one less than its bits
function!(lzc, "cc_lzc", "Width", in_i, |word| word, { cnt_o: bits(cfg.width), empty_o: 1 }, cfg, word =>
    u64::from((word.leading_zeros() - (64 - cfg.width)).min(cfg.width - 1)), u64::from(word == 0));

function!(popcount, "cc_popcount", "InputWidth", data_i, |word| word, { popcount_o: bits(cfg.width + 1) }, cfg, word =>
    u64::from(word.count_ones()));

function!(gray, "cc_binary_to_gray", "Width", a_i, |word| word, { z_o: cfg.width }, cfg, word => word ^ word >> 1);

// the number of the bit that is set, or 0
function!(onehot, "cc_onehot_to_bin", "OnehotWidth", onehot_i, |word| word & word.wrapping_neg(),
    { bin_o: bits(cfg.width) }, cfg, word => u64::from(word.trailing_zeros() % 64));
