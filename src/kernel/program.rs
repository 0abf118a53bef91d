//! Loading of kernels: a workload by name or a PTX file, with the description of its launches.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heddle_kernel::launch::{Description, Host, Matrix, Session, template};
use heddle_kernel::program::Module;
use heddle_testbench::files::read_at_most;
use heddle_workloads::{Address, WORKLOADS, Workload};

use crate::cli::Program;
use crate::error::Error;
use crate::explain::Explained;
use crate::progress::{Task, Work};
use crate::select::suggest;

/// Most bytes of a file of PTX, TOML or contents; longer files are refused.
const MOST_BYTES: u64 = 256 << 20;

/// A loaded module of kernels, with the description of its launches if there is one.
#[derive(Clone)]
pub struct Loaded {
    /// The workload's name, or the file's.
    pub name: String,
    /// The module that holds the kernels.
    pub module: Module,
    /// The file and the content of the launch description; `None` if there is none.
    pub launch: Option<(String, Description)>,
    /// The host program, for a workload with its own description.
    host: Option<Host>,
}

impl Loaded {
    /// Loads a workload by its name, its folder's or its title, or a PTX file.
    /// A workload is built for this address size; a PTX file has its own.
    pub fn open(kernel: &str, launch: Option<&Path>, address: Option<Address>) -> Result<Loaded, Error> {
        let said = launch
            .map(|path| Ok::<_, Error>((path.to_path_buf(), text(path, "--launch takes a TOML file")?)))
            .transpose()?;
        let (name, module, launch, host) = match workload(kernel)? {
            Some(workload) => {
                let own = || (workload.file().into(), workload.launch.to_string());
                let host = said.is_none().then_some(workload.host);
                let description = said.unwrap_or_else(own);
                let (file, text) = workload.program(address.unwrap_or_default());
                (kernel.to_string(), heddle_kernel::read(&file, text).explained()?, Some(description), host)
            }
            None => {
                let path = Path::new(kernel);
                let module =
                    heddle_kernel::read(kernel, &ptx(path, "name a workload (`heddle kernel list`) or a PTX file")?)
                        .explained()?;
                if let Some(other) = address.filter(|address| address.bits() != module.address_size) {
                    let what =
                        format!("{kernel} is compiled for {}-bit addresses, not {other} ones", module.address_size);
                    return Err(Error::input(what, format!("use --address {}", module.address_size)));
                }
                let beside = path.with_extension("toml");
                let said = match said {
                    None if beside.exists() => {
                        let text = text(&beside, "a launch description is a TOML file")?;
                        Some((beside, text))
                    }
                    said => said,
                };
                (kernel.to_string(), module, said, None)
            }
        };
        let launch = launch.map(|(file, text)| described(&file, &text)).transpose()?;
        Ok(Loaded {
            name: launch.as_ref().map_or(name, |(_, description)| description.name.clone()),
            module,
            launch,
            host,
        })
    }

    /// Creates an empty module that stands for a CUDA program, whose modules are loaded while it
    /// runs.
    pub fn program(name: &str) -> Loaded {
        let text = ".version 7.5\n.target sm_75\n.address_size 64\n";
        let module = heddle_kernel::read(name, text).expect("a header is a module");
        Loaded { name: name.into(), module, launch: None, host: None }
    }

    /// Loads the program that the command's arguments name.
    pub fn of(args: &Program) -> Result<Loaded, Error> {
        let read = args.matrix.as_deref().map(matrix).transpose()?;
        Loaded::open(&args.kernel, args.launch.as_deref(), args.address)?.with_matrix(read.as_ref())
    }

    /// Replaces the matrix of the launch description, if another is given.
    pub fn with_matrix(mut self, read: Option<&Arc<Matrix>>) -> Result<Loaded, Error> {
        let Some(read) = read else { return Ok(self) };
        match &mut self.launch {
            Some((file, description)) => description.take_matrix(file, Arc::clone(read)).explained()?,
            // an error that says what is missing
            None => drop(self.session("test")?),
        }
        Ok(self)
    }

    /// Replaces the values of sizes that a scale of the launch description has.
    pub fn with_sizes(mut self, scale: &str, changes: &[(&str, i64)]) -> Loaded {
        let sizes = self.launch.as_mut().and_then(|(_, description)| description.size.get_mut(scale));
        if let Some(sizes) = sizes {
            let known =
                changes.iter().filter_map(|(name, value)| Some((name, sizes.contains_key(*name).then_some(*value)?)));
            let known: Vec<(String, i64)> = known.map(|(name, value)| (name.to_string(), value)).collect();
            sizes.extend(known);
        }
        self
    }

