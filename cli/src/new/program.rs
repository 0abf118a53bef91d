//! The text of a program for a block: its contract from the module's ports, and an empty golden
//! model.

use std::fmt::Write as _;
use std::path::absolute;

use heddle_block::{Port, Rule, Signal, Stream};
use heddle_testbench::verilator::block::{Block, Reset};

use crate::cli::Reading;
use crate::error::Error;

/// Words that are no names of fields in Rust.
const RUST: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// A port of the contract, or an array of them.
struct Field {
    name: String,
    width: u32,
    count: Option<usize>,
}

/// The program, with places for what follows from the module.
const PROGRAM: &str = include_str!("main.rs.txt");

/// Returns the program of a block called `name`, whose module `top` is in these files.
pub fn text(
    name: &str,
    reading: &Reading,
    files: &[String],
    top: &str,
    (block, mapped): (&Block, &[String]),
) -> Result<String, Error> {
    let resets = match block.reset {
        Reset::AsyncHigh(_) | Reset::AsyncLow(_) => "    const RESETS: Resets = Resets::Asynchronous;\n",
        _ => "",
    };
    let plan = match reading.plan().reset {
        Some(Reset::High(port)) => format!("Plan::default().reset(Reset::High({port:?}.into()))"),
        Some(Reset::Low(port)) => format!("Plan::default().reset(Reset::Low({port:?}.into()))"),
        _ => "Plan::default()".to_owned(),
    };
    let plan = mapped.iter().fold(plan, |plan, port| format!("{plan}.map({port:?}, Map::Fields)"));
    let inputs = ports(&fields(&block.inputs)?, &guards(block, true));
    let outputs = ports(&fields(&block.outputs)?, &guards(block, false));
    let places = [
        ("@KIND", camel(name)),
        ("@NAME", name.to_owned()),
        ("@TOP", top.to_owned()),
        ("@INPUTS", inputs),
        ("@OUTPUTS", outputs),
        ("@SOURCE", construction(reading, files, top)),
        ("@PLAN", plan),
        ("@RESETS", resets.to_owned()),
        ("@RULES", rules(block)),
    ];
    Ok(places.iter().fold(PROGRAM.to_owned(), |text, (place, value)| text.replace(place, value)))
}

/// Returns the ports of the module that are no field as they are: structs, and arrays whose words
/// are not of one width or not numbered from 0.
pub fn mapped(block: &Block) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for ports in [&block.inputs, &block.outputs] {
        for group in ports.chunk_by(|a, b| base(&a.name) == base(&b.name)) {
            let name = base(&group[0].name);
            let is_array =
                |(k, port): (usize, &Port)| port.name == format!("{name}${k}") && port.width == group[0].width;
            if !(group.len() == 1 && group[0].name == name || group.iter().enumerate().all(is_array)) {
                found.push(name.to_owned());
            }
        }
    }
    found
}

/// Returns the name of a port without what numbers its parts.
fn base(port: &str) -> &str {
    port.split('$').next().unwrap_or(port)
}

/// Returns ports as fields: elements of an array, and pieces of a wide port, are one.
fn fields(ports: &[Port]) -> Result<Vec<Field>, Error> {
    let mut fields: Vec<Field> = Vec::new();
    for port in ports {
        let name = base(&port.name);
        let array = port.name != name;
        match fields.iter_mut().find(|field| field.name == name) {
            Some(Field { count: Some(count), .. }) => *count += 1,
            _ => fields.push(Field { name: name.to_owned(), width: port.width, count: array.then_some(1) }),
        }
    }
    let wrong = fields.iter().find(|field| RUST.contains(&field.name.as_str()));
    match wrong {
        Some(field) => {
            let what = format!("port {} has a name that no field of Rust can have", field.name);
            Err(Error::input(what, "put a module around it, whose port has another name"))
        }
        None => Ok(fields),
    }
}

/// Returns the payloads of inputs or outputs, each with the condition under which it is valid.
fn guards(block: &Block, into: bool) -> Vec<(String, String)> {
    let streams = block.streams.iter().filter(|stream| stream.into == into);
    let of = |stream: &Stream| {
        let Signal { port, inverted } = &stream.valid;
        let condition = format!("{}{}.{port}", if *inverted { "!" } else { "" }, if into { "i" } else { "o" });
        let names = stream.payload.iter().map(|name| base(name).to_owned());
        names.map(|name| (name, condition.clone())).collect::<Vec<_>>()
    };
    streams.flat_map(of).collect()
}

