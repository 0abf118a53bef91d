//! Tests of what the command trusts and what it refuses: links, pipes and folders in the place of
//! kept results and models, and folders that others can write.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::desk::{Desk, Ran, ran};

fn mode(path: &Path, bits: u32) {
    fs::set_permissions(path, Permissions::from_mode(bits)).unwrap();
}

/// The one file of a folder whose name contains `part`.
fn only(folder: &Path, part: &str) -> PathBuf {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files = files.filter(|path| path.file_name().unwrap().to_str().unwrap().contains(part));
    files.next().unwrap_or_else(|| panic!("{} has no {part}", folder.display()))
}

/// Puts what is no regular file in a file's place, one kind after the other, and calls `refused`,
/// which must refuse it. Nothing may be changed.
fn in_place_of(file: &Path, refused: impl Fn(&str)) {
    let aside = file.with_extension("aside");
    fs::rename(file, &aside).unwrap();
    let before = fs::read(&aside).unwrap();
    for what in ["link", "dangling", "folder", "pipe"] {
        match what {
            "link" => symlink(&aside, file).unwrap(),
            "dangling" => symlink("/nonexistent/heddle", file).unwrap(),
            "folder" => fs::create_dir(file).unwrap(),
            _ => assert!(Command::new("mkfifo").arg(file).status().unwrap().success()),
        }
        let there = fs::symlink_metadata(file).unwrap().file_type();
        refused(what);
        assert_eq!(fs::symlink_metadata(file).unwrap().file_type(), there, "{what}");
        if there.is_dir() { fs::remove_dir(file).unwrap() } else { fs::remove_file(file).unwrap() }
    }
    assert_eq!(fs::read(&aside).unwrap(), before);
    fs::rename(&aside, file).unwrap();
}

/// A command that names a path, at least by its last part, and says what to do.
fn says(ran: &Ran, status: i32, path: &Path, words: &[&str]) {
    let name = path.file_name().unwrap().to_str().unwrap();
    ran.is(status, &[&[&*format!("/{name}: ")], words].concat());
}

#[test]
fn a_link_in_the_place_of_a_kept_result_is_refused() {
    let desk = Desk::new();
    let words = "sim va --policy simt --keep kept";
    let out = desk.run(words).is(0, &[]).out.clone();
    let result = only(&desk.path("kept"), "va-simt");
    in_place_of(&result, |_| says(&desk.run(words), 2, &result, &["remove it"]));
    assert_eq!(desk.run(words).is(0, &[]).out, out);
    // the folder
    for bits in [0o777, 0o1777, 0o757] {
        mode(&desk.path("kept"), bits);
        says(&desk.run(words), 2, &desk.path("kept"), &["everyone can write it", "chmod o-w"]);
    }
    mode(&desk.path("kept"), 0o755);
    symlink("kept", desk.path("link")).unwrap();
    desk.run(&words.replace("--keep kept", "--keep link")).is(2, &["a symbolic link", "the folder that it leads to"]);
    // a cache's folder of results
    let cache = desk.path("cache");
    fs::create_dir(&cache).unwrap();
    symlink("../kept", cache.join("runs")).unwrap();
    let env = [("HEDDLE_CACHE", cache.as_os_str())];
    says(&desk.run_with("sim va --policy simt", &env), 2, &cache.join("runs"), &["a symbolic link"]);
}

/// The number of a user who does not run the tests.
fn another() -> u32 {
    const NOBODY: u32 = 65534;
    if rustix::process::geteuid().as_raw() == NOBODY { NOBODY - 1 } else { NOBODY }
}

#[test]
fn a_result_of_another_user_is_refused() {
    let desk = Desk::new();
    mode(desk.0.path(), 0o755);
    let words = "sim va --policy simt --keep kept";
    desk.run(words).is(0, &[]);
    mode(&desk.path("kept"), 0o755);
    let result = only(&desk.path("kept"), "va-simt");
    let nobody = Some(another());
    if chown(&result, nobody, None).is_err() {
        return eprintln!("a_result_of_another_user: only root can give a file away");
    }
    says(&desk.run(words), 2, &result, &[&format!("belongs to another user ({})", another())]);
    desk.run_with(words, &[("HEDDLE_TRUST", "group".as_ref())]).is(0, &[]);
    fs::remove_file(&result).unwrap();
    chown(desk.path("kept"), nobody, None).unwrap();
    says(&desk.run(words), 2, &desk.path("kept"), &["belongs to another user", "HEDDLE_TRUST=group"]);
    // a group in which others are
    chown(desk.path("kept"), Some(0), nobody).unwrap();
    mode(&desk.path("kept"), 0o775);
    says(&desk.run(words), 2, &desk.path("kept"), &["its group can write it", "chmod g-w"]);
}

