//! Tests of the Verilator binding on a small design; they run Verilator and a C++ compiler.

mod block;
mod build;
mod cache;
mod foreign;
mod run;
mod support;
mod text;
mod tools;
mod wave;
