use super::scope::{Scope, Symbol};
use crate::error::{Fault, quoted};
use crate::program::{Function, FunctionId, Parameter, Source, Type, Variable, VariableId};
use crate::syntax::OPAQUE;
use crate::syntax::tree::{self, Declaration, Declared, Index, Item, Linking, Name, Statement, Word};

/// A formal parameter or result of a function.
#[derive(Debug, Clone, Copy)]
pub struct Formal {
    pub ty: Type,
    pub bytes: u64,
    pub align: u32,
    /// The elements of a vector, else 1.
    pub elements: u32,
    /// Whether the parameter is an array: no register can be passed.
    pub array: bool,
}

/// The parameters and results of a function, as its calls need them.
#[derive(Debug, Clone, Default)]
pub struct Shape {
    pub returns: Vec<Formal>,
    pub parameters: Vec<Formal>,
}

/// A module that is being read: its variables, functions and names.
pub struct Unit<'t, 'a> {
    pub tree: &'t tree::Module<'a>,
    /// The address size as the text says, or by the first use of an address: before PTX 2.3 a text
    /// did not say.
    pub address_size: Option<u32>,
    /// The whole text of the module.
    pub text: &'t str,
    pub variables: Vec<Variable>,
    pub functions: Vec<Function>,
    /// The parameters and results of each function.
    pub shapes: Vec<Shape>,
    pub names: Scope<'t, 'a>,
    /// How many targets of indirect branches and calls may still be listed, so that memory stays in
    /// proportion to the text.
    pub listed: usize,
    /// Bytes of initial values that may still be kept: rows that are not filled up take many
    /// without text.
    pub initial: usize,
}

/// The greatest length of all lists of targets together.
const MOST_LISTED: usize = 1 << 22;
/// The greatest size of all initial values together, in bytes.
pub const MOST_INITIAL: usize = 1 << 26;

impl<'t, 'a> Unit<'t, 'a> {
    pub fn new(tree: &'t tree::Module<'a>, text: &'t str) -> Unit<'t, 'a> {
        Unit {
            tree,
            address_size: tree.address_size,
            text,
            variables: Vec::new(),
            functions: Vec::new(),
            shapes: Vec::new(),
            names: Scope::default(),
            listed: MOST_LISTED,
            initial: MOST_INITIAL,
        }
    }
    /// Whether the target is an sm_1x: subnormals of `f32` are zero, `mad.f32` rounds twice.
    pub fn is_sm_1x(&self) -> bool {
        self.target() < 20
    }
    /// Returns the number of the target: 35 of `sm_35`.
    pub fn target(&self) -> u32 {
        let digits = self.tree.target.text.bytes().filter(u8::is_ascii_digit);
        digits.fold(0, |number, digit| number * 10 + (digit - b'0') as u32)
    }
    /// Whether the PTX version is older than the given one.
    pub fn older_than(&self, major: u32, minor: u32) -> bool {
        self.tree.version < (major, minor)
    }

