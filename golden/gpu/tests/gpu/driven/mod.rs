//! Helpers of the tests of recordings and of studies: a unit that is driven by programs.
#![allow(dead_code, reason = "each test uses some of these")]

use heddle_contract::Config;
use heddle_contract::gang::{In, Out};
use heddle_golden::{Device, Golden, Model};
use heddle_gpu::record::Traffic;
use heddle_kernel::launch::Session;
use heddle_workloads::Workload;

/// A preset of a unit.
pub fn config<C: Config>(preset: &str) -> C {
    C::preset(preset).expect("the preset is there").clone()
}

/// Does something with a workload of the test scale.
pub fn with<T>(name: &str, act: impl FnOnce(&mut Session) -> T) -> T {
    Workload::named(name).expect("the workload is there").with("test", act)
}

/// A workload drives a unit of a preset to its end, and leaves the memory that it should.
pub fn ends<B: Traffic>(name: &str, preset: &str, unit: &mut impl Device<B>) {
    with(name, |work| {
        B::drive(&config(preset), work, unit, &|_| false)
            .unwrap_or_else(|trouble| panic!("{name} on {preset}: {trouble}"));
        assert_eq!(work.check().unwrap(), vec![], "{name} on {preset}");
    });
}

/// A unit of which something is broken: its inputs and outputs are spoilt.
pub struct Broken<B: Golden, F>(pub Model<B>, pub F);

impl<B: Golden, F: FnMut(&mut B::In, &mut B::Out) + Send> Device<B> for Broken<B, F> {
    fn peek(&mut self, o: &mut B::Out) {
        self.0.peek(o);
    }
    fn step(&mut self, i: &B::In, o: &mut B::Out) {
        let (mut input, mut shown) = (i.clone(), B::Out::default());
        (self.1)(&mut input, &mut shown);
        self.0.step(&input, o);
        (self.1)(&mut input, o);
    }
}

/// Issues the warps of a gang of eight slices, and in the same cycle each of them alone.
pub fn issue_twice(_: &mut In, o: &mut Out) {
    if o.issue_valid[0] {
        let set = o.issue_id[0] / 4;
        (o.alone, o.alone_set) = (o.issue_mask[0], [set as u8; 8]);
    }
}
