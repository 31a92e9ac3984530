//! What the benchmarks measure, shared by those that count time and those that count instructions.
//!
//! `cargo bench -p bench --bench rome` measures time. `cargo bench -p bench --bench
//! rome_instructions` counts instructions, which a busy machine can't disturb; it needs valgrind and
//! `cargo install --version 0.20.0 gungraun-runner`.

#![forbid(unsafe_code)]

pub mod rome;
