//! Builds the libraries that programs load, `libcuda.so.1` and `libcudart.so.*`: each name that
//! CUDA's own libraries export becomes a jump to its implementation in `libheddle_cuda.so`, or to
//! the function that reports a missing implementation.
//!
//! Programs refer to versioned symbols such as `cudaMalloc@libcudart.so.12`. The symbols of a
//! library that rustc links have no version, even with `-C link-arg=--version-script`. So the C
//! compiler, which links Rust programs anyway, assembles and links these libraries.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A library: its soname, the file with its names, and the version of its symbols, if any.
/// Implementations with that version's prefix go first.
const LIBRARIES: [(&str, &str, Option<u32>); 4] = [
    ("libcuda.so.1", "driver", None),
    ("libcudart.so.11.0", "runtime-11", Some(11)),
    ("libcudart.so.12", "runtime-12", Some(12)),
    ("libcudart.so.13", "runtime-13", Some(13)),
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=names");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libheddle_cuda.so");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    // in the place of the real one, which is built after this
    link(&out, "libheddle_cuda.so", "", "{ local: *; };", &[]);
    for (soname, names, version) in LIBRARIES {
        let names = fs::read_to_string(format!("names/{names}.txt")).expect("the list of names is there");
        let names: Vec<&str> = names.lines().collect();
        let node = version.map_or(String::new(), |_| soname.to_string());
        let script = format!("{node} {{ global: {}; local: *; }};", names.join("; "));
        link(&out, soname, &assembly(&names, version), &script, &["-Wl,--no-as-needed", "-lheddle_cuda"]);
    }
}

fn link(out: &Path, soname: &str, assembly: &str, script: &str, more: &[&str]) {
    let (source, map) = (out.join(format!("{soname}.s")), out.join(format!("{soname}.map")));
    fs::write(&source, assembly).expect("OUT_DIR can be written");
    fs::write(&map, script).expect("OUT_DIR can be written");
    let mut cc = Command::new(env::var_os("CC").unwrap_or("cc".into()));
    cc.args(["-shared", "-nostdlib", "-Wl,-rpath,$ORIGIN", "-Wl,-z,now", "-Wl,-z,noexecstack"]);
    cc.arg(format!("-Wl,-soname,{soname}")).arg(format!("-Wl,--version-script={}", map.display()));
    cc.arg("-o").arg(out.join(soname)).arg(&source).arg("-L").arg(out).args(more);
    let status = cc.status().unwrap_or_else(|error| panic!("the C compiler, `cc` or what CC says: {error}"));
    assert!(status.success(), "`cc` did not link {soname}: {cc:?}");
}

/// Returns one jump for each name: to `heddle_13_NAME`, where the library's version has its own, to
/// `heddle_NAME`, or to `heddle_missing` with the name.
fn assembly(names: &[&str], version: Option<u32>) -> String {
    let arch = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    let mut text = String::from(".text\n");
    for name in names {
        let plain = name.strip_suffix("_ptsz").or(name.strip_suffix("_ptds"));
        let own = version.map(|version| format!("heddle_{version}_{name}"));
        let targets = own
            .into_iter()
            .chain([name].map(|name| format!("heddle_{name}")))
            .chain(plain.map(|name| format!("heddle_{name}")));
        let _ = write!(text, ".globl {name}\n.type {name}, @function\n.p2align 4\n{name}:\n");
        for target in targets {
            let _ = match arch.as_str() {
                "x86_64" => write!(
                    text,
                    ".weak {target}\nmovq {target}@GOTPCREL(%rip), %r11\ntestq %r11, %r11\nje 1f\njmp *%r11\n1:\n"
                ),
                "aarch64" => write!(
                    text,
                    ".weak {target}\nadrp x16, :got:{target}\nldr x16, [x16, :got_lo12:{target}]\ncbz x16, 1f\nbr x16\n1:\n"
                ),
                other => panic!("there is no jump for {other}: x86_64 and aarch64"),
            };
        }
        let _ = match arch.as_str() {
            "x86_64" => write!(text, "leaq 2f(%rip), %rdi\njmp *heddle_missing@GOTPCREL(%rip)\n"),
            _ => write!(
                text,
                "adr x0, 2f\nadrp x16, :got:heddle_missing\nldr x16, [x16, :got_lo12:heddle_missing]\nbr x16\n"
            ),
        };
        let _ = writeln!(text, "2: .asciz \"{name}\"");
    }
    text
}
