//! Atomic operations of a warp: lane after lane, the lowest first.

use super::code::AtomicAccess;
use super::fault::{AccessKind, Cause, Halt};
use super::instruction::ExecEnv;
use super::observer::{Issue, Observer, Traffic};
use super::rows::Lanes;
use super::warp::Warp;
use super::window::space_of;
use crate::arithmetic::evaluate;
use crate::program::{Atomic, Float, Mode, Op, Space, Type};

/// Returns the new contents of a word from the old ones and the operands of an atomic operation.
pub(crate) fn combine(kind: Atomic, ty: Type, flush: bool, old: u64, b: u64, c: u64) -> Option<u64> {
    if ty.is_float() && matches!(kind, Atomic::Add | Atomic::Min | Atomic::Max) {
        let op = match kind {
            Atomic::Add => Float::Add,
            Atomic::Min => Float::Min { nan: false },
            _ => Float::Max { nan: false },
        };
        let mode = Mode { flush: flush && ty == Type::F32, ..Mode::default() };
        return evaluate(&Op::Float(op, ty, mode), &[old, b]).map(|outcome| outcome.value);
    }
    let above = 64 - ty.bits().min(64);
    let number = |bits: u64| ((bits << above) as i64) >> above;
    let signed = ty.is_signed();
    let (old, b, c) = (old << above >> above, b << above >> above, c << above >> above);
    Some(match kind {
        Atomic::Add => old.wrapping_add(b),
        Atomic::Inc => {
            if old >= b {
                0
            } else {
                old + 1
            }
        }
        Atomic::Dec => {
            if old == 0 || old > b {
                b
            } else {
                old - 1
            }
        }
        Atomic::Min if signed => number(old).min(number(b)) as u64,
        Atomic::Max if signed => number(old).max(number(b)) as u64,
        Atomic::Min => old.min(b),
        Atomic::Max => old.max(b),
        Atomic::And => old & b,
        Atomic::Or => old | b,
        Atomic::Xor => old ^ b,
        Atomic::Exchange => b,
        Atomic::Cas => {
            if old == b {
                c
            } else {
                old
            }
        }
    })
}

impl Warp {
    pub(crate) fn atomic<O: Observer>(
        &mut self,
        env: &mut ExecEnv<O>,
        issue: &Issue,
        atomic: &AtomicAccess,
        kind: Atomic,
        ty: Type,
    ) -> Result<(), Halt> {
        if issue.mask == 0 {
            return Ok(());
        }
        let image = env.image;
        let access = &atomic.access;
        let addresses = self.addresses(image, access);
        let first = space_of(addresses[issue.mask.trailing_zeros() as usize & 31]);
        if O::WATCHES {
            let one = Lanes(issue.mask).all(|lane| space_of(addresses[lane]) == first);
            let space = if one { first } else { Space::Generic };
            let traffic = Traffic { kind: AccessKind::Atomic, space, addresses: &addresses, bytes: ty.bytes() };
            env.observer.traffic(issue, &traffic);
        }
        if env.memory.livelock.watches() {
            self.reads(first, issue.mask.trailing_zeros(), &addresses, ty.bytes());
        }
        let wide = ty.words() > 1;
        let size = ty.bytes() as usize;
        for lane in Lanes(issue.mask) {
            let address = addresses[lane];
            let space = if access.space == Space::Generic { space_of(address) } else { access.space };
            let at = match space {
                Space::Global | Space::Shared => self.place(env, AccessKind::Atomic, space, address, size as u64),
                _ => {
                    let nearest = "atomic operations are for global and shared memory".into();
                    Err(Cause::OutOfBounds { kind: AccessKind::Atomic, space, address, bytes: size as u32, nearest })
                }
            };
            let at = at.map_err(|cause| Halt::new(cause, lane as u32))?;
            let b = self.value(image, atomic.b, wide, lane);
            let c = self.value(image, atomic.c, wide, lane);
            let bytes = if space == Space::Shared { &mut *env.shared } else { env.memory.arena_mut() };
            let Some(bytes) = bytes.get_mut(at..at + size) else { continue };
            let mut held = [0; 8];
            held[..size].copy_from_slice(bytes);
            let old = u64::from_le_bytes(held);
            // additions of floats to global memory flush subnormals, those to shared memory do not
            // (PTX, atom)
            let new = combine(kind, ty, space == Space::Global, old, b, c).unwrap_or(old);
            let changed = bytes != &new.to_le_bytes()[..size];
            bytes.copy_from_slice(&new.to_le_bytes()[..size]);
            if changed {
                env.memory.livelock.changed();
            }
            let old = crate::arithmetic::extend(ty, old);
            self.scratch[0][lane] = old as u32;
            self.scratch[1][lane] = (old >> 32) as u32;
        }
        self.write(atomic.to, issue.mask)
    }
}
