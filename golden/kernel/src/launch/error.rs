/// What is wrong with a launch description.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// Not TOML, an unknown key, or a value of another kind. The text shows the line.
    #[error("{file}: {message}")]
    Toml {
        /// The description.
        file: String,
        /// What TOML's reader says.
        message: String,
    },
    /// A value that makes no sense.
    #[error("{file}: {key}: {reason}")]
    Value {
        /// The description.
        file: String,
        /// Where, as in `run[0].launch[1].args[2]`.
        key: String,
        /// Why.
        reason: String,
    },
}
