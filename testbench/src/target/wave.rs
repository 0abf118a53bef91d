//! The values of a trace as rows of a waveform.

use heddle_block::Ports;
use heddle_block::Probe;

use crate::bench::Bench;
use crate::dut::Dut;
use crate::lockstep::{Exactly, Expected, RunError, Slots, golden_run_to_panic};
use crate::trace::Trace;
use heddle_verilator::interrupt;
use heddle_verilator::{Cause, Signal};

/// Returns inputs, outputs of both sides and golden state of every cycle, in scopes of their own.
pub(super) fn record_wave<B: Bench>(
    cfg: &B::Config,
    trace: &Trace<B>,
    dut: &mut Dut<B>,
    sides: [&str; 2],
) -> Result<(Vec<Signal>, Vec<Vec<u64>>), RunError> {
    let (inputs, outputs) = (B::In::shape(cfg), B::Out::shape(cfg));
    let mut probe = Probe::default();
    B::probe(cfg, &B::reset(cfg), &mut probe);
    let mut signals = Vec::new();
    let mut declare = |scope: &str, name: &str, width: u32| {
        let mut path = vec![scope.to_string()];
        path.extend(name.split('.').map(str::to_string));
        let name = path.pop().unwrap_or_default();
        signals.push(Signal { path, name, width });
    };
    inputs.iter().for_each(|port| declare("inputs", &port.name, port.width));
    outputs.iter().for_each(|port| declare(sides[0], &port.name, port.width));
    outputs.iter().for_each(|port| declare(sides[1], &port.name, port.width));
    declare("compare", "differs", 1);
    probe.signals.iter().for_each(|(name, width, _)| declare("state", name, *width));

    let mut values = Vec::new();
    let (mut in_slots, mut golden, mut rtl) = (vec![0; inputs.len()], vec![0; outputs.len()], vec![0; outputs.len()]);
    let (mut stopped, mut expected) = (None, Expected::new::<B>(cfg));
    let mut differs = false;
    let run = golden_run_to_panic::<B>(cfg, &mut Exactly(trace.inputs.iter()), |_, q, i, o| {
        i.pack(cfg, &mut in_slots);
        if interrupt::asked() {
            return;
        }
        if stopped.is_none() {
            stopped = dut.run(&in_slots, &mut rtl).err();
        }
        let mut o = o.clone();
        expected.put::<B>(cfg, dut, 0, (&in_slots, &rtl), &mut o);
        o.pack(cfg, &mut golden);
        let mut probe = Probe::default();
        B::probe(cfg, q, &mut probe);
        let mut row = Vec::with_capacity(signals.len());
        row.extend_from_slice(&in_slots);
        row.extend_from_slice(&golden);
        row.extend_from_slice(&rtl);
        let agrees = o.agrees(cfg, &rtl);
        differs |= !agrees;
        row.push(u64::from(!agrees));
        row.extend(probe.signals.iter().map(|(_, _, value)| *value));
        values.push(row);
    });
    // after a mismatch the golden state no longer says which inputs are legal
    run.map_or_else(|illegal| if differs { Ok(()) } else { Err(illegal) }, |_| Ok(()))?;
    match stopped {
        // the wave ends with the assertion that fails
        Some(stopped) if stopped.cause != Cause::Assertion => Err(stopped.into()),
        _ => Ok((signals, values)),
    }
}
