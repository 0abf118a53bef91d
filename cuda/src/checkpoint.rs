//! Checkpoints: files from which a program's run continues.
//!
//! A program itself cannot be kept. It is run again, and what its calls were answered before the
//! checkpoint is repeated from the file; so a checkpoint holds those answers, and the device's
//! memory. It lies before a launch, or between CTAs of one, where nothing is under way on the
//! device.
//!
//! | part | what it is |
//! |---|---|
//! | a line | what it is, and the version of its form |
//! | a frame of LZ4, with a checksum: a line | [`Header`] |
//! | for each call, a line and bytes | [`Entry`], the answer |
//! | a line and bytes | addresses and sizes of all allocations, their contents |
//! | behind the frame, a line | that it is whole |

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use heddle_kernel::execute::Memory;
use lz4_flex::frame::{FrameDecoder, FrameEncoder, FrameInfo};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::settings::{Checkpoint, Settings};

/// The first line of a checkpoint, with the version of its form.
const FORM: &str = "heddle checkpoint 2\n";
/// The last line of a checkpoint: one without it is cut.
const END: &str = "end of the checkpoint\n";

/// The first line of the frame: whose checkpoint it is, and where it lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the command.
    version: String,
    /// The program, as [`Checkpoint::program`].
    program: String,
    /// Settings of the run that its results depend on; `None` if no launch was timed before.
    pub timing: Option<Settings>,
    /// Number of the launch before or within which it lies.
    pub launches: u64,
    /// Number of calls before it that have an answer.
    pub calls: u64,
    /// What of the launch has run before it; `None` if it lies before the launch.
    pub within: Option<Within>,
}

/// The CTAs of a launch that have run before a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Within {
    /// The launch.
    pub call: Call,
    /// Their number: they are the first ones.
    pub ctas: u64,
    /// What they took.
    pub took: Answer,
}

/// The answer to a launch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Answer {
    pub cycles: Option<u64>,
    pub instructions: u64,
    /// The bits of the time, in nanoseconds.
    pub time: u64,
    pub statistics: Vec<u64>,
    pub printed: Vec<String>,
}

/// A call of the program that has code, depends on the device's memory or changes it. Contents are
/// digests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Call {
    Module {
        bytes: u64,
        contents: u64,
    },
    ToDevice {
        address: u64,
        bytes: u64,
        contents: u64,
    },
    FromDevice {
        address: u64,
        bytes: u64,
    },
    Within {
        to: u64,
        from: u64,
        bytes: u64,
    },
    Fill {
        address: u64,
        bytes: u64,
        contents: u64,
    },
    Launch {
        number: u64,
        kernel: String,
        grid: [u32; 3],
        block: [u32; 3],
        shared: u32,
        parameters: u64,
        /// Whether the launch is timed.
        timed: bool,
    },
}

/// A call, and the size of its answer.
#[derive(Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The call.
    pub call: Call,
    /// Bytes of the answer, which lie behind the line.
    pub bytes: u64,
}

impl std::fmt::Display for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Call::Module { bytes, contents } => write!(f, "a module of {bytes} bytes of PTX (digest {contents:016x})"),
            Call::ToDevice { address, bytes, contents } => {
                write!(f, "a copy of {bytes} bytes to {address:#x} (digest {contents:016x})")
            }
            Call::FromDevice { address, bytes } => write!(f, "a copy of {bytes} bytes from {address:#x}"),
            Call::Within { to, from, bytes } => write!(f, "a copy of {bytes} bytes from {from:#x} to {to:#x}"),
            Call::Fill { address, bytes, contents } => {
                write!(f, "a fill of {bytes} bytes at {address:#x} (digest {contents:016x})")
            }
            Call::Launch { number, kernel, grid: [x, y, z], block: [a, b, c], shared, parameters, timed } => {
                let how = if *timed { "timed" } else { "functional" };
                write!(
                    f,
                    "launch {number} of `{kernel}`, {how}, {x} x {y} x {z} CTAs of {a} x {b} x {c} threads, \
                     {shared} bytes of dynamic shared memory, parameters with digest {parameters:016x}"
                )
            }
        }
    }
}

/// The contents of a checkpoint behind its header, which is read from front to back.
pub struct Reader {
    from: BufReader<FrameDecoder<BufReader<File>>>,
    /// Bytes that were read behind the header.
    pub read: u64,
}

impl Reader {
    /// Opens a checkpoint; an error says what it is instead.
    fn new(mut file: File) -> io::Result<(Header, Reader)> {
        let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
        file.rewind()?;
        let mut file = BufReader::new(file);
        let mut form = vec![];
        file.by_ref().take(FORM.len() as u64).read_to_end(&mut form)?;
        if form != FORM.as_bytes() {
            let another = form.starts_with(FORM.split_inclusive(' ').take(2).collect::<String>().as_bytes());
            return Err(wrong(if another { "it is of another version of Heddle" } else { "it is not a checkpoint" }));
        }
        let begin = file.stream_position()?;
        let mut end = vec![];
        file.seek(io::SeekFrom::End(-(END.len() as i64)))?;
        file.read_to_end(&mut end)?;
        if end != END.as_bytes() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        file.seek(io::SeekFrom::Start(begin))?;
        let mut reader = Reader { from: BufReader::new(FrameDecoder::new(file)), read: 0 };
        let header = reader.line()?;
        Ok((header, Reader { read: 0, ..reader }))
    }

    /// Reads a line.
    pub fn line<T: DeserializeOwned>(&mut self) -> io::Result<T> {
        let mut line = String::new();
        self.read += self.from.read_line(&mut line)? as u64;
        Ok(serde_json::from_str(&line)?)
    }

