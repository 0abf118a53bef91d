//! The JSON form of a mutant's fate.

use heddle_testbench::mutate::Fate;
use serde_json::{Value, json};

/// Returns a mutant's fate as JSON.
pub fn write(fate: &Fate) -> Value {
    match fate {
        Fate::Killed { cycles, port } => json!({ "verdict": "killed", "cycles": cycles, "port": port }),
        Fate::Refused { cycles, reason } => json!({ "verdict": "by the tool", "cycles": cycles, "reason": reason }),
        Fate::Equivalent { how } => json!({ "verdict": "equivalent", "how": how }),
        Fate::Undecided { depth, why } => json!({ "verdict": "undecided", "depth": depth, "why": why }),
        Fate::Survived { trace, port } => json!({ "verdict": "survived", "port": port, "trace": trace }),
    }
}

/// Reads a mutant's fate from JSON; `None` if the JSON is not what [`write()`] makes.
pub fn read(value: &Value) -> Option<Fate> {
    let number = |key: &str| value.get(key)?.as_u64();
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_string);
    Some(match value.get("verdict")?.as_str()? {
        "killed" => Fate::Killed { cycles: number("cycles")?, port: text("port")? },
        "by the tool" => Fate::Refused { cycles: number("cycles")?, reason: text("reason")? },
        "equivalent" => Fate::Equivalent { how: text("how")? },
        "undecided" => Fate::Undecided { depth: number("depth")? as usize, why: text("why")? },
        "survived" => Fate::Survived { trace: text("trace")?, port: text("port")? },
        _ => return None,
    })
}
