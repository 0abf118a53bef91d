//! What the last instruction was seen to do.

use heddle_kernel::execute::{AccessKind, Image, Issue, Observer, Traffic, Warp};
use heddle_kernel::program::Space;

/// An access to memory, lane by lane.
#[derive(Debug, Clone, Copy)]
pub struct Access {
    /// To read, to write, or both at once.
    pub kind: AccessKind,
    /// The space; generic where the lanes' addresses lie in several.
    pub space: Space,
    /// By lane.
    pub addresses: [u64; 32],
    /// Bytes a lane.
    pub bytes: u32,
}

/// What was seen of the last instruction.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// Who executed what.
    pub issue: Option<Issue>,
    /// The access that it made.
    pub access: Option<Access>,
}

impl Observer for Seen {
    fn issue(&mut self, issue: &Issue, _: &Warp, _: &Image) {
        *self = Seen { issue: Some(*issue), ..Seen::default() };
    }
    fn traffic(&mut self, _: &Issue, traffic: &Traffic) {
        let Traffic { kind, space, addresses, bytes } = *traffic;
        self.access = Some(Access { kind, space, addresses: *addresses, bytes });
    }
}
