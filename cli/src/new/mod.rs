//! `heddle new`: a program for a block of the user's own: contract from the module's ports, an
//! empty golden model, a test.

mod program;

use std::fs;
use std::path::{Component, Path, PathBuf, absolute};

use heddle_testbench::files::write_whole;
use heddle_testbench::verilator::block::{Map, Plan, Reset};

use crate::block::{Read, streams};
use crate::cli::New;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::models::model_tools;
use crate::name::command_name;

const EXAMPLE: &str = include_str!("example.sv");
const README: &str = include_str!("README.md.txt");
const WORKFLOW: &str = include_str!("workflow.yml");
const IGNORED: &str = "/target\n/failures\n";

/// Folder of the sources that built the command, in which `cli` is.
const SOURCES: &str = env!("CARGO_MANIFEST_DIR");

/// Runs `heddle new`: writes the program into a new folder.
pub fn run(args: &New) -> Result<Outcome, Error> {
    let name = args.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if !is_crate(name) {
        let what = format!("{}: `{name}` is no name of a program", args.path.display());
        return Err(Error::input(what, "use small letters, digits and `_` or `-`, a letter first"));
    }
    let sources = sources(args)?;
    let unwritable = |path: &Path, error: std::io::Error| {
        Error::input(
            format!("{}: {error}", path.display()),
            "name a folder that is not there, in one that can be written",
        )
    };
    fs::create_dir(&args.path).map_err(|error| unwritable(&args.path, error))?;
    let made = write(args, name, &sources, &unwritable);
    if made.is_err() {
        // what was begun is of no use
        let _ = fs::remove_dir_all(&args.path);
    }
    made
}

/// Writes the files of the program into its folder, which is there.
fn write(
    args: &New,
    name: &str,
    sources: &Path,
    unwritable: &dyn Fn(&Path, std::io::Error) -> Error,
) -> Result<Outcome, Error> {
    let put = |file: &str, text: String| {
        let path = args.path.join(file);
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        folder.and_then(|()| write_whole(&path, text.as_bytes())).map_err(|error| unwritable(&path, error))
    };
    let module = name.replace('-', "_");
    let (files, top) = if args.verilog.is_empty() {
        let file = format!("rtl/{module}.sv");
        put(&file, EXAMPLE.replace("NAME", &module))?;
        (vec![args.path.join(file)], module.clone())
    } else {
        (args.verilog.clone(), args.top.clone().unwrap_or_else(|| module.clone()))
    };
    let found = Read::new(&args.reading, &files, &top, &model_tools()?)?;
    let mapped = program::mapped(&found.block(args.reading.plan())?);
    let by_field = |plan: Plan, port: &String| plan.map(port, Map::Fields);
    let block = found.block(mapped.iter().fold(args.reading.plan(), by_field))?;
    let paths = files.iter().map(|file| beside(file, &args.path)).collect::<Result<Vec<_>, _>>()?;
    put("src/main.rs", program::text(&module, &args.reading, &paths, &top, (&block, &mapped))?)?;
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n# a workspace of its own\n[workspace]\n\n\
         [dependencies]\nheddle-command = {{ path = {:?} }}\n",
        sources.join("cli")
    );
    put("Cargo.toml", manifest)?;
    put("README.md", README.replace("NAME", name).replace("TOP", &top).replace("BLOCK", &module))?;
    put(".gitignore", IGNORED.into())?;
    put(".github/workflows/check.yml", WORKFLOW.into())?;
    let folder = args.path.display();
    say!("{folder}: a program for the module {top}, with a golden model to fill in (src/main.rs)");
    say!("  clock    {}", block.clock.port().unwrap_or("none"));
    say!("  reset    {}", reset(&block.reset));
    streams(&block.streams).iter().for_each(|line| say!("  stream   {line}"));
    for (name, kind) in found.own_types() {
        say!("  type     {name} is {kind}: -G {name}=TYPE gives it another one");
    }
    say!("  next     cd {folder} && cargo run -- check");
    Ok(Outcome::Equal)
}

/// Returns a reset in words.
fn reset(reset: &Reset) -> String {
    match reset {
        Reset::High(port) => format!("{port}, synchronous, 1 in reset"),
        Reset::Low(port) => format!("{port}, synchronous, 0 in reset"),
        Reset::AsyncHigh(port) => format!("{port}, asynchronous, 1 in reset"),
        Reset::AsyncLow(port) => format!("{port}, asynchronous, 0 in reset"),
        Reset::None => "none was found: --reset PORT, or --reset-low PORT, names one".into(),
    }
}

/// Returns the path of a file as the program's folder sees it: from that folder, where both are
/// below one that is not the root.
fn beside(file: &Path, folder: &Path) -> Result<String, Error> {
    let whole = |path: &Path| path.canonicalize().or_else(|_| absolute(path)).unwrap_or_else(|_| path.to_path_buf());
    let (file, folder) = (whole(file), whole(folder));
    let common = file.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    let path = if common < 2 { file.clone() } else { up.chain(file.components().skip(common)).collect::<PathBuf>() };
    path.into_os_string().into_string().map_err(|_| {
        Error::input(format!("{}: the path is not UTF-8", file.display()), "rename the file or its folder")
    })
}

/// Returns the folder of Heddle's sources, on which the program is built.
fn sources(args: &New) -> Result<PathBuf, Error> {
    let own = || Path::new(SOURCES).parent().expect("it is a folder of the sources").to_path_buf();
    let folder = args.heddle.clone().unwrap_or_else(own);
    if !folder.join("cli/Cargo.toml").is_file() {
        let what = format!("{}: the sources of Heddle are not there", folder.display());
        return Err(Error::input(what, format!("name their folder, as in `{} new NAME --heddle DIR`", command_name())));
    }
    absolute(&folder).map_err(|error| Error::input(error, "name the folder of the sources with --heddle"))
}

/// Whether a crate can have this name.
fn is_crate(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-'))
}
