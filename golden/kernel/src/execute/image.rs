use std::collections::BTreeMap;

use super::code::{
    Access, AtomicAccess, BarrierAccess, Body, CallSite, Code, Decoded, Dest, Evaluate, Guard, Slot, Source,
    TextureAccess, Vector,
};
use super::decode::{Constants, decode};
use super::fault::{Cause, Fault, fault};
use super::layout::places;
use super::machine::is_wide;
use super::rows::Row;
use super::window::{PARAMETERS, SHARED, WINDOW};
use crate::program::{
    Allocation, Function, FunctionId, Location, Module, Op, Operand, RegisterId, Space, Span, Target, VariableId,
};

/// The executable form of a kernel: its decoded instructions and those of its callees, and the
/// places of shared and local variables.
#[derive(Debug, Clone)]
pub struct Image<'m> {
    /// The module of the kernel.
    pub module: &'m Module,
    /// The number of the kernel in the module.
    pub kernel: FunctionId,
    /// Bytes of a CTA's shared memory that variables take; the dynamic part comes after them.
    pub shared_bytes: u32,
    /// The byte at which the dynamic part starts.
    pub(crate) dynamic: u32,
    /// The bodies by function; `None` for those that the kernel cannot call or that have no body.
    pub(crate) bodies: Vec<Option<Body>>,
    pub(crate) allocations: BTreeMap<u32, Allocation>,
    /// Words of local memory below the kernel's frame.
    pub(crate) local: u32,
    pub(crate) shared: Vec<(VariableId, u32)>,
    pub(crate) places: Places,
    pub(crate) code: Vec<Decoded>,
    pub(crate) constants: Vec<Row>,
    pub(crate) registers: Vec<Dest>,
    pub(crate) sources: Vec<Source>,
    pub(crate) evaluations: Vec<Evaluate>,
    pub(crate) vectors: Vec<Vector>,
    pub(crate) atomics: Vec<AtomicAccess>,
    pub(crate) textures: Vec<TextureAccess>,
    pub(crate) barriers: Vec<BarrierAccess>,
    pub(crate) calls: Vec<CallSite>,
    pub(crate) tables: Vec<Vec<u32>>,
    /// The reconvergence points of branches, in order.
    pub(crate) reconvergence: Vec<u32>,
    /// Whether the version for AVX2 and FMA executes the image: true on machines alone that have
    /// them.
    pub(crate) wide: bool,
}

/// The options of creating a kernel's executable image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Making {
    /// Whether operations have loops of their own over the lanes; if not, each lane is evaluated by
    /// the definition (slow: for comparing the two).
    pub loops: bool,
    /// Whether the version for AVX2 and FMA executes the image, where the machine has them; if not,
    /// the one for any machine does.
    pub wide: bool,
    /// The greatest size of a thread's local memory in one function, in bytes.
    pub local_limit: u64,
}

impl Default for Making {
    fn default() -> Making {
        Making { loops: true, wide: true, local_limit: 512 << 10 }
    }
}

/// The greatest number of rows of a function: more is no program, and would take gigabytes.
pub(crate) const ROWS: u32 = 1 << 17;
/// The alignment of local frames, in bytes.
const FRAME: u32 = 64;

impl<'m> Image<'m> {
    /// Creates the image of a kernel with every register in a place of its own.
    pub fn new(module: &'m Module, kernel: FunctionId) -> Result<Image<'m>, Fault> {
        Image::with(module, kernel, BTreeMap::new(), Making::default())
    }

    /// Creates the image of a kernel with allocations of functions by number; others get
    /// [`Allocation::of_virtual`].
    pub fn with(
        module: &'m Module,
        kernel: FunctionId,
        allocations: BTreeMap<u32, Allocation>,
        making: Making,
    ) -> Result<Image<'m>, Fault> {
        let fault = |span: Span, function: FunctionId, cause: Cause| fault(module, kernel, function, span, cause);
        let Some(entry) = module.functions.get(kernel.0 as usize).filter(|f| f.entry && f.defined) else {
            return Err(fault(Span::default(), kernel, Cause::Malformed("there is no such kernel".into())));
        };
        let making = Making { wide: making.wide && is_wide(), ..making };
        let mut image = Image {
            module,
            kernel,
            shared_bytes: 0,
            dynamic: 0,
            bodies: vec![None; module.functions.len()],
            allocations,
            local: 0,
            shared: vec![],
            places: Places::default(),
            code: vec![],
            constants: vec![],
            registers: vec![],
            sources: vec![],
            evaluations: vec![],
            vectors: vec![],
            atomics: vec![],
            textures: vec![],
            barriers: vec![],
            calls: vec![],
            tables: vec![],
            reconvergence: vec![],
            wide: making.wide,
        };
        let reached = reached(module, kernel);
        for &f in &reached {
            if let Some(refused) = &module.functions[f.0 as usize].refused {
                return Err(fault(refused.span, f, Cause::Refused(refused.to_string())));
            }
        }
        let places = image.places(entry, &reached, making).map_err(|cause| fault(entry.at, kernel, cause))?;
        for &f in &reached {
            let function = &module.functions[f.0 as usize];
            image.allocations.entry(f.0).or_insert_with(|| Allocation::of_virtual(function));
            let body = image.frame(f, &places).map_err(|cause| fault(function.at, f, cause))?;
            image.bodies[f.0 as usize] = Some(body);
        }
        let mut constants = Constants::default();
        for &f in &reached {
            decode(&mut image, &mut constants, f, &places, making).map_err(|(span, cause)| fault(span, f, cause))?;
        }
        image.constants = constants.finish();
        image.reconvergence = super::code::reconvergence(&image.code);
        image.places = places;
        Ok(image)
    }

