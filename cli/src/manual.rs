//! `heddle completions` and `heddle man`: what a shell and `man` show of the command line.

use std::fs;

use crate::cli::{Completions, Man};
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::name::command_name;
use crate::program::command_line;

/// Runs `heddle completions`: prints the script of a shell.
pub fn completions(args: &Completions) -> Result<Outcome, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command_line(), command_name(), &mut script);
    say!("{}", String::from_utf8_lossy(&script).trim_end());
    Ok(Outcome::Equal)
}

/// Runs `heddle man`: writes a page for the command, and one for each verb.
pub fn pages(args: &Man) -> Result<Outcome, Error> {
    let folder = &args.out;
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command_line(), folder));
    written
        .map_err(|error| Error::input(format!("{}: {error}", folder.display()), "name a folder that can be written"))?;
    say!("{}: the manual; `man {0}/{1}.1` shows it", folder.display(), command_name());
    Ok(Outcome::Equal)
}
