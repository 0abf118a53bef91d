//! A workload: its texts and its side of the host.

use heddle_kernel::launch::{Description, Host, Session};

/// A workload.
#[derive(Debug)]
pub struct Workload {
    /// The folder's name.
    pub name: &'static str,
    /// Its PTX.
    pub ptx: &'static str,
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
    /// Brings it to life at a scale, for tests and measurements. PTX and description are our own: a mistake in them is a panic.
    pub fn with<T>(&self, scale: &str, act: impl FnOnce(&mut Session) -> T) -> T {
        let module = heddle_kernel::read(&self.module(), self.ptx).unwrap_or_else(|error| panic!("{error}"));
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
        format!("kernels/{0}/{0}.ptx", self.name)
    }
}
