//! Stimulus of a user's module, from the widths and the values of its ports.

use super::{Bundle, Held, Shape, Words};
use crate::bench::Drive;
use crate::drawn::Drawn;
use crate::entropy::Entropy;
use crate::plain::Stimulus;

impl Drive for Words {
    type Stimulus = Stimulus;

    fn stimulus(shape: &Shape) -> Stimulus {
        let side = shape.side(false);
        let ports = side.declared.iter().zip(&side.values);
        Stimulus::of(ports.map(|(port, values)| Drawn::new(port.width, values.clone())).collect())
    }

    fn next(shape: &Shape, s: &mut Stimulus, p: &(), q: &Held, e: &mut Entropy, i: &mut Bundle<false>) {
        s.next::<Words>(shape, p, q, e, i);
    }
}
