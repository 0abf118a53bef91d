//! A crate without code: its manifest (`Cargo.toml`) turns on features of dependencies for all
//! crates.
