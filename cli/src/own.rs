//! This command's own executable, and its identity, which is a part of the name of a kept result.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};

use object::Object as _;
use object::read::ReadCache;
use sha2::{Digest, Sha256};

use crate::error::Error;

/// Returns the bytes that identify the executable.
///
/// It is an error if this process cannot read its own file.
pub fn identity() -> Result<Vec<u8>, Error> {
    read(identity_of)
}

/// Returns the contents of the executable.
///
/// It is an error if this process cannot read its own file.
pub fn contents() -> Result<Vec<u8>, Error> {
    read(|mut file| {
        let mut contents = Vec::new();
        file.read_to_end(&mut contents).map(|_| contents)
    })
}

/// Reads the file that runs, whatever lies at its path by now.
fn read<T>(how: impl FnOnce(File) -> io::Result<T>) -> Result<T, Error> {
    File::open("/proc/self/exe").and_then(how).map_err(|error| {
        Error::tool(format!("/proc/self/exe: {error}"), "the command must be able to read its own file")
    })
}

/// Returns the build ID that the linker made of all that it linked, or, in a file without one, a
/// hash of the whole file, which takes a tenth of a second.
fn identity_of(mut file: File) -> io::Result<Vec<u8>> {
    let parts = ReadCache::new(&mut file);
    if let Ok(Some(id)) = object::File::parse(&parts).and_then(|program| program.build_id().map(|id| id.map(Vec::from)))
    {
        return Ok(id);
    }
    file.rewind()?;
    let mut hash = Sha256::new();
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(hash.finalize().to_vec()),
            read => hash.update(&block[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn of(bytes: &[u8]) -> Vec<u8> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.rewind().unwrap();
        identity_of(file).unwrap()
    }

    #[test]
    fn a_program_is_its_build_id_and_another_file_its_contents() {
        let own = std::fs::read("/proc/self/exe").unwrap();
        let id = of(&own);
        assert!((8..=32).contains(&id.len()), "{id:?}");
        let at = own.windows(id.len()).position(|bytes| bytes == id).expect("the ID stands in the file");
        let mut other = own.clone();
        other[at] ^= 1;
        assert_ne!(of(&other), id, "another build has another ID");
        // a script, a file that is cut, and nothing
        let contents = [&b"#!/bin/sh\n"[..], b"#!/bin/sh\n\n", &own[..3000], b""];
        for (n, bytes) in contents.iter().enumerate() {
            assert_eq!(of(bytes), Sha256::digest(bytes).to_vec(), "{n}");
        }
    }
}
