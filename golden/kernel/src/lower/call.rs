//! Reads calls. Arguments lie in variables of the caller; where the text passes registers or
//! constants, they are stored there first.

use super::body::{Body, Passed};
use super::control::name;
use super::line::Line;
use super::operand::Element;
use super::scope::Symbol;
use super::unit::{Formal, Shape};
use crate::error::{Fault, quoted};
use crate::program::{FunctionId, Op, Operand, Space, Span, Target, Variable, VariableId};
use crate::syntax::tree::{self, Form, Name, Value, Word};

/// The functions of CUDA's device runtime by which a kernel launches another one.
const OF_NESTED_LAUNCHES: [&str; 6] = [
    "cudaGetParameterBuffer",
    "cudaGetParameterBufferV2",
    "cudaLaunchDevice",
    "cudaLaunchDeviceV2",
    "__cudaCDP2GetParameterBufferV2",
    "__cudaCDP2LaunchDeviceV2",
];

/// Reads a `call` instruction into the function body.
pub fn lower<'t, 'a>(body: &mut Body<'_, 't, 'a>, line: &mut Line<'t, 'a>) -> Result<(), Fault> {
    line.ignore(&["uni"]);
    let (mut returned, mut passed) = (&[][..], &[][..]);
    if let Some(tree::Operand { form: Form::List(list), .. }) = line.peek() {
        returned = list;
        line.operand("results")?;
    }
    let callee = name(body, line, "a function")?;
    if let Some(operand) = line.peek() {
        match &operand.form {
            Form::List(list) => {
                passed = list;
                line.operand("arguments")?;
            }
            // an indirect call without arguments: the prototype comes next
            Form::Value(Value::Name(_)) => {}
            _ => return Err(Fault::unexpected(operand.at, body.quote(operand.at), "arguments in parentheses")),
        }
    }
    let (target, shape, address) = match body.lookup(callee) {
        Some(Symbol::Function(id)) => {
            if line.left() > 0 {
                name(body, line, "a prototype")?;
            }
            if !body.unit.functions[id.0 as usize].defined && OF_NESTED_LAUNCHES.contains(&callee.text) {
                let what = format!("dynamic parallelism ({}), in which kernels launch kernels,", quoted(callee.text));
                return Err(Fault::unsupported(line.at(), what));
            }
            if body.unit.functions[id.0 as usize].entry {
                return Err(Fault::unexpected(callee.at, format!("the kernel {}", quoted(callee.text)), "a `.func`"));
            }
            (Target::Direct(id), body.unit.shapes[id.0 as usize].clone(), None)
        }
        Some(Symbol::Registers(registers)) if registers.len() == 1 => {
            let list = name(body, line, "a prototype or a list of functions")?;
            let (functions, shape) = candidates(body, list)?;
            (Target::Indirect(functions), shape, Some(Operand::Register(registers[0])))
        }
        _ => {
            return Err(Fault::unexpected(
                callee.at,
                quoted(callee.text),
                "a function, or a register with its address",
            ));
        }
    };
    line.done()?;
    for (list, formals, what) in [(passed, &shape.parameters, "arguments"), (returned, &shape.returns, "results")] {
        if list.len() != formals.len() {
            let expected = format!("{}, which has {}", quoted(callee.text), formals.len());
            return Err(Fault::unexpected(callee.at, format!("{} {what}", list.len()), format!("those of {expected}")));
        }
    }
    let arguments = passed.iter().zip(&shape.parameters).map(|(operand, formal)| argument(body, operand, *formal));
    let arguments: Vec<VariableId> = arguments.collect::<Result<_, _>>()?;
    let mut results = Vec::new();
    let mut copied: Vec<Passed> = Vec::new();
    for (operand, formal) in returned.iter().zip(&shape.returns) {
        let (variable, passed) = result(body, operand, *formal)?;
        results.push(variable);
        copied.extend(passed);
    }
    let mut reads: Vec<Operand> = arguments.iter().map(|&id| Operand::Variable(id, 0)).collect();
    reads.extend(address);
    body.emit(Op::Call { target, arguments, results }, vec![], reads);
    copied.iter().for_each(|passed| body.copy_in(passed));
    Ok(())
}

