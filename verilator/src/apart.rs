//! The build of Verilog that is not trusted: each tool is confined to a folder of its own, out of
//! which this process takes what the next one needs, and at the end the program alone.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use heddle_sandbox::{Kind, confine};
use rustix::fs::OFlags;

use super::compile::{Build, GENERATED, LIBRARIES, OBJECT, PROGRAM};
use super::error::BuildError;

/// Longest file that is taken from a confined program, in bytes.
pub(super) const LONGEST: u64 = 4 << 30;
/// No link is followed, and a pipe is not waited for.
const NOT_WAITING: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK);

impl Build<'_> {
    /// Runs the steps of a build of Verilog that is not trusted: each tool has a folder of its own,
    /// and what the next one needs is taken out of it.
    pub(super) fn fill_confined(&self, folder: &Path) -> Result<(), BuildError> {
        let [verilog, cpp] = ["verilog", "cpp"].map(|name| folder.join(name));
        let generated = cpp.join(GENERATED);
        for new in [&verilog, &generated] {
            fs::create_dir_all(new).map_err(|e| self.cache.error(e))?;
        }
        self.verilate(&verilog)?;
        for name in texts(&verilog.join(GENERATED)).map_err(|e| self.cache.error(e))? {
            let (from, to) = (verilog.join(GENERATED).join(&name), generated.join(&name));
            take(&from, &to, LONGEST).map_err(|e| self.cache.error(e))?;
        }
        self.compile(&cpp)?;
        let mut link = self.compiler(&cpp);
        link.args(["-o", PROGRAM, OBJECT]).args(self.runtime(&cpp)?).args(LIBRARIES);
        self.run(link, &cpp.join(PROGRAM), |text| self.refused(&text))?;
        let program = folder.join(PROGRAM);
        let taken = take(&cpp.join(PROGRAM), &program, LONGEST);
        let taken = taken.and_then(|()| fs::set_permissions(&program, Permissions::from_mode(0o755)));
        let rid = taken.and_then(|()| fs::remove_dir_all(&verilog)).and_then(|()| fs::remove_dir_all(&cpp));
        Ok(rid.map_err(|e| self.cache.error(e))?)
    }

    /// Confines a tool to its folder, the toolchain, and what its arguments name in the cache.
    pub(super) fn confine(&self, command: &mut Command) -> io::Result<()> {
        let own = command.get_current_dir().unwrap_or(Path::new("/nowhere")).to_path_buf();
        let named = command.get_args().map(PathBuf::from).filter(|path| path.starts_with(self.cache.root()));
        let reads = self.tools.places().into_iter().chain(named).collect::<Vec<_>>();
        confine(command, Kind::Tool, &own, &reads)
    }
}

/// Returns the names of the texts that Verilator wrote: of no link, and without a path.
fn texts(folder: &Path) -> io::Result<Vec<String>> {
    let known = |name: &String| {
        let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b));
        plain && [".h", ".cpp", ".mk"].iter().any(|end| name.ends_with(end))
    };
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().display().to_string()));
    names.filter(|name| name.as_ref().map_or(true, known)).collect()
}

/// Copies a file of at most `most` bytes that a confined program wrote: a plain one, not what a
/// link leads to.
pub(super) fn take(from: &Path, to: &Path, most: u64) -> io::Result<()> {
    let file = OpenOptions::new().read(true).custom_flags(NOT_WAITING.bits() as i32).open(from)?;
    let there = file.metadata()?;
    if !there.is_file() || there.len() > most {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("{}: no file, or too long", from.display())));
    }
    io::copy(&mut file.take(most), &mut File::create(to)?).map(drop)
}
