//! Streams of a user's module, recognised by the names of ports.

use heddle_block::{Port, Rule, Signal, Stream};

/// Words of the side that begins a transfer, and of the other side.
struct Words {
    begins: &'static [&'static str],
    answers: &'static [&'static str],
    /// Whether the second one is the inverse.
    inverted: bool,
    rule: Rule,
    /// Whether the payload goes with the answer: a pop takes what is not empty.
    takes: bool,
}

const WORDS: [Words; 4] = [
    Words {
        begins: &["valid", "vld", "v"],
        answers: &["ready", "rdy", "r"],
        inverted: false,
        rule: Rule::Holds,
        takes: false,
    },
    Words { begins: &["push"], answers: &["full"], inverted: true, rule: Rule::Both, takes: false },
    Words { begins: &["pop"], answers: &["empty"], inverted: true, rule: Rule::Both, takes: true },
    Words { begins: &["req"], answers: &["gnt"], inverted: false, rule: Rule::Free, takes: false },
];

/// Inputs that withdraw what the block offers.
const WITHDRAW: [&str; 3] = ["flush", "clear", "clr"];

/// Payloads of a stream whose names follow a prefix without `_`, as those of AXI's channels do.
const PAYLOADS: [&str; 14] =
    ["data", "strb", "last", "keep", "user", "id", "dest", "addr", "len", "size", "burst", "resp", "prot", "payload"];

/// Returns a port's name without what numbers its pieces and names its direction.
fn stem(name: &str) -> &str {
    let name = name.split('$').next().unwrap_or_default();
    let ends = ["_i", "_o", "_in", "_out"].iter().find_map(|end| name.strip_suffix(end));
    let name = ends.unwrap_or(name);
    ["i_", "o_"].iter().find_map(|start| name.strip_prefix(start)).unwrap_or(name)
}

/// Returns what is before a word at the end of a name. A word of one letter stands alone, or
/// behind `_`.
fn before<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    let prefix = stem(name).strip_suffix(word)?;
    (word.len() > 1 || prefix.is_empty() || prefix.ends_with('_')).then_some(prefix)
}

