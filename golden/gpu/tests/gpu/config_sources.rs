//! Tests of values whose source is the papers' simulator: they equal those of GPGPU-Sim's
//! configuration files, and the source names the option.

use heddle_gpu::config::Config;

/// File, version, and keys with their values and the option that a source must name.
type Told = (&'static str, &'static str, &'static [(&'static str, u64, &'static str)]);

const TOLD: &[Told] = &[
    (
        "vt",
        "GPGPU-Sim 3.2.2, GTX480",
        &[
            ("fetch.bytes", 4 * 128 * 4, "il1 4:128:4"),
            ("core.active_warps", 6, "two_level_active:6:0:1"),
            ("l1.merges", 8, "dl1 A:32:8"),
            ("l1.miss_queue", 8, "dl1 A:32:8,8"),
            ("constant.bytes", 64 * 64 * 2, "l1 64:64:2"),
            ("interconnect.clock", 700, "700:700:700:924"),
            ("interconnect.flit", 32, "flit_size"),
            ("l2.bytes", 64 * 128 * 8 * 6 * 2, "dl2 64:128:8"),
            ("l2.slices", 2, "-gpgpu_n_sub_partition_per_mchannel 2"),
            ("l2.latency", 120, "-rop_latency 120"),
            ("dram.rate", 4, "-dram_data_command_freq_ratio 4"),
            ("dram.latency", 100, "-dram_latency 100"),
            ("dram.row", 4096, "-gpgpu_mem_addr_mapping"),
            ("dram.queue", 16, "-gpgpu_frfcfs_dram_sched_queue_size 16"),
            ("dram.t_cl", 12, "CL=12"),
            ("dram.t_wtr", 5, "CDLR=5"),
        ],
    ),
    (
        "stsimt",
        "GPGPU-Sim 3.2.1, QuadroFX5800",
        &[
            ("constant.mshrs", 2, "A:2:32"),
            // options of the core clock, 325 MHz there, in cycles of 1300 MHz
            ("pipeline.multiply_integer", 19 * 4, "-ptx_opcode_latency_int 1,1,19,25,145"),
            ("pipeline.multiply_add_integer", 25 * 4, "-ptx_opcode_latency_int 1,1,19,25,145"),
            ("pipeline.divide_integer", 145 * 4, "-ptx_opcode_latency_int 1,1,19,25,145"),
            ("pipeline.divide", 30 * 4, "-ptx_opcode_latency_fp 1,1,1,1,30"),
            ("pipeline.multiply_interval", 4 * 4, "-ptx_opcode_initiation_int 1,1,4,4,32"),
            // and of 650 MHz
            ("l2.latency", 85 * 2, "-rop_latency's default 85"),
            ("dram.latency", 30 * 2, "-dram_latency's default 30"),
            ("dram.rate", 2, "-dram_data_command_freq_ratio 2"),
            ("dram.burst", 4, "-gpgpu_dram_burst_length 4"),
            ("dram.row", 2048, "-gpgpu_mem_addr_mapping"),
            ("dram.banks", 8, "nbk=8"),
            ("dram.t_cl", 10, "CL=10"),
        ],
    ),
    (
        "slp",
        "GPGPU-Sim 2.1 (69f2911e, before 3.0)",
        &[
            ("core.clock", 325, "325:650:650:800"),
            ("core.ctas", 8, "-gpgpu_shader_cta 8"),
            ("l1.mshrs", 64, "-gpu_n_mshr_per_shader"),
            ("l1.lines", 2, "-gpgpu_cache_port_per_bank 2"),
            ("texture.bytes", 64 * 64 * 2, "-gpgpu_tex_cache:l1 64:64:2"),
            ("shared.threads", 32 / 2, "-gpgpu_shmem_pipe_speedup 2"),
            ("shared.ports", 2, "-gpgpu_shmem_port_per_bank 2"),
            ("l2.latency", 10, "-gpgpu_L2_queue"),
            ("dram.clock", 800, "325:650:650:800"),
            ("dram.latency", 10, "-gpgpu_L2_queue"),
            ("dram.queue", 32, "-gpgpu_dram_sched_queue_size 32"),
            ("dram.t_ras", 25, "RAS"),
        ],
    ),
];

#[test]
fn the_simulators_values_stand_in_the_files() {
    for (name, version, keys) in TOLD {
        let config = Config::shipped(name).unwrap();
        for (key, wanted, option) in *keys {
            let (_, value, source) = config.rows().find(|row| row.0.to_string() == *key).unwrap();
            assert_eq!(value.to_string(), wanted.to_string(), "{name} {key}");
            assert!(source.starts_with(version) && source.contains(option), "{name} {key}: {source}");
        }
    }
}

/// The versions of GPGPU-Sim that papers used (DEVIATIONS, D130); VWS and SIMT-SIMD name no
/// simulator with public source.
const VERSIONS: [(&str, Option<&str>); 5] =
    [("stsimt", Some("3.2.1")), ("slp", Some("2.1")), ("vt", Some("3.2.2")), ("vws", None), ("simt-simd", None)];

/// A value of another simulator than the paper's own is an assumption.
#[test]
fn a_value_of_another_simulator_is_an_assumption() {
    for (name, version) in VERSIONS {
        let config = Config::shipped(name).unwrap();
        let corners = config.corners().iter().flat_map(|corner| &corner.values);
        let corners = corners.map(|(key, _, source)| (*key, source.as_str()));
        for (key, source) in config.rows().map(|(key, _, source)| (key, source)).chain(corners) {
            let mut named = source.split("GPGPU-Sim").skip(1).peekable();
            let own = version.is_some_and(|version| source.starts_with(&format!("GPGPU-Sim {version}")));
            assert!(named.peek().is_none() || own || source.starts_with("assumed: "), "{name} {key}: {source}");
            for rest in named {
                let number =
                    rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(|it: char| it.is_ascii_digit()));
                assert!(number, "{name} {key}: {source}: which version?");
            }
        }
    }
}

