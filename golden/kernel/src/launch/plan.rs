//! A description at one scale: sizes, contents and launches, with every expression evaluated.

use super::description::{Argument, Contents, Description, Fill, Launch, Loop, Number};
use super::fill::Context;
use super::{Buffers, LaunchError, Matrices, Sizes};

/// The greatest number of rounds of a run's loops.
const MOST_ROUNDS: u64 = 1 << 20;

/// One launch of a description at one scale, with all expressions evaluated.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// The key of the launch in the description.
    pub key: String,
    /// The name of the kernel to launch.
    pub kernel: String,
    /// The grid, or the list of warps.
    pub shape: Shape,
    /// Bytes of dynamic shared memory per CTA.
    pub shared: u32,
    /// The values of the kernel's arguments, in order.
    pub arguments: Vec<Value>,
}

/// The shape of a launch: a grid of CTAs, or a list of warps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// CTAs in x, y, z, and threads of a CTA in x, y, z.
    Grid([u32; 3], [u32; 3]),
    /// Warps whose sizes are the elements of the named buffer (SIMT-SIMD III).
    Warps(String),
}

/// The value of a kernel's argument: an address, a handle, a number or a structure.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A buffer's address plus an offset in elements.
    Buffer(String, i64),
    /// A module-scope variable's address plus an offset in elements.
    Symbol(String, i64),
    /// The handle of a texture or surface.
    Texture(String),
    /// The bytes of a number.
    Bytes(Vec<u8>),
    /// The members of a structure, in order.
    Struct(Vec<Value>),
}

impl Description {
    /// Reads and checks a description from TOML text; `file` is the file name that errors show.
    pub fn read(file: &str, text: &str) -> Result<Description, LaunchError> {
        let description: Description = toml::from_str(text)
            .map_err(|error| LaunchError::Toml { file: file.into(), message: error.to_string().trim_end().into() })?;
        description.check(file)?;
        Ok(description)
    }

    fn check(&self, file: &str) -> Result<(), LaunchError> {
        let context = Context { file, sizes: &Sizes::default() };
        let mut names: Vec<&str> = Vec::new();
        for (list, kind) in [(&self.buffer, "buffer"), (&self.symbol, "symbol")] {
            for (index, contents) in list.iter().enumerate() {
                if names.contains(&contents.name.as_str()) {
                    return Err(context.error(
                        &format!("{kind}[{index}].name"),
                        format!("the name `{}` is used twice", contents.name),
                    ));
                }
                names.push(&contents.name);
            }
        }
        super::matrices::check(self, &context)?;
        super::textures::check(self, &context)?;
        for (index, expect) in self.expect.iter().enumerate() {
            let key = format!("expect[{index}]");
            let (name, list, kind) = match (&expect.buffer, &expect.symbol) {
                (Some(name), None) => (name, &self.buffer, "buffer"),
                (None, Some(name)) => (name, &self.symbol, "symbol"),
                _ => return Err(context.error(&key, "either `buffer` or `symbol` is expected")),
            };
            known(&context, &key, kind, name, list)?;
            let ways = [expect.reference, expect.judge, expect.values.is_some(), expect.fill.is_some()]
                .iter()
                .filter(|&&said| said)
                .count();
            if ways != 1 {
                return Err(context
                    .error(&key, "exactly one of `reference = true`, `judge = true`, `values`, `fill` is expected"));
            }
            if matches!(expect.fill, Some(Fill::Matrix(_))) {
                return Err(context.error(&format!("{key}.fill"), "a matrix can fill buffers only at the start"));
            }
            if expect.offset.is_some() && expect.values.is_none() {
                return Err(context.error(&format!("{key}.offset"), "`offset` can be used only with `values`"));
            }
            if expect.values.as_ref().is_some_and(Vec::is_empty) {
                return Err(
                    context.error(&format!("{key}.values"), "no value is given, so that nothing would be compared")
                );
            }
            if expect.fill == Some(Fill::Host) {
                return Err(context
                    .error(&format!("{key}.fill"), "for values that the host computes, write `reference = true`"));
            }
            for (tolerance, name) in [(expect.relative, "relative"), (expect.absolute, "absolute")] {
                if tolerance.is_some_and(|tolerance| tolerance.is_nan() || tolerance < 0.0) {
                    return Err(context.error(&format!("{key}.{name}"), "a tolerance is a number of 0 or more"));
                }
            }
        }
        for (number, run) in self.run.iter().enumerate() {
            let key = format!("run[{number}]");
            for (index, launch) in run.launch.iter().enumerate() {
                super::lists::check(self, &context, &format!("{key}.launch[{index}]"), (number, index))?;
                for (arg, argument) in launch.args.iter().enumerate() {
                    self.check_argument(&context, &format!("{key}.launch[{index}].args[{arg}]"), argument)?;
                }
            }
        }
        Ok(())
    }

