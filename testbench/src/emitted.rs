//! Emitted Verilog, kept for the life of the process: emission takes up to a fifth of a second, and
//! every build, proof and elaboration begins with it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use heddle_rtl::Rtl;

/// Returns the Verilog that a unit emits for a configuration; `None` if there is no RTL for it.
pub fn emitted<B: Rtl>(cfg: &B::Config) -> Option<Arc<str>> {
    static KEPT: Mutex<Option<HashMap<String, Arc<str>>>> = Mutex::new(None);
    let name = format!("{} {cfg:?}", B::NAME);
    let kept = |name: &str| KEPT.lock().expect("no thread panics while it looks").as_ref()?.get(name).cloned();
    if let Some(verilog) = kept(&name) {
        return Some(verilog);
    }
    // other presets are emitted meanwhile; two threads may emit the same text
    let verilog: Arc<str> = B::verilog(cfg)?.into();
    let mut all = KEPT.lock().expect("no thread panics while it looks");
    all.get_or_insert_default().insert(name, Arc::clone(&verilog));
    Some(verilog)
}

#[cfg(test)]
mod tests {
    use heddle_contract::Config;
    use heddle_contract::primitive::{Bank, Storage};

    use super::*;

    #[test]
    fn every_configuration_has_its_own_text() {
        fn all<B: Rtl>() {
            for (preset, cfg) in B::Config::presets() {
                for _ in 0..2 {
                    assert_eq!(emitted::<B>(cfg).as_deref(), B::verilog(cfg).as_deref(), "{}/{preset}", B::NAME);
                }
            }
        }
        all::<Bank>();
        all::<Storage>();
    }
}
