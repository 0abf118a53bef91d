//! Golden models without cycles: which results follow from which transactions, and not when.

use crate::Block;
use crate::model::Illegal;
use crate::stream::Stream;

/// A golden model without cycles: each payload that enters the block by a stream is a transaction,
/// and the model says which results leave the block for it, and by which stream.
///
/// ```
/// use heddle_block::{Block, Fixed, Stream, Untimed, ports};
///
/// ports! { pub struct In |_cfg: Fixed, i, k| { reset: bool [1] late, valid_i: bool [1] late, a_i: u8 [8] late } }
/// ports! { pub struct Out |_cfg: Fixed, o, k| { valid_o: bool [1] late, square_o: u16 [16] late when o.valid_o } }
///
/// struct Square;
///
/// impl Block for Square {
///     const NAME: &'static str = "square";
///     const SOURCE: &'static str = "an example";
///     type Config = Fixed;
///     type In = In;
///     type Out = Out;
/// }
///
/// impl Untimed for Square {
///     type State = ();
///     fn streams(_: &Fixed) -> Vec<Stream> {
///         vec![Stream::into_block("valid_i", "1", &["a_i"]), Stream::out_of_block("valid_o", "1", &["square_o"])]
///     }
///     fn reset(_: &Fixed) {}
///     fn take(_: &Fixed, (): &mut (), _: usize, i: &In, give: &mut dyn FnMut(usize, Out)) {
///         give(1, Out { square_o: u16::from(i.a_i) * u16::from(i.a_i), ..Out::default() });
///     }
/// }
/// ```
pub trait Untimed: Block {
    /// The state: everything that is held from one transaction to the next.
    type State: Send;

    /// Returns the streams of the block: those into it are transactions, those out of it results.
    fn streams(cfg: &Self::Config) -> Vec<Stream>;
    /// Returns the state after reset.
    fn reset(cfg: &Self::Config) -> Self::State;
    /// Takes the transaction of a stream, by its number, in a cycle whose inputs are `i`; calls
    /// `give` for each result: the number of its stream, and the outputs with its payload.
    fn take(
        cfg: &Self::Config,
        q: &mut Self::State,
        stream: usize,
        i: &Self::In,
        give: &mut dyn FnMut(usize, Self::Out),
    );

    /// Checks a rule of the inputs that no stream has; the error names it.
    fn legal(_: &Self::Config, _: &Self::In) -> Result<(), Illegal> {
        Ok(())
    }
    /// Makes an input follow the rules of [`legal`](Untimed::legal), changing as little as
    /// possible.
    fn repair(_: &Self::Config, _: &mut Self::In) {}
}