    fn check_argument(&self, context: &Context, key: &str, argument: &Argument) -> Result<(), LaunchError> {
        if let Some(name) = &argument.buffer {
            known(context, key, "buffer", name, &self.buffer)?;
        }
        if let Some(name) = &argument.symbol {
            known(context, key, "symbol", name, &self.symbol)?;
        }
        if let Some(name) = &argument.texture {
            super::textures::check_argument(self, context, key, name)?;
        }
        for (index, member) in argument.members.iter().flatten().enumerate() {
            self.check_argument(context, &format!("{key}.struct[{index}]"), member)?;
        }
        let said = argument.numbers().iter().filter(|(_, number)| number.is_some()).count()
            + usize::from(argument.buffer.is_some())
            + usize::from(argument.symbol.is_some())
            + usize::from(argument.texture.is_some())
            + usize::from(argument.members.is_some());
        if said != 1 {
            let what = "exactly one of `buffer`, `symbol`, `texture`, a type such as `s32`, or `struct` is expected";
            return Err(context.error(key, what));
        }
        if argument.offset.is_some() && argument.buffer.is_none() && argument.symbol.is_none() {
            return Err(context.error(key, "`offset` can be used only with `buffer` or `symbol`"));
        }
        Ok(())
    }

    /// Returns the sizes of a scale. A description without sizes has the scale `test` alone, with
    /// no sizes.
    pub fn sizes(&self, file: &str, scale: &str) -> Result<Sizes, LaunchError> {
        match self.size.get(scale) {
            Some(sizes) => Ok(Sizes(sizes.clone())),
            None if self.size.is_empty() && scale == "test" => Ok(Sizes::default()),
            None => {
                let mut known: Vec<&str> = self.size.keys().map(String::as_str).collect();
                if known.is_empty() {
                    known.push("test");
                }
                let reason = format!("there is no scale `{scale}`; there are {}", known.join(", "));
                Err(Context { file, sizes: &Sizes::default() }.error("size", reason))
            }
        }
    }

    /// Returns the bytes of each buffer and symbol.
    pub(super) fn bytes(&self, file: &str, sizes: &Sizes) -> Result<Vec<u64>, LaunchError> {
        let context = Context { file, sizes };
        let named = [(&self.buffer, "buffer"), (&self.symbol, "symbol")];
        let all = named.iter().flat_map(|(list, kind)| list.iter().enumerate().map(move |at| (kind, at)));
        let bytes = all.map(|(kind, (index, contents))| {
            let (count, element) = context.extent(&format!("{kind}[{index}]"), contents)?;
            Ok(count * element)
        });
        bytes.collect()
    }

    /// Returns buffers and symbols with their initial contents, and the names of those that the
    /// host fills (here zeros).
    pub fn contents(
        &self,
        file: &str,
        sizes: &Sizes,
        matrices: &Matrices,
    ) -> Result<(Buffers, Vec<String>), LaunchError> {
        let context = Context { file, sizes };
        let (mut buffers, mut host) = (Buffers::default(), Vec::new());
        for (list, kind) in [(&self.buffer, "buffer"), (&self.symbol, "symbol")] {
            for (index, contents) in list.iter().enumerate() {
                let key = format!("{kind}[{index}]");
                let mut data = context.contents(&key, contents)?;
                matrices.fill(&context, &key, &contents.fill, &mut data)?;
                if contents.fill == Fill::Host {
                    host.push(contents.name.clone());
                }
                buffers.0.insert(contents.name.clone(), data);
            }
        }
        Ok((buffers, host))
    }

    /// Visits every launch in order, loops included.
    pub fn launches<E: From<LaunchError>>(
        &self,
        file: &str,
        sizes: &Sizes,
        mut visit: impl FnMut(Planned) -> Result<(), E>,
    ) -> Result<(), E> {
        for (index, run) in self.run.iter().enumerate() {
            let mut round = |sizes: &Sizes| -> Result<(), E> {
                for (number, launch) in run.launch.iter().enumerate() {
                    let context = Context { file, sizes };
                    let key = format!("run[{index}].launch[{number}]");
                    if let Some(planned) = plan(&context, key, launch)? {
                        visit(planned)?;
                    }
                }
                Ok(())
            };
            let mut left = MOST_ROUNDS;
            rounds(file, &format!("run[{index}]"), &run.loops, &mut sizes.clone(), &mut left, &mut round)?;
        }
        Ok(())
    }
}

pub(super) fn known(
    context: &Context,
    key: &str,
    kind: &str,
    name: &str,
    list: &[Contents],
) -> Result<(), LaunchError> {
    if list.iter().any(|contents| contents.name == *name) {
        return Ok(());
    }
    let names: Vec<&str> = list.iter().map(|contents| contents.name.as_str()).collect();
    let there = if names.is_empty() { "there are none".into() } else { format!("there are {}", names.join(", ")) };
    Err(context.error(key, format!("there is no {kind} `{name}`; {there}")))
}

