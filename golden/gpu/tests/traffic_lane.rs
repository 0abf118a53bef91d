//! A lane under real programs.

use heddle_contract::Config as _;
use heddle_contract::lane::{Config, Lane};
use heddle_golden::Model;
use heddle_gpu::traffic::{Traffic, Trouble, record};
use heddle_kernel::launch::{Description, Session};
use heddle_workloads::WORKLOADS;

fn run(name: &str, preset: &str) -> Result<(), Trouble> {
    let workload = WORKLOADS.iter().find(|workload| workload.name == name).expect("the workload is there");
    let description = Description::read(&workload.file(), workload.launch).unwrap();
    let module = heddle_kernel::read(&workload.module(), workload.ptx).unwrap();
    let cfg = Config::preset(preset).unwrap().clone();
    let mut work = Session::new(&workload.file(), &module, &description, "test", Some(workload.host)).unwrap();
    let mut unit = Model::<Lane>::new(cfg.clone());
    Lane::drive(&cfg, &mut work, &mut unit, &|_| false)?;
    assert_eq!(work.check().unwrap(), vec![], "{name} on {preset}");
    Ok(())
}

#[test]
fn all() {
    for preset in ["paper"] {
        for workload in WORKLOADS {
            let start = std::time::Instant::now();
            let description = Description::read(&workload.file(), workload.launch).unwrap();
            let module = heddle_kernel::read(&workload.module(), workload.ptx).unwrap();
            let cfg = Config::preset(preset).unwrap().clone();
            let mut work = Session::new(&workload.file(), &module, &description, "test", Some(workload.host)).unwrap();
            match record::<Lane>(&cfg, &mut work, 20000) {
                Ok(cycles) => eprintln!("{preset} {}: {} cycles, {:?}", workload.name, cycles.len(), start.elapsed()),
                Err(trouble) => eprintln!("{preset} {}: {trouble}, {:?}", workload.name, start.elapsed()),
            }
        }
    }
}
