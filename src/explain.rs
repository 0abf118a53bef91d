//! Errors of the GPU and of programs, as the command explains them.

use heddle_gpu::config::ConfigError;
use heddle_gpu::system::SimError;
use heddle_kernel::execute::Cause;
use heddle_kernel::launch::{LaunchError, RunError};

use crate::error::Error;
use crate::kernel::LAUNCH_HELP;

/// An error that the command can explain, or a result with such an error.
pub trait Explained {
    /// The command's error, or the result with it.
    type Explained;

    /// Returns the error of the command: what is wrong, and what to do.
    fn explained(self) -> Self::Explained;
}

impl<T, E: Explained<Explained = Error>> Explained for Result<T, E> {
    type Explained = Result<T, Error>;

    fn explained(self) -> Result<T, Error> {
        self.map_err(Explained::explained)
    }
}

impl Explained for SimError {
    type Explained = Error;

    fn explained(self) -> Error {
        match self {
            SimError::Run(error) => error.explained(),
            SimError::Unfit(_) | SimError::Room { .. } => {
                Error::input(self, "choose a larger preset, or another kernel")
            }
            SimError::Deadlock { .. } | SimError::Livelock { .. } => {
                Error::input(self, "the lines are those of the PTX file: each warp waits at its line")
            }
            SimError::Misstep { .. } | SimError::Wrong { .. } => {
                Error::tool(self, "this is a fault in Heddle's own core or unit: please report it with the command")
            }
        }
    }
}

impl Explained for RunError {
    type Explained = Error;

    fn explained(self) -> Error {
        if let RunError::Fault(fault) = &self
            && fault.cause == Cause::Stopped
        {
            return Error::Interrupted { what: fault.to_string() };
        }
        let help = match &self {
            RunError::Launch(_) => return Error::input(self, LAUNCH_HELP),
            RunError::WarpSynchronous { .. } => "run the workload with --warp-size 32",
            RunError::Memory { .. } => "make the buffers smaller, or choose a smaller --scale",
            RunError::Compile(_) => "`heddle kernel show` shows what the module contains",
            RunError::Fault(_) => {
                "the line is one of the PTX file; the launch description gives grid, block, arguments and buffers"
            }
        };
        Error::input(self, help)
    }
}

impl Explained for heddle_kernel::Error {
    type Explained = Error;

    fn explained(self) -> Error {
        Error::input(
            self,
            "PTX 1.4 to 9.x of clang, nvcc and NVRTC is read, except for what the error calls not supported",
        )
    }
}

impl Explained for ConfigError {
    type Explained = Error;

    fn explained(self) -> Error {
        let ConfigError { place, what, help } = self;
        Error::input(format!("{place}: {what}"), help)
    }
}

impl Explained for LaunchError {
    type Explained = Error;

    fn explained(self) -> Error {
        Error::input(
            self,
            "docs/reference/launch-files.md lists what a launch description can contain; kernels/*/launch.toml are examples",
        )
    }
}
