//! Fat binaries: containers of PTX texts and machine code, plain or compressed, as CUDA's compilers
//! embed them.
//!
//! A wrapper points to a container: a header of 16 bytes, then entries, each with a header of its
//! own size. Offsets are named where they are read.

use std::io::Read as _;

use heddle_kernel::program::Space;

use crate::error::{Error, code};

/// Magic number of a fat binary's wrapper, the argument of `__cudaRegisterFatBinary`.
pub const WRAPPER: u32 = 0x4662_43B1;
/// Version of the wrapper of relocatable code (`-rdc=true`): its last field is the list of the
/// parts, and its container has what NVIDIA's linker made of them, which is machine code.
pub const LINKED: u32 = 2;
/// Magic number of a fat binary's container.
pub const CONTAINER: u32 = 0xBA55_ED50;

/// The compute capability of the device, major and minor. PTX for a greater capability is refused.
pub const CAPABILITY: (u32, u32) = (7, 5);

/// Functions of kernels that CUDA defines itself.
const OF_CUDA: [&str; 5] = ["vprintf", "malloc", "free", "__assertfail", "__assert_fail"];

const PTX: u16 = 1;
const LZ4: u64 = 0x2000;
const ZSTANDARD: u64 = 0x8000;
/// Greatest size of a decompressed text, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Returns the size of a container in bytes with its header, as the header says; `None` if it is no
/// container.
pub fn length(header: &[u8]) -> Option<usize> {
    let magic = u32::from_le_bytes(header.get(..4)?.try_into().ok()?);
    let [head, body] = [u64::from(short(header, 6)?), long(header, 8)?];
    (magic == CONTAINER).then(|| head.saturating_add(body) as usize)
}

/// Returns the PTX text in a container for the greatest architecture that the device can run.
pub fn ptx(container: &[u8]) -> Result<String, Error> {
    let broken = || Error::new(code::INVALID_IMAGE, "the fat binary is damaged");
    let mut at = usize::from(short(container, 6).ok_or_else(broken)?);
    let (mut best, mut others): (Option<(u32, String)>, Vec<String>) = (None, vec![]);
    while let Some(entry) = container.get(at..).filter(|entry| entry.len() >= 64) {
        let (kind, sm) = (short(entry, 0).unwrap_or(0), word(entry, 28).unwrap_or(0));
        let header = word(entry, 4).ok_or_else(broken)? as usize;
        let payload = long(entry, 8).ok_or_else(broken)? as usize;
        let end = header.checked_add(payload).filter(|&end| end <= entry.len() && header >= 64).ok_or_else(broken)?;
        if kind != PTX {
            others.push(format!("machine code for sm_{sm}"));
        } else if sm > CAPABILITY.0 * 10 + CAPABILITY.1 {
            others.push(format!("PTX for compute_{sm}"));
        } else if best.as_ref().is_none_or(|(known, _)| *known <= sm) {
            best = Some((sm, text(entry, &entry[header..end])?));
        }
        at += end;
    }
    let (major, minor) = CAPABILITY;
    best.map(|(_, text)| text).ok_or_else(|| {
        let there = if others.is_empty() { "nothing".into() } else { others.join(", ") };
        let what = format!("the program carries {there}, and no PTX for compute_{major}{minor} or less");
        let help = format!("compile the program with -gencode arch=compute_{major}{minor},code=compute_{major}{minor}");
        Error::new(code::NO_BINARY_FOR_GPU, format!("{what}: {help}"))
    })
}

/// Links PTX texts into one by their names.
pub fn linked(texts: &[String]) -> Result<String, Error> {
    let parts: Vec<&str> = texts.iter().map(String::as_str).collect();
    heddle_kernel::link("the linked modules", &parts).map_err(|error| Error::new(code::INVALID_PTX, error.to_string()))
}

/// Whether linked PTX has a name that none of its modules defines, beside those of CUDA itself.
pub fn lacks_names(ptx: &str) -> bool {
    let of_cuda = |name: &str| name.trim_start_matches('_').starts_with("cuda") || OF_CUDA.contains(&name);
    heddle_kernel::read("the linked modules", ptx).is_ok_and(|module| {
        let data = |space| matches!(space, Space::Global | Space::Const);
        module.functions.iter().any(|it| !it.defined && !of_cuda(&it.name))
            || module.variables.iter().any(|it| it.external && data(it.space))
    })
}

