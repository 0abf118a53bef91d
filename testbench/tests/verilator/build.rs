//! How models are built.
