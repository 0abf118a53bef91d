//! Primitives of OpenTitan, and its UART.

use std::collections::VecDeque;

use heddle_command::prelude::*;

use crate::{add, source, wrapped};

/// Adds the blocks to a program.
pub fn units(heddle: Heddle) -> Heddle {
    add::<uart::Uart>(add::<arbiter::Arbiter>(add::<fifo::Fifo>(heddle)))
}

/// `prim_fifo_sync`: a queue that is not ready in reset and in the cycle after it.
mod fifo {
    use super::*;

    config! {
        /// Parameters of the FIFO.
        pub struct Config {
            /// Entries, two or more.
            depth: u32,
            /// Whether words pass through the empty queue.
            pass: u32,
        }
        four { depth: 4, pass: 1 }
        five { depth: 5, pass: 1 }
        stays { depth: 8, pass: 0 }
    }

    ports! {
        /// Inputs of a cycle.
        pub struct In |_cfg: Config, i, k| {
            reset: bool [1] late,
            clr_i: bool [1] late,
            wvalid_i: bool [1] late,
            wdata_i: u16 [16] late when i.wvalid_i,
            rready_i: bool [1] late,
        }
    }

    ports! {
        /// Outputs of a cycle.
        pub struct Out |cfg: Config, o, k| {
            wready_o: bool [1] late,
            rvalid_o: bool [1] late,
            rdata_o: u16 [16] late when o.rvalid_o,
            full_o: bool [1] late,
            depth_o: u32 [bits(cfg.depth + 1)] late,
            err_o: bool [1] late,
        }
    }

    /// The block.
    pub struct Fifo;

    impl Block for Fifo {
        const NAME: &'static str = "prim_fifo_sync";
        const SOURCE: &'static str = "OpenTitan";
        type Config = Config;
        type In = In;
        type Out = Out;
    }

    impl FromFiles for Fifo {
        fn source(cfg: &Config) -> (Source, Plan) {
            let source = source("prim_fifo_sync").parameter("Depth", cfg.depth).parameter("Pass", cfg.pass);
            (source, Plan::default())
        }
    }

    /// The words, and whether the cycle is in reset or follows one.
    #[derive(Debug, Clone)]
    pub struct State {
        words: VecDeque<u16>,
        under_reset: bool,
    }

    impl Machine for Fifo {
        type State = State;
        const RESETS: Resets = Resets::Asynchronous;

        fn reset(_: &Config) -> State {
            State { words: VecDeque::new(), under_reset: true }
        }

        fn comb(cfg: &Config, q: &State, i: &In, o: &mut Out) {
            let passes = cfg.pass == 1 && q.words.is_empty() && i.wvalid_i;
            o.full_o = q.words.len() == cfg.depth as usize;
            o.depth_o = q.words.len() as u32;
            o.wready_o = !o.full_o && !q.under_reset;
            o.rvalid_o = (!q.words.is_empty() || passes) && !q.under_reset;
            o.rdata_o = if passes { i.wdata_i } else { q.words.front().copied().unwrap_or(0) };
            o.err_o = false;
        }

        fn clock(cfg: &Config, q: &mut State, i: &In) {
            let mut o = Out::default();
            <Self as Machine>::comb(cfg, q, i, &mut o);
            if i.wvalid_i && o.wready_o {
                q.words.push_back(i.wdata_i);
            }
            if o.rvalid_o && i.rready_i {
                q.words.pop_front();
            }
            if i.clr_i {
                q.words.clear();
            }
            q.under_reset = false;
        }

        fn streams(_: &Config) -> Vec<Stream> {
            vec![
                Stream::into_block("wvalid_i", "wready_o", &["wdata_i"]),
                Stream::out_of_block("rvalid_o", "rready_i", &["rdata_o"]).unless(&["clr_i"]),
            ]
        }
    }

    bench!(Fifo, from files);
}

/// `prim_arbiter_ppc`: the next request in turn is granted; while the sink is not ready, the choice
/// stays.
mod arbiter {
    use super::*;

    const N: usize = 8;

    ports! {
        /// Inputs of a cycle.
        pub struct In |_cfg: Fixed, i, k| {
            reset: bool [1] late,
            req_i: u8 [N as u32] late,
            data_i: [u32; N] [32; N] late when i.req_i >> k & 1 == 1,
            ready_i: bool [1] late,
        }
    }

