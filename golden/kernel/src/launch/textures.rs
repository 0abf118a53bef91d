//! Textures and surfaces of a launch description, with a buffer's elements as texels.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::description::{Argument, Description, Number};
use super::fill::Context;
use super::plan::known;
use super::{Buffers, LaunchError, Sizes};
use crate::execute::Memory;
use crate::program::Module;
use crate::texture::{Address, Filter, Format, Kind, Sampler, Texture};

/// A texture or surface of a description: the buffer with its texels, their layout, and the
/// sampler. It is bound to the module's reference of this name, if there is one; any other is an
/// object, which arguments name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// The name of the module's reference, or the name of the object in arguments.
    pub name: String,
    /// The buffer whose elements are the channels of the texels, row by row.
    pub buffer: String,
    /// Texels along x, y and z; 1 for a dimension that is not given.
    pub size: Vec<Number>,
    /// The number of layers, each of that size; 1 if not given.
    pub layers: Option<Number>,
    /// Channels of a texel: 1, 2 or 4; 1 if not given.
    pub channels: Option<u8>,
    /// The filter: `point` (if not given) or `linear`.
    #[serde(default)]
    pub filter: FilterWord,
    /// The addressing beyond the edges along x, y and z: `clamp` (if not given), `wrap`, `mirror`
    /// or `border`.
    #[serde(default)]
    pub address: Vec<AddressWord>,
    /// Whether coordinates run from 0 to 1.
    #[serde(default)]
    pub normalized: bool,
    /// Whether integers are read as floats from 0 or -1 to 1.
    #[serde(default)]
    pub to_float: bool,
    /// The channels beyond the edges under `border`; zeros if not given.
    #[serde(default)]
    pub border: [f32; 4],
}

/// The filter of a texture, as a description writes it.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum FilterWord {
    #[default]
    Point,
    Linear,
}

/// The addressing of a texture beyond its edges, as a description writes it.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum AddressWord {
    Clamp,
    Wrap,
    Mirror,
    Border,
}

impl AddressWord {
    fn meaning(self) -> Address {
        match self {
            AddressWord::Clamp => Address::Clamp,
            AddressWord::Wrap => Address::Wrap,
            AddressWord::Mirror => Address::Mirror,
            AddressWord::Border => Address::Border,
        }
    }
}

/// Checks that texture names are unique, and that their buffers exist.
pub(super) fn check(description: &Description, context: &Context) -> Result<(), LaunchError> {
    for (index, texture) in description.texture.iter().enumerate() {
        let key = format!("texture[{index}]");
        if description.texture[..index].iter().any(|other| other.name == texture.name) {
            return Err(context.error(&format!("{key}.name"), format!("the name `{}` is used twice", texture.name)));
        }
        known(context, &format!("{key}.buffer"), "buffer", &texture.buffer, &description.buffer)?;
        if !(1..=3).contains(&texture.size.len()) {
            return Err(context.error(&format!("{key}.size"), "one to three numbers are expected"));
        }
        if texture.address.len() > 3 {
            return Err(context.error(&format!("{key}.address"), "at most three words are expected"));
        }
    }
    Ok(())
}

/// Checks that the texture that an argument names exists.
pub(super) fn check_argument(
    description: &Description,
    context: &Context,
    key: &str,
    name: &str,
) -> Result<(), LaunchError> {
    if description.texture.iter().any(|texture| texture.name == name) {
        return Ok(());
    }
    let names: Vec<&str> = description.texture.iter().map(|texture| texture.name.as_str()).collect();
    let there = if names.is_empty() { "there are none".into() } else { format!("there are {}", names.join(", ")) };
    Err(context.error(key, format!("there is no texture `{name}`; {there}")))
}

