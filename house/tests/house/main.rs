//! The rules of the repository: its structure, what imports what, how long things are, and what
//! people expect of a project.

mod documents;
mod imports;
mod limits;
mod project;
mod structure;
