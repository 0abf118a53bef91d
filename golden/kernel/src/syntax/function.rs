//! Functions and the statements in them.

use super::cursor::Cursor;
use super::expression::{count, expression};
use super::module::debugging;
use super::token::Kind;
use super::tree::{Form, Function, Guard, Instruction, Linking, Operand, Signature, Statement, Value, Word};
use super::{declaration, expression};
use crate::error::{Fault, quoted};
use crate::program::Span;
use crate::since;

/// The directives of a function with a number that only register allocators and schedulers use.
const COUNTED: [&str; 6] =
    ["minnctapersm", "maxnctapersm", "maxnreg", "maxclusterrank", "abi_preserve", "abi_preserve_control"];

/// Reads a function: `.entry` or `.func`, with or without a body.
pub fn function<'a>(c: &mut Cursor<'a>, start: Span) -> Result<Function<'a>, Fault> {
    let entry = c.bump().text == "entry";
    let mut signature = Signature::default();
    if !entry {
        noreturn(c);
        if c.take("(") {
            signature.returns = c.list(")", declaration::parameter)?;
        }
    }
    let name = c.name("a function's name")?;
    if c.take("(") {
        signature.parameters = c.list(")", declaration::parameter)?;
    }
    let mut function =
        Function { linking: Linking::Private, entry, name, signature, threads: None, body: None, end: start };
    loop {
        if c.take_dot("maxntid") {
            function.threads = function.threads.filter(|threads| threads.1).or(Some((threads(c)?, false)));
        } else if c.take_dot("reqntid") {
            function.threads = Some((threads(c)?, true));
        } else if COUNTED.iter().any(|word| c.take_dot(word)) {
            count(c)?;
        } else if let Some(since) = since::directive(c.peek().text).filter(|_| c.kind() == Kind::Dot) {
            let what = format!("{} (PTX {since})", quoted(&format!(".{}", c.peek().text)));
            return Err(Fault::unsupported(c.at(), what));
        } else if !noreturn(c) && !debugging(c)? {
            break;
        }
    }
    if c.take("{") {
        function.body = Some(block(c)?);
        function.end = c.since(Span { start: c.end().saturating_sub(1), end: c.end() });
        c.take(";");
    } else if !c.take(";") && c.kind() != Kind::Dot {
        // the first compilers wrote no semicolon
        return c.error("`{` or `;`");
    }
    Ok(function)
}

fn noreturn(c: &mut Cursor) -> bool {
    c.take_dot("noreturn") || c.take_dot("unique")
}

fn threads(c: &mut Cursor) -> Result<[u32; 3], Fault> {
    let at = c.at();
    let sizes = c.sequence(count)?;
    let mut threads = [1; 3];
    match sizes.len() <= 3 && sizes.iter().all(|&size| (1..=u32::MAX as u64).contains(&size)) {
        true => threads.iter_mut().zip(&sizes).for_each(|(a, &b)| *a = b as u32),
        false => return Err(Fault::unexpected(c.since(at), "these sizes", "one to three sizes of a CTA")),
    }
    Ok(threads)
}

/// Reads statements up to the brace that closes them.
fn block<'a>(c: &mut Cursor<'a>) -> Result<Vec<Statement<'a>>, Fault> {
    let mut statements = Vec::new();
    while !c.take("}") {
        if !c.take(";") && !debugging(c)? {
            statements.push(statement(c)?);
        }
    }
    Ok(statements)
}

fn statement<'a>(c: &mut Cursor<'a>) -> Result<Statement<'a>, Fault> {
    if c.take("{") {
        return Ok(Statement::Block(c.deeper(block)?));
    }
    if c.kind() == Kind::Dot {
        let linking = if c.take_dot("extern") { Linking::External } else { Linking::Private };
        return Ok(Statement::Declaration(declaration::declaration(c, linking)?));
    }
    if c.kind() == Kind::Word && c.is_after(1, ":") {
        let label = c.bump();
        c.bump();
        return labelled(c, label);
    }
    Ok(Statement::Instruction(instruction(c)?))
}

/// Reads the statement behind a label: a list of targets, a prototype, or none of these.
fn labelled<'a>(c: &mut Cursor<'a>, label: Word<'a>) -> Result<Statement<'a>, Fault> {
    let branches = c.take_dot("branchtargets");
    if branches || c.take_dot("calltargets") {
        let targets = c.sequence(|c| c.name("a target"))?;
        c.expect(";")?;
        return Ok(if branches { Statement::Branches(label, targets) } else { Statement::Calls(label, targets) });
    }
    if c.take_dot("callprototype") {
        let mut signature = Signature::default();
        if c.take("(") {
            signature.returns = c.list(")", declaration::parameter)?;
        }
        c.name("`_`")?;
        if c.take("(") {
            signature.parameters = c.list(")", declaration::parameter)?;
        }
        loop {
            if COUNTED.iter().any(|word| c.take_dot(word)) {
                count(c)?;
            } else if !noreturn(c) {
                break;
            }
        }
        c.expect(";")?;
        return Ok(Statement::Prototype(label, signature));
    }
    Ok(Statement::Label(label))
}

fn instruction<'a>(c: &mut Cursor<'a>) -> Result<Instruction<'a>, Fault> {
    let start = c.at();
    let guard = match c.take("@") {
        true => Some(Guard { negated: c.take("!"), word: c.name("a predicate")? }),
        false => None,
    };
    let name = c.name("an instruction")?;
    let mut words = Vec::new();
    while c.kind() == Kind::Dot {
        words.push(c.bump());
        if words.last().is_some_and(|word| word.text == "const") {
            declaration::bank(c)?;
        }
    }
    let mut operands = Vec::new();
    if since::is_refused(name.text) {
        // their operands have forms of their own, which are not read
        let mut braces = 0;
        while c.kind() != Kind::End && (braces > 0 || !c.is(";") && !c.is("}")) {
            braces += i32::from(c.is("{")) - i32::from(c.is("}"));
            c.bump();
        }
    } else if !c.is(";") {
        operands = c.sequence(|c| operand(c, name.text == "call"))?;
    }
    let at = c.since(start);
    c.expect(";")?;
    Ok(Instruction { guard, name, words, operands, at })
}

fn operand<'a>(c: &mut Cursor<'a>, lists: bool) -> Result<Operand<'a>, Fault> {
    let start = c.at();
    let form = if c.take("{") {
        Form::Vector(c.deeper(|c| c.list("}", |c| operand(c, false)))?)
    } else if c.take("[") {
        Form::Address(c.deeper(|c| c.list("]", |c| operand(c, false)))?)
    } else if lists && c.take("(") {
        Form::List(c.deeper(|c| c.list(")", |c| operand(c, false)))?)
    } else if c.kind() == Kind::Word && c.is_after(1, "|") {
        let first = c.bump();
        c.bump();
        Form::Pair(first, c.name("a predicate")?)
    } else if c.is("!") && c.kind_after(1) == Kind::Word {
        c.bump();
        match expression(c)? {
            Value::Name(name) => Form::Not(name),
            _ => return Err(Fault::unexpected(c.since(start), "a constant", "a predicate")),
        }
    } else if c.is("-") && c.kind_after(1) == Kind::Word {
        c.bump();
        match expression(c)? {
            Value::Name(name) => Form::Negated(name),
            _ => return Err(Fault::unexpected(c.since(start), "a constant", "a register")),
        }
    } else {
        Form::Value(expression::expression(c)?)
    };
    Ok(Operand { form, at: c.since(start) })
}