    /// Returns the size of a CTA's shared memory in bytes, with the given number of dynamic bytes.
    pub fn shared(&self, dynamic: u32) -> u64 {
        match dynamic {
            0 => self.shared_bytes.into(),
            _ => u64::from(self.dynamic) + u64::from(dynamic),
        }
    }
    /// Returns the function and number of the instruction at a place in the image, where the
    /// instructions of all functions lie in a row.
    pub fn instruction(&self, pc: u32) -> Option<(FunctionId, u32)> {
        self.code.get(pc as usize).map(|decoded| (FunctionId(decoded.function), decoded.number))
    }

    /// Whether the instruction at a place has a guard, so that, as a branch, it may make threads
    /// diverge.
    pub fn is_conditional(&self, pc: u32) -> bool {
        self.code.get(pc as usize).is_some_and(|decoded| decoded.guard != Guard::None)
    }

    /// Whether the instruction at a place may read or change what CTAs share: global and constant
    /// memory, textures, the heap, and the text that is printed. Registers, parameters, local and
    /// shared memory are a CTA's own.
    pub fn reaches_memory(&self, pc: u32) -> bool {
        let shared = |access: &Access| !matches!(access.space, Space::Shared | Space::Local | Space::Param);
        self.code.get(pc as usize).is_some_and(|decoded| match &decoded.code {
            Code::Load(access) | Code::Store(access) => shared(access),
            Code::Atomic { access, .. } => shared(&self.atomics[*access as usize].access),
            Code::Texture(..) | Code::SurfaceAddress { .. } => true,
            // functions without a body are CUDA's: `malloc`, `free` and `vprintf`
            Code::Call(call) => self.calls[*call as usize].functions.iter().any(|&f| self.body(f).is_none()),
            _ => false,
        })
    }

    /// Whether a place is the reconvergence point of some branch (VWS 6.4).
    pub fn reconverges_at(&self, pc: u32) -> bool {
        self.reconvergence.binary_search(&pc).is_ok()
    }

    /// Returns a function that the kernel can call.
    #[inline(always)]
    pub(crate) fn body(&self, function: u32) -> Option<&Body> {
        self.bodies.get(function as usize)?.as_ref()
    }

    /// Returns the places of a function's instructions; empty where the kernel cannot call it.
    pub fn instructions(&self, function: FunctionId) -> std::ops::Range<u32> {
        self.body(function.0).map_or(0..0, |body| body.start..body.end)
    }

    /// Returns a fault at an instruction.
    pub(crate) fn fault(&self, function: u32, number: u32, cause: Cause) -> Fault {
        let function = FunctionId(function);
        let at = self.module.functions.get(function.0 as usize);
        let span = at.map(|f| f.code.get(number as usize).map_or(f.at, |i| i.at)).unwrap_or_default();
        fault(self.module, self.kernel, function, span, cause)
    }

    /// Returns the place of a register of a function: its first row, or its predicate's number, and
    /// whether it has one value per warp.
    pub fn place(&self, function: FunctionId, register: RegisterId) -> Option<(u32, bool)> {
        let allocation = self.allocations.get(&function.0)?;
        Some(match *allocation.locations.get(register.0 as usize)? {
            Location::Vector(at) => (at, false),
            Location::Scalar(at) => (allocation.vectors + at, true),
            Location::Predicate(at) => (at, false),
            Location::ScalarPredicate(at) => (allocation.predicates + at, true),
        })
    }

