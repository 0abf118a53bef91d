//! Tests of the files that are trusted and those that are refused, by kind: who owns them, who can
//! write them, what lies in their place.

use std::os::unix::fs::{chown, symlink};
use std::os::unix::net::UnixListener;
use std::process::Command;

use super::*;

/// The number of a user other than root and Debian's `nobody` (65534): either of them may run the
/// tests.
const ANOTHER: u32 = 65533;

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// What is said of a path that is refused.
fn said<T>(result: io::Result<T>) -> String {
    let error = result.err().expect("it is refused");
    Refused::of(&error).unwrap_or_else(|| panic!("not refused, but: {error}")).to_string()
}

/// A fixture in a folder that others can enter.
fn desk() -> tempfile::TempDir {
    let desk = tempfile::tempdir().unwrap();
    mode(desk.path(), 0o755);
    desk
}

#[test]
fn what_lies_in_the_place_of_a_file_is_neither_read_nor_replaced() {
    let desk = desk();
    let at = |name: &str| desk.path().join(name);
    fs::write(at("file"), "content").unwrap();
    assert_eq!(read(&at("file"), 7, Trust::Own).unwrap(), b"content");
    assert_eq!(read(&at("file"), 6, Trust::Own).unwrap_err().kind(), ErrorKind::FileTooLarge);
    assert_eq!(read(&at("none"), 9, Trust::Own).unwrap_err().kind(), ErrorKind::NotFound);
    symlink(at("file"), at("link")).unwrap();
    symlink(at("none"), at("dangling")).unwrap();
    symlink(at("loop"), at("loop")).unwrap();
    fs::create_dir(at("folder")).unwrap();
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    let _socket = UnixListener::bind(at("socket")).unwrap();
    let cases = [
        ("link", "link"),
        ("dangling", "link"),
        ("loop", "link"),
        ("folder", "folder"),
        ("pipe", "pipe"),
        ("socket", "socket"),
    ];
    for (name, what) in cases {
        let before = fs::symlink_metadata(at(name)).unwrap();
        for trust in [Trust::Own, Trust::Group] {
            assert!(said(read(&at(name), 9, trust)).contains(what), "{name}");
            assert!(said(is_there(&at(name), trust, false)).contains("remove it"), "{name}");
        }
        assert!(said(write(&at(name), b"new")).contains(&at(name).display().to_string()), "{name}");
        assert!(said(open(&at(name), File::options().write(true).truncate(true))).contains(what), "{name}");
        assert_eq!(fs::symlink_metadata(at(name)).unwrap().ino(), before.ino(), "{name}");
    }
    assert_eq!(fs::read(at("file")).unwrap(), b"content");
    assert!(!at("none").exists());
    write(&at("file"), b"new").unwrap();
    write(&at("deep/other"), b"new").unwrap();
    assert_eq!(
        (fs::read(at("file")).unwrap(), fs::read(at("deep/other")).unwrap()),
        (b"new".to_vec(), b"new".to_vec())
    );
    assert!(is_there(&at("folder"), Trust::Own, true).unwrap() && !is_there(&at("none"), Trust::Own, true).unwrap());
    assert!(said(is_there(&at("file"), Trust::Own, true)).contains("in the place of a folder"));
}

#[test]
fn a_folder_that_others_can_write_is_refused_and_so_is_one_below_it() {
    let desk = desk();
    let (above, inner) = (desk.path().join("above"), desk.path().join("above/inner"));
    make(&inner, Trust::Own).unwrap();
    // whether others are kept out by the sticky bit, which keeps a folder in its place alone
    for (bits, of_it, of_inner) in
        [(0o755, true, true), (0o700, true, true), (0o757, false, false), (0o777, false, false), (0o1777, false, true)]
    {
        mode(&above, bits);
        for trust in [Trust::Own, Trust::Group] {
            assert_eq!(folder(&above, trust).is_ok(), of_it, "{bits:o}");
            assert_eq!(folder(&inner, trust).is_ok(), of_inner, "{bits:o}");
            assert_eq!(make(&above.join("new"), trust).is_ok(), of_inner, "{bits:o}");
            assert_eq!(folder(&above.join("new/deep"), trust).is_ok(), of_inner, "{bits:o}");
        }
        let _ = fs::remove_dir(above.join("new"));
        if !of_it {
            assert!(said(folder(&above, Trust::Own)).contains("chmod o-w"), "{bits:o}");
        }
    }
}