fn rounds<E: From<LaunchError>>(
    file: &str,
    run: &str,
    loops: &[Loop],
    sizes: &mut Sizes,
    left: &mut u64,
    round: &mut impl FnMut(&Sizes) -> Result<(), E>,
) -> Result<(), E> {
    let Some((outer, inner)) = loops.split_first() else { return round(sizes) };
    let context = Context { file, sizes };
    let key = format!("{run}.for `{}`", outer.name);
    let mut number = context.whole(&format!("{key}.from"), &outer.from)?;
    let to = context.whole(&format!("{key}.to"), &outer.to)?;
    let step = outer.step.as_ref().map_or(Ok(1), |step| context.whole(&format!("{key}.step"), step))?;
    if step == 0 {
        return Err(context.error(&key, "a loop with a step of 0 never ends").into());
    }
    if sizes.0.contains_key(&outer.name) {
        return Err(context.error(&key, format!("`{}` is the name of a size or of another loop", outer.name)).into());
    }
    while (step > 0 && number < to) || (step < 0 && number > to) {
        *left = left
            .checked_sub(1)
            .ok_or_else(|| Context { file, sizes }.error(&key, format!("more than {MOST_ROUNDS} rounds")))?;
        sizes.0.insert(outer.name.clone(), number);
        rounds(file, run, inner, sizes, left, round)?;
        let Some(next) = number.checked_add(step) else { break };
        number = next;
    }
    sizes.0.remove(&outer.name);
    Ok(())
}

fn plan(context: &Context, key: String, launch: &Launch) -> Result<Option<Planned>, LaunchError> {
    if let Some(when) = &launch.when
        && context.whole(&format!("{key}.when"), when)? == 0
    {
        return Ok(None);
    }
    let dimensions = |name: &str, numbers: &[Number]| {
        let key = format!("{key}.{name}");
        if !(1..=3).contains(&numbers.len()) {
            return Err(context.error(&key, "one to three numbers are expected"));
        }
        let mut sizes = [1; 3];
        for (size, number) in sizes.iter_mut().zip(numbers) {
            *size = context.within(&key, number, 1, i64::from(i32::MAX))? as u32;
        }
        Ok(sizes)
    };
    let arguments = launch
        .args
        .iter()
        .enumerate()
        .map(|(index, argument)| value(context, &format!("{key}.args[{index}]"), argument));
    let shape = match (&launch.warps, &launch.grid, &launch.block) {
        (Some(sizes), ..) => Shape::Warps(sizes.clone()),
        (None, Some(grid), Some(block)) => Shape::Grid(dimensions("grid", grid)?, dimensions("block", block)?),
        _ => return Err(context.error(&key, "either `grid` and `block` or `warps` is expected")),
    };
    Ok(Some(Planned {
        shape,
        shared: launch.shared.as_ref().map_or(Ok(0), |n| context.within(&format!("{key}.shared"), n, 0, 1 << 20))?
            as u32,
        arguments: arguments.collect::<Result<_, _>>()?,
        kernel: launch.kernel.clone(),
        key,
    }))
}

impl Argument {
    fn numbers(&self) -> [(&'static str, Option<&Number>); 10] {
        [
            ("u8", self.u8.as_ref()),
            ("u16", self.u16.as_ref()),
            ("u32", self.u32.as_ref()),
            ("u64", self.u64.as_ref()),
            ("s8", self.s8.as_ref()),
            ("s16", self.s16.as_ref()),
            ("s32", self.s32.as_ref()),
            ("s64", self.s64.as_ref()),
            ("f32", self.f32.as_ref()),
            ("f64", self.f64.as_ref()),
        ]
    }
}

/// Returns the value of an argument; `Description::check` has made sure that exactly one key is
/// there.
fn value(context: &Context, key: &str, argument: &Argument) -> Result<Value, LaunchError> {
    let offset = argument.offset.as_ref().map_or(Ok(0), |offset| context.whole(&format!("{key}.offset"), offset))?;
    if let Some(name) = &argument.buffer {
        return Ok(Value::Buffer(name.clone(), offset));
    }
    if let Some(name) = &argument.symbol {
        return Ok(Value::Symbol(name.clone(), offset));
    }
    if let Some(name) = &argument.texture {
        return Ok(Value::Texture(name.clone()));
    }
    if let Some(members) = &argument.members {
        let members =
            members.iter().enumerate().map(|(index, member)| value(context, &format!("{key}.struct[{index}]"), member));
        return Ok(Value::Struct(members.collect::<Result<_, _>>()?));
    }
    let numbers = argument.numbers();
    let (ty, number) = numbers.iter().find_map(|&(ty, number)| Some((ty, number?))).expect("one was said");
    let mut data = super::Data::zeros(ty, 1).expect("the keys are types");
    let cell = context.cell(key, number, &data)?;
    data.set(0, cell);
    Ok(Value::Bytes(data.to_bytes()))
}
