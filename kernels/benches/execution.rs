//! Speed of functional execution, on one thread: `make bench`.
//!
//! Each workload runs at test scale, again and again for a second; making its buffers and checking
//! its outputs are not counted. The aggregate gives every workload the same number of thread
//! instructions, so that the slowest one has the greatest weight.

use std::time::{Duration, Instant};

use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Options, Unobserved};
use heddle_kernel::launch::{Description, Session};
use heddle_workloads::WORKLOADS;

/// The workloads that GPGPU-Sim was measured with.
const TEN: [&str; 10] = ["va", "reduct", "mm", "mandel", "bfs", "bp", "hotsp", "nw", "pf", "gau"];
const TIME: Duration = Duration::from_secs(1);

fn main() {
    let all = std::env::args().any(|argument| argument == "all");
    println!("functional execution, M thread instructions/s");
    let mut rates = Vec::new();
    for workload in WORKLOADS.iter().filter(|workload| all || TEN.contains(&workload.name)) {
        let module = heddle_kernel::read(&workload.module(), workload.ptx).expect("our own PTX is read");
        let description = Description::read(&workload.file(), workload.launch).expect("our own description is read");
        let (mut instructions, mut spent) = (0, Duration::ZERO);
        while spent < TIME {
            let mut session = Session::new(&workload.file(), &module, &description, "test", Some(workload.host))
                .expect("buffers are made");
            let start = Instant::now();
            let statistics =
                session.run(Registers::default(), &Options::default(), &mut Unobserved).expect("our own workload runs");
            spent += start.elapsed();
            instructions += statistics.thread_instructions;
        }
        let rate = instructions as f64 / spent.as_secs_f64() / 1e6;
        println!("{:>12} {rate:8.0}", description.name);
        rates.push(rate);
    }
    let aggregate = rates.len() as f64 / rates.iter().map(|rate| 1.0 / rate).sum::<f64>();
    println!("{:>12} {aggregate:8.0}", "aggregate");
}
