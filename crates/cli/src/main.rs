//! The `vanguard` program.
//!
//! Every command is a module with its arguments and a `run`. Results go to standard output,
//! progress and complaints to standard error; the exit code is 0 for fine, 1 for "no" and 2 for
//! wrong use.

#![forbid(unsafe_code)]

mod arena;
mod balance;
mod failure;
mod lab;
mod matches;
mod odds;
mod play;
mod replay;
mod roster;
mod rules;
mod runs;
mod serve;
mod sim;
mod text;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tabletop games with their rules enforced
///
/// Without a command it serves the web table on <http://127.0.0.1:8080>, as `vanguard serve` does.
#[derive(Debug, Parser)]
#[command(name = "vanguard", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Args),
    Play(play::Args),
    Sim(sim::Args),
    Arena(arena::Args),
    Balance(balance::Args),
    Match(matches::Args),
    Lab(lab::Args),
    Odds(odds::Args),
    Replay(replay::Args),
    Roster(roster::Args),
    Rules(rules::Args),
    Backup(serve::BackupArgs),
    Restore(serve::RestoreArgs),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        None => failure::code("serve", serve::run(&serve::Args::ordinary())),
        Some(Command::Serve(args)) => failure::code("serve", serve::run(&args)),
        Some(Command::Backup(args)) => failure::code("backup", serve::run_backup(&args)),
        Some(Command::Restore(args)) => failure::code("restore", serve::run_restore(&args)),
        Some(Command::Play(args)) => failure::code("play", play::run(&args)),
        Some(Command::Sim(args)) => sim::run(&args),
        Some(Command::Arena(args)) => failure::code("arena", arena::run(&args)),
        Some(Command::Balance(args)) => failure::code("balance", balance::run(&args)),
        Some(Command::Match(args)) => failure::code("match", matches::run(&args)),
        Some(Command::Lab(args)) => failure::code("lab", lab::run(&args)),
        Some(Command::Odds(args)) => failure::code("odds", odds::run(&args)),
        Some(Command::Replay(args)) => failure::code("replay", replay::run(&args)),
        Some(Command::Roster(args)) => failure::code("roster", roster::run(&args)),
        Some(Command::Rules(args)) => failure::code("rules", rules::run(&args)),
    }
}
