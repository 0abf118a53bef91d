//! A folder of results that appears whole or not at all.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use heddle_testbench::files::could_write_in;

use crate::error::Error;

/// Fills a new folder: `fill` writes into a temporary one beside it, which then gets its name.
/// Missing folders above it are made.
///
/// # Errors
///
/// There is something of this name, other than an empty folder, or nothing can be written there.
pub fn fill_new(folder: &Path, fill: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), Error> {
    let refuse = |error: io::Error| {
        Error::input(
            format!("{}: {error}", folder.display()),
            "name a folder that can be written, and that is not there yet",
        )
    };
    let used = match std::fs::read_dir(folder) {
        Ok(mut files) => files.next().is_some(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(refuse(error)),
    };
    if used {
        let help = "name a new folder; nothing in this one was changed";
        return Err(Error::input(format!("{}: the folder is not empty", folder.display()), help));
    }
    could_write_in(folder).map_err(refuse)?;
    let make = || {
        let above = std::path::absolute(folder)?.parent().map(Path::to_path_buf).unwrap_or_default();
        std::fs::create_dir_all(&above)?;
        let new =
            tempfile::Builder::new().prefix(".heddle.").permissions(Permissions::from_mode(0o755)).tempdir_in(above)?;
        fill(new.path())?;
        std::fs::rename(new.path(), folder)?;
        // it is no temporary folder any more
        let _ = new.keep();
        Ok(())
    };
    make().map_err(refuse)
}
