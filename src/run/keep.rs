//! The checkpoint that a run of a program keeps, and continues from.

use std::fs;
use std::path::{self, Path};

use heddle_cuda::checkpoint::{self, Header};
use heddle_cuda::settings::{Checkpoint, Settings};
use heddle_sandbox::in_path;
use sha2::{Digest, Sha256};

use crate::cli::Run;
use crate::console::aside;
use crate::error::Error;
use crate::store::hex;
use crate::version::VERSION;

/// Returns the checkpoint that the arguments ask for; `policies` is the number of policies, and
/// `chosen` says whether some launches are not timed.
pub fn wanted(args: &Run, policies: usize, chosen: bool) -> Result<Option<Checkpoint>, Error> {
    let (Some(file), every, ctas) = (&args.checkpoint, args.checkpoint_every, args.checkpoint_ctas) else {
        return Ok(None);
    };
    let distance = every.map(|_| "--checkpoint-every").or(ctas.map(|_| "--checkpoint-ctas"));
    if distance.is_none() && !chosen {
        let what = "--checkpoint does not say before which launches: all of them are alike".to_string();
        return Err(Error::input(what, "add --checkpoint-every N, or choose the launches that are timed (--launches)"));
    }
    if let Some(distance) = distance.filter(|_| policies > 1) {
        let what = format!("{distance} N keeps the state of one run, and there are {policies} policies");
        return Err(Error::input(
            what,
            "leave it out: one checkpoint before the first timed launch is for all of them",
        ));
    }
    let unusable =
        |why: String| Error::input(format!("{}: {why}", file.display()), "name a file in a folder that can be written");
    let file = path::absolute(file).map_err(|error| unusable(error.to_string()))?;
    let folder = file.parent().filter(|_| file.is_file() || !file.exists());
    let folder = folder.ok_or_else(|| unusable("it is there, and is no file".into()))?;
    tempfile::tempfile_in(folder).map_err(|error| unusable(error.to_string()))?;
    Ok(Some(Checkpoint { file, every, ctas, version: VERSION.into(), program: identity(args) }))
}

/// Returns the program: its arguments, and a digest of its file.
fn identity(args: &Run) -> String {
    let words: Vec<_> = args.program.iter().map(|word| word.to_string_lossy()).collect();
    let digest = in_path(Path::new(&args.program[0]))
        .and_then(|path| fs::read(path).ok())
        .map(|bytes| hex(&Sha256::digest(bytes)));
    format!("`{}` (sha256 {})", words.join(" "), digest.as_deref().map_or("unknown", |digest| &digest[..16]))
}

/// Checks the checkpoint of a run, if it is there, and says from where the run continues.
pub fn check(settings: &Settings) -> Result<(), Error> {
    let Some(Checkpoint { file, .. }) = &settings.checkpoint else { return Ok(()) };
    checkpoint::tidy(file);
    let refuse = |why: String| {
        let what = format!("{}: the run cannot continue from it: {why}", file.display());
        Error::input(what, "remove it to begin anew, or name another file with --checkpoint")
    };
    if let Some(header) = checkpoint::open(settings).map_err(refuse)? {
        let Header { launches, within, .. } = header;
        let place = match within {
            Some(within) => format!("within launch {launches}, behind {} of its CTAs", within.ctas),
            None => format!("before launch {launches}"),
        };
        aside!("the run continues {place}, from {}", file.display());
    }
    Ok(())
}

/// Says that a run which has ended leaves no checkpoint, if it was to.
pub fn missed(settings: &Settings) {
    if let Some(Checkpoint { file, .. }) = settings.checkpoint.as_ref().filter(|it| !it.file.exists()) {
        aside!("{}: no checkpoint was written: the program came to no launch that one lies before", file.display());
    }
}
