//! CUDA's error codes, and errors with a reason.

use heddle_gpu::system::SimError;
use heddle_kernel::compile::CompileError;
use heddle_kernel::execute::{Cause, Fault};
use heddle_kernel::launch::RunError;

macro_rules! codes {
    ($($name:ident = $code:literal $runtime:literal $driver:literal $text:literal)*) => {
        /// Error codes that the runtime API and the driver API share.
        #[allow(missing_docs, dead_code)]
        pub mod code { $(pub const $name: i32 = $code;)* }

        /// Returns an error code's name in the runtime API, name in the driver API, and text;
        /// `None` for an unknown code.
        pub fn words(code: i32) -> Option<(&'static std::ffi::CStr, &'static std::ffi::CStr, &'static std::ffi::CStr)> {
            match code { $($code => Some(($runtime, $driver, $text)),)* _ => None }
        }
    };
}

codes! {
    SUCCESS = 0 c"cudaSuccess" c"CUDA_SUCCESS" c"no error"
    INVALID_VALUE = 1 c"cudaErrorInvalidValue" c"CUDA_ERROR_INVALID_VALUE" c"invalid argument"
    OUT_OF_MEMORY = 2 c"cudaErrorMemoryAllocation" c"CUDA_ERROR_OUT_OF_MEMORY" c"out of memory"
    NOT_INITIALIZED = 3 c"cudaErrorInitializationError" c"CUDA_ERROR_NOT_INITIALIZED" c"initialization error"
    DEINITIALIZED = 4 c"cudaErrorCudartUnloading" c"CUDA_ERROR_DEINITIALIZED" c"driver shutting down"
    INVALID_CONFIGURATION = 9 c"cudaErrorInvalidConfiguration" c"CUDA_ERROR_INVALID_VALUE" c"invalid configuration argument"
    INVALID_SYMBOL = 13 c"cudaErrorInvalidSymbol" c"CUDA_ERROR_INVALID_VALUE" c"invalid device symbol"
    INVALID_DEVICE_POINTER = 17 c"cudaErrorInvalidDevicePointer" c"CUDA_ERROR_INVALID_VALUE" c"invalid device pointer"
    INVALID_TEXTURE = 18 c"cudaErrorInvalidTexture" c"CUDA_ERROR_INVALID_VALUE" c"invalid texture reference"
    INVALID_CHANNEL_DESCRIPTOR = 20 c"cudaErrorInvalidChannelDescriptor" c"CUDA_ERROR_INVALID_VALUE" c"invalid channel descriptor"
    INVALID_FILTER_SETTING = 26 c"cudaErrorInvalidFilterSetting" c"CUDA_ERROR_INVALID_VALUE"
        c"linear filtering not supported for non-float type"
    INVALID_NORM_SETTING = 27 c"cudaErrorInvalidNormSetting" c"CUDA_ERROR_INVALID_VALUE" c"read as normalized float not supported for 32-bit non float type"
    MISSING_CONFIGURATION = 52 c"cudaErrorMissingConfiguration" c"CUDA_ERROR_INVALID_VALUE" c"__global__ function call is not configured"
    INVALID_DEVICE_FUNCTION = 98 c"cudaErrorInvalidDeviceFunction" c"CUDA_ERROR_INVALID_VALUE" c"invalid device function"
    NO_DEVICE = 100 c"cudaErrorNoDevice" c"CUDA_ERROR_NO_DEVICE" c"no CUDA-capable device is detected"
    INVALID_DEVICE = 101 c"cudaErrorInvalidDevice" c"CUDA_ERROR_INVALID_DEVICE" c"invalid device ordinal"
    INVALID_IMAGE = 200 c"cudaErrorInvalidKernelImage" c"CUDA_ERROR_INVALID_IMAGE" c"device kernel image is invalid"
    INVALID_CONTEXT = 201 c"cudaErrorDeviceUninitialized" c"CUDA_ERROR_INVALID_CONTEXT" c"invalid device context"
    NO_BINARY_FOR_GPU = 209 c"cudaErrorNoKernelImageForDevice" c"CUDA_ERROR_NO_BINARY_FOR_GPU"
        c"no kernel image is available for execution on the device"
    INVALID_PTX = 218 c"cudaErrorInvalidPtx" c"CUDA_ERROR_INVALID_PTX" c"a PTX JIT compilation failed"
    FILE_NOT_FOUND = 301 c"cudaErrorFileNotFound" c"CUDA_ERROR_FILE_NOT_FOUND" c"file not found"
    INVALID_HANDLE = 400 c"cudaErrorInvalidResourceHandle" c"CUDA_ERROR_INVALID_HANDLE" c"invalid resource handle"
    NOT_FOUND = 500 c"cudaErrorSymbolNotFound" c"CUDA_ERROR_NOT_FOUND" c"named symbol not found"
    NOT_READY = 600 c"cudaErrorNotReady" c"CUDA_ERROR_NOT_READY" c"device not ready"
    ILLEGAL_ADDRESS = 700 c"cudaErrorIllegalAddress" c"CUDA_ERROR_ILLEGAL_ADDRESS" c"an illegal memory access was encountered"
    OUT_OF_RESOURCES = 701 c"cudaErrorLaunchOutOfResources" c"CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES" c"too many resources requested for launch"
    LAUNCH_TIMEOUT = 702 c"cudaErrorLaunchTimeout" c"CUDA_ERROR_LAUNCH_TIMEOUT" c"the launch timed out and was terminated"
    PRIMARY_CONTEXT_ACTIVE = 708 c"cudaErrorSetOnActiveProcess" c"CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE"
        c"cannot set while device is active in this process"
    CONTEXT_DESTROYED = 709 c"cudaErrorContextIsDestroyed" c"CUDA_ERROR_CONTEXT_IS_DESTROYED" c"context is destroyed"
    ASSERT = 710 c"cudaErrorAssert" c"CUDA_ERROR_ASSERT" c"device-side assert triggered"
    ALREADY_REGISTERED = 712 c"cudaErrorHostMemoryAlreadyRegistered" c"CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED"
        c"part or all of the requested memory range is already mapped"
    NOT_REGISTERED = 713 c"cudaErrorHostMemoryNotRegistered" c"CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED"
        c"pointer does not correspond to a registered memory region"
    MISALIGNED_ADDRESS = 716 c"cudaErrorMisalignedAddress" c"CUDA_ERROR_MISALIGNED_ADDRESS" c"misaligned address"
    LAUNCH_FAILED = 719 c"cudaErrorLaunchFailure" c"CUDA_ERROR_LAUNCH_FAILED" c"unspecified launch failure"
    NOT_SUPPORTED = 801 c"cudaErrorNotSupported" c"CUDA_ERROR_NOT_SUPPORTED" c"operation not supported"
    UNKNOWN = 999 c"cudaErrorUnknown" c"CUDA_ERROR_UNKNOWN" c"unknown error"
}

