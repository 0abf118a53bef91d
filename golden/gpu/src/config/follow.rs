//! Which results of a lane can be followed.

use super::spec::{Kind, Setting, Value, ValueError};

/// Which results a dependent follows bundle by bundle, instead of waiting for the last of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follow {
    /// Those that the lane itself computes.
    Native,
    /// Those of pipelines of fixed latency beside the lane, too: 64-bit integers, FP32 that the lane has not, special functions, FP64.
    Fixed,
    /// Every result: loads, constants and exchanges, too, which then come back in order.
    Loads,
}

const WORDS: &[&str] = &["native", "fixed", "loads"];
const CHOICES: [Follow; 3] = [Follow::Native, Follow::Fixed, Follow::Loads];

impl Setting for Follow {
    const KIND: Kind = Kind::Word(WORDS);

    fn from(value: Value) -> Result<Self, ValueError> {
        let named = CHOICES.into_iter().find(|choice| choice.value() == value);
        named.ok_or(ValueError::NoChoice { value, words: WORDS })
    }

    fn value(&self) -> Value {
        Value::Word(WORDS[*self as usize].into())
    }
}
