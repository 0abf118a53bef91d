//! Leading zeros.

use rust_hdl::prelude::*;

/// The number of zeros above the uppermost one of `N` bits, in `C` bits; with no one, as many as a one below the lowest bit had.
#[derive(LogicBlock, Default)]
pub struct LeadingZeros<const N: usize, const C: usize> {
    pub d: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bits<C>>,
}

impl<const N: usize, const C: usize> Logic for LeadingZeros<N, C> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert!(N < 1 << C, "the count fits");
        // halves of halves: whether there is a one, and the zeros above it, in bits from the uppermost on
        let mut text = String::new();
        let bit = |k: usize| if k < N { format!("d[{}]", N - 1 - k) } else { "1'b1".to_string() };
        let mut parts: Vec<(String, Vec<String>)> = (0..1 << C).map(|k| (bit(k), Vec::new())).collect();
        let mut level = 0;
        while parts.len() > 1 {
            let mut next = Vec::new();
            for (k, pair) in parts.chunks(2).enumerate() {
                let ((upper, high), (lower, low)) = (&pair[0], &pair[1]);
                text += &format!("wire some{level}_{k} = {upper} | {lower};\n");
                let mut count = vec![format!("~{upper}")];
                for (b, (high, low)) in high.iter().zip(low).enumerate() {
                    text += &format!("wire zeros{level}_{k}_{b} = {upper} ? {high} : {low};\n");
                    count.push(format!("zeros{level}_{k}_{b}"));
                }
                next.push((format!("some{level}_{k}"), count));
            }
            (parts, level) = (next, level + 1);
        }
        Verilog::Custom(format!("{text}always @(*) q = {{{}}};\n{}", parts[0].1.join(", "), super::unused(&parts[0].0)))
    }
}
