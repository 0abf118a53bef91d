//! The lookup table from vrPTX operations to vector instructions (IV.B).
//!
//! Each bit that is looked up has a constant word, whose bit k is the answer for operation k. All
//! are made from the contract's table.

use heddle_contract::prt::op::{self, Class};
use rust_hdl::prelude::*;

use super::instruction::CLASS_BITS;
use crate::number::Number;
use crate::primitive::Join;

const OPERATIONS: usize = 1 << op::BITS;
const CODE_BITS: usize = op::VECTOR_BITS as usize;

/// Returns the word that has a one for each operation of the table with a code and a class for
/// which `holds` is true.
fn operations(holds: impl Fn(u8, Class) -> bool) -> Constant<Bits<OPERATIONS>> {
    let rows = (0..OPERATIONS).filter(|&op| op::lookup(op as u8).is_some_and(|(code, class)| holds(code, class)));
    Constant::new(rows.map(|op| 1 << op).sum::<LiteralType>().into())
}

/// Whether an operation code is in the lookup table of vrPTX operations.
#[derive(LogicBlock)]
pub struct Known {
    pub op: Signal<In, Bits<6>>,
    pub known: Signal<Out, Bit>,
    all: Constant<Bits<OPERATIONS>>,
    one: Number<OPERATIONS, 1>,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            op: Default::default(),
            known: Default::default(),
            all: operations(|_, _| true),
            one: Default::default(),
        }
    }
}

impl Logic for Known {
    #[hdl_gen]
    fn update(&mut self) {
        self.known.next = ((self.all.val() >> self.op.val()) & self.one.val()).any();
    }
}

/// The vector instruction of an operation, and its class.
#[derive(LogicBlock)]
pub struct Lookup {
    pub op: Signal<In, Bits<6>>,
    pub code: Signal<Out, Bits<CODE_BITS>>,
    pub op_class: Signal<Out, Bits<CLASS_BITS>>,
    codes: [Constant<Bits<OPERATIONS>>; CODE_BITS],
    classes: [Constant<Bits<OPERATIONS>>; CLASS_BITS],
    one: Number<OPERATIONS, 1>,
    gathered: Join<Bit, CODE_BITS, CODE_BITS>,
    gathered_class: Join<Bit, CLASS_BITS, CLASS_BITS>,
}

impl Default for Lookup {
    fn default() -> Self {
        Self {
            op: Default::default(),
            code: Default::default(),
            op_class: Default::default(),
            codes: std::array::from_fn(|bit| operations(|code, _| code >> bit & 1 == 1)),
            classes: std::array::from_fn(|bit| operations(|_, class| class as usize >> bit & 1 == 1)),
            one: Default::default(),
            gathered: Default::default(),
            gathered_class: Default::default(),
        }
    }
}

impl Logic for Lookup {
    #[hdl_gen]
    fn update(&mut self) {
        for b in 0..CODE_BITS {
            self.gathered.d[b].next = ((self.codes[b].val() >> self.op.val()) & self.one.val()).any();
        }
        self.code.next = self.gathered.q.val();
        for b in 0..CLASS_BITS {
            self.gathered_class.d[b].next = ((self.classes[b].val() >> self.op.val()) & self.one.val()).any();
        }
        self.op_class.next = self.gathered_class.q.val();
    }
}
