//! A crate without code: its tests hold the rules of the repository (where things lie, what sees
//! what, how long lines and files are). They need nothing else built, so `make lint` runs them,
//! too.