/// Returns the streams of a block with these ports.
pub fn streams(inputs: &[Port], outputs: &[Port]) -> Vec<Stream> {
    let mut found: Vec<(Stream, String)> = Vec::new();
    let withdraws = |port: &&Port| port.width == 1 && WITHDRAW.contains(&stem(&port.name));
    let withdrawing: Vec<String> = inputs.iter().filter(withdraws).map(|port| port.name.clone()).collect();
    for words in &WORDS {
        let pair = |begin: &Port, others: &[Port]| {
            let bits = others.iter().filter(|port| port.width == 1);
            words.begins.iter().zip(words.answers).find_map(|(begins, answers)| {
                let prefix = before(&begin.name, begins).filter(|_| begin.width == 1)?;
                let answer = bits.clone().find(|port| before(&port.name, answers) == Some(prefix))?;
                Some((prefix.to_owned(), answer.name.clone()))
            })
        };
        for (ports, others, from_outside) in [(inputs, outputs, true), (outputs, inputs, false)] {
            for begin in ports {
                let Some((prefix, answer)) = pair(begin, others) else { continue };
                let begin = Signal { port: begin.name.clone(), inverted: false };
                let answer = Signal { port: answer, inverted: words.inverted };
                let (valid, ready) = if words.takes { (answer, begin) } else { (begin, answer) };
                let into = from_outside != words.takes;
                let unless = if into { Vec::new() } else { withdrawing.clone() };
                found.push((Stream { unless, ..Stream::new(into, valid, ready, words.rule) }, prefix));
            }
        }
    }
    let alone = |into| found.iter().filter(|(stream, _)| stream.into == into).count() == 1;
    let alone = [alone(false), alone(true)];
    let controls: Vec<String> =
        found.iter().flat_map(|(stream, _)| [stream.valid.port.clone(), stream.ready.port.clone()]).collect();
    for (stream, prefix) in &mut found {
        let ports = if stream.into { inputs } else { outputs };
        let carried = |port: &&Port| {
            let stem = stem(&port.name);
            let rest = stem.strip_prefix(prefix.as_str()).filter(|rest| !rest.is_empty());
            let by_prefix = rest.is_some_and(|rest| prefix.ends_with('_') || PAYLOADS.contains(&rest));
            let by_word = alone[usize::from(stream.into)]
                && stem.split('_').any(|word| word == "data" || word == "din" || word == "dout");
            !controls.contains(&port.name) && if prefix.is_empty() { by_word } else { by_prefix }
        };
        stream.payload = ports.iter().filter(carried).map(|port| port.name.clone()).collect();
    }
    found.into_iter().map(|(stream, _)| stream).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_block::Timing;

    fn port(text: &str) -> Port {
        let (name, width) = text.split_once(':').unwrap_or((text, "1"));
        Port { name: name.into(), width: width.parse().unwrap(), timing: Timing::Late }
    }

    /// The streams of ports, a line each: `in valid ready carries payload`.
    fn shown(inputs: &str, outputs: &str) -> Vec<String> {
        let ports = |text: &str| text.split_whitespace().map(port).collect::<Vec<_>>();
        let signal = |signal: &Signal| format!("{}{}", if signal.inverted { "!" } else { "" }, signal.port);
        let line = |stream: Stream| {
            let Stream { into, valid, ready, payload, rule, unless, .. } = stream;
            let unless = if unless.is_empty() { String::new() } else { format!(" unless {}", unless.join(" ")) };
            format!(
                "{} {} {} {rule:?} {}{unless}",
                if into { "in" } else { "out" },
                signal(&valid),
                signal(&ready),
                payload.join(" ")
            )
        };
        streams(&ports(inputs), &ports(outputs)).into_iter().map(line).collect()
    }

    #[test]
    fn streams_are_recognised_by_their_names() {
        let fifo = shown("flush_i push_i data_i:32 pop_i", "full_o empty_o usage_o:3 data_o:32");
        assert_eq!(fifo, ["in push_i !full_o Both data_i", "out !empty_o pop_i Both data_o unless flush_i"]);
        let axi = shown(
            "s_axis_tvalid s_axis_tdata:8 s_axis_tlast m_axis_tready",
            "s_axis_tready m_axis_tvalid m_axis_tdata:8",
        );
        assert_eq!(
            axi,
            [
                "in s_axis_tvalid s_axis_tready Holds s_axis_tdata s_axis_tlast",
                "out m_axis_tvalid m_axis_tready Holds m_axis_tdata",
            ]
        );
        assert_eq!(
            shown("in_valid_i in_op_i:4 in_a_i$0:64 in_a_i$1:1", "in_ready_o"),
            ["in in_valid_i in_ready_o Holds in_op_i in_a_i$0 in_a_i$1"]
        );
        assert_eq!(shown("wvalid_i wdata_i:8 write_i", "wready_o"), ["in wvalid_i wready_o Holds wdata_i"]);
        assert_eq!(shown("req_i data_i:8", "gnt_o"), ["in req_i gnt_o Free data_i"]);
        assert_eq!(shown("x_v x_a:3", "x_r"), ["in x_v x_r Holds x_a"]);
        assert_eq!(
            shown("valid_i ready_i data_i:8", "valid_o ready_o data_o:9"),
            ["in valid_i ready_o Holds data_i", "out valid_o ready_i Holds data_o",]
        );
    }

    #[test]
    fn what_is_no_stream_is_none() {
        // one direction, another rest, more than a bit, a letter within a word
        for (inputs, outputs) in [
            ("a_valid a_ready", ""),
            ("a_valid", "b_ready"),
            ("a_valid:2", "a_ready:2"),
            ("recv", "recr"),
            ("push_i", "fuller_o"),
        ] {
            assert!(shown(inputs, outputs).is_empty(), "{inputs} {outputs}");
        }
        // of two streams of one direction without a name, none has the data
        let two = shown("valid_i push data:8", "ready_o full");
        assert_eq!(two, ["in valid_i ready_o Holds ", "in push !full Both "]);
    }
}
