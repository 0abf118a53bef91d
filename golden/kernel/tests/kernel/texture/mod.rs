//! Textures and surfaces: what fetches return, against a naive model with arithmetic of its own.

mod errors;
mod fetches;
mod filtering;
mod machine;
mod naive;
mod surfaces;
