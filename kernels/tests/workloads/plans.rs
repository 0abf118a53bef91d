//! Checks of every launch description, at every scale: its kernels and variables exist, and the
//! host makes its inputs and computes its outputs.

use heddle_kernel::launch::{Description, LaunchError, Shape};
use heddle_workloads::{Address, WORKLOADS};

#[test]
fn descriptions_name_what_is_there() {
    for (workload, address) in WORKLOADS.iter().flat_map(|workload| Address::EACH.map(|address| (workload, address))) {
        let (file, ptx) = (workload.file(), workload.program(address).1);
        assert!(ptx.contains(&format!(".address_size {}\n", address.bits())), "{file}");
        let description = Description::read(&file, workload.launch).unwrap();
        assert!(["test", "paper"].iter().all(|&scale| description.size.contains_key(scale)), "{file}");
        for scale in description.size.keys() {
            let mut sizes = description.sizes(&file, scale).unwrap();
            description.matrices(&file, &mut sizes, Some(&workload.host)).unwrap();
            let visit = |launch: heddle_kernel::launch::Planned| {
                let entry = ptx.split(".entry ").skip(1).find(|text| text.starts_with(&format!("{}(", launch.kernel)));
                let entry = entry.unwrap_or_else(|| panic!("{file}: no kernel {}", launch.kernel));
                let parameters = entry.split(')').next().map(|list| list.matches(".param").count());
                assert_eq!(parameters, Some(launch.arguments.len()), "{file}: {}", launch.kernel);
                let threads = match &launch.shape {
                    Shape::Grid(_, block) => block.iter().product::<u32>(),
                    // the host makes the sizes
                    Shape::Warps(sizes) => u32::from(description.buffer.iter().any(|buffer| buffer.name == *sizes)),
                };
                assert!((1..=1024).contains(&threads), "{file}: {}", launch.kernel);
                Ok::<(), LaunchError>(())
            };
            description.launches(&file, &sizes, visit).unwrap();
        }
        for symbol in &description.symbol {
            assert!(ptx.contains(&format!(" {}", symbol.name)), "{file}: no variable {}", symbol.name);
        }
    }
}

#[test]
fn hosts_make_and_compute() {
    for workload in WORKLOADS {
        let file = workload.file();
        let description = Description::read(&file, workload.launch).unwrap();
        let mut sizes = description.sizes(&file, "test").unwrap();
        let matrices = description.matrices(&file, &mut sizes, Some(&workload.host)).unwrap();
        let (mut buffers, made) = description.contents(&file, &sizes, &matrices).unwrap();
        let zeros = buffers.clone();
        (workload.host.make)(&sizes, &mut buffers);
        for name in &made {
            assert_ne!(buffers.0[name], zeros.0[name], "{file}: the host makes no `{name}`");
        }
        for (name, data) in buffers.0.iter().filter(|(name, _)| !made.contains(name)) {
            assert_eq!(data, &zeros.0[name], "{file}: the host changes `{name}`");
        }
        let before = buffers.clone();
        (workload.host.reference)(&sizes, &mut buffers);
        let referred = description.expect.iter().filter(|expect| expect.reference);
        let mut names = referred.filter_map(|expect| expect.buffer.as_ref().or(expect.symbol.as_ref()));
        assert!(
            names.clone().count() == 0 || names.any(|name| buffers.0[name] != before.0[name]),
            "{file}: nothing happens"
        );
    }
}
