//! The data file of an STSIMT study: the command that made it, kernels with their cycles, and
//! statements.

use serde_json::{Value, json};

use super::runs::SettingRuns;
use crate::cli::Figure;
use crate::figure::study::output;
use crate::figure::study::statements::Statement;

/// Returns the text of the data file: JSON with one kernel or statement a line, so that two files
/// can be compared.
pub fn text(args: &Figure, made: &[SettingRuns], policies: &[String], statements: &[Statement]) -> String {
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
    let start = [("command", json!(output::command(args))), ("gpu", json!(first.kernels.what))];
    let statements = statements.iter().map(Statement::json).collect();
    let lists = [("settings", settings), ("left_out", left_out), ("kernels", kernels), ("statements", statements)];
    output::data(&start, &lists)
}
