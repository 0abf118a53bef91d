/// An error in a launch description.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// The file is not TOML, has an unknown key, or has a value of another kind. The text shows the
    /// line.
    #[error("{file}: {message}")]
    Toml {
        /// The file name of the description.
        file: String,
        /// The message of the TOML reader.
        message: String,
    },
    /// A value that is not possible.
    #[error("{file}: {key}: {reason}")]
    Value {
        /// The file name of the description.
        file: String,
        /// The key of the value, such as `run[0].launch[1].args[2]`.
        key: String,
        /// The reason why the value is not possible.
        reason: String,
    },
}
