//! The libraries that programs load: small files that name CUDA's functions, beside the library that has them.

use std::io;
use std::path::{Path, PathBuf};

/// The library with the implementations, as cargo builds it.
pub const CORE: &str = "libheddle_cuda.so";

/// File names and contents.
const FILES: [(&str, &[u8]); 4] = [
    ("libcuda.so.1", include_bytes!(concat!(env!("OUT_DIR"), "/libcuda.so.1"))),
    ("libcudart.so.11.0", include_bytes!(concat!(env!("OUT_DIR"), "/libcudart.so.11.0"))),
    ("libcudart.so.12", include_bytes!(concat!(env!("OUT_DIR"), "/libcudart.so.12"))),
    ("libcudart.so.13", include_bytes!(concat!(env!("OUT_DIR"), "/libcudart.so.13"))),
];

/// Names under which linkers and programs look for them, too.
const LINKS: [(&str, &str); 2] = [("libcuda.so", "libcuda.so.1"), ("libcudart.so", "libcudart.so.12")];

/// Folders with a `libcudart.so` of one version each, as a compiler of that version looks for it.
const VERSIONS: [(&str, &str); 3] =
    [("11", "../libcudart.so.11.0"), ("12", "../libcudart.so.12"), ("13", "../libcudart.so.13")];

/// The library with the implementations, beside the command or where cargo leaves it; the newest, if there are several.
pub fn core(command: &Path) -> Option<PathBuf> {
    let folder = command.parent()?;
    let places = [folder.join(CORE), folder.join("deps").join(CORE), folder.join("../lib").join(CORE)];
    // cargo leaves an old one where it was not asked for this one
    let made = |place: &PathBuf| place.metadata().and_then(|file| file.modified()).ok();
    places.into_iter().filter(|place| place.exists()).max_by_key(made)
}

/// Lays out all libraries in a folder, which exists.
pub fn lay_out(folder: &Path, core: &Path) -> io::Result<()> {
    for (name, contents) in FILES {
        std::fs::write(folder.join(name), contents)?;
    }
    for (name, to) in LINKS {
        std::os::unix::fs::symlink(to, folder.join(name))?;
    }
    for (version, to) in VERSIONS {
        let own = folder.join(version);
        std::fs::create_dir(&own)?;
        std::os::unix::fs::symlink(to, own.join("libcudart.so"))?;
        // linkers look for what a library needs beside it
        for name in ["libcuda.so", CORE] {
            std::os::unix::fs::symlink(Path::new("..").join(name), own.join(name))?;
        }
    }
    std::os::unix::fs::symlink(core.canonicalize()?, folder.join(CORE))
}
