//! Grids whose warps have sizes of their own (SIMT-SIMD III).

use super::cta::Cta;
use super::divergence::LowestPc;
use super::fault::Fault;
use super::image::Image;
use super::observer::Observer;
use super::pack::Pack;
use super::run::{Launch, Options, Statistics};
use super::special::IN_ORDER;
use super::turns::{Env, Member};

/// A warp with a size of its own: whatever the size, all its threads execute from a single place.
#[derive(Debug)]
pub(crate) struct Whole {
    cta: [Option<Cta<LowestPc>>; 1],
    pack: Pack,
}

impl Default for Whole {
    fn default() -> Whole {
        Whole { cta: [Some(Cta::default())], pack: Pack::default() }
    }
}

impl Member for Whole {
    type Control = LowestPc;
    fn start(&mut self, image: &Image, launch: &Launch, options: &Options, id: [u32; 3]) -> Result<(), Fault> {
        let [cta] = &mut self.cta;
        let cta = cta.get_or_insert_default();
        cta.start(image, launch, options, id, |_| IN_ORDER)?;
        self.pack = Pack::default();
        self.pack.add(0, cta);
        Ok(())
    }
    fn round<O: Observer>(&mut self, env: &mut Env<O>, quantum: u64, to: &mut Statistics) -> Result<bool, Fault> {
        let before = to.warp_instructions;
        for _ in 0..quantum {
            let Some(pc) = self.pack.choose(&self.cta) else { break };
            let Env { image, launch, options, .. } = *env;
            to.thread_instructions +=
                self.pack.step(&mut self.cta, image, launch, options, env.memory, env.observer, pc)?;
            to.warp_instructions += 1;
        }
        Ok(to.warp_instructions > before)
    }
    fn cta(&self) -> &Cta<LowestPc> {
        self.cta[0].as_ref().expect("it is there from the beginning")
    }
}