    /// Returns the allocation that a function runs with, if the kernel can call it.
    pub fn allocation(&self, function: FunctionId) -> Option<&Allocation> {
        self.allocations.get(&function.0).filter(|_| self.bodies[function.0 as usize].is_some())
    }

    /// Returns the name of a register that an instruction writes, by its row (`p` and a number for
    /// a predicate).
    pub(crate) fn written_at(&self, function: u32, instruction: u32, row: &str) -> String {
        let (id, name) = (FunctionId(function), || row.to_string());
        let Some(function) = self.module.functions.get(function as usize) else { return name() };
        let Some(instruction) = function.code.get(instruction as usize) else { return name() };
        let stands = |register: &RegisterId| {
            let Some((at, _)) = self.place(id, *register) else { return false };
            let words = function.registers.get(register.0 as usize).map_or(0, |r| r.ty.words());
            match row.strip_prefix('p') {
                Some(index) => words == 0 && index == at.to_string(),
                None => (at..at + words).any(|at| row == at.to_string()),
            }
        };
        let register = instruction.registers_written().find(stands);
        register.map_or_else(name, |register| function.registers[register.0 as usize].name.clone())
    }

    /// Returns the name, start and bytes of the shared variable nearest below an offset.
    pub(crate) fn shared_at(&self, offset: u64) -> Option<(&str, u32, u64)> {
        let (variable, at) = self.shared.iter().filter(|(_, at)| u64::from(*at) <= offset).max_by_key(|(_, at)| *at)?;
        let variable = self.module.variables.get(variable.0 as usize)?;
        Some((&variable.name, *at, variable.bytes))
    }

    /// Places all variables that the reached functions name.
    fn places(&mut self, kernel: &Function, reached: &[FunctionId], making: Making) -> Result<Places, Cause> {
        let module = self.module;
        let mut places = Places { by_variable: places(module).into_iter().map(|p| p.map(Where::At)).collect() };
        for parameter in &kernel.parameters {
            if let Some(place) = places.by_variable.get_mut(parameter.variable.0 as usize) {
                *place = Some(Where::At(PARAMETERS + u64::from(parameter.offset)));
            }
        }
        let mut used = vec![false; module.variables.len()];
        for &f in reached {
            for id in module.functions[f.0 as usize].code.iter().flat_map(variables) {
                if let Some(used) = used.get_mut(id.0 as usize) {
                    *used = true;
                }
            }
        }
        let (mut shared, mut bottom, mut dynamic_align) = (0u64, 0u64, 16u64);
        let mut dynamic = vec![];
        let mut frames: BTreeMap<u32, u64> = BTreeMap::new();
        for (number, variable) in module.variables.iter().enumerate() {
            let owned = variable.owner.filter(|owner| reached.binary_search(owner).is_ok());
            let align = u64::from(variable.align).checked_next_power_of_two().unwrap_or(1);
            let id = VariableId(number as u32);
            match variable.space {
                Space::Shared if used[number] && variable.bytes == 0 => {
                    dynamic_align = dynamic_align.max(align.min(4096));
                    dynamic.push(id);
                }
                Space::Shared if used[number] => {
                    let at = shared.next_multiple_of(align.min(4096));
                    shared = at
                        .checked_add(variable.bytes)
                        .filter(|&end| end <= WINDOW)
                        .ok_or(Cause::SharedTooLarge { bytes: at.saturating_add(variable.bytes), limit: WINDOW })?;
                    places.by_variable[number] = Some(Where::At(SHARED + at));
                    self.shared.push((id, at as u32));
                }
                // a kernel's parameter has its place already
                Space::Local | Space::Param
                    if places.by_variable[number].is_none() && (owned.is_some() || used[number]) =>
                {
                    let end = match owned {
                        Some(owner) => frames.entry(owner.0).or_default(),
                        None => &mut bottom,
                    };
                    let at = end.next_multiple_of(align.clamp(4, u64::from(FRAME)));
                    let next = at.checked_add(variable.bytes.max(1)).filter(|&next| next <= making.local_limit);
                    *end = next.ok_or(Cause::LocalTooLarge { limit: making.local_limit })?;
                    places.by_variable[number] = Some(match owned {
                        Some(owner) => Where::Frame(owner, at as u32),
                        None => Where::At(super::window::LOCAL + at),
                    });
                }
                _ => {}
            }
        }
        self.shared_bytes = shared as u32;
        self.dynamic = shared.next_multiple_of(dynamic_align) as u32;
        for id in dynamic {
            places.by_variable[id.0 as usize] = Some(Where::At(SHARED + u64::from(self.dynamic)));
            self.shared.push((id, self.dynamic));
        }
        self.local = (bottom as u32).next_multiple_of(FRAME) / 4;
        for (&owner, &bytes) in &frames {
            self.frames_local(owner, bytes);
        }
        Ok(places)
    }

