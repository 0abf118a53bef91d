//! Driver API: initialisation, version, and the device's properties.

use crate::boundary::{Out, driver, write};
use crate::core::with_any;
use crate::error::{Error, code, words};
use crate::runtime::{NAME, attribute};

pub(super) fn check(device: i32) -> Result<(), Error> {
    match device {
        0 => Ok(()),
        _ => Err(Error::new(code::INVALID_DEVICE, format!("there is no device {device}: the only device is number 0"))),
    }
}

driver! {
    "heddle_cuInit" fn init(_flags: u32) {
        with_any(|_| Ok(()))
    }
    "heddle_cuDriverGetVersion" fn version(version: Out<i32>) {
        version.put(super::VERSION)
    }
    "heddle_cuDeviceGetCount" fn count(count: Out<i32>) {
        count.put(1)
    }
    "heddle_cuDeviceGet" fn get(device: Out<i32>, number: i32) {
        check(number)?;
        device.put(0)
    }
    "heddle_cuDeviceGetName" fn name(to: u64, length: i32, device: i32) {
        check(device)?;
        let shown = &NAME.as_bytes()[..NAME.len().min(length.max(1) as usize - 1)];
        write(to, &[shown, &[0]].concat())
    }
    "heddle_cuDeviceGetUuid" fn uuid(to: u64, device: i32) {
        check(device)?;
        write(to, b"heddle-simulated")
    }
    "heddle_cuDeviceGetUuid_v2" fn uuid_2(to: u64, device: i32) {
        check(device)?;
        write(to, b"heddle-simulated")
    }
    "heddle_cuDeviceTotalMem_v2" fn total_memory(bytes: Out<usize>, device: i32) {
        check(device)?;
        with_any(|gpu| bytes.put(gpu.memory.limit() as usize))
    }
    "heddle_cuDeviceGetAttribute" fn get_attribute(value: Out<i32>, number: i32, device: i32) {
        check(device)?;
        with_any(|gpu| value.put(attribute(&gpu.spec, number)?))
    }
    "heddle_cuDeviceComputeCapability" fn capability(major: Out<i32>, minor: Out<i32>, device: i32) {
        check(device)?;
        major.put(crate::fatbin::CAPABILITY.0 as i32)?;
        minor.put(crate::fatbin::CAPABILITY.1 as i32)
    }
    "heddle_cuDeviceCanAccessPeer" fn can_access_peer(can: Out<i32>, _device: i32, _peer: i32) {
        can.put(0)
    }
    "heddle_cuGetErrorString" fn error_string(error: i32, to: Out<u64>) {
        let (.., text) = words(error).ok_or_else(|| Error::new(code::INVALID_VALUE, format!("there is no error {error}")))?;
        to.put(text.as_ptr() as u64)
    }
    "heddle_cuGetErrorName" fn error_name(error: i32, to: Out<u64>) {
        let (_, name, _) = words(error).ok_or_else(|| Error::new(code::INVALID_VALUE, format!("there is no error {error}")))?;
        to.put(name.as_ptr() as u64)
    }
    "heddle_cuProfilerStart" fn profiler_start() {
        Ok(())
    }
    "heddle_cuProfilerStop" fn profiler_stop() {
        Ok(())
    }
}
