//! The Verilator binding on a small design: these tests run Verilator and a C++ compiler.

mod build;
mod run;
mod support;
