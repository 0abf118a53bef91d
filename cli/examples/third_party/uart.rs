//! verilog-uart: bytes of AXI streams through a line.

use heddle_command::prelude::*;

use crate::{add, wrapped};

/// Adds the block to a program.
pub fn units(heddle: Heddle) -> Heddle {
    add::<Uart>(heddle)
}

config! {
    /// Parameters of the UART.
    pub struct Config {
        /// Eighths of a bit, in cycles.
        prescale: u32,
    }
    one { prescale: 1 }
    three { prescale: 3 }
}

ports! {
    /// Inputs of a cycle.
    pub struct In |_cfg: Config, i, k| {
        reset: bool [1] late,
        s_axis_tdata: u8 [8] late when i.s_axis_tvalid,
        s_axis_tvalid: bool [1] late,
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out |_cfg: Config, o, k| {
        s_axis_tready: bool [1] late,
        m_axis_tdata: u8 [8] late when o.m_axis_tvalid,
        m_axis_tvalid: bool [1] late,
        error_o: bool [1] late when o.m_axis_tvalid,
    }
}

/// The block: what goes in comes out, without errors.
pub struct Uart;

impl Block for Uart {
    const NAME: &'static str = "uart";
    const SOURCE: &'static str = "verilog-uart";
    type Config = Config;
    type In = In;
    type Out = Out;
}

impl FromFiles for Uart {
    fn source(cfg: &Config) -> (Source, Plan) {
        (wrapped("uart", "uart_loop").parameter("PRESCALE", cfg.prescale), Plan::default())
    }
}

impl Untimed for Uart {
    type State = ();

    fn streams(cfg: &Config) -> Vec<Stream> {
        vec![
            Stream::into_block("s_axis_tvalid", "s_axis_tready", &["s_axis_tdata"]),
            Stream::out_of_block("m_axis_tvalid", "1", &["m_axis_tdata", "error_o"]).within(200 * cfg.prescale),
        ]
    }

    fn reset(_: &Config) {}

    fn take(_: &Config, (): &mut (), _: usize, i: &In, give: &mut dyn FnMut(usize, Out)) {
        give(1, Out { m_axis_tdata: i.s_axis_tdata, ..Out::default() });
    }
}

bench!(Uart, untimed);
