//! The shared folder: results and claims, built models, the command itself, and a folder for each
//! submission. Its owner and its group are trusted, since they share it to write in it; a link in
//! it is not followed all the same, and a folder that everyone can write is refused.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use heddle_testbench::kept::{self, Refused, Trust};
use heddle_testbench::verilator::Cache;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::own;

/// Most bytes of a file that describes a submission.
const MOST_BYTES: u64 = 64 << 20;
/// Bytes that a folder must have room for before anything is submitted.
const ROOM: usize = 1 << 16;

/// The folder that tasks share.
#[derive(Debug, Clone)]
pub struct Folder {
    root: PathBuf,
}

/// A submission: the command whose work is shared, and the job that Slurm gave it.
#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    /// The words of the command, without the program.
    pub words: Vec<String>,
    /// The folder in which the command was given.
    pub cwd: PathBuf,
    /// Slurm's number of the array; `None` for a script of another scheduler.
    pub job: Option<String>,
    /// The pieces that were left when it was submitted: files that keep a result each, relative to
    /// the shared folder if they are in it.
    pub pieces: Vec<PathBuf>,
    /// Pieces of the command that were kept before.
    pub before: usize,
}

impl Folder {
    /// Opens a shared folder, and creates its subfolders that are missing.
    pub fn open(root: &Path) -> Result<Folder, Error> {
        let refuse = |error: io::Error| refused(root, &error);
        fs::create_dir_all(root).map_err(refuse)?;
        let folder = Folder { root: fs::canonicalize(root).map_err(refuse)? };
        for place in [&folder.root, &folder.kept(), &folder.cache(), &folder.submissions(), &folder.bin()] {
            kept::make(place, Trust::Group).map_err(refuse)?;
        }
        folder.has_room()?;
        Cache::default_to(folder.cache());
        Ok(folder)
    }

    /// Opens a shared folder that must be there already.
    pub fn existing(root: &Path) -> Result<Folder, Error> {
        if root.join("jobs").is_dir() {
            return Folder::open(root);
        }
        let what = format!("{}: no folder that tasks share", root.display());
        Err(Error::input(what, "name the folder that a command with --slurm had as --runs"))
    }

    /// Returns the path of the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the folder of results and claims.
    pub fn kept(&self) -> PathBuf {
        self.root.join("kept")
    }

    /// Returns the folder of built models.
    pub fn cache(&self) -> PathBuf {
        self.root.join("cache")
    }

    fn bin(&self) -> PathBuf {
        self.root.join("bin")
    }

    fn submissions(&self) -> PathBuf {
        self.root.join("jobs")
    }

    /// Checks that the disk has room for a result.
    pub fn has_room(&self) -> Result<(), Error> {
        let try_it = || {
            let mut file = tempfile::Builder::new().prefix(".room.").tempfile_in(self.kept())?;
            file.write_all(&[1; ROOM])?;
            file.as_file().sync_all()
        };
        try_it().map_err(|error| refused(&self.root, &error))
    }

    /// Returns the token in the folder by which a task recognises that its node sees the same
    /// folder; the first command writes it.
    pub fn token(&self) -> Result<String, Error> {
        let path = self.root.join("token");
        let refuse = |error: io::Error| refused(&self.root, &error);
        let random: String = fs::read_to_string("/proc/sys/kernel/random/uuid").map_err(refuse)?.trim().into();
        let mut beside = tempfile::NamedTempFile::new_in(&self.root).map_err(refuse)?;
        beside.write_all(random.as_bytes()).map_err(refuse)?;
        match fs::hard_link(beside.path(), &path) {
            Ok(()) => Ok(random),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let token = kept::read(&path, MOST_BYTES, Trust::Group).map_err(refuse)?;
                Ok(String::from_utf8_lossy(&token).trim().to_string())
            }
            Err(error) => Err(refuse(error)),
        }
    }

    /// Copies this command into the folder, unless it is there; returns the path of the copy.
    pub fn executable(&self) -> Result<PathBuf, Error> {
        let refuse = |error: io::Error| refused(&self.root, &error);
        let own = own::contents()?;
        let hash: String = Sha256::digest(&own).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let path = self.bin().join(format!("heddle-{hash}"));
        kept::could_write(&path).map_err(refuse)?;
        if kept::read(&path, own.len() as u64, Trust::Group).is_ok_and(|there| there == own) {
            return Ok(path);
        }
        let mut builder = tempfile::Builder::new();
        let beside = builder.permissions(Permissions::from_mode(0o755)).tempfile_in(self.bin());
        let mut beside = beside.map_err(refuse)?;
        beside.write_all(&own).map_err(refuse)?;
        // closed before it has its name: a file that is open for writing cannot be executed
        beside.into_temp_path().persist(&path).map_err(|error| refuse(error.error))?;
        Ok(path)
    }

    /// Creates the folder of a new submission, and returns its number, which no other submission
    /// has.
    pub fn new_submission(&self) -> Result<u32, Error> {
        let mut number = self.last()?.map_or(1, |last| last + 1);
        loop {
            match fs::create_dir(self.place(number)) {
                Ok(()) => return Ok(number),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(refused(&self.root, &error)),
            }
        }
    }

    /// Returns the folder of a submission.
    pub fn place(&self, number: u32) -> PathBuf {
        self.submissions().join(number.to_string())
    }

    /// Returns the number of the newest submission; `None` if there is none.
    pub fn last(&self) -> Result<Option<u32>, Error> {
        Ok(self.numbers()?.last().copied())
    }

    /// Returns the numbers of all submissions, the oldest first.
    pub fn numbers(&self) -> Result<Vec<u32>, Error> {
        let entries = fs::read_dir(self.submissions()).map_err(|error| refused(&self.root, &error))?;
        let mut numbers: Vec<u32> =
            entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Writes the description of a submission into its folder.
    pub fn write(&self, number: u32, submission: &Submission) -> Result<(), Error> {
        let Submission { words, cwd, job, pieces, before } = submission;
        let text = json!({ "command": words, "cwd": cwd, "job": job, "pieces": pieces, "before": before });
        let path = self.place(number).join("command.json");
        kept::write(&path, format!("{text}\n").as_bytes()).map_err(|error| refused(&self.root, &error))
    }

    /// Reads the description of a submission from its folder.
    pub fn read(&self, number: u32) -> Result<Submission, Error> {
        let path = self.place(number).join("command.json");
        let wrong = |why: &str| {
            let what = format!("{}: {why}", path.display());
            Error::input(what, "remove the folder of this submission; results are kept elsewhere")
        };
        let text = kept::folder(&self.place(number), Trust::Group)
            .and_then(|()| kept::read(&path, MOST_BYTES, Trust::Group))
            .map_err(|error| wrong(&error.to_string()))?;
        let file: Value = serde_json::from_slice(&text).map_err(|error| wrong(&error.to_string()))?;
        let list = |key: &str| -> Option<Vec<String>> {
            file.get(key)?.as_array()?.iter().map(|word| Some(word.as_str()?.to_string())).collect()
        };
        let read = || {
            Some(Submission {
                words: list("command")?,
                cwd: file.get("cwd")?.as_str()?.into(),
                job: file.get("job")?.as_str().map(str::to_string),
                pieces: list("pieces")?.into_iter().map(PathBuf::from).collect(),
                before: file.get("before")?.as_u64()? as usize,
            })
        };
        read().ok_or_else(|| wrong("no description of a submission"))
    }
}

