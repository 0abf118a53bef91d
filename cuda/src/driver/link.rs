//! The linker of the driver API: it takes PTX texts, and returns one text.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::module::{machine_code, text};
use crate::boundary::{Out, Text, driver, read};
use crate::core::{invalid, with};
use crate::error::{Error, code};
use crate::fatbin::linked;

/// A linker: the texts that it was given, and what it has made of them, which the program gets a
/// pointer to.
#[derive(Default)]
struct Linker {
    texts: Vec<String>,
    linked: Vec<u8>,
}

static LINKERS: Mutex<BTreeMap<u64, Linker>> = Mutex::new(BTreeMap::new());

/// Kinds of linker input: PTX, and a fat binary.
const PTX: i32 = 1;
const FAT_BINARY: i32 = 2;

fn add(linker: u64, kind: i32, data: &[u8]) -> Result<(), Error> {
    let mut linkers = LINKERS.lock().expect("nothing panics with it");
    let held = linkers.get_mut(&linker).ok_or_else(|| invalid("linker", linker))?;
    let with_end = [data, &[0]].concat();
    match kind {
        PTX | FAT_BINARY => held.texts.push(text(with_end.as_ptr() as u64)?),
        _ => return Err(machine_code()),
    }
    Ok(())
}

driver! {
    "heddle_cuLinkCreate_v2" fn create(_options: u32, _names: u64, _values: u64, linker: Out<u64>) {
        let handle = with(|gpu| Ok(gpu.handle()))?;
        LINKERS.lock().expect("nothing panics with it").insert(handle, Linker::default());
        linker.put(handle)
    }
    "heddle_cuLinkAddData_v2" fn add_data(linker: u64, kind: i32, data: u64, bytes: usize, _name: u64) {
        add(linker, kind, &read(data, bytes)?)
    }
    "heddle_cuLinkAddFile_v2" fn add_file(linker: u64, kind: i32, path: Text) {
        let path = path.get()?;
        let missing = |error: std::io::Error| Error::new(code::FILE_NOT_FOUND, format!("{path}: {error}"));
        add(linker, kind, &std::fs::read(&path).map_err(missing)?)
    }
    "heddle_cuLinkComplete" fn complete(linker: u64, image: Out<u64>, bytes: Out<usize>) {
        let mut linkers = LINKERS.lock().expect("nothing panics with it");
        let held = linkers.get_mut(&linker).ok_or_else(|| invalid("linker", linker))?;
        let whole = match &held.texts[..] {
            [one] => one.clone(),
            texts => linked(texts)?,
        };
        held.linked = [whole.as_bytes(), &[0]].concat();
        image.give(held.linked.as_ptr() as u64);
        bytes.give(held.linked.len());
        Ok(())
    }
    "heddle_cuLinkDestroy" fn destroy(linker: u64) {
        let removed = LINKERS.lock().expect("nothing panics with it").remove(&linker);
        removed.map(drop).ok_or_else(|| invalid("linker", linker))
    }
}
