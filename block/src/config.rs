//! Configurations of few words: `config!`, and that of a block without parameters.

/// Declares a configuration whose parameters are numbers, and its presets; every value can be
/// built.
///
/// ```
/// heddle_block::config! {
///     /// Parameters of a FIFO.
///     pub struct Config {
///         /// Entries.
///         depth: u32,
///     }
///     eight { depth: 8 }
///     five { depth: 5 }
/// }
/// # use heddle_block::Config as _;
/// assert_eq!(Config::preset("five").unwrap().depth, 5);
/// ```
#[macro_export]
macro_rules! config {
    (
        $(#[$outer:meta])*
        pub struct $name:ident { $($(#[$doc:meta])* $number:ident : u32),* $(,)? }
        $($preset:ident { $($field:ident : $value:expr),* $(,)? })+
    ) => {
        $(#[$outer])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name { $($(#[$doc])* pub $number: u32),* }

        impl $crate::Config for $name {
            fn presets() -> &'static [(&'static str, Self)] {
                &[$((stringify!($preset), $name { $($field: $value),* })),+]
            }
            fn check(&self) -> Result<(), $crate::ConfigError> {
                Ok(())
            }
            fn parameters(&self) -> Vec<(&'static str, $crate::Value)> {
                vec![$((stringify!($number), self.$number.into())),*]
            }
            $crate::numbers!($($number),*);
        }
    };
}

config! {
    /// The configuration of a block that has no parameters; its one preset is `only`.
    pub struct Fixed {}
    only {}
}
