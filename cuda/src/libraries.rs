//! The libraries that programs load: small files that export CUDA's names, and the library with the
//! implementations.

use std::io;
use std::path::{Path, PathBuf};

/// File name of the library with the implementations, as cargo builds it.
pub const CORE: &str = "libheddle_cuda.so";

/// File names and contents of the libraries that export CUDA's names.
const FILES: [(&str, &[u8]); 4] = [
    ("libcuda.so.1", include_bytes!(concat!(env!("OUT_DIR"), "/libcuda.so.1"))),
    ("libcudart.so.11.0", include_bytes!(concat!(env!("OUT_DIR"), "/libcudart.so.11.0"))),
    ("libcudart.so.12", include_bytes!(concat!(env!("OUT_DIR"), "/libcudart.so.12"))),
    ("libcudart.so.13", include_bytes!(concat!(env!("OUT_DIR"), "/libcudart.so.13"))),
];

/// Further names under which linkers and programs look for the libraries.
const LINKS: [(&str, &str); 2] = [("libcuda.so", "libcuda.so.1"), ("libcudart.so", "libcudart.so.12")];

/// Folders with the `libcudart.so` of one version each, where a compiler of that version finds it,
/// and the targets of these links.
const VERSIONS: [(&str, &str); 3] =
    [("11", "../libcudart.so.11.0"), ("12", "../libcudart.so.12"), ("13", "../libcudart.so.13")];

/// Returns the path of the library with the implementations.
pub fn core(command: &Path) -> Option<PathBuf> {
    built(command, CORE)
}

/// Returns the path of a library that cargo built, beside the command or in cargo's folders; the
/// newest, if there are several.
pub fn built(command: &Path, name: &str) -> Option<PathBuf> {
    let folder = command.parent()?;
    let places = [folder.join(name), folder.join("deps").join(name), folder.join("../lib").join(name)];
    // cargo leaves an old one where it was not asked for this one
    let made = |place: &PathBuf| place.metadata().and_then(|file| file.modified()).ok();
    places.into_iter().filter(|place| place.exists()).max_by_key(made)
}

/// Writes all libraries that a program loads into an existing folder.
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
