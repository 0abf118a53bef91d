//! The script of a task, for Slurm as for other schedulers.

use std::path::Path;

use super::folder::{Folder, Submission};
use crate::error::Error;

/// The exit status of a task on a node that does not share the folder.
pub const NOT_SHARED: u32 = 74;

/// Returns the script of the tasks of a submission; `options` are those of `sbatch`.
pub fn script(
    folder: &Folder,
    number: u32,
    submission: &Submission,
    own: &Path,
    tasks: u32,
    options: &[String],
) -> Result<String, Error> {
    let token = folder.token()?;
    let sbatch: String = options.iter().map(|option| format!("#SBATCH {}\n", escaped(option))).collect();
    let root = quoted(&folder.root().display().to_string());
    let cwd = quoted(&submission.cwd.display().to_string());
    let own = quoted(&own.display().to_string());
    // what is not UTF-8 would name something else
    if let Some(lossy) = [&root, &cwd, &own].into_iter().chain(&submission.words).find(|word| word.contains('\u{fffd}'))
    {
        let help = "rename it, or run the command without --slurm";
        return Err(Error::input(format!("{lossy}: a script of tasks takes names in UTF-8 only"), help));
    }
    let mut words: Vec<String> = submission.words.iter().map(|word| quoted(word)).collect();
    words.insert(1.min(words.len()), format!("--task \"$folder/jobs/{number}\""));
    let words = words.join(" ");
    Ok(format!(
        r#"#!/bin/sh
{sbatch}# One of {tasks} tasks that share the work of a command. Each takes the next piece that no other has, until none is left. All are the same,
# any number of them can run, and a task that ends early gives its piece back.
#   Slurm          sbatch THIS
#   PBS            #PBS -J 1-{tasks}
#   LSF            #BSUB -J "heddle[1-{tasks}]"
#   a shell        for task in $(seq {tasks}); do sh THIS & done; wait
#   GNU parallel   seq {tasks} | parallel -N0 sh THIS
# Then `heddle jobs DIR --wait`, with the shared folder as DIR, prints what the command prints.
folder={root}
if [ "$(cat "$folder/token" 2>/dev/null)" != '{token}' ]; then
  echo "$(hostname): this node does not share the folder $folder" >&2
  exit {NOT_SHARED}
fi
task=${{SLURM_ARRAY_TASK_ID:-${{PBS_ARRAY_INDEX:-${{LSB_JOBINDEX:-$(hostname)-$$}}}}}}
log=$folder/jobs/{number}/task-$task.log
if [ -L "$log" ] || {{ [ -e "$log" ] && [ ! -f "$log" ]; }}; then
  echo "$log: no regular file, which is neither followed nor written; remove it" >&2
  exit 2
fi
exec >>"$log" 2>&1
if [ -z "$HEDDLE_CACHE" ]; then
  # who shares the folder is trusted, in the steps of a night too
  export HEDDLE_CACHE="$folder/cache" HEDDLE_TRUST=group
fi
cd {cwd} || exit
exec {own} {words}
"#
    ))
}

/// Returns a word quoted for the shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Returns an option as `sbatch` reads it from a script.
fn escaped(option: &str) -> String {
    let special = |c: char| c.is_whitespace() || "\"'\\#".contains(c);
    if !option.contains(special) {
        return option.to_string();
    }
    let inner: String = option.chars().flat_map(|c| if "\"\\".contains(c) { vec!['\\', c] } else { vec![c] }).collect();
    format!("\"{inner}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_reads_words_as_they_are() {
        for word in ["plain-1.2/x", "", "a b", "it's", "$HOME `x` \"y\" \\", "line\nbreak", "-x", "*"] {
            let mut shell = std::process::Command::new("sh");
            let output = shell.args(["-c", &format!("printf %s {}", quoted(word))]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), word);
        }
    }

    #[test]
    fn an_option_with_blanks_is_one_word() {
        assert_eq!(escaped("--time=10"), "--time=10");
        assert_eq!(escaped("--comment=a \"b\""), "\"--comment=a \\\"b\\\"\"");
    }
}
