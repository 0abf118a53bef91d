//! A workload: its PTX, its launch description and its computation on the host.

use heddle_kernel::launch::{Description, Host, Session};

use crate::Address;

/// A CUDA workload: its PTX, its launch description and its computation on the host.
#[derive(Debug)]
pub struct Workload {
    /// The name of the workload's folder in `kernels/`.
    pub name: &'static str,
    /// The text of the workload's PTX for 64-bit addresses.
    pub ptx: &'static str,
    /// The text of the workload's PTX for 32-bit addresses.
    pub ptx_32: &'static str,
    /// The text of the workload's launch description.
    pub launch: &'static str,
    /// The functions that make the workload's inputs and compute the expected outputs on the host.
    pub host: Host,
}

impl Workload {
    /// Returns the workload whose folder has this name; `None` if there is none.
    pub fn named(name: &str) -> Option<&'static Workload> {
        crate::WORKLOADS.iter().find(|workload| workload.name == name)
    }
    /// Whether the workload launches warps with sizes of their own, which GPUs only emulate
    /// (SIMT-SIMD III).
    pub fn is_irregular(&self) -> bool {
        self.launch.lines().any(|line| line.starts_with("warps = "))
    }
    /// Opens a session of the workload at a scale, with 64-bit addresses, and passes it to `act`;
    /// returns the result of `act`. The PTX and the description are part of the project: a mistake
    /// in them is a panic.
    pub fn with<T>(&self, scale: &str, act: impl FnOnce(&mut Session) -> T) -> T {
        self.with_addresses(Address::default(), scale, act)
    }
    /// Opens a session of the workload at a scale, with addresses of the given size, and passes it
    /// to `act`; returns the result of `act`.
    pub fn with_addresses<T>(&self, address: Address, scale: &str, act: impl FnOnce(&mut Session) -> T) -> T {
        let (file, text) = self.program(address);
        let module = heddle_kernel::read(&file, text).unwrap_or_else(|error| panic!("{error}"));
        let description = Description::read(&self.file(), self.launch).unwrap_or_else(|error| panic!("{error}"));
        let session = Session::new(&self.file(), &module, &description, scale, Some(self.host));
        act(&mut session.unwrap_or_else(|error| panic!("{error}")))
    }
    /// Returns the path of the launch description's file, for messages.
    pub fn file(&self) -> String {
        format!("kernels/{}/launch.toml", self.name)
    }
    /// Returns the path of the PTX file for 64-bit addresses, for messages.
    pub fn module(&self) -> String {
        self.program(Address::default()).0
    }
    /// Returns the PTX for addresses of the given size: the path of its file, for messages, and its
    /// text.
    pub fn program(&self, address: Address) -> (String, &'static str) {
        let (ending, text) = match address {
            Address::Bits64 => ("ptx", self.ptx),
            Address::Bits32 => ("m32.ptx", self.ptx_32),
        };
        (format!("kernels/{0}/{0}.{ending}", self.name), text)
    }
}