/// Peak bandwidth of a GTX 480: 384 lines at four transfers of 924 MHz.
#[test]
fn vt_has_the_bandwidth_of_a_gtx_480() {
    let dram = Config::shipped("vt").unwrap().spec.dram;
    let bytes = u64::from(dram.channels) * u64::from(dram.bus) * u64::from(dram.rate) * u64::from(dram.clock);
    assert_eq!(bytes, 177_408, "MB/s");
}

/// A hit takes a cycle of GPGPU-Sim's core clock, and two registers lie in front of the tags
/// (DEVIATIONS, D406).
#[test]
fn a_hit_takes_a_cycle_of_ldst_unit() {
    for (name, clock) in [("vt", 700), ("stsimt", 325)] {
        let spec = Config::shipped(name).unwrap().spec;
        let cycle = spec.core.clock / clock;
        assert_eq!((spec.l1.latency, spec.constant.latency, spec.l1.queue), (cycle, cycle, 2), "{name}");
    }
}

/// A value of which a source says only that it is as in another file is the one there.
#[test]
fn a_value_as_in_another_file_is_its() {
    let mut compared = 0;
    for (name, _) in VERSIONS {
        for (key, value, source) in Config::shipped(name).unwrap().rows() {
            let Some((_, other)) = source.rsplit_once("as in ") else { continue };
            let Some((other, _)) = VERSIONS.iter().find(|it| it.0 == other) else { continue };
            let other = Config::shipped(other).unwrap();
            let (_, wanted, _) = other.rows().find(|row| row.0 == key).unwrap();
            assert_eq!(value.to_string(), wanted.to_string(), "{name} {key}: {source}");
            compared += 1;
        }
    }
    assert!(compared > 80, "{compared}");
}
