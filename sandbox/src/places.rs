//! Where a toolchain is: the folders that its programs need to read.

use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Folders of the system with programs and libraries; what is not there is left out.
const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/nix/store",
    "/gnu/store",
];
/// Variables with further folders.
const LISTS: &[&str] = &["LD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH"];
/// How often a program may be a script of another program.
const DEEPEST: u32 = 4;

/// Returns the folders of the system's toolchain, and those that variables name.
pub(crate) fn system() -> impl Iterator<Item = PathBuf> {
    let listed = LISTS.iter().filter_map(env::var_os).flat_map(|list| env::split_paths(&list).collect::<Vec<_>>());
    SYSTEM.iter().map(PathBuf::from).chain(listed.filter(|path| path.is_absolute() && !holds_home(path)))
}

/// Returns the files and folders that a program needs that is not installed with the system: the
/// folder above its `bin`, and the same of the program that runs it, if it is a script.
pub fn around(program: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(program, DEEPEST, &mut found);
    found
}

fn collect(program: &Path, depth: u32, found: &mut Vec<PathBuf>) {
    let Some(program) = in_path(program) else { return };
    let real = program.canonicalize().unwrap_or_else(|_| program.clone());
    for place in [&program, &real] {
        let folder = place.parent().unwrap_or(Path::new("/"));
        let above = folder.parent().filter(|_| folder.ends_with("bin"));
        // never a whole home: then the program's own folder, or the program alone
        let widest = above.into_iter().chain([folder]).find(|folder| !holds_home(folder));
        found.push(widest.unwrap_or(place).to_path_buf());
    }
    if let Some(words) = interpreter(&real).filter(|_| depth > 0) {
        words.iter().for_each(|word| collect(Path::new(word), depth - 1, found));
    }
}

/// Returns where a program is, which is looked for in `PATH` as the shell does.
pub fn in_path(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(std::path::absolute(program).unwrap_or_else(|_| program.to_path_buf()));
    }
    let all = env::var_os("PATH")?;
    env::split_paths(&all).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Whether a folder contains the user's home, or is all there is.
fn holds_home(folder: &Path) -> bool {
    let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    folder.parent().is_none() || home.is_some_and(|home| real(&home).starts_with(real(folder)))
}

/// Returns the words of a script's first line: the program that runs it, or `env` and that program.
fn interpreter(script: &Path) -> Option<Vec<String>> {
    let mut start = [0; 256];
    let length = File::open(script).ok()?.read(&mut start).ok()?;
    let line = String::from_utf8_lossy(start[..length].strip_prefix(b"#!")?).into_owned();
    Some(line.lines().next()?.split_whitespace().filter(|word| !word.starts_with('-')).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn what_is_around_a_program_is_found_through_links_and_scripts() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["tool/bin", "python/bin", "links"] {
            std::fs::create_dir_all(at(name)).unwrap();
        }
        std::fs::write(at("python/bin/python"), "binary").unwrap();
        std::fs::write(at("tool/bin/tool"), format!("#!{} -u\n", at("python/bin/python").display())).unwrap();
        std::fs::set_permissions(at("tool/bin/tool"), std::fs::Permissions::from_mode(0o755)).unwrap();
        symlink(at("tool/bin/tool"), at("links/tool")).unwrap();
        let found = around(&at("links/tool"));
        for needed in ["links", "tool", "python"] {
            assert!(found.contains(&at(needed)), "{needed}: {found:?}");
        }
        assert!(around(Path::new("a-tool-that-is-nowhere")).is_empty());
    }

    #[test]
    fn a_home_is_never_given_away() {
        assert!(holds_home(Path::new("/")));
        let Some(home) = env::var_os("HOME").map(PathBuf::from) else { return };
        assert!(holds_home(&home) && !holds_home(&home.join("some/tool")));
        assert!(!around(&home.join("bin/tool")).contains(&home));
    }
}
