//! `printf` of kernels: `vprintf` reads a format and arguments of each thread, and keeps the text
//! until the host takes it.

use super::code::{CallSite, Slot};
use super::fault::{AccessKind, Cause, Halt};
use super::instruction::ExecEnv;
use super::rows::Lanes;
use super::warp::Warp;
use super::window::{LOCAL, SHARED, space_of};
use crate::program::Space;

/// The text of one `printf` of a warp: the lines of all threads that called it together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// The CTA in the grid, x, y, z.
    pub cta: [u32; 3],
    /// The warp's number in the CTA.
    pub warp: u32,
    /// The text that each thread printed, in the order of their lanes.
    pub text: String,
}

/// The greatest length of a string in bytes; a longer one is cut.
const MOST_BYTES: u64 = 1 << 16;

impl Warp {
    /// `vprintf`: prints with a format and a block of arguments; returns the number of arguments,
    /// as CUDA does.
    pub(super) fn print<O>(&mut self, env: &mut ExecEnv<O>, site: &CallSite, threads: u32) -> Result<(), Halt> {
        let [format, arguments] = site.arguments[..] else {
            return Err(Halt::new(Cause::Malformed("`vprintf` takes a format and arguments".into()), None));
        };
        let mut text = String::new();
        for lane in Lanes(threads) {
            let at = |cause| Halt::new(cause, lane as u32);
            let [format, arguments] = [format, arguments].map(|slot| self.slot(slot, lane));
            let format = self.text(env, format, lane).map_err(at)?;
            let (printed, count) =
                expand(&format, arguments, |address, bytes| self.bytes(env, address, bytes, lane)).map_err(at)?;
            text += &printed;
            if let Some(result) = site.results.first() {
                self.local[(self.frame.local + result.word) as usize][lane] = count;
            }
        }
        let (cta, warp) = (self.shape.cta, self.shape.warp);
        env.memory.livelock.changed();
        env.memory.printed.push(Printed { cta, warp, text });
        Ok(())
    }

    /// Returns the value that a thread passes in a slot, of which up to eight bytes count.
    pub(super) fn slot(&self, slot: Slot, lane: usize) -> u64 {
        let start = (self.frame.local + slot.word) as usize;
        let words = self.local.iter().skip(start).take(slot.words.min(2) as usize).zip([0, 32]);
        words.fold(0, |value, (row, shift)| value | u64::from(row[lane]) << shift)
    }

    /// Returns up to eight bytes at any address of a thread.
    fn bytes<O>(&self, env: &ExecEnv<O>, address: u64, bytes: u64, lane: usize) -> Result<u64, Cause> {
        let one = |address: u64| -> Result<u8, Cause> {
            match space_of(address) {
                Space::Local => {
                    let at = (address - LOCAL) as usize;
                    self.local.get(at / 4).map(|row| row[lane].to_le_bytes()[at % 4])
                }
                Space::Shared => env.shared.get((address - SHARED) as usize).copied(),
                _ => env.memory.read(address, 1).ok().map(|bytes| bytes[0]),
            }
            .ok_or_else(|| env.memory.outside(AccessKind::Load, address, 1))
        };
        (0..bytes).try_fold(0, |value, n| Ok(value | u64::from(one(address.wrapping_add(n))?) << (8 * n)))
    }

