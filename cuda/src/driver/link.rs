//! The linker of the driver API: it takes one PTX text and returns it unchanged.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::module::{machine_code, text};
use crate::boundary::{Out, Text, driver, read};
use crate::core::{invalid, with};
use crate::error::{Error, code};

/// Texts by linker; null-terminated, since the program gets pointers to them.
static LINKERS: Mutex<BTreeMap<u64, Vec<u8>>> = Mutex::new(BTreeMap::new());

/// Kinds of linker input: PTX, and a fat binary.
const PTX: i32 = 1;
const FAT_BINARY: i32 = 2;

fn add(linker: u64, kind: i32, data: &[u8]) -> Result<(), Error> {
    let mut linkers = LINKERS.lock().expect("nothing panics with it");
    let held = linkers.get_mut(&linker).ok_or_else(|| invalid("linker", linker))?;
    if !held.is_empty() {
        return Err(Error::new(
            code::NOT_SUPPORTED,
            "linking several modules is not supported: compile them as one module",
        ));
    }
    let with_end = [data, &[0]].concat();
    match kind {
        PTX | FAT_BINARY => *held = [text(with_end.as_ptr() as u64)?.as_bytes(), &[0]].concat(),
        _ => return Err(machine_code()),
    }
    Ok(())
}

driver! {
    "heddle_cuLinkCreate_v2" fn create(_options: u32, _names: u64, _values: u64, linker: Out<u64>) {
        let handle = with(|gpu| Ok(gpu.handle()))?;
        LINKERS.lock().expect("nothing panics with it").insert(handle, vec![]);
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
        let linkers = LINKERS.lock().expect("nothing panics with it");
        let held = linkers.get(&linker).ok_or_else(|| invalid("linker", linker))?;
        image.give(held.as_ptr() as u64);
        bytes.give(held.len());
        Ok(())
    }
    "heddle_cuLinkDestroy" fn destroy(linker: u64) {
        let removed = LINKERS.lock().expect("nothing panics with it").remove(&linker);
        removed.map(drop).ok_or_else(|| invalid("linker", linker))
    }
}
