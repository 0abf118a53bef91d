//! Registration of fat binaries, kernels and variables, before a program's `main`. A module is
//! loaded at the first use of one of its parts.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::boundary::{Text, call, read, read_word, write};
use crate::core::{Gpu, with};
use crate::error::{Error, code};
use crate::fatbin;

/// Most object files of a program's relocatable code.
const MOST_PARTS: u64 = 1 << 16;

struct Binary {
    text: Result<String, Error>,
    /// The module's handle, and the number of resets before it was loaded.
    module: Option<(u64, u64)>,
}

#[derive(Default)]
struct Registry {
    binaries: BTreeMap<u64, Binary>,
    /// Kernels by the addresses of their stubs: handle of the fat binary, and name.
    kernels: BTreeMap<u64, (u64, String)>,
    /// Variables by the addresses of their shadows: handle of the fat binary, and name.
    variables: BTreeMap<u64, (u64, String)>,
    /// Managed variables by the addresses of the program's pointers to them: handle of the fat
    /// binary, and name.
    managed: BTreeMap<u64, (u64, String)>,
    /// Texture and surface references by their addresses on the host: fat binary, name, and whether
    /// integers are read as floats.
    textures: BTreeMap<u64, (u64, String, bool)>,
    next: u64,
}

static REGISTRY: Mutex<Option<Registry>> = Mutex::new(None);

fn registry<T>(work: impl FnOnce(&mut Registry) -> T) -> T {
    let mut held: MutexGuard<Option<Registry>> = REGISTRY.lock().unwrap_or_else(PoisonError::into_inner);
    work(held.get_or_insert_default())
}

