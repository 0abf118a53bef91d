//! Why results do not agree with the papers' statements: `causes.json`, of which each line names an
//! experiment that shows the cause.

use std::sync::LazyLock;

use serde::Deserialize;

/// The cause of a result that does not agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Cause {
    /// The paper does not decide what the result depends on.
    Open,
    /// The program's source, its input or the compiler differ from the paper's.
    Program,
    /// The model differs from the paper's machine.
    Model,
}

/// A cause that is known.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    figure: String,
    statement: String,
    cause: Cause,
    /// The command that shows the cause, and what it showed.
    experiment: String,
}

/// The causes that are known.
static KNOWN: LazyLock<Vec<Known>> =
    LazyLock::new(|| serde_json::from_str(include_str!("causes.json")).expect("causes.json is held by a test"));

/// Returns the cause of a result that does not agree, with the experiment that shows it; `None` if
/// no experiment has been made.
pub fn known(figure: &str, statement: &str) -> Option<String> {
    let known = KNOWN.iter().find(|it| it.figure == figure && it.statement == statement)?;
    let cause = match known.cause {
        Cause::Open => "open",
        Cause::Program => "program",
        Cause::Model => "model",
    };
    Some(format!("{cause}: {}", known.experiment))
}
