//! Runtime API: the device. There is one, number 0.

use super::properties::{Version, attribute, properties};
use crate::boundary::{Out, runtime, write};
use crate::core::{Until, settle, with, with_any};
use crate::error::{Error, code};

fn check(device: i32) -> Result<(), Error> {
    match device {
        0 => Ok(()),
        _ => Err(Error::new(code::INVALID_DEVICE, format!("there is no device {device}: the only device is number 0"))),
    }
}

fn fill(to: u64, device: i32, version: Version) -> Result<(), Error> {
    check(device)?;
    with_any(|gpu| write(to, &properties(&gpu.spec, gpu.memory.limit(), version)))
}

runtime! {
    "heddle_cudaGetDeviceCount" fn device_count(count: Out<i32>) {
        count.put(1)
    }
    "heddle_cudaGetDevice" fn get_device(device: Out<i32>) {
        device.put(0)
    }
    "heddle_cudaSetDevice" fn set_device(device: i32) {
        check(device)
    }
    "heddle_cudaInitDevice" fn init_device(device: i32, _device_flags: u32, _flags: u32) {
        check(device)
    }
    "heddle_cudaChooseDevice" fn choose_device(device: Out<i32>, _properties: u64) {
        device.put(0)
    }
    "heddle_cudaSetDeviceFlags" fn set_device_flags(_flags: u32) {
        Ok(())
    }
    "heddle_cudaGetDeviceFlags" fn get_device_flags(flags: Out<u32>) {
        flags.put(0)
    }
    "heddle_cudaDeviceGetAttribute" fn device_attribute(value: Out<i32>, number: i32, device: i32) {
        check(device)?;
        with_any(|gpu| value.put(attribute(&gpu.spec, number)?))
    }
    "heddle_cudaGetDeviceProperties" fn device_properties(to: u64, device: i32) {
        fill(to, device, Version::Eleven)
    }
    "heddle_cudaGetDeviceProperties_v2" fn device_properties_2(to: u64, device: i32) {
        fill(to, device, Version::Twelve)
    }
    "heddle_13_cudaGetDeviceProperties" fn device_properties_13(to: u64, device: i32) {
        fill(to, device, Version::Thirteen)
    }
    "heddle_cudaDeviceSynchronize" fn device_synchronize() {
        settle(Until::All);
        with_any(|gpu| gpu.synchronise())
    }
    "heddle_cudaThreadSynchronize" fn thread_synchronize() {
        settle(Until::All);
        with_any(|gpu| gpu.synchronise())
    }
    "heddle_cudaDeviceReset" fn device_reset() {
        with_any(|gpu| gpu.reset())
    }
    "heddle_cudaThreadExit" fn thread_exit() {
        with_any(|gpu| gpu.reset())
    }
    "heddle_cudaDeviceSetLimit" fn set_limit(limit: i32, value: usize) {
        with(|gpu| {
            if limit == PRINTF {
                gpu.printing.limit = value as u64;
            }
            Ok(())
        })
    }
    "heddle_cudaDeviceGetLimit" fn get_limit(value: Out<usize>, limit: i32) {
        with(|gpu| value.put(match limit {
            0 => 512 << 10,
            PRINTF => gpu.printing.limit as usize,
            _ => 8 << 20,
        }))
    }
    "heddle_cudaDeviceSetCacheConfig" fn set_cache(_cache: i32) {
        Ok(())
    }
    "heddle_cudaThreadSetCacheConfig" fn set_thread_cache(_cache: i32) {
        Ok(())
    }
    "heddle_cudaDeviceGetCacheConfig" fn get_cache(cache: Out<i32>) {
        cache.put(0)
    }
    "heddle_cudaDeviceSetSharedMemConfig" fn set_banks(_banks: i32) {
        Ok(())
    }
    "heddle_cudaDeviceGetSharedMemConfig" fn get_banks(banks: Out<i32>) {
        banks.put(1)
    }
    "heddle_cudaDeviceGetStreamPriorityRange" fn priorities(least: Out<i32>, greatest: Out<i32>) {
        least.give(0);
        greatest.give(-5);
        Ok(())
    }
    "heddle_cudaDeviceCanAccessPeer" fn can_access_peer(can: Out<i32>, device: i32, peer: i32) {
        check(device)?;
        check(peer)?;
        can.put(0)
    }
    "heddle_cudaDriverGetVersion" fn driver_version(version: Out<i32>) {
        version.put(crate::driver::VERSION)
    }
    "heddle_11_cudaRuntimeGetVersion" fn runtime_version_11(version: Out<i32>) {
        version.put(11080)
    }
    "heddle_12_cudaRuntimeGetVersion" fn runtime_version_12(version: Out<i32>) {
        version.put(12090)
    }
    "heddle_13_cudaRuntimeGetVersion" fn runtime_version_13(version: Out<i32>) {
        version.put(13000)
    }
    "heddle_cudaProfilerStart" fn profiler_start() {
        Ok(())
    }
    "heddle_cudaProfilerStop" fn profiler_stop() {
        Ok(())
    }
}

/// `cudaLimitPrintfFifoSize`, the limit on kernel output that is kept before the host synchronises.
const PRINTF: i32 = 1;