/// Returns the PTX of a fat binary in the program's memory, which its wrapper points to.
pub fn unwrap(wrapper: u64) -> Result<String, Error> {
    let head = read(wrapper, 24)?;
    let [magic, version] = [0, 4].map(|at| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes")));
    match (magic, version) {
        (fatbin::WRAPPER, fatbin::LINKED) => match read_word(wrapper + 16)? {
            0 => contained(container(wrapper)?),
            list => parts(list),
        },
        _ => contained(container(wrapper)?),
    }
}

/// Returns the address of the container to which a wrapper points; a container is its own.
fn container(at: u64) -> Result<u64, Error> {
    let head = read(at, 4)?;
    match u32::from_le_bytes(head[..4].try_into().expect("four bytes")) {
        fatbin::WRAPPER => read_word(at + 8),
        _ => Ok(at),
    }
}

/// Returns the PTX of a container in the program's memory.
fn contained(container: u64) -> Result<String, Error> {
    let header = read(container, 16)?;
    let broken = || Error::new(code::INVALID_IMAGE, "the program registers data that is not a fat binary");
    fatbin::ptx(&read(container, fatbin::length(&header).ok_or_else(broken)?)?)
}

/// Returns the PTX of relocatable code, linked: `list` is that of the object files' containers, or
/// of the wrappers of these, with a null pointer at its end.
fn parts(list: u64) -> Result<String, Error> {
    let (mut texts, mut lacking) = (vec![], None);
    for place in 0..MOST_PARTS {
        let part = read_word(list + 8 * place)?;
        if part == 0 {
            break;
        }
        match contained(container(part)?) {
            Ok(text) => texts.push(text),
            // such as CUDA's own library for launches from kernels, which is part of every program
            Err(error) if error.code == code::NO_BINARY_FOR_GPU => lacking = lacking.or(Some(error)),
            Err(error) => return Err(error),
        }
    }
    let whole = fatbin::linked(&texts)?;
    match lacking.filter(|_| texts.is_empty() || fatbin::lacks_names(&whole)) {
        Some(error) => Err(error),
        None => Ok(whole),
    }
}

/// Registers a fat binary by the address of its wrapper, and returns its handle.
#[unsafe(export_name = "heddle___cudaRegisterFatBinary")]
pub extern "C" fn register_fat_binary(wrapper: u64) -> u64 {
    let text = unwrap(wrapper);
    registry(|registry| {
        registry.next += 16;
        registry.binaries.insert(registry.next, Binary { text, module: None });
        registry.next
    })
}

/// Ends the registration of a fat binary: nothing to do.
#[unsafe(export_name = "heddle___cudaRegisterFatBinaryEnd")]
pub extern "C" fn register_fat_binary_end(_: u64) {}

/// Removes a fat binary and all that was registered from it, as the program ends or a library is
/// unloaded.
#[unsafe(export_name = "heddle___cudaUnregisterFatBinary")]
pub extern "C" fn unregister_fat_binary(handle: u64) {
    registry(|registry| {
        registry.binaries.remove(&handle);
        registry.kernels.retain(|_, (binary, _)| *binary != handle);
        registry.variables.retain(|_, (binary, _)| *binary != handle);
        registry.managed.retain(|_, (binary, _)| *binary != handle);
        registry.textures.retain(|_, (binary, ..)| *binary != handle);
    });
}

/// Registers a kernel of a fat binary by the address of its stub and its name.
#[unsafe(export_name = "heddle___cudaRegisterFunction")]
pub extern "C" fn register_function(binary: u64, stub: u64, _device_function: u64, name: Text) {
    if let Ok(name) = name.get() {
        registry(|registry| registry.kernels.insert(stub, (binary, name)));
    }
}

/// Registers a variable of a fat binary by the address of its shadow and its name.
#[unsafe(export_name = "heddle___cudaRegisterVar")]
pub extern "C" fn register_variable(binary: u64, shadow: u64, _device_address: u64, name: Text) {
    if let Ok(name) = name.get() {
        registry(|registry| registry.variables.insert(shadow, (binary, name)));
    }
}

/// Registers a managed variable: a pointer of the program's gets its address when its module is
/// loaded.
#[unsafe(export_name = "heddle___cudaRegisterManagedVar")]
pub extern "C" fn register_managed(binary: u64, pointer: u64, _device_address: u64, name: Text) {
    if let Ok(name) = name.get() {
        registry(|registry| registry.managed.insert(pointer, (binary, name)));
    }
}

/// Registers a texture reference; `normalized`: whether it reads integers as floats.
#[unsafe(export_name = "heddle___cudaRegisterTexture")]
pub extern "C" fn register_texture(
    binary: u64,
    reference: u64,
    _device_address: u64,
    name: Text,
    _dimensions: i32,
    normalized: i32,
) {
    if let Ok(name) = name.get() {
        registry(|registry| registry.textures.insert(reference, (binary, name, normalized != 0)));
    }
}

/// Registers a surface reference of a fat binary by its address and its name.
#[unsafe(export_name = "heddle___cudaRegisterSurface")]
pub extern "C" fn register_surface(binary: u64, reference: u64, _device_address: u64, name: Text) {
    if let Ok(name) = name.get() {
        registry(|registry| registry.textures.insert(reference, (binary, name, false)));
    }
}

/// Loads a module (`__cudaInitModule`) before the program reads or writes a managed variable of it.
#[unsafe(export_name = "heddle___cudaInitModule")]
pub extern "C" fn init_module(binary: u64) -> u8 {
    let loaded = || with(|gpu| registry(|registry| registry.module(gpu, binary).map(drop)));
    u8::from(call("__cudaInitModule", loaded) == code::SUCCESS)
}

/// Returns the handle of the kernel with this stub's address, and loads its module on first use.
pub fn kernel(gpu: &mut Gpu, stub: u64) -> Result<u64, Error> {
    let unknown = || Error::new(code::INVALID_DEVICE_FUNCTION, format!("{stub:#x} is not a kernel of the program"));
    registry(|registry| {
        let (binary, name) = registry.kernels.get(&stub).cloned().ok_or_else(unknown)?;
        let module = registry.module(gpu, binary)?;
        gpu.kernel(module, &name)
    })
}

/// Whether the program's memory has a name at an address; reads nothing beyond the first byte that
/// differs.
fn says(address: u64, name: &str) -> bool {
    let mut bytes = name.bytes().chain([0]).zip(address..);
    bytes.all(|(byte, at)| read(at, 1).is_ok_and(|held| held[0] == byte))
}

/// Returns address and size in bytes of the device variable with this shadow's address.
/// It may be named by a string, too, as in CUDA before version 5 (DEVIATIONS, D290).
pub fn variable(gpu: &mut Gpu, shadow: u64) -> Result<(u64, u64), Error> {
    let unknown = || Error::new(code::INVALID_SYMBOL, format!("{shadow:#x} is not a device variable of the program"));
    if let Some((start, block)) = gpu.host.block(shadow).filter(|(_, block)| block.managed) {
        return Ok((start, block.bytes));
    }
    registry(|registry| {
        let named = || registry.variables.values().find(|(_, name)| says(shadow, name));
        let (binary, name) = registry.variables.get(&shadow).or_else(named).cloned().ok_or_else(unknown)?;
        let module = registry.module(gpu, binary)?;
        gpu.variable(module, &name)
    })
}

/// Returns the handle of a texture or surface reference, and whether it reads integers as floats.
pub fn texture(gpu: &mut Gpu, reference: u64) -> Result<(u64, bool), Error> {
    let unknown = || Error::new(code::INVALID_TEXTURE, format!("{reference:#x} is not a texture or surface reference"));
    registry(|registry| {
        let (binary, name, to_float) = registry.textures.get(&reference).cloned().ok_or_else(unknown)?;
        let module = registry.module(gpu, binary)?;
        Ok((gpu.variable(module, &name)?.0, to_float))
    })
}

impl Registry {
    fn module(&mut self, gpu: &mut Gpu, binary: u64) -> Result<u64, Error> {
        let number = self.binaries.keys().position(|known| *known == binary).unwrap_or(0);
        let gone = || Error::new(code::DEINITIALIZED, "the fat binary is no longer registered");
        let known = self.binaries.get_mut(&binary).ok_or_else(gone)?;
        if let Some((module, resets)) = known.module
            && resets == gpu.resets
        {
            return Ok(module);
        }
        let text = known.text.clone()?;
        let module = gpu.load(&format!("fat binary {number}"), &text)?;
        known.module = Some((module, gpu.resets));
        for (pointer, (_, name)) in self.managed.iter().filter(|(_, (of, _))| *of == binary) {
            let (device, bytes) = gpu.variable(module, name)?;
            let address = gpu.host.stand_for(&mut gpu.memory, device, bytes)?;
            write(*pointer, &address.to_le_bytes())?;
        }
        Ok(module)
    }
}
