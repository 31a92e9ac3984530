//! The web table: games over HTTP and WebSocket, kept in a database.
//!
//! The server is the authority. It holds the seed, checks every action with the engine, puts it on
//! disk, and then tells each seat what that seat may know. It knows no rules: those are the engine's.
//!
//! * [`run`] serves until it is told to stop; [`Server`] is the same in steps.
//! * [`db`] keeps everything, in SQLite or PostgreSQL; [`db::backup`] takes it out and puts it in.
//! * [`hall`] has the games that are in memory, a task each, and the threads bots think on.
//! * [`http`] has the routes; [`wire`] what goes over the wire, from which the page's types are made.

#![forbid(unsafe_code)]

pub mod app;
pub mod config;
mod connection;
pub mod db;
pub mod fault;
pub mod hall;
pub mod http;
pub mod limit;
pub mod metrics;
pub mod patch;
mod serve;
pub mod token;
pub mod types;
pub mod wire;

pub use config::{Config, Limits};
pub use serve::{Server, log_to_stderr, run};