    /// Keeps a frame's size until its body is made.
    fn frames_local(&mut self, owner: u32, bytes: u64) {
        self.bodies[owner as usize] = Some(Body {
            start: 0,
            end: 0,
            rows: 0,
            predicates: 0,
            local: (bytes as u32).next_multiple_of(FRAME) / 4,
            fresh: vec![],
            prologue: vec![],
            parameters: vec![],
            returns: vec![],
        });
    }

    fn frame(&self, id: FunctionId, places: &Places) -> Result<Body, Cause> {
        let function = &self.module.functions[id.0 as usize];
        let allocation = &self.allocations[&id.0];
        let slots = |variables: &mut dyn Iterator<Item = VariableId>| -> Result<Vec<Slot>, Cause> {
            variables.map(|v| places.slot(self.module, id, v)).collect()
        };
        let (parameters, returns) = match function.entry {
            true => (vec![], vec![]),
            false => (
                slots(&mut function.parameters.iter().map(|p| p.variable))?,
                slots(&mut function.returns.iter().copied())?,
            ),
        };
        let rows = allocation.vectors.checked_add(allocation.scalars).filter(|&rows| rows <= ROWS);
        let predicates = allocation.predicates.checked_add(allocation.scalar_predicates).filter(|&p| p <= ROWS);
        let (Some(rows), Some(predicates)) = (rows, predicates) else {
            return Err(Cause::Malformed(format!("function `{}` has more than {ROWS} registers", function.name)));
        };
        let local = self.bodies[id.0 as usize].as_ref().map_or(0, |body| body.local);
        Ok(Body { start: 0, end: 0, rows, predicates, local, fresh: vec![], prologue: vec![], parameters, returns })
    }
}

/// The places of all variables.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    pub by_variable: Vec<Option<Where>>,
}

/// The place of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Where {
    /// A generic address.
    At(u64),
    /// A byte of a function's local frame.
    Frame(FunctionId, u32),
}

impl Places {
    /// Returns a variable's words in a function's local frame.
    pub fn slot(&self, module: &Module, function: FunctionId, variable: VariableId) -> Result<Slot, Cause> {
        match self.by_variable.get(variable.0 as usize) {
            Some(&Some(Where::Frame(owner, at))) if owner == function => {
                let bytes = module.variables[variable.0 as usize].bytes;
                Ok(Slot { word: at / 4, words: bytes.div_ceil(4) as u32 })
            }
            _ => Err(Cause::Malformed("a call passes what is no parameter of this function".into())),
        }
    }
}

/// Returns the variables that an instruction names.
fn variables(instruction: &crate::program::Instruction) -> Vec<VariableId> {
    let mut named: Vec<VariableId> = instruction
        .reads
        .iter()
        .filter_map(|operand| match *operand {
            Operand::Variable(variable, _) => Some(variable),
            _ => None,
        })
        .collect();
    if let Op::Call { arguments, results, .. } = &instruction.op {
        named.extend(arguments.iter().chain(results));
    }
    named
}

/// Returns the functions with bodies that a kernel can call, including itself, in order.
pub(crate) fn reached(module: &Module, kernel: FunctionId) -> Vec<FunctionId> {
    let mut seen = vec![false; module.functions.len()];
    let mut todo = vec![kernel];
    while let Some(f) = todo.pop() {
        let Some(function) = module.functions.get(f.0 as usize).filter(|function| function.defined) else { continue };
        if std::mem::replace(&mut seen[f.0 as usize], true) {
            continue;
        }
        for instruction in &function.code {
            if let Op::Call { target, .. } = &instruction.op {
                match target {
                    Target::Direct(f) => todo.push(*f),
                    Target::Indirect(list) => todo.extend(list),
                }
            }
        }
    }
    (0..seen.len() as u32).map(FunctionId).filter(|f| seen[f.0 as usize]).collect()
}