#[test]
fn a_cache_that_others_can_write_is_never_loaded() {
    let desk = Desk::new();
    let (above, cache) = (desk.path("above"), desk.path("above/cache"));
    mode(desk.0.path(), 0o755);
    fs::create_dir(&above).unwrap();
    let check = |cache: &Path| desk.run_with("check mul32/paper --cycles 100", &[("HEDDLE_CACHE", cache.as_os_str())]);
    check(&cache).is(0, &["equal"]);
    let entry = only(&cache, "mul32-");
    for (path, bits) in [(&above, 0o777), (&cache, 0o777), (&cache, 0o1777), (&entry, 0o777)] {
        let before = fs::metadata(path).unwrap().permissions();
        mode(path, bits);
        says(&check(&cache), 3, path, &["everyone can write it"]);
        fs::set_permissions(path, before).unwrap();
    }
    for name in ["model.so", "manifest"] {
        in_place_of(&entry.join(name), |what| match (what, name) {
            // folders of an entry are not loaded: without the file, it is built again
            ("folder", "model.so") => {}
            _ => says(&check(&cache), 3, &entry.join(name), &["remove it"]),
        });
    }
    // the entry, the folder of locks and the cache itself
    for (path, name) in [(&entry, "entry"), (&cache.join("locks"), "locks"), (&cache, "cache")] {
        fs::rename(path, desk.path(name)).unwrap();
        symlink(desk.path(name), path).unwrap();
        says(&check(&cache), 3, path, &["a symbolic link", "remove it"]);
        fs::remove_file(path).unwrap();
        fs::rename(desk.path(name), path).unwrap();
    }
    let lock = only(&cache.join("locks"), "mul32-");
    in_place_of(&lock, |_| says(&check(&cache), 3, &lock, &["remove it"]));
    // a link above it, which leads to a folder of this user's, is followed
    symlink("above", desk.path("link")).unwrap();
    check(&desk.path("link/cache")).is(0, &["equal"]);
    if chown(entry.join("model.so"), Some(another()), None).is_ok() {
        mode(&entry, 0o755);
        says(&check(&cache), 3, &entry.join("model.so"), &["belongs to another user"]);
    }
}

#[test]
fn outputs_that_a_user_names_may_be_links_and_those_that_the_command_names_are_none() {
    let desk = Desk::new();
    desk.wrong_multiplier();
    for (words, name) in [
        ("sim va --policy simt --keep kept --html page", "page"),
        ("sim va --policy simt --keep kept --stats stats", "stats"),
        ("kernel record va --unit lane -o trace", "trace"),
    ] {
        let real = desk.write(&format!("{name}-real"), "");
        symlink(&real, desk.path(name)).unwrap();
        desk.run(words).is(0, &[]);
        assert!(desk.path(name).is_symlink() && fs::metadata(desk.path(&real)).unwrap().len() > 0, "{words}");
    }
    let words = "check mul32/paper --dut wrong.v --cycles 1000 --out found";
    desk.run(words).is(1, &["MISMATCH"]);
    for end in [".trace", ".vcd"] {
        let path = only(&desk.path("found"), end);
        in_place_of(&path, |_| says(&desk.run(words), 2, &path, &["remove it"]));
    }
}

#[test]
fn a_shared_folder_is_its_groups_and_no_link_in_it_is_followed() {
    let desk = Desk::new();
    desk.write("plan", "first: true\nsecond: true\n");
    let words = "nightly --plan plan --out night --runs runs --print-script";
    desk.write("script", &desk.run(words).is(0, &[]).out);
    mode(&desk.path("runs"), 0o2775);
    desk.run(words).is(0, &[]);
    for bits in [0o777, 0o1777] {
        mode(&desk.path("runs"), bits);
        desk.run(words).is(2, &["everyone can write it"]);
        desk.run("jobs runs").is(2, &["everyone can write it"]);
    }
    mode(&desk.path("runs"), 0o775);
    for name in ["token", "jobs/1/command.json"] {
        let path = desk.path("runs").join(name);
        in_place_of(&path, |what| {
            let ran = if name == "token" { desk.run(words) } else { desk.run("jobs runs --number 1") };
            assert!(ran.status == 2, "{name}, {what}: {}", ran.err);
        });
    }
    for name in ["kept", "cache", "bin", "jobs"] {
        let (path, aside) = (desk.path("runs").join(name), desk.path(name));
        fs::rename(&path, &aside).unwrap();
        symlink(&aside, &path).unwrap();
        says(&desk.run(words), 2, &path, &["a symbolic link"]);
        fs::remove_file(&path).unwrap();
        fs::rename(&aside, &path).unwrap();
    }
    let executable = only(&desk.path("runs/bin"), "heddle-");
    in_place_of(&executable, |_| says(&desk.run(words), 2, &executable, &["remove it"]));
    // what a task says
    let precious = desk.path("precious");
    fs::write(&precious, "content").unwrap();
    symlink(&precious, desk.path("runs/jobs/1/task-7.log")).unwrap();
    assert!(Command::new("mkfifo").arg(desk.path("runs/jobs/1/task-8.log")).status().unwrap().success());
    for (index, status, words) in [("7", 2, "no regular file"), ("8", 2, "no regular file"), ("9", 0, "")] {
        let mut task = Command::new("sh");
        ran(task.arg(desk.path("script")).env("PBS_ARRAY_INDEX", index)).is(status, &[words]);
    }
    assert_eq!(fs::read(&precious).unwrap(), b"content");
}
