//! The golden model of the temporal SIMT lane (STSIMT 3.1-3.7, 4.1). The contract specifies its
//! cycles.

pub mod alu;
mod collect;
mod execute;
pub mod float;
pub mod fpu;
mod legal;
mod memory;
mod probe;
mod protocol;
mod registers;
mod sequence;
mod state;

use heddle_contract::lane::{Config, In, Out, op};

use crate::{Golden, Illegal, Probe, Violation};

pub use protocol::{Flight, Protocol};
pub use state::{Follower, Launch, State, Written};

heddle_block::same_block! {
    /// The golden model of the temporal SIMT lane.
    pub Lane = heddle_contract::lane::Lane;
}

impl Golden for Lane {
    type State = State;
    type Protocol = Protocol;

    fn reset(cfg: &Config) -> State {
        State::new(cfg)
    }

    #[inline]
    fn comb(cfg: &Config, q: &State, i: &In, o: &mut Out) {
        if q.idle && !(i.res_valid || i.rsp_valid) {
            // most lanes of a GPU, most of the time
            show_nothing(o);
            return;
        }
        show(cfg, q, o);
        Lane::late(cfg, q, i, o);
    }

    #[inline]
    fn late(_: &Config, q: &State, i: &In, o: &mut Out) {
        (o.res_ready, o.rsp_ready) = (false, false);
        if i.res_valid || i.rsp_valid {
            let writers = collect::writers(q, i);
            (o.res_ready, o.rsp_ready) = (writers.res_finishes, writers.rsp_finishes);
        }
    }

    #[inline]
    fn clock(cfg: &Config, q: &mut State, i: &In) {
        if q.idle && !(i.reset || i.issue_valid || i.launch_valid || i.res_valid || i.rsp_valid) {
            return;
        }
        // each width has an edge of its own, without loops over the slots of a bundle
        match cfg.width {
            1 => edge::<1>(cfg, q, i),
            2 => edge::<2>(cfg, q, i),
            _ => edge::<4>(cfg, q, i),
        }
        q.idle = q.at_rest();
    }
    fn invariant(cfg: &Config, _: &Protocol, q: &State) -> Result<(), Violation> {
        probe::invariant(cfg, q)
    }

    fn probe(cfg: &Config, q: &State, probe: &mut Probe) {
        probe::probe(cfg, q, probe);
    }

    fn protocol(cfg: &Config) -> Protocol {
        Protocol::new(cfg)
    }

    fn legal(cfg: &Config, p: &Protocol, q: &State, i: &In) -> Result<(), Illegal> {
        p.legal(cfg, q, i)
    }

    fn repair(cfg: &Config, p: &Protocol, q: &State, i: &mut In) {
        p.repair(cfg, q, i);
    }

    fn observe(cfg: &Config, p: &mut Protocol, q: &State, i: &In, o: &Out) {
        p.observe(cfg, q, i, o);
    }
}

/// The early outputs of a busy lane. Separate, as is [`edge`], so that the path of an idle lane is
/// short.
#[inline(never)]
fn show(cfg: &Config, q: &State, o: &mut Out) {
    o.issue_ready = q.accepts(cfg, op::MOV);
    o.memory_ready = o.issue_ready && q.has_room(cfg);
    memory::offer(cfg, q, o);
    collect::offer(cfg, q, o);
    o.first = q.first;
    o.done = q.done;
    o.pred_valid = q.pred_valid;
    o.pred_tag = q.pred_tag;
    o.pred_warp = q.pred_warp;
    o.pred_word = q.pred_word;
}

/// A clock edge at which something happens, of a lane of `WIDTH` slots.
#[inline(never)]
fn edge<const WIDTH: u32>(whole: &Config, q: &mut State, i: &In) {
    let cfg = &Config { width: WIDTH, ..whole.clone() };
    if i.reset {
        reset_registers(q);
        return;
    }
    let accepted = i.issue_valid && q.accepts(cfg, i.issue_op);
    let writers = collect::writers(q, i);
    let sends = sequence::sends(cfg, q);
    let leaves = collect::leaves(q, i);

    q.first = 0;
    q.done = 0;
    q.pred_valid = false;
    memory::depart(cfg, q, i);
    collect::read(cfg, q, writers.banks);
    execute::write_back(cfg, q);
    memory::respond(cfg, q, i, &writers);
    if leaves {
        collect::leave(cfg, q);
    }
    if sends {
        sequence::send(cfg, q);
    }
    sequence::retire_empty(q);
    if accepted {
        sequence::accept(whole, q, i);
    }
    if i.launch_valid {
        sequence::launch(whole, q, i);
    }
}

/// The outputs of an idle lane: every instruction is accepted, and no other port is valid.
#[inline]
fn show_nothing(o: &mut Out) {
    o.issue_ready = true;
    o.memory_ready = true;
    o.req_valid = false;
    o.shared_request = 0;
    o.ext_valid = false;
    o.pred_valid = false;
    o.first = 0;
    o.done = 0;
    o.res_ready = false;
    o.rsp_ready = false;
}

/// Resets the control state and nothing else. Registers and launches stay, and are undefined until
/// written.
fn reset_registers(q: &mut State) {
    q.ir.valid = false;
    q.window_len = 0;
    (q.reading, q.coming) = (0, 0);
    for stage in &mut q.pipe {
        stage.valid = false;
    }
    q.pipe_len = 0;
    q.queue_len = 0;
    q.reserved = 0;
    for tag in &mut q.tags {
        tag.pending = 0;
    }
    q.res_half = false;
    q.rsp_half = false;
    q.first = 0;
    q.done = 0;
    q.pred_valid = false;
}