fn text(entry: &[u8], payload: &[u8]) -> Result<String, Error> {
    let broken = |why: String| Error::new(code::INVALID_IMAGE, format!("the PTX in a fat binary: {why}"));
    let (flags, raw) = (long(entry, 40).unwrap_or(0), long(entry, 56).unwrap_or(0));
    if raw > MOST_BYTES {
        return Err(broken(format!("{raw} bytes, of which at most {MOST_BYTES} are possible")));
    }
    let compressed = word(entry, 16).unwrap_or(0) as usize;
    let packed = payload.get(..compressed).filter(|packed| !packed.is_empty()).unwrap_or(payload);
    let bytes = if flags & LZ4 != 0 {
        lz4_flex::block::decompress(packed, raw as usize).map_err(|error| broken(error.to_string()))?
    } else if flags & ZSTANDARD != 0 {
        let decoder = ruzstd::decoding::StreamingDecoder::new(packed).map_err(|error| broken(error.to_string()))?;
        let mut bytes = vec![];
        decoder.take(MOST_BYTES).read_to_end(&mut bytes).map_err(|error| broken(error.to_string()))?;
        bytes
    } else {
        payload.to_vec()
    };
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    // comments may be in any encoding
    Ok(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}
fn long(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = ".version 6.4\n.target sm_60\n.address_size 64\n.visible .entry k() { ret; }\n";

    /// Creates an entry with `header` bytes of header.
    fn entry(kind: u16, sm: u32, header: u32, flags: u64, payload: &[u8], raw: usize) -> Vec<u8> {
        let padded = payload.len().next_multiple_of(8);
        let mut bytes = vec![0; header as usize];
        bytes[..2].copy_from_slice(&kind.to_le_bytes());
        bytes[4..8].copy_from_slice(&header.to_le_bytes());
        bytes[8..16].copy_from_slice(&(padded as u64).to_le_bytes());
        bytes[16..20].copy_from_slice(&(if flags > 1 { payload.len() as u32 } else { 0 }).to_le_bytes());
        bytes[28..32].copy_from_slice(&sm.to_le_bytes());
        bytes[40..48].copy_from_slice(&flags.to_le_bytes());
        bytes[56..64].copy_from_slice(&(raw as u64).to_le_bytes());
        bytes.extend(payload);
        bytes.resize(header as usize + padded, 0);
        bytes
    }

    fn container(entries: &[Vec<u8>]) -> Vec<u8> {
        let body = entries.concat();
        let head = [&CONTAINER.to_le_bytes()[..], &[1, 0, 16, 0], &(body.len() as u64).to_le_bytes()].concat();
        [head, body].concat()
    }

    #[test]
    fn texts_come_out_plain_and_compressed() {
        let with_end = [TEXT.as_bytes(), &[0]].concat();
        let packed = lz4_flex::block::compress(&with_end);
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        let squeezed = ruzstd::encoding::compress_to_vec(&with_end[..], level);
        for (header, flags, payload) in [(64, 1, &with_end), (72, LZ4 | 1, &packed), (80, ZSTANDARD | 1, &squeezed)] {
            let bytes = container(&[
                entry(2, 75, 64, 1, b"machine", 7),
                entry(PTX, 60, header, flags, payload, with_end.len()),
            ]);
            assert_eq!(length(&bytes), Some(bytes.len()));
            assert_eq!(ptx(&bytes).as_deref(), Ok(TEXT), "flags {flags:#x}");
        }
    }

    #[test]
    fn the_greatest_architecture_that_fits_is_taken() {
        let one = |sm: u32| entry(PTX, sm, 64, 1, format!("{sm}\0").as_bytes(), 3);
        assert_eq!(ptx(&container(&[one(50), one(70), one(80)])).unwrap(), "70");
        let error = ptx(&container(&[one(80), entry(2, 90, 64, 1, b"machine", 7)])).unwrap_err();
        assert_eq!(error.code, code::NO_BINARY_FOR_GPU);
        for part in ["compute_80", "sm_90", "compute_75"] {
            assert!(error.why.contains(part), "{}", error.why);
        }
    }

    /// The advice of an error followed: a container with what the compiler embeds by these options.
    fn advised(error: &Error) -> Vec<u8> {
        let (_, options) = error.why.split_once("compile the program with ").expect("what to do");
        assert_eq!(options.split_once(",code=").map(|(arch, _)| !arch.is_empty()), Some(true), "{options}");
        let digits = options.rsplit_once("code=compute_").expect("PTX is asked for").1;
        container(&[entry(PTX, digits.parse().unwrap(), 64, 1, TEXT.as_bytes(), TEXT.len())])
    }

    #[test]
    fn each_advice_leads_on() {
        let machine = entry(2, 75, 64, 1, b"machine", 7);
        let newer = entry(PTX, 90, 64, 1, TEXT.as_bytes(), TEXT.len());
        for entries in [vec![], vec![machine.clone()], vec![newer.clone()], vec![machine, newer]] {
            let error = ptx(&container(&entries)).unwrap_err();
            let text = ptx(&advised(&error));
            assert_eq!(text.as_deref(), Ok(TEXT), "{}", error.why);
            // so do parts of relocatable code, which are read in the same way
            assert!(linked(&[text.unwrap()]).is_ok());
        }
    }

    #[test]
    fn comments_are_in_any_encoding() {
        let text = [b"// caf\xe9\n", TEXT.as_bytes()].concat();
        assert!(ptx(&container(&[entry(PTX, 60, 64, 1, &text, text.len())])).unwrap().ends_with(TEXT));
    }

    #[test]
    fn what_is_damaged_is_refused() {
        let whole = container(&[entry(PTX, 60, 72, LZ4, &lz4_flex::block::compress(TEXT.as_bytes()), TEXT.len())]);
        for n in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[n] ^= 0x55;
            let _ = ptx(&bytes);
            let _ = ptx(&whole[..n]);
        }
        assert!(ptx(&whole[..40]).is_err());
    }
}
