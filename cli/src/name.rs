//! The name of the program, as its messages have it.

use std::sync::OnceLock;

/// The name of Heddle's own command, with which texts are written.
const HEDDLE: &str = "heddle";

static NAME: OnceLock<&str> = OnceLock::new();

/// Sets the name; the first call counts. A program that cargo runs is run by cargo again.
pub fn set(name: &'static str) {
    let by_cargo = name != HEDDLE && std::env::var_os("CARGO_MANIFEST_DIR").is_some();
    let _ = NAME.set(if by_cargo { "cargo run --" } else { name });
}

/// Returns the name of the program, as it is typed.
pub fn command_name() -> &'static str {
    NAME.get().unwrap_or(&HEDDLE)
}

/// Returns a text, in which commands are those of `heddle`, with commands of this program.
pub fn own(text: String) -> String {
    if command_name() == HEDDLE { text } else { text.replace("`heddle ", &format!("`{} ", command_name())) }
}
