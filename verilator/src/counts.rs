//! Toggle counts of a model, read from the file that Verilator's runtime writes.

/// The toggle count of a bit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// Path of the instance, with the top module's name first: `top.part.register`.
    pub instance: String,
    /// Name of the bit: `q[3]`.
    pub bit: String,
    /// Number of toggles in both directions, or in one where the name gives it (`q[3]:0->1`),
    /// depending on the version of Verilator.
    pub count: u64,
}

/// Parses the file: a line a place, `C '...' count`, with keys and values between bytes 1 and 2.
pub(super) fn counts(text: &str) -> Vec<Count> {
    text.lines().filter_map(count).collect()
}

fn count(line: &str) -> Option<Count> {
    let (place, count) = line.strip_prefix("C '")?.rsplit_once("' ")?;
    let value = |key: &str| place.split('\u{1}').find_map(|pair| pair.split_once('\u{2}').filter(|(k, _)| *k == key));
    let value = |key: &str| value(key).map(|(_, value)| value);
    value("page")?.starts_with("v_toggle/").then_some(())?;
    Some(Count {
        instance: plain(value("h")?.trim_start_matches('.').trim_start_matches("TOP.")),
        bit: plain(value("o")?),
        count: count.trim().parse().ok()?,
    })
}

/// Returns a name as in the Verilog: Verilator writes some characters as `__0` and two hexadecimal
/// digits.
fn plain(name: &str) -> String {
    let mut parts = name.split("__0");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        match part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(code) => text += &format!("{}{}", char::from(code), &part[2..]),
            None => text += &format!("__0{part}"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read() {
        let text = "# SystemC::Coverage-3\n\
                    C '\u{1}f\u{2}top.v\u{1}l\u{2}7\u{1}n\u{2}9\u{1}page\u{2}v_branch/top$part\u{1}o\u{2}else\u{1}h\u{2}.top.part' 12\n\
                    C '\u{1}f\u{2}top.v\u{1}l\u{2}3\u{1}page\u{2}v_toggle/top\u{1}o\u{2}x__0240[1]\u{1}h\u{2}.top' 3\n\
                    C '\u{1}f\u{2}top.v\u{1}l\u{2}5\u{1}page\u{2}v_line/top\u{1}o\u{2}block\u{1}h\u{2}.top' 99\n";
        let toggle = Count { instance: "top".into(), bit: "x$0[1]".into(), count: 3 };
        assert_eq!(counts(text), [toggle]);
    }
}
