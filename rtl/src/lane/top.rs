//! The lane: its parts, wired (figure 2a).

mod wiring;

use rust_hdl::prelude::*;

use super::accept::Accept;
use super::arbiter::Arbiter;
use super::banks::Banks;
use super::execute::Execute;
use super::instruction::Instruction;
use super::launch::LaunchTable;
use super::map::BankStart;
use super::mask::{Bundles, EffectiveMask};
use super::operand::Operand;
use super::position::Positions;
use super::predicate::Predicate;
use super::queue::AddressQueue;
use super::reserve::Reserve;
use super::response::Response;
use super::sequencer::Sequencer;
use super::source::Source;
use super::tags::TagTable;
use super::target::TargetTable;
use super::window::{Exit, Window};
use crate::array::Array;
use crate::primitive::{Count, Deal, Pair, Resize};

/// The temporal SIMT lane, with the ports of the contract. rust-hdl needs every width in the type,
/// and no const generic can follow from another one: `lane_with!` computes each from the
/// configuration, in this order.
///
/// | parameter | stands for | from the configuration |
/// |---|---|---|
/// | `T` | threads of a warp | `threads` |
/// | `W` | slots: threads executed in a cycle | `width` |
/// | `WARPS` | warps of the lane | `warps` |
/// | `K` | register banks | `banks` |
/// | `LINES` | rows of a bank | `lines` |
/// | `N` | entries of the window | `window` |
/// | `TAGS` | instructions in flight | `tags` |
/// | `D` | execute stages behind the first | `latency - 1` |
/// | `QUEUE` | places in the address queue | `queue` |
/// | `B` | bundles of a full warp | `bundles()` = ceil(`threads / width`) |
/// | `BB` | bits of a bundle's number | `bundle_bits()` |
/// | `CB` | bits of a count of threads, 0 to `threads` | `count_bits()` |
/// | `WB` | bits of a warp's number | `warp_bits()` |
/// | `TB` | bits of a tag | `tag_bits()` |
/// | `RB` | bits of a row's number in the lane | `row_bits()`, of `banks * lines` |
/// | `KB` | bits of a bank's number | log2(`banks`) |
/// | `LB` | bits of a line's number in its bank | `row_bits()` - log2(`banks`) |
/// | `SB` | bits of a slot's number | `bits(width)` |
/// | `RW` | bits of a row: a word a slot | `32 * width` |
/// | `RD` | bits of a row of 64-bit values: one a slot | `64 * width` |
/// | `M` | positions behind entries of the window, both ends included | `window + 1` |
/// | `NB` | bits of the number of a window's entry | `bits(window)` |
/// | `NLAST` | the last entry of the window | `window - 1` |
/// | `QB` | bits of the number of a queue's place | `bits(queue)` |
/// | `QCB` | bits of a count of places, 0 to `queue` | `bits(queue + 1)` |
/// | `WM1` | the last slot, as a mask of a slot's number | `width - 1` |
/// | `LOGW` | right shift of a thread's number that gives its bundle | log2(`width`) |
/// | `BUMP` | the bit that is set in the slot of the high word of a scalar pair | 1 if `width > 1`, else 0 |
/// | `SCALAR_STEP` | rows from the low to the high word of a scalar pair | 1 if `width` is 1, else 0 |
/// | `SKEW` | right shift of a row that is added to the row to give its bank | `skew()` |
/// | `QLAST` | the last place of the queue | `queue - 1` |
/// | `ROOM` | the most places that may be in use when a memory instruction is accepted | `queue - bundles()` |
/// | `C1` to `C6` | registers of FP32 behind the product's rows, product, shift, sum, normalised sum and result | `float::cut(latency - 1, 0..=5)` |
/// | `M1`, `M2` | registers behind the rows of an integer product, and behind the product | 1 and `latency - 2`, if `latency > 1`, else 0 |
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Lane<
    const T: usize, const W: usize, const WARPS: usize, const K: usize, const LINES: usize, const N: usize,
    const TAGS: usize, const D: usize, const QUEUE: usize, const B: usize, const BB: usize, const CB: usize,
    const WB: usize, const TB: usize, const RB: usize, const KB: usize, const LB: usize, const SB: usize,
    const RW: usize, const RD: usize, const M: usize, const NB: usize, const NLAST: usize, const QB: usize,
    const QCB: usize, const WM1: usize, const LOGW: usize, const BUMP: usize, const SCALAR_STEP: usize,
    const SKEW: usize, const QLAST: usize, const ROOM: usize, const C1: usize, const C2: usize, const C3: usize,
    const C4: usize, const C5: usize, const C6: usize, const M1: usize, const M2: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub launch_valid: Signal<In, Bit>,
    pub launch_warp: Signal<In, Bits<WB>>,
    pub launch_threads: Signal<In, Bits<CB>>,
    pub launch_vector: Signal<In, Bits<RB>>,
    pub launch_scalar: Signal<In, Bits<RB>>,
    pub launch_tid: Signal<In, Bits<16>>,
    pub issue_valid: Signal<In, Bit>,
    pub issue_op: Signal<In, Bits<8>>,
    pub issue_mode: Signal<In, Bits<2>>,
    pub issue_tag: Signal<In, Bits<TB>>,
    pub issue_warp: Signal<In, Bits<WB>>,
    pub issue_scalar: Signal<In, Bit>,
    pub issue_mask: Signal<In, Bits<T>>,
    pub issue_guard: Signal<In, Bits<T>>,
    pub issue_pred: Signal<In, Bits<T>>,
    pub issue_chained: Signal<In, Bit>,
    pub issue_after: Signal<In, Bits<TB>>,
    pub issue_writes: Signal<In, Bit>,
    pub issue_dst: Signal<In, Bits<8>>,
    pub issue_dst_wide: Signal<In, Bit>,
    pub issue_kind: Array<Signal<In, Bits<2>>, 3>,
    pub issue_src: Array<Signal<In, Bits<8>>, 3>,
    pub issue_wide: Array<Signal<In, Bit>, 3>,
    pub issue_imm: Signal<In, Bits<32>>,
    pub req_ready: Signal<In, Bit>,
    pub shared_grant: Signal<In, Bits<W>>,
    pub ext_ready: Signal<In, Bit>,
    pub res_valid: Signal<In, Bit>,
    pub res_tag: Signal<In, Bits<TB>>,
    pub res_bundle: Signal<In, Bits<BB>>,
    pub res_slots: Signal<In, Bits<W>>,
    pub res_data: Array<Signal<In, Bits<64>>, W>,
    pub rsp_valid: Signal<In, Bit>,
    pub rsp_tag: Signal<In, Bits<TB>>,
    pub rsp_bundle: Signal<In, Bits<BB>>,
    pub rsp_slots: Signal<In, Bits<W>>,
    pub rsp_data: Array<Signal<In, Bits<64>>, W>,
    pub issue_ready: Signal<Out, Bit>,
    pub memory_ready: Signal<Out, Bit>,
    pub req_valid: Signal<Out, Bit>,
    pub shared_request: Signal<Out, Bits<W>>,
    pub req_op: Signal<Out, Bits<6>>,
    pub req_tag: Signal<Out, Bits<TB>>,
    pub req_warp: Signal<Out, Bits<WB>>,
    pub req_bundle: Signal<Out, Bits<BB>>,
    pub req_slots: Signal<Out, Bits<W>>,
    pub req_addr: Array<Signal<Out, Bits<64>>, W>,
    pub req_data: Array<Signal<Out, Bits<64>>, W>,
    pub ext_valid: Signal<Out, Bit>,
    pub ext_op: Signal<Out, Bits<7>>,
    pub ext_tag: Signal<Out, Bits<TB>>,
    pub ext_warp: Signal<Out, Bits<WB>>,
    pub ext_bundle: Signal<Out, Bits<BB>>,
    pub ext_slots: Signal<Out, Bits<W>>,
    pub ext_a: Array<Signal<Out, Bits<64>>, W>,
    pub ext_b: Array<Signal<Out, Bits<64>>, W>,
    pub ext_c: Array<Signal<Out, Bits<64>>, W>,
    pub pred_valid: Signal<Out, Bit>,
    pub pred_tag: Signal<Out, Bits<TB>>,
    pub pred_warp: Signal<Out, Bits<WB>>,
    pub pred_word: Signal<Out, Bits<T>>,
    pub first: Signal<Out, Bits<TAGS>>,
    pub done: Signal<Out, Bits<TAGS>>,
    pub res_ready: Signal<Out, Bit>,
    pub rsp_ready: Signal<Out, Bit>,
    launch_table: LaunchTable<WARPS, WB, CB, RB, WM1, LOGW>,
    effective: EffectiveMask<T>,
    active_bundles: Bundles<T, W, B, CB>,
    deal_pred: Deal<T, W, B>,
    acceptance: Accept,
    reserve: Reserve<CB, QCB, ROOM>,
    instruction: Instruction<W, K, KB, LB, WB, TB, RB, SB, WM1, LOGW, SCALAR_STEP, SKEW>,
    sequencer: Sequencer<W, B, BB, CB>,
    bundle_rows: Resize<BB, RB>,
    position: Positions<W, BB, LOGW>,
    source_a: Source<W, K, KB, LB, WB, RB, SB, RW, WM1, LOGW, SCALAR_STEP, SKEW>,
    source_b: Source<W, K, KB, LB, WB, RB, SB, RW, WM1, LOGW, SCALAR_STEP, SKEW>,
    source_c: Source<W, K, KB, LB, WB, RB, SB, RW, WM1, LOGW, SCALAR_STEP, SKEW>,
    window: Window<W, K, LB, N, M, NB, NLAST, BB, WB, TB>,
    operand_a: Operand<W, K, LB, N, SB, RW, BUMP>,
    operand_b: Operand<W, K, LB, N, SB, RW, BUMP>,
    operand_c: Operand<W, K, LB, N, SB, RW, BUMP>,
    exit: Exit,
    pair_a: Pair<W, RW>,
    pair_b: Pair<W, RW>,
    pair_c: Pair<W, RW>,
    arbiter: Arbiter<K, LB, N>,
    banks: Banks<W, RW, K, LINES, LB>,
    execute: Execute<W, RW, K, LB, BB, WB, TB, D, M1, M2, C1, C2, C3, C4, C5, C6>,
    predicate: Predicate<T, W, B, BB, WB, TB>,
    queue: AddressQueue<W, RD, BB, WB, TB, QUEUE, QB, QCB, QLAST>,
    low_start: BankStart<RB, KB, SKEW>,
    high_start: BankStart<RB, KB, SKEW>,
    targets: TargetTable<TAGS, TB, RB, KB, SB>,
    res: Response<W, RW, K, KB, LB, BB, RB, SB, SKEW, BUMP>,
    rsp: Response<W, RW, K, KB, LB, BB, RB, SB, SKEW, BUMP>,
    native_count: Count<W, CB>,
    req_count: Count<W, CB>,
    ext_count: Count<W, CB>,
    res_count: Count<W, CB>,
    rsp_count: Count<W, CB>,
    tags: TagTable<TAGS, TB, CB>,
}