/// Returns the code of an error in the driver API: codes that only the runtime API has become
/// "invalid value".
pub fn of_driver(code: i32) -> i32 {
    let shared = words(code).is_some_and(|(_, driver, _)| driver == c"CUDA_ERROR_INVALID_VALUE");
    if shared { code::INVALID_VALUE } else { code }
}

/// The error of a call of the API: CUDA's code and a reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// CUDA's error code.
    pub code: i32,
    /// The reason, for people; empty where the code is a result rather than a failure.
    pub why: String,
}

impl Error {
    /// Creates an error from a code and its reason.
    pub fn new(code: i32, why: impl Into<String>) -> Error {
        Error { code, why: why.into() }
    }
}

impl From<CompileError> for Error {
    fn from(error: CompileError) -> Error {
        match error {
            CompileError::Fault(fault) => fault.into(),
            CompileError::Refused(_) => Error::new(code::NOT_SUPPORTED, error.to_string()),
            CompileError::Allocation { .. } => Error::new(code::UNKNOWN, error.to_string()),
        }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        let code = match fault.cause {
            Cause::OutOfBounds { .. } | Cause::Surface { .. } => code::ILLEGAL_ADDRESS,
            Cause::Misaligned { .. } => code::MISALIGNED_ADDRESS,
            Cause::Assertion => code::ASSERT,
            Cause::Limit(_) | Cause::Livelock { .. } | Cause::Barrier { .. } | Cause::DivergentBarrier { .. } => {
                code::LAUNCH_TIMEOUT
            }
            Cause::Block { .. } | Cause::Required { .. } | Cause::Grid { .. } => code::INVALID_CONFIGURATION,
            Cause::SharedTooLarge { .. } => code::INVALID_VALUE,
            Cause::MemoryFull { .. } | Cause::NoMemory { .. } => code::OUT_OF_MEMORY,
            Cause::Refused(_) => code::NOT_SUPPORTED,
            _ => code::LAUNCH_FAILED,
        };
        Error::new(code, fault.to_string())
    }
}

impl From<SimError> for Error {
    fn from(error: SimError) -> Error {
        match error {
            SimError::Run(RunError::Fault(fault)) => fault.into(),
            SimError::Run(RunError::Compile(error)) => error.into(),
            SimError::Unfit(why) => Error::new(code::OUT_OF_RESOURCES, why),
            SimError::Room { ref fault, .. } => Error { why: error.to_string(), ..Fault::clone(fault).into() },
            SimError::Deadlock { .. } | SimError::Livelock { .. } => {
                Error::new(code::LAUNCH_TIMEOUT, error.to_string())
            }
            _ => Error::new(code::UNKNOWN, error.to_string()),
        }
    }
}
