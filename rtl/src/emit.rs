//! Emission of a rust-hdl block as the text of a Verilog file.

use std::collections::HashMap;

use rust_hdl::prelude::{Block, check_all};

use crate::unroll::Modules;

/// The name that rust-hdl gives to the top module. All others are `top$...`, by their place in the
/// hierarchy, and no signal is.
const TOP: &str = "top";

/// Returns the Verilog of block `B`: the top module is named `name`, every other one `name$...`.
///
/// rust-hdl emits a module for each instance, so most of its text is repetition. Here instances
/// with the same text share one module, named after the first of them.
pub fn emit<B: Block + Default>(name: &str) -> String {
    emitted(name, text::<B>)
}

/// Does what is the same for every block, so that it is compiled once.
fn emitted(name: &str, text: fn() -> String) -> String {
    let mut modules: Vec<Module> = split(&with_stack(text));
    // children before parents, so that modules whose children are shared can be recognised as the
    // same
    modules.sort_by_key(|module| std::cmp::Reverse(module.path.matches('$').count()));
    let mut first_with: HashMap<Vec<String>, String> = HashMap::new();
    let mut shared: HashMap<String, String> = HashMap::new();
    let mut kept: Vec<Module> = Vec::new();
    for mut module in modules {
        for line in &mut module.lines {
            share_instance(line, &shared);
        }
        let first = first_with.entry(module.lines.clone()).or_insert_with(|| module.path.clone());
        shared.insert(module.path.clone(), first.clone());
        if *first == module.path {
            kept.push(module);
        }
    }
    kept.sort_by(|a, b| a.path.cmp(&b.path));
    kept.iter().map(|module| module.text(name)).collect()
}

/// The stack size for emission: rust-hdl keeps a bit of a wide signal in a byte, and a block on the
/// stack. This is enough for any unit.
const STACK: usize = 256 << 20;

fn with_stack(text: fn() -> String) -> String {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(text);
    thread.expect("the system has a thread").join().expect("rust-hdl emits what it checks")
}

fn text<B: Block + Default>() -> String {
    let mut top = B::default();
    top.connect_all();
    check_all(&top).expect("all is connected, and nothing in a circle");
    let mut modules = Modules::default();
    top.accept(TOP, &mut modules);
    modules.0.defines()
}

/// A module of the text: its name, the ports behind the name, and the lines up to the end.
struct Module {
    path: String,
    lines: Vec<String>,
}

fn split(text: &str) -> Vec<Module> {
    let mut modules: Vec<Module> = Vec::new();
    for line in text.lines().map(str::trim_end) {
        if let Some(head) = line.strip_prefix("module ") {
            let (path, ports) = head.split_once('(').expect("a module has ports");
            modules.push(Module { path: path.to_string(), lines: vec![format!("({ports}")] });
        } else if let Some(module) = modules.last_mut()
            && !line.starts_with("endmodule")
            && !line.is_empty()
        {
            module.lines.push(line.to_string());
        }
    }
    modules
}

/// Returns the place in the line of the path of the module that the line instantiates.
fn instance(line: &str) -> Option<std::ops::Range<usize>> {
    let start = line.len() - line.trim_start().len();
    let path = line[start..].split(' ').next()?;
    path.starts_with(&format!("{TOP}$")).then_some(start..start + path.len())
}

fn share_instance(line: &mut String, shared: &HashMap<String, String>) {
    if let Some(range) = instance(line) {
        let first = shared[&line[range.clone()]].clone();
        line.replace_range(range, &first);
    }
}

impl Module {
    fn text(&self, name: &str) -> String {
        let rename = |path: &str| path.replacen(TOP, name, 1);
        let mut text = format!("module {}", rename(&self.path));
        for line in &self.lines {
            match instance(line) {
                Some(range) => text += &format!("{}{}", &line[..range.start], rename(&line[range.start..])),
                None => text += line,
            }
            text.push('\n');
        }
        text + "endmodule\n\n"
    }
}
