//! What a study found, as a file: the command that made it, kernels with their cycles, statements.

use serde_json::{Value, json};

use super::runs::Made;
use crate::cli::Figure;
use crate::figure::study::statements::Statement;

/// The file's text: JSON, a kernel or a statement a line, so that a difference between two files can be read.
pub fn text(args: &Figure, made: &[Made], policies: &[String], statements: &[Statement]) -> String {
    let Some(first) = made.first() else { return String::new() };
    let policies: Vec<&str> = policies.iter().map(String::as_str).collect();
    let mut kernels = Vec::new();
    for made in made.iter().filter(|made| made.setting.change.is_none()) {
        for mut kernel in made.kernels.data() {
            kernel["address"] = json!(made.setting.address.bits());
            kernels.push(kernel);
        }
    }
    let settings = made.iter().map(|made| json!(made.setting.name)).collect();
    let left_out = first.kernels.left_out(&policies).into_iter().map(Value::from).collect();
    let mut text = format!("{{\n\"command\": {},\n\"gpu\": {},\n", json!(command(args)), json!(first.kernels.what));
    let lists: [(&str, Vec<Value>); 4] = [
        ("settings", settings),
        ("left_out", left_out),
        ("kernels", kernels),
        ("statements", statements.iter().map(Statement::json).collect()),
    ];
    let lists = lists.map(|(name, list)| {
        let lines: Vec<String> = list.iter().map(Value::to_string).collect();
        format!("\"{name}\": [\n{}\n]", lines.join(",\n"))
    });
    text += &lists.join(",\n");
    text + "\n}\n"
}

/// The command that makes the same again: what matters to the result, and no paths.
fn command(args: &Figure) -> String {
    let bits: Vec<String> = args.addresses().iter().map(|address| address.bits().to_string()).collect();
    let mut words = vec!["heddle figure".to_string(), args.figure.clone(), format!("--scale {}", args.scale)];
    words.push(format!("--address {}", bits.join(",")));
    if !args.only.is_empty() {
        words.push(format!("--only {}", args.only.join(",")));
    }
    words.extend(args.set.iter().map(|change| format!("--set {change}")));
    words.extend(args.vary.iter().map(|change| format!("--vary {change}")));
    words.extend(args.longest.iter().map(|longest| format!("--longest {}", humantime::format_duration(*longest))));
    words.join(" ")
}