    /// Declares every name of the module. Initial values come last: they may name what stands
    /// behind them.
    pub fn declare(&mut self, items: &'t [Item<'a>]) -> Result<(), Fault> {
        let mut initials = Vec::new();
        for item in items {
            match item {
                Item::Variable(declaration) if declaration.space.text == "reg" => self.registers(declaration)?,
                Item::Variable(declaration) if OPAQUE.contains(&declaration.ty.text) => {
                    for declared in &declaration.names {
                        let variable = Self::opaque_variable(declaration, declared);
                        let id = self.add(variable);
                        self.names.declare(declared.name, Symbol::Variable(id))?;
                    }
                }
                Item::Variable(declaration) => {
                    for declared in &declaration.names {
                        let id = self.module_variable(declaration, declared)?;
                        initials.push((id, declaration, declared));
                    }
                }
                Item::Function(function) => {
                    self.function(function)?;
                }
                Item::Alias(..) => {}
            }
        }
        for item in items {
            if let Item::Alias(alias, of) = item {
                let Some(symbol @ Symbol::Function(_)) = self.names.get(of.text).cloned() else {
                    return Err(Fault::unexpected(of.at, quoted(of.text), "a function"));
                };
                self.names.replace(alias.text, symbol);
            }
        }
        for (id, declaration, declared) in initials {
            self.initialise(id, declaration, declared)?;
        }
        Ok(())
    }

    fn registers(&mut self, declaration: &'t Declaration<'a>) -> Result<(), Fault> {
        let ty = Self::register_type(declaration)?;
        for declared in &declaration.names {
            match declared.family {
                Some(count) => self.names.declare_family(declared.name, count, ty, declaration.vector)?,
                None => self.names.declare(declared.name, Symbol::Unborn(ty, declaration.vector))?,
            }
        }
        Ok(())
    }

    fn module_variable(&mut self, declaration: &Declaration<'a>, declared: &Declared<'a>) -> Result<VariableId, Fault> {
        let variable = self.variable(declaration, declared, None)?;
        // what is declared first and defined later is one variable
        if let Some(&Symbol::Variable(id)) = self.names.get(declared.name.text) {
            let known = &mut self.variables[id.0 as usize];
            if known.space == variable.space && (known.external || declaration.linking != Linking::Private) {
                if known.external || variable.bytes > known.bytes {
                    *known = Variable { bytes: variable.bytes.max(known.bytes), ..variable };
                }
                return Ok(id);
            }
        }
        let id = self.add(variable);
        self.names.declare(declared.name, Symbol::Variable(id))?;
        Ok(id)
    }

    /// Returns the bytes from a variable to the element of it that a name means, and its offset.
    pub fn step(&self, id: VariableId, name: Name) -> Result<i64, Fault> {
        match name.index {
            None => Ok(name.offset),
            Some(Index::Constant(index)) => {
                let bytes = (self.variables[id.0 as usize].element as i64).wrapping_mul(index);
                Ok(bytes.wrapping_add(name.offset))
            }
            Some(Index::Register(word, _)) => {
                Err(Fault::unexpected(word.at, quoted(word.text), "a constant as the index here"))
            }
        }
    }
    /// Returns the name of an element of an array as an offset from the array.
    pub fn element(&self, name: Name<'a>) -> Result<Name<'a>, Fault> {
        match self.names.get(name.word.text) {
            Some(&Symbol::Variable(id)) => Ok(Name { index: None, offset: self.step(id, name)?, ..name }),
            _ if name.index.is_none() => Ok(name),
            _ => Err(Fault::unexpected(name.word.at, quoted(name.word.text), "an array")),
        }
    }

    pub fn add(&mut self, variable: Variable) -> VariableId {
        self.variables.push(variable);
        VariableId(self.variables.len() as u32 - 1)
    }

    /// Declares or defines a function.
    fn function(&mut self, function: &'t tree::Function<'a>) -> Result<FunctionId, Fault> {
        let shape = self.shape(&function.signature)?;
        if let Some(&Symbol::Function(id)) = self.names.get(function.name.text) {
            let known = &self.shapes[id.0 as usize];
            if known.parameters.len() == shape.parameters.len() && known.returns.len() == shape.returns.len() {
                let defined = self.functions[id.0 as usize].defined;
                match function.body.is_some() {
                    true if !defined => {
                        self.define(id, function)?;
                        return Ok(id);
                    }
                    false => return Ok(id),
                    true => {}
                }
            }
        }
        let id = FunctionId(self.functions.len() as u32);
        self.names.declare(function.name, Symbol::Function(id))?;
        self.functions.push(Function {
            name: function.name.text.to_string(),
            entry: function.entry,
            parameters: Vec::new(),
            parameter_bytes: 0,
            returns: Vec::new(),
            registers: Vec::new(),
            code: Vec::new(),
            defined: false,
            refused: None,
            threads: function.threads,
            at: function.name.at,
        });
        self.shapes.push(shape);
        self.define(id, function)?;
        Ok(id)
    }

    /// Returns the parameters of a kernel or function. Before PTX 1.4 those of a kernel stand in
    /// its body.
    pub fn parameters<'f>(&self, function: &'f tree::Function<'a>) -> Vec<(&'f Declaration<'a>, &'f Declared<'a>)> {
        let in_body = function.body.iter().flatten().filter_map(|statement| match statement {
            Statement::Declaration(declaration) if self.is_old_parameter(function.entry, declaration) => {
                Some(declaration)
            }
            _ => None,
        });
        let all = function.signature.parameters.iter().chain(in_body);
        all.flat_map(|declaration| declaration.names.iter().map(move |declared| (declaration, declared))).collect()
    }
    pub fn is_old_parameter(&self, entry: bool, declaration: &Declaration) -> bool {
        entry && self.older_than(1, 4) && declaration.space.text == "param"
    }

    /// Creates the variables of a function's parameters.
    fn define(&mut self, id: FunctionId, function: &tree::Function<'a>) -> Result<(), Fault> {
        let mut parameters = Vec::new();
        let mut offset = 0u64;
        for (declaration, declared) in self.parameters(function) {
            if function.entry && declaration.space.text == "reg" {
                return Err(Fault::unexpected(declaration.space.at, "`.reg`", "`.param`"));
            }
            let variable = self.formal(declaration, declared, id)?;
            let Variable { align, bytes, .. } = self.variables[variable.0 as usize];
            offset = offset.next_multiple_of(align as u64);
            let at = if function.entry { offset as u32 } else { 0 };
            parameters.push(Parameter { variable, offset: at });
            offset += bytes;
            if function.entry && offset > MOST_PARAMETERS {
                return Err(Fault::unexpected(
                    declared.name.at,
                    format!("{offset} bytes of parameters"),
                    format!("at most {MOST_PARAMETERS}"),
                ));
            }
        }
        let returns =
            function.signature.returns.iter().map(|declaration| self.formal(declaration, &declaration.names[0], id));
        let returns = returns.collect::<Result<_, _>>()?;
        let known = &mut self.functions[id.0 as usize];
        (known.parameters, known.returns, known.defined) = (parameters, returns, function.body.is_some());
        (known.at, known.threads) = (function.name.at, function.threads.or(known.threads));
        known.parameter_bytes = if function.entry { offset as u32 } else { 0 };
        Ok(())
    }

    fn formal(
        &mut self,
        declaration: &Declaration<'a>,
        declared: &Declared<'a>,
        owner: FunctionId,
    ) -> Result<VariableId, Fault> {
        let variable = self.variable(declaration, declared, Some(owner))?;
        Ok(self.add(variable))
    }

    pub fn shape(&self, signature: &tree::Signature<'a>) -> Result<Shape, Fault> {
        let formals = |list: &[Declaration<'a>]| list.iter().map(|d| self.formal_of(d)).collect::<Result<_, _>>();
        Ok(Shape { returns: formals(&signature.returns)?, parameters: formals(&signature.parameters)? })
    }
    fn formal_of(&self, declaration: &Declaration<'a>) -> Result<Formal, Fault> {
        if !matches!(declaration.space.text, "param" | "reg") {
            let found = quoted(&format!(".{}", declaration.space.text));
            return Err(Fault::unexpected(declaration.space.at, found, "`.param` or `.reg`"));
        }
        let declared = &declaration.names[0];
        let variable = self.variable(declaration, declared, None)?;
        let ty = Self::register_type(declaration)?;
        let array = !declared.sizes.is_empty();
        Ok(Formal { ty, bytes: variable.bytes, align: variable.align, elements: declaration.vector, array })
    }

    /// Records an unsupported instruction with the function that has it, so that only kernels that
    /// reach the function are refused.
    pub fn unless_unsupported(
        &mut self,
        source: &Source,
        function: &tree::Function<'a>,
        read: Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Err(fault) = read else { return Ok(()) };
        match self.names.get(function.name.text) {
            Some(&Symbol::Function(id)) if fault.is_unsupported() => {
                self.functions[id.0 as usize].refused = Some(fault.into_error(source));
                Ok(())
            }
            _ => Err(fault),
        }
    }

    /// Counts `count` entries against the limit of all lists of branch and call targets; an error
    /// if there are too many.
    pub fn list(&mut self, count: usize, word: Word) -> Result<(), Fault> {
        match self.listed.checked_sub(count) {
            Some(left) => {
                self.listed = left;
                Ok(())
            }
            None => Err(Fault::unexpected(
                word.at,
                "too many lists of targets",
                format!("at most {MOST_LISTED} targets in all"),
            )),
        }
    }
}

/// The greatest size of a kernel's parameters in bytes; PTX allows 32764 since 8.1.
const MOST_PARAMETERS: u64 = 32764;
