//! A run of a launch description: memory with its buffers, grids in order, and the check of the
//! results.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::description::{Description, Expect};
use super::plan::{Planned, Shape, Value};
use super::{Buffers, Data, Difference, Grid, LaunchError, Matrix, Sizes, compare, lists};
use crate::compile::{CompileError, Registers, image};
use crate::execute::{
    Cause, Divergence, Fault, Image, Launch, Memory, Observer, Options, Statistics, WarpStack, fits, run_with,
};
use crate::program::Module;

/// The reason why a workload did not run to its end.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RunError {
    /// An error in the launch description.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// A kernel cannot be made ready to run.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A kernel stopped with a fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The buffers or symbols do not fit in memory.
    #[error("{file}: {cause}")]
    Memory {
        /// The file name of the description.
        file: String,
        /// The reason why memory cannot hold them.
        cause: Cause,
    },
    /// The workload relies on warps of 32 threads.
    #[error(
        "`{name}` is warp-synchronous: it relies on 32 threads of a warp running in lockstep, and does not run with {warp_size}"
    )]
    WarpSynchronous {
        /// The name of the workload.
        name: String,
        /// Threads of a warp in this run.
        warp_size: u32,
    },
}

/// The host code of a workload, as functions that make inputs and check results.
#[derive(Debug, Clone, Copy)]
pub struct Host {
    /// Makes a matrix of the description that no file gives, by its name.
    pub matrix: fn(&Sizes, &str) -> Option<Matrix>,
    /// Fills the buffers whose description says `fill = "host"`; the others already have their
    /// contents.
    pub make: fn(&Sizes, &mut Buffers),
    /// Turns the initial contents into those that are expected at the end.
    pub reference: fn(&Sizes, &mut Buffers),
    /// Judges the final contents of a racy workload: arguments are sizes, initial contents, final
    /// contents.
    pub judge: fn(&Sizes, &Buffers, &Buffers) -> Result<(), Rejection>,
}

impl Host {
    /// The host code of a workload without one: fills nothing, expects no change, accepts every
    /// result.
    pub const NONE: Host = Host { matrix: |_, _| None, make: |_, _| {}, reference: |_, _| {}, judge: |_, _, _| Ok(()) };
}

/// The grids of a workload in order, with their kernels made ready to run.
#[derive(Debug)]
pub struct Ready<'a> {
    grids: Vec<Grid>,
    images: BTreeMap<u32, Image<'a>>,
}

impl<'a> Ready<'a> {
    /// Returns each grid with the image of its kernel.
    pub fn iter(&self) -> impl Iterator<Item = (&Grid, &Image<'a>)> {
        self.grids.iter().map(|grid| (grid, &self.images[&grid.kernel.0]))
    }
}

/// A workload at one scale, with its device memory.
#[derive(Debug, Clone)]
pub struct Session<'a> {
    /// The module with the workload's kernels.
    pub module: &'a Module,
    /// The device memory.
    pub memory: Memory,
    file: String,
    description: &'a Description,
    sizes: Sizes,
    initial: Buffers,
    host: Host,
    /// The addresses of buffers and symbols, by name.
    addresses: BTreeMap<String, u64>,
    /// The handles of textures and surfaces, by name.
    textures: BTreeMap<String, u64>,
}

