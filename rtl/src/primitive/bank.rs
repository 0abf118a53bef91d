//! A register bank.

use rust_hdl::prelude::*;

use super::part;

/// A single-ported synchronous memory of `LINES` rows of `W` words (`RW` = 32 `W` bits).
/// A cycle reads a row or writes words of one (3.7: single-ported).
///
/// `enable` without `write` reads: `q` has the row from the next cycle until the next read. Rows
/// are undefined until written.
#[derive(LogicBlock, Default)]
pub struct Bank<const W: usize, const RW: usize, const LINES: usize, const LB: usize> {
    pub clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub write: Signal<In, Bits<W>>,
    pub line: Signal<In, Bits<LB>>,
    pub d: Signal<In, Bits<RW>>,
    pub q: Signal<Out, Bits<RW>>,
}

impl<const W: usize, const RW: usize, const LINES: usize, const LB: usize> Logic for Bank<W, RW, LINES, LB> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert_eq!(32 * W, RW, "the words fill the row");
        let writes: String = (0..W)
            .map(|w| {
                let words = format!("[{}:{}]", 32 * w + 31, 32 * w);
                let target = if W == 1 { "rows[line]".to_string() } else { format!("rows[line]{words}") };
                format!("    if (enable & {}) {target} <= d{words};\n", part("write", W, w, 1))
            })
            .collect();
        Verilog::Custom(format!(
            "\
reg [{high}:0] rows [0:{last}];
always @(posedge clock) begin
{writes}    if (enable & ~(|write)) q <= rows[line];
end
",
            high = RW - 1,
            last = LINES - 1
        ))
    }
}
