//! A launch description to fill in, of a module that has none.

use std::fmt::Write;

use crate::program::{Function, Module, Parameter, Space, Variable};

/// Elements of each buffer of the description.
const COUNT: u32 = 1024;

/// Returns a launch description of every kernel of a module, in one grid of one CTA each, to be
/// filled in. A parameter that can be an address is a buffer there, any other a zero.
pub fn template(module: &Module) -> String {
    let mut text = format!(
        "# A launch description to fill in: counts and contents of buffers, grids, blocks, arguments.\n\
         # Saved beside the PTX file, as FILE.toml, it runs as it is.\nname = {}\n",
        quoted(module.source.name.rsplit('/').next().unwrap_or_default().trim_end_matches(".ptx"))
    );
    let kernels: Vec<&Function> = module.kernels().map(|(_, kernel)| kernel).collect();
    for (kernel, parameter) in kernels.iter().flat_map(|kernel| kernel.parameters.iter().map(move |it| (kernel, it))) {
        if Kind::of(module, parameter) == Kind::Address {
            let name = quoted(&buffer(module, kernel, parameter));
            let _ = write!(text, "\n[[buffer]]\nname = {name}\ntype = \"u32\"\ncount = {COUNT}\nfill = \"zeros\"\n");
        }
    }
    text += "\n[[run]]\n";
    for kernel in kernels {
        let block = kernel.threads.filter(|(_, exactly)| *exactly).map_or(vec![32], |(threads, _)| threads.to_vec());
        let _ = write!(
            text,
            "[[run.launch]]\nkernel = {}\ngrid = [1]\nblock = {block:?}\n{}args = [\n",
            quoted(&kernel.name),
            if is_dynamic(module) { "shared = 1024\n" } else { "" }
        );
        for parameter in &kernel.parameters {
            let argument = match Kind::of(module, parameter) {
                Kind::Address => format!("buffer = {}", quoted(&buffer(module, kernel, parameter))),
                Kind::Scalar(ty) => format!("{ty} = 0"),
                Kind::Structure(align, number) => {
                    let fields = vec![format!("{{ u{} = 0 }}", align * 8); number as usize];
                    format!("struct = [{}]", fields.join(", "))
                }
            };
            let _ = writeln!(text, "  {{ {argument} }}, # {}", variable(module, parameter).name);
        }
        text += "]\n\n";
    }
    text + "# [[expect]]\n# buffer = \"...\"\n# values = [0]\n"
}

/// What a parameter can be, by its declaration.
#[derive(PartialEq, Eq)]
enum Kind {
    /// An address, or a number of as many bits.
    Address,
    /// A number of this type.
    Scalar(&'static str),
    /// A structure: its alignment in bytes, and how many fields of that size it has.
    Structure(u32, u64),
}

impl Kind {
    fn of(module: &Module, parameter: &Parameter) -> Kind {
        let it = variable(module, parameter);
        let before = &module.source.text[..it.at.start as usize];
        let declared = &before[before.rfind(".param").unwrap_or(0)..];
        let word = |wanted: &str| declared.split(|c: char| !c.is_alphanumeric()).any(|word| word == wanted);
        let behind = module.source.text[it.at.end as usize..].trim_start();
        let types = ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64"];
        match types.into_iter().find(|ty| word(ty)) {
            _ if behind.starts_with('[') || it.bytes > 8 => {
                let align = it.align.clamp(1, 8);
                Kind::Structure(align, it.bytes.div_ceil(align.into()))
            }
            _ if word("ptr") => Kind::Address,
            None | Some("u64") if it.bytes == 8 && module.address_size == 64 => Kind::Address,
            Some(ty) => Kind::Scalar(ty),
            // bits without a type
            None => Kind::Scalar(types[it.bytes.trailing_zeros() as usize]),
        }
    }
}

fn variable<'m>(module: &'m Module, parameter: &Parameter) -> &'m Variable {
    &module.variables[parameter.variable.0 as usize]
}

/// Returns the name of a parameter's buffer: with the kernel's name, where several kernels have a
/// parameter of this name.
fn buffer(module: &Module, kernel: &Function, parameter: &Parameter) -> String {
    let name = &variable(module, parameter).name;
    let has = |kernel: &Function| kernel.parameters.iter().any(|it| variable(module, it).name == *name);
    let unique = module.kernels().filter(|(_, other)| has(other)).count() == 1;
    if unique { name.clone() } else { format!("{}.{name}", kernel.name) }
}

/// Whether a launch gives shared memory its size.
fn is_dynamic(module: &Module) -> bool {
    module.variables.iter().any(|it| it.space == Space::Shared && it.external && it.bytes == 0)
}

/// Returns a text as TOML has it in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
