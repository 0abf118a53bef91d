//! Stimulus of a block that nobody has described.

use heddle_block::Golden;

use super::{Bundle, Held, Shape, Words};
use crate::bench::Drive;
use crate::drawn::{Drawn, reset};
use crate::entropy::Entropy;

impl Drive for Words {
    type Stimulus = Vec<Drawn>;

    fn stimulus(shape: &Shape) -> Vec<Drawn> {
        let side = shape.side(false);
        let ports = side.declared.iter().zip(&side.values);
        ports.map(|(port, values)| Drawn::new(port.width, values.clone())).collect()
    }

    fn next(shape: &Shape, s: &mut Vec<Drawn>, (): &(), q: &Held, e: &mut Entropy, i: &mut Bundle<false>) {
        i.set(0, reset(e));
        for (k, port) in s.iter_mut().enumerate().skip(1) {
            i.set(k, port.draw(i.get(k), e));
        }
        Words::repair(shape, &(), q, i);
    }
}