    /// Reads the bytes behind a line.
    pub fn bytes(&mut self, bytes: u64) -> io::Result<Vec<u8>> {
        let mut held = vec![];
        self.read += self.from.by_ref().take(bytes).read_to_end(&mut held)? as u64;
        if held.len() as u64 == bytes { Ok(held) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    /// Reads the memory behind the last call; an error if its allocations are not those of now.
    pub fn memory(&mut self, memory: &mut Memory) -> io::Result<()> {
        let allocations: Vec<(u64, u64)> = self.line()?;
        if allocations != memory.allocations().collect::<Vec<_>>() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the program's allocations are not those before it",
            ));
        }
        for (address, bytes) in allocations {
            let held = self.bytes(bytes)?;
            memory.write(address, &held).map_err(|cause| io::Error::other(cause.to_string()))?;
        }
        Ok(())
    }
}

/// Opens the checkpoint of a run and checks that it is whole and the run's; `None` if there is no
/// file yet. An error says what it is instead.
pub fn open(settings: &Settings) -> Result<Option<Header>, String> {
    let Some(checkpoint) = &settings.checkpoint else { return Ok(None) };
    let file = match File::open(&checkpoint.file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| error.to_string())?,
    };
    let cut = |error: io::Error| match error.kind() {
        io::ErrorKind::InvalidData if error.get_ref().is_some_and(|inner| !inner.is::<lz4_flex::frame::Error>()) => {
            error.to_string()
        }
        _ => format!("it is cut or damaged ({error})"),
    };
    let (header, mut reader) = Reader::new(file).map_err(cut)?;
    if header.version != checkpoint.version {
        return Err(format!("it is of another version of Heddle, {}: this is {}", header.version, checkpoint.version));
    }
    if header.program != checkpoint.program {
        return Err(format!("it is of another program, {}: this is {}", header.program, checkpoint.program));
    }
    if header.timing.as_ref().is_some_and(|timing| *timing != settings.timing()) {
        return Err("launches before it were timed under other settings".into());
    }
    io::copy(&mut reader.from, &mut io::sink()).map_err(cut)?;
    Ok(Some(header))
}

/// Opens a checkpoint that [`open`] has checked, behind its header.
pub fn read(path: &Path) -> io::Result<(Header, Reader, File)> {
    let file = File::open(path)?;
    let (header, reader) = Reader::new(file.try_clone()?)?;
    Ok((header, reader, file))
}

/// What a checkpoint is made of: answers that lie in an earlier one, those since, and memory.
pub struct Parts<'a> {
    /// The earlier checkpoint, and the bytes of its calls and their answers.
    pub before: Option<(&'a File, u64)>,
    /// The lines and bytes of later calls.
    pub since: &'a [u8],
    /// The device's memory.
    pub memory: &'a Memory,
}

impl Header {
    /// Creates the header of a run's checkpoint; `timing` as in [`Header::timing`].
    pub fn new(
        checkpoint: &Checkpoint,
        timing: Option<Settings>,
        launches: u64,
        calls: u64,
        within: Option<Within>,
    ) -> Header {
        let Checkpoint { version, program, .. } = checkpoint.clone();
        Header { version, program, timing, launches, calls, within }
    }

    /// Writes a checkpoint: aside first, and then in the place of the earlier one, so that at any
    /// time there is a whole one, or none. Returns its file.
    pub fn write(&self, path: &Path, parts: &Parts) -> io::Result<File> {
        let aside = aside(path);
        let written = self.write_aside(&aside, parts).and_then(|file| fs::rename(&aside, path).map(|()| file));
        if written.is_err() {
            let _ = fs::remove_file(&aside);
        }
        written
    }

    fn write_aside(&self, aside: &Path, parts: &Parts) -> io::Result<File> {
        let mut file = File::options().read(true).write(true).create(true).truncate(true).open(aside)?;
        file.write_all(FORM.as_bytes())?;
        let info = FrameInfo::new().content_checksum(true);
        let mut to = FrameEncoder::with_frame_info(info, BufWriter::new(file));
        line(&mut to, self)?;
        if let Some((file, bytes)) = parts.before {
            let (_, reader) = Reader::new(file.try_clone()?)?;
            if io::copy(&mut reader.from.take(bytes), &mut to)? != bytes {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        to.write_all(parts.since)?;
        let allocations: Vec<(u64, u64)> = parts.memory.allocations().collect();
        line(&mut to, &allocations)?;
        for (address, bytes) in allocations {
            let held = parts.memory.read(address, bytes).map_err(|cause| io::Error::other(cause.to_string()))?;
            to.write_all(held)?;
        }
        let mut file = to.finish()?.into_inner()?;
        file.write_all(END.as_bytes())?;
        file.sync_all()?;
        Ok(file)
    }
}

/// Writes a line.
pub fn line(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *to, value)?;
    to.write_all(b"\n")
}

/// The file of this process in which a checkpoint is written before it is complete.
fn aside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}{ASIDE}", std::process::id()));
    name.into()
}

/// The end of the name of a file that was written aside.
const ASIDE: &str = ".new";

/// Removes what runs have left aside that were killed while they wrote a checkpoint.
pub fn tidy(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else { return };
    let left = |other: &str| {
        let process = other.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(ASIDE)?;
        process.bytes().all(|byte| byte.is_ascii_digit()).then_some(())
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().and_then(left).is_some() {
            let _ = fs::remove_file(entry.path());
        }
    }
}
