//! What became of a mutant, as JSON and back.

use heddle_testbench::mutate::Fate;
use serde_json::{Value, json};

/// As JSON.
pub fn write(fate: &Fate) -> Value {
    match fate {
        Fate::Killed { cycles, port } => json!({ "verdict": "killed", "cycles": cycles, "port": port }),
        Fate::Refused { cycles, reason } => json!({ "verdict": "by the tool", "cycles": cycles, "reason": reason }),
        Fate::Unnoticed { cycles } => json!({ "verdict": "undecided", "cycles": cycles }),
    }
}

/// And back.
pub fn read(value: &Value) -> Option<Fate> {
    let cycles = value.get("cycles")?.as_u64()?;
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_string);
    Some(match value.get("verdict")?.as_str()? {
        "killed" => Fate::Killed { cycles, port: text("port")? },
        "by the tool" => Fate::Refused { cycles, reason: text("reason")? },
        "undecided" => Fate::Unnoticed { cycles },
        _ => return None,
    })
}
