//! The rules of the repository: its structure, what imports what, and how long things are.

mod imports;
mod limits;
mod structure;