impl Submission {
    /// Returns the files of the submission's pieces of work.
    pub fn files(&self, folder: &Folder) -> Vec<PathBuf> {
        self.pieces.iter().map(|piece| folder.root().join(piece)).collect()
    }
}

/// Returns the error for a failure of the operating system in a shared folder, with the remedy.
pub fn refused(root: &Path, error: &io::Error) -> Error {
    if let Some(Refused { what, help }) = Refused::of(error) {
        return Error::input(format!("the shared folder {}: {what}", root.display()), help);
    }
    let what = format!("the shared folder {}: {error}", root.display());
    Error::input(
        what,
        match error.kind() {
            ErrorKind::StorageFull => {
                "the disk is full: make room, and give the same command again; what is done is kept"
            }
            ErrorKind::QuotaExceeded => {
                "your quota is used up: make room, and give the same command again; what is done is kept"
            }
            ErrorKind::Unsupported | ErrorKind::PermissionDenied => {
                "name a folder with --runs that all nodes share, in which you can write, and whose file system has hard links"
            }
            _ => "name a folder with --runs that all nodes share, and in which you can write",
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_refuses_is_said_with_what_to_do() {
        let say = |kind: ErrorKind| match refused(Path::new("/shared"), &kind.into()) {
            Error::Input { what, help } => format!("{what}: {help}"),
            other => panic!("{other}"),
        };
        for (kind, words) in [
            (ErrorKind::StorageFull, "the disk is full: make room"),
            (ErrorKind::QuotaExceeded, "your quota is used up: make room"),
            (ErrorKind::PermissionDenied, "that all nodes share, in which you can write"),
            (ErrorKind::NotADirectory, "name a folder with --runs"),
        ] {
            let said = say(kind);
            assert!(said.starts_with("the shared folder /shared: ") && said.contains(words), "{said}");
        }
    }

    #[test]
    fn a_submission_comes_back_and_a_token_stays() {
        let desk = tempfile::tempdir().unwrap();
        let folder = Folder::open(&desk.path().join("deep/shared")).unwrap();
        assert_eq!(folder.token().unwrap(), Folder::open(folder.root()).unwrap().token().unwrap());
        let submission = Submission {
            words: vec!["sim".into(), "a b".into()],
            cwd: "/x y".into(),
            job: None,
            pieces: vec!["kept/one.json".into(), "/elsewhere/two.json".into()],
            before: 3,
        };
        assert_eq!((folder.new_submission().unwrap(), folder.new_submission().unwrap()), (1, 2));
        folder.write(2, &submission).unwrap();
        assert_eq!(folder.read(2).unwrap(), submission);
        assert_eq!(submission.files(&folder)[0], folder.root().join("kept/one.json"));
        assert_eq!(submission.files(&folder)[1], Path::new("/elsewhere/two.json"));
        for wrong in ["", "{}", "[1]", "{\"command\": 1}"] {
            fs::write(folder.place(1).join("command.json"), wrong).unwrap();
            assert!(folder.read(1).is_err(), "{wrong}");
        }
        assert_eq!(folder.numbers().unwrap(), [1, 2]);
    }
}