    /// Creates a session that is ready to run the launches at a scale.
    pub fn session(&self, scale: &str) -> Result<Session<'_>, Error> {
        let Some((file, description)) = &self.launch else {
            let file = self.name.clone();
            if self.module.kernels().next().is_none() {
                return Err(Error::input(
                    format!("{file}: the module has no kernel"),
                    "name a PTX file with an `.entry`",
                ));
            }
            let beside = PathBuf::from(&file).with_extension("toml");
            let help = format!(
                "fill in the description on standard output, and save it as {}, or name it with --launch",
                beside.display()
            );
            return Err(Error::Undescribed { file, help, template: template(&self.module) });
        };
        Session::new(file, &self.module, description, scale, self.host).explained()
    }
}

/// Reads a launch description and the files that it names.
fn described(path: &Path, text: &str) -> Result<(String, Description), Error> {
    let file = path.display().to_string();
    let mut description = Description::read(&file, text).explained()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for source in &mut description.matrix {
        if let Some(beside) = &source.file {
            source.read = Some(matrix(&folder.join(beside))?);
        }
    }
    for (name, read) in description.files() {
        let path = folder.join(name);
        let help = "a file of contents has the buffer's elements as they lie in memory";
        let bytes = read_at_most(&path, MOST_BYTES);
        *read = Some(bytes.map_err(|error| Error::input(format!("{}: {error}", path.display()), help))?.into());
    }
    Ok((file, description))
}

/// Reads a Matrix Market file.
pub fn matrix(path: &Path) -> Result<Arc<Matrix>, Error> {
    let help =
        "a matrix is a Matrix Market file: general, symmetric or skew-symmetric, of real or whole numbers or a pattern";
    let task = Task::start("matrix", Work::Open);
    task.say(path.display().to_string());
    let read = Matrix::read(&path.display().to_string(), &text(path, help)?);
    read.map(Arc::new).map_err(|error| Error::input(error, help))
}

/// Returns every workload, built for this address size.
pub fn all(address: Address) -> impl Iterator<Item = Result<Loaded, Error>> {
    WORKLOADS.iter().map(move |workload| Loaded::open(workload.name, None, Some(address)))
}

/// Returns the workload with a name, its own or its folder's; else the first one whose title begins
/// with this word, as in `hotspot`.
fn workload(kernel: &str) -> Result<Option<&'static Workload>, Error> {
    let (mut names, mut titled) = (Vec::new(), None);
    for workload in WORKLOADS {
        let Description { name, title, .. } = Description::read(&workload.file(), workload.launch).explained()?;
        if [workload.name, &name].iter().any(|name| name.eq_ignore_ascii_case(kernel)) {
            return Ok(Some(workload));
        }
        if title.split(':').next().is_some_and(|word| word.eq_ignore_ascii_case(kernel)) {
            titled = titled.or(Some(workload));
        }
        names.push(name);
    }
    if titled.is_some() {
        return Ok(titled);
    }
    let is_file = kernel.contains(['/', '.']) || Path::new(kernel).exists();
    if is_file {
        return Ok(None);
    }
    Err(Error::input(format!("there is no workload `{kernel}`"), suggest(kernel, names.iter().map(String::as_str))))
}

/// Reads a file of PTX: comments may be in any encoding, and what is not UTF-8 elsewhere is no PTX.
fn ptx(path: &Path, help: &str) -> Result<String, Error> {
    let refuse = |error: std::io::Error| Error::input(format!("{}: {error}", path.display()), help);
    Ok(String::from_utf8_lossy(&read_at_most(path, MOST_BYTES).map_err(refuse)?).into_owned())
}

/// Reads a file of text; an error with this help if the file cannot be read or is not text.
pub fn text(path: &Path, help: &str) -> Result<String, Error> {
    let refuse = |reason: String| Error::input(format!("{}: {reason}", path.display()), help);
    let bytes = read_at_most(path, MOST_BYTES).map_err(|error| refuse(error.to_string()))?;
    String::from_utf8(bytes)
        .map_err(|error| refuse(format!("not text: byte {} is not valid UTF-8", error.utf8_error().valid_up_to())))
}