impl<'a> Session<'a> {
    /// Creates a session: allocates the buffers in the order of the description and fills them.
    /// `file` is the description's file name, for messages. Without a host, no part of the
    /// description may rely on host code.
    pub fn new(
        file: &str,
        module: &'a Module,
        description: &'a Description,
        scale: &str,
        host: Option<Host>,
    ) -> Result<Session<'a>, RunError> {
        let value = |key: String, reason: String| LaunchError::Value { file: file.into(), key, reason };
        let mut sizes = description.sizes(file, scale)?;
        let matrices = description.matrices(file, &mut sizes, host.as_ref())?;
        // in the host's memory the initial contents, and at the end the last ones and the expected
        // ones
        let copies = if description.expect.is_empty() { 1 } else { 3 };
        let outside = |cause| RunError::Memory { file: file.into(), cause };
        fits(module, &description.bytes(file, &sizes)?, copies).map_err(outside)?;
        let (mut initial, made) = description.contents(file, &sizes, &matrices)?;
        if host.is_none() {
            if let Some(name) = made.first() {
                return Err(value(
                    format!("`{name}`"),
                    "only a workload of this project has host code that makes the contents".into(),
                )
                .into());
            }
            if let Some(index) = description.expect.iter().position(|expect| expect.reference || expect.judge) {
                let reason = "only a workload of this project has host code that computes expected results";
                return Err(value(format!("expect[{index}]"), reason.into()).into());
            }
        }
        let host = host.unwrap_or(Host::NONE);
        (host.make)(&sizes, &mut initial);
        let mut memory = Memory::new(module).map_err(outside)?;
        let mut addresses = BTreeMap::new();
        for (index, symbol) in description.symbol.iter().enumerate() {
            let data = &initial.0[&symbol.name];
            let bytes = data.to_bytes();
            let Some((address, size)) = memory.symbol(&symbol.name) else {
                let key = format!("symbol[{index}].name");
                return Err(value(
                    key,
                    format!("the module has no variable `{}` in global or constant memory", symbol.name),
                )
                .into());
            };
            if bytes.len() as u64 > size {
                let reason = format!("{} bytes, but `{}` has {size}", bytes.len(), symbol.name);
                return Err(value(format!("symbol[{index}].count"), reason).into());
            }
            memory.write(address, &bytes).map_err(outside)?;
            addresses.insert(symbol.name.clone(), address);
        }
        for buffer in &description.buffer {
            let bytes = initial.0[&buffer.name].to_bytes();
            let address = memory.allocate(&buffer.name, bytes.len() as u64).map_err(outside)?;
            memory.write(address, &bytes).map_err(outside)?;
            addresses.insert(buffer.name.clone(), address);
        }
        let textures = description.bind((file, &sizes), module, &initial, &addresses, &mut memory)?;
        Ok(Session { module, memory, file: file.into(), description, sizes, initial, host, addresses, textures })
    }

    /// Visits the description's grids in order.
    pub fn grids<E: From<LaunchError>>(&self, mut visit: impl FnMut(Grid) -> Result<(), E>) -> Result<(), E> {
        let mut number = 0;
        self.description.launches(&self.file, &self.sizes, |planned| {
            number += 1;
            visit(self.grid(planned, number - 1)?)
        })
    }

    /// Returns all grids with their kernels made ready to run; an error if the workload relies on
    /// another warp size.
    pub fn ready(&self, registers: Registers, warp_size: u32) -> Result<Ready<'a>, RunError> {
        self.permits(warp_size)?;
        let mut ready = Ready { grids: Vec::new(), images: BTreeMap::new() };
        self.grids(|grid| {
            if let Entry::Vacant(place) = ready.images.entry(grid.kernel.0) {
                place.insert(image(self.module, grid.kernel, registers)?);
            }
            ready.grids.push(grid);
            Ok::<_, RunError>(())
        })?;
        Ok(ready)
    }

    /// Runs all grids in order with a SIMT stack per warp; returns the sum of their statistics.
    pub fn run<O: Observer>(
        &mut self,
        registers: Registers,
        options: &Options,
        observer: &mut O,
    ) -> Result<Statistics, RunError> {
        self.run_with::<WarpStack, O>(registers, options, observer)
    }

    /// Runs all grids as [`Session::run`] does, with `D` as the model of divergence and
    /// reconvergence.
    pub fn run_with<D: Divergence, O: Observer>(
        &mut self,
        registers: Registers,
        options: &Options,
        observer: &mut O,
    ) -> Result<Statistics, RunError> {
        let ready = self.ready(registers, options.warp_size)?;
        let mut all = Statistics::default();
        for (grid, image) in ready.iter() {
            all += run_with::<D, O>(image, &grid.launch, &mut self.memory, observer, options)?;
        }
        Ok(all)
    }

    /// Whether the description has expected results.
    pub fn expects(&self) -> bool {
        !self.description.expect.is_empty()
    }

    /// Whether the workload relies on the threads of a warp running in lockstep.
    pub fn is_warp_synchronous(&self) -> bool {
        self.description.warp_synchronous
    }

    /// Checks that the workload can run at a warp size: a warp-synchronous workload needs 32
    /// threads.
    pub fn permits(&self, warp_size: u32) -> Result<(), RunError> {
        if self.is_warp_synchronous() && warp_size != 32 {
            return Err(RunError::WarpSynchronous { name: self.description.name.clone(), warp_size });
        }
        Ok(())
    }

    /// Returns the current contents of all buffers and symbols in device memory.
    pub fn contents(&self) -> Buffers {
        let mut contents = self.initial.clone();
        for (name, data) in &mut contents.0 {
            let bytes = data.len() as u64 * u64::from(data.element_bytes());
            let held = self.memory.read(self.addresses[name], bytes).expect("it was written there at the start");
            data.read_back(held);
        }
        contents
    }

    /// Compares the results with the expected ones; returns all differences, none if the results
    /// are right.
    pub fn check(&self) -> Result<Vec<Wrong>, LaunchError> {
        let contents = self.contents();
        let mut expected = self.initial.clone();
        if self.description.expect.iter().any(|expect| expect.reference) {
            (self.host.reference)(&self.sizes, &mut expected);
        }
        let mut wrong = Vec::new();
        for (index, expect) in self.description.expect.iter().enumerate() {
            let name = expect.buffer.as_ref().or(expect.symbol.as_ref()).expect("the description was checked");
            if expect.judge {
                wrong.extend((self.host.judge)(&self.sizes, &self.initial, &contents).err().map(Wrong::Judged));
                continue;
            }
            let (from, wanted) = match expect.reference {
                true => (0, expected.0[name].clone()),
                false => self.said(&format!("expect[{index}]"), expect, &contents.0[name])?,
            };
            wrong.extend(compare(name, &contents.0[name], from, &wanted, expect).map(Wrong::Differs));
        }
        Ok(wrong)
    }

    fn said(&self, key: &str, expect: &Expect, like: &Data) -> Result<(usize, Data), LaunchError> {
        let context = super::fill::Context { file: &self.file, sizes: &self.sizes };
        let (count, fill) = match (&expect.values, &expect.fill) {
            (Some(values), _) => (values.len(), super::Fill::Values(values.clone())),
            (None, fill) => (like.len(), fill.clone().unwrap_or_default()),
        };
        let most = like.len() as i64;
        let from =
            expect.offset.as_ref().map_or(Ok(0), |n| context.within(&format!("{key}.offset"), n, 0, most))? as usize;
        if from + count > like.len() {
            return Err(context.error(key, format!("{count} values from element {from} on, but {most} elements")));
        }
        let mut data = Data::zeros(like.type_name(), count).expect("the type is one that there is");
        context.fill(key, &fill, &mut data)?;
        Ok((from, data))
    }

    fn grid(&self, planned: Planned, number: u64) -> Result<Grid, LaunchError> {
        let error = |key: &str, reason: String| LaunchError::Value {
            file: self.file.clone(),
            key: format!("{}{key}", planned.key),
            reason,
        };
        let Some((kernel, function)) = self.module.kernels().find(|(_, function)| function.name == planned.kernel)
        else {
            let names: Vec<&str> = self.module.kernels().map(|(_, function)| function.name.as_str()).collect();
            let there = if names.is_empty() { "none".into() } else { names.join(", ") };
            let what = format!("{} has no kernel `{}`; there are: {there}", self.module.source.name, planned.kernel);
            return Err(error(".kernel", what));
        };
        if planned.arguments.len() != function.parameters.len() {
            let reason = format!(
                "{} arguments, but `{}` takes {}",
                planned.arguments.len(),
                planned.kernel,
                function.parameters.len()
            );
            return Err(error(".args", reason));
        }
        let mut parameters = vec![0; function.parameter_bytes as usize];
        for (index, (value, parameter)) in planned.arguments.iter().zip(&function.parameters).enumerate() {
            let variable = &self.module.variables[parameter.variable.0 as usize];
            let (mut bytes, _) = self.bytes(value).map_err(|why| error(&format!(".args[{index}]"), why))?;
            if matches!(value, Value::Buffer(..) | Value::Symbol(..) | Value::Texture(_))
                && [4, 8].contains(&variable.bytes)
            {
                // an address is as wide as its parameter, if it fits
                let fits = bytes.iter().skip(variable.bytes as usize).all(|&byte| byte == 0);
                bytes.resize(if fits { variable.bytes as usize } else { bytes.len() }, 0);
            }
            if bytes.len() as u64 != variable.bytes {
                let reason = format!("{} bytes, but parameter `{}` has {}", bytes.len(), variable.name, variable.bytes);
                return Err(error(&format!(".args[{index}]"), reason));
            }
            let start = parameter.offset as usize;
            parameters[start..start + bytes.len()].copy_from_slice(&bytes);
        }
        let (grid, block, sizes) = match &planned.shape {
            Shape::Grid(grid, block) => (*grid, *block, None),
            Shape::Warps(name) => {
                let sizes = lists::sizes(name, &self.initial.0[name]).map_err(|why| error(".warps", why))?;
                ([sizes.len() as u32, 1, 1], [sizes.iter().copied().max().unwrap_or(1), 1, 1], Some(sizes))
            }
        };
        let dynamic_shared = planned.shared;
        Ok(Grid::new(kernel, Launch { grid, block, sizes, dynamic_shared, parameters, number }))
    }

    /// Returns an argument's bytes and its alignment; an error for an address beyond the address
    /// space.
    fn bytes(&self, value: &Value) -> Result<(Vec<u8>, usize), String> {
        Ok(match value {
            Value::Bytes(bytes) => (bytes.clone(), bytes.len()),
            Value::Texture(name) => {
                let width = self.module.address_size as usize / 8;
                (self.textures[name].to_le_bytes()[..width].to_vec(), width)
            }
            Value::Buffer(name, elements) | Value::Symbol(name, elements) => {
                let step = i128::from(self.initial.0[name].element_bytes());
                let address = i128::from(self.addresses[name]) + i128::from(*elements) * step;
                let size = self.module.address_size;
                if address < 0 || address >> size != 0 {
                    return Err(format!(
                        "an offset of {elements} elements from `{name}` leaves the {size}-bit addresses"
                    ));
                }
                let width = size as usize / 8;
                (address.to_le_bytes()[..width].to_vec(), width)
            }
            Value::Struct(members) => {
                let (mut bytes, mut most) = (Vec::new(), 1);
                for member in members {
                    let (member, align) = self.bytes(member)?;
                    bytes.resize(bytes.len().next_multiple_of(align), 0);
                    bytes.extend(member);
                    most = most.max(align);
                }
                bytes.resize(bytes.len().next_multiple_of(most), 0);
                (bytes, most)
            }
        })
    }
}

/// The reason why a host rejects the results of a racy workload, in the host's own words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Rejection(pub String);

/// A result that is not as expected.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Wrong {
    /// An element that differs from the expected one.
    #[error("{0}")]
    Differs(Difference),
    /// A rejection by the host's own judgement.
    #[error(transparent)]
    Judged(Rejection),
}
