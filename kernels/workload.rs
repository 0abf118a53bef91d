//! A workload: its texts and its side of the host.

use heddle_kernel::launch::{Description, Host, Session};

use crate::Address;

/// A workload.
#[derive(Debug)]
pub struct Workload {
    /// The folder's name.
    pub name: &'static str,
    /// Its PTX for 64-bit addresses.
    pub ptx: &'static str,
    /// Its PTX for 32-bit addresses.
    pub ptx_32: &'static str,
    /// Its launch description.
    pub launch: &'static str,
    /// The host's side.
    pub host: Host,
}

impl Workload {
    /// By its folder's name.
    pub fn named(name: &str) -> Option<&'static Workload> {
        crate::WORKLOADS.iter().find(|workload| workload.name == name)
    }
    /// It launches warps with sizes of their own, which GPUs only emulate (SIMT-SIMD III).
    pub fn is_irregular(&self) -> bool {
        self.launch.lines().any(|line| line.starts_with("warps = "))
    }
    /// Brings it to life at a scale, for tests and measurements. PTX and description are our own: a mistake in them is a panic.
    pub fn with<T>(&self, scale: &str, act: impl FnOnce(&mut Session) -> T) -> T {
        self.with_addresses(Address::default(), scale, act)
    }
    /// The same with addresses of this size.
    pub fn with_addresses<T>(&self, address: Address, scale: &str, act: impl FnOnce(&mut Session) -> T) -> T {
        let (file, text) = self.program(address);
        let module = heddle_kernel::read(&file, text).unwrap_or_else(|error| panic!("{error}"));
        let description = Description::read(&self.file(), self.launch).unwrap_or_else(|error| panic!("{error}"));
        let session = Session::new(&self.file(), &module, &description, scale, Some(self.host));
        act(&mut session.unwrap_or_else(|error| panic!("{error}")))
    }
    /// The launch description's file, for messages.
    pub fn file(&self) -> String {
        format!("kernels/{}/launch.toml", self.name)
    }
    /// The PTX's file, for messages.
    pub fn module(&self) -> String {
        self.program(Address::default()).0
    }
    /// The PTX with addresses of this size: its file, for messages, and its text.
    pub fn program(&self, address: Address) -> (String, &'static str) {
        let (ending, text) = match address {
            Address::Bits64 => ("ptx", self.ptx),
            Address::Bits32 => ("m32.ptx", self.ptx_32),
        };
        (format!("kernels/{0}/{0}.{ending}", self.name), text)
    }
}