/// Returns the texel format for a buffer with elements of a type.
fn format(context: &Context, key: &str, ty: &str, channels: u8) -> Result<Format, LaunchError> {
    let (kind, bits) = match ty {
        "u8" => (Kind::Unsigned, 8),
        "u16" => (Kind::Unsigned, 16),
        "u32" => (Kind::Unsigned, 32),
        "s8" => (Kind::Signed, 8),
        "s16" => (Kind::Signed, 16),
        "s32" => (Kind::Signed, 32),
        "f32" => (Kind::Float, 32),
        _ => {
            let reason =
                format!("the buffer has elements of type `{ty}`: a channel is u8, u16, u32, s8, s16, s32 or f32");
            return Err(context.error(&format!("{key}.buffer"), reason));
        }
    };
    Ok(Format { channels, bits, kind })
}

impl Binding {
    /// Creates the texture over a buffer that starts at an address.
    fn texture(&self, context: &Context, key: &str, buffers: &Buffers, address: u64) -> Result<Texture, LaunchError> {
        let data = &buffers.0[&self.buffer];
        let format = format(context, key, data.type_name(), self.channels.unwrap_or(1))?;
        let number = |key: &str, number: &Number| context.within(key, number, 1, 1 << 20).map(|number| number as u32);
        let mut size = [1; 3];
        for (size, said) in size.iter_mut().zip(&self.size) {
            *size = number(&format!("{key}.size"), said)?;
        }
        let layers = self.layers.as_ref().map_or(Ok(1), |said| number(&format!("{key}.layers"), said))?;
        let sampler = Sampler {
            filter: match self.filter {
                FilterWord::Point => Filter::Point,
                FilterWord::Linear => Filter::Linear,
            },
            address: std::array::from_fn(|n| self.address.get(n).map_or(Address::Clamp, |word| word.meaning())),
            normalized: self.normalized,
            to_float: self.to_float,
            border: self.border,
        };
        let texture = Texture::packed(address, size, layers, format, sampler);
        texture.check().map_err(|error| context.error(key, error.to_string()))?;
        let there = data.len() as u64 * u64::from(data.element_bytes());
        if texture.bytes() > there {
            let reason = format!("the texels take {} bytes, but `{}` has {there}", texture.bytes(), self.buffer);
            return Err(context.error(&format!("{key}.size"), reason));
        }
        Ok(texture)
    }
}

/// Whether a list of arguments names a texture, in a structure too.
fn names(arguments: &[Argument], name: &str) -> bool {
    let members = |argument: &Argument| argument.members.as_ref().is_some_and(|members| names(members, name));
    arguments.iter().any(|argument| argument.texture.as_deref() == Some(name) || members(argument))
}

impl Description {
    /// Binds textures to references and makes objects of the others; returns the handles by name.
    pub(super) fn bind(
        &self,
        (file, sizes): (&str, &Sizes),
        module: &Module,
        buffers: &Buffers,
        addresses: &BTreeMap<String, u64>,
        memory: &mut Memory,
    ) -> Result<BTreeMap<String, u64>, LaunchError> {
        let context = Context { file, sizes };
        let mut handles = BTreeMap::new();
        for (index, binding) in self.texture.iter().enumerate() {
            let key = format!("texture[{index}]");
            let texture = binding.texture(&context, &key, buffers, addresses[&binding.buffer])?;
            let reference = |name: &str| module.variables.iter().any(|v| v.opaque.is_some() && v.name == name);
            let used = self.run.iter().flat_map(|run| &run.launch).any(|launch| names(&launch.args, &binding.name));
            let handle = match memory.symbol(&binding.name).filter(|_| reference(&binding.name)) {
                Some((handle, _)) => {
                    memory.bind(handle, texture);
                    handle
                }
                None if used => memory.object(texture).map_err(|cause| context.error(&key, cause.to_string()))?,
                None => {
                    let reason =
                        format!("the module has no texture or surface `{}`, and no argument names it", binding.name);
                    return Err(context.error(&format!("{key}.name"), reason));
                }
            };
            handles.insert(binding.name.clone(), handle);
        }
        Ok(handles)
    }
}