/// Returns the functions that an indirect call can reach.
fn candidates<'a>(body: &mut Body<'_, '_, 'a>, list: Word<'a>) -> Result<(Vec<FunctionId>, Shape), Fault> {
    match body.lookup(list) {
        Some(Symbol::Calls(names)) => {
            let unit = &mut *body.unit;
            let mut functions = Vec::new();
            for name in names {
                match unit.names.get(name.text) {
                    Some(&Symbol::Function(id)) => functions.push(id),
                    _ => return Err(Fault::unexpected(name.at, quoted(name.text), "a function")),
                }
            }
            unit.list(functions.len(), list)?;
            let shape = functions.first().map(|id| unit.shapes[id.0 as usize].clone()).unwrap_or_default();
            Ok((functions, shape))
        }
        Some(Symbol::Prototype(signature)) => {
            let unit = &mut *body.unit;
            let shape = unit.shape(signature)?;
            let alike = |a: &[Formal], b: &[Formal]| a.iter().map(|a| a.bytes).eq(b.iter().map(|b| b.bytes));
            let same = |i: usize| {
                alike(&unit.shapes[i].returns, &shape.returns) && alike(&unit.shapes[i].parameters, &shape.parameters)
            };
            let functions =
                (0..unit.functions.len()).filter(|&i| !unit.functions[i].entry && unit.functions[i].defined && same(i));
            let functions: Vec<FunctionId> = functions.map(|i| FunctionId(i as u32)).collect();
            unit.list(functions.len(), list)?;
            Ok((functions, shape))
        }
        _ => Err(Fault::unexpected(list.at, quoted(list.text), "a prototype or a list of functions")),
    }
}

fn passing(formal: Formal, owner: FunctionId, at: Span) -> Variable {
    Variable {
        name: String::new(),
        space: Space::Param,
        align: formal.align,
        bytes: formal.bytes,
        initial: Vec::new(),
        addresses: Vec::new(),
        element: formal.bytes.max(1),
        owner: Some(owner),
        external: false,
        opaque: None,
        at,
    }
}

/// Returns the variable that a name stands for, if it can be passed.
fn variable<'a>(
    body: &mut Body<'_, '_, 'a>,
    operand: &tree::Operand<'a>,
    formal: Formal,
) -> Result<Option<VariableId>, Fault> {
    let Form::Value(Value::Name(Name { word, component: None, index: None, offset: 0, .. })) = operand.form else {
        return Ok(None);
    };
    let Some(Symbol::Variable(id)) = body.lookup(word) else { return Ok(None) };
    let known = &body.unit.variables[id.0 as usize];
    if known.space != Space::Param {
        return Ok(None);
    }
    // an array without a size takes what comes
    if known.bytes != formal.bytes && formal.bytes > 0 {
        let found = format!("{} of {} bytes", quoted(word.text), known.bytes);
        return Err(Fault::unexpected(operand.at, found, format!("a parameter of {} bytes", formal.bytes)));
    }
    Ok(Some(id))
}

/// Returns the parts of an operand that passes registers: as many as the formal parameter has.
fn parts<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    operand: &'t tree::Operand<'a>,
    formal: Formal,
) -> Result<Vec<Element<'t, 'a>>, Fault> {
    let parts = match body.elements(operand)? {
        Some(parts) => parts,
        None => vec![Element::Operand(operand)],
    };
    match !formal.array && parts.len() == formal.elements as usize {
        true => Ok(parts),
        false => {
            let expected = format!("a `.param` of {} bytes", formal.bytes);
            Err(Fault::unexpected(operand.at, body.quote(operand.at), expected))
        }
    }
}

fn argument<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    operand: &'t tree::Operand<'a>,
    formal: Formal,
) -> Result<VariableId, Fault> {
    if let Some(id) = variable(body, operand, formal)? {
        return Ok(id);
    }
    let parts = parts(body, operand, formal)?;
    let values = parts.iter().map(|part| body.read_element(part, formal.ty, true)).collect::<Result<_, _>>()?;
    let id = body.unit.add(passing(formal, body.id, operand.at));
    body.copy_out(id, formal.ty, values);
    Ok(id)
}

fn result<'t, 'a>(
    body: &mut Body<'_, 't, 'a>,
    operand: &'t tree::Operand<'a>,
    formal: Formal,
) -> Result<(VariableId, Option<Passed>), Fault> {
    if let Some(id) = variable(body, operand, formal)? {
        return Ok((id, None));
    }
    let parts = parts(body, operand, formal)?;
    let registers =
        parts.iter().map(|part| body.write_element(part, formal.ty, true)).collect::<Result<Vec<_>, _>>()?;
    let id = body.unit.add(passing(formal, body.id, operand.at));
    // a result that is not used is not fetched
    let registers: Option<Vec<_>> = registers.into_iter().collect();
    Ok((id, registers.map(|registers| Passed { registers, variable: id, ty: formal.ty })))
}