/// Returns the lines that declare ports.
fn ports(fields: &[Field], guards: &[(String, String)]) -> String {
    let mut text = String::new();
    for Field { name, width, count } in fields {
        let word = match width {
            1 => "bool",
            2..=8 => "u8",
            9..=16 => "u16",
            17..=32 => "u32",
            _ => "u64",
        };
        let (word, size) = match count {
            None => (word.to_owned(), width.to_string()),
            Some(count) => (format!("[{word}; {count}]"), format!("{width}; {count}")),
        };
        let when = guards.iter().find(|(payload, _)| payload == name);
        let when = when.map_or(String::new(), |(_, condition)| format!(" when {condition}"));
        let _ = writeln!(text, "        {name}: {word} [{size}] late{when},");
    }
    text
}

/// Returns the expression that makes a source.
fn construction(reading: &Reading, files: &[String], top: &str) -> String {
    let list = files.iter().map(|file| format!("{file:?}")).collect::<Vec<_>>().join(", ");
    let mut made = format!("Source::new(env!(\"CARGO_MANIFEST_DIR\"), &[{list}], {top:?})");
    let mut add = |call: String| made += &format!("\n            .{call}");
    let include = reading.include.iter().map(|folder| absolute(folder).unwrap_or_else(|_| folder.clone()));
    include.for_each(|folder| add(format!("include({:?})", folder.display().to_string())));
    reading.define.iter().for_each(|(name, value)| add(format!("define({name:?}, {value:?})")));
    reading.parameter.iter().for_each(|(name, value)| add(format!("parameter({name:?}, {value:?})")));
    made
}

/// Returns what the model says of its inputs: the streams, and the values of enumerations.
fn rules(block: &Block) -> String {
    let mut text = String::new();
    if !block.streams.is_empty() {
        text += "\n    // recognised by the names of the ports: correct what is meant otherwise\n";
        text += "    fn streams(_: &Fixed) -> Vec<Stream> {\n        vec![\n";
        for one in &block.streams {
            let _ = writeln!(text, "            {},", stream(one));
        }
        text += "        ]\n    }\n";
    }
    if block.values.is_empty() {
        return text;
    }
    let place = |port: &str| port.split_once('$').map_or(port.to_owned(), |(array, k)| format!("{array}[{k}]"));
    let outside =
        |port: &str, values: &[u64]| format!("        if !{values:?}.contains(&u64::from(i.{})) {{\n", place(port));
    text += "\n    // inputs of an enumeration have its values alone\n";
    text += "    fn legal(_: &Fixed, _q: &State, i: &In) -> Result<(), Illegal> {\n";
    for (port, values) in &block.values {
        text += &outside(port, values);
        let reason = "reason: \"it is no value of its type\".into()";
        let _ = writeln!(text, "            return Err(Illegal {{ port: {port:?}, {reason} }});\n        }}");
    }
    text += "        Ok(())\n    }\n\n    fn repair(_: &Fixed, _q: &State, i: &mut In) {\n";
    for (port, values) in &block.values {
        text += &outside(port, values);
        let _ = writeln!(text, "            i.{} = {};\n        }}", place(port), values[0]);
    }
    text + "    }\n"
}

/// Returns the expression that makes a stream.
fn stream(stream: &Stream) -> String {
    let name = |signal: &Signal| format!("\"{}{}\"", if signal.inverted { "!" } else { "" }, signal.port);
    let mut payload: Vec<&str> = stream.payload.iter().map(|name| base(name)).collect();
    payload.dedup();
    let made = if stream.into { "into_block" } else { "out_of_block" };
    // a valid that the block drives is the block's to hold
    let rule = if !stream.into && stream.rule == Rule::Holds { Rule::Free } else { stream.rule };
    let unless = if stream.unless.is_empty() { String::new() } else { format!(".unless(&{:?})", stream.unless) };
    let [valid, ready] = [&stream.valid, &stream.ready].map(name);
    format!("Stream::{made}({valid}, {ready}, &{payload:?}).with(Rule::{rule:?}){unless}")
}

/// Returns the name of a type: `FifoV3` for `fifo_v3`.
fn camel(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    let large = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.map(large).collect()
}
