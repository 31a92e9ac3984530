//! A small bot for Vanguard, for any of its games.
//!
//! ```text
//! cargo build --release --manifest-path examples/bots/rust/Cargo.toml
//! vanguard match rome --bot examples/bots/rust/target/release/little-rust --bot random
//! ```
//!
//! It prefers candidates that kill, then those that come first in a short list of words. It asks the
//! table to check a typed action once in a game, to show how. `docs/bot-protocol.md` explains what is
//! said.

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

/// What is typed first in an action, the best first. What is not named comes last.
const LIKED: [&str; 12] = [
    "charge", "place", "play", "attack", "strike", "activate", "shift", "walk", "run", "aim",
    "end", "done",
];

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        match message["type"].as_str() {
            Some("hello") => {
                say(&mut out, &json!({ "type": "hello", "version": 1, "name": "Little Rust" }))?;
            }
            Some("ping") => say(&mut out, &json!({ "type": "pong", "id": message["id"] }))?,
            Some("decide") => decide(&mut out, &message)?,
            Some("checked") => eprintln!("checked: {}", message["says"]),
            Some("refused") => eprintln!("refused: {}", message["reason"]),
            Some("quit") => break,
            // A game begins, something has happened, or the game is over: this bot keeps nothing.
            _ => {}
        }
    }
    Ok(())
}

/// Says one line. Without the flush it would wait in a buffer.
fn say(out: &mut impl Write, message: &Value) -> io::Result<()> {
    writeln!(out, "{message}")?;
    out.flush()
}

/// Answers with the best candidate: as a whole action, which is what a bot sends that has found an
/// action by itself.
fn decide(out: &mut impl Write, decision: &Value) -> io::Result<()> {
    let id = &decision["id"];
    let candidates = decision["candidates"].as_array().map_or(&[][..], Vec::as_slice);
    // Of equals the first is taken: `max_by_key` would take the last.
    let Some(best) = candidates.iter().rev().max_by_key(|candidate| score(candidate)) else {
        return say(out, &json!({ "type": "resign" }));
    };
    if *id == 1 {
        say(out, &json!({ "type": "check", "id": id, "text": best["text"] }))?;
    }
    say(out, &json!({ "type": "act", "id": id, "action": best["action"] }))
}

/// How good a candidate looks.
fn score(candidate: &Value) -> usize {
    let text = candidate["text"].as_str().unwrap_or_default();
    let first = text.split([' ', ',']).next().unwrap_or_default();
    let place = LIKED.iter().position(|word| *word == first).unwrap_or(LIKED.len());
    let kills = candidate["says"].as_str().unwrap_or_default().matches("kills").count();
    let warned = usize::from(candidate["warning"].is_string());
    (LIKED.len() - place) * 10 + kills * 5 + 5 - warned * 5
}