#[test]
fn a_link_to_a_folder_is_refused_and_one_above_it_is_followed_to_folders_that_are_looked_at() {
    let desk = desk();
    let at = |name: &str| desk.path().join(name);
    make(&at("real/cache"), Trust::Own).unwrap();
    symlink("real", at("link")).unwrap();
    symlink(at("real/cache"), at("itself")).unwrap();
    symlink("none", at("dangling")).unwrap();
    folder(&at("link/cache"), Trust::Own).unwrap();
    for name in ["itself", "itself/", "itself/.", "itself//./", "dangling", "dangling/"] {
        assert!(said(folder(&at(name), Trust::Own)).contains("which is not followed"), "{name}");
        assert!(said(make(&at(name), Trust::Group)).contains("which is not followed"), "{name}");
    }
    mode(&at("real"), 0o777);
    assert!(said(folder(&at("link/cache"), Trust::Own)).contains("real: everyone can write it"));
    symlink("loop", at("loop")).unwrap();
    assert!(folder(&at("loop/cache"), Trust::Own).is_err());
}

#[test]
fn what_belongs_to_another_user_is_refused_unless_a_group_is_trusted() {
    let desk = desk();
    let at = |name: &str| desk.path().join(name);
    make(&at("folder/inner"), Trust::Own).unwrap();
    fs::write(at("file"), "content").unwrap();
    symlink("folder", at("link")).unwrap();
    if chown(at("file"), Some(ANOTHER), None).is_err() {
        return eprintln!("what_belongs_to_another_user: only root can give a file away");
    }
    let foreign = |result: io::Result<()>| said(result).contains("belongs to another user");
    assert!(foreign(read(&at("file"), 9, Trust::Own).map(drop)));
    assert!(foreign(is_there(&at("file"), Trust::Own, false).map(drop)));
    assert_eq!(read(&at("file"), 9, Trust::Group).unwrap(), b"content");
    std::os::unix::fs::lchown(at("link"), Some(ANOTHER), None).unwrap();
    assert!(foreign(folder(&at("link/inner"), Trust::Own)));
    chown(at("folder"), Some(ANOTHER), None).unwrap();
    assert!(foreign(folder(&at("folder"), Trust::Own)));
    assert!(foreign(folder(&at("folder/inner"), Trust::Own)) && foreign(make(&at("folder/new"), Trust::Own)));
    folder(&at("folder/inner"), Trust::Group).unwrap();
    // a group of others, and one that is root's
    for (gid, fine) in [(ANOTHER, false), (0, true)] {
        chown(at("folder"), Some(0), Some(gid)).unwrap();
        mode(&at("folder"), 0o775);
        assert_eq!(folder(&at("folder/inner"), Trust::Own).is_ok(), fine);
        folder(&at("folder/inner"), Trust::Group).unwrap();
    }
}

#[test]
fn a_group_is_private_if_it_has_no_other_member() {
    let passwd = "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\nben:x:1001:1000::/:/bin/sh\n\
                  eve:x:1002:1002::/:/bin/sh\nodd\n";
    let group = "root:x:0:\nann:x:1000:\neve:x:1002:\nlab:x:50:ann,eve\nown:x:51:eve\nghost:x:52:eve,nobody-knows\n";
    for (own, gid, fine) in [
        (1002, 1002, true),
        (1000, 1000, false), // ben's too
        (1002, 50, false),
        (1002, 51, true),
        (1002, 52, false),
        (1002, 77, false),
        (1002, 0, true),
    ] {
        assert_eq!(is_private(passwd, group, own, gid), fine, "{own} {gid}");
    }
    assert!(!is_private("", "", 1002, 1002), "a user whom no file lists");
}
