//! Limits on the CTAs of a grid that a core holds, and on those that its schedulers hold (VT II,
//! IV.B).

use crate::config::spec::Spec;
use crate::warps::CtaNeeds;

/// The limits of a core on CTAs of one shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// CTAs that the CTA places and the warps of the schedulers allow: the scheduling limit.
    pub scheduling: u64,
    /// CTAs that registers and shared memory allow: the capacity limit.
    pub capacity: u64,
    /// CTAs that registers, and shared memory with a context for each, allow.
    with_contexts: u64,
    /// CTAs that the virtual warp ids allow.
    ids: u64,
    /// CTAs that the places of the status table allow.
    places: u64,
}

impl Limits {
    /// Returns the limits of a core on CTAs with the given needs, each with `context` bytes of
    /// context if it is a virtual thread.
    pub fn of(spec: &Spec, needs: &CtaNeeds, context: u64) -> Limits {
        let warps = needs.threads.len() as u64;
        let words = u64::from(needs.program.words.vectors) * warps * u64::from(needs.warp_size);
        Limits::new(spec, warps, words, [needs.shared, context])
    }

    /// Returns the limits of a core on CTAs of `warps` warps and `words` register words, with bytes
    /// of shared memory for data and for a context.
    pub fn new(spec: &Spec, warps: u64, words: u64, [shared, context]: [u64; 2]) -> Limits {
        let by = |there: u32, each: u64| u64::from(there).checked_div(each).unwrap_or(u64::MAX);
        let (registers, in_shared) = (by(spec.core.registers, words), |each| by(spec.shared.bytes, each));
        Limits {
            scheduling: u64::from(spec.core.ctas).min(by(spec.core.warps, warps)),
            capacity: registers.min(in_shared(shared)),
            with_contexts: registers.min(in_shared(shared + context)),
            ids: by(spec.vt.warps, warps),
            places: spec.vt.ctas.into(),
        }
    }

    /// CTAs that a core without virtual threads holds.
    pub fn base(&self) -> u64 {
        self.scheduling.min(self.capacity)
    }
    /// CTAs that a core with virtual threads holds, and how many of them are active; `None` where
    /// that is no more than without.
    pub fn virtual_threads(&self) -> Option<(u64, u64)> {
        let ctas = self.with_contexts.min(self.ids).min(self.places);
        (ctas > self.base()).then_some((ctas, ctas.min(self.scheduling)))
    }
    /// CTAs that a core holds if it schedules every CTA that it has room for.
    pub fn unlimited(&self) -> u64 {
        self.capacity.min(self.ids).max(self.base())
    }
}

#[cfg(test)]
mod tests {
    use heddle_workloads::Workload;

    use super::*;
    use crate::config::Config;
    use crate::microop;
    use crate::system::policy::Policy;

    /// Returns the CTAs without virtual threads, with them, and without a bound by the schedulers,
    /// on VT's core.
    fn row(depth: u32, (threads, words, shared): (u64, u64, u64)) -> (u64, u64, u64) {
        let mut spec = Config::shipped("vt").unwrap().spec;
        spec.vt.depth = depth;
        let cfg = crate::residency::virtual_threads::config(&spec, false).unwrap();
        let warps = threads.div_ceil(32);
        let context = u64::from(cfg.beats(warps as u32) * cfg.beat / 8);
        let limits = Limits::new(&spec, warps, words * 32 * warps, [shared, context]);
        (limits.base(), limits.virtual_threads().map_or(0, |(ctas, _)| ctas), limits.unlimited())
    }

    /// By hand: 8 CTAs, 48 warps; 32768 words; 49152 bytes; 32 places and 256 warps; contexts of T
    /// beats of 64 bytes. 0: virtual threads are off.
    #[test]
    fn limits_of_ctas_by_hand() {
        for (what, shape, wanted) in [
            // 48 / 8 = 6; 32768 / (8 * 256) = 16
            ("va", (256, 8, 0), (6, 16, 16)),
            // 32768 / (14 * 256) = 9.1
            ("conv2d", (256, 14, 0), (6, 9, 9)),
            // 32768 / (34 * 64) = 15.1
            ("dct", (64, 34, 2112), (8, 15, 15)),
            // 32768 / (10 * 64) = 51: 32 places
            ("quantize", (64, 10, 0), (8, 32, 51)),
            // 32768 / (13 * 32) = 78: 32 places
            ("gau_rows", (16, 13, 0), (8, 32, 78)),
            // 32768 / (10 * 128) = 25; 49152 / (512 + 6 * 64) = 54
            ("reduce0", (128, 10, 512), (8, 25, 25)),
            // 32768 / (21 * 256) = 6.1; 49152 / (1088 + 11 * 64) = 27
            ("bp_forward", (256, 21, 1088), (6, 0, 6)),
            // 32768 / (26 * 256) = 4.9
            ("pathfinder", (256, 26, 2048), (4, 0, 4)),
            // 49152 / 4096 = 12 without contexts, 49152 / (4096 + 3 * 64) = 11.4 with them
            ("histogram64", (64, 21, 4096), (8, 11, 12)),
            // 49152 / 6144 = 8, 49152 / (6144 + 9 * 64) = 7.3: fewer than without
            ("histogram256", (192, 14, 6144), (8, 0, 8)),
            // the largest CTA: a slot for one
            ("32 warps", (1024, 8, 0), (1, 4, 4)),
        ] {
            assert_eq!(row(4, shape), wanted, "{what}");
        }
        // stacks of 8 and 16 entries: 49152 / (4096 + 6 * 64) = 10.97, 49152 / (4096 + 11 * 64) =
        // 10.2
        assert_eq!(row(8, (64, 21, 4096)), (8, 10, 12));
        assert_eq!(row(16, (64, 21, 4096)), (8, 10, 12));
    }

    /// The limits of a compiled kernel and its launch: `va` has 8 words a thread, 256 threads, no
    /// shared memory.
    #[test]
    fn limits_of_a_compiled_kernel() {
        let spec = Config::shipped("vt").unwrap().spec;
        let limits = Workload::named("va").unwrap().with("test", |session| {
            let grids = session.ready(Policy::named("vt").unwrap().registers(&spec), 32).unwrap();
            let (grid, image) = grids.iter().next().unwrap();
            let program = microop::program(image, grid.launch.block, spec.core.products).unwrap();
            assert_eq!((program.words.vectors, grid.launch.block), (8, [256, 1, 1]));
            Limits::of(&spec, &CtaNeeds { program: &program, threads: &[32; 8], warp_size: 32, shared: 0 }, 704)
        });
        assert_eq!((limits.base(), limits.virtual_threads(), limits.unlimited()), (6, Some((16, 6)), 16));
    }
}