    ports! {
        /// Outputs of a cycle.
        pub struct Out |_cfg: Fixed, o, k| {
            gnt_o: u8 [N as u32] late,
            idx_o: u8 [3] late when o.valid_o,
            valid_o: bool [1] late,
            data_o: u32 [32] late when o.valid_o,
        }
    }

    /// The block.
    pub struct Arbiter;

    impl Block for Arbiter {
        const NAME: &'static str = "prim_arbiter_ppc";
        const SOURCE: &'static str = "OpenTitan";
        type Config = Fixed;
        type In = In;
        type Out = Out;
    }

    impl FromFiles for Arbiter {
        fn source(_: &Fixed) -> (Source, Plan) {
            (source("prim_arbiter_ppc"), Plan::default().map("req_chk_i", Map::Tie(1)))
        }
    }

    /// Returns the winner: the first request from `next` on, in turn.
    fn winner(next: u32, requests: u8) -> u32 {
        let later = u32::from(requests) >> next << next;
        (if later != 0 { later } else { requests.into() }).trailing_zeros()
    }

    impl Machine for Arbiter {
        /// The request from which on the next one is looked for; `N`: from the first on.
        type State = u32;
        const RESETS: Resets = Resets::Asynchronous;

        fn reset(_: &Fixed) -> u32 {
            N as u32
        }

        fn comb(_: &Fixed, q: &u32, i: &In, o: &mut Out) {
            o.valid_o = i.req_i != 0;
            if o.valid_o {
                let winner = winner(*q, i.req_i);
                (o.idx_o, o.data_o) = (winner as u8, i.data_i[winner as usize]);
                o.gnt_o = if i.ready_i { 1 << winner } else { 0 };
            } else {
                o.gnt_o = 0;
            }
        }

        fn clock(_: &Fixed, q: &mut u32, i: &In) {
            if i.req_i != 0 {
                *q = winner(*q, i.req_i) + u32::from(i.ready_i);
            }
        }
    }

    bench!(Arbiter, from files);
}

/// `uart_tx` and `uart_rx`, line to line: the bytes that are written are received, without errors.
mod uart {
    use super::*;

    config! {
        /// Parameters of the UART.
        pub struct Config {
            /// Whether there is a parity bit.
            parity: u32,
            /// Whether it is odd.
            odd: u32,
        }
        plain { parity: 0, odd: 0 }
        even { parity: 1, odd: 0 }
        odd { parity: 1, odd: 1 }
    }

    ports! {
        /// Inputs of a cycle.
        pub struct In |_cfg: Config, i, k| {
            reset: bool [1] late,
            wr_i: bool [1] late,
            data_i: u8 [8] late when i.wr_i,
        }
    }

    ports! {
        /// Outputs of a cycle.
        pub struct Out |_cfg: Config, o, k| {
            idle_o: bool [1] late,
            valid_o: bool [1] late,
            data_o: u8 [8] late when o.valid_o,
            error_o: bool [1] late when o.valid_o,
        }
    }

    /// The block.
    pub struct Uart;

    impl Block for Uart {
        const NAME: &'static str = "uart_tx";
        const SOURCE: &'static str = "OpenTitan";
        type Config = Config;
        type In = In;
        type Out = Out;
    }

    impl FromFiles for Uart {
        fn source(cfg: &Config) -> (Source, Plan) {
            let source = wrapped("uart_tx", "opentitan_uart").parameter("PARITY", cfg.parity);
            (source.parameter("ODD", cfg.odd), Plan::default())
        }
    }

    impl Untimed for Uart {
        type State = ();

        fn streams(_: &Config) -> Vec<Stream> {
            vec![
                Stream::into_block("wr_i", "idle_o", &["data_i"]).with(Rule::Both),
                Stream::out_of_block("valid_o", "1", &["data_o", "error_o"]).within(500),
            ]
        }

        fn reset(_: &Config) {}

        fn take(_: &Config, (): &mut (), _: usize, i: &In, give: &mut dyn FnMut(usize, Out)) {
            give(1, Out { data_o: i.data_i, ..Out::default() });
        }
    }

    bench!(Uart, untimed);
}
