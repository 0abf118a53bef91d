//! Nothing: this crate turns on features of dependencies (`Cargo.toml`).
