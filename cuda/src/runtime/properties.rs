//! Properties of the device: attributes by number, and `cudaDeviceProp`, whose layout differs from
//! version to version.

use heddle_gpu::config::spec::Spec;

use crate::core::SHARED;
use crate::error::{Error, code};
use crate::fatbin::CAPABILITY;

/// A version of CUDA, which decides the layout of `cudaDeviceProp`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    Eleven = 1,
    Twelve = 2,
    Thirteen = 4,
}

/// A field: name, bytes of an element, elements, and the versions that have it.
type Field = (&'static str, usize, usize, u8);

const ALL: u8 = 7;
/// Versions 11 and 12.
const OLD: u8 = 3;
/// Versions 12 and 13.
const NEW: u8 = 6;
const ONLY_12: u8 = 2;
const ONLY_13: u8 = 4;

/// The fields of `cudaDeviceProp` in their order, which all versions share apart from the fields
/// that one lacks.
const FIELDS: &[Field] = &[
    ("name", 1, 256, ALL),
    ("uuid", 1, 16, ALL),
    ("luid", 1, 8, ALL),
    ("luidDeviceNodeMask", 4, 1, ALL),
    ("totalGlobalMem", 8, 1, ALL),
    ("sharedMemPerBlock", 8, 1, ALL),
    ("regsPerBlock", 4, 1, ALL),
    ("warpSize", 4, 1, ALL),
    ("memPitch", 8, 1, ALL),
    ("maxThreadsPerBlock", 4, 1, ALL),
    ("maxThreadsDim", 4, 3, ALL),
    ("maxGridSize", 4, 3, ALL),
    ("clockRate", 4, 1, OLD),
    ("totalConstMem", 8, 1, ALL),
    ("major", 4, 1, ALL),
    ("minor", 4, 1, ALL),
    ("textureAlignment", 8, 1, ALL),
    ("texturePitchAlignment", 8, 1, ALL),
    ("deviceOverlap", 4, 1, OLD),
    ("multiProcessorCount", 4, 1, ALL),
    ("kernelExecTimeoutEnabled", 4, 1, OLD),
    ("integrated", 4, 1, ALL),
    ("canMapHostMemory", 4, 1, ALL),
    ("computeMode", 4, 1, OLD),
    ("maxTexture1D", 4, 1, ALL),
    ("maxTexture1DMipmap", 4, 1, ALL),
    ("maxTexture1DLinear", 4, 1, OLD),
    ("maxTexture2D", 4, 2, ALL),
    ("maxTexture2DMipmap", 4, 2, ALL),
    ("maxTexture2DLinear", 4, 3, ALL),
    ("maxTexture2DGather", 4, 2, ALL),
    ("maxTexture3D", 4, 3, ALL),
    ("maxTexture3DAlt", 4, 3, ALL),
    ("maxTextureCubemap", 4, 1, ALL),
    ("maxTexture1DLayered", 4, 2, ALL),
    ("maxTexture2DLayered", 4, 3, ALL),
    ("maxTextureCubemapLayered", 4, 2, ALL),
    ("maxSurface1D", 4, 1, ALL),
    ("maxSurface2D", 4, 2, ALL),
    ("maxSurface3D", 4, 3, ALL),
    ("maxSurface1DLayered", 4, 2, ALL),
    ("maxSurface2DLayered", 4, 3, ALL),
    ("maxSurfaceCubemap", 4, 1, ALL),
    ("maxSurfaceCubemapLayered", 4, 2, ALL),
    ("surfaceAlignment", 8, 1, ALL),
    ("concurrentKernels", 4, 1, ALL),
    ("ECCEnabled", 4, 1, ALL),
    ("pciBusID", 4, 1, ALL),
    ("pciDeviceID", 4, 1, ALL),
    ("pciDomainID", 4, 1, ALL),
    ("tccDriver", 4, 1, ALL),
    ("asyncEngineCount", 4, 1, ALL),
    ("unifiedAddressing", 4, 1, ALL),
    ("memoryClockRate", 4, 1, OLD),
    ("memoryBusWidth", 4, 1, ALL),
    ("l2CacheSize", 4, 1, ALL),
    ("persistingL2CacheMaxSize", 4, 1, ALL),
    ("maxThreadsPerMultiProcessor", 4, 1, ALL),
    ("streamPrioritiesSupported", 4, 1, ALL),
    ("globalL1CacheSupported", 4, 1, ALL),
    ("localL1CacheSupported", 4, 1, ALL),
    ("sharedMemPerMultiprocessor", 8, 1, ALL),
    ("regsPerMultiprocessor", 4, 1, ALL),
    ("managedMemory", 4, 1, ALL),
    ("isMultiGpuBoard", 4, 1, ALL),
    ("multiGpuBoardGroupID", 4, 1, ALL),
    ("hostNativeAtomicSupported", 4, 1, ALL),
    ("singleToDoublePrecisionPerfRatio", 4, 1, OLD),
    ("pageableMemoryAccess", 4, 1, ALL),
    ("concurrentManagedAccess", 4, 1, ALL),
    ("computePreemptionSupported", 4, 1, ALL),
    ("canUseHostPointerForRegisteredMem", 4, 1, ALL),
    ("cooperativeLaunch", 4, 1, ALL),
    ("cooperativeMultiDeviceLaunch", 4, 1, OLD),
    ("sharedMemPerBlockOptin", 8, 1, ALL),
    ("pageableMemoryAccessUsesHostPageTables", 4, 1, ALL),
    ("directManagedMemAccessFromHost", 4, 1, ALL),
    ("maxBlocksPerMultiProcessor", 4, 1, ALL),
    ("accessPolicyMaxWindowSize", 4, 1, ALL),
    ("reservedSharedMemPerBlock", 8, 1, ALL),
    ("hostRegisterSupported", 4, 1, NEW),
    ("sparseCudaArraySupported", 4, 1, NEW),
    ("hostRegisterReadOnlySupported", 4, 1, NEW),
    ("timelineSemaphoreInteropSupported", 4, 1, NEW),
    ("memoryPoolsSupported", 4, 1, NEW),
    ("gpuDirectRDMASupported", 4, 1, NEW),
    ("gpuDirectRDMAFlushWritesOptions", 4, 1, NEW),
    ("gpuDirectRDMAWritesOrdering", 4, 1, NEW),
    ("memoryPoolSupportedHandleTypes", 4, 1, NEW),
    ("deferredMappingCudaArraySupported", 4, 1, NEW),
    ("ipcEventSupported", 4, 1, NEW),
    ("clusterLaunch", 4, 1, NEW),
    ("unifiedFunctionPointers", 4, 1, NEW),
    ("reserved 12", 4, 63, ONLY_12),
    ("deviceNumaConfig", 4, 1, ONLY_13),
    ("deviceNumaId", 4, 1, ONLY_13),
    ("mpsEnabled", 4, 1, ONLY_13),
    ("hostNumaId", 4, 1, ONLY_13),
    ("gpuPciDeviceID", 4, 1, ONLY_13),
    ("gpuPciSubsystemID", 4, 1, ONLY_13),
    ("hostNumaMultinodeIpcSupported", 4, 1, ONLY_13),
    ("reserved 13", 4, 56, ONLY_13),
];

/// Name of the device that programs see.
pub const NAME: &str = "Heddle simulated GPU";

/// Returns the bytes of a version's `cudaDeviceProp` for the simulated GPU with `memory` bytes of
/// device memory.
pub fn properties(spec: &Spec, memory: u64, version: Version) -> Vec<u8> {
    let mut bytes = vec![];
    for &(name, size, count, _) in FIELDS.iter().filter(|field| field.3 & version as u8 != 0) {
        bytes.resize(bytes.len().next_multiple_of(size), 0);
        let start = bytes.len();
        bytes.resize(start + size * count, 0);
        if name == "name" {
            bytes[start..start + NAME.len()].copy_from_slice(NAME.as_bytes());
            continue;
        }
        for (n, value) in numbers(spec, memory, name).into_iter().take(count).enumerate() {
            let at = start + n * size;
            bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
    }
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

/// The values of a field; empty where all are zero.
fn numbers(spec: &Spec, memory: u64, name: &str) -> Vec<u64> {
    let of = |number: i32| attribute(spec, number).map_or(vec![], |value| vec![value as u64]);
    let of_all = |numbers: [i32; 3]| numbers.into_iter().flat_map(of).collect();
    match name {
        "uuid" => b"heddle-simulated".iter().map(|&byte| byte.into()).collect(),
        "totalGlobalMem" => vec![memory],
        "sharedMemPerBlock" => of(8),
        "regsPerBlock" => of(12),
        "warpSize" => of(10),
        "memPitch" => of(11),
        "maxThreadsPerBlock" => of(1),
        "maxThreadsDim" => of_all([2, 3, 4]),
        "maxGridSize" => of_all([5, 6, 7]),
        "clockRate" => of(13),
        "totalConstMem" => of(9),
        "major" => of(75),
        "minor" => of(76),
        "textureAlignment" | "surfaceAlignment" => vec![512],
        "texturePitchAlignment" => vec![32],
        "multiProcessorCount" => of(16),
        "canMapHostMemory" => of(19),
        "unifiedAddressing" => of(41),
        "memoryClockRate" => of(36),
        "memoryBusWidth" => of(37),
        "l2CacheSize" => of(38),
        "maxThreadsPerMultiProcessor" => of(39),
        "globalL1CacheSupported" | "localL1CacheSupported" => vec![1],
        "streamPrioritiesSupported" => of(78),
        "sharedMemPerMultiprocessor" => of(81),
        "regsPerMultiprocessor" => of(82),
        "managedMemory" => of(83),
        "singleToDoublePrecisionPerfRatio" => of(87),
        "canUseHostPointerForRegisteredMem" => vec![1],
        "sharedMemPerBlockOptin" => of(97),
        "maxBlocksPerMultiProcessor" => of(106),
        "hostRegisterSupported" => vec![1],
        _ => vec![],
    }
}

/// Returns the value of the device attribute with a number, which both APIs share.
pub fn attribute(spec: &Spec, number: i32) -> Result<i32, Error> {
    let core = &spec.core;
    let threads = (core.warps * core.warp_size) as i32;
    Ok(match number {
        1..=3 => threads.min(1024),
        4 => 64,
        5 => i32::MAX,
        6 | 7 => 65535,
        8 => spec.shared.bytes.min(SHARED) as i32,
        81 | 97 => spec.shared.bytes as i32,
        9 => 65536,
        10 => core.warp_size as i32,
        11 => i32::MAX,
        12 | 82 => core.registers as i32,
        13 => core.clock as i32 * 1000,
        14 | 30 => 512,
        51 => 32,
        16 => core.count as i32,
        19 | 41 | 79 | 80 | 83 | 91 | 99 => 1,
        36 => spec.dram.clock as i32 * 1000,
        37 => (spec.dram.channels * spec.dram.bus * 8) as i32,
        38 => spec.l2.bytes as i32,
        39 => threads,
        75 => CAPABILITY.0 as i32,
        76 => CAPABILITY.1 as i32,
        78 => 1,
        87 => (core.width / core.doubles.max(1)) as i32,
        106 => core.ctas as i32,
        _ if (1..150).contains(&number) => 0,
        _ => return Err(Error::new(code::INVALID_VALUE, format!("there is no device attribute {number}"))),
    })
}

#[cfg(test)]
mod tests {
    use heddle_gpu::config::Config;

    use super::*;

    #[test]
    fn layouts_are_as_large_as_cudas() {
        let spec = Config::shipped("stsimt").unwrap().spec;
        let bytes = [Version::Eleven, Version::Twelve, Version::Thirteen].map(|v| properties(&spec, 1, v).len());
        assert_eq!(bytes, [728, 1032, 1008]);
    }
}