    fn text<O>(&self, env: &ExecEnv<O>, address: u64, lane: usize) -> Result<String, Cause> {
        let mut text = vec![];
        for n in 0..MOST_BYTES {
            match self.bytes(env, address.wrapping_add(n), 1, lane)? {
                0 => break,
                byte => text.push(byte as u8),
            }
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// One conversion of a format, which starts with `%`.
#[derive(Debug, PartialEq, Eq)]
struct Conversion<'a> {
    /// The flags, width and precision, as in `%-8.3`.
    spec: &'a str,
    /// Whether the argument has 8 bytes.
    long: bool,
    letter: char,
}

/// Returns the text of a format with its arguments, which lie in a block from an address on; and
/// the number of arguments.
fn expand(format: &str, arguments: u64, read: impl Fn(u64, u64) -> Result<u64, Cause>) -> Result<(String, u32), Cause> {
    let (mut text, mut rest, mut at, mut count) = (String::new(), format, arguments, 0);
    let mut argument = |bytes: u64| {
        count += 1;
        at = at.next_multiple_of(bytes) + bytes;
        read(at - bytes, bytes)
    };
    while let Some(percent) = rest.find('%') {
        text += &rest[..percent];
        rest = &rest[percent..];
        let Some((conversion, length)) = conversion(rest) else {
            text.push('%');
            rest = &rest[1..];
            continue;
        };
        rest = &rest[length..];
        let mut spec = String::new();
        for c in conversion.spec.chars() {
            match c {
                '*' => spec += &(argument(4)? as i32).to_string(),
                c => spec.push(c),
            }
        }
        let bytes = if conversion.long { 8 } else { 4 };
        spec.push(conversion.letter);
        let value: Box<dyn sprintf::Printf> = match conversion.letter {
            '%' => {
                text.push('%');
                continue;
            }
            'd' | 'i' if conversion.long => Box::new(argument(8)? as i64),
            'd' | 'i' => Box::new(argument(4)? as i32),
            'u' | 'x' | 'X' | 'o' => Box::new(argument(bytes)?),
            'c' => Box::new(char::from(argument(4)? as u8)),
            'p' => {
                text += &format!("{:#x}", argument(8)?);
                continue;
            }
            's' => {
                let from = argument(8)?;
                let bytes = (0..MOST_BYTES).map(|n| read(from.wrapping_add(n), 1));
                let bytes: Vec<u8> = bytes
                    .map_while(|byte| byte.map(|b| (b != 0).then_some(b as u8)).transpose())
                    .collect::<Result<_, _>>()?;
                Box::new(String::from_utf8_lossy(&bytes).into_owned())
            }
            _ => Box::new(f64::from_bits(argument(8)?)),
        };
        // a format that C does not define is printed as it stands
        let printed = sprintf::vsprintf(&spec, &[&*value]).unwrap_or_else(|_| spec.clone());
        text += &match conversion.letter {
            'g' | 'G' if !spec.contains('#') => without_point(&printed, &spec),
            _ => printed,
        };
    }
    Ok((text + rest, count))
}

/// Returns the text of `%g` without a point that no digit follows: `1.e-05` is `1e-05`, as wide as
/// the format says.
fn without_point(printed: &str, spec: &str) -> String {
    let short = printed.replacen(".e", "e", 1).replacen(".E", "E", 1);
    let flags: String = spec[1..].chars().take_while(|c| "-+ 0".contains(*c)).collect();
    let width: String = spec[1 + flags.len()..].chars().take_while(char::is_ascii_digit).collect();
    let missing = width.parse().unwrap_or(0).min(printed.len()).saturating_sub(short.len());
    match (flags.contains('-'), short.find(|c: char| c.is_ascii_digit()).filter(|_| flags.contains('0'))) {
        (true, _) => short + &" ".repeat(missing),
        (false, Some(at)) => format!("{}{}{}", &short[..at], "0".repeat(missing), &short[at..]),
        (false, None) => " ".repeat(missing) + &short,
    }
}

/// Returns the conversion at the start of a text, and its length.
fn conversion(text: &str) -> Option<(Conversion<'_>, usize)> {
    let spec = 1 + text[1..].find(|c: char| !"-+ #0123456789.*".contains(c))?;
    let modifiers = text[spec..].find(|c: char| !"hlLqjzt".contains(c))?;
    let letter = text[spec + modifiers..].chars().next().filter(|c| "%diuxXocpsfFeEgGaA".contains(*c))?;
    let long = text[spec..spec + modifiers].contains(['l', 'q', 'j', 'z', 't']);
    Some((Conversion { spec: &text[..spec], long, letter }, spec + modifiers + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_expanded_as_c_has_it() {
        let block: Vec<u8> =
            [&7u32.to_le_bytes()[..], &[0; 4], &2.5f64.to_bits().to_le_bytes(), &(-3i64).to_le_bytes()].concat();
        let read = |at: u64, bytes: u64| {
            Ok((0..bytes).fold(0, |value, n| value | u64::from(block[(at + n) as usize]) << (8 * n)))
        };
        let (text, count) = expand("a%5d|%-8.3f|%lld%%\n", 0, read).unwrap();
        assert_eq!((text.as_str(), count), ("a    7|2.500   |-3%\n", 3));
        assert_eq!(expand("100 %, sure", 0, read).unwrap().0, "100 %, sure");
        assert_eq!(expand("%g %e", 8, |_, _| Ok(1e-5f64.to_bits())).unwrap().0, "1e-05 1.000000e-05");
        let wide = expand("%8g|%-8g|%08g|%6g", 8, |_, _| Ok((-1e-5f64).to_bits())).unwrap().0;
        assert_eq!(wide, "  -1e-05|-1e-05  |-001e-05|-1e-05");
    }
}
