//! The settings under which an STSIMT study makes its runs: sizes of addresses, and changes of the
//! GPU.

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_workloads::Address;

use super::kernels::BASE;
use crate::cli::Figure;
use crate::error::Error;
use crate::sim::configuration;

/// The cores that a value of the GPU affects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cores {
    /// Conventional cores alone.
    Simt,
    /// Cores with lanes alone.
    Lanes,
    /// All cores, as far as is known.
    Every,
}

/// Keys that affect cores of one kind alone; every other key may affect all cores.
const OF_CORES: [(&str, Cores); 5] = [
    ("core.overlap", Cores::Simt),
    ("shared.threads", Cores::Simt),
    ("pipeline.collector", Cores::Simt),
    ("pipeline.window", Cores::Lanes),
    ("pipeline.follow", Cores::Lanes),
];

fn cores_of(change: &str) -> Cores {
    let key = change.split('=').next().unwrap_or_default();
    OF_CORES.iter().find(|(known, _)| *known == key).map_or(Cores::Every, |(_, cores)| *cores)
}

/// A setting under which all runs are made.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The name of the setting: the size of addresses, or the change.
    pub name: String,
    /// Size of the programs' addresses.
    pub address: Address,
    /// The change of the GPU beside the user's own; `None` in settings that vary only the address
    /// size.
    pub change: Option<String>,
    cores: Cores,
}

impl Setting {
    fn of(address: Address) -> Setting {
        Setting { name: address.to_string(), address, change: None, cores: Cores::Every }
    }

    /// Whether runs under a policy can differ from those of the first setting.
    pub fn touches(&self, policy: &Policy) -> bool {
        let conventional = policy.name().starts_with(BASE);
        match self.cores {
            Cores::Simt => conventional,
            Cores::Lanes => !conventional,
            Cores::Every => true,
        }
    }
}

/// Returns the settings that the user's words name, each once.
/// Sizes of addresses are first, then changes, which are made with addresses of the first size.
pub fn wanted(args: &Figure) -> Result<Vec<Setting>, Error> {
    let mut settings: Vec<Setting> = Vec::new();
    let mut add = |setting: Setting| {
        if settings.iter().all(|there| there.name != setting.name) {
            settings.push(setting);
        }
    };
    args.addresses().iter().for_each(|address| add(Setting::of(*address)));
    let first = Setting::of(args.addresses().first().copied().unwrap_or_default());
    for change in &args.vary {
        add(Setting { name: change.clone(), change: Some(change.clone()), cores: cores_of(change), ..first.clone() });
    }
    // a wrong change is refused before any work
    for setting in &settings {
        gpu(args.set.iter().chain(&setting.change).cloned().collect())?;
    }
    Ok(settings)
}

/// The code whose registers are allocated: the PTX as it is written (4.3).
const CODE: &str = "core.code=unchanged";

/// Returns the configuration of the paper's GPU and its compiler, with the user's changes.
pub fn gpu(changes: Vec<String>) -> Result<Config, Error> {
    let changes: Vec<String> = std::iter::once(CODE.into()).chain(changes).collect();
    configuration::open("stsimt", &changes)
}
