//! Kernels that rely on warps of 32 threads: a policy with warps of another size refuses them, and
//! names the instruction and its place.

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Options, SimError, simulate};
use heddle_kernel::launch::{Description, Session};

/// Instructions, and what of them is named.
const BODIES: [(&str, &str); 16] = [
    ("setp.ne.u32 %p1, %r1, 0;\nvote.sync.any.pred %p2, %p1, 0xffffffff;", "k.ptx:8: a vote"),
    ("\nvote.ballot.b32 %r2, %p1;", "k.ptx:8: a vote"),
    ("\nshfl.sync.idx.b32 %r2, %r1, 0, 31, 0xffffffff;", "k.ptx:8: a shuffle"),
    ("\nmatch.any.sync.b32 %r2, %r1, 0xffffffff;", "k.ptx:8: a match"),
    ("\nactivemask.b32 %r2;", "k.ptx:8: `activemask`"),
    ("\nredux.sync.add.s32 %r2, %r1, 0xffffffff;", "k.ptx:8: `redux`"),
    ("\nbar.warp.sync 0xffffffff;", "k.ptx:8: a barrier of a warp"),
    ("\nbar.sync 0, 32;", "k.ptx:8: a barrier that counts threads"),
    ("\nmov.u32 %r2, %laneid;", "k.ptx:8: `%laneid`"),
    ("\nmov.u32 %r2, %warpid;", "k.ptx:8: `%warpid`"),
    ("\nmov.u32 %r2, %nwarpid;", "k.ptx:8: `%nwarpid`"),
    ("\nadd.u32 %r2, %r1, WARP_SZ;", "k.ptx:8: `WARP_SZ`"),
    ("\nmov.u32 %r2, %lanemask_eq;", "k.ptx:8: a mask of lanes"),
    ("\nmov.u32 %r2, %lanemask_lt;", "k.ptx:8: a mask of lanes"),
    ("call f;\nret;", "k.ptx:5: `%laneid`"),
    ("mov.u32 %r2, %tid.y;", ""),
];

/// Runs a kernel with this body in a CTA of 64 threads: why it was refused.
fn ran(body: &str, config: &str, policy: &str, sets: &[&str]) -> Option<String> {
    let ptx = format!(
        ".version 7.0\n.target sm_80\n.address_size 64\n.func f() {{ .reg .b32 %x;\nmov.u32 %x, %laneid; ret; }}\n\
         .visible .entry k() {{\n.reg .b32 %r<4>; .reg .pred %p<3>; mov.u32 %r1, %tid.x; {body}\nst.shared.u32 [s], %r2; ret;\n}}\n"
    );
    let ptx = ptx.replace(".address_size 64\n", ".address_size 64 .shared .u32 s;\n");
    let module = heddle_kernel::read("k.ptx", &ptx).unwrap();
    let text = "name = \"K\"\n[[run]]\n[[run.launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [64]\n";
    let description = Description::read("k.toml", text).unwrap();
    let mut session = Session::new("k.toml", &module, &description, "test", None).unwrap();
    let spec = Config::one_core(config, sets);
    match simulate(&spec, &Policy::named(policy).unwrap(), &mut session, &Options::default(), &mut ()) {
        Ok(_) => None,
        Err(SimError::Unfit(why)) => Some(why),
        Err(why) => panic!("{body} under {policy}: {why}"),
    }
}

#[test]
fn what_knows_warps_of_32_is_refused_at_other_sizes() {
    let at_other_sizes: [(&str, &str, &[&str], u32); 5] = [
        ("stsimt", "simt-w16", &[], 16),
        ("stsimt", "stsimt4-w16", &[], 16),
        ("stsimt", "simt", &["core.warp_size=16", "core.warps=64"], 16),
        ("vws", "ws16", &[], 16),
        ("vws", "ivws", &[], 4),
    ];
    for (body, what) in BODIES {
        for (config, policy, sets, size) in at_other_sizes {
            let why = ran(body, config, policy, sets);
            if what.is_empty() {
                assert_eq!(why, None, "{body} under {policy}");
                continue;
            }
            let why = why.unwrap_or_else(|| panic!("{body} runs under {policy}"));
            for part in [what, &format!("`{policy}` has warps of {size}"), "`simt`", "core.warp_size = 32"] {
                assert!(why.contains(part), "`{part}` is not in {why}");
            }
        }
        for (config, policy) in [("stsimt", "simt"), ("stsimt", "stsimt4-scalar"), ("vws", "ws32"), ("slp", "no-tbc")] {
            assert_eq!(ran(body, config, policy, &[]), None, "{body} under {policy}");
        }
    }
}
